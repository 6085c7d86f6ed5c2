"""Brute force of the entry points of `rulesets/acks-reconnaissance`.

Imports nothing of ours; every table is typed in from the source, its line beside it.
Each function walks all rolls and returns outcome -> exact probability; outcomes of
weight 0 are included where they are a fixed list.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

DEGREES = ("catastrophe", "failure", "marginal success", "success", "major success")
TESTIMONIES = ("false information", "nothing", "one piece", "two pieces", "everything")
CLASSES = ("common", "valuable", "very valuable")

Piece = tuple[int, str]


def band(total: int) -> int:
    """Index of the band of a total of 2d6 and modifiers (lines 30-34 and 179-183)."""
    if total <= 2:
        return 0
    if total <= 5:
        return 1
    if total <= 8:
        return 2
    if total <= 11:
        return 3
    return 4


def two_dice(
    read: Callable[[int], str], outcomes: tuple[str, ...]
) -> dict[str, Fraction]:
    odds = dict.fromkeys(outcomes, Fraction(0))
    for first, second in product(range(1, 7), repeat=2):
        odds[read(first + second)] += Fraction(1, 36)
    return odds


def reconnaissance_roll(modifier: int) -> dict[str, Fraction]:
    return two_dice(lambda dice: DEGREES[band(dice + modifier)], DEGREES)


def interrogation(modifier: int) -> dict[str, Fraction]:
    return two_dice(lambda dice: TESTIMONIES[band(dice + modifier)], TESTIMONIES)


# The two armies of the worked example, line 101; goblin units in companies, line 95
# (battalion = 4).
@dataclass(frozen=True, slots=True)
class Army:
    troops: int
    ability: int
    riders: Fraction
    flies: bool
    familiarity: int


ELVES = Army(troops=1200, ability=+2, riders=Fraction(1 + 2), flies=True, familiarity=1)
GOBLINS = Army(troops=4320, ability=-1, riders=Fraction(16), flies=False, familiarity=0)
ARMIES: Mapping[str, Army] = {"elves": ELVES, "goblins": GOBLINS}


def size_modifier(troops: int) -> int:
    """Lines 44-49."""
    for most, value in ((600, -2), (3000, -1), (12000, 0), (36000, 1), (72000, 2)):
        if troops <= most:
            return value
    return 3


def watch_modifier(companies: Fraction) -> int:
    """Lines 66-68 (and 69-71 with the other sign); 5 3/4 companies are not yet six."""
    return (
        3 if companies >= 101 else 2 if companies >= 21 else 1 if companies >= 6 else 0
    )


def sign(left: Fraction | int, right: Fraction | int) -> int:
    return (left > right) - (left < right)


def reconnaissance_modifier(observer: str, target: str, woods: int = -1) -> int:
    """Both armies stand in woods in one 24-mile hex: proximity 0 (line 53).

    `woods` is -1 as in the examples (lines 103, 105) or 0 as printed (line 77).
    """
    eyes, prey = ARMIES[observer], ARMIES[target]
    return (
        size_modifier(prey.troops)
        + 0
        + sign(eyes.ability, prey.ability)  # lines 56-57
        + (2 if eyes.flies else 0)  # line 62
        + watch_modifier(eyes.riders)
        - watch_modifier(prey.riders)
        + sign(eyes.riders, prey.riders)  # lines 72-73
        + woods
        + sign(eyes.familiarity, prey.familiarity)  # lines 78-79
    )


def reconnoiter(observer: str, target: str, woods: int = -1) -> dict[str, Fraction]:
    """Zero 24-mile hexes apart, so always in range (lines 13-16)."""
    return reconnaissance_roll(reconnaissance_modifier(observer, target, woods))


def pieces_of(topics: tuple[int, ...], grade: str) -> tuple[Piece, ...]:
    """What rolled topics come to, in order of first appearance (line 155).

    A topic rolled again moves one column to the right, and stays in the last.
    """
    column = CLASSES.index(grade)
    order = tuple(dict.fromkeys(topics))
    return tuple(
        (topic, CLASSES[min(column + topics.count(topic) - 1, len(CLASSES) - 1)])
        for topic in order
    )


def every_piece_of(topics: tuple[int, ...], grade: str) -> tuple[Piece, ...]:
    """The other reading: the shallower piece is kept beside the deeper one."""
    column = CLASSES.index(grade)
    return tuple(
        (topic, CLASSES[min(column + again, len(CLASSES) - 1)])
        for topic in dict.fromkeys(topics)
        for again in range(topics.count(topic))
    )


def prisoner_knowledge(
    grade: str,
    die: int = 8,
    read: Callable[[tuple[int, ...], str], tuple[Piece, ...]] = pieces_of,
) -> dict[tuple[Piece, ...], Fraction]:
    """1d3 pieces (line 155), one die each; outcomes as tuples in order of first
    appearance."""
    odds: dict[tuple[Piece, ...], Fraction] = {}
    for count in (1, 2, 3):
        for topics in product(range(1, die + 1), repeat=count):
            known = read(topics, grade)
            odds[known] = odds.get(known, Fraction(0)) + Fraction(1, 3 * die**count)
    return odds


def unordered(
    odds: Mapping[tuple[Piece, ...], Fraction],
) -> dict[frozenset[Piece], Fraction]:
    """The same distribution where the order of the pieces does not matter."""
    merged: dict[frozenset[Piece], Fraction] = {}
    for known, chance in odds.items():
        key = frozenset(known)
        merged[key] = merged.get(key, Fraction(0)) + chance
    return merged
