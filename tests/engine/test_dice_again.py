"""Dice that are rolled again: exact odds against icepool, fused and face by face."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.codegen.generating import emit
from interpreter.engine.exact.program import odds
from interpreter.engine.once import initial
from interpreter.ir.instructions import Program
from interpreter.pipeline.loading import load, usable

STEPS = """\
name: again
seen_by: everyone
procedures:
  hits:
    takes: {{needed: integer}}
    gives: integer
    steps:
      - roll: {{pool: "dice({number}, {sides})"}}
        again: "{again}"
        at_most: {most}
      - return: {result}
"""
READ = {
    "count(d in pool where d >= needed)": lambda face, needed: int(face >= needed),
    "sum(pool)": lambda face, needed: face,
    "sum(pool) + 1000 * count(pool)": lambda face, needed: 1000 + face,
    "sum(d * d for d in pool where d is not needed)": lambda face, needed: (
        0 if face == needed else face * face
    ),
}


def pack(folder: Path, result: str, **more: object) -> Program:
    """Return a pack with one procedure."""
    text = STEPS.format(result=result, **more)
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    return usable(load(folder))


def found(program: Program, needed: int, fusing: bool = True) -> dict[Any, Fraction]:
    """Return the odds of the procedure."""
    exact = odds(program, "hits", (needed,), initial(program), fusing=fusing)
    assert exact.left_over == 0
    pairs = exact.outcomes.items()
    return {value: Fraction(ways, exact.denominator) for (value, _), ways in pairs}


def expected(
    number: int, sides: int, again: set[int], most: int, worth: Callable[[int], int]
) -> dict[Any, Fraction]:
    """Work it out with icepool, die by die."""

    def die(left: int) -> Any:
        further = die(left - 1) if left and again else None
        return icepool.d(sides).map(
            lambda face: (
                worth(face) + further
                if further is not None and face in again
                else worth(face)
            )
        )

    pool = number @ die(most)
    return {value: pool.probability(value) for value in pool}


@pytest.mark.parametrize("result", READ)
@settings(max_examples=12)
@given(data=st.data())
def test_readings_of_a_pool(
    tmp_path_factory: pytest.TempPathFactory, result: str, data: st.DataObject
) -> None:
    """Each as a few numbers, however many dice there are."""
    sides = data.draw(st.integers(2, 8), "sides")
    again = data.draw(st.sets(st.integers(1, sides), max_size=sides), "again")
    most, needed = data.draw(st.integers(0, 4)), data.draw(st.integers(1, sides))
    number = data.draw(st.integers(1, 3 if len(again) > 2 else 5), "number")
    given = {"number": number, "sides": sides, "again": sorted(again), "most": most}
    program = pack(tmp_path_factory.mktemp("again"), result, **given)
    worth = READ[result]
    wanted = expected(number, sides, again, most, lambda face: worth(face, needed))
    assert found(program, needed) == wanted


@pytest.mark.parametrize(
    "result",
    [
        "count(d in pool where d >= needed)",
        "if any(d is needed for d in pool) then sum(pool) else 0 - count(pool)",
        "max(pool) + 10 * matches(pool, needed)",
        "sum(highest(2, pool))",
        "if count(d in pool where d > 1) >= 2 then 1 else 0",
    ],
)
def test_fused_or_face_by_face(tmp_path: Path, result: str) -> None:
    """Whether a list is kept as its readings or whole, the odds are the same."""
    program = pack(tmp_path, result, number=2, sides=3, again=3, most=2)
    for needed in (1, 2, 3):
        assert found(program, needed) == found(program, needed, fusing=False)


def test_twenty_dice_are_quick(tmp_path: Path) -> None:
    """Some 10^62 ways, as 21 * 11 states."""
    result = "count(d in pool where d >= needed)"
    program = pack(tmp_path, result, number=20, sides=6, again=6, most=10)
    again = expected(20, 6, {6}, 10, lambda face: int(face >= 5))
    assert found(program, 5) == again


def test_fifty_dice_are_one_pool(tmp_path: Path) -> None:
    """A die that is rolled again does not depend on the others: there is no loop."""
    for result, worth in (
        ("sum(pool) + 1", lambda face: face),
        ("count(d in pool where d >= needed) + 1", lambda face: int(face >= 5)),
    ):
        program = pack(tmp_path, result, number=50, sides=6, again=6, most=3)
        source = emit(program, "exact", observed=frozenset()).units["hits"][0]
        assert source.count("def s_hits__") == 4  # two, each alone and for buckets
        ours = {value - 1: share for value, share in found(program, 5).items()}
        assert ours == expected(50, 6, {6}, 3, worth)


@pytest.mark.parametrize("again", ["needed", "[needed, 2]", "list(f in 1..needed)"])
def test_faces_that_are_known_when_it_is_rolled(tmp_path: Path, again: str) -> None:
    """An argument, a list with one, and a list that is worked out."""
    result = "sum(pool) + 100 * (if any(d is 1 for d in pool) then 1 else 0)"
    program = pack(tmp_path, result, number=3, sides=3, again=again, most=2)
    for needed in (1, 2, 3):
        assert found(program, needed) == found(program, needed, fusing=False)


def test_a_single_die_that_is_rolled_again(tmp_path: Path) -> None:
    """It is a list too."""
    text = STEPS.replace('"dice({number}, {sides})"', "die({sides})")
    given = {"sides": 4, "again": 4, "most": 3, "result": "sum(pool) * count(pool)"}
    (tmp_path / "ruleset.yaml").write_text(text.format(**given), encoding="utf-8")
    program = usable(load(tmp_path))
    assert found(program, 1) == found(program, 1, fusing=False)


def test_in_a_loop_and_read_later(tmp_path: Path) -> None:
    """Each pass has its own roll; what is asked after another roll is the same."""
    looped = """\
      - let: {total: {type: integer, is: 0, changes: yes}}
      - times: 2
        do:
          - roll: {pool: 2d3}
            again: 3
            at_most: 1
          - roll: {more: d2}
          - set: {total: total + more * sum(pool)}
      - return: total
"""
    text = STEPS.format(number=2, sides=3, again=3, most=1, result="0")
    text = text[: text.index("      - roll")] + looped
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    program = usable(load(tmp_path))
    assert found(program, 1) == found(program, 1, fusing=False)


def test_without_a_limit_there_is_one(tmp_path: Path) -> None:
    """Ten times, if nothing is said."""
    text = STEPS.format(number=1, sides=2, again=2, most=3, result="count(pool)")
    (tmp_path / "ruleset.yaml").write_text(text.replace("        at_most: 3\n", ""))
    program = usable(load(tmp_path))
    assert max(found(program, 1)) == 11


def test_a_comparison_of_a_list_that_still_grows(tmp_path: Path) -> None:
    """What is asked behind the last roll is not worked out before it."""
    text = STEPS.format(number=2, sides=6, again=6, most=3, result="0")
    text = text.replace(
        "      - return: 0\n",
        "      - if: count(d in pool where d >= needed) >= 3\n        return: 1\n"
        "      - roll: {more: d6}\n"
        "      - if: count(d in pool where d >= needed) >= 2\n        return: more\n"
        "      - return: 0\n",
    )
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    program = usable(load(tmp_path))
    law = expected(2, 6, {6}, 3, lambda face: int(face >= 5))
    three = sum(share for hits, share in law.items() if hits >= 3)
    assert found(program, 5)[6] == law[2] / 6
    assert found(program, 5)[1] == three + law[2] / 6
    assert found(program, 5) == found(program, 5, fusing=False)
