"""Brute force of the strokes of `rulesets/rencounter`, and of what follows a game.

Imports nothing of ours; the lines of the source stand beside each rule.
"""

from fractions import Fraction
from itertools import product

from tests.oracles.rencounter import SIDES, wound

Blows = tuple[str, str]


def succeeds(die: int, needed: int) -> bool:
    """At or under; 1 always, 12 never (line 593)."""
    return die == 1 or (die <= needed and die != 12)


def bonus(die: int, needed: int) -> int:
    """3 or more under what is needed: the wound's die loses 2 (line 653)."""
    return -2 if needed - die >= 3 else 0


def stroke(
    strike_needs: int, parry_needs: int, riposte_needs: int | None, damage: int, back: int
) -> dict[Blows, Fraction]:
    """The law of the wounds of the attacker and of the defender (lines 585-589)."""
    odds: dict[Blows, Fraction] = {}
    for strike, parry, harm in product(SIDES, repeat=3):
        struck, parried = succeeds(strike, strike_needs), succeeds(parry, parry_needs)
        blows: Blows = ("nothing", "nothing")
        if struck and not parried:
            blows = ("nothing", wound(harm + damage + bonus(strike, strike_needs)))
        elif riposte_needs is not None and parried and not struck:
            if succeeds(parry, riposte_needs):
                blows = (wound(harm + back + bonus(parry, riposte_needs)), "nothing")
        odds[blows] = odds.get(blows, Fraction(0)) + Fraction(1, 12**3)
    return odds


def breaks(raw: int, own: int, other: int) -> bool:
    """Own modifier added, the other's taken away: 2 or less breaks (line 617)."""
    return raw + own - other <= 2


def improves(value: int, sides: int) -> Fraction:
    """Over what it is now (line 909)."""
    return Fraction(sum(die > value for die in range(1, sides + 1)), sides)


def survives(points: int, modifier: int, throws: int = 100) -> Fraction:
    """The chance to live through the wounds of a fight (lines 911-925).

    Each point is a die; sepsis makes two of it; more than 5 permanent points kill,
    and so do more throws than any table has patience for (ledger, UND-58).
    """
    share = {"sepsis": Fraction(0), "permanent": Fraction(0), "healed": Fraction(0)}
    for die in range(1, 7):
        total = die + modifier
        share[
            "sepsis" if total <= 1 else "permanent" if total == 2 else "healed"
        ] += Fraction(1, 6)
    standing = {(points, 0): Fraction(1)}
    lived = Fraction(0)
    for _ in range(throws):
        after: dict[tuple[int, int], Fraction] = {}
        for (left, kept), chance in standing.items():
            if left == 0:
                lived += chance
                continue
            for what, more, scar in (
                ("sepsis", 1, 0), ("permanent", -1, 1), ("healed", -1, 0)
            ):  # fmt: skip
                if kept + scar <= 5:
                    key = (left + more, kept + scar)
                    after[key] = after.get(key, Fraction(0)) + chance * share[what]
        standing = after
    return lived + sum(c for (left, _), c in standing.items() if left == 0)
