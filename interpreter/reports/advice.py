"""Advice to a seat as text and JSON: each of its choices with what it leads to."""

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from interpreter.reports.distributions import bar
from interpreter.reports.outputs.advice import AdviceOutput, AdvisedChoiceOutput
from interpreter.reports.sweep_statistics import Measured, Statistic
from interpreter.reports.sweep_text import BAR, PLAIN_STYLE, TextStyle
from interpreter.reports.sweeps import (
    SweepCell,
    difference,
    distribution_output,
    figure_output,
)
from interpreter.reports.text_layout import columns, folded


class AdvisedChoice(Struct, frozen=True):
    """A choice as the question words it, and how the game ends after it."""

    label: str
    measured: Measured


class Advice(Struct, frozen=True):
    """The choices of a seat, the best first by a figure of the end: by the `least` or
    the most of it.

    `policy` answers for others, and of an estimate for the seat later on;
    `has_secrets`: there may be something that the seat does not see; `refused`: so many
    games the rules refused to play on.
    """

    question: str
    seat: str
    statistic: Statistic
    least: bool
    choices: tuple[AdvisedChoice, ...]
    policy: str
    has_secrets: bool
    refused: int
    seed: str

    @property
    def is_exact(self) -> bool:
        """Tell whether all ways were followed to their end."""
        return all(each.measured.is_exact for each in self.choices)

    @property
    def alike(self) -> int:
        """How many of the first choices are as good as the best, as far as the games
        that were played tell."""
        best = self.choices[0].measured
        count = 1
        for each in self.choices[1:]:
            found = difference(SweepCell((), best, each.measured), self.statistic)
            if found is not None and found.is_certain:
                break
            count += 1
        return count


def advice_text(advice: Advice, style: TextStyle = PLAIN_STYLE) -> str:
    """Return the question, a table of its choices, and what the figures rest on."""
    lines = [style.paint.bold(advice.question), "", *_table(advice, style), ""]
    for each in _foot(advice):
        lines += folded(each, style.cells, "  ")
    return "\n".join(lines)


def _table(advice: Advice, style: TextStyle) -> list[str]:
    statistic = advice.statistic
    is_chance = statistic.unit == "chance"
    heads = ["choice", statistic.title]
    heads += [] if advice.is_exact else ["95 % interval"]
    rows = [[*heads, ""] if is_chance else heads]
    for each in advice.choices:
        value = statistic.figure(each.measured)
        row = [each.label, statistic.text(value)]
        if not advice.is_exact:
            ends = statistic.interval(each.measured) or ()
            row.append(" to ".join(statistic.text(Fraction(end)) for end in ends))
        if is_chance:
            row.append(bar(value or Fraction(0), BAR, style.plain))
        rows.append(row)
    return columns(rows, right=frozenset([1, 2]), cells=style.cells)


def _foot(advice: Advice) -> Iterator[str]:
    """Yield what the figures rest on."""
    alike, seat = advice.alike, advice.seat
    best = "least" if advice.least else "most"
    if alike == len(advice.choices) > 1:
        yield "no choice is clearly better than another"
    elif alike > 1:
        yield f"of the first {alike}, none is clearly better than another"
    others = f"others answer as '{advice.policy}'" if advice.policy else ""
    if advice.is_exact:
        parts = ["exact", f"{seat} goes on as is best for it ({best})", others]
    else:
        trials = advice.choices[0].measured.total
        games = "1 game" if trials == 1 else f"{trials:,} games"
        whole = f"all answer as '{advice.policy}' from then on" if others else ""
        parts = [f"estimates from {games} after each choice", whole]
    yield "; ".join(filter(None, parts))
    if advice.has_secrets:
        yield (
            f"what {seat} does not see is supposed: it begins as the rules begin it, "
            "or is left to chance, in games that look to it like this one; whom it has "
            "not met is not there, unless --suppose says so"
        )
    if advice.refused:
        yield f"{advice.refused:,} more games are not counted: the rules refused them"
    if not advice.is_exact:
        yield f"the same again: --seed {advice.seed}"


def advice_output(advice: Advice) -> AdviceOutput:
    """Return advice as the record for JSON."""
    return AdviceOutput(
        seat=advice.seat,
        question=advice.question,
        outcome=advice.statistic.title,
        least=advice.least,
        exact=advice.is_exact,
        hidden=advice.has_secrets,
        policy=advice.policy or None,
        seed=advice.seed,
        refused=advice.refused,
        choices=tuple(
            AdvisedChoiceOutput(
                choice=each.label,
                figure=figure_output(SweepCell((), each.measured), advice.statistic),
                distribution=distribution_output(each.measured),
            )
            for each in advice.choices
        ),
    )
