"""The vectorised strategy: trials in equal states run as one, their dice as an array.

It serves closed programs: dice and draws, no questions. The program runs as compiled
for exact odds, but a state has a number of trials where odds have a weight. Where n
trials wait for the answers of one distribution, n faces are read as an array and the
trials are counted by the answer that each face maps to; trials in equal states merge
again. A trial then costs little more than its faces. Where trials rarely merge this is
slower than running each by itself: `meets` measures that on a sample with dice of its
own, and counts steps instead of time, so that every machine chooses the same strategy.

Reading the stream: for n trials at a distribution of total weight t, the next n faces
of the die with t sides are taken; a face less 1 is looked up in the cumulative weights,
in the distribution's order. States resume deepest call first, then by
the number of their point, then in order of arrival; this order is part of the result,
because it decides which trial gets which face.
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
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
    Outcome,
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

MOST_FRAMES = 64
MOST_PASSES = 1_000_000
TRIED = 4096  # sample size of `meets`
_ENOUGH = 8  # mean number of trials per step at which merging pays
_LOOK = 512  # steps between two checks of that mean
_FEW = 256  # faces that Python counts sooner than NumPy


class Column:
    """The faces of a stream as arrays, in the order of the stream."""

    def __init__(self, key: bytes) -> None:
        """Start at the first face of each die."""
        self._key = key
        self._left: dict[int, tuple[int, Faces]] = {}

    def take(self, sides: int, number: int) -> Faces:
        """Return the next `number` faces, each less 1."""
        block, left = self._left.get(sides, (0, np.zeros(0, np.uint8)))
        if len(left) < number:
            parts, have = [left], len(left)
            while have < number:
                parts.append(_faces(self._key, sides, block))
                have += len(parts[-1])
                block += 1
            left = np.concatenate(parts)
        self._left[sides] = (block, left[number:])
        return left[:number]


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


@cache
def _bytes(sides: int) -> tuple[bytes, bytes]:
    """Return the face less 1 of each byte, and the bytes that are none."""
    faces = bytes([word % sides for word in range(256)])
    return faces, bytes(range(256 - 256 % sides, 256))


class _Scattered(Exception):
    """Trials rarely merge."""


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
        game_state = self._query.game_states.known[at]
        self._gone += trials
        if distribution is self._query.distributions.no_answer:
            self._steps += 1
            self._arrive(point.function(game_state, *live), trials, at, below)
        else:
            function, arrive = point.function, self._arrive
            answers = self._split(distribution, trials)
            self._steps += len(answers)
            for answer, count in answers:
                arrive(function(game_state, *live, answer), count, at, below)
        if self._trying and self._steps >= self._look:
            self._look += _LOOK
            if not self.meet:
                raise _Scattered

    def _split(
        self, distribution: AnswerDistribution, trials: int
    ) -> Sequence[tuple[Value, int]]:
        """Return each answer that occurred, with its number of trials."""
        items = distribution.items
        if len(items) == 1:
            return [(items[0][0], trials)]
        faces = self._column.take(distribution.total, trials)
        if distribution.total <= trials:  # counting faces is cheaper than placing each
            found = np.bincount(faces, minlength=distribution.total)
            if distribution.total > len(items):
                found = np.add.reduceat(found, self._begins(distribution))
            pairs = zip(items, found.tolist(), strict=True)
            return [(answer, count) for (answer, _), count in pairs if count]
        if distribution.total > len(items):
            faces = np.searchsorted(self._begins(distribution), faces, side="right") - 1
        if trials <= _FEW:
            counted = sorted(Counter(faces.tolist()).items())
        else:
            places, counts = np.unique(faces, return_counts=True)
            counted = [*zip(places.tolist(), counts.tolist(), strict=True)]
        return [(items[place][0], count) for place, count in counted]

    def _begins(self, distribution: AnswerDistribution) -> NDArray[np.int64]:
        """Return the first face, less 1, that maps to each answer."""
        found = self._begun.get(distribution)
        if found is None:
            weights = np.array(
                [0, *(ways for _, ways in distribution.items[:-1])], np.int64
            )
            found = self._begun[distribution] = np.cumsum(weights)
        return found

    def _arrive(self, out: Outcome, trials: int, at: int, below: Frames) -> None:
        """Add trials to the pending states, or count their result."""
        kind, state, payload, frames = out
        query, engine = self._query, self._engine
        number = (
            at
            if state is query.game_states.known[at]
            else query.game_states.number(state)
        )
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
