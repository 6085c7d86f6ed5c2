"""What the exact driver needs of a program in its exact form.

The protocol is that of `emission`: `f(world, *live)`, or `f(world, *live, answer)` to
resume a stop, gives `(kind, world, payload, frames)`. "go" calls at once what its
payload names; joins come so too, but only a loop or an entry can close a circle.
Points are numbered so that joins follow their branches and what follows a loop follows
its body: the higher number waits for all that may still come.
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
    """A function of the program.

    `title` is for people: where in the pack it stands. `names` are those of the live
    values, in their order. `head`: a loop or an entry. `procedure` is named by entries.
    """

    number: int
    function: Callable[..., Outcome] = field(compare=False)
    title: str
    names: tuple[str, ...] = ()
    head: bool = False
    procedure: str = ""


def _told(site: Any) -> tuple[str, str]:
    return str(site), ""


def _nothing() -> None:
    """Do nothing."""


def _itself(place: Any, fault: Any) -> Any:
    return fault


def _no_rule(name: str, world: World, given: tuple[Any, ...]) -> Any:
    raise KeyError(name)


@dataclass(frozen=True, slots=True)
class ExactModel:
    """A program in its exact form.

    `points` by what stands in frames, `entries` by procedure; no two points share a
    number. For choices: `site` gives (path, label) of a site, `seat` the name of who
    decides. `kinds` names, for messages, the kinds of a world and the slots of their
    rows. `reset` begins the count of steps anew. `settle` gives for a world one that
    goes on alike, the same for many. `rule` says what a rule of a policy, by its name,
    says in a world to arguments; `fault_at` is the error to raise for a fault or a
    limit at a site, `limit_in` for a limit in a function.
    """

    points: Mapping[Any, ResumePoint]
    entries: Mapping[str, ResumePoint]
    site: Callable[[Any], tuple[str, str]] = _told
    seat: Callable[[Any], str] = str
    kinds: tuple[tuple[str, tuple[str, ...]], ...] = ()
    reset: Callable[[], None] = _nothing
    settle: Callable[[World], World] | None = None
    rule: Callable[[str, World, tuple[Any, ...]], Any] = _no_rule
    fault_at: Callable[[Any, Fault | LimitExceeded], Exception] = _itself
    limit_in: Callable[[Any, LimitExceeded], Exception] = _itself

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


Described: TypeAlias = tuple[str, int, str, tuple[str, ...]]
"""What `emission` says of a function: procedure, number, kind, names of live values."""

_MOST_FUNCTIONS = 1_000_000  # of one procedure: so many numbers are set aside for each


class _Points(dict[Any, ResumePoint]):
    """Points, each made when it is first asked for: a function is compiled then."""

    def __init__(
        self,
        functions: Mapping[Any, Described],
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
    """The entry of each procedure, made when it is first asked for."""

    def __init__(self, points: _Points, names: Mapping[str, Any]) -> None:
        super().__init__()
        self._points = points
        self._names = names

    def __missing__(self, procedure: str) -> ResumePoint:
        point = self[procedure] = self._points[self._names[procedure]]
        return point


def engine(
    functions: Mapping[Any, Described],
    compiled: Callable[[Any], Callable[..., Outcome]],
    **more: Any,
) -> ExactModel:
    """Make an engine of what `emission` describes; `more` is passed on.

    Procedures are numbered as they stand: best with those that call before the called.
    """
    names: dict[str, Any] = {}
    first: dict[str, int] = {}
    for name, (procedure, _, kind, _) in functions.items():
        first.setdefault(procedure, len(first) * _MOST_FUNCTIONS)
        if kind == "entry":
            names[procedure] = name
    points = _Points(functions, compiled, first)
    return ExactModel(points, _Entries(points, names), **more)
