"""By hand: two fighters of 8 points, up to 50 opposed rounds (pack `bench-duel`).

`exact` is the fastest way that knows this duel (ties only use up rounds, so decisive
rounds and ties are counted apart); `exact_by_rounds` is the best dynamic programming
that goes round by round, as an engine must. Both give ways out of one denominator.
"""

from collections.abc import Callable
from math import comb
from random import random

import numpy as np

from tests.bench.by_hand.keyed import die

POINTS, ROUNDS = 8, 50


def _chances(lead: int) -> tuple[int, int, int]:
    """Return the ways, of 144: the first wins, the second wins, they tie."""
    tie = max(0, 12 - abs(lead))
    above = sum(max(0, min(12, mine + lead - 1)) for mine in range(1, 13))
    return above, 144 - above - tie, tie


def exact(lead: int) -> dict[str, int]:
    """Return the ways of each winner out of 432**50; `lead` is skill less skill."""
    first, second, tie = _chances(lead)
    decisive = first + second
    law = {"first": 0, "second": 0, "nobody": 0}
    if not decisive:
        law["nobody"] = 432**ROUNDS
        return law
    # at_least[d]: ways of 144**50 that d rounds or more of the 50 are decisive.
    at_least = [0] * (ROUNDS + 2)
    for d in range(ROUNDS, -1, -1):
        ways = comb(ROUNDS, d) * decisive**d * tie ** (ROUNDS - d)
        at_least[d] = at_least[d + 1] + ways
    states = {(POINTS, POINTS): 1}
    for d in range(1, 2 * POINTS):
        after: dict[tuple[int, int], int] = {}
        won = lost = 0
        for (a, b), ways in states.items():
            for cut in (1, 2, 3):
                if cut >= b:
                    won += ways * first
                else:
                    key = (a, b - cut)
                    after[key] = after.get(key, 0) + ways * first
                if cut >= a:
                    lost += ways * second
                else:
                    key = (a - cut, b)
                    after[key] = after.get(key, 0) + ways * second
        # Out of (3 * decisive)**d; the rounds after the last one may be anything.
        scale = at_least[d] * 3 ** (ROUNDS - d)
        law["first"] += won * scale // decisive**d
        law["second"] += lost * scale // decisive**d
        states = after
    law["nobody"] = 432**ROUNDS - law["first"] - law["second"]
    return law


def exact_by_rounds(lead: int) -> dict[str, int]:
    """Return the same, one round after the other over the points of both."""
    first, second, tie = _chances(lead)
    tie *= 3
    won = lost = 0
    states = {(POINTS, POINTS): 1}
    for _ in range(ROUNDS):
        won, lost = 432 * won, 432 * lost
        after: dict[tuple[int, int], int] = {}
        get = after.get
        for key, ways in states.items():
            a, b = key
            after[key] = get(key, 0) + ways * tie
            up, down = ways * first, ways * second
            if b > 3:
                for cut in (b - 1, b - 2, b - 3):
                    after[a, cut] = get((a, cut), 0) + up
            else:
                won += up * (4 - b)
                for cut in range(1, b):
                    after[a, cut] = get((a, cut), 0) + up
            if a > 3:
                for cut in (a - 1, a - 2, a - 3):
                    after[cut, b] = get((cut, b), 0) + down
            else:
                lost += down * (4 - a)
                for cut in range(1, a):
                    after[cut, b] = get((cut, b), 0) + down
        states = after
    return {"first": won, "second": lost, "nobody": sum(states.values())}


def once(lead: int) -> str:
    """Return who wins one duel."""
    a = b = POINTS
    throw = random
    for _ in range(ROUNDS):
        gap = int(throw() * 12) + lead - int(throw() * 12)
        if gap > 0:
            b -= int(throw() * 3) + 1
            if b <= 0:
                return "first"
        elif gap:
            a -= int(throw() * 3) + 1
            if a <= 0:
                return "second"
    return "nobody"


def keyed(secret: bytes) -> Callable[[int], tuple[str, list[int]]]:
    """Return one duel with keyed dice, which gives the winner and the faces."""
    call = ("duel__entry", "duel.call.exchange", "ann", "ben")
    first, second, points = (
        die(secret, (*call, f"exchange.roll.{name}", "ann", "ben"), sides)
        for name, sides in (("mine", 12), ("yours", 12), ("cut", 3))
    )

    def run(lead: int) -> tuple[str, list[int]]:
        a = b = POINTS
        faces: list[int] = []
        fell = faces.append
        for _ in range(ROUNDS):
            fell(mine := first())
            fell(yours := second())
            gap = mine + lead - yours
            if gap > 0:
                fell(cut := points())
                b -= cut
                if b <= 0:
                    return "first", faces
            elif gap:
                fell(cut := points())
                a -= cut
                if a <= 0:
                    return "second", faces
        return "nobody", faces

    return run


def simulate(lead: int, trials: int) -> dict[str, int]:
    """Return how often each wins; the duel is written into the loop."""
    counts = {"first": 0, "second": 0, "nobody": 0}
    throw = random
    for _ in range(trials):
        a = b = POINTS
        for _ in range(ROUNDS):
            gap = int(throw() * 12) + lead - int(throw() * 12)
            if gap > 0:
                b -= int(throw() * 3) + 1
                if b <= 0:
                    counts["first"] += 1
                    break
            elif gap:
                a -= int(throw() * 3) + 1
                if a <= 0:
                    counts["second"] += 1
                    break
        else:
            counts["nobody"] += 1
    return counts


def simulate_in_numpy(lead: int, trials: int, seed: int = 1) -> dict[str, int]:
    """Return the same: all duels go on together, a round is one draw of 432 for each,
    and what both lose is looked up."""
    draw = np.random.default_rng(seed).integers
    throw = np.arange(12 * 12 * 3)
    gap = throw // 36 + lead - throw // 3 % 12
    cut = throw % 3 + 1
    from_first = np.where(gap < 0, cut, 0).astype(np.int8)
    from_second = np.where(gap > 0, cut, 0).astype(np.int8)
    a, b = np.full((2, trials), POINTS, np.int8)
    first = second = 0
    for _ in range(ROUNDS):
        fell = draw(0, len(throw), len(a), dtype=np.uint16)
        a -= from_first[fell]
        b -= from_second[fell]
        lost, won = a <= 0, b <= 0
        first += int(np.count_nonzero(won))
        second += int(np.count_nonzero(lost))
        going = ~(lost | won)
        a, b = a[going], b[going]
    return {"first": first, "second": second, "nobody": len(a)}
