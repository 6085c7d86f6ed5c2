"""Control dependence: the audience of the fact that a program point is reached.

A guard is a condition on which reaching a point depends, with the audience of its value
(the implicit flow of an information-flow analysis). Structured code gives the guards of
a point without a dominator tree: the conditions of the enclosing blocks, and the guards
of each earlier exit (`end`, `return`, `require`) from a block that is still open, since
the point is reached only if that exit was not taken.

Guard sets shrink to an antichain: a guard is left out if another admits no more seats.
Each source condition adds at most one guard, so a set is bounded by their number.
"""

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

SourcePoint = tuple[str, Span]
"""The file and the span of a condition; spans of two files can be equal."""

Guards = dict[SourcePoint, Audience]
"""The audience of the value of each condition, without guards that another implies."""


def source_point(span: Span) -> SourcePoint:
    """Return a span with the name of its file."""
    return span.source.name, span


def narrow(guards: Guards, point: SourcePoint, audience: Audience) -> bool:
    """Meet a guard with an audience, in place; return whether the guards changed."""
    if audience == EVERYONE or any(audience.includes(a) for a in guards.values()):
        return False
    guards[point] = meet(guards.get(point, EVERYONE), audience)
    return True


def translated(guards: Guards, translate: Callable[[Typed], Typed | None]) -> Guards:
    """Return the guards with their terms rewritten for another procedure."""
    return {point: rewritten(audience, translate) for point, audience in guards.items()}


@dataclass(slots=True)
class ControlContext:
    """The guards of the current program point.

    `enclosing` is a stack, in the order of the open blocks. `exits` maps the label that
    an exit leaves ("" is the procedure) to the guards of all exits that may have been
    taken; they apply until the block of that label ends.
    """

    enclosing: list[tuple[SourcePoint, Audience]] = field(default_factory=list)
    exits: dict[str, Guards] = field(default_factory=dict)

    def enter(self, point: SourcePoint, audience: Audience) -> None:
        """Push a guard, unless everyone may know its condition."""
        if audience != EVERYONE:
            self.enclosing.append((point, audience))

    def guards(self) -> Guards:
        """Return all guards of the current point."""
        combined: Guards = {}
        for point, audience in self.enclosing:
            narrow(combined, point, audience)
        for guards in self.exits.values():
            for point, audience in guards.items():
                narrow(combined, point, audience)
        return combined

    @property
    def audience(self) -> Audience:
        """Who may know that the current point is reached."""
        enclosing: Iterable[Audience] = (audience for _, audience in self.enclosing)
        exits = (a for guards in self.exits.values() for a in guards.values())
        return meet(*dict.fromkeys([*enclosing, *exits]))

    def add_exit(self, label: str) -> None:
        """Record an exit: what follows is reached only if it was not taken."""
        guards = self.exits.setdefault(label, {})
        for point, audience in self.guards().items():
            narrow(guards, point, audience)

    def forget(self, is_stale: Callable[[Typed], bool]) -> None:
        """Narrow each guard to what it admits whatever the stale terms are now."""
        self.enclosing = [
            (point, forgetting(audience, is_stale))
            for point, audience in self.enclosing
        ]
        for guards in self.exits.values():
            for point, audience in guards.items():
                guards[point] = forgetting(audience, is_stale)
