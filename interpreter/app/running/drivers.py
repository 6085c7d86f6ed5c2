"""What the ways of running have in common.

What is below this module takes worlds, engines and plans; what is above takes a
`Session` and gives what `reporting` shows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from interpreter.app.answering.element_faces import ElementFaces
from interpreter.app.answering.prompt import Prompt
from interpreter.app.opening.policies import policy_of
from interpreter.app.opening.session import Session
from interpreter.engine.policies import Answers
from interpreter.engine.stops import ChoiceStop
from interpreter.values.types import Value


@dataclass(frozen=True, slots=True)
class RunRequest:
    """How a run is to be made: faces and answers given, else chance and policies.

    `said` are answers of a case to one stop after the other, `turns` answers to one
    asking after the other; with `rulings` a person is asked too what has a default,
    with `cards` what is drawn.
    `places` is where the dice of a case stand, by name. With `seed` None chance answers
    nothing: what is not given is an error. Each choice that is asked is appended to
    `stops`.
    """

    seed: str | None
    faces: Mapping[str, Sequence[tuple[int, ...] | ElementFaces]]
    answers: Answers
    person: Prompt | None
    drawn: Mapping[str, Sequence[Value]] = field(default_factory=dict)
    said: Mapping[str, Sequence[Value]] = field(default_factory=dict)
    places: Mapping[str, str] | None = None
    turns: Mapping[str, Sequence[Value]] = field(default_factory=dict)
    rulings: bool = False
    cards: bool = False
    stops: list[ChoiceStop] | None = None


def answering(
    fixed: Mapping[str, Value], policy: str | None, session: Session
) -> Answers:
    """Return the answers beside a policy; an unknown one is UnknownName."""
    if policy is None:
        return Answers(dict(fixed))
    return Answers(dict(fixed), policy_of(policy, session))
