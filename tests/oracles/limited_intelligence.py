"""Brute force of the figures of `rulesets/limited-intelligence`.

Imports nothing of ours; every table is typed in from the source, its line beside it.
"""

from fractions import Fraction
from itertools import product

OUTCOMES = (
    "mover by one",
    "mover by two",
    "mover by three or more",
    "tie",
    "stander",
)


def rolled(moving: int, standing: int) -> str:
    """Who wins with two totals, and by how much; a tie is the stander's (line 54)."""
    lead = moving - standing
    if lead > 0:
        return OUTCOMES[min(lead, 3) - 1]
    return "tie" if lead == 0 else "stander"


def leads(more: int, sides: int = 6) -> dict[str, Fraction]:
    """The law of a roll in which the mover has so much more rating."""
    odds = dict.fromkeys(OUTCOMES, Fraction(0))
    for one, other in product(range(1, sides + 1), repeat=2):
        odds[rolled(one + more, other)] += Fraction(1, sides * sides)
    return odds


def adjustment(difference: int) -> int:
    """How far the mover who won may be shifted: the difference, three at most (56)."""
    return next(n for n in (3, 2, 1, 0) if difference >= n or n == 0)


def half(allowance: int) -> int:
    """Half of a movement, remainders rounded up (line 78)."""
    return allowance // 2 + allowance % 2


# Leaders that can cover a stack, and how many detachments each needs (lines 104-119).
MASKS = {"infantry": 0, "cavalry 1": 0, "cavalry 2": 0, "Ried": 1, "Von Loudon": 2,
         "St. Germain": 3}  # fmt: skip


def pool(detachments: int) -> tuple[int, int, int]:
    """Masks, real stacks and the dummies that are left at Torgau."""
    usable = [each for each, needs in MASKS.items() if needs <= detachments]
    return len(usable), detachments, len(usable) - detachments
