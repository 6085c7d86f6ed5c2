"""Why something may not be done: rules that forbid an option, and refused answers."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from msgspec import Struct

from interpreter.app.explaining.stop_values import GeneratedFunctions, StopValues
from interpreter.app.opening.session import Session
from interpreter.codegen.loading import RunForbidden
from interpreter.diagnostics import OpenStop, Unusable
from interpreter.engine.once import Engine
from interpreter.engine.policies import Refused
from interpreter.engine.stops import ChoiceStop
from interpreter.expressions.typed import Typed
from interpreter.ir.explained import compared, conjuncts
from interpreter.ir.instructions import Choice, Program, Require
from interpreter.ir.stopping import answer_type, carried
from interpreter.ir.walking import free
from interpreter.reports.calculations import here
from interpreter.reports.colour import clean
from interpreter.reports.questions import ruled_by, rules_of
from interpreter.reports.runs import TypedValue, typed_values
from interpreter.reports.source_text import filled, written
from interpreter.reports.values import ValueNames, listed, to_text
from interpreter.values.faults import Unmet
from interpreter.values.types import ListOf, Value

# The part of a condition that does not hold, in the words of the pack.


def first_failed(scene: StopValues, condition: Typed, names: ValueNames) -> str:
    """Return the first part that does not hold, and what it compared; "" for none."""
    for part in conjuncts(condition):
        found = scene.value(part)
        if found is not None and found.value is False:
            return _not_so(part, scene.values(compared(part)), names)
    return ""


def _not_so(part: Typed, found: Sequence[TypedValue], names: ValueNames) -> str:
    return f"not so: {written(part, names)}{here(found, names)}"


@contextmanager
def in_words(session: Session) -> Iterator[None]:
    """Let whatever forbids a run say its rule, its sentence, and what it compared."""
    try:
        yield
    except RunForbidden as error:
        raise _with_reason(session, error) from None


def required(session: Session, unmet: Unmet) -> tuple[Require, str]:
    """Return the step that forbids a run, and the rules that it carries."""
    # all emissions number the pack's steps alike
    procedure, requirement = session.pack.emitted("once").sites[unmet.site]
    assert isinstance(requirement, Require)
    return requirement, carried(requirement, session.program.procedures[procedure])


def in_short(rule: str, sentence: str) -> str:
    """Return by which rules something is refused and, if they say it, why."""
    by = f"refused by {clean(rule)}" if rule else "refused"
    return f"{by}: {sentence}" if sentence else by


def _with_reason(session: Session, error: RunForbidden) -> RunForbidden:
    unmet = error.unmet
    requirement, rule = required(session, unmet)
    message = in_short(rule, filled(requirement.sentence, unmet.figures, session.edge))
    compared = _failed(session, requirement, unmet)
    return RunForbidden(message, requirement.site.span, unmet, compared, error.at_once)


def _failed(session: Session, requirement: Require, unmet: Unmet) -> str:
    """Return the first condition that does not hold, and what it compared."""
    if unmet.failed is None:
        return ""
    number, values = unmet.failed
    part = conjuncts(requirement.condition)[number]
    return _not_so(part, typed_values(values, compared(part)), session.edge)


MOST_OFFERED = 12  # of what is offered, in a hint


class AnswerRefused(Unusable):
    """An answer, given beforehand, that a choice does not take."""

    def __init__(self, message: str, hint: str, stop: ChoiceStop, value: Value) -> None:
        """Keep where it was refused."""
        super().__init__(message, hint=hint)
        self.stop = stop
        self.value = value


class Refusals(Struct, frozen=True):
    """Says what was refused, and by which condition with which figures."""

    program: Program
    engine: Engine
    names: ValueNames

    def of_given(self, stop: ChoiceStop, value: Value, message: str) -> AnswerRefused:
        """Return the error of an answer that was given beforehand."""
        full_message = f"{message} at {stop.instruction.site.path}"
        hint = self._ruled(stop, self._offered(stop), stop.instruction.offered)
        return AnswerRefused(full_message, hint, stop, value)

    def explained(
        self, stop: ChoiceStop, refused: Refused, is_fixed: bool = False
    ) -> Unusable:
        """Return the error as a person reads it; `is_fixed`: the answer was given
        beforehand."""
        choice = stop.instruction
        kind = answer_type(choice) if refused.offered else choice.type
        try:
            value_text = f": {to_text(refused.value, kind, self.names)}"
        except (LookupError, TypeError, ValueError):  # of another type altogether
            value_text = ""
        if refused.offered:
            hint = self._ruled(stop, self._failed(stop, refused), choice.such_that)
        else:
            hint = self._ruled(stop, self._offered(stop), choice.offered)
        message = f"{refused.message}{value_text}"
        if is_fixed:
            return AnswerRefused(message, hint, stop, refused.value)
        return Unusable(message, hint=hint)

    def left_open(self, stop: ChoiceStop, found: OpenStop) -> OpenStop:
        """Return the error of a choice that nobody answers, with what is offered."""
        offered = self._offered(stop)
        addition = f"; {offered}" if offered else ""
        return OpenStop(f"{found.message}{addition}", found.hint)

    def _offered(self, stop: ChoiceStop) -> str:
        """Return what is offered instead; of several seats each has its own."""
        if stop.instruction.each is not None or stop.offered is None:
            return ""
        return self.offered(stop, stop.offered)

    def offered(self, stop: ChoiceStop, values: Sequence[Value]) -> str:
        """Return what is offered to one who chooses, and how many of it."""
        choice = stop.instruction
        some = self.texts(choice, values[:MOST_OFFERED])
        more = len(values) - len(some)
        rest = f" and {more} more" if more > 0 else ""
        offer_text = f"offered is {listed(some) or 'nothing'}{rest}"
        if stop.how_many is not None:
            least, most = stop.how_many
            count = f"{least}" if least == most else f"{least} to {most}"
            offer_text += f"; {count} of them are to be chosen"
        return offer_text

    def _ruled(self, stop: ChoiceStop, hint: str, expression: Typed | None) -> str:
        """Return a hint with the rules of the choice, and of the formulas in what it
        offers or in its condition."""
        rules = rules_of(stop.instruction, expression, self.program.declared)
        return "; ".join(filter(None, (hint, ruled_by(rules))))

    def texts(self, choice: Choice, values: Sequence[Value]) -> list[str]:
        """Return each of the values that a choice offers as a person reads it."""
        kind = choice.type
        if choice.how_many is not None and isinstance(kind, ListOf):
            kind = kind.item
        return [to_text(each, kind, self.names) for each in values]

    def _failed(self, stop: ChoiceStop, refused: Refused) -> str:
        """Return the first condition that does not hold, and what it compared."""
        choice = stop.instruction
        if choice.such_that is None or stop.check is None:
            return ""
        if choice.open_type is not None:  # a ruling has no condition but one
            return "it is the truth, and is to be false"
        # the check of a stop is called with these, in this order
        read = sorted(free(choice.such_that) - {choice.name})
        live = dict(zip(read, stop.check[1], strict=True))
        emitted = GeneratedFunctions.of(self.program, self.engine)
        scene = StopValues(
            emitted, stop.game_state, {**live, choice.name: refused.value}
        )
        return first_failed(scene, choice.such_that, self.names)
