"""Advice of the public API: each choice of a seat with what it leads to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from interpreter.app.advising.advising import AdviceWanted, Position, advise
from interpreter.app.sweep import Result, result_of
from interpreter.diagnostics import UnknownName
from interpreter.reports.advice import Advice, advice_output, advice_text
from interpreter.reports.html import text_html
from interpreter.reports.outputs.encoding import encoded
from interpreter.reports.sweep_statistics import Measured
from interpreter.source import same_name
from interpreter.values.exact_numbers import numbers_of_any_length


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SeatAdvice(Mapping[str, Result]):
    """What each choice of a seat leads to: how the game ends, by the choice as the
    question words it, the best first. It is made from what the seat may know alone."""

    _advice: Advice

    @property
    def seat(self) -> str:
        """Who is advised."""
        return self._advice.seat

    @property
    def question(self) -> str:
        """What it is asked."""
        return self._advice.question

    @property
    def outcome(self) -> str:
        """The figure by which choices are compared."""
        return self._advice.statistic.title

    @property
    def is_exact(self) -> bool:
        """Whether all ways were followed to their end; else games were played."""
        return self._advice.is_exact

    @property
    def best(self) -> tuple[str, ...]:
        """The best choices: more than one where no game that was played tells which of
        them is better."""
        choices = self._advice.choices[: self._advice.alike]
        return tuple(choice.label for choice in choices)

    def figure(self, choice: str) -> Fraction | None:
        """Return the figure of a choice; None where it has no meaning."""
        return self._advice.statistic.figure(self._ends(choice))

    def text(self) -> str:
        """Return it as a table."""
        with numbers_of_any_length():
            return advice_text(self._advice)

    def to_json(self) -> dict[str, object]:
        """Return what `umpire best --json` prints."""
        with numbers_of_any_length():
            return encoded(advice_output(self._advice))

    def __getitem__(self, choice: object) -> Result:
        """Return how the game ends after a choice."""
        return result_of(self._ends(str(choice)))

    def _ends(self, choice: str) -> Measured:
        for each in self._advice.choices:
            if same_name(each.label, choice):
                return each.measured
        raise UnknownName("choice", choice, list(self))

    def __iter__(self) -> Iterator[str]:
        """Yield the choices, the best first."""
        return iter([each.label for each in self._advice.choices])

    def __len__(self) -> int:
        """Return how many choices there are."""
        return len(self._advice.choices)

    def __repr__(self) -> str:
        """Return what is asked, and how much is to choose from."""
        return f"SeatAdvice({self.question!r}, {len(self)} choices)"

    def _repr_html_(self) -> str:
        return text_html(self.text())


def advice_at(position: Position, wanted: AdviceWanted) -> SeatAdvice:
    """Return what each choice of a seat at a position leads to."""
    return SeatAdvice(advise(position, wanted))
