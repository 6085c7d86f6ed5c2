"""Expected visits of the states of a circle, by eliminating one state after the other.

A row holds whole weights of the states of the circle; its total counts what leaves the
circle too. To eliminate a state is to give each that leads to it what it leads to; its
weight of itself is taken out of its total, which sums its geometric series. All in
integers and without a subtraction that could cancel (Grassmann, Taksar, Heyman 1985);
going back over the eliminated gives the visits.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from heapq import heapify, heappop, heappush
from math import gcd, lcm

from interpreter.problems import LimitExceeded

MOST_WORK = 20_000_000  # products of numbers of 512 bits: about a minute


class Endless(Exception):
    """States that lead to each other and nowhere else."""


def visits(
    rows: list[dict[int, int]], totals: list[int], begun: Mapping[int, Fraction]
) -> list[Fraction]:
    """Return how often each state is visited, when `begun` of the mass begins at each.

    States that are never left are Endless; too much work is LimitExceeded.
    """
    chain = _Chain(rows, totals, begun)
    steps = [chain.eliminate(state) for state in chain.in_order()]
    found = [Fraction(0)] * len(rows)
    found.append(Fraction(1))  # the source: where the mass comes from
    for state, total, without, from_others in reversed(steps):
        inflow = sum(
            (found[other] * weight / over for other, weight, over in from_others),
            Fraction(0),
        )
        found[state] = inflow * total / without
    return found[:-1]


_Step = tuple[int, int, int, list[tuple[int, int, int]]]


class _Chain:
    """Rows that shrink; the last one is the source."""

    def __init__(
        self,
        rows: list[dict[int, int]],
        totals: list[int],
        begun: Mapping[int, Fraction],
    ) -> None:
        over = lcm(*[each.denominator for each in begun.values()])
        source = {state: int(share * over) for state, share in begun.items()}
        self.rows = [*map(dict, rows), source]
        self.totals = [*totals, over]
        self.into: list[set[int]] = [set() for _ in rows]
        for state, row in enumerate(self.rows):
            for other in row:
                if other != state:
                    self.into[other].add(state)
        self.work = 0

    def _cost(self, state: int) -> int:
        return len(self.into[state]) * len(self.rows[state])

    def in_order(self) -> Iterator[int]:
        """Yield each state, next the one whose elimination costs least."""
        left = set(range(len(self.into)))
        heap = [(self._cost(state), state) for state in left]
        heapify(heap)
        while heap:
            cost, state = heappop(heap)
            if state not in left:
                continue
            now = self._cost(state)
            if now > cost:
                heappush(heap, (now, state))
                continue
            left.remove(state)
            yield state

    def eliminate(self, state: int) -> _Step:
        """Take a state out; return what its visits follow from."""
        row, total = self.rows[state], self.totals[state]
        without = total - row.pop(state, 0)
        if without <= 0:
            raise Endless
        for other in row:
            self.into[other].discard(state)
        from_others = []
        for other in self.into[state]:
            weight = self.rows[other].pop(state)
            from_others.append((other, weight, self.totals[other]))
            self._lead_past(other, weight, row, without)
        return state, total, without, from_others

    def _lead_past(
        self, state: int, weight: int, past: dict[int, int], total: int
    ) -> None:
        common = gcd(weight, total)
        weight, scale = weight // common, total // common
        row = {other: ways * scale for other, ways in self.rows[state].items()}
        for other, ways in past.items():
            row[other] = row.get(other, 0) + ways * weight
            if other != state:
                self.into[other].add(state)
        over = self.totals[state] * scale
        common = gcd(over, *row.values())
        self.rows[state] = {other: ways // common for other, ways in row.items()}
        self.totals[state] = over // common
        self.work += len(row) * (1 + over.bit_length() // 512)
        if self.work > MOST_WORK:
            raise LimitExceeded(
                "work of an exact elimination", MOST_WORK, "give --left-over 1e-9"
            )
