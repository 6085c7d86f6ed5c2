"""By hand: three d20, hits and ones, shock after two hits (pack `bench-three-d20`)."""

from collections.abc import Callable
from random import random

from tests.bench.by_hand.keyed import dice
from tests.bench.by_hand.recon_roll import _ways

Outcome = tuple[int, int, str]
_FACTORIAL = (1, 1, 2, 6)


def exact(needed: int, modifier: int) -> dict[Outcome, int]:  # noqa: C901
    """Return the ways of (hits, ones, shock) out of 8000 * 36; `needed` is 1..20."""
    a, b, c = _ways(2 - modifier), _ways(5 - modifier), _ways(8 - modifier)
    shocks = (("rout", a), ("flee", b - a), ("recoil", c - b), ("stand firm", 36 - c))
    law: dict[Outcome, int] = {}
    hit = 21 - needed
    if needed == 1:  # a one hits too
        for ones in range(4):
            ways = (1, 3, 3, 1)[ones] * 19 ** (3 - ones)
            for shock, each in shocks:
                if each:
                    law[3, ones, shock] = ways * each
        return law
    rest = needed - 2
    for hits in range(4):
        for ones in range(4 - hits):
            neither = 3 - hits - ones
            ways = hit**hits * rest**neither * 6
            ways //= _FACTORIAL[hits] * _FACTORIAL[ones] * _FACTORIAL[neither]
            if not ways:
                continue
            if hits < 2:
                law[hits, ones, "untested"] = 36 * ways
            else:
                for shock, each in shocks:
                    if each:
                        law[hits, ones, shock] = ways * each
    return law


def once(needed: int, modifier: int) -> Outcome:
    """Return (hits, ones, shock) of one attack."""
    a, b, c = int(random() * 20) + 1, int(random() * 20) + 1, int(random() * 20) + 1
    hits = (a >= needed) + (b >= needed) + (c >= needed)
    ones = (a == 1) + (b == 1) + (c == 1)
    if hits < 2:
        return hits, ones, "untested"
    total = int(random() * 6) + int(random() * 6) + 2 + modifier
    if total <= 5:
        return hits, ones, "rout" if total <= 2 else "flee"
    return hits, ones, "recoil" if total <= 8 else "stand firm"


def keyed(
    secret: bytes,
) -> Callable[[int, int], tuple[Outcome, list[tuple[int, ...]]]]:
    """Return one attack with keyed dice, which gives the outcome and the faces."""
    throws, shock = (
        dice(secret, ("attack__entry", "attack.roll.throws"), 3, 20),
        dice(secret, ("attack__entry", "attack.roll.dice"), 2, 6),
    )

    def run(needed: int, modifier: int) -> tuple[Outcome, list[tuple[int, ...]]]:
        a, b, c = thrown = throws()
        hits = (a >= needed) + (b >= needed) + (c >= needed)
        ones = (a == 1) + (b == 1) + (c == 1)
        if hits < 2:
            return (hits, ones, "untested"), [thrown]
        x, y = pair = shock()
        total = x + y + modifier
        if total <= 5:
            found = "rout" if total <= 2 else "flee"
        else:
            found = "recoil" if total <= 8 else "stand firm"
        return (hits, ones, found), [thrown, pair]

    return run


def simulate(needed: int, modifier: int, trials: int) -> dict[Outcome, int]:
    """Return how often each outcome came."""
    counts: dict[Outcome, int] = {}
    throw = random
    for _ in range(trials):
        a, b, c = int(throw() * 20) + 1, int(throw() * 20) + 1, int(throw() * 20) + 1
        hits = (a >= needed) + (b >= needed) + (c >= needed)
        shock = "untested"
        if hits >= 2:
            total = int(throw() * 6) + int(throw() * 6) + 2 + modifier
            if total <= 5:
                shock = "rout" if total <= 2 else "flee"
            else:
                shock = "recoil" if total <= 8 else "stand firm"
        key = (hits, (a == 1) + (b == 1) + (c == 1), shock)
        counts[key] = counts.get(key, 0) + 1
    return counts
