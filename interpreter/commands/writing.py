"""What a judge writes instead of having it drawn: the false content of a claim."""

from interpreter.commands.chance import Chance
from interpreter.commands.person import Person, input_ended
from interpreter.commands.session import Session
from interpreter.commands.values import value_of
from interpreter.problems import UmpireError, Unusable
from interpreter.reporting.expressions import filled
from interpreter.reporting.paint import clean
from interpreter.reporting.run import Throw
from interpreter.reporting.values import to_text
from interpreter.running.stops import DrawStop, RollStop
from interpreter.values.names import plain
from interpreter.values.types import ListOf, Type, Unknown, Value


class Writing:
    """Answers dice and draws as `chance` does, but asks a judge who is there for what
    he may write; a line without a word leaves it to chance."""

    def __init__(self, chance: Chance, session: Session, judge: Person | None) -> None:
        """Begin; `judge` is None where nobody is there."""
        self.chance = chance
        self.session = session
        self.judge = judge

    def __call__(self, stop: RollStop | DrawStop) -> Value:
        """Answer a stop."""
        if isinstance(stop, RollStop) or not stop.instruction.written:
            return self.chance(stop)
        found = self._scripted(stop)
        if found is None and self.judge is not None:
            found = self._asked(stop, self.judge)
        if found is None:
            return self.chance(stop)
        one = stop.instruction
        given = (one.site.path, one.label, 0, found, _item(stop))
        purpose = self._purpose(stop)
        self.chance.thrown.append(Throw(*given, True, "judge", purpose))
        return found[0] if stop.how_many is None else found

    def _scripted(self, stop: DrawStop) -> tuple[Value, ...] | None:
        """Take what a case says is written."""
        one, number = stop.instruction, 1 if stop.how_many is None else stop.how_many
        for name in (plain(one.site.path), plain(one.label)):
            waiting = self.chance.drawn.get(name)
            if waiting:
                self.chance.drawn[name] = waiting[number:]
                return tuple(waiting[:number])
        return None

    def _asked(self, stop: DrawStop, judge: Person) -> tuple[Value, ...] | None:
        hint = "write it on stdin; an empty line leaves it to chance"
        missing = input_ended(f"'{stop.instruction.site.path}' is to be written", hint)
        while True:
            line = judge.asked(self._question(stop), missing)
            if not line:
                return None
            try:
                return self._read(stop, line)
            except UmpireError as fault:
                judge.again(fault.message, fault.hint)

    def _question(self, stop: DrawStop) -> str:
        one, names = stop.instruction, self.chance.names
        some = ", ".join(to_text(each, _item(stop), names) for each in stop.items[:8])
        purpose = self._purpose(stop)
        text = f"judge writes {clean(one.label)}"
        text += f" ({stop.how_many})" if stop.how_many is not None else ""
        text += f", {clean(purpose)}" if purpose else ""
        return f"{text} (such as {some}; nothing: it is drawn):"

    def _purpose(self, stop: DrawStop) -> str:
        return filled(stop.instruction.purpose, (*stop.texts, ())[0], self.chance.names)

    def _read(self, stop: DrawStop, text: str) -> tuple[Value, ...]:
        """Read a value, or so many of those offered."""
        pack, scenario = self.session.pack, self.session.scenario
        parts = [text] if stop.how_many is None else items_of(text)
        found = tuple(
            value_of(pack, each, _item(stop), scenario, "what is written")
            for each in parts
        )
        if stop.how_many is not None and (
            len(set(found)) != stop.how_many or not set(found) <= set(stop.items)
        ):
            raise Unusable(f"'{text}' are not {stop.how_many} of those offered")
        return found


def items_of(text: str) -> list[str]:
    """Return the items of a line, commas between."""
    return [each.strip() for each in text.split(",")]


def _item(stop: DrawStop) -> Type:
    kind = stop.instruction.source.type
    return kind.item if isinstance(kind, ListOf) else Unknown()
