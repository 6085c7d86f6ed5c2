"""Plans of simulations, which any worker process can load.

`Loading` names a function of a module and its arguments (source text, values), so it is
pickled without a function of the pack. `segments` is the resumable strategy, for
policies that must stop: resumable functions, answered from the stream.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, TypeAlias

from interpreter.diagnostics import LimitExceeded
from interpreter.engine.answers import draw_fault, roll_fault
from interpreter.engine.exact.model import (
    CALL,
    CHOOSE,
    DRAW,
    GO,
    POOL,
    ROLL,
    ExactModel,
    World,
)
from interpreter.engine.policies import Answers
from interpreter.engine.simulation.estimates import TRIALS, Count, Trial, one_by_one
from interpreter.engine.simulation.stream import Stream
from interpreter.values.faults import Fault

MOST_FRAMES = 64

Begin: TypeAlias = Callable[[Stream], Trial]


@dataclass(frozen=True, slots=True)
class Loading:
    """A plan: `load(*arguments)` makes the trials of a stream, in each process anew.

    `load` is a function at the top of a module, `arguments` are picklable.
    """

    procedure: str
    strategy: str
    load: Callable[..., Begin]
    arguments: tuple[Any, ...]

    @property
    def reading(self) -> str:
        """Trial after trial."""
        return TRIALS

    def loaded(self) -> Callable[[Stream], Count]:
        """Return what counts the trials of one stream."""
        begin = self.load(*self.arguments)
        return lambda stream: one_by_one(begin(stream))


def segments(
    engine: ExactModel,
    procedure: str,
    arguments: tuple[Any, ...],
    world: World,
    answers: Answers,
    read: Callable[[Any, World], Hashable] = lambda result, world: result,
) -> Begin:
    """Return what makes trials in segments; `read` makes an outcome of the end."""
    entry = engine.entries[procedure].function

    def begin(stream: Stream) -> Trial:
        def trial() -> Hashable:
            engine.reset()
            out = entry(world, *arguments)
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

        return trial

    return begin


def _answer(engine: ExactModel, answers: Answers, stream: Stream, out: Any) -> Any:
    kind, world, payload, _ = out
    try:
        if kind in (ROLL, DRAW):
            return _chance(stream, kind, payload)
        if kind == CHOOSE:
            found = answers.answers_to(engine.asked(world, payload))
            return found[stream.pick((1,) * len(found))] if found[1:] else found[0]
    except (Fault, LimitExceeded) as fault:
        raise engine.fault_at(payload[0], fault) from None
    if kind == POOL:
        raise TypeError("a pool is a stop of the exact form only")
    raise TypeError(f"no such kind of stop: {kind!r}")


def _chance(stream: Stream, kind: str, payload: Any) -> Any:
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
    items: tuple[Any, ...],
    weights: tuple[int, ...] | None,
    how_many: int | None,
) -> Any:
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
