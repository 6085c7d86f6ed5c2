"""What a person writes in answer: rulings, and draws by hand.

An empty line leaves the draw to chance. Used by `run` and by `play` alike.

A draw that a judge may write is answered by the case, by `--answer`, by the judge at
the terminal, then by chance; a draw from a real deck by the person who drew; dice and
all other draws by `ChanceSource`.
"""

from collections.abc import Mapping

from msgspec import Struct

from interpreter.app.answering.chance import (
    MOST_LISTED,
    ChanceSource,
    answer_of,
    check_drawn,
    check_written,
    drawn_texts,
    drawn_type,
    holds_text,
    is_settled,
    purpose_of,
)
from interpreter.app.answering.prompts import Prompt, input_ended
from interpreter.app.answering.replies import items_of
from interpreter.app.opening.session import Session
from interpreter.engine.dice import how_many
from interpreter.engine.stops import DrawStop, RollStop
from interpreter.ir.instructions import asked_names
from interpreter.reports.colour import clean
from interpreter.reports.runs import Throw
from interpreter.reports.values import listed, spaced
from interpreter.values.types import Value

WRITE_IT = "write it on stdin; an empty line leaves it to chance"
TYPE_IT = "type it on stdin; an empty line leaves it to chance"
MOST_EXAMPLES = 2  # elements in the question for a card


class PromptedDraws(Struct, frozen=True):
    """Asks a person for draws; `ended` is the hint when the input ends, "" the usual
    one."""

    prompt: Prompt
    session: Session
    ended: str = ""

    def written(self, stop: DrawStop) -> tuple[Value, ...] | None:
        """Return what the judge writes; None where it is left to chance, or where only
        one value is possible."""
        if is_settled(stop):
            return None
        what = f"'{stop.instruction.site.path}' is to be written"
        missing = input_ended(what, self.ended or WRITE_IT)
        names = self.session.names_in(stop.game_state)
        texts = drawn_texts(stop, names)

        def read(line: str) -> tuple[Value, ...] | None:
            if not line:
                return None
            return check_written(stop, drawn_in_line(self.session, stop, line), names)

        question, every = self._to_write(stop, texts), f"may be {listed(texts)}"
        return self.prompt.until_valid(question, missing, read, every)

    def drawn(self, stop: DrawStop, seat: str) -> tuple[Value, ...] | None:
        """Return the elements that a person has drawn; None where it is left to chance,
        or where there is nothing to draw from. `seat` draws ("" for nobody)."""
        number = how_many(stop)
        if len(stop.items) < 2 or not number:
            return None
        path = stop.instruction.site.path
        names = self.session.names_in(stop.game_state)
        missing = input_ended(f"'{path}' is drawn", self.ended or TYPE_IT)
        texts = drawn_texts(stop, names)

        def read(line: str) -> tuple[Value, ...] | None:
            if not line:
                return None
            typed = drawn_in_line(self.session, stop, line)
            return check_drawn(stop, typed, number, names)

        question, every = self._to_draw(stop, seat, texts), f"there are {listed(texts)}"
        return self.prompt.until_valid(question, missing, read, every)

    def _to_write(self, stop: DrawStop, texts: list[str]) -> str:
        purpose = purpose_of(stop, self.session.names_in(stop.game_state))
        text = f"judge writes {clean(stop.instruction.label)}"
        text += f" ({stop.how_many})" if stop.how_many is not None else ""
        text += f", {clean(purpose)}" if purpose else ""
        verb = "such as" if holds_text(drawn_type(stop)) else "may be"
        count = len(texts) - MOST_LISTED
        more = f" and {count} more, ? lists them" if count > 0 else ""
        examples = f"{verb} {listed(texts[:MOST_LISTED])}{more}"
        return f"{text} ({examples}; empty line: it is drawn):"

    def _to_draw(self, stop: DrawStop, seat: str, texts: list[str]) -> str:
        label, number = clean(stop.instruction.label), how_many(stop)
        purpose = purpose_of(stop, self.session.names_in(stop.game_state))
        what = label if number == 1 else f"{number} of {label}"
        text = f"{spaced(seat)} draws {what}" if seat else f"draw {what}"
        text += f" for {clean(purpose)}" if purpose else ""
        examples = f"such as {listed(texts[:MOST_EXAMPLES])}; ? lists all {len(texts)}"
        return f"{text} ({examples}; empty line: it is drawn):"


def drawn_in_line(session: Session, stop: DrawStop, line: str) -> tuple[Value, ...]:
    """Return the values in a line: one, or those between separators."""
    # imported late: it brings the YAML reader, which a game does not wait for
    from interpreter.app.opening.yaml_values import value_in_line

    texts = drawn_texts(stop, session.names_in(stop.game_state))
    words = [line] if stop.how_many is None else items_of(line, texts)
    return tuple(
        value_in_line(
            session.pack, word, drawn_type(stop), session.scenario, "what is written"
        )
        for word in words
    )


class DrawSource:
    """Answers rolls and draws; `used` are the names of the fixed answers that were
    needed."""

    def __init__(
        self,
        chance: ChanceSource,
        prompted: "PromptedDraws | None",
        fixed: Mapping[str, Value],
        cards: bool = False,
    ) -> None:
        """`prompted` is None without a person; `fixed` are answers by path or label;
        with `cards` the person is also asked for draws that are not written."""
        self.cards = cards
        self.chance = chance
        self.prompted = prompted
        self.fixed = fixed
        self.used: set[str] = set()

    def __call__(self, stop: RollStop | DrawStop) -> Value:
        """Return the answer to a stop."""
        if isinstance(stop, RollStop):
            return self.chance(stop)
        if not stop.instruction.written:
            return self._card(stop)
        written = self._of_case(stop)
        if written is None:
            written = self._of_fixed(stop)
        if written is None and self.prompted is not None:
            written = self.prompted.written(stop)
        if written is None:
            return self.chance(stop)
        self._record(stop, written, "judge", ())
        return answer_of(stop, written)

    def _card(self, stop: DrawStop) -> Value:
        """Return what a person drew from a real deck, otherwise a draw by chance."""
        seat = self.chance.seat_of(stop)
        drawn = None
        if self.cards and self.prompted is not None:
            drawn = self.prompted.drawn(stop, seat)
        if drawn is None:
            return self.chance(stop)
        # the place counts how often it is reached, and later draws depend on that
        place = self.chance.seeded.reached(stop)
        self._record(stop, drawn, seat, place.key)
        return answer_of(stop, drawn)

    def _record(
        self,
        stop: DrawStop,
        drawn: tuple[Value, ...],
        seat: str,
        key: tuple[str | int, ...],
    ) -> None:
        made, purpose = stop.instruction, purpose_of(stop, self.chance.names)
        thrown = (made.site.path, made.label, 0, drawn, drawn_type(stop))
        self.chance.thrown.append(Throw(*thrown, True, seat, purpose, key=key))

    def _of_case(self, stop: DrawStop) -> tuple[Value, ...] | None:
        """Return what a case says is written, and remove it from what is left."""
        made, number = stop.instruction, 1 if stop.how_many is None else stop.how_many
        for name in asked_names(made):
            left = self.chance.drawn.get(name)
            if left:
                self.chance.drawn[name] = left[number:]
                return check_written(stop, tuple(left[:number]), self.chance.names)
        return None

    def _of_fixed(self, stop: DrawStop) -> tuple[Value, ...] | None:
        """Return what was answered beforehand."""
        for name in (stop.instruction.site.path, stop.instruction.label):
            if name in self.fixed:
                self.used.add(name)
                value = self.fixed[name]
                is_one = stop.how_many is None
                written = (value,) if is_one or not isinstance(value, tuple) else value
                return check_written(stop, written, self.chance.names)
        return None
