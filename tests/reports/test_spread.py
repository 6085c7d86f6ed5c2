"""Numbers that are too many for a table: in bands, and on one screen."""

import json
from fractions import Fraction
from pathlib import Path
from statistics import pstdev

import pytest

from interpreter.cli.main import main
from interpreter.reports.distributions import (
    BANDS,
    bands,
    counted,
    deviation,
    figure,
    many_numbers,
    middles,
)

PACK = """
name: many
seen_by: everyone
procedures:
  thousand:
    gives: integer
    steps:
      - roll: {dice: 1000d6}
      - return: sum(dice)
  quarters:
    gives: number
    steps:
      - roll: {dice: 40d6}
      - return: sum(dice) / 4
  sixes:
    gives: yes or no
    steps:
      - roll: {dice: 9000d6}
      - return: count(d in dice where d is 6) >= 1000
  grown:
    takes: {n: integer, left: integer}
    gives: integer
    steps:
      - if: left <= 0
        return: n
      - call: grown(n * n, left - 1)
        as: more
      - return: more
  huge:
    gives: integer
    steps:
      - roll: {dice: 10000d100}
      - return: sum(dice)
"""


@pytest.fixture
def pack(tmp_path: Path) -> str:
    """Return the folder of the pack above."""
    (tmp_path / "ruleset.yaml").write_text(PACK, encoding="utf-8")
    return str(tmp_path)


def square(low: int, high: int, by: Fraction) -> list[tuple[Fraction, int]]:
    """Return a law in which larger numbers come more often."""
    return [(n * by, n - low + 1) for n in range(low, high + 1)]


@pytest.mark.parametrize(
    "law",
    [
        square(0, 100, Fraction(1)),
        square(-5000, 5000, Fraction(1)),
        square(-700, 3, Fraction(1, 4)),
        square(10**40, 10**40 + 300, Fraction(10**9)),
        [*square(1, 200, Fraction(1)), (Fraction(10**6), 1)],
        [*square(1, 200, Fraction(1, 3)), (Fraction(201), 10**9)],
    ],
)
def test_each_number_is_in_one_band(law: list[tuple[Fraction, int]]) -> None:
    """Counted by hand; and there are no more bands than a screen takes."""
    found = bands(law)
    assert len(found) <= BANDS + 3
    assert sum(each.weight for each in found) == sum(weight for _, weight in law)
    for each in found:
        inside = sum(
            weight
            for value, weight in law
            if (each.low is None or each.low <= value)
            and (
                each.high is None
                or value < each.high
                or (value == each.high and not each.open)
            )
        )
        assert inside == each.weight


def test_the_middle_and_the_deviation() -> None:
    """Against lists written out, each number as often as it comes."""
    law = square(-20, 100, Fraction(1, 2))
    written = [float(value) for value, weight in law for _ in range(weight)]
    assert float(deviation(law)) == pytest.approx(pstdev(written))
    for share, low, high in middles(law):
        inside = sum(low <= each <= high for each in written) / len(written)
        assert inside >= share
        less = sum(low < each < high for each in written) / len(written)
        assert less <= share


def test_few_numbers_stand_one_by_one() -> None:
    """And what is no number always does."""
    assert many_numbers((n, 1) for n in range(100)) is None
    assert many_numbers((n, 1) for n in range(101)) is not None
    assert many_numbers((n, 1) for n in [None, *range(101)]) is None
    assert many_numbers((bool(n), 1) for n in range(200)) is None


def test_long_numbers_are_told_short() -> None:
    """Of any length, for floats end at 1e308."""
    assert counted(1234567) == "1,234,567"
    assert counted(25 * 10**5000) == "about 2.500e5001"
    assert figure(Fraction(-7, 3)) == "-2.333"
    assert figure(-(10**5000)) == "-1.000e5000"
    assert figure(123456.78) == "123456.8"


def test_a_thousand_dice_fit_a_screen(
    pack: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """At most 40 lines of 80 cells, the same from a simulation; JSON has all."""
    assert main(["odds", pack, "thousand"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "  expected value 3500" in lines
    assert "  standard deviation 54.01" in lines  # sqrt(1000 * 35 / 12)
    assert any("5,001 outcomes from 1000 to 6000" in line for line in lines)
    assert main(["simulate", pack, "thousand", "--seed", "one"]) == 0
    for shown in (lines, capsys.readouterr().out.splitlines()):
        assert len(shown) <= 40
        assert max(map(len, shown)) <= 80
    assert main(["odds", pack, "thousand", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["denominator"] == 6**1000
    assert len(found["outcomes"]) == 5001
    assert main(["odds", pack, "quarters"]) == 0
    assert "35 to <36" in capsys.readouterr().out


@pytest.mark.parametrize("form", [(), ("--json",)])
@pytest.mark.parametrize(
    "given",
    [
        ("odds", "sixes"),
        ("run", "grown", "--with", "n=10", "--with", "left=14"),
        ("odds", "grown", "--with", "n=10", "--with", "left=14"),
        ("simulate", "grown", "--with", "n=10", "--with", "left=14"),
    ],
)
def test_numbers_of_thousands_of_digits_are_no_fault(
    pack: str,
    given: tuple[str, ...],
    form: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Python refuses to write more than 4,300 of them, unless it is told to."""
    verb, *rest = given
    assert main([verb, pack, *rest, *form]) == 0
    assert capsys.readouterr().out


def test_what_is_too_large_is_told_how_to_be_estimated(
    pack: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A limit says what can be done instead."""
    assert main(["odds", pack, "huge"]) == 4
    assert "'umpire simulate' estimates" in capsys.readouterr().err
