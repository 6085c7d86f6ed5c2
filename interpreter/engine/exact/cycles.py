"""Exact distributions of procedures with cycles: loops without a counter, recursion.

The nodes of the graph are the states at loops and entries; a forward pass from a node
to the next nodes or the end gives its row, a transition distribution. The strongly
connected components of this absorbing Markov chain are solved in topological order. A
component without a cycle passes its probability mass on, so that a procedure without
cycles still counts equally likely outcomes. In a cyclic component the expected number
of visits of each state is computed, which is the sum of an infinite series.

Expected visits are found by eliminating one state after the other. A row holds the
integer weights of the states of the component; its total also counts the weight that
leaves the component. Eliminating a state gives each predecessor the successors of the
state; the weight of the state's self-loop is taken out of its total, which sums a
geometric series. No subtraction can cancel (Grassmann, Taksar, Heyman 1985). Back
substitution over the eliminated states gives the visits. The cheapest state goes first
(smallest product of in-degree and out-degree); work is limited, since the integers grow
with every elimination.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from heapq import heapify, heappop, heappush
from math import gcd, lcm

from msgspec import Struct

from interpreter.diagnostics import LimitExceeded
from interpreter.engine.exact.forward_pass import (
    LEFT_OVER,
    ForwardPass,
    ResumeState,
    Weights,
    WeightsByDenominator,
    add_weight,
    loop_limit,
    over_common_denominator,
)
from interpreter.ir.components import strongly_connected_components

MAX_ELIMINATION_WORK = 20_000_000  # products of numbers of 512 bits: about a minute


class EndlessCycle(Exception):
    """A component that is never left."""


def expected_visits(
    rows: list[dict[int, int]], totals: list[int], begun: Mapping[int, Fraction]
) -> list[Fraction]:
    """Return the expected number of visits of each state of a component.

    `begun` is the probability mass that enters at each state. A component that is never
    left raises EndlessCycle; too much work raises LimitExceeded.
    """
    chain = _Elimination(rows, totals, begun)
    steps = [chain.eliminate(state) for state in chain.in_order()]
    visits = [Fraction(0)] * len(rows)
    visits.append(Fraction(1))  # the source of the entering mass
    for state, total, without, from_others in reversed(steps):
        inflow = sum(
            (visits[other] * weight / over for other, weight, over in from_others),
            Fraction(0),
        )
        visits[state] = inflow * total / without
    return visits[:-1]


_Step = tuple[int, int, int, list[tuple[int, int, int]]]


class _Elimination:
    """The rows during elimination; the last one is the source of the mass."""

    def __init__(
        self,
        rows: list[dict[int, int]],
        totals: list[int],
        begun: Mapping[int, Fraction],
    ) -> None:
        denominator = lcm(*[probability.denominator for probability in begun.values()])
        source = {
            state: int(probability * denominator)
            for state, probability in begun.items()
        }
        self.rows = [*map(dict, rows), source]
        self.totals = [*totals, denominator]
        self.into: list[set[int]] = [set() for _ in rows]
        for state, row in enumerate(self.rows):
            for other in row:
                if other != state:
                    self.into[other].add(state)
        self.work = 0

    def _cost(self, state: int) -> int:
        return len(self.into[state]) * len(self.rows[state])

    def in_order(self) -> Iterator[int]:
        """Yield all states, always the one that is cheapest to eliminate next."""
        remaining = set(range(len(self.into)))
        heap = [(self._cost(state), state) for state in remaining]
        heapify(heap)
        while heap:
            cost, state = heappop(heap)
            if state not in remaining:
                continue
            current_cost = self._cost(state)
            if current_cost > cost:
                heappush(heap, (current_cost, state))
                continue
            remaining.remove(state)
            yield state

    def eliminate(self, state: int) -> _Step:
        """Remove a state; return the terms for its back substitution."""
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
            self._bypass(other, weight, row, without)
        return state, total, without, from_others

    def _bypass(
        self, state: int, weight: int, past: dict[int, int], total: int
    ) -> None:
        common = gcd(weight, total)
        weight, scale = weight // common, total // common
        merged = {other: entry * scale for other, entry in self.rows[state].items()}
        for other, weight_past in past.items():
            merged[other] = merged.get(other, 0) + weight_past * weight
            if other != state:
                self.into[other].add(state)
        denominator = self.totals[state] * scale
        common = gcd(denominator, *merged.values())
        self.rows[state] = {other: entry // common for other, entry in merged.items()}
        self.totals[state] = denominator // common
        self.work += len(merged) * (1 + denominator.bit_length() // 512)
        if self.work > MAX_ELIMINATION_WORK:
            raise LimitExceeded(
                "work of an exact elimination",
                MAX_ELIMINATION_WORK,
                LEFT_OVER,
            )


Mass = tuple[int, int]


class InescapableCycle(Exception):
    """A cycle that is never left, with the number of one of its points."""

    def __init__(self, point: int) -> None:
        """Keep the number."""
        super().__init__(point)
        self.point = point


class TransitionRow(Struct, frozen=True):
    """The transitions of a node: weights, over `total`, of next nodes and of ends."""

    point: int
    onward: dict[int, int]
    ends: Weights
    total: int


def solve_cycles(
    pass_from: Callable[[ResumeState], ForwardPass], start: ResumeState
) -> tuple[int, Weights, str]:
    """Return (total, weights of ends, method) of the run that starts in a state.

    `pass_from` runs a loop-free pass from a node to the next ones. A cycle that is
    never left raises InescapableCycle.
    """
    rows = _transition_rows(pass_from, start)
    pending = _PendingMass(rows)
    cyclic = False
    for component in reversed(
        strongly_connected_components([list(row.onward) for row in rows])
    ):
        if len(component) == 1 and component[0] not in rows[component[0]].onward:
            pending.propagate(component[0], pending.mass.pop(component[0]))
            continue
        cyclic = True
        _solve_component(rows, component, pending)
    total, distribution = (
        over_common_denominator(pending.done) if pending.done else (1, {})
    )
    if not cyclic:
        return total, distribution, "states in order"
    common = gcd(total, *distribution.values())
    reduced = {key: weight // common for key, weight in distribution.items()}
    return total // common, reduced, "elimination"


def _transition_rows(
    pass_from: Callable[[ResumeState], ForwardPass], start: ResumeState
) -> list[TransitionRow]:
    index: dict[ResumeState, int] = {start: 0}
    nodes, rows = [start], []
    # Where no state comes again, as with a count of the passes, weights grow with each:
    # that is refused here, before they are made.
    bits, end_bits = [0], 0  # of the weights on a way to each node, and of all ends
    for number, resume_state in enumerate(nodes):  # grows during the iteration
        forward = pass_from(resume_state)
        both: WeightsByDenominator = {}
        for tag, weights_by_denominator in (
            (True, forward.loop_entries),
            (False, forward.done),
        ):
            for total, weights in weights_by_denominator.items():
                for key, weight in weights.items():
                    add_weight(both, total, (tag, key), weight)
        total, distribution = over_common_denominator(both) if both else (1, {})
        row = TransitionRow(resume_state[0], {}, {}, total)
        reached = bits[number] + total.bit_length()
        for (onward, key), weight in distribution.items():
            if not onward:
                row.ends[key] = weight
                end_bits += reached
                continue
            if key not in index:
                index[key] = len(nodes)
                nodes.append(key)
                bits.append(reached)
            row.onward[index[key]] = weight
        limit = loop_limit(reached, end_bits)
        if limit is not None:
            raise limit
        rows.append(row)
    return rows


class _PendingMass:
    """The probability mass pending at nodes, and the mass that has ended."""

    def __init__(self, rows: list[TransitionRow]) -> None:
        self.rows = rows
        self.mass: dict[int, Mass] = {0: (1, 1)}
        self.done: WeightsByDenominator = {}

    def propagate(
        self, node: int, mass: Mass, component: frozenset[int] = frozenset()
    ) -> None:
        """Move the mass of a node to its successors outside its component."""
        weight, total = mass
        row = self.rows[node]
        total *= row.total
        for key, entry in row.ends.items():
            add_weight(self.done, total, key, weight * entry)
        for other, entry in row.onward.items():
            if other not in component:
                pending, denominator = self.mass.get(other, (0, 1))
                common = lcm(denominator, total)
                pending = pending * (common // denominator) + weight * entry * (
                    common // total
                )
                self.mass[other] = (pending, common)


def _solve_component(
    rows: list[TransitionRow], component: list[int], pending: _PendingMass
) -> None:
    """Propagate the mass that leaves a cyclic component, after all its rounds."""
    component = sorted(component)
    index_in_component = {node: index for index, node in enumerate(component)}
    inner = [
        {
            index_in_component[to]: ways
            for to, ways in rows[node].onward.items()
            if to in index_in_component
        }
        for node in component
    ]
    begun = {
        index_in_component[node]: Fraction(*pending.mass.pop(node))
        for node in component
        if node in pending.mass
    }
    totals = [rows[node].total for node in component]
    try:
        visits = expected_visits(inner, totals, begun)
    except EndlessCycle as endless:
        raise InescapableCycle(rows[component[0]].point) from endless
    total = lcm(*[expectation.denominator for expectation in visits])
    inside = frozenset(component)
    for node, expectation in zip(component, visits, strict=True):
        pending.propagate(node, (int(expectation * total), total), inside)
