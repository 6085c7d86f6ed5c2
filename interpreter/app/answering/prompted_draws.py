"""Draws that a person types: what a judge writes, or cards from a deck of his own.

An empty line leaves the draw to chance. Used by `run` and by `play` alike.
"""

from dataclasses import dataclass

from interpreter.app.answering.prompt import Prompt, input_ended
from interpreter.app.answering.replies import items_of
from interpreter.app.answering.written_values import (
    MOST_LISTED,
    check_drawn,
    check_written,
    drawn_texts,
    drawn_type,
    holds_text,
    is_settled,
    purpose_of,
)
from interpreter.app.opening.session import Session
from interpreter.engine.dice import how_many
from interpreter.engine.stops import DrawStop
from interpreter.reports.colour import clean
from interpreter.reports.values import listed
from interpreter.values.types import Value

WRITE_IT = "write it on stdin; an empty line leaves it to chance"
TYPE_IT = "type it on stdin; an empty line leaves it to chance"
MOST_EXAMPLES = 2  # elements in the question for a card


@dataclass(frozen=True, slots=True)
class PromptedDraws:
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
        names, texts = self.session.edge, drawn_texts(stop, self.session.edge)

        def read(line: str) -> tuple[Value, ...] | None:
            return check_written(stop, self._read(stop, line), names) if line else None

        question, every = self._to_write(stop, texts), f"may be {listed(texts)}"
        return self.prompt.until_valid(question, missing, read, every)

    def drawn(self, stop: DrawStop, seat: str) -> tuple[Value, ...] | None:
        """Return the elements that a person has drawn; None where it is left to chance,
        or where there is nothing to draw from. `seat` draws ("" for nobody)."""
        number = how_many(stop)
        if len(stop.items) < 2 or not number:
            return None
        path, names = stop.instruction.site.path, self.session.edge
        missing = input_ended(f"'{path}' is drawn", self.ended or TYPE_IT)
        texts = drawn_texts(stop, names)

        def read(line: str) -> tuple[Value, ...] | None:
            if not line:
                return None
            return check_drawn(stop, self._read(stop, line), number, names)

        question, every = self._to_draw(stop, seat, texts), f"there are {listed(texts)}"
        return self.prompt.until_valid(question, missing, read, every)

    def _to_write(self, stop: DrawStop, texts: list[str]) -> str:
        purpose = purpose_of(stop, self.session.edge)
        text = f"judge writes {clean(stop.instruction.label)}"
        text += f" ({stop.how_many})" if stop.how_many is not None else ""
        text += f", {clean(purpose)}" if purpose else ""
        verb = "such as" if holds_text(drawn_type(stop)) else "may be"
        count = len(texts) - MOST_LISTED
        more = f" and {count} more, ? lists them" if count > 0 else ""
        examples = f"{verb} {listed(texts[:MOST_LISTED])}{more}"
        return f"{text} ({examples}; nothing: it is drawn):"

    def _to_draw(self, stop: DrawStop, seat: str, texts: list[str]) -> str:
        label, number = clean(stop.instruction.label), how_many(stop)
        purpose = purpose_of(stop, self.session.edge)
        what = label if number == 1 else f"{number} of {label}"
        text = f"{seat} draws {what}" if seat else f"draw {what}"
        text += f" for {clean(purpose)}" if purpose else ""
        examples = f"such as {listed(texts[:MOST_EXAMPLES])}; ? lists all {len(texts)}"
        return f"{text} ({examples}; nothing: it is drawn):"

    def _read(self, stop: DrawStop, line: str) -> tuple[Value, ...]:
        """Return the values in a line: one, or those between separators."""
        # imported late: it brings the YAML reader, which a game does not wait for
        from interpreter.app.opening.yaml_values import value_in_line

        pack, scenario = self.session.pack, self.session.scenario
        texts = drawn_texts(stop, self.session.edge)
        words = [line] if stop.how_many is None else items_of(line, texts)
        return tuple(
            value_in_line(pack, word, drawn_type(stop), scenario, "what is written")
            for word in words
        )
