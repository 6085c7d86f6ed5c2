"""Trials one by one, by functions that answer their own choices.

`Loading` names a function of a module and its arguments (source text, values), so it is
pickled without a function of the pack. `segments` makes the plan of the resumable
strategy, for policies that must stop: resumable functions, answered from the stream.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any

from msgspec import Struct

from interpreter.codegen.filters import BOUNDS, FIXED, RANK
from interpreter.codegen.loading import CompiledCode, compile_emitted, depth_counter
from interpreter.codegen.source import GeneratedCode, direct, trials
from interpreter.diagnostics import LimitExceeded
from interpreter.engine.dice import Stream
from interpreter.engine.exact.model import (
    CALL,
    CHOOSE,
    DRAW,
    GO,
    POOL,
    ROLL,
    ExactModel,
    Outcome,
)
from interpreter.engine.policies import Answers, asked
from interpreter.engine.simulation.estimates import (
    CHUNK,
    FIRST,
    TRIALS,
    Begin,
    Count,
    explaining,
    in_batches,
    one_by_one,
)
from interpreter.engine.simulation.quick_answers import (
    UNANSWERED,
    Lazy,
    Legal,
    Order,
    PartialOffers,
    Quick,
    lazily,
    quick,
)
from interpreter.engine.stops import Payload, draw_fault, roll_fault
from interpreter.ir.instructions import Choice
from interpreter.source import Source
from interpreter.values.faults import Fault
from interpreter.values.types import JUDGE_NAME, GameState, Value

MOST_FRAMES = 64


class Loading(Struct, frozen=True):
    """A plan: `load(*arguments)` makes what counts the trials of a stream, in each
    process anew.

    `load` is a function at the top of a module, `arguments` are picklable.
    """

    procedure: str
    strategy: str
    load: Callable[..., Begin]
    arguments: tuple[Any, ...]
    largest_chunk: int = CHUNK

    @property
    def reading(self) -> str:
        """Trial after trial."""
        return TRIALS

    @property
    def chunk_bounds(self) -> tuple[int, int]:
        """They grow, since nobody knows how long a trial takes."""
        return FIRST, self.largest_chunk

    def loaded(self) -> Begin:
        """Return what counts the trials of one stream."""
        return self.load(*self.arguments)


def segments(
    engine: ExactModel,
    procedure: str,
    arguments: tuple[Value, ...],
    state: GameState,
    answers: Answers,
    read: Callable[[Value, GameState], Hashable] = lambda result, state: result,
) -> Begin:
    """Return what counts trials in segments; `read` makes an outcome of the end."""
    entry = engine.entries[procedure].function

    def begin(stream: Stream) -> Count:
        def trial() -> Hashable:
            engine.reset()
            out = entry(state, *arguments)
            frames: list[Any] = []
            while True:
                kind, after, payload, more = out
                frames += more[::-1]
                if kind is None and not frames:
                    return read(payload, after)
                if len(frames) > MOST_FRAMES:
                    limit = LimitExceeded("calls inside calls", MOST_FRAMES)
                    name = payload[0] if kind == GO else frames[-1][0]
                    raise engine.limit_in(engine.points[name].function, limit)
                if kind == GO:
                    out = engine.points[payload[0]].function(after, *payload[1])
                elif kind == CALL:
                    out = engine.entries[payload[0]].function(after, *payload[1])
                else:
                    if kind is not None:
                        payload = _answer(engine, answers, stream, out)
                    name, live = frames.pop()
                    out = engine.points[name].function(after, *live, payload)

        return one_by_one(trial)

    return begin


def _answer(
    engine: ExactModel, answers: Answers, stream: Stream, out: Outcome
) -> Value:
    kind, state, payload, _ = out
    try:
        if kind in (ROLL, DRAW):
            return _chance(stream, kind, payload)
        if kind == CHOOSE:
            found = answers.answers_to(engine.asked(state, payload))
            return found[stream.pick((1,) * len(found))] if found[1:] else found[0]
    except (Fault, LimitExceeded) as fault:
        raise engine.fault_at(payload[0], fault) from None
    if kind == POOL:
        raise TypeError("a pool is a stop of the exact form only")
    raise TypeError(f"no such kind of stop: {kind!r}")


def _chance(stream: Stream, kind: str, payload: Payload) -> Value:
    if kind == DRAW:
        return drawn(stream, *payload[1:4])
    faces = thrown(stream, payload[1], payload[2])
    return sum(faces) if payload[3] else faces


def thrown(stream: Stream, number: int, sides: int) -> tuple[int, ...]:
    """Throw dice; what no one can throw is a Fault."""
    fault = roll_fault(number, sides)
    if fault is not None:
        raise fault
    return stream.dice(number, sides)


def drawn(
    stream: Stream,
    items: tuple[Value, ...],
    weights: tuple[int, ...] | None,
    how_many: int | None,
) -> Value:
    """Draw from a stream: one element, or a tuple without replacement.

    More than there are with a weight is a Fault.
    """
    fault = draw_fault(items, weights, how_many)
    if fault is not None:
        raise fault
    left = list(items)
    number = 1 if how_many is None else max(0, min(how_many, len(items)))
    given = [1] * len(left) if weights is None else list(weights)
    taken = []
    for _ in range(number):
        at = stream.pick(tuple(given))
        taken.append(left.pop(at))
        del given[at]
    return taken[0] if how_many is None else tuple(taken)


def direct_plan(
    emitted: GeneratedCode,
    procedure: str,
    arguments: tuple[Value, ...],
    state: GameState,
    answers: Answers,
    *,
    written: frozenset[int] | None = None,
    seats: tuple[str, ...] = (),
    sources: Mapping[str, Source] | None = None,
    largest_chunk: int = CHUNK,
) -> Loading:
    """Return the plan of a procedure in the direct form.

    `written` are the kinds that it may change (None: all), `seats` the names of those
    who decide, `sources` the files of the pack. For more than one worker the rules of
    the policy must be picklable.
    """
    every = frozenset(range(len(state) - 1))
    changed = every if written is None else written
    given = (emitted, procedure, arguments, state, changed, answers, seats)
    loading_arguments = (*given, sources or {})
    return Loading(procedure, "direct", load_direct, loading_arguments, largest_chunk)


def compiles(emitted: GeneratedCode, procedures: Iterable[str]) -> bool:
    """Tell whether Python takes these procedures: it nests only so many loops."""
    compiled = compile_emitted(emitted)
    try:
        for each in procedures:
            compiled.load(each)
    except LimitExceeded:
        return False
    return True


def load_direct(
    emitted: GeneratedCode,
    procedure: str,
    arguments: tuple[Value, ...],
    state: GameState,
    written: frozenset[int],
    answers: Answers,
    seats: tuple[str, ...],
    sources: Mapping[str, Source],
) -> Begin:
    """Compile, and return what counts the trials of a stream."""
    chance = _Chance(emitted, answers, seats, sources)
    compiled = chance.compiled
    compiled.load(procedure)
    changed = sorted(written)

    def fresh() -> list[Any]:
        own: list[Any] = [*state]
        for kind in changed:
            own[kind] = [None if row is None else [*row] for row in state[kind]]
        return own

    many = compiled.names.get(trials(procedure))
    memos: defaultdict[str, dict[Hashable, Value]] = defaultdict(dict)
    function, reset = compiled.names[direct(procedure)], compiled.steps.reset

    def trial() -> Hashable:
        reset()
        found: Hashable = function(fresh(), *arguments)
        return found

    def begin(stream: Stream) -> Count:
        chance.read(stream)
        if many is None:
            return one_by_one(trial)
        return in_batches(lambda times: many(times, stream, fresh, memos, *arguments))

    return explaining(compiled.explained, begin)


class _Dies(dict[int, Callable[[], int]]):
    """For each number of sides what throws such a die."""

    def __init__(self, stream: Stream) -> None:
        super().__init__()
        self._stream = stream

    def __missing__(self, sides: int) -> Callable[[], int]:
        fault = roll_fault(1, sides)
        if fault is not None:
            raise fault
        die = self[sides] = self._stream.die(sides)
        return die


class _Chance:
    """What direct functions call, on the stream of the moment."""

    def __init__(
        self,
        emitted: GeneratedCode,
        answers: Answers,
        seats: tuple[str, ...],
        sources: Mapping[str, Source],
    ) -> None:
        deeper, back = depth_counter()
        self._sites = emitted.sites
        self._answers = answers
        self._seats = seats
        self._quick: dict[int, Quick | None] = {}
        self._lazy: dict[int, Lazy | None] = {}
        self._stream: Stream
        self._dies: _Dies
        given: dict[str, Callable[..., Any]] = {
            "die": lambda sides: self._dies[sides](),
            "dice": lambda number, sides: thrown(self._stream, number, sides),
            "draw": self._draw,
            "choose": self._choose,
            "choose_of": self._choose_of,
            "deeper": deeper,
            "back": back,
        }
        self.compiled: CompiledCode = compile_emitted(emitted, sources, given)

    def read(self, stream: Stream) -> None:
        """Take chance from this stream."""
        self._stream = stream
        self._dies = _Dies(stream)

    def _draw(
        self,
        site: int,
        items: tuple[Value, ...],
        weights: tuple[int, ...] | None,
        how_many: int | None,
    ) -> Value:
        return drawn(self._stream, items, weights, how_many)

    def _choose(
        self, state: GameState, site: int, by: int | None, offered: Any, *more: Any
    ) -> Value:
        self.compiled.steps.chosen()
        if site not in self._quick:
            self._quick[site] = self._found_quick(site)
        answer = self._quick[site]
        if answer is not None and by is not None:
            answered = answer(state, by, offered, *more[1:])
            if answered is not UNANSWERED:
                return answered
        return self._answered(state, site, by, offered, *more)

    def _choose_of(
        self,
        state: GameState,
        site: int,
        by: int | None,
        candidates: tuple[Value, ...],
        test: Callable[[Value], bool],
        more: tuple[Value, ...],
        default: Value,
        legal: Legal,
    ) -> Value:
        """Answer without knowing all offers; where that cannot be done, as `_choose`,
        which tells of faults and of answers that do not fit."""
        steps = self.compiled.steps
        if site not in self._lazy:
            one = self._choice(site)
            self._lazy[site] = lazily(self._answers, one, self._rule, self._order)
        answer = self._lazy[site]
        if answer is not None and by is not None:
            try:
                offers = PartialOffers(candidates, test, more, default, legal)
                answered = answer(state, by, offers)
            except Exception:  # told below, if it is met where all are known
                answered = UNANSWERED
            if answered is not UNANSWERED:
                steps.chosen()
                return answered
        offered = [each for each in steps.walk(candidates) if test(each)]
        return self._choose(state, site, by, (*offered, *more), None, default, legal)

    def _choice(self, site: int) -> Choice:
        one = self._sites[site][1]
        assert isinstance(one, Choice)
        return one

    def _found_quick(self, site: int) -> Quick | None:
        return quick(self._answers, self._choice(site), self._rule)

    def _rule(self, name: str) -> Callable[..., Value]:
        function, _ = self.compiled.emitted.entries[name]
        found: Callable[..., Value] = self.compiled.names[function]
        return found

    def _order(self, name: str) -> Order | None:
        function, _ = self.compiled.emitted.entries[name]
        names = self.compiled.names
        rank = names.get(f"{function}{RANK}")
        if rank is None:
            return None
        bounds, fixed = (
            names.get(f"{function}{BOUNDS}"),
            names.get(f"{function}{FIXED}"),
        )
        return Order(rank, bounds, frozenset(fixed or ()))

    def _answered(self, state: GameState, site: int, *payload: Any) -> Value:
        instruction = self._sites[site][1]
        label = getattr(instruction, "label", "")
        check = payload[4]

        def rule(name: str, given: tuple[Value, ...]) -> Value:
            return self.compiled.rule(name, state, given)

        found = self._answers.answers_to(
            asked(
                instruction.site.path, label, self._seat, (site, *payload), check, rule
            )
        )
        if len(found) == 1:
            return found[0]
        return found[self._stream.pick((1,) * len(found))]

    def _seat(self, number: int | None) -> str:
        if number is None or number < 0:
            return JUDGE_NAME
        return self._seats[number] if number < len(self._seats) else f"seat {number}"
