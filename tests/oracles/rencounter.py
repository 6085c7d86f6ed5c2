"""Brute force of the single shots of `rulesets/rencounter`.

Imports nothing of ours; every table is typed in from the source, its line beside it.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

SIDES = range(1, 13)
CONFIRM = {0: 9, -1: 7, -2: 5, -3: 3, -4: 1}  # lines 390-395; below, never
WOUNDS = ("dead", "crippling", "serious", "minor", "nothing")
RESULTS = ("miss", *reversed(WOUNDS))


def wound(total: int) -> str:
    """What a D12 with its modifiers does (lines 502-506)."""
    for most, harm in ((2, "dead"), (4, "crippling"), (7, "serious"), (12, "minor")):
        if total <= most:
            return harm
    return "nothing"


def damage(modifier: int) -> dict[str, Fraction]:
    """The law of the wound of a hit."""
    odds = dict.fromkeys(reversed(WOUNDS), Fraction(0))
    for die in SIDES:
        odds[wound(die + modifier)] += Fraction(1, 12)
    return odds


def hits(needed: int, die: int, second: int) -> bool:
    """At or under, never with a 12 (384, 399); a 1 may be lucky (386-397)."""
    if die == 12:
        return False
    return die <= needed or (die == 1 and second <= CONFIRM.get(needed, 0))


def rolls(count: int) -> Iterator[tuple[int, ...]]:
    """Every throw of so many D12."""
    return product(SIDES, repeat=count)


def to_hit(needed: int) -> dict[str, Fraction]:
    """The law of one shot, hit or miss."""
    hit = sum(hits(needed, die, second) for die, second in rolls(2))
    return {"hit": Fraction(hit, 144), "miss": Fraction(144 - hit, 144)}


def shot(needed: int, modifier: int, cap: int = 99) -> dict[str, Fraction]:
    """The law of one shot and its wound; 3 or more under what is needed is -1 (508)."""
    odds = dict.fromkeys(RESULTS, Fraction(0))
    for die, second, harm in rolls(3):
        if not hits(needed, die, second):
            result = "miss"
        else:
            well = die <= needed and min(needed, cap) - die >= 3
            result = wound(harm + modifier - well)
        odds[result] += Fraction(1, 12**3)
    return odds
