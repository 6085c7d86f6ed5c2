"""By hand: one shot of Rencounter as numbers alone (`rencounter`, entry `shot`)."""

from random import random

WOUNDS = ("miss", "nothing", "minor", "serious", "crippling", "dead")
_CONFIRM = {0: 9, -1: 7, -2: 5, -3: 3, -4: 1}
# The wound of a D12, by the die; with a margin of three or more by the die less 1.
_PLAIN = (*["dead"] * 2, *["crippling"] * 2, *["serious"] * 3, *["minor"] * 5)
_WELL = (*["dead"] * 3, *["crippling"] * 2, *["serious"] * 3, *["minor"] * 4)


def wound(total: int) -> str:
    """Return what a D12 with its modifiers does."""
    return _PLAIN[max(total, 1) - 1] if total <= 12 else "nothing"


def exact(needed: int, harm: int) -> dict[str, int]:
    """Return the ways of each result out of 1728."""
    ways = dict.fromkeys(WOUNDS, 0)
    well = max(0, min(needed - 3, 11))
    hits = max(0, min(needed, 11))
    lucky = _CONFIRM.get(needed, 0)
    ways["miss"] = 144 * (12 - hits) - 12 * lucky
    for die in range(1, 13):
        ways[wound(die + harm - 1)] += 12 * well
        ways[wound(die + harm)] += 12 * (hits - well) + lucky
    return ways


def once(needed: int, harm: int) -> str:
    """Return the result of one shot."""
    die = int(random() * 12) + 1
    if die == 12 or die > needed:
        if die > 1 or int(random() * 12) + 1 > _CONFIRM.get(needed, 0):
            return "miss"
        return wound(int(random() * 12) + 1 + harm)
    return wound(int(random() * 12) + 1 + harm - (needed - die >= 3))


def simulate(needed: int, harm: int, trials: int) -> dict[str, int]:
    """Return how often each result came; this is the fast case, without `harm`."""
    assert harm == 0
    counts = dict.fromkeys(WOUNDS, 0)
    throw, plain, well = random, _PLAIN, _WELL
    confirm, best = _CONFIRM.get(needed, 0), needed - 3
    for _ in range(trials):
        die = int(throw() * 12) + 1
        if die == 12 or die > needed:
            if die > 1 or int(throw() * 12) + 1 > confirm:
                counts["miss"] += 1
            else:
                counts[plain[int(throw() * 12)]] += 1
        elif die <= best:
            counts[well[int(throw() * 12)]] += 1
        else:
            counts[plain[int(throw() * 12)]] += 1
    return counts
