"""What the steps of a game said between two stops, as the pack's authors wrote it.

Only what a step says of itself counts: a clause around it says nothing of its own, and
what a stop or a requirement says is asked or refused with. That whoever sees such a
step may know what it says, and that it is done, the checker has proved.
"""

from typing import NamedTuple

from interpreter.checked.audience import EVERYONE
from interpreter.language.typed import Template
from interpreter.program.instructions import (
    Choice,
    Draw,
    Feasible,
    ForEach,
    Let,
    Repeat,
    Require,
    Roll,
    Site,
    When,
)
from interpreter.program.walking import is_hidden
from interpreter.running.once import Engine
from interpreter.values.types import Value

SILENT = (Choice, Draw, Feasible, ForEach, Repeat, Require, Roll, When)


class Saying(NamedTuple):
    """A sentence with its values, and whether all seats see the step that says it."""

    sentence: Template
    values: tuple[Value, ...]
    is_public: bool


def sayings(engine: Engine) -> list[Saying]:
    """Return what was said since the reports of an engine were thrown away, in order;
    names that one step gives together say it once, and so does a loop that says the
    same of all."""
    found: list[Saying] = []
    last: Site | None = None
    names: set[str] = set()  # that it gave; one that comes again begins it anew
    for kind, *rest in engine.told:
        if kind != "step":
            continue
        number, _, _, values, _ = rest
        one = engine.emitted.sites[number][1]
        said = one.site.say
        again = False
        if isinstance(one, Let):
            again = one.site == last and one.name not in names
            names = {*names, one.name} if again else {one.name}
        last = one.site if isinstance(one, Let) else None
        silent = isinstance(one, SILENT) or is_hidden(one) or again
        if said is None or silent:
            continue
        saying = Saying(said, values, one.site.seen_by == EVERYONE)
        if found[-1:] != [saying]:
            found.append(saying)
    return found
