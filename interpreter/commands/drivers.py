"""Where commands meet the ways of running; `exact_form` and `plans` do it for two.

What is below this module takes worlds, engines and plans; what is above takes a
`Session` and gives what `reporting` shows.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from interpreter.checked.declared import Declared, World
from interpreter.commands.dice import Faces
from interpreter.commands.terminal import Terminal
from interpreter.loading import Loaded
from interpreter.problems import UmpireError, UnknownName
from interpreter.reporting.cases import CaseResult, Untouched
from interpreter.running.policies import Answers, Default, Policy
from interpreter.values.types import Value

Spines = tuple[object, ...]
_DEFAULTS: tuple[Default, ...] = ("first", "last", "random")


class NotBuilt(UmpireError):
    """A way of running that this version does not have."""

    def __init__(self, what: str) -> None:
        """Name it."""
        super().__init__(f"this version cannot {what} yet")


@dataclass(frozen=True, slots=True)
class Wanted:
    """How a run is to be made: faces and answers given, else chance and policies."""

    seed: str
    faces: Faces
    answers: Answers
    person: Terminal | None
    traced: bool


def spines(declared: Declared, world: World) -> Spines:
    """Return a world as emitted code has it: rows by kind, then the empty log."""
    return (*(world.rows.get(kind, ()) for kind in declared.kinds), (0, ()))


def answering(fixed: Mapping[str, Value], policy: str | None) -> Answers:
    """Return fixed answers beside a policy; an unknown one is UnknownName."""
    for each in _DEFAULTS:
        if policy == each:
            return Answers(dict(fixed), Policy(each, default=each))
    if policy is not None:
        raise UnknownName("policy", policy, _DEFAULTS)
    return Answers(dict(fixed))


def cases(loaded: Loaded, coverage: bool) -> tuple[list[CaseResult], Untouched | None]:
    """Run every case of a pack."""
    raise NotBuilt("run cases")
