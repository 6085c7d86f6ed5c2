"""By hand: what a prisoner knows: 1d3 pieces, each a d8; a repeat goes a column deeper.

A piece is (topic, depth), depth 0 common, 1 valuable, 2 very valuable; a topic that
comes again moves one column, from the class of the prisoner, and stops at the last.
"""

from itertools import combinations
from random import random

Pieces = tuple[tuple[int, int], ...]


def exact(depth: int) -> dict[Pieces, int]:
    """Return the ways of each set of pieces (sorted), out of 3 * 8**3 = 1536."""
    second, third = min(depth + 1, 2), min(depth + 2, 2)
    law: dict[Pieces, int] = {}
    # One topic: one piece (64 ways), the same twice (8), three times (1).
    for ways, reached in ((64, depth), (8, second), (1, third)):
        for topic in range(1, 9):
            key = ((topic, reached),)
            law[key] = law.get(key, 0) + ways
    # Two topics: both once in 2 orders of 64 (times 8), one of them twice in 3 orders.
    for a, b in combinations(range(1, 9), 2):
        if second == depth:
            law[(a, depth), (b, depth)] = 22
        else:
            law[(a, depth), (b, depth)] = 16
            law[(a, second), (b, depth)] = 3
            law[(a, depth), (b, second)] = 3
    for a, b, c in combinations(range(1, 9), 3):
        law[(a, depth), (b, depth), (c, depth)] = 6
    return law


def once(depth: int) -> Pieces:
    """Return the pieces of one prisoner, sorted."""
    known: dict[int, int] = {}
    for _ in range(int(random() * 3) + 1):
        topic = int(random() * 8) + 1
        known[topic] = min(known[topic] + 1, 2) if topic in known else depth
    return tuple(sorted(known.items()))


def simulate(depth: int, trials: int) -> dict[Pieces, int]:
    """Return how often each set of pieces came."""
    counts: dict[Pieces, int] = {}
    throw = random
    for _ in range(trials):
        known: dict[int, int] = {}
        for _ in range(int(throw() * 3) + 1):
            topic = int(throw() * 8) + 1
            known[topic] = min(known[topic] + 1, 2) if topic in known else depth
        key = tuple(sorted(known.items()))
        counts[key] = counts.get(key, 0) + 1
    return counts
