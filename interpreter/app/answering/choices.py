"""Answers to the choices of a run: by what was given, a policy or a person.

The chain is `engine.policies.Answers`: an answer given beforehand, the only option, a
rule of the policy, the default of the step, the default of the policy. Where none of
them answers, a person is asked. `run`, cases and games use the same chain; they differ
in what is answered at once: `run` the whole stop, a game one seat.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from interpreter.app.explaining.refusals import Refusals
from interpreter.diagnostics import LimitExceeded, OpenStop, Unusable
from interpreter.engine.dice import SeededDice, secret_of_seed
from interpreter.engine.policies import (
    Answers,
    PendingChoice,
    PolicyQuestion,
    Refused,
    is_settled,
)
from interpreter.engine.stops import ChoiceStop, GameState, checked
from interpreter.ir.instructions import Choice
from interpreter.ir.stopping import answer_type
from interpreter.reports.runs import Answer, By
from interpreter.reports.values import ValueNames, spaced
from interpreter.values.types import Value

if TYPE_CHECKING:
    from interpreter.app.answering.prompted_choices import RunPrompt


PackFunction = Callable[[str, GameState, tuple[Any, ...]], Any]
"""Calls a rule of a pack's policy: its name, the state, the arguments."""
SeatNames = Callable[[int | None], str]
"""Returns the name of who chooses; the judge for None."""


def pending_choice(
    stop: ChoiceStop,
    by: int | None,
    offered: tuple[Value, ...] | None,
    seat_name: SeatNames,
    call_rule: PackFunction,
    with_default: bool = True,
) -> PendingChoice:
    """Return one choice of a stop: `by` chooses from `offered` (None: any value of the
    type). The default of the step answers only `with_default`."""
    made = stop.instruction

    def rule(name: str, arguments: tuple[Value, ...]) -> Value:
        return call_rule(name, stop.game_state, arguments)

    return PendingChoice(
        made.site.path,
        made.label,
        seat_name(by),
        offered,
        stop.how_many,
        has_default=with_default and stop.default is not None,
        default=stop.default,
        legal=None if made.each is not None else stop.legal,
        by=by,
        rule=rule,
    )


def whole_question(
    stop: ChoiceStop,
    seat_name: SeatNames,
    call_rule: PackFunction,
    with_default: bool = True,
) -> PolicyQuestion:
    """Return all that a stop asks; of several choices the answer is a map from the
    elements, and legal as a whole."""

    def pending(by: int | None, offered: tuple[Value, ...] | None) -> PendingChoice:
        return pending_choice(stop, by, offered, seat_name, call_rule, with_default)

    if stop.instruction.each is None or stop.offered is None:
        return PolicyQuestion((pending(stop.by, stop.offered),))
    choices = tuple(pending(by, options) for _, by, options in stop.offered)
    elements = tuple(element for element, _, _ in stop.offered)
    return PolicyQuestion(choices, elements, stop.legal if stop.check else None)


class ChoiceSource:
    """Answers the choices of one run; `answered` is the record of them, `used` the
    names of the fixed answers that were needed."""

    def __init__(
        self,
        seed: str | None,
        answers: Answers,
        names: ValueNames,
        seats: str,
        call_rule: PackFunction,
        refusals: Refusals,
        script: Mapping[str, Sequence[Value]] | None = None,
        person: "RunPrompt | None" = None,
        turns: Mapping[str, Sequence[Value]] | None = None,
        stops: list[ChoiceStop] | None = None,
    ) -> None:
        """`seats` is the kind of entity that seats are; `script` has answers to
        successive stops by label, `turns` answers to successive questions by path or
        label; each stop is appended to `stops`, and its texts are tried, as cases want.

        Without a seed a policy may leave nothing to chance.
        """
        self.script = {name: list(values) for name, values in (script or {}).items()}
        self.turns = {name: list(values) for name, values in (turns or {}).items()}
        self.seeded = SeededDice(secret_of_seed(seed or ""), names.ids)
        self.seedless = seed is None
        self.answers = answers
        self.names = names
        self.seats = seats
        self.call_rule = call_rule
        self.refusals = refusals
        self.person = person
        self.stops = stops
        self.seed_used = False
        self.answered: list[Answer] = []
        self.used: set[str] = set()

    def __call__(self, stop: ChoiceStop) -> Value:
        """Return the answer to a stop; one without an answer is an OpenStop."""
        if self.stops is not None:
            self.stops.append(stop)
            stop.try_texts()  # in a game a text that fails is left out
        value, by = self._answer(stop)
        made = stop.instruction
        kind = answer_type(made)
        self.answered.append(Answer(made.site.path, made.label, value, kind, by))
        return value

    def _answer(self, stop: ChoiceStop) -> tuple[Value, By]:
        made = stop.instruction
        if scripted := self.script.get(made.label):
            return self._checked(stop, scripted.pop(0)), "given"
        question, answers = self._question(stop), self._answers(made)
        try:
            values = answers.answers_to(question)
        except Refused as refused:
            is_fixed = any(
                name in answers.fixed for name in (made.site.path, made.label)
            )
            raise self.refusals.of_answer(stop, refused, is_fixed) from None
        except LimitExceeded as limit:
            raise limit.at(made.site.span) from None
        except OpenStop as unanswered:
            if self.person is None or not self._may_ask(question):
                raise self.refusals.of_open_choice(stop, unanswered) from None
            return self.person.answer(stop, question), "person"
        value = values[0] if len(values) == 1 else values[self._pick(stop, len(values))]
        return value, self._source(stop, question, answers)

    def _pick(self, stop: ChoiceStop, count: int) -> int:
        """Return the number of an answer: chance picks one of equally likely ones."""
        if self.seedless:
            message = f"the policy leaves '{stop.instruction.label}' to chance"
            raise Unusable(message, hint="answer it, or give the case a 'seed:'")
        self.seed_used = True
        place = self.seeded.reached(stop)
        return place.dice.pick((place.ordinal,), (1,) * count)

    def _checked(self, stop: ChoiceStop, value: Value) -> Value:
        """Return an answer of the script as the choice takes it."""
        try:
            return checked(stop, value)
        except Unusable as error:
            raise self.refusals.of_fixed_answer(stop, value, error.message) from None

    def _answers(self, made: Choice) -> Answers:
        """Return the answers to this question: the next one in turn comes first."""
        for name in (made.site.path, made.label):
            if self.turns.get(name):
                value = self.turns[name].pop(0)
                return replace(self.answers, fixed={made.site.path: value})
        return self.answers

    def _source(self, stop: ChoiceStop, asked: PolicyQuestion, answers: Answers) -> By:
        """Return which source answered, and record the fixed answers that were used."""
        made = stop.instruction
        fixed = {made.site.path, made.label} & set(answers.fixed)
        self.used |= fixed
        if fixed:
            return "given"
        if all(is_settled(choice) for choice in asked.choices):
            return "the only one"
        return "default" if stop.default is not None else "policy"

    def _may_ask(self, question: PolicyQuestion) -> bool:
        """Return whether a person could answer: there is a choice that no policy
        answers whatever it is; where all have one, it found nothing legal."""
        policy = self.answers.policy
        return any(policy.of(each.by).default is None for each in question.choices)

    def _question(self, stop: ChoiceStop) -> PolicyQuestion:
        asks_rulings = self.person is not None and self.person.rulings
        return whole_question(stop, self._seat_name, self.call_rule, not asks_rulings)

    def _seat_name(self, seat: int | None) -> str:
        return "judge" if seat is None else spaced(self.names.id(self.seats, seat))
