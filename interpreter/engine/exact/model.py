"""What the exact driver needs of a program: its resumable functions and their points.

The protocol is that of `codegen`: `f(state, *live)`, or `f(state, *live, answer)` to
resume after a stop, returns `(kind, state, payload, frames)`. The kind "go" calls the
function that the payload names; joins use it too, but only a loop or an entry can close
a cycle. Points are numbered so that a join follows its branches and the point after a
loop follows the loop's body.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from interpreter.diagnostics import LimitExceeded
from interpreter.engine.policies import PolicyQuestion, asked
from interpreter.values.faults import Fault

World: TypeAlias = Any
Live: TypeAlias = tuple[Any, ...]
Frame: TypeAlias = tuple[Any, Live]
Outcome: TypeAlias = tuple[str | None, World, Any, tuple[Frame, ...]]

ROLL, POOL, DRAW, CALL, CHOOSE, GO = "roll", "pool", "draw", "call", "choose", "go"


@dataclass(frozen=True, slots=True)
class ResumePoint:
    """A resumable function of the program.

    `title` names its position in the pack, for messages; `names` are those of the live
    values, in order. `head`: a loop or an entry. `procedure` is set for entries only.
    """

    number: int
    function: Callable[..., Outcome] = field(compare=False)
    title: str
    names: tuple[str, ...] = ()
    head: bool = False
    procedure: str = ""


def _site_path(site: Any) -> tuple[str, str]:
    return str(site), ""


def _no_reset() -> None:
    """Do nothing."""


def _unlocated(place: Any, fault: Any) -> Any:
    return fault


def _no_rule(name: str, world: World, given: tuple[Any, ...]) -> Any:
    raise KeyError(name)


@dataclass(frozen=True, slots=True)
class ExactModel:
    """A program compiled for exact odds.

    `points` by the names in frames, `entries` by procedure; no two points share a
    number. For choices: `site` returns (path, label) of a site, `seat` the name of the
    deciding seat. `kinds` names the kinds of a game state and the fields of their rows,
    for messages. `reset` restarts the step counter. `settle` maps game states with
    equal futures to one of them. `rule` evaluates a named policy rule in a game state;
    `fault_at` returns the error to raise for a fault or limit at a site, `limit_in`
    that for a limit in a function.
    """

    points: Mapping[Any, ResumePoint]
    entries: Mapping[str, ResumePoint]
    site: Callable[[Any], tuple[str, str]] = _site_path
    seat: Callable[[Any], str] = str
    kinds: tuple[tuple[str, tuple[str, ...]], ...] = ()
    reset: Callable[[], None] = _no_reset
    settle: Callable[[World], World] | None = None
    rule: Callable[[str, World, tuple[Any, ...]], Any] = _no_rule
    fault_at: Callable[[Any, Fault | LimitExceeded], Exception] = _unlocated
    limit_in: Callable[[Any, LimitExceeded], Exception] = _unlocated

    def asked(self, world: World, payload: tuple[Any, ...]) -> PolicyQuestion:
        """Read the payload of a "choose"."""
        path, label = self.site(payload[0])
        check = payload[5]
        legal: Callable[[Any], bool] | None = None
        if check is not None:
            function, live = self.points[check[0]].function, check[1]

            def legal(answer: Any) -> bool:
                return bool(function(world, *live, answer))

        def rule(name: str, given: tuple[Any, ...]) -> Any:
            return self.rule(name, world, given)

        return asked(path, label, self.seat, payload, legal, rule)


FunctionDescription: TypeAlias = tuple[str, int, str, tuple[str, ...]]
"""Of a generated function: procedure, number, kind, names of the live values."""

_FUNCTIONS_PER_PROCEDURE = 1_000_000  # each procedure gets a range of so many numbers


class _Points(dict[Any, ResumePoint]):
    """Points, created lazily: a function is compiled when its point is first used."""

    def __init__(
        self,
        functions: Mapping[Any, FunctionDescription],
        compiled: Callable[[Any], Callable[..., Outcome]],
        first: Mapping[str, int],
    ) -> None:
        super().__init__()
        self._functions = functions
        self._compiled = compiled
        self._first = first

    def __missing__(self, name: Any) -> ResumePoint:
        procedure, number, kind, names = self._functions[name]
        point = self[name] = ResumePoint(
            self._first[procedure] + number,
            self._compiled(name),
            f"{procedure} ({kind} {number})" if number else procedure,
            names,
            head=kind in ("entry", "loop"),
            procedure=procedure if kind == "entry" else "",
        )
        return point


class _Entries(dict[str, ResumePoint]):
    """The entry of each procedure, created lazily."""

    def __init__(self, points: _Points, names: Mapping[str, Any]) -> None:
        super().__init__()
        self._points = points
        self._names = names

    def __missing__(self, procedure: str) -> ResumePoint:
        point = self[procedure] = self._points[self._names[procedure]]
        return point


def exact_model(
    functions: Mapping[Any, FunctionDescription],
    compiled: Callable[[Any], Callable[..., Outcome]],
    **more: Any,
) -> ExactModel:
    """Return a model of generated functions; `more` is passed to `ExactModel`.

    Procedures are numbered in the order of `functions`: callers should precede callees.
    """
    names: dict[str, Any] = {}
    first: dict[str, int] = {}
    for name, (procedure, _, kind, _) in functions.items():
        first.setdefault(procedure, len(first) * _FUNCTIONS_PER_PROCEDURE)
        if kind == "entry":
            names[procedure] = name
    points = _Points(functions, compiled, first)
    return ExactModel(points, _Entries(points, names), **more)
