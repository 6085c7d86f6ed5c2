"""By hand: one shot with a d12, a confirming die and a wound (pack `bench-shot`)."""

from collections.abc import Callable
from random import random

from tests.bench.by_hand.keyed import die

# The wound of a d12, and of a d12 + 3: house.
_PLAIN = (*["nothing"] * 3, *["minor"] * 4, *["serious"] * 3, *["crippling"] * 2)
_DEEP = (*["minor"] * 4, *["serious"] * 3, *["crippling"] * 3, *["dead"] * 2)
WOUNDS = ("miss", "nothing", "minor", "serious", "crippling", "dead")


def exact(needed: int) -> dict[str, int]:
    """Return the ways of each wound out of 1728; `needed` is 1..12."""
    # In ways of 144: hits without a 12, a 12 not confirmed, a 12 confirmed.
    plain = 12 * (12 - needed) + needed - 1
    deep = 13 - needed
    return {
        "miss": 144 * (needed - 1),
        "nothing": 3 * plain,
        "minor": 4 * plain + 4 * deep,
        "serious": 3 * plain + 3 * deep,
        "crippling": 2 * plain + 3 * deep,
        "dead": 2 * deep,
    }


def once(needed: int) -> str:
    """Return the wound of one shot."""
    die = int(random() * 12) + 1
    if die < needed:
        return "miss"
    if die == 12 and int(random() * 12) + 1 >= needed:
        return _DEEP[int(random() * 12)]
    return _PLAIN[int(random() * 12)]


def keyed(secret: bytes) -> Callable[[int], tuple[str, list[int]]]:
    """Return one shot with keyed dice, which gives the wound and the faces."""
    shot, confirm, deep, harm = (
        die(secret, ("shot__entry", f"shot.roll.{each}"), 12)
        for each in ("die", "confirm", "deep", "harm")
    )

    def run(needed: int) -> tuple[str, list[int]]:
        face = shot()
        if face < needed:
            return "miss", [face]
        if face == 12:
            sure, wound = confirm(), deep()
            found = _DEEP if sure >= needed else _PLAIN
            return found[wound - 1], [face, sure, wound]
        wound = harm()
        return _PLAIN[wound - 1], [face, wound]

    return run


def simulate(needed: int, trials: int) -> dict[str, int]:
    """Return how often each wound came."""
    counts = dict.fromkeys(WOUNDS, 0)
    throw, plain, deep = random, _PLAIN, _DEEP
    for _ in range(trials):
        die = int(throw() * 12) + 1
        if die < needed:
            counts["miss"] += 1
        elif die == 12 and int(throw() * 12) + 1 >= needed:
            counts[deep[int(throw() * 12)]] += 1
        else:
            counts[plain[int(throw() * 12)]] += 1
    return counts
