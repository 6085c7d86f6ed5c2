"""By hand: 2d6 and a modifier in five bands (2-, 3-5, 6-8, 9-11, 12+)."""

from random import random

# Ways of 2d6 to be at most n, n of 0..12: the five bands are four differences.
_AT_MOST = (0, 0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36)
_BANDS = ("catastrophe", "failure", "marginal success", "success", "major success")


def _ways(total: int) -> int:
    return 0 if total < 2 else 36 if total > 11 else _AT_MOST[total]


def exact(modifier: int) -> dict[str, int]:
    """Return the ways of each band out of 36."""
    a, b, c, d = (
        _ways(2 - modifier),
        _ways(5 - modifier),
        _ways(8 - modifier),
        _ways(11 - modifier),
    )
    return {
        "catastrophe": a,
        "failure": b - a,
        "marginal success": c - b,
        "success": d - c,
        "major success": 36 - d,
    }


def once(modifier: int) -> str:
    """Return the band of one roll."""
    total = int(random() * 6) + int(random() * 6) + 2 + modifier
    if total <= 5:
        return "catastrophe" if total <= 2 else "failure"
    if total <= 8:
        return "marginal success"
    return "success" if total <= 11 else "major success"


def simulate(modifier: int, trials: int) -> dict[str, int]:
    """Return how often each band came."""
    counts = dict.fromkeys(_BANDS, 0)
    throw = random
    for _ in range(trials):
        total = int(throw() * 6) + int(throw() * 6) + 2 + modifier
        if total <= 5:
            counts["catastrophe" if total <= 2 else "failure"] += 1
        elif total <= 8:
            counts["marginal success"] += 1
        else:
            counts["success" if total <= 11 else "major success"] += 1
    return counts
