"""What a person writes instead of having it drawn: the false content of a claim, or a
card of his own deck."""

from collections.abc import Mapping
from typing import Any

from interpreter.app.answering.chance import ChanceSource
from interpreter.app.answering.prompt import Prompt, input_ended
from interpreter.app.opening.session import Session
from interpreter.diagnostics import UmpireError, Unusable
from interpreter.engine.dice import how_many
from interpreter.engine.stops import DrawStop, RollStop
from interpreter.reports.colour import clean
from interpreter.reports.runs import Throw
from interpreter.reports.source_text import filled
from interpreter.reports.values import between, listed, to_text
from interpreter.values.names import plain
from interpreter.values.types import (
    ListOf,
    MapOf,
    Maybe,
    Record,
    Text,
    Type,
    Unknown,
    Value,
)

FEW = 12  # of what may be written, in a question


class JudgeWriting:
    """Answers dice and draws as `chance` does, but takes what is written before of
    what may be written: in a case, by `--answer`, by a judge who is there.

    A line without a word leaves it to chance; where one thing alone may be written,
    nobody is asked. With `cards` the person is asked too what else is drawn.
    """

    def __init__(
        self,
        chance: ChanceSource,
        session: Session,
        judge: Prompt | None,
        fixed: Mapping[str, Any],
        cards: bool = False,
    ) -> None:
        """Begin; `judge` is None where nobody is there, `fixed` are answers by name."""
        self.cards = cards
        self.chance = chance
        self.session = session
        self.judge = judge
        self.fixed = fixed
        self.taken: set[str] = set()

    def __call__(self, stop: RollStop | DrawStop) -> Value:
        """Answer a stop."""
        if isinstance(stop, RollStop):
            return self.chance(stop)
        if not stop.instruction.written:
            drawn = self._card(stop)
            return self.chance(stop) if drawn is None else drawn
        found = self._scripted(stop)
        if found is None:
            found = self._fixed(stop)
        if found is None and self.judge is not None and not _is_settled(stop):
            found = self._asked(stop, self.judge)
        if found is None:
            return self.chance(stop)
        one = stop.instruction
        given = (one.site.path, one.label, 0, found, _item(stop))
        purpose = self._purpose(stop)
        self.chance.thrown.append(Throw(*given, True, "judge", purpose))
        return found[0] if stop.how_many is None else found

    def _card(self, stop: DrawStop) -> Value:
        """Return what a person has drawn from a deck of his own; None where nobody is
        asked, or it is left to chance."""
        number = how_many(stop)
        if not self.cards or self.judge is None or len(stop.items) < 2 or not number:
            return None
        one, texts = stop.instruction, self._texts(stop)
        purpose, names = self._purpose(stop), self.chance.names
        by = "" if stop.by is None else names.id(self.chance.seats, stop.by)
        what = clean(one.label) if number == 1 else f"{number} of {clean(one.label)}"
        text = f"{by} draws {what}" if by else f"draw {what}"
        text += f" for {clean(purpose)}" if purpose else ""
        few = f"such as {listed(texts[:2])}; ? lists all {len(texts)}"
        question = f"{text} ({few}; nothing: it is drawn):"
        hint = "type it on stdin; an empty line leaves it to chance"
        missing = input_ended(f"'{one.site.path}' is drawn", hint)
        while True:
            every = f"there are {listed(texts)}"
            line = self.judge.asked(question, missing, every)
            if not line:
                return None
            try:
                found = self._there(stop, self._read(stop, line), number)
            except UmpireError as fault:
                self.judge.again(fault.message, fault.hint)
                continue
            place = self.chance.seeded.reached(stop)  # so that later dice fall the same
            given = (one.site.path, one.label, 0, found, _item(stop))
            self.chance.thrown.append(Throw(*given, True, by, purpose, key=place.key))
            return found[0] if stop.how_many is None else found

    def _there(
        self, stop: DrawStop, found: tuple[Value, ...], number: int
    ) -> tuple[Value, ...]:
        """Return what was drawn if it was there; else it is Unusable."""
        weights = stop.weights or (1,) * len(stop.items)
        pairs = zip(stop.items, weights, strict=True)
        left = [each for each, weight in pairs if weight]
        label, kind = stop.instruction.label, _item(stop)
        if len(found) != number:
            message = f"'{label}': {len(found)} are typed, and {number} are drawn"
            raise Unusable(message)
        for each in found:
            if each not in left:
                said = to_text(each, kind, self.chance.names)
                raise Unusable(f"'{label}': {said} is not there to be drawn")
            left.remove(each)
        return found

    def _scripted(self, stop: DrawStop) -> tuple[Value, ...] | None:
        """Take what a case says is written."""
        one, number = stop.instruction, 1 if stop.how_many is None else stop.how_many
        for name in (plain(one.site.path), plain(one.label)):
            waiting = self.chance.drawn.get(name)
            if waiting:
                self.chance.drawn[name] = waiting[number:]
                return self._fitting(stop, tuple(waiting[:number]))
        return None

    def _fixed(self, stop: DrawStop) -> tuple[Value, ...] | None:
        """Take what was answered beforehand."""
        one = stop.instruction
        for name in (one.site.path, one.label):
            if name in self.fixed:
                self.taken.add(name)
                said = self.fixed[name]
                return self._fitting(stop, (said,) if stop.how_many is None else said)
        return None

    def _asked(self, stop: DrawStop, judge: Prompt) -> tuple[Value, ...] | None:
        hint = "write it on stdin; an empty line leaves it to chance"
        missing = input_ended(f"'{stop.instruction.site.path}' is to be written", hint)
        question, every = self._question(stop), f"may be {listed(self._texts(stop))}"
        while True:
            line = judge.asked(question, missing, every)
            if not line:
                return None
            try:
                return self._fitting(stop, self._read(stop, line))
            except UmpireError as fault:
                judge.again(fault.message, fault.hint)

    def _question(self, stop: DrawStop) -> str:
        one, texts = stop.instruction, self._texts(stop)
        purpose = self._purpose(stop)
        text = f"judge writes {clean(one.label)}"
        text += f" ({stop.how_many})" if stop.how_many is not None else ""
        text += f", {clean(purpose)}" if purpose else ""
        verb = "such as" if _is_free(_item(stop)) else "may be"
        more = f" and {len(texts) - FEW} more, ? lists them" if texts[FEW:] else ""
        nothing = f"it is {texts[0]}" if len(texts) == 1 else "it is drawn"
        return f"{text} ({verb} {listed(texts[:FEW])}{more}; nothing: {nothing}):"

    def _texts(self, stop: DrawStop) -> list[str]:
        return [to_text(each, _item(stop), self.chance.names) for each in stop.items]

    def _purpose(self, stop: DrawStop) -> str:
        return filled(stop.instruction.purpose, (*stop.texts, ())[0], self.chance.names)

    def _read(self, stop: DrawStop, text: str) -> tuple[Value, ...]:
        """Read a value, or so many of those offered."""
        # it reads YAML, for which no run has to wait where nobody is asked
        from interpreter.app.opening.yaml_values import value_in_line

        pack, scenario = self.session.pack, self.session.scenario
        parts = [text]
        if stop.how_many is not None:
            parts = text.split(between(self._texts(stop)))
        return tuple(
            value_in_line(pack, part.strip(), _item(stop), scenario, "what is written")
            for part in parts
        )

    def _fitting(
        self, stop: DrawStop, found: tuple[Value, ...]
    ) -> tuple[Value, ...] | None:
        """Return what is written if it may be; else it is Unusable, with the reason."""
        label, kind, names = stop.instruction.label, _item(stop), self.chance.names
        said = listed([to_text(each, kind, names) for each in found])
        some = self._texts(stop)
        hint = f"it may be {listed(some[:FEW])}{' ...' if some[FEW:] else ''}"
        if stop.how_many is not None:
            if len(set(found)) != stop.how_many or not set(found) <= set(stop.items):
                of = f"{stop.how_many} of those that may be"
                raise Unusable(f"'{label}': {said} is not {of}", hint=hint)
        elif found[0] == _truth(stop):
            message = f"'{label}': {said} is the truth, and is to be false"
            raise Unusable(message, hint=hint)
        elif found[0] not in stop.items and not _is_free(kind):
            raise Unusable(f"'{label}': {said} may not be told", hint=hint)
        return found


def _is_settled(stop: DrawStop) -> bool:
    """Tell whether nothing is left to write: one thing alone may be."""
    if stop.how_many is not None:
        return stop.how_many == len(stop.items)
    return len(stop.items) == 1


def _truth(stop: DrawStop) -> Value:
    """Return what is not to be told: what is written instead of it names it alone."""
    (values,) = stop.texts
    (truth,) = values
    return truth


def _is_free(kind: Type) -> bool:
    """Tell whether a judge may write words of his own: a text is in it."""
    match kind:
        case Text():
            return True
        case ListOf(item=item) | Maybe(item=item):
            return _is_free(item)
        case MapOf(key=key, value=value):
            return _is_free(key) or _is_free(value)
        case Record(fields=fields):
            return any(_is_free(each) for _, each in fields)
        case _:
            return False


def _item(stop: DrawStop) -> Type:
    kind = stop.instruction.source.type
    return kind.item if isinstance(kind, ListOf) else Unknown()
