"""Who answers the choices of one run: what was given, a policy, a default, a
person."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from interpreter.app.explaining.refusals import Refusals
from interpreter.diagnostics import LimitExceeded, OpenStop, Unusable
from interpreter.engine.answers import checked
from interpreter.engine.dice import SeededDice, secret_of_seed
from interpreter.engine.policies import (
    Answers,
    PendingChoice,
    PolicyQuestion,
    Refused,
    is_settled,
)
from interpreter.engine.stops import ChoiceStop, GameState
from interpreter.ir.instructions import Choice
from interpreter.ir.stopping import answer_type
from interpreter.reports.runs import Answer, By
from interpreter.reports.values import ValueNames
from interpreter.values.types import Value

if TYPE_CHECKING:
    from interpreter.app.answering.prompted_choices import PromptedChoices


class ChoiceSource:
    """Answers the choices of one run and keeps what was said."""

    def __init__(
        self,
        seed: str | None,
        answers: Answers,
        names: ValueNames,
        seats: str,
        rule: Callable[[str, GameState, tuple[Any, ...]], Any],
        refusals: Refusals,
        script: Mapping[str, Sequence[Value]] | None = None,
        person: "PromptedChoices | None" = None,
        turns: Mapping[str, Sequence[Value]] | None = None,
        stops: list[ChoiceStop] | None = None,
    ) -> None:
        """Begin; `seats` is the kind of entity that seats are, `script` by label.

        `turns` are answers to one asking after the other, by path or label; each choice
        that is asked is appended to `stops`.
        Without a seed a policy may leave nothing to chance.
        `rule` says what a rule of a policy, by its name, says in a world to arguments.
        """
        self.script = {label: list(given) for label, given in (script or {}).items()}
        self.turns = {name: list(given) for name, given in (turns or {}).items()}
        self.seeded = SeededDice(secret_of_seed(seed or ""), names.ids)
        self.seedless = seed is None
        self.answers = answers
        self.names = names
        self.seats = seats
        self.rule = rule
        self.refusals = refusals
        self.person = person
        self.stops = stops
        self.seed_used = False
        self.said: list[Answer] = []
        self.taken: set[str] = set()

    def __call__(self, stop: ChoiceStop) -> Value:
        """Answer a stop; one that nobody answers is an OpenStop."""
        one = stop.instruction
        if self.stops is not None:
            self.stops.append(stop)
        waiting = self.script.get(one.label)
        if waiting:
            said = self._fitting(stop, waiting.pop(0))
            self._keep(one, said, "given")
            return said
        asked, answers = self._asked(stop), self._answers(one)
        try:
            found = answers.law(asked)
        except Refused as refused:
            given = any(name in answers.fixed for name in (one.site.path, one.label))
            raise self.refusals.explained(stop, refused, given) from None
        except LimitExceeded as limit:
            raise limit.at(one.site.span) from None
        except OpenStop as found_open:
            if self.person is None or not self._may_be_asked(asked):
                raise self.refusals.left_open(stop, found_open) from None
            said = self.person.answer(stop, asked)
            self._keep(one, said, "person")
            return said
        at = 0
        if len(found) > 1:
            if self.seedless:
                message = f"the policy leaves '{one.label}' to chance"
                raise Unusable(message, hint="answer it, or give the case a 'seed:'")
            self.seed_used = True
            place = self.seeded.reached(stop)
            at = place.dice.pick((place.ordinal,), (1,) * len(found))
        self._keep(one, found[at], self._who(stop, asked, answers))
        return found[at]

    def _fitting(self, stop: ChoiceStop, said: Value) -> Value:
        """Return an answer of the script that the choice takes."""
        try:
            return checked(stop, said)
        except Unusable as error:
            raise self.refusals.of_given(stop, said, error.message) from None

    def _answers(self, one: Choice) -> Answers:
        """Return the answers to this asking: one that is in turn goes first."""
        for name in (one.site.path, one.label):
            if self.turns.get(name):
                said = self.turns[name].pop(0)
                return replace(self.answers, fixed={one.site.path: said})
        return self.answers

    def _who(self, stop: ChoiceStop, asked: PolicyQuestion, answers: Answers) -> By:
        """Return who answered, and keep which of the answers given were taken."""
        one = stop.instruction
        fixed = {one.site.path, one.label} & set(answers.fixed)
        self.taken |= fixed
        if fixed:
            return "given"
        if all(is_settled(each) for each in asked.choices):
            return "the only one"
        return "default" if stop.default is not None else "policy"

    def _may_be_asked(self, asked: PolicyQuestion) -> bool:
        """Tell whether a person could answer: somebody chooses, and no policy that
        answers everything has found nothing legal."""
        return bool(asked.choices) and self.answers.policy.default is None

    def _keep(self, one: Choice, said: Value, by: By) -> None:
        path, kind = one.site.path, answer_type(one)
        self.said.append(Answer(path, one.label, said, kind, by))

    def _asked(self, stop: ChoiceStop) -> PolicyQuestion:
        if stop.instruction.each is None or stop.offered is None:
            return PolicyQuestion((self._choosing(stop, stop.by, stop.offered),))
        choices = [self._choosing(stop, seat, some) for _, seat, some in stop.offered]
        elements = tuple(each for each, _, _ in stop.offered)
        legal = None if stop.check is None else stop.legal
        return PolicyQuestion(tuple(choices), elements, legal)

    def _choosing(self, stop: ChoiceStop, by: Any, offered: Any) -> PendingChoice:
        one = stop.instruction
        several = one.each is not None
        ruled = self.person is not None and self.person.rulings

        def rule(name: str, given: tuple[Any, ...]) -> Any:
            return self.rule(name, stop.state.world, given)

        return PendingChoice(
            one.site.path,
            one.label,
            self.names.id(self.seats, by) if isinstance(by, int) else "judge",
            offered,
            stop.how_many,
            has_default=stop.default is not None and not ruled,
            default=stop.default,
            legal=None if several else stop.legal,
            by=by,
            rule=rule,
        )
