"""One forward pass over the state graph of a procedure: the inner loop of exact odds.

States are grouped in buckets by resume point. Points are numbered so that a join has a
higher number than its branches, and what follows a loop a higher one than its body.
Taking the lowest pending point first therefore guarantees that every state that can
merge into a bucket has arrived before the bucket is run (a topological order of the
acyclic part). Each distinct state is run once, with the sum of the weights of all paths
that led to it: dynamic programming on merged states.

Weights are integers over one denominator per bucket; buckets with several denominators
are brought to their least common multiple. Weights are never reduced while running,
because a printed distribution shows counts of equally likely outcomes.

Game states are interned (`StateNumbers`), so that states compare by a small integer. A
game state is a sequence of tables, a table a sequence of rows. What a function left
unchanged is the same object and is recognised by its identity; only new rows are
hashed. Identities are safe: an object whose identity is recorded is kept alive.

Cost: one call per (state, answer) pair; memory: the pending buckets. A state that is
visited again at a loop or an entry raises `CycleFound`; `cycles` then solves the graph
of loop entries instead.
"""

from collections.abc import Callable, Hashable
from fractions import Fraction
from heapq import heapify, heappop, heappush
from math import lcm
from typing import Any, Protocol, TypeAlias

from interpreter.diagnostics import LimitExceeded
from interpreter.engine.exact.model import (
    CALL,
    GO,
    AnswerDistribution,
    AnswerDistributions,
    ExactModel,
    Live,
    Outcome,
    ResumePoint,
)
from interpreter.engine.stops import Payload
from interpreter.values.types import GameState, Value


class StateNumbers:
    """Numbers the game states of one query; `known[number]` is the interned state."""

    __slots__ = ("_by_identity", "_by_tables", "_kinds", "_settle", "known")

    def __init__(self, settle: Callable[[GameState], GameState] | None = None) -> None:
        """Start empty; `settle` maps states with equal futures to one of them."""
        self._settle = settle
        self.known: list[Any] = []
        self._by_tables: dict[Hashable, int] = {}
        self._by_identity: dict[int, int] = {}
        # One (rows, tables) pair per kind: since True == 1, rows of different kinds can
        # be equal.
        self._kinds: list[tuple[_Interned, _Interned]] = []

    def number(self, game_state: GameState) -> int:
        """Return the number of a game state, equal for equal states."""
        number = self._by_identity.get(id(game_state))
        if number is not None:
            return number
        if self._settle is not None:
            game_state = self._settle(game_state)
        sequence = isinstance(game_state, (tuple, list))
        tables: tuple[Any, ...] = ("value", game_state)
        if sequence:
            tables = self._table_numbers(game_state)
        number = self._by_tables.get(tables)
        if number is None:
            number = self._by_tables[tables] = len(self.known)
            if sequence:
                pairs = zip(self._kinds, tables, strict=False)
                game_state = tuple(
                    [kind[1].values[row_number] for kind, row_number in pairs]
                )
            self.known.append(game_state)
            self._by_identity[id(game_state)] = number
        return number

    def _table_numbers(self, game_state: GameState) -> tuple[int, ...]:
        while len(self._kinds) < len(game_state):
            self._kinds.append((_Interned(), _Interned()))
        numbers = []
        for table, (rows, tables) in zip(game_state, self._kinds, strict=False):
            number = tables.ids.get(id(table))
            numbers.append(
                _table_number(table, rows, tables) if number is None else number
            )
        return tuple(numbers)


class _Interned:
    """Interned values, found by equality or by the identity of the kept object."""

    __slots__ = ("ids", "numbers", "values")

    def __init__(self) -> None:
        self.ids: dict[int, int] = {}
        self.numbers: dict[Hashable, int] = {}
        self.values: list[Any] = []

    def number(self, key: Hashable, value: Value) -> int:
        number = self.numbers.get(key)
        if number is None:
            number = self.numbers[key] = len(self.values)
            self.values.append(value)
            self.ids[id(value)] = number
        return number


def _table_number(table: object, rows: _Interned, tables: _Interned) -> int:
    if not isinstance(table, (tuple, list)):
        return tables.number(("value", table), table)
    known = list(map(rows.ids.get, map(id, table)))
    pairs = zip(table, known, strict=True)
    numbers = tuple([rows.number(row, row) if n is None else n for row, n in pairs])
    number = tables.numbers.get(numbers)
    if number is None:
        number = tables.number(numbers, tuple([rows.values[n] for n in numbers]))
    return number


Frames: TypeAlias = tuple[Any, ...]

State: TypeAlias = tuple[Live, int, AnswerDistribution, Frames]
"""Live values, number of the game state (-1: each answer has its own), distribution of
the awaited answers, frames of the callers (innermost first)."""

ResumeState: TypeAlias = tuple[int, Live, int, Frames]
"""A state that awaits no answer: number of the point, live values, number of the game
state, frames of the callers."""

Weights: TypeAlias = dict[Any, int]
WeightsByDenominator: TypeAlias = dict[int, Weights]
"""Integer weights of keys, grouped by their denominator."""

MAX_WEIGHT_BITS = 1 << 17  # of the weights of a call; calls in sequence multiply them
LIMIT_CHECK_INTERVAL = 100_000  # answers between two checks of the pending states


class QueryContext(Protocol):
    """What all passes of a query share (implemented by `Query`)."""

    model: ExactModel
    game_states: StateNumbers
    distributions: AnswerDistributions
    points: dict[int, ResumePoint]

    def answers(
        self, kind: str, payload: Payload, state_number: int, where: Hashable
    ) -> AnswerDistribution:
        """Return the distribution of the answers to a stop; they resume `where`."""

    def charge(self, point: ResumePoint, states: Weights) -> None:
        """Count states that are about to be run."""

    def limit_pending(self, held: int) -> None:
        """Raise LimitExceeded if a pass has too many pending states and ends."""


class CycleFound(Exception):
    """A state was visited again: a single pass would not terminate."""


def add_weight(
    shares: WeightsByDenominator, total: int, key: Value, weight: int
) -> None:
    """Add the probability `weight / total` to a key."""
    weights = shares.get(total)
    if weights is None:
        shares[total] = {key: weight}
    else:
        weights[key] = weights.get(key, 0) + weight


def over_common_denominator(
    weights_by_denominator: WeightsByDenominator,
) -> tuple[int, Weights]:
    """Return the weights over their least common denominator, and that."""
    if len(weights_by_denominator) == 1:
        return next(iter(weights_by_denominator.items()))
    total = lcm(*weights_by_denominator)
    distribution: Weights = {}
    for denominator, weights in weights_by_denominator.items():
        scale = total // denominator
        for key, weight in weights.items():
            distribution[key] = distribution.get(key, 0) + weight * scale
    return total, distribution


def _probability(weights_by_denominator: WeightsByDenominator) -> Fraction:
    """Return the sum of all weights as a probability."""
    probabilities = (
        Fraction(sum(weights.values()), total)
        for total, weights in weights_by_denominator.items()
    )
    return sum(probabilities, Fraction())


class ForwardPass:
    """One pass from some states to the end of a procedure.

    `done` has the (result, game state) pairs that were reached. With `stop_at_loops`,
    states that arrive at a loop or an entry are collected in `loop_entries` and not
    run. With `max_pending` loops are repeated until at most that probability is
    pending. With neither, a state that is visited again raises CycleFound.
    """

    def __init__(
        self,
        query: QueryContext,
        *,
        stop_at_loops: bool = False,
        max_pending: Fraction | None = None,
    ) -> None:
        """Start without states."""
        self.done: WeightsByDenominator = {}
        self.loop_entries: WeightsByDenominator = {}
        self._query = query
        self._stop_at_loops = stop_at_loops
        self._max_pending = max_pending
        self._buckets: dict[int, WeightsByDenominator] = {}
        self._points: dict[int, ResumePoint] = {}
        self._heap: list[int] = []
        self._visited: dict[int, set[State]] = {}

    def start(self, point: ResumePoint, resume_state: ResumeState) -> None:
        """Add a pending state of weight 1 at its point."""
        _, live, game_state, frames = resume_state
        state: State = (live, game_state, self._query.distributions.no_answer, frames)
        self._put(point, 1, state, 1)

    def run(self) -> None:
        """Run until no state is pending, or at most `max_pending` of the probability.

        With `max_pending`, a loop is suspended once little probability is pending at
        its entry, because points after it have higher numbers and would never be run.
        If every pending loop is suspended and their sum exceeds the limit, all resume
        with half the threshold; the number of loops is finite, so this ends.
        """
        threshold, suspended = self._max_pending, list[int]()
        while self._heap or suspended:
            if not self._heap:
                if self._is_converged():
                    return
                assert threshold is not None
                self._heap, suspended, threshold = suspended, [], threshold / 2
                heapify(self._heap)
            number = heappop(self._heap)
            if (
                threshold is not None
                and number in self._visited
                and _probability(self._buckets[number]) <= threshold
            ):
                suspended.append(number)
                continue
            weights_by_denominator = self._buckets.pop(number)
            total, states = over_common_denominator(weights_by_denominator)
            if threshold is not None and total.bit_length() > MAX_WEIGHT_BITS:
                # a loop without an exit never loses probability
                what = f"bits of the weights, at {self._points[number].title}"
                raise LimitExceeded(what, MAX_WEIGHT_BITS)
            self._query.charge(self._points[number], states)
            if number in self._visited and self._max_pending is None:
                seen = self._visited[number]
                if not seen.isdisjoint(states):
                    raise CycleFound
                seen.update(states)
            self._resume(self._points[number], total, states)

    def _is_converged(self) -> bool:
        assert self._max_pending is not None
        return sum(map(_probability, self._buckets.values())) <= self._max_pending

    def _resume(self, point: ResumePoint, total: int, states: Weights) -> None:
        known, function, arrive = (
            self._query.game_states.known,
            point.function,
            self._arrive,
        )
        no_answer = self._query.distributions.no_answer
        returned: dict[tuple[Live, Frames], WeightsByDenominator] = {}
        answers = 0
        for (live, number, distribution, frames), weight in states.items():
            answers += len(distribution.items)
            if answers > LIMIT_CHECK_INTERVAL:
                self._query.limit_pending(self._count_pending(*returned.values()))
                answers = 0
            if distribution is no_answer:
                arrive(
                    function(known[number], *live),
                    total,
                    weight,
                    number,
                    frames,
                )
                continue
            denominator = total * distribution.total
            if distribution.with_states:
                # calls from different game states with equal ends merge before resuming
                results = returned.setdefault((live, frames), {}).setdefault(
                    denominator, {}
                )
                for end, factor in distribution.items:
                    results[end] = results.get(end, 0) + weight * factor
                continue
            game_state = known[number]
            for answer, factor in distribution.items:
                outcome = function(game_state, *live, answer)
                arrive(outcome, denominator, weight * factor, number, frames)
        if returned:
            self._resume_callers(point, returned)

    def _resume_callers(
        self,
        point: ResumePoint,
        returned: dict[tuple[Live, Frames], WeightsByDenominator],
    ) -> None:
        """Resume callers with the merged (result, game state) pairs of their calls."""
        known, function, answers = self._query.game_states.known, point.function, 0
        for (live, frames), shares in returned.items():
            for denominator, results in shares.items():
                answers += len(results)
                if answers > LIMIT_CHECK_INTERVAL:
                    self._query.limit_pending(self._count_pending())
                    answers = 0
                for (answer, number), weight in results.items():
                    outcome = function(known[number], *live, answer)
                    self._arrive(outcome, denominator, weight, number, frames)

    def _count_pending(self, *others: WeightsByDenominator) -> int:
        pending = (self.done, self.loop_entries, *self._buckets.values(), *others)
        return sum(len(weights) for shares in pending for weights in shares.values())

    def _arrive(
        self, outcome: Outcome, total: int, weight: int, current: int, outer: Frames
    ) -> None:
        kind, game_state, payload, frames = outcome
        query = self._query
        number = (
            current
            if game_state is query.game_states.known[current]
            else query.game_states.number(game_state)
        )
        if kind is None:
            if not outer:
                add_weight(self.done, total, (payload, number), weight)
                return
            (name, live), outer = outer[0], outer[1:]
            distribution = query.distributions.uniform(name, (payload,))
        elif kind == GO or (kind == CALL and not frames):
            points = query.model.points if kind == GO else query.model.entries
            point = points[payload[0]]
            if not frames or not point.procedure:
                live, outer = payload[1], (*frames, *outer)
                if point.head:
                    if self._stop_at_loops:
                        query.points[point.number] = point
                        resume_state: ResumeState = (point.number, live, number, outer)
                        add_weight(self.loop_entries, total, resume_state, weight)
                        return
                    if point.number not in self._visited:
                        self._visited[point.number] = set()
                no_answer = query.distributions.no_answer
                self._put(point, total, (live, number, no_answer, outer), weight)
                return
            # a recursive call is replaced by its distribution, like any call
            (name, live), outer = frames[0], (*frames[1:], *outer)
            distribution = query.answers(
                CALL, (point.procedure, payload[1]), number, name
            )
        else:
            name, live = frames[0]
            if len(frames) > 1:
                outer = (*frames[1:], *outer)
            distribution = query.answers(kind, payload, number, name)
        state: State = (
            live,
            -1 if distribution.with_states else number,
            distribution,
            outer,
        )
        self._put(query.model.points[name], total, state, weight)

    def _put(self, point: ResumePoint, total: int, state: State, weight: int) -> None:
        weights_by_denominator = self._buckets.get(point.number)
        if weights_by_denominator is None:
            weights_by_denominator = self._buckets[point.number] = {}
            self._points[point.number] = point
            heappush(self._heap, point.number)
        weights = weights_by_denominator.get(total)
        if weights is None:
            weights_by_denominator[total] = {state: weight}
        else:
            weights[state] = weights.get(state, 0) + weight
