"""Why something may not be done: rules that forbid an option, and refused answers."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from msgspec import Struct

from interpreter.app.explaining.stop_values import GeneratedFunctions, StopValues
from interpreter.app.opening.session import Session
from interpreter.codegen.loading import RunForbidden
from interpreter.diagnostics import OpenStop, UmpireError, Unusable
from interpreter.engine.once import Engine
from interpreter.engine.policies import Refused
from interpreter.engine.stops import ChoiceStop
from interpreter.expressions.typed import Typed
from interpreter.games.disclosures import view_asked
from interpreter.games.questions import IllegalAnswer, Question
from interpreter.games.state import GameProgress
from interpreter.ir.explained import compared, conjuncts
from interpreter.ir.instructions import Choice, Program, Require
from interpreter.ir.stopping import answer_type, carried
from interpreter.ir.walking import free, in_template
from interpreter.reports.calculations import here
from interpreter.reports.claims import names_of
from interpreter.reports.colour import clean
from interpreter.reports.questions import ruled_by, rules_of
from interpreter.reports.runs import TypedValue, typed_values
from interpreter.reports.source_text import filled, written
from interpreter.reports.values import ValueNames, listed, to_text
from interpreter.values.faults import Unmet
from interpreter.values.types import ListOf, Value
from interpreter.views.views import AskedValue

# The part of a condition that does not hold, in the words of the pack.


def _first_failed_part(values: StopValues, condition: Typed, names: ValueNames) -> str:
    """Return the first conjunct that is false at a stop, with the values that it
    compared; "" if none is false or what it reads is not known there."""
    for part in conjuncts(condition):
        result = values.value(part)
        if result is not None and result.value is False:
            return _failed_part_text(part, values.values(compared(part)), names)
    return ""


def _failed_part_text(
    part: Typed, compared_values: Sequence[TypedValue], names: ValueNames
) -> str:
    return f"not so: {written(part, names)}{here(compared_values, names)}"


@contextmanager
def explaining_refusals(session: Session) -> Iterator[None]:
    """Re-raise a RunForbidden with a message for people: the rules that forbid the run,
    the sentence of the step, and the values that it compared."""
    try:
        yield
    except RunForbidden as error:
        raise _with_reason(session, error) from None


def refusing_step(session: Session, unmet: Unmet) -> tuple[Require, str]:
    """Return the `require` step that forbids a run, and the rules that it carries.

    The code in which it failed may be of any target."""
    procedure, requirement = session.pack.instruction(unmet.site)
    assert isinstance(requirement, Require)
    return requirement, carried(requirement, session.program.procedures[procedure])


def refused_by_text(rule: str, sentence: str) -> str:
    """Return by which rules something is refused and, if there is a `sentence`, why."""
    by = f"refused by {clean(rule)}" if rule else "refused"
    return f"{by}: {sentence}" if sentence else by


UNTAKEN = "the rules refuse to go on from this answer"
"""What a seat reads of a refusal of which it may not know the reason."""


def refusal_text(
    session: Session, course: GameProgress, question: Question, error: UmpireError
) -> str:
    """Return the rule that refuses an answer and its text, in the names of the seat.

    "" where no rule does, and where that may disclose more than the answer did: others
    chose at the same time, or there were rolls that the seat has not seen. The checker
    has proved that each seat whose answer may have led to a refusal may know what it
    compares and says, also where the seat does not see the step.
    """
    if not isinstance(error, RunForbidden):
        return ""
    made, rule = refusing_step(session, error.unmet)
    alone = question.stop.instruction.each is None
    if not alone or not error.at_once:
        return ""
    kinds = [node.type for node in in_template(made.sentence)]
    pairs = zip(error.unmet.figures, kinds, strict=True)
    figures = [AskedValue(*pair) for pair in pairs]
    view, values = view_asked(course, error.unmet.game_state, question.seat, figures)
    names = names_of(view, session.program.declared)
    return refused_by_text(rule, filled(made.sentence, values, names))


def refusal_for_seat(
    session: Session, course: GameProgress, question: Question, error: UmpireError
) -> UmpireError:
    """Return the error that a seat may read where the game did not take its answer: the
    reason follows from the question, or all seats may know it, or it is for the judge
    alone; `explaining_refusals` is for him."""
    if isinstance(error, IllegalAnswer):
        return error
    return Unusable(refusal_text(session, course, question, error) or UNTAKEN)


def _with_reason(session: Session, error: RunForbidden) -> RunForbidden:
    unmet = error.unmet
    requirement, rule = refusing_step(session, unmet)
    # by ids: the caller may be a seat, which need not know what a thing is called
    names = session.edge.by_ids()
    message = refused_by_text(rule, filled(requirement.sentence, unmet.figures, names))
    failed_text = _failed_requirement(session, requirement, unmet)
    return RunForbidden(
        message, requirement.site.span, unmet, failed_text, error.at_once
    )


def _failed_requirement(session: Session, requirement: Require, unmet: Unmet) -> str:
    """Return the conjunct that a run found false, with the values that it compared."""
    if unmet.failed is None:
        return ""
    number, values = unmet.failed
    part = conjuncts(requirement.condition)[number]
    names = session.edge.by_ids()
    return _failed_part_text(part, typed_values(values, compared(part)), names)


MOST_OFFERED = 12  # options that a hint lists


class AnswerRefused(Unusable):
    """A choice does not take an answer that was given before the run."""

    def __init__(self, message: str, hint: str, stop: ChoiceStop, value: Value) -> None:
        """`stop` is the choice that refused `value`."""
        super().__init__(message, hint=hint)
        self.stop = stop
        self.value = value


class Refusals(Struct, frozen=True):
    """Makes the errors of choices that are answered wrongly or not at all; the hint of
    each says what is offered, which condition failed, and by which rules."""

    program: Program
    engine: Engine
    names: ValueNames

    def of_fixed_answer(
        self, stop: ChoiceStop, value: Value, message: str
    ) -> AnswerRefused:
        """Return the error of an answer given before the run, of which `message` says
        what is wrong."""
        full_message = f"{message} at {stop.instruction.site.path}"
        hint = self._with_rules(stop, self._offer_hint(stop), stop.instruction.offered)
        return AnswerRefused(full_message, hint, stop, value)

    def of_answer(
        self, stop: ChoiceStop, refused: Refused, is_fixed: bool = False
    ) -> Unusable:
        """Return the error of an answer that the stop does not take; `is_fixed`: it was
        given before the run."""
        choice = stop.instruction
        kind = answer_type(choice) if refused.offered else choice.type
        try:
            value_text = f": {to_text(refused.value, kind, self.names)}"
        except (LookupError, TypeError, ValueError):  # of another type altogether
            value_text = ""
        if refused.offered:
            hint = self._with_rules(
                stop, self._failed_condition(stop, refused), choice.such_that
            )
        else:
            hint = self._with_rules(stop, self._offer_hint(stop), choice.offered)
        message = f"{refused.message}{value_text}"
        if is_fixed:
            return AnswerRefused(message, hint, stop, refused.value)
        return Unusable(message, hint=hint)

    def of_open_choice(self, stop: ChoiceStop, error: OpenStop) -> OpenStop:
        """Return the error of a choice that nobody answers, with what is offered."""
        offered = self._offer_hint(stop)
        addition = f"; {offered}" if offered else ""
        return OpenStop(f"{error.message}{addition}", error.hint)

    def _offer_hint(self, stop: ChoiceStop) -> str:
        """Return the options of a choice as a hint; "" where they are not known, or
        each of several seats has its own."""
        if stop.instruction.each is not None or stop.offered is None:
            return ""
        return self._offer_text(stop, stop.offered)

    def _offer_text(self, stop: ChoiceStop, values: Sequence[Value]) -> str:
        """Return the first options, how many more there are, and how many to choose."""
        choice = stop.instruction
        shown = self._option_texts(choice, values[:MOST_OFFERED])
        more = len(values) - len(shown)
        rest = f" and {more} more" if more > 0 else ""
        offer_text = f"offered is {listed(shown) or 'nothing'}{rest}"
        if stop.how_many is not None:
            least, most = stop.how_many
            count = f"{least}" if least == most else f"{least} to {most}"
            offer_text += f"; {count} of them are to be chosen"
        return offer_text

    def _with_rules(self, stop: ChoiceStop, hint: str, expression: Typed | None) -> str:
        """Return a hint with the rules of the choice, and of the formulas in what it
        offers or in its condition."""
        rules = rules_of(stop.instruction, expression, self.program.declared)
        return "; ".join(filter(None, (hint, ruled_by(rules))))

    def _option_texts(self, choice: Choice, values: Sequence[Value]) -> list[str]:
        """Return the text of each option; `values` are some options of the choice."""
        kind = choice.type
        if choice.how_many is not None and isinstance(kind, ListOf):
            kind = kind.item
        return [to_text(each, kind, self.names) for each in values]

    def _failed_condition(self, stop: ChoiceStop, refused: Refused) -> str:
        """Return the part of a condition that an answer fails, and what it compared."""
        choice = stop.instruction
        if choice.such_that is None or stop.check is None:
            return ""
        if choice.is_lie:
            return "it is the truth, and is to be false"
        # the check of a stop is called with these, in this order
        read = sorted(free(choice.such_that) - {choice.name})
        live = dict(zip(read, stop.check[1], strict=True))
        emitted = GeneratedFunctions.of(self.program, self.engine)
        values = StopValues(
            emitted, stop.game_state, {**live, choice.name: refused.value}
        )
        return _first_failed_part(values, choice.such_that, self.names)
