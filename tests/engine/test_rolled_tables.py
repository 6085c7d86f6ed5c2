"""Tables of which rows roll: odds against an enumeration, and as an entry point."""

from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from interpreter.engine.exact.program import odds
from interpreter.engine.once import initial
from interpreter.ir.instructions import Program
from interpreter.pipeline.loading import load, usable

PACK = """\
name: rolled
entry_points: {{ask: {{call: goals(), gives: list of text}}}}
seen_by: everyone
tables:
  goals:
    of: d{sides}
    gives: text
    rows: {{1: home, 2: gold, 3-4: fame, 5-{sides}: {{roll: goals, {more}}}}}
"""
GOALS = {1: "home", 2: "gold", 3: "fame", 4: "fame"}


def program(folder: Path, sides: int, more: str) -> Program:
    """Return a pack of one table."""
    text = PACK.format(sides=sides, more=more)
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    return usable(load(folder))


def orders(times: int, distinct: bool) -> dict[tuple[str, ...], Fraction]:
    """Return the odds of so many results of the four faces that give one."""
    waiting: dict[tuple[str, ...], Fraction] = {(): Fraction(1)}
    for _ in range(times):
        after: Counter[tuple[str, ...]] = Counter()
        for came, share in waiting.items():
            free = [g for g in GOALS.values() if not (distinct and g in came)]
            for goal in free:
                after[(*came, goal)] += share / len(free)
        waiting = dict(after)
    return waiting


@pytest.mark.parametrize("sides", [5, 8, 20])
@pytest.mark.parametrize("times", [1, 2, 3])
@pytest.mark.parametrize("distinct", [True, False])
def test_odds_of_a_row_that_rolls(
    tmp_path: Path, sides: int, times: int, distinct: bool
) -> None:
    """A face that rolls, and a result that is there already, is rolled again."""
    more = f"times: {times}, distinct: {'yes' if distinct else 'no'}"
    made = program(tmp_path, sides, more)
    wanted: Counter[Any] = Counter()
    for goal in GOALS.values():
        wanted[(goal,)] += Fraction(1, sides)
    for came, share in orders(times, distinct).items():
        wanted[came] += share * Fraction(sides - 4, sides)
    for entry in ("goals", "ask"):
        found = odds(made, entry, (), initial(made))
        shares = {
            value: Fraction(ways, found.denominator)
            for (value, _), ways in found.outcomes.items()
        }
        assert shares == wanted
        assert found.left_over == 0
