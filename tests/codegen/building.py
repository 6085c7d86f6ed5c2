"""Small programs built by hand."""

from collections.abc import Callable
from itertools import count
from typing import Any

from interpreter.codegen.generating import emit
from interpreter.codegen.loading import compile_emitted, depth_counter
from interpreter.codegen.source import direct
from interpreter.engine.once import Engine, RunOutcome, initial, play_out
from interpreter.engine.stops import ChoiceStop, DrawStop, RollStop
from interpreter.expressions.typed import (
    Apply,
    Collect,
    Constant,
    DiceExpression,
    FieldRead,
    Local,
    Typed,
)
from interpreter.ir.instructions import (
    Assign,
    Choice,
    FieldChange,
    ForEach,
    Instruction,
    Invoke,
    Let,
    Procedure,
    Program,
    Repeat,
    Return,
    Roll,
    Site,
    When,
)
from interpreter.ir.walking import numbered
from interpreter.semantics.declarations import (
    Declarations,
    Field,
    InitialState,
    Kind,
    Parameter,
)
from interpreter.source import Source, Span
from interpreter.values.log import BEGINNING
from interpreter.values.types import (
    INTEGER,
    Boolean,
    Entity,
    ListOf,
    MapOf,
    Maybe,
    Nothing,
    Type,
)

SOURCE = Source("pack.yaml", "x" * 1000)
SPAN = Span(SOURCE, 0, 1)
UNIT = Entity("unit")
NONE = Constant(None, Nothing())
_numbers = count()
_SYMBOLS = {"==": "is", "!=": "is_not"}


def site() -> Site:
    """Return a site that no other instruction has."""
    number = next(_numbers)
    return Site(f"s{number}", Span(SOURCE, number % 900, number % 900 + 1))


def c(value: Any) -> Constant:
    """Return a constant."""
    kind: Type = Boolean() if isinstance(value, bool) else INTEGER
    if isinstance(value, tuple):
        kind = ListOf(INTEGER)
    return Constant(value, kind)


def v(name: str, kind: Type = INTEGER) -> Local:
    """Return a local."""
    return Local(name, kind)


def typed(value: Any) -> Typed:
    """Return an expression: a number, yes or no is a constant, a text a local."""
    if isinstance(value, str):
        return v(value)
    return c(value) if isinstance(value, (int, tuple)) else value


def ap(name: str, *given: Any) -> Apply:
    """Apply an operator; its type follows from its name."""
    name = _SYMBOLS.get(name, name)
    truth = name in "and or not is is_not < <= > >= in not_in".split()
    kind: Type = Boolean() if truth else INTEGER
    if name in ("list", "range"):
        kind = ListOf(INTEGER)
    return Apply(name, tuple(typed(each) for each in given), kind)


def field(of: Any, name: str, kind: Type = INTEGER) -> FieldRead:
    """Read a field of a unit."""
    node = v(of, UNIT) if isinstance(of, str) else typed(of)
    return FieldRead(node, "unit", name, kind)


def at_least(dice: str, needed: Any) -> Collect:
    """Count the dice that show at least so much."""
    where = ap(">=", "die", needed)
    source = v(dice, ListOf(INTEGER))
    return Collect("count", v("die"), "die", source, where, (), INTEGER)


def let(name: str, value: Any) -> Let:
    """Bind a local."""
    return Let(site(), name, typed(value))


def roll(name: str, sides: Any, number: Any = None) -> Roll:
    """Roll one die, or some."""
    single = number is None
    dice = DiceExpression(typed(1 if single else number), typed(sides), single)
    return Roll(site(), name, name, dice, None, None, None)


def put(of: Any, name: str, value: Any) -> Assign:
    """Set a field of a unit."""
    node = v(of, UNIT) if isinstance(of, str) else typed(of)
    return Assign(site(), (FieldChange(node, "unit", name, typed(value)),))


def when(condition: Any, then: Any, other: Any = ()) -> When:
    """Branch."""
    return When(site(), typed(condition), tuple(then), tuple(other))


def each(name: str, source: Any, *body: Instruction, gathers: Any = None) -> ForEach:
    """Loop over a list."""
    return ForEach(site(), name, typed(source), body, gathers)


def again(*body: Instruction, until: Any = None, times: Any = None) -> Repeat:
    """Loop by condition or number."""
    ends = None if until is None else typed(until)
    return Repeat(site(), body, ends, None if times is None else typed(times))


def call(procedure: str, *given: Any, to: str | None = None) -> Invoke:
    """Call a procedure."""
    return Invoke(site(), to, procedure, tuple(typed(each) for each in given))


def back(value: Any) -> Return:
    """Return a value."""
    return Return(site(), typed(value))


def choose(name: str, offered: Any, by: Any = 0, **more: Any) -> Choice:
    """Choose an element of a list."""
    return Choice(site(), name, name, INTEGER, typed(by), typed(offered), **more)


def procedure(
    name: str, takes: str, *body: Instruction, gives: Type = INTEGER
) -> Procedure:
    """Return a procedure; names in capitals are units, the rest numbers."""
    found = [
        Parameter(one.lower(), UNIT if one.isupper() else INTEGER)
        for one in takes.split()
    ]
    return numbered(Procedure(name, tuple(found), gives, body, SPAN))


KINDS = {
    "unit": Kind(
        "unit",
        tuple(
            Field(name, kind, frozenset(), None, SPAN)
            for name, kind in (
                ("size", INTEGER),
                ("loss", INTEGER),
                ("deck", ListOf(INTEGER, deck=True)),
            )
        ),
        {},
        False,
        SPAN,
    )
}
WORLD = InitialState(
    {"unit": ((5, 0, (1, 2, 3, 4)), (3, 0, ()), (4, 0, ()))}, {"unit": ()}
)


def declared(**more: Any) -> Declarations:
    """Return declarations with a kind `unit`."""
    found: dict[str, Any] = {"formulas": {}, "tables": {}, "modifiers": {}}
    return Declarations(
        "test", KINDS, **(found | {"events": {}, "seat_kind": "unit"} | more)
    )


def program(*procedures: Procedure, **more: Any) -> Program:
    """Return a program."""
    found = {one.name: one for one in procedures}
    return Program(declared(**more), found, {}, {"": WORLD})


class Script:
    """Answers that follow from a seed alone, the same for every form."""

    def __init__(self, seed: int) -> None:
        self.state = seed * 7919 + 13
        self.given = 0

    def next(self, sides: int) -> int:
        """Return a number from 1 to `sides`."""
        self.given += 1
        self.state = (self.state * 1103515245 + 12345) % (1 << 31)
        return (self.state >> 8) % sides + 1

    def dice(self, number: int, sides: int) -> tuple[int, ...]:
        """Return faces."""
        return tuple(self.next(sides) for _ in range(number))

    def chance(self, stop: RollStop | DrawStop) -> Any:
        """Answer a stop for chance."""
        if isinstance(stop, RollStop):
            dice = self.dice(stop.number, stop.sides)
            return dice[0] if stop.single else dice
        return self.draw(stop.site, stop.items, stop.weights, stop.how_many)

    def draw(self, _: int, items: Any, weights: Any, how_many: int | None) -> Any:
        """Draw from a list."""
        left = list(items)
        found = []
        for _ in range(min(1 if how_many is None else how_many, len(left))):
            found.append(left.pop(self.next(len(left)) - 1))
        return found[0] if how_many is None else tuple(found)

    def decide(self, stop: ChoiceStop) -> Any:
        """Answer a choice."""
        return self.choose(
            None,
            stop.site,
            stop.by,
            stop.offered,
            stop.how_many,
            stop.default,
            stop.legal,
        )

    def choose(self, state: Any, site: int, *payload: Any) -> Any:
        """Choose among what is offered; several seats when nobody is named."""
        by, offered, how_many, _, check = payload
        if by is None:
            return tuple((e, some[self.next(len(some)) - 1]) for e, _, some in offered)
        while True:
            if how_many is not None:
                found: Any = offered[: self.next(how_many[1])]
            else:
                found = offered[self.next(len(offered)) - 1]
            if check is None or check(found):
                return found


def choosing_of(choose: Callable[..., Any]) -> Callable[..., Any]:
    """Return what answers a choice of candidates and a test as one of all offers."""

    def choose_of(state: Any, site: int, by: Any, candidates: Any, *given: Any) -> Any:
        test, more, default, check = given
        offered = (*filter(test, candidates), *more)
        return choose(state, site, by, offered, None, default, check)

    return choose_of


def run_once(
    given: Program, name: str, arguments: tuple[Any, ...], seed: int, form: str = "once"
) -> RunOutcome:
    """Play a procedure out in segments."""
    script = Script(seed)
    engine = Engine.of(given, form)
    state = initial(given)
    return play_out(engine, name, arguments, state, script.chance, script.decide)


def run_direct(
    given: Program, name: str, arguments: tuple[Any, ...], seed: int
) -> tuple[Any, Any]:
    """Run a procedure in the direct form; give its result and the state."""
    script = Script(seed)
    deeper, leave = depth_counter()
    names: dict[str, Callable[..., Any]] = {
        "die": script.next,
        "dice": script.dice,
        "draw": script.draw,
        "choose": script.choose,
        "choose_of": choosing_of(script.choose),
        "deeper": deeper,
        "back": leave,
    }
    compiled = compile_emitted(emit(given, "direct"), None, names)
    state: Any = [[list(row) for row in kind] for kind in initial(given)[:-1]]
    result = compiled.names[direct(name)]([*state, BEGINNING], *arguments)
    rows = tuple(
        tuple(None if row is None else tuple(row) for row in kind) for kind in state
    )
    return result, (*rows, BEGINNING)


def unborn(state: Any) -> Any:
    """Return a state without births and labels, which only the forms that stop write
    down."""
    *kinds, (now, entries, *_) = state
    return (*kinds, (now, entries, (), ()))


def agree(
    given: Program, name: str, *arguments: Any, seeds: int = 20, tried: int = 0
) -> list[Any]:
    """Assert that both forms come to the same; return the results."""
    found = []
    for seed in range(seeds):
        one = run_once(given, name, arguments, seed)
        same = (one.result, unborn(one.game_state))
        assert run_direct(given, name, arguments, seed) == same
        assert (
            run_once(given, name, arguments, seed, "trace").game_state == one.game_state
        )
        found.append(one.result)
    return found


MAP = MapOf(INTEGER, INTEGER)
PERHAPS = Maybe(INTEGER)
