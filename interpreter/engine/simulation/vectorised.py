"""The vectorised strategy: trials in equal states run as one, their dice as an array.

It serves closed programs: dice and draws, no questions. The program runs as compiled
for exact odds, but a state has a number of trials where odds have a weight. Where n
trials wait for the answers of one distribution, n faces are read as an array and the
trials are counted by the answer that each face maps to; trials in equal states merge
again. What an answer leads to is kept for when the same state waits at the same point
once more (in the next round, with other callers), and trials of answers that lead to
the same are added before they go on. A trial then costs little more than its faces.
Where trials rarely merge this is slower than running each by itself: `meets` measures
that on a sample with dice of its own, and counts steps instead of time, so that every
machine chooses the same strategy.

Reading the stream: for n trials at a distribution of total weight t, the next n faces
of the die with t sides are taken; a face less 1 is looked up in the cumulative weights,
in the distribution's order. States resume deepest call first, then by
the number of their point, then in order of arrival; this order is part of the result,
because it decides which trial gets which face.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cache
from heapq import heappop, heappush
from typing import Any, TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from interpreter.codegen.loading import compile_emitted
from interpreter.codegen.source import GeneratedCode
from interpreter.diagnostics import LimitExceeded, UmpireError
from interpreter.engine.dice import Stream, words_of_block
from interpreter.engine.exact.forward_pass import Frames
from interpreter.engine.exact.model import (
    CALL,
    GO,
    ROLL,
    AnswerDistribution,
    ExactModel,
    Live,
    ResumePoint,
)
from interpreter.engine.exact.program import model_of
from interpreter.engine.exact.query import Query
from interpreter.engine.policies import Answers
from interpreter.engine.simulation.estimates import (
    COLUMNS,
    LANES,
    Begin,
    Count,
    explaining,
)
from interpreter.engine.stops import Payload
from interpreter.semantics.state_view import KindFields
from interpreter.source import Source
from interpreter.values.types import GameState, Value

Faces: TypeAlias = NDArray[np.integer[Any]]

State: TypeAlias = tuple[Live, int, AnswerDistribution, Frames]
"""Live values, number of the game state, distribution of the awaited answers, frames
of the callers (innermost first)."""

Arrival: TypeAlias = tuple[str | None, int, Any, Frames]
"""Where a function leads: an outcome with the number of its game state."""

MOST_FRAMES = 64
MOST_PASSES = 1_000_000
TRIED = 4096  # sample size of `meets`
_ENOUGH = 8  # mean number of trials per step at which merging pays
_LOOK = 512  # steps between two checks of that mean
_FEW = 256  # faces that Python counts sooner than NumPy
_PAIRS = 1024  # times the sides: so many faces are counted in pairs
_MOST_KEPT = 1 << 15  # states of which it is kept what their answers lead to


class Column:
    """The faces of a stream as arrays, in the order of the stream."""

    def __init__(self, key: bytes) -> None:
        """Start at the first face of each die."""
        self._key = key
        self._blocks: Counter[int] = Counter()
        self._read: dict[int, tuple[Faces, int]] = {}
        """By sides: faces that were read, and how many of them were taken."""

    def take(self, sides: int, number: int) -> Faces:
        """Return the next `number` faces, each less 1."""
        read, taken = self._read.get(sides) or (np.zeros(0, np.uint8), 0)
        end = taken + number
        if len(read) < end:
            read, taken, end = self._more(sides, number, read[taken:]), 0, number
        self._read[sides] = read, end
        return read[taken:end]

    def _more(self, sides: int, number: int, left: Faces) -> Faces:
        """Return at least so many faces, of which the first are `left`."""
        parts, have = [left], len(left)
        while have < number:
            parts.append(_faces(self._key, sides, self._blocks[sides]))
            have += len(parts[-1])
            self._blocks[sides] += 1
        return np.concatenate(parts)


def _faces(key: bytes, sides: int, block: int) -> Faces:
    """Return the faces of a block, each less 1, in the smallest integer type."""
    data, bits = words_of_block(key, sides, block)
    if bits == 8:
        return np.frombuffer(data.translate(*_bytes(sides)), np.uint8)
    kind = np.dtype(f"u{bits // 8}")
    words = np.frombuffer(data, kind.newbyteorder(">")).astype(kind)
    uneven = (1 << bits) % sides
    if uneven:
        words = words[words <= (1 << bits) - uneven - 1]
    found: Faces = (words % kind.type(sides)).astype(np.int64)
    return found


def counted(faces: Faces, sides: int) -> NDArray[np.int64]:
    """Return how often each of the faces 0..sides - 1 is there."""
    if faces.dtype != np.uint8 or len(faces) < _PAIRS * sides:
        return np.bincount(faces, minlength=sides)
    # Two faces are one word: NumPy counts long arrays in half the time.
    even = len(faces) & -2
    words = np.bincount(faces[:even].view(np.uint16), minlength=sides << 8)
    pairs = words.reshape(sides, 256)[:, :sides]
    found: NDArray[np.int64] = pairs.sum(axis=0) + pairs.sum(axis=1)
    found[faces[even:]] += 1
    return found


@cache
def _bytes(sides: int) -> tuple[bytes, bytes]:
    """Return the face less 1 of each byte, and the bytes that are none."""
    faces = bytes([word % sides for word in range(256)])
    return faces, bytes(range(256 - 256 % sides, 256))


class _Scattered(Exception):
    """Trials rarely merge."""


class _Arrivals:
    """What the answers that one state awaits lead to, found out once for each."""

    __slots__ = ("_arrivals", "_find", "_numbers")

    def __init__(self, find: Callable[[Value], Arrival]) -> None:
        """Begin with no answer; `find` runs the function of the state."""
        self._find = find
        self._numbers: dict[int, int] = {}
        self._arrivals: list[Arrival] = []

    def merged(
        self, counts: Iterable[tuple[int, int]], items: Sequence[tuple[Value, int]]
    ) -> Iterable[tuple[Arrival, int]]:
        """Return the arrivals with their numbers of trials, as they are first met;
        `counts` are the trials by the place of their answer in `items`."""
        numbers, trials = self._numbers, dict[int, int]()
        for place, count in counts:
            number = numbers.get(place)
            if number is None:
                number = self._number_of(self._find(items[place][0]))
                numbers[place] = number
            trials[number] = trials.get(number, 0) + count
        return [(self._arrivals[number], count) for number, count in trials.items()]

    def _number_of(self, arrival: Arrival) -> int:
        if arrival not in self._arrivals:
            self._arrivals.append(arrival)
        return self._arrivals.index(arrival)


class _Lanes:
    """Runs one chunk of trials from the entry to the end."""

    def __init__(self, engine: ExactModel, key: bytes, trying: bool) -> None:
        self._engine = engine
        self._query = Query(engine, Answers(), MOST_PASSES, None)
        self._column = Column(key)
        self._trying = trying
        self._buckets: dict[tuple[int, int], dict[State, int]] = {}
        self._points: dict[int, ResumePoint] = {}
        self._heap: list[tuple[int, int]] = []
        self._rolls: dict[Payload, AnswerDistribution] = {}
        self._begun: dict[AnswerDistribution, NDArray[np.int64]] = {}
        self._arrivals: dict[Hashable, _Arrivals] = {}
        self._steps = self._gone = 0
        self._look = _LOOK
        self.ended: Counter[Hashable] = Counter()

    def run(
        self,
        procedure: str,
        arguments: tuple[Value, ...],
        game_state: GameState,
        trials: int,
    ) -> None:
        """Run a number of trials and count their results."""
        at, going = (
            self._query.game_states.number(game_state),
            self._query.distributions.no_answer,
        )
        self._put(self._engine.entries[procedure], (arguments, at, going, ()), trials)
        passes = 0
        while self._heap:
            place = heappop(self._heap)
            passes += 1
            self._engine.reset()
            point = self._points[place[1]]
            if passes > MOST_PASSES:
                limit = LimitExceeded("steps of a run", MOST_PASSES)
                raise self._engine.limit_in(point.function, limit)
            for state, trials in self._buckets.pop(place).items():
                self._resume(point, state, trials)

    @property
    def meet(self) -> bool:
        """Whether enough trials went each step together, so far."""
        return self._gone >= _ENOUGH * self._steps

    def _resume(self, point: ResumePoint, state: State, trials: int) -> None:
        live, at, distribution, below = state
        self._gone += trials
        if distribution is self._query.distributions.no_answer:
            self._steps += 1
            self._arrive(self._run(point, at, live), trials, below)
        elif len(distribution.items) == 1:
            self._steps += 1
            given = (*live, distribution.items[0][0])
            self._arrive(self._run(point, at, given), trials, below)
        else:
            counts = self._split(distribution, trials)
            self._steps += len(counts)
            known = self._known(point, live, at, distribution)
            for arrival, count in known.merged(counts, distribution.items):
                self._arrive(arrival, count, below)
        if self._trying and self._steps >= self._look:
            self._look += _LOOK
            if not self.meet:
                raise _Scattered

    def _run(self, point: ResumePoint, at: int, given: Live) -> Arrival:
        """Run a function in a game state; return where it leads."""
        states = self._query.game_states
        before = states.known[at]
        kind, after, payload, frames = point.function(before, *given)
        number = at if after is before else states.number(after)
        return kind, number, payload, frames

    def _known(
        self, point: ResumePoint, live: Live, at: int, distribution: AnswerDistribution
    ) -> _Arrivals:
        """Return what the answers lead to that a state awaits, for all its callers."""
        key = (point.number, live, at, distribution)
        known = self._arrivals.get(key)
        if known is None:
            known = _Arrivals(lambda answer: self._run(point, at, (*live, answer)))
            if len(self._arrivals) < _MOST_KEPT:
                self._arrivals[key] = known
        return known

    def _split(
        self, distribution: AnswerDistribution, trials: int
    ) -> Sequence[tuple[int, int]]:
        """Return the place of each answer that occurred, with its number of trials."""
        items = distribution.items
        faces = self._column.take(distribution.total, trials)
        if distribution.total <= trials:  # counting faces is cheaper than placing each
            found = counted(faces, distribution.total)
            if distribution.total > len(items):
                found = np.add.reduceat(found, self._begins(distribution))
            return [pair for pair in enumerate(found.tolist()) if pair[1]]
        if distribution.total > len(items):
            faces = np.searchsorted(self._begins(distribution), faces, side="right") - 1
        if trials <= _FEW:
            return sorted(Counter(faces.tolist()).items())
        places, counts = np.unique(faces, return_counts=True)
        return [*zip(places.tolist(), counts.tolist(), strict=True)]

    def _begins(self, distribution: AnswerDistribution) -> NDArray[np.int64]:
        """Return the first face, less 1, that maps to each answer."""
        found = self._begun.get(distribution)
        if found is None:
            weights = np.array(
                [0, *(ways for _, ways in distribution.items[:-1])], np.int64
            )
            found = self._begun[distribution] = np.cumsum(weights)
        return found

    def _arrive(self, arrival: Arrival, trials: int, below: Frames) -> None:
        """Add trials to the pending states, or count their result."""
        kind, number, payload, frames = arrival
        query, engine = self._query, self._engine
        if kind in (GO, CALL):
            point = (engine.points if kind == GO else engine.entries)[payload[0]]
            below = (*frames, *below)
            self._put(
                point,
                (payload[1], number, query.distributions.no_answer, below),
                trials,
            )
            return
        waiting = (*frames, *below)
        if kind is None and not waiting:
            self.ended[payload] += trials
            return
        (name, live), below = waiting[0], waiting[1:]
        if kind is None:
            distribution = query.distributions.uniform(name, (payload,))
        elif kind == ROLL and payload in self._rolls:  # as most stops are
            distribution = self._rolls[payload]
        else:
            distribution = query.answers(kind, payload, number, name)
            if kind == ROLL:
                self._rolls[payload] = distribution
        self._put(engine.points[name], (live, number, distribution, below), trials)

    def _put(self, point: ResumePoint, state: State, trials: int) -> None:
        place = (-len(state[3]), point.number)
        states = self._buckets.get(place)
        if states is None:
            states = self._opened(place, point)
        states[state] = states.get(state, 0) + trials

    def _opened(self, place: tuple[int, int], point: ResumePoint) -> dict[State, int]:
        """Return a new bucket, for states of a point at a depth."""
        if -place[0] > MOST_FRAMES:
            raise LimitExceeded("calls inside calls", MOST_FRAMES)
        states = self._buckets[place] = {}
        self._points[point.number] = point
        heappush(self._heap, place)
        return states


class VectorisedPlan(Struct, frozen=True):
    """The plan of a closed procedure in columns; `emitted` is its exact form."""

    emitted: GeneratedCode
    kinds: KindFields
    sources: Mapping[str, Source]
    procedure: str
    arguments: tuple[Any, ...]
    game_state: GameState

    @property
    def strategy(self) -> str:
        """Its name."""
        return "vectorised"

    @property
    def reading(self) -> str:
        """Return that a plan runs all trials of a chunk at once."""
        return COLUMNS

    @property
    def chunk_bounds(self) -> tuple[int, int]:
        """All are alike: they are fast, and a large one is faster still."""
        return LANES, LANES

    def loaded(self) -> Begin:
        """Return what counts the trials of one stream."""
        return self._counting(trying=False)

    def meets(self) -> bool:
        """Tell whether trials meet often enough; what fails is told trial by trial."""
        try:
            self._counting(trying=True)(Stream(bytes(32)))(TRIED)
        except (_Scattered, UmpireError):
            return False
        return True

    def _counting(self, trying: bool) -> Begin:
        compiled = compile_emitted(self.emitted, self.sources)
        engine = model_of(compiled, self.kinds, str)

        def begin(stream: Stream) -> Count:
            def count(trials: int) -> Counter[Hashable]:
                lanes = _Lanes(engine, stream.key, trying)
                lanes.run(self.procedure, self.arguments, self.game_state, trials)
                return lanes.ended

            return count

        return explaining(compiled.explained, begin)
