"""`--seat NAME=person|policy:NAME|later`: who answers what a seat is asked.

A policy that was given when the game began answers for its seat until another word is
given, which holds for one command: whoever begins a game says once who plays.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.app.answering.pending import pending_choice
from interpreter.app.opening.games import POLICY, OpenGame
from interpreter.app.opening.policies import policy_of
from interpreter.diagnostics import OpenStop, Unusable, UsageError
from interpreter.engine.dice import KeyedDice
from interpreter.engine.policies import Answers, PendingChoice, Policy, PolicyQuestion
from interpreter.games.questions import Given, Question, questions
from interpreter.games.state import JUDGE_NAME
from interpreter.values.types import JUDGE, Value

PERSON, LATER = "person", "later"


@dataclass(frozen=True, slots=True)
class AnswerSource:
    """Who answers for a seat: a person, nobody for now, or a policy."""

    who: str
    policy: Policy


def answerers(
    given: Mapping[str, str], found: OpenGame, rest: str, here: int | None = None
) -> dict[int, AnswerSource]:
    """Return who answers, by the number of the seat: whom `given` names, else `here` a
    person, else a policy that the game keeps, else `rest`."""
    every = {*found.beginning.seats.values(), JUDGE}
    known = dict.fromkeys(every, AnswerSource(rest, Policy()))
    known |= _named(found.kept, found)
    if here is not None:
        known[here] = AnswerSource(PERSON, Policy())
    return known | _named(given, found)


def _named(given: Mapping[str, str], found: OpenGame) -> dict[int, AnswerSource]:
    """Return who answers by what is written for the names of seats."""
    return {
        JUDGE if name == JUDGE_NAME else found.seat(name): _answerer(name, text, found)
        for name, text in given.items()
    }


def _answerer(name: str, text: str, found: OpenGame) -> AnswerSource:
    who, _, policy = text.partition(":")
    if who == POLICY and policy:
        return AnswerSource(POLICY, policy_of(policy, found.session))
    if text in (PERSON, LATER):
        return AnswerSource(text, Policy())
    hint = f"write --seat {name}=person, {name}=later or {name}=policy:NAME"
    raise UsageError(f"'{text}' is nobody who could answer", hint)


def said(
    found: OpenGame,
    number: int,
    question: Question,
    fixed: Mapping[str, Value],
    policy: Policy,
) -> tuple[Given, str] | None:
    """Return what fixed answers or a policy say to a question, and which of them; None
    when a person is to be asked. What they say and was not offered is Unusable.

    `number` is that of the event that the answer becomes: what a policy leaves to
    chance follows from it and the secret.
    """
    stop, several = question.stop, question.stop.instruction.each is not None
    alone = len(questions(stop)) == 1
    default = stop.default if policy.name else None  # a person is asked all the same
    choices = tuple(
        _choosing(found, question, each.offered, default) for each in question.parts
    )
    elements = tuple(each.element for each in question.parts) if several else None
    legal = stop.legal if several and alone and stop.check is not None else None
    asked: Any = PolicyQuestion(choices, elements, legal)  # elements can be hashed
    try:
        candidates = Answers(dict(fixed), policy).answers_to(asked)
    except OpenStop:
        if policy.name:
            raise
        return None
    at = _picked(found, number, len(candidates))
    values: Any = candidates[at]
    names = {stop.instruction.site.path, stop.instruction.label}
    by = "given" if names & fixed.keys() else f"policy:{policy.name}"
    return tuple(each for _, each in values) if several else (values,), by


def _picked(found: OpenGame, number: int, count: int) -> int:
    if count == 1:
        return 0
    secret = found.beginning.secret
    if secret is None:
        raise Unusable("the policy leaves this to chance, and no secret is there")
    # no path of a roll begins so: theirs begin with a step, which has a dot
    return KeyedDice(secret).pick(("policy", number), (1,) * count)


def _choosing(
    found: OpenGame, question: Question, offered: Any, default: Any
) -> PendingChoice:
    beginning = found.beginning
    return pending_choice(
        question.stop,
        question.seat,
        offered,
        lambda _: beginning.seat_name(question.seat),
        beginning.engine.compiled.rule,
        with_default=default is not None,
    )
