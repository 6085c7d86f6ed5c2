"""Laws of procedures that come back to a state: loops without a counter, recursion.

Every state that is gone on with is a node, and what it leads to, until the next node or
the end, is its row. Nodes that lead to each other are a circle (a strongly connected
part). Circles are taken in order; one without a way back just passes its mass on, so
what has no circle at all is still counted in ways. In a circle the expected number of
visits is found by elimination: a series without end, summed exactly.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from heapq import heapify, heappop, heappush
from math import gcd, lcm

from interpreter.diagnostics import LimitExceeded
from interpreter.engine.exact.forward_pass import (
    ForwardPass,
    Head,
    Shares,
    Weights,
    add,
    joined,
)

# Expected visits of the states of a circle, by eliminating one state after the other.
# A row holds whole weights of the states of the circle; its total counts what leaves
# the circle too. To eliminate a state is to give each that leads to it what it leads
# to; its weight of itself is taken out of its total, which sums its geometric series.
# All in integers and without a subtraction that could cancel (Grassmann, Taksar,
# Heyman 1985); going back over the eliminated gives the visits.

MOST_WORK = 20_000_000  # products of numbers of 512 bits: about a minute


class EndlessCycle(Exception):
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
            raise EndlessCycle
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


Mass = tuple[int, int]


class InescapableCycle(Exception):
    """A circle that is never left; carries the number of a point in it."""

    def __init__(self, point: int) -> None:
        """Keep the number."""
        super().__init__(point)
        self.point = point


@dataclass(frozen=True, slots=True)
class TransitionRow:
    """Where a node leads: weights over `total` of other nodes, and of ends."""

    point: int
    onward: dict[int, int]
    ends: Weights
    total: int


def solved(
    sweep: Callable[[Head], ForwardPass], start: Head
) -> tuple[int, Weights, str]:
    """Return (total, weights of ends, method) of what begins at a state.

    `sweep` runs from a node to the next ones. A circle without an end is NoWayOut.
    """
    rows = _rows(sweep, start)
    passing = _Passing(rows)
    circular = False
    for part in reversed(parts([list(row.onward) for row in rows])):
        if len(part) == 1 and part[0] not in rows[part[0]].onward:
            passing.on(part[0], passing.mass.pop(part[0]))
            continue
        circular = True
        _round(rows, part, passing)
    total, law = joined(passing.done) if passing.done else (1, {})
    if not circular:
        return total, law, "states in order"
    common = gcd(total, *law.values())
    reduced = {key: weight // common for key, weight in law.items()}
    return total // common, reduced, "elimination"


def _rows(run: Callable[[Head], ForwardPass], start: Head) -> list[TransitionRow]:
    index: dict[Head, int] = {start: 0}
    nodes, rows = [start], []
    for head in nodes:  # grows while it is read
        sweep = run(head)
        both: Shares = {}
        for tag, shares in ((True, sweep.heads), (False, sweep.done)):
            for total, weights in shares.items():
                for key, weight in weights.items():
                    add(both, total, (tag, key), weight)
        total, law = joined(both) if both else (1, {})
        row = TransitionRow(head[0], {}, {}, total)
        for (onward, key), weight in law.items():
            if not onward:
                row.ends[key] = weight
                continue
            if key not in index:
                index[key] = len(nodes)
                nodes.append(key)
            row.onward[index[key]] = weight
        rows.append(row)
    return rows


class _Passing:
    """The mass that waits at nodes, and what has ended."""

    def __init__(self, rows: list[TransitionRow]) -> None:
        self.rows = rows
        self.mass: dict[int, Mass] = {0: (1, 1)}
        self.done: Shares = {}

    def on(self, node: int, mass: Mass, part: frozenset[int] = frozenset()) -> None:
        """Pass the mass of a node on, but not within its part."""
        weight, total = mass
        row = self.rows[node]
        total *= row.total
        for key, ways in row.ends.items():
            add(self.done, total, key, weight * ways)
        for other, ways in row.onward.items():
            if other not in part:
                more, over = self.mass.get(other, (0, 1))
                common = lcm(over, total)
                more = more * (common // over) + weight * ways * (common // total)
                self.mass[other] = (more, common)


def _round(rows: list[TransitionRow], part: list[int], passing: _Passing) -> None:
    """Pass on the mass of a circle, after all its rounds."""
    part = sorted(part)
    place = {node: index for index, node in enumerate(part)}
    inner = [
        {place[to]: ways for to, ways in rows[node].onward.items() if to in place}
        for node in part
    ]
    begun = {
        place[node]: Fraction(*passing.mass.pop(node))
        for node in part
        if node in passing.mass
    }
    totals = [rows[node].total for node in part]
    try:
        found = visits(inner, totals, begun)
    except EndlessCycle as endless:
        raise InescapableCycle(rows[part[0]].point) from endless
    total = lcm(*[each.denominator for each in found])
    inside = frozenset(part)
    for node, times in zip(part, found, strict=True):
        passing.on(node, (int(times * total), total), inside)


def parts(onward: list[list[int]]) -> list[list[int]]:
    """Return the strongly connected parts, each after those that it leads to.

    `onward[node]` are its targets; all must be reachable from node 0.
    Tarjan's algorithm with a stack of its own: graphs are deeper than Python's.
    """
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    held: list[int] = []
    closed: set[int] = set()
    found: list[list[int]] = []
    work = [(0, 0)] if onward else []
    while work:
        node, at = work.pop()
        if node not in order:
            order[node] = low[node] = len(order)
            held.append(node)
        at = _low_until_new(node, at, onward[node], order, low, closed)
        if at < len(onward[node]):
            work += ((node, at), (onward[node][at], 0))
        elif low[node] == order[node]:
            part = [held.pop()]
            while part[-1] != node:
                part.append(held.pop())
            closed.update(part)
            found.append(part)
    return found


def _low_until_new(
    node: int,
    at: int,
    targets: list[int],
    order: dict[int, int],
    low: dict[int, int],
    closed: set[int],
) -> int:
    """Lower a node to what its known targets reach; return the place of a new one."""
    while at < len(targets) and targets[at] in order:
        if targets[at] not in closed:
            low[node] = min(low[node], low[targets[at]])
        at += 1
    return at
