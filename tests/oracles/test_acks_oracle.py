"""The oracle checked against itself, the source's figures and icepool."""

import importlib.util
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import icepool
import pytest


def load() -> Any:
    """The oracle by its path: tests must not depend on how they are collected."""
    spec = importlib.util.spec_from_file_location(
        "acks_oracle", Path(__file__).with_name("acks.py")
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


acks = load()
MODIFIERS = range(-6, 9)


def ways(odds: dict[str, Fraction], of: int = 36) -> list[int]:
    counted = [chance * of for chance in odds.values()]
    assert all(count.denominator == 1 for count in counted)
    return [int(count) for count in counted]


# ledger, table E6
TABLE_E6 = {
    -6: [26, 9, 1, 0, 0],
    -5: [21, 12, 3, 0, 0],
    -4: [15, 15, 6, 0, 0],
    -3: [10, 16, 9, 1, 0],
    -2: [6, 15, 12, 3, 0],
    -1: [3, 12, 15, 6, 0],
    0: [1, 9, 16, 9, 1],
    1: [0, 6, 15, 12, 3],
    2: [0, 3, 12, 15, 6],
    3: [0, 1, 9, 16, 10],
    4: [0, 0, 6, 15, 15],
    5: [0, 0, 3, 12, 21],
    6: [0, 0, 1, 9, 26],
    7: [0, 0, 0, 6, 30],
    8: [0, 0, 0, 3, 33],
}


@pytest.mark.parametrize("modifier", MODIFIERS)
def test_bands_in_36ths(modifier: int) -> None:
    assert ways(acks.reconnaissance_roll(modifier)) == TABLE_E6[modifier]
    assert ways(acks.interrogation(modifier)) == TABLE_E6[modifier]


@pytest.mark.parametrize("modifier", MODIFIERS)
def test_bands_as_icepool_has_them(modifier: int) -> None:
    rolled = (2 @ icepool.d6 + modifier).map(lambda total: acks.band(total))
    for index, degree in enumerate(acks.DEGREES):
        assert rolled.probability(index) == acks.reconnaissance_roll(modifier)[degree]


@pytest.mark.parametrize("modifier", MODIFIERS)
def test_bands_mirror(modifier: int) -> None:
    if -6 <= -modifier <= 6:
        assert (
            ways(acks.reconnaissance_roll(-modifier))
            == ways(acks.reconnaissance_roll(modifier))[::-1]
        )


@pytest.mark.parametrize(
    ("observer", "target", "woods", "modifier"),
    [
        ("elves", "goblins", -1, 1),  # source, line 103
        ("goblins", "elves", -1, -2),  # source, line 105
        ("elves", "goblins", 0, 2),  # NOTES.md of the ruleset, figures, section 6
        ("goblins", "elves", 0, -1),
    ],
)
def test_worked_rolls(observer: str, target: str, woods: int, modifier: int) -> None:
    assert acks.reconnaissance_modifier(observer, target, woods) == modifier
    assert ways(acks.reconnoiter(observer, target, woods)) == TABLE_E6[modifier]


@pytest.mark.parametrize("grade", acks.CLASSES)
@pytest.mark.parametrize("die", [8, 7, 4])
def test_knowledge_sums_to_one(grade: str, die: int) -> None:
    for read in (acks.pieces_of, acks.every_piece_of):
        odds = acks.prisoner_knowledge(grade, die, read)
        assert sum(odds.values()) == 1
        assert sum(acks.unordered(odds).values()) == 1


def test_number_of_topics() -> None:  # ledger, table E7
    number = {n: Fraction(0) for n in (1, 2, 3)}
    for known, chance in acks.prisoner_knowledge("common").items():
        number[len(known)] += chance
    assert number == {1: Fraction(73, 192), 2: Fraction(77, 192), 3: Fraction(42, 192)}


def test_deepest_piece() -> None:  # ledger, table E7
    deepest = dict.fromkeys(acks.CLASSES, Fraction(0))
    for known, chance in acks.prisoner_knowledge("common").items():
        deepest[max((depth for _, depth in known), key=acks.CLASSES.index)] += chance
    assert list(deepest.values()) == [
        Fraction(27, 32),
        Fraction(29, 192),
        Fraction(1, 192),
    ]


@pytest.mark.parametrize("grade", acks.CLASSES)
@pytest.mark.parametrize("die", [8, 7, 4])
def test_knowledge_as_icepool_has_it(grade: str, die: int) -> None:
    def topics(count: int) -> Any:
        return icepool.tupleize(*([icepool.d(die)] * count))

    known = (
        icepool.d(3)
        .map(topics)
        .map(lambda rolled: tuple(sorted(acks.pieces_of(rolled, grade))))
    )
    ours: dict[tuple[tuple[int, str], ...], Fraction] = {}
    for pieces, chance in acks.prisoner_knowledge(grade, die).items():
        key = tuple(sorted(pieces))
        ours[key] = ours.get(key, Fraction(0)) + chance
    # icepool reads a mapped tuple as one outcome
    assert {pieces: known.probability(pieces) for pieces in known.outcomes()} == ours


def test_example_of_the_prisoner() -> None:  # source, line 157
    assert acks.pieces_of((1, 1), "common") == ((1, "valuable"),)
    assert acks.pieces_of((4, 4, 4), "valuable") == ((4, "very valuable"),)
    assert acks.every_piece_of((2, 7, 2), "common") == (
        (2, "common"),
        (2, "valuable"),
        (7, "common"),
    )


def test_example_of_the_interrogation() -> None:  # source, line 189: 8 + 2 + 3
    assert acks.TESTIMONIES[acks.band(8 + 2 + 3)] == "everything"
    assert acks.interrogation(5)["everything"] == Fraction(21, 36)
