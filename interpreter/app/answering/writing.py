"""The answers to dice and draws of one run, in the order in which they are tried.

A draw that a judge may write is answered by the case, by `--answer`, by the judge at
the terminal, then by chance; a draw from a real deck by the person who drew; dice and
all other draws by `ChanceSource`.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from interpreter.app.answering.chance import ChanceSource
from interpreter.app.answering.written_values import (
    answer_of,
    check_written,
    drawn_type,
    purpose_of,
)
from interpreter.engine.stops import DrawStop, RollStop
from interpreter.reports.runs import Throw
from interpreter.values.names import plain
from interpreter.values.types import Value

if TYPE_CHECKING:
    from interpreter.app.answering.prompted_draws import PromptedDraws


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
        for name in (plain(made.site.path), plain(made.label)):
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
