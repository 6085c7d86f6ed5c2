"""Odds of dice that are read together: by readings, sorted faces, or in their order."""

from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import icepool
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from interpreter.codegen.generating import emit
from interpreter.diagnostics import LimitExceeded
from interpreter.engine.exact.program import odds
from interpreter.engine.once import initial
from interpreter.ir.instructions import Program
from interpreter.pipeline.loading import load, usable

PACK = Path(__file__).parents[1] / "packs" / "dice-pools"
STEPS = """\
name: pools
seen_by: everyone
formulas:
  least: {{takes: {{l: list of integer}}, is: min(l)}}
procedures:
  read:
    takes: {{number: integer 0.., n: integer}}
    gives: {gives}
    steps:
      - roll: {{dice: "dice({number}, {sides})"}}
      - return: {result}
"""


def pack(folder: Path, result: str, **more: object) -> Program:
    """Return a pack with one procedure that rolls and returns something."""
    given = {"gives": "integer", "number": "number", "sides": 4, **more}
    text = STEPS.format(result=f'"{result}"', **given)
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    return usable(load(folder))


def found(
    program: Program, *arguments: Any, entry: str = "read", fusing: bool = True
) -> dict[Any, Fraction]:
    """Return the odds of the procedure."""
    exact = odds(program, entry, arguments, initial(program), fusing=fusing)
    return {
        value: Fraction(ways, exact.denominator)
        for (value, _), ways in exact.outcomes.items()
    }


def answered(program: Program, entry: str = "read") -> str:
    """Return how the first roll of a procedure is answered."""
    source = emit(program, "exact", observed=frozenset()).units[entry][0]
    kinds = ("pool", "dice", "roll")
    return min(kinds, key=lambda kind: (source + f"('{kind}'").index(f"('{kind}'"))


READ = {
    "sum(highest(n, dice))": lambda d, n: sum(sorted(d)[::-1][: max(n, 0)]),
    "sum(lowest(n, dice))": lambda d, n: sum(sorted(d)[: max(n, 0)]),
    "sum(dice) - sum(lowest(n, dice))": lambda d, n: sum(sorted(d)[max(n, 0) :]),
    "sum(dice) - sum(highest(n, dice))": lambda d, n: sum(
        sorted(d)[: max(len(d) - max(n, 0), 0)]
    ),
    "sum(first_of(sorted(dice), n))": lambda d, n: sum(sorted(d)[: max(n, 0)]),
    "count(d in highest(n, dice) where d > 2)": lambda d, n: sum(
        f > 2 for f in sorted(d)[::-1][: max(n, 0)]
    ),
    "matches(lowest(2, dice), n)": lambda d, n: sorted(d)[:2].count(n),
    "count(distinct(dice))": lambda d, n: len(set(d)),
    "sum(d - 2 for d in distinct(dice))": lambda d, n: sum(f - 2 for f in set(d)),
    "sum(highest(2, dice)) + (if count(distinct(dice)) < number then 10 else 0)": (
        lambda d, n: sum(sorted(d)[::-1][:2]) + 10 * (len(set(d)) < len(d))
    ),
    "sum(dice) * 100 + sum(highest(n, dice)) - count(d in dice where d is 4)": (
        lambda d, n: sum(d) * 100 + sum(sorted(d)[::-1][: max(n, 0)]) - d.count(4)
    ),
    "if all(d > 1 for d in highest(2, dice)) then 1 else 0": lambda d, n: int(
        all(f > 1 for f in sorted(d)[::-1][:2])
    ),
}


@pytest.mark.parametrize("result", READ)
def test_readings_of_some_dice(tmp_path: Path, result: str) -> None:
    """Each is answered from the pool, with the odds of all orders of the faces."""
    program = pack(tmp_path, result)
    assert answered(program) == "pool"
    for number, n in ((0, 1), (1, 0), (2, 3), (3, 2), (4, -1), (4, 3)):
        orders = Counter(
            READ[result](dice, n) for dice in product(range(1, 5), repeat=number)
        )
        wanted = {value: Fraction(ways, 4**number) for value, ways in orders.items()}
        assert found(program, number, n) == wanted


@pytest.mark.parametrize(
    ("result", "kind"),
    [
        ("min(highest(2, dice))", "pool"),
        ("sum(highest(1, lowest(2, dice)))", "dice"),
        ("sum(without(dice, max(dice)))", "dice"),
        ("if any(matches(dice, d) >= n for d in dice) then 1 else 0", "dice"),
        ("max(count(s) for s in groups(d in dice by d))", "dice"),
        ("count(d in dice where d in distinct(lowest(2, dice)))", "dice"),
        ("or_else(last(sorted(dice)), 0)", "dice"),
        ("sum(list(d in dice where d > 1) + dice)", "dice"),
        ("min(highest(n, dice))", "dice"),  # there may be none
        ("or_else(first(dice), 0)", "roll"),
        ("or_else(position(dice, 2), 0)", "roll"),
        ("sum(first_of(dice, 2))", "roll"),
        ("sum(first_of(distinct(dice), 2))", "roll"),
        ("if dice is sorted(dice) then 1 else 0", "roll"),
        ("if any(10 / (d - 2) > 5 for d in dice where d > 2) then 1 else 0", "roll"),
        ("or_else(first(d in dice by d > 2), 0)", "roll"),
        ("least(dice)", "roll"),
    ],
)
def test_what_depends_on_the_order(tmp_path: Path, result: str, kind: str) -> None:
    """Sorted faces where nothing reads the order, and the order where something may;
    the odds are the same."""
    program = pack(tmp_path, result, number=4)
    assert answered(program) == kind
    for n in (1, 2, 3):
        assert found(program, 4, n) == found(program, 4, n, fusing=False)


def test_a_list_of_dice_is_returned_in_order(tmp_path: Path) -> None:
    """A result shows the order of its elements."""
    program = pack(tmp_path, "highest(2, dice)", gives="list of integer", number=3)
    assert answered(program) == "dice"
    assert found(program, 3, 0) == found(program, 3, 0, fusing=False)
    program = pack(tmp_path, "list(d in dice)", gives="list of integer", number=3)
    assert answered(program) == "roll"
    assert len(found(program, 3, 0)) == 64


LISTS = (
    "dice",
    "highest(n, dice)",
    "lowest(2, dice)",
    "distinct(dice)",
    "sorted(dice)",
)
VALUES = (
    "sum({})",
    "count({})",
    "matches({}, 2)",
    "sum(d * d - 5 for d in {})",
    "count(d in {} where d > n)",
    "(if any(d is n for d in {}) then 1 else 0)",
    "(if all(d > n for d in {}) then 1 else 0)",
)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(some.data())
def test_several_readings_of_one_roll(tmp_path: Path, data: some.DataObject) -> None:
    """Any expression over several of them, alone and in a condition."""
    reading = some.builds(
        str.format, some.sampled_from(VALUES), some.sampled_from(LISTS)
    )
    one, two, three = (data.draw(reading) for _ in range(3))
    number, n = data.draw(some.integers(0, 4)), data.draw(some.integers(0, 5))
    result = f"if {one} > {two} then {one} - {three} else 100 * {two} + {three}"
    program = pack(tmp_path, result)
    assert found(program, number, n) == found(program, number, n, fusing=False)


def of_icepool(die: Any) -> dict[Any, Fraction]:
    """Return the chances of an icepool die."""
    return {value: die.probability(value) for value in die}


def test_forty_dice_are_icepools() -> None:
    """The pack's own entries."""
    program, dice = usable(load(PACK)), icepool.d6.pool(40)
    for entry, theirs in {
        "forty_dice": dice.sum(),
        "ten_highest_of_forty": dice.highest(10).sum(),
        "fives_and_sixes_of_forty": dice.keep_outcomes([5, 6]).size(),
    }.items():
        assert found(program, entry=entry) == of_icepool(theirs)
    assert answered(program, "ten_highest_of_forty") == "pool"
    assert answered(program, "pair_among_four") == "pool"
    assert answered(program, "middle") == "dice"
    assert answered(program, "in_order") == "roll"


def test_many_dice_of_several_readings_are_icepools(tmp_path: Path) -> None:
    """The three highest of twelve, and how many different faces there are."""
    result = "100 * sum(highest(3, dice)) + count(distinct(dice))"
    program = pack(tmp_path, result, sides=6)
    dice = icepool.d6.pool(12)
    joined = icepool.multiset_function(
        lambda d: (d.highest(3).sum(), d.unique().size())
    )
    theirs = of_icepool(joined(dice))
    ours = found(program, 12, 0)
    assert ours == {100 * total + kinds: p for (total, kinds), p in theirs.items()}


@pytest.mark.parametrize(
    ("result", "number", "sides", "help"),
    [
        ("sum(highest(5000, dice))", 10_000, 6, "fewer of them kept"),
        ("sum(lowest(3, dice)) + max(dice)", 10_000, 100_000, "fewer of them kept"),
        ("sum(d * d for d in distinct(dice))", 10_000, 1_000, "fewer of them kept"),
        ("sum(highest(1, lowest(2, dice)))", 10_000, 6, "the highest or lowest n"),
        ("sum(without(dice, max(dice)))", 60, 20, "the highest or lowest n"),
        ("or_else(first(dice), 0)", 40, 6, "does not depend on their order"),
    ],
)
def test_too_many_dice_are_refused_at_once(
    tmp_path: Path, result: str, number: int, sides: int, help: str
) -> None:
    """R711 at the roll, with what would help."""
    program = pack(tmp_path, result, number=number, sides=sides)
    with pytest.raises(LimitExceeded) as refused:
        found(program, number, 0)
    assert refused.value.problems[0].code == "R711"
    assert help in refused.value.hint
