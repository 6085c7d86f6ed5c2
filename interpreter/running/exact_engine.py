"""What the exact driver needs of a program in its exact form.

A function of the exact form returns `(kind, world, payload, frames)`. Kind None is
finished and the payload the result. Otherwise `frames[0]`, a pair (point, live values),
is resumed with the answer: `function(world, live, answer)`. What the kinds carry:

- ROLL `(site, number, sides, single, by, texts)`: answered by a face, or by a tuple;
- POOL `(site, number, contributions of each face, operators)`: by the readings;
- DRAW `(site, items, weights, how_many, by, texts)`: by an element, or by a tuple;
- CALL `(procedure, arguments)`: by the result, with the world that the callee left;
- CHOOSE: by what a policy or a fixed answer says;
- GO: no payload; the frame is run at once with None (a back edge, a call at the end).

Points are numbered so that joins follow their branches and what follows a loop follows
its body. Every way back to an earlier point is a GO, so each circle holds one.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from interpreter.running.policies import Choosing

World: TypeAlias = Any
Live: TypeAlias = tuple[Any, ...]
Frame: TypeAlias = tuple[Any, Live]
Outcome: TypeAlias = tuple[str | None, World, Any, tuple[Frame, ...]]

ROLL, POOL, DRAW, CALL, CHOOSE, GO = "roll", "pool", "draw", "call", "choose", "go"


@dataclass(frozen=True, slots=True)
class Point:
    """A function that can be resumed; an entry is called `function(world, *live)`.

    `title` is for people: where in the pack it stands. `names` are those of the live
    values, in their order.
    """

    number: int
    function: Callable[..., Outcome] = field(compare=False)
    title: str
    names: tuple[str, ...] = ()
    entry: bool = False


def _unread(payload: object) -> Choosing:
    raise TypeError(f"nobody said how to read this choice: {payload!r}")


@dataclass(frozen=True, slots=True)
class Engine:
    """A program in its exact form.

    `points` by what stands in frames, `entries` by procedure; no two points share a
    number. `choosing` reads the payload of a CHOOSE. `kinds` names, for messages, each
    spine of a world and the slots of its rows.
    """

    points: Mapping[Any, Point]
    entries: Mapping[str, Point]
    choosing: Callable[[Any], Choosing] = _unread
    kinds: tuple[tuple[str, tuple[str, ...]], ...] = ()
