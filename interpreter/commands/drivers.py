"""What the ways of running have in common.

What is below this module takes worlds, engines and plans; what is above takes a
`Session` and gives what `reporting` shows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from interpreter.checked.declared import Declared, World
from interpreter.commands.dice import Faces
from interpreter.commands.terminal import Terminal
from interpreter.problems import UnknownName
from interpreter.running.policies import Answers, Default, Policy
from interpreter.values.types import Value

Spines = tuple[object, ...]
_DEFAULTS: tuple[Default, ...] = ("first", "last", "random")


@dataclass(frozen=True, slots=True)
class Wanted:
    """How a run is to be made: faces and answers given, else chance and policies."""

    seed: str
    faces: Faces
    answers: Answers
    person: Terminal | None
    traced: bool
    drawn: Mapping[str, Sequence[Value]] = field(default_factory=dict)


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
