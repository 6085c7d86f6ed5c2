"""Brute force of the contests of `rulesets/concealment`.

Imports nothing of ours; every table is typed in from the source, its line beside it.
Each function walks all rolls and returns outcome -> exact probability; outcomes of
weight 0 are included.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product

BANDS = (
    "fumble",
    "bad failure",
    "failure",
    "tie",
    "success",
    "good success",
    "critical success",
)
SIDES = range(1, 7)
Read = Callable[[int, int], str]


def columns(p: int, s: int) -> tuple[bool, ...]:
    """Which of the seven columns hold as they are printed (lines 161-178)."""
    perception, stealth = Fraction(p), Fraction(s)
    return (
        perception < stealth / 2,
        perception == stealth / 2,
        perception < stealth,
        perception == stealth,
        perception > stealth,
        perception == 2 * stealth,
        perception > 2 * stealth,
    )


NARROW_FIRST = (0, 1, 5, 6, 2, 3, 4)  # ledger, E2: the narrow columns are asked first


def as_printed(p: int, s: int) -> str:
    """The band by the columns alone, whatever the totals are."""
    held = columns(p, s)
    return next(BANDS[column] for column in NARROW_FIRST if held[column])


def at_least_one(p: int, s: int) -> str:
    """The same where totals below 1 count as 1 (ledger, R-CON-01)."""
    return as_printed(max(p, 1), max(s, 1))


def difference_first(p: int, s: int) -> str:
    """The band where halves and doubles are asked of a Stealth above 0 alone."""
    if s > 0:
        return as_printed(p, s)
    return "failure" if p < s else "tie" if p == s else "critical success"


READINGS: Mapping[str, Read] = {
    "count as 1": at_least_one,
    "difference first": difference_first,
    "stay as they are": as_printed,
}


def rolls() -> Iterator[tuple[int, int]]:
    """Every pair of dice, as likely as any other (line 2)."""
    return product(SIDES, SIDES)


def contest(
    perception: int, stealth: int, read: Read = at_least_one
) -> dict[str, Fraction]:
    """1d6 and Perception against 1d6 and Stealth, modifiers in both."""
    odds = dict.fromkeys(BANDS, Fraction(0))
    for look, hide in rolls():
        odds[read(look + perception, hide + stealth)] += Fraction(1, 36)
    return odds


# Lines 180-231; the last cell of each row lies over the last three columns.
ROWS = {
    "search": (
        "false alarm",
        "nothing learnt",
        "vague suspicion",
        "enemy noticed",
        "enemy found",
    ),
    "ambush": (
        "group surprised",
        "first figure surprised",
        "column recoils",
        "ambush suspected",
        "ambush detected",
    ),
    "trap": (
        "first figure downed",
        "recoils from the trap",
        "stopped by the trap",
        "trap spotted or avoided",
        "trap disarmed or bypassed",
    ),
}


def row(name: str, band: str) -> str:
    """What a row says to a band."""
    return ROWS[name][min(BANDS.index(band), 4)]


def helped(
    perception: int, stealth: int, beside: int, around: int
) -> dict[str, Fraction]:
    """With up to three who look alike and three from elsewhere (lines 74-89)."""
    return contest(perception + min(beside, 3), stealth - min(around, 3))
