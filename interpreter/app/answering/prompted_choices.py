"""`--real-dice`: whoever rolls also decides what nobody answered beforehand."""

from dataclasses import dataclass
from typing import Any

from interpreter.app.answering.paths import OVER, RemainingPath, ahead_of
from interpreter.app.answering.prompt import Prompt, input_ended
from interpreter.app.explaining.refusals import MOST_OFFERED, Refusals
from interpreter.app.opening.session import Session
from interpreter.app.opening.yaml_values import value_in_line
from interpreter.diagnostics import OpenStop, UmpireError
from interpreter.engine.policies import Answers, PendingChoice, PolicyQuestion, Refused
from interpreter.engine.stops import ChoiceStop
from interpreter.ir.instructions import Choice
from interpreter.reports.colour import clean
from interpreter.reports.questions import A_WAY
from interpreter.reports.source_text import filled
from interpreter.reports.values import between, listed, to_text
from interpreter.values.names import plain
from interpreter.values.types import (
    JUDGE,
    Entity,
    ListOf,
    Seat,
    Type,
    Value,
    enumeration_of,
    spoken,
)
from interpreter.views.masks import Masks
from interpreter.views.views import View, view


@dataclass(slots=True)
class PromptedChoices:
    """Asks who chooses what, what for, and what fits; checks what is typed.

    A way that is given at once is taken hex by hex, until its seat sees something new.
    """

    person: Prompt
    session: Session
    refusals: Refusals
    answers: Answers
    rulings: bool = False
    """Whether it asks too for what has a default; an empty line takes that."""
    ahead: RemainingPath | None = None
    """What is left of a way."""

    def answer(self, stop: ChoiceStop, asked: PolicyQuestion) -> Value:
        """Return a legal answer; of several seats each is asked for its own.

        An impossible one is asked again at a terminal, else it is Unusable; when the
        input ends it is an OpenStop.
        """
        if asked.elements is None:
            return self._of(stop, asked.choices[0])
        while True:
            pairs = zip(asked.elements, asked.choices, strict=True)
            found: Any = tuple((each, self._of(stop, one, each)) for each, one in pairs)
            if asked.legal is None or asked.legal(found):
                return found
            refused = Refused("not allowed together", found, offered=True)
            self._again(self.refusals.explained(stop, refused))

    def _of(self, stop: ChoiceStop, one: PendingChoice, element: Any = None) -> Any:
        """Return what a seat chooses; it is not asked where the answer is given, or
        nothing is left to choose."""
        try:
            (found,) = self.answers.of(one)
        except OpenStop as found_open:
            return self._asked(stop, one, element, found_open)
        return found

    def _asked(
        self, stop: ChoiceStop, one: PendingChoice, element: Any, left_open: OpenStop
    ) -> Any:
        going = self._gone_on(stop, one)
        if going:
            return going[0]
        fitting = self._fitting(stop, one)
        missing = input_ended(f"{left_open.message}; {fitting}", left_open.hint)
        names, kind = self.refusals.names, stop.instruction.type
        some = self.refusals.texts(stop.instruction, one.offered or ())
        every = f"offered is {listed(some)}" if some[MOST_OFFERED:] else ""
        more = "; ? lists all" if every else ""
        if one.default is not None:
            more += f"; nothing: {to_text(one.default, kind, names)}"
        question = f"{clean(self._question(stop, one, element))} ({fitting}{more}):"
        while True:
            line = self.person.asked(question, missing, every)
            if not line and one.default is not None:
                return one.default
            try:
                first, rest = ahead_of(stop, line, names)
                return self._taken(stop, one, (first, *rest))
            except Refused as refused:
                self._again(self.refusals.explained(stop, refused), fitting)
            except UmpireError as fault:
                self._again(fault, fitting)

    def _taken(
        self, stop: ChoiceStop, one: PendingChoice, lines: tuple[str, ...]
    ) -> Any:
        """Return the first of some answers, and keep those behind it."""
        value = self._read(stop, one, lines[0])
        (found,) = Answers({one.path: value}).of(one)
        if lines[1:]:
            here = (stop, _seat(one), lines[1:], found, self._seen(stop, one))
            self.ahead = RemainingPath(*here)
        return found

    def _gone_on(self, stop: ChoiceStop, one: PendingChoice) -> tuple[Any, ...]:
        """Return the next hex of a way that was given at once; nothing where there is
        none, or it is cut."""
        ahead, self.ahead = self.ahead, None
        if ahead is None:
            return ()
        why = ahead.cut(stop, _seat(one), self._seen(stop, one))
        if not why:
            try:
                return (self._taken(stop, one, ahead.rest),)
            except Refused as refused:
                why = self.refusals.explained(stop, refused).message
            except UmpireError as fault:
                why = fault.message
        if text := ahead.left_out(why):
            self.person.terminal.say(text)
        return ()

    def rest(self) -> None:
        """Say what is left of a way when the run is over."""
        if self.ahead is not None and (text := self.ahead.left_out(OVER)):
            self.person.terminal.say(text)

    def _seen(self, stop: ChoiceStop, one: PendingChoice) -> View | None:
        """Return what the seat that chooses may know; None for the judge."""
        if _seat(one) == JUDGE:
            return None
        declared, ids = self.session.program.declared, self.session.world.ids
        return view(declared, ids, stop.world, _seat(one), Masks(ids, b""))

    def _again(self, fault: UmpireError, fitting: str = "") -> None:
        why = f" ({fault.hint})" if fault.hint else ""
        self.person.again(f"{fault.message}{why}", fitting)

    def _question(self, stop: ChoiceStop, one: PendingChoice, element: Any) -> str:
        """Return who decides what, and what for: what the step says, or its place."""
        made, names = stop.instruction, self.refusals.names
        verb = "rules" if one.offered is None else "chooses"
        text = f"{one.seat} {verb} {made.label.replace('_', ' ')}"
        item = _item(made)
        # a number names the seat only among seats: others have numbers of their own
        seat_kind = self.session.program.declared.seat_kind
        is_seat = isinstance(item, Entity | Seat) and item.kind == seat_kind
        own = is_seat and element == one.by
        if item is not None and not own:
            text += f" for {to_text(element, item, names)}"
        said = filled(made.site.say, stop.texts[0], names)
        where = made.site.path.partition(".")[0].replace("_", " ")
        return f"{text}: {said}" if said else f"{text} in {where}"

    def _fitting(self, stop: ChoiceStop, one: PendingChoice) -> str:
        if one.offered is None:
            words = enumeration_of(stop.instruction.type)
            some = "" if words is None else f": {listed(words.values)}"
            return f"{spoken(stop.instruction.type)}{some}"
        if stop.instruction.is_leg:
            return f"{self.refusals.offered(stop, one.offered)}; {A_WAY}"
        more = f", {self._between(stop, one)[1]} between" if one.how_many else ""
        if one.how_many and not one.how_many[0] and one.default is None:
            more += "; nothing: none of them"
        return f"{self.refusals.offered(stop, one.offered)}{more}"

    def _between(self, stop: ChoiceStop, one: PendingChoice) -> tuple[str, str]:
        """Return what stands between several answers, and what it is called."""
        mark = between(self.refusals.texts(stop.instruction, one.offered or ()))
        return mark, "commas" if mark == "," else "semicolons"

    def _read(self, stop: ChoiceStop, one: PendingChoice, line: str) -> Value:
        """Read a value by its text as it is offered, else as `--answer` does."""
        kind = stop.instruction.type
        if one.how_many is None or line.startswith("[") or not isinstance(kind, ListOf):
            return self._value(one, line, kind)
        mark, _ = self._between(stop, one)
        parts = [part.strip() for part in line.split(mark)] if line else []
        return tuple(self._value(one, part, kind.item) for part in parts)

    def _value(self, one: PendingChoice, text: str, kind: Type) -> Value:
        names = self.refusals.names
        offered: tuple[Any, ...] = one.offered or ()
        for value in offered if not isinstance(kind, ListOf) else ():
            if plain(to_text(value, kind, names)) == plain(text):
                return value
        pack, scenario = self.session.pack, self.session.scenario
        return value_in_line(pack, text, kind, scenario, "the answer")


def _seat(one: PendingChoice) -> int:
    return JUDGE if one.by is None else one.by


def _item(made: Choice) -> Type | None:
    """Return what each of several choices is for; None for one choice."""
    source = None if made.each is None else made.each[1].type
    return source.item if isinstance(source, ListOf) else None
