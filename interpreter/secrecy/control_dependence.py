"""What decides whether a place of a procedure is reached, and who may know it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from interpreter.expressions.typed import Typed
from interpreter.semantics.audience import (
    EVERYONE,
    Audience,
    forgetting,
    meet,
    rewritten,
)
from interpreter.source import Span

GuardSpot = tuple[str, Span]
"""Where a condition stands: its file (spans of two files can be equal) and its span."""

Guards = dict[GuardSpot, Audience]
"""The audience of each condition; one that lets in all whom another does is left out,
so there are never many."""


def spot(span: Span) -> GuardSpot:
    """Return a span with its file."""
    return span.source.name, span


def narrow(guards: Guards, at: GuardSpot, audience: Audience) -> bool:
    """Add a guard; tell whether anything is narrower than before."""
    if audience == EVERYONE or any(audience.includes(e) for e in guards.values()):
        return False
    guards[at] = meet(guards.get(at, EVERYONE), audience)
    return True


def translated(guards: Guards, said: Callable[[Typed], Typed | None]) -> Guards:
    """Return the guards in the words of another procedure."""
    return {at: rewritten(each, said) for at, each in guards.items()}


@dataclass(slots=True)
class ControlContext:
    """The guards around a place, and those that earlier exits left behind.

    `left` holds, by the label that an exit leaves ("" is the procedure), the guards of
    all exits that may have been taken; they guard what follows up to the label's end.
    """

    around: list[tuple[GuardSpot, Audience]] = field(default_factory=list)
    left: dict[str, Guards] = field(default_factory=dict)

    def enter(self, at: GuardSpot, audience: Audience) -> None:
        """Stand under one more guard; what everyone knows guards nothing."""
        if audience != EVERYONE:
            self.around.append((at, audience))

    def guards(self) -> Guards:
        """Return every guard of the place as it is now."""
        found: Guards = {}
        for at, audience in self.around:
            narrow(found, at, audience)
        for each in self.left.values():
            for at, audience in each.items():
                narrow(found, at, audience)
        return found

    @property
    def audience(self) -> Audience:
        """Who may know that this place is reached."""
        held: Iterable[Audience] = (audience for _, audience in self.around)
        behind = (each for guards in self.left.values() for each in guards.values())
        return meet(*dict.fromkeys([*held, *behind]))

    def leave(self, label: str) -> None:
        """Take an exit: what follows is reached only when it was not taken."""
        behind = self.left.setdefault(label, {})
        for at, audience in self.guards().items():
            narrow(behind, at, audience)

    def forget(self, forgotten: Callable[[Typed], bool]) -> None:
        """Keep only what is sure whatever the forgotten expressions are now."""
        self.around = [(s, forgetting(a, forgotten)) for s, a in self.around]
        for guards in self.left.values():
            for at, audience in guards.items():
                guards[at] = forgetting(audience, forgotten)
