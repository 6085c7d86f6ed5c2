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

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from heapq import heapify, heappop, heappush
from itertools import islice
from math import lcm
from typing import Any, Protocol, TypeAlias

from interpreter.diagnostics import LimitExceeded
from interpreter.engine.exact.model import (
    CALL,
    GO,
    AnswerDistribution,
    AnswerDistributions,
    CallDistribution,
    EndNumbers,
    ExactModel,
    Live,
    Outcome,
    ResumePoint,
)
from interpreter.engine.stops import Payload
from interpreter.values.types import GameState, Value


class StateNumbers:
    """Numbers the game states of one query; `known[number]` is the interned state."""

    __slots__ = ("_by_identity", "_by_tables", "_first", "_kinds", "_settle", "known")

    def __init__(self, settle: Callable[[GameState], GameState] | None = None) -> None:
        """Start empty; `settle` maps states with equal futures to one of them."""
        self._settle = settle
        self.known: list[Any] = []
        self._by_tables: dict[Hashable, int] = {}
        self._by_identity: dict[int, int] = {}
        # One (rows, tables) pair per kind: since True == 1, rows of different kinds can
        # be equal.
        self._kinds: list[tuple[_Interned, _Interned]] = []
        self._first: Any = None  # kept alive: its identity is recorded

    def number(self, game_state: GameState) -> int:
        """Return the number of a game state, equal for equal states."""
        number = self._by_identity.get(id(game_state))
        if number is not None:
            return number
        if not self.known:
            # The first is taken apart when there is a second one: most short
            # questions never write.
            self._first = game_state
            self.known.append(game_state)
            self._by_identity[id(game_state)] = 0
            return 0
        if not self._by_tables:
            self.known.clear()
            self._intern(self._first)
        return self._intern(game_state)

    def _intern(self, game_state: GameState) -> int:
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
        pairs = zip(game_state, self._kinds, strict=False)
        numbers = [tables.ids.get(id(table), -1) for table, (_, tables) in pairs]
        if -1 in numbers:
            pairs = zip(game_state, self._kinds, strict=False)
            for at, (table, (rows, tables)) in enumerate(pairs):
                if numbers[at] < 0:
                    numbers[at] = _table_number(table, rows, tables)
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
    known = [rows.ids.get(id(row), -1) for row in table]
    if -1 in known:
        pairs = zip(table, known, strict=True)
        known = [rows.number(row, row) if n < 0 else n for row, n in pairs]
    numbers = tuple(known)
    number = tables.numbers.get(numbers)
    if number is None:
        number = tables.number(numbers, tuple([rows.values[n] for n in numbers]))
    return number


Frames: TypeAlias = tuple[Any, ...]

State: TypeAlias = tuple[Any, ...]
"""A pending state: (live values, number of the game state). One that awaits a call:
(live values, -1, distribution of the call). With frames of callers, which generated
code never leaves: (live values, number, distribution or None, frames)."""

ResumeState: TypeAlias = tuple[int, Live, int, Frames]
"""A state that awaits no answer: number of the point, live values, number of the game
state, frames of the callers."""

Weights: TypeAlias = dict[Any, int]
WeightsByDenominator: TypeAlias = dict[int, Weights]
"""Integer weights of keys, grouped by their denominator."""

Group: TypeAlias = AnswerDistribution | None
"""The distribution of the answers that states of a bucket wait for; None for states
that wait for calls, where each has its own."""

Bucket: TypeAlias = dict[tuple[int, Group], Weights]
"""Weights of states at a point, by denominator and group."""

Callers: TypeAlias = dict[tuple[Live, Frames], tuple[EndNumbers, WeightsByDenominator]]
"""Weights of the ends of calls, by their numbers, by who resumes with them."""

MAX_WEIGHT_BITS = 1 << 17  # of the weights of a call; calls in sequence multiply them
MAX_END_BITS = 1 << 30  # of the weights of all ends of a loop: 128 MiB
LEFT_OVER = "give --left-over 1e-9"
MOST_SAME_DICE, MOST_SAME_ANSWERS = 6, 100
"""Of a stop whose distribution is kept with the program."""
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

    def call_distribution(
        self, procedure: str, arguments: tuple[Value, ...], state_number: int
    ) -> CallDistribution:
        """Return the distribution over (result, game state) of a call."""

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


def loop_limit(bits: int, together: int) -> LimitExceeded | None:
    """Return the limit that a loop exceeds by the bits of a weight, or by those of the
    weights of all its ends; None if it exceeds none."""
    for found, most in ((bits, MAX_WEIGHT_BITS), (together, MAX_END_BITS)):
        if found > most:
            return LimitExceeded("bits of the weights in a loop", most, LEFT_OVER)
    return None


def _probability(bucket: Bucket) -> Fraction:
    """Return the sum of all weights as a probability."""
    probabilities = (
        Fraction(sum(weights.values()), total) for (total, _), weights in bucket.items()
    )
    return sum(probabilities, Fraction())


class ForwardPass:
    """One pass from some states to the end of a procedure.

    `done` has the (result, game state) pairs that were reached. With `stop_at_loops`,
    states that arrive at a loop or an entry are collected in `loop_entries` and not
    run. With `max_pending` loops are repeated until at most that probability is
    pending. With neither, a state that is visited again raises CycleFound.

    Generated bucket functions (`codegen.buckets`) call `waiting`, `going`, `calling`,
    `entering` and `ended` for the states to which they add weights themselves.
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
        self.known = query.game_states.known
        self.number = query.game_states.number
        self.call = query.call_distribution
        self._query = query
        self._no_answer = query.distributions.no_answer
        self._stop_at_loops = stop_at_loops
        self._passes = 0
        self._max_pending = max_pending
        self._buckets: dict[int, Bucket] = {}
        self._points: dict[int, ResumePoint] = {}
        self._heap: list[int] = []
        self._visited: dict[int, set[State]] = {}
        self._entered: dict[int, WeightsByDenominator] = {}

    def start(self, point: ResumePoint, resume_state: ResumeState) -> None:
        """Add a pending state of weight 1 at its point."""
        _, live, game_state, frames = resume_state
        self._pending(point, 1, self._no_answer)[_plain(live, game_state, frames)] = 1

    def run(self) -> None:
        """Run until no state, or with `max_pending` little probability, is pending."""
        if self._max_pending is not None:
            self._run_until_converged(self._max_pending)
            return
        heap, buckets, points, visited = (
            self._heap,
            self._buckets,
            self._points,
            self._visited,
        )
        charge = self._query.charge
        while heap:
            number = heappop(heap)
            point, bucket = points[number], buckets.pop(number)
            if len(bucket) == 1:
                # Mostly all states wait for the same answers, over one denominator.
                (((total, group), states),) = bucket.items()
                charge(point, states)
                if number in visited:
                    self._allow(point, total)
                    self._visit(number, (states,))
                self._resume(point, total, group, states)
                continue
            total, groups = _over_common_denominator(bucket)
            for states in groups.values():
                charge(point, states)
            if number in visited:
                self._allow(point, total)
                self._visit(number, groups.values())
            for group, states in groups.items():
                self._resume(point, total, group, states)
        if self._entered:
            self._collect_entered()

    def _allow(self, point: ResumePoint, total: int) -> None:
        """Refuse another pass of a loop if a weight is long, or those of all passes are
        together: no state comes again where passes are counted, and each makes the
        denominator longer."""
        bits = total.bit_length()
        self._passes += 1
        limit = loop_limit(bits, self._passes * bits)
        if limit is not None:
            raise self._query.model.limit_in(point.function, limit)

    def _run_until_converged(self, threshold: Fraction) -> None:
        """Run until at most `max_pending` of the probability is pending.

        A loop is suspended once little probability is pending at its entry, because
        points after it have higher numbers and would never be run. If every pending
        loop is suspended and their sum exceeds the limit, all resume with half the
        threshold; the number of loops is finite, so this ends.
        """
        suspended = list[int]()
        while self._heap or suspended:
            if not self._heap:
                if self._is_converged():
                    return
                self._heap, suspended, threshold = suspended, [], threshold / 2
                heapify(self._heap)
            number = heappop(self._heap)
            if (
                number in self._visited
                and _probability(self._buckets[number]) <= threshold
            ):
                suspended.append(number)
                continue
            point = self._points[number]
            total, groups = _over_common_denominator(self._buckets.pop(number))
            if total.bit_length() > MAX_WEIGHT_BITS:
                # a loop without an exit never loses probability
                what = f"bits of the weights, at {point.title}"
                raise LimitExceeded(what, MAX_WEIGHT_BITS)
            for states in groups.values():
                self._query.charge(point, states)
            for group, states in groups.items():
                self._resume(point, total, group, states)

    def _is_converged(self) -> bool:
        assert self._max_pending is not None
        return sum(map(_probability, self._buckets.values())) <= self._max_pending

    def _visit(self, number: int, groups: Iterable[Weights]) -> None:
        seen = self._visited[number]
        for states in groups:
            before = len(seen)
            seen.update(states)  # from a dict it hashes no state again
            if len(seen) != before + len(states):
                raise CycleFound

    def _collect_entered(self) -> None:
        """Give the states at which generated code stopped the form of others."""
        for number, by_total in self._entered.items():
            for total, states in by_total.items():
                for (live, game_state), weight in states.items():
                    key: ResumeState = (number, live, game_state, ())
                    add_weight(self.loop_entries, total, key, weight)
        self._entered.clear()

    # What bucket functions add weights to, by the states (live, number of the game
    # state). They ask only when they have a weight to add: there is no empty bucket.

    def ended(self, total: int) -> Weights:
        """Return the weights of (result, number of the game state)."""
        return self.done.setdefault(total, {})

    def going(self, name: str, total: int) -> Weights:
        """Return the weights of the states that go to a function at once."""
        return self._entry(self._query.model.points[name], total)

    def entering(self, procedure: str, total: int) -> Weights:
        """Return the weights of the states that enter a procedure for good."""
        return self._entry(self._query.model.entries[procedure], total)

    def _entry(self, point: ResumePoint, total: int) -> Weights:
        if point.head:
            if self._stop_at_loops:
                self._query.points[point.number] = point
                entered = self._entered.setdefault(point.number, {})
                return entered.setdefault(total, {})
            self._visited.setdefault(point.number, set())
        return self._pending(point, total, self._no_answer)

    def waiting(
        self, kind: str, payload: Payload, number: int, name: str, total: int
    ) -> Weights:
        """Return the weights of the states that wait for the answers to a stop."""
        group = self._query.answers(kind, payload, number, name)
        return self._pending(self._query.model.points[name], total, group)

    def waiting_for_same(
        self,
        name: str,
        number: int,
        total: int,
        stop: Callable[[], tuple[str, Payload]],
    ) -> Weights:
        """Return the same as `waiting` for a stop whose answers have one distribution
        whatever happened before: that of few dice is worked out once a program."""
        model = self._query.model
        point = model.points[name]
        group = model.same_answers.get(name)
        if group is None:
            kind, payload = stop()
            group = self._query.answers(kind, payload, number, name)
            if payload[1] <= MOST_SAME_DICE and len(group.items) <= MOST_SAME_ANSWERS:
                model.same_answers[name] = group
        return self._pending(point, total, group)

    def calling(self, name: str, total: int) -> Weights:
        """Return the weights of the states (live, -1, distribution of the call) that
        wait for a call's result and game state."""
        return self._pending(self._query.model.points[name], total, None)

    def _pending(self, point: ResumePoint, total: int, group: Group) -> Weights:
        bucket = self._buckets.get(point.number)
        if bucket is None:
            bucket = self._buckets[point.number] = {}
            self._points[point.number] = point
            heappush(self._heap, point.number)
        weights = bucket.get((total, group))
        if weights is None:
            weights = bucket[total, group] = {}
        return weights

    # Running the states of a bucket that wait for the same answers.

    def _resume(
        self, point: ResumePoint, total: int, group: Group, states: Weights
    ) -> None:
        if group is None:
            self._resume_callers(point, _merged_ends(total, states, self._check))
            return
        bucket, answers = point.bucket, group.items
        if bucket is None:
            self._resume_each(point, total * group.total, group, states)
        elif len(states) * len(answers) > LIMIT_CHECK_INTERVAL:
            self._resume_in_blocks(bucket, total * group.total, group, states)
        elif group is self._no_answer:
            bucket(self, total, states.items())
        else:
            bucket(self, total * group.total, states.items(), answers)

    def _resume_in_blocks(
        self,
        bucket: Callable[..., None],
        denominator: int,
        group: AnswerDistribution,
        states: Weights,
    ) -> None:
        """Run so many states at once that what is pending is looked at in time."""
        more = () if group is self._no_answer else (group.items,)
        size = max(1, LIMIT_CHECK_INTERVAL // len(group.items))
        pairs = iter(states.items())
        while block := [*islice(pairs, size)]:
            self._check()
            bucket(self, denominator, block, *more)

    def _resume_each(
        self, point: ResumePoint, denominator: int, group: Any, states: Weights
    ) -> None:
        """Run states one by one, in a function that returns where each goes."""
        known, function, arrive = self.known, point.function, self._arrive
        answers = 0
        for state, weight in states.items():
            live, number, frames = state[0], state[1], _frames_of(state)
            answers += len(group.items)
            if answers > LIMIT_CHECK_INTERVAL:
                self._check()
                answers = 0
            if group is self._no_answer:
                outcome = function(known[number], *live)
                arrive(outcome, denominator, weight, number, frames)
                continue
            game_state = known[number]
            for answer, factor in group.items:
                outcome = function(game_state, *live, answer)
                arrive(outcome, denominator, weight * factor, number, frames)

    def _resume_callers(self, point: ResumePoint, callers: Callers) -> None:
        """Resume callers with the merged (result, game state) pairs of their calls."""
        known, function, answers = self.known, point.function, 0
        for (live, frames), (end_numbers, by_total) in callers.items():
            for denominator, weights in by_total.items():
                answers += len(weights)
                if answers > LIMIT_CHECK_INTERVAL:
                    self._check()
                    answers = 0
                pairs = weights.items()
                ends = [(end_numbers.known[number], weight) for number, weight in pairs]
                if point.bucket is not None:
                    point.bucket(self, denominator, live, ends)
                    continue
                for (answer, number), weight in ends:
                    outcome = function(known[number], *live, answer)
                    self._arrive(outcome, denominator, weight, number, frames)

    def _check(self, *others: WeightsByDenominator) -> None:
        """Raise LimitExceeded if too many states are pending."""
        by_total = (self.done, self.loop_entries, *self._entered.values(), *others)
        pending = [weights for shares in by_total for weights in shares.values()]
        pending += [w for bucket in self._buckets.values() for w in bucket.values()]
        self._query.limit_pending(sum(map(len, pending)))

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
                self._enter(point, payload[1], number, (*frames, *outer), total, weight)
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
        group: Group = distribution
        state: State = _plain(live, number, outer)
        if isinstance(distribution, CallDistribution):
            group, state = None, (live, -1, distribution)
            if outer:
                state = (*state, outer)
        weights = self._pending(query.model.points[name], total, group)
        weights[state] = weights.get(state, 0) + weight

    def _enter(
        self,
        point: ResumePoint,
        live: Live,
        number: int,
        frames: Frames,
        total: int,
        weight: int,
    ) -> None:
        if point.head and self._stop_at_loops:
            self._query.points[point.number] = point
            entry: ResumeState = (point.number, live, number, frames)
            add_weight(self.loop_entries, total, entry, weight)
            return
        weights, state = self._entry(point, total), _plain(live, number, frames)
        weights[state] = weights.get(state, 0) + weight


def _plain(live: Live, number: int, frames: Frames) -> State:
    """Return a state that waits for no call."""
    return (live, number, None, frames) if frames else (live, number)


def _frames_of(state: State) -> Frames:
    frames: Frames = state[3] if len(state) > 3 else ()
    return frames


def _over_common_denominator(bucket: Bucket) -> tuple[int, dict[Group, Weights]]:
    """Return the weights of a bucket by group, over the denominator of all."""
    if len(bucket) == 1:
        (((total, group), weights),) = bucket.items()
        return total, {group: weights}
    common = lcm(*[total for total, _ in bucket])
    groups: dict[Group, Weights] = {}
    for (total, group), weights in bucket.items():
        scale = common // total
        merged = groups.get(group)
        if merged is None:
            groups[group] = (
                weights
                if scale == 1
                else {state: weight * scale for state, weight in weights.items()}
            )
            continue
        for state, weight in weights.items():
            merged[state] = merged.get(state, 0) + weight * scale
    return common, groups


def _merged_ends(total: int, states: Weights, check: Callable[..., None]) -> Callers:
    """Return the ends of calls by caller and denominator: calls from different game
    states with equal ends merge before their caller resumes."""
    callers: Callers = {}
    ends: Weights = {}
    before: State = ()
    answers = denominator = 0
    for state, weight in states.items():
        distribution: CallDistribution = state[2]
        answers += len(distribution.items)
        if answers > LIMIT_CHECK_INTERVAL:
            check(*[by_total for _, by_total in callers.values()])
            answers = 0
        live, over = state[0], total * distribution.total
        # Mostly it is the caller before, in another game state.
        if over != denominator or live != before[0] or state[3:] != before[3:]:
            key = (live, _frames_of(state))
            _, by_total = callers.setdefault(key, (distribution.ends, {}))
            ends = by_total.setdefault(over, {})
            before, denominator = state, over
        get = ends.get
        for factor, alike in distribution.by_weight or distribution.weighed():
            share = weight * factor
            for end in alike:
                ends[end] = get(end, 0) + share
    return callers
