"""States with equal futures, joined and run once: the inner loop of the exact driver.

A state waits at a point with its live values, its world, the law of the answers that
it waits for, and the frames below. The lowest-numbered point is run first: all that can
join has joined by then. Weights are whole, over one denominator a bucket; two buckets
of a point are brought to the least common multiple. Nothing is ever reduced, so the
weights count ways as a person would.
"""

from collections.abc import Callable, Hashable
from fractions import Fraction
from heapq import heapify, heappop, heappush
from math import lcm
from typing import Any, Protocol, TypeAlias

from interpreter.diagnostics import LimitExceeded
from interpreter.engine.exact.chances import AnswerDistribution, Chances
from interpreter.engine.exact.model import (
    CALL,
    GO,
    ExactModel,
    Live,
    Outcome,
    ResumePoint,
)

# Worlds by number: equal worlds are one, so that states compare by a small integer.
# A world is a sequence of spines, a spine a sequence of rows. What a function left as
# it was is the same object, and is known by its identity without looking inside; only
# new rows are hashed. Why identities are safe: every object whose identity is kept is
# kept too, so no other object can get it.


class StateNumbers:
    """The worlds of one query: `known[number]` stands for all its equals."""

    __slots__ = ("_by_spines", "_kinds", "_settle", "_whole", "known")

    def __init__(self, settle: Callable[[Any], Any] | None = None) -> None:
        """Begin with none; `settle` makes worlds that go on alike the same."""
        self._settle = settle
        self.known: list[Any] = []
        self._by_spines: dict[Hashable, int] = {}
        self._whole: dict[int, int] = {}
        # One pair a place: True == 1, but a row of one kind never stands for another's.
        self._kinds: list[tuple[_Interned, _Interned]] = []

    def number(self, world: Any) -> int:
        """Return the number of a world, a new one for one not seen before."""
        found = self._whole.get(id(world))
        if found is not None:
            return found
        if self._settle is not None:
            world = self._settle(world)
        sequence = isinstance(world, (tuple, list))
        spines = self._spine_numbers(world) if sequence else ("value", world)
        found = self._by_spines.get(spines)
        if found is None:
            found = self._by_spines[spines] = len(self.known)
            if sequence:
                pairs = zip(self._kinds, spines, strict=False)
                world = tuple([kind[1].values[each] for kind, each in pairs])
            self.known.append(world)
            self._whole[id(world)] = found
        return found

    def _spine_numbers(self, world: Any) -> tuple[int, ...]:
        while len(self._kinds) < len(world):
            self._kinds.append((_Interned(), _Interned()))
        found = []
        for spine, (rows, spines) in zip(world, self._kinds, strict=False):
            number = spines.ids.get(id(spine))
            found.append(_spine(spine, rows, spines) if number is None else number)
        return tuple(found)


class _Interned:
    """Values that stand for their equals, with the identities of just these."""

    __slots__ = ("ids", "numbers", "values")

    def __init__(self) -> None:
        self.ids: dict[int, int] = {}
        self.numbers: dict[Hashable, int] = {}
        self.values: list[Any] = []

    def number(self, key: Hashable, value: Any) -> int:
        found = self.numbers.get(key)
        if found is None:
            found = self.numbers[key] = len(self.values)
            self.values.append(value)
            self.ids[id(value)] = found
        return found


def _spine(spine: Any, rows: _Interned, spines: _Interned) -> int:
    if not isinstance(spine, (tuple, list)):
        return spines.number(("value", spine), spine)
    known = list(map(rows.ids.get, map(id, spine)))
    pairs = zip(spine, known, strict=True)
    numbers = tuple([rows.number(row, row) if n is None else n for row, n in pairs])
    found = spines.numbers.get(numbers)
    if found is None:
        found = spines.number(numbers, tuple([rows.values[n] for n in numbers]))
    return found


Frames: TypeAlias = tuple[Any, ...]

State: TypeAlias = tuple[Live, int, AnswerDistribution, Frames]
"""Live values, number of the world (-1: answers bring theirs), law, frames below."""

Head: TypeAlias = tuple[int, Live, int, Frames]
"""A state that awaits no answer: point, live values, world, frames below."""

Weights: TypeAlias = dict[Any, int]
Shares: TypeAlias = dict[int, Weights]
"""Weights of keys, by their denominator."""

MOST_BITS = 1 << 17  # of the ways of a call; two calls in a row multiply them
_LOOK = 100_000  # answers between two looks at what is held: states times answers grow


class Host(Protocol):
    """What all sweeps of a query share."""

    engine: ExactModel
    worlds: StateNumbers
    chances: Chances
    points: dict[int, ResumePoint]

    def answers(
        self, kind: str, payload: Any, world: int, where: Any
    ) -> AnswerDistribution:
        """Return the law of the answers to a stop that resume the function `where`."""

    def charge(self, point: ResumePoint, states: Weights) -> None:
        """Count states that are about to be run."""

    def allow(self, held: int) -> None:
        """Be told how many states and ends wait in a sweep."""


class CycleFound(Exception):
    """A state was come back to, so that counting passes need not end."""


def add(shares: Shares, total: int, key: Any, weight: int) -> None:
    """Add `weight / total` to what a key has."""
    weights = shares.get(total)
    if weights is None:
        shares[total] = {key: weight}
    else:
        weights[key] = weights.get(key, 0) + weight


def joined(shares: Shares) -> tuple[int, Weights]:
    """Bring all weights to the least common denominator; none at all is over 1."""
    if len(shares) == 1:
        return next(iter(shares.items()))
    total = lcm(*shares)
    law: Weights = {}
    for each, weights in shares.items():
        scale = total // each
        for key, weight in weights.items():
            law[key] = law.get(key, 0) + weight * scale
    return total, law


def _share(shares: Shares) -> Fraction:
    """Return the probability of weights by their denominator, between 0 and 1."""
    each = (Fraction(sum(those.values()), total) for total, those in shares.items())
    return sum(each, Fraction())


class ForwardPass:
    """One pass from some states to the end of a procedure.

    With `to_heads` it stops at every loop or entry that it would go to, and gathers
    what arrives there in `heads`. Otherwise it goes on; a state that comes there twice
    is Recurs, unless `least` is given: then it goes round until at most that share is
    on its way.
    """

    def __init__(
        self, query: Host, *, to_heads: bool = False, least: Fraction | None = None
    ) -> None:
        """Begin with no states."""
        self.done: Shares = {}
        self.heads: Shares = {}
        self._query = query
        self._to_heads = to_heads
        self._least = least
        self._buckets: dict[int, Shares] = {}
        self._points: dict[int, ResumePoint] = {}
        self._heap: list[int] = []
        self._seen: dict[int, set[State]] = {}

    def start(self, point: ResumePoint, head: Head) -> None:
        """Put a state of weight 1 at its point."""
        _, live, world, below = head
        state: State = (live, world, self._query.chances.going, below)
        self._put(point, 1, state, 1)

    def run(self) -> None:
        """Run until no state is pending, or at most `least` of the probability.

        With `least`, a loop is suspended once little probability is pending at its
        entry, because points behind it come later and would otherwise never be run.
        When every pending loop is suspended and their sum exceeds `least`, all resume
        with half the threshold; the number of loops is finite, so this ends.
        """
        little, late = self._least, list[int]()
        while self._heap or late:
            if not self._heap:
                if self._enough():
                    return
                assert little is not None
                self._heap, late, little = late, [], little / 2
                heapify(self._heap)
            number = heappop(self._heap)
            if (
                little is not None
                and number in self._seen
                and _share(self._buckets[number]) <= little
            ):
                late.append(number)
                continue
            shares = self._buckets.pop(number)
            total, states = joined(shares)
            if little is not None and total.bit_length() > MOST_BITS:
                # a loop without an exit never loses probability
                what = f"bits of the ways, at {self._points[number].title}"
                raise LimitExceeded(what, MOST_BITS)
            self._query.charge(self._points[number], states)
            if number in self._seen and self._least is None:
                seen = self._seen[number]
                if not seen.isdisjoint(states):
                    raise CycleFound
                seen.update(states)
            self._resume(self._points[number], total, states)

    def _enough(self) -> bool:
        assert self._least is not None
        return sum(map(_share, self._buckets.values())) <= self._least

    def _resume(self, point: ResumePoint, total: int, states: Weights) -> None:
        known, function, arrive = self._query.worlds.known, point.function, self._arrive
        going = self._query.chances.going
        returned: dict[tuple[Live, Frames], Shares] = {}
        answers = 0
        for (live, world, law, below), weight in states.items():
            answers += len(law.items)
            if answers > _LOOK:
                self._query.allow(self._held(*returned.values()))
                answers = 0
            if law is going:
                arrive(function(known[world], *live), total, weight, world, below)
                continue
            after = total * law.total
            if law.worlds:
                # Calls from many worlds end alike: they join before one goes on.
                ends = returned.setdefault((live, below), {}).setdefault(after, {})
                for end, ways in law.items:
                    ends[end] = ends.get(end, 0) + weight * ways
                continue
            before = known[world]
            for answer, ways in law.items:
                out = function(before, *live, answer)
                arrive(out, after, weight * ways, world, below)
        if returned:
            self._go_on(point, returned)

    def _go_on(
        self, point: ResumePoint, returned: dict[tuple[Live, Frames], Shares]
    ) -> None:
        """Resume the callers of what was called, with its results in their worlds."""
        known, function, answers = self._query.worlds.known, point.function, 0
        for (live, below), shares in returned.items():
            for after, ends in shares.items():
                answers += len(ends)
                if answers > _LOOK:
                    self._query.allow(self._held())
                    answers = 0
                for (answer, at), weight in ends.items():
                    out = function(known[at], *live, answer)
                    self._arrive(out, after, weight, at, below)

    def _held(self, *more: Shares) -> int:
        every = (self.done, self.heads, *self._buckets.values(), *more)
        return sum(len(weights) for shares in every for weights in shares.values())

    def _arrive(
        self, out: Outcome, total: int, weight: int, at: int, below: Frames
    ) -> None:
        kind, world, payload, frames = out
        query = self._query
        number = at if world is query.worlds.known[at] else query.worlds.number(world)
        if kind is None:
            if not below:
                add(self.done, total, (payload, number), weight)
                return
            (name, live), below = below[0], below[1:]
            law = query.chances.even(name, (payload,))
        elif kind == GO or (kind == CALL and not frames):
            points = query.engine.points if kind == GO else query.engine.entries
            point = points[payload[0]]
            if not frames or not point.procedure:
                live, below = payload[1], (*frames, *below)
                if point.head:
                    if self._to_heads:
                        query.points[point.number] = point
                        head: Head = (point.number, live, number, below)
                        add(self.heads, total, head, weight)
                        return
                    if point.number not in self._seen:
                        self._seen[point.number] = set()
                going = query.chances.going
                self._put(point, total, (live, number, going, below), weight)
                return
            # A call in a circle of procedures: known by its law, like any call.
            (name, live), below = frames[0], (*frames[1:], *below)
            law = query.answers(CALL, (point.procedure, payload[1]), number, name)
        else:
            name, live = frames[0]
            if len(frames) > 1:
                below = (*frames[1:], *below)
            law = query.answers(kind, payload, number, name)
        state: State = (live, -1 if law.worlds else number, law, below)
        self._put(query.engine.points[name], total, state, weight)

    def _put(self, point: ResumePoint, total: int, state: State, weight: int) -> None:
        shares = self._buckets.get(point.number)
        if shares is None:
            shares = self._buckets[point.number] = {}
            self._points[point.number] = point
            heappush(self._heap, point.number)
        weights = shares.get(total)
        if weights is None:
            shares[total] = {state: weight}
        else:
            weights[state] = weights.get(state, 0) + weight
