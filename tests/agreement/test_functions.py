"""Every function comes to the same in the plain evaluator and in every emitted form."""

from collections.abc import Iterator, Mapping
from copy import copy
from fractions import Fraction
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from interpreter.codegen.generating import emit
from interpreter.codegen.loading import compile_emitted
from interpreter.diagnostics import Unusable
from interpreter.engine.exact.program import ExactProgram
from interpreter.engine.once import Engine, initial, play_out, start
from interpreter.engine.stops import Finished
from interpreter.expressions.evaluator import Environment, evaluate
from interpreter.expressions.functions import FUNCTIONS
from interpreter.expressions.functions.plane import AREAS
from interpreter.expressions.typed import Use
from interpreter.ir.instructions import Program
from interpreter.pipeline.loading import load, usable
from interpreter.semantics.declarations import (
    CrossTable,
    DecisionTable,
    Formula,
    LookupTable,
    RollTable,
)
from interpreter.values.faults import Fault
from interpreter.values.types import Entity, Enumeration, ListOf, Number, Type
from tests.agreement.formulas import run_directly, worked_out

PACK = Path(__file__).parents[1] / "packs" / "functions"
PROGRAM = usable(load(PACK))
FORMULAS = [name for name in PROGRAM.declared.formulas if "." not in name]


def _nobody(*_: Any) -> Any:
    raise AssertionError("nobody is asked")


def states() -> Iterator[Any]:
    """Yield the state at the beginning, and when something has happened."""
    first = initial(PROGRAM, "field")
    yield first
    engine = Engine.of(PROGRAM)
    yield play_out(engine, "history", (0,), first, _nobody, _nobody).game_state


WORLDS = tuple(states())


def given(kind: Type) -> tuple[Any, ...]:
    """Return arguments of a type."""
    match kind:
        case Number():
            some = (-4, 0, 2, 7)
            return some if kind.whole else (Fraction(7, 2), Fraction(-1, 3), 2)
        case ListOf():
            return ((), (3, 1, 2, 3), (5,))
        case Enumeration():
            return tuple(range(len(kind.values)))
        case Entity():
            return (0, 1)
    raise AssertionError(kind)


class Oracle:
    """The plain evaluator with the declarations of a program, in one state."""

    def __init__(self, program: Program, state: Any) -> None:
        """Keep them."""
        kinds = program.declared.kinds
        self.declared = program.declared
        self.rows: Mapping[str, Any] = {
            name: state[at] for at, name in enumerate(kinds)
        }
        self.slots = {
            (kind.name, field.name): slot
            for kind in kinds.values()
            for slot, field in enumerate(kind.fields)
        }
        self.log = state[-1]

    def value(self, node: Any, locals_: dict[str, Any]) -> Any:
        """Evaluate an expression."""
        setting = Environment(locals_, self.rows, self.slots, self.use, self.log)
        return evaluate(node, setting)

    def use(self, node: Use, arguments: tuple[Any, ...], setting: Environment) -> Any:
        """Call a declaration, in the state in which it is read."""
        if setting.rows is not self.rows:
            other = copy(self)
            other.rows = setting.rows
            return other.use(node, arguments, setting)
        if node.section == "modifiers":
            return self.modifiers(node.name, arguments)
        if node.section == "tables":
            return self.table(self.declared.tables[node.name], arguments)
        kind, _, name = node.name.partition(".")
        found: Formula = (
            self.declared.kinds[kind].derived[name]
            if node.section == "derived"
            else self.declared.formulas[node.name]
        )
        return self.value(found.body, self.named(found, arguments))

    def named(self, found: Any, arguments: tuple[Any, ...]) -> dict[str, Any]:
        """Return the locals of a declaration."""
        return dict(zip([each.name for each in found.takes], arguments, strict=True))

    def table(self, table: Any, arguments: tuple[Any, ...]) -> Any:
        """Read a table."""
        if isinstance(table, DecisionTable):
            locals_ = self.named(table, arguments)
            rows = table.rows
            holds = (
                r
                for r in rows
                if r.condition is None or self.value(r.condition, locals_)
            )
            return self.value(next(holds).gives, locals_)
        if isinstance(table, LookupTable):
            return tuple(
                self.value(each, {}) for each in dict(table.rows)[arguments[0]]
            )
        if isinstance(table, CrossTable):
            cells = {(row, column): cell for row, column, cell in table.cells}
            return self.value(cells[arguments], {})
        assert isinstance(table, RollTable)
        band = next(each for each in table.rows if _inside(each, arguments[0]))
        return self.value(band.gives, {})

    def modifiers(self, name: str, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return what each row is worth; only collect and first stand in the pack."""
        found = self.declared.modifiers[name]
        locals_ = self.named(found, arguments)
        worth: list[Any] = []
        for group in found.groups:
            taken = False
            for row in group.rows:
                if group.on is not None:
                    holds = _inside(row, self.value(group.on, locals_))
                else:
                    holds = row.condition is None or self.value(row.condition, locals_)
                holds = holds and not (taken and group.hit == "first")
                taken = taken or holds
                times = 1 if row.times is None else self.value(row.times, locals_)
                worth.append(self.value(row.add, locals_) * times if holds else None)
        return tuple(worth)


def _inside(band: Any, number: int) -> bool:
    low, high = band.low, band.high
    return (low is None or low <= number) and (high is None or number <= high)


def outcome(call: Any) -> str:
    """Return a value, or the code of its fault."""
    try:
        return repr(call())
    except Fault as fault:
        return fault.code
    except Unusable as error:
        return error.problems[0].code


def emitted_once(form: str, name: str, arguments: tuple[Any, ...], state: Any) -> Any:
    """Run a formula in segments."""
    stop = start(ENGINES[form], name, arguments, state)
    assert isinstance(stop, Finished)
    return stop.result


ENGINES = {form: Engine.of(PROGRAM, form) for form in ("once", "trace")}
EXACT = ExactProgram.of(PROGRAM)
DIRECT = compile_emitted(emit(PROGRAM, "direct"))


@pytest.mark.parametrize("name", FORMULAS)
def test_a_formula_comes_to_the_same(name: str) -> None:
    """For all arguments, at the beginning and later."""
    formula = PROGRAM.declared.formulas[name]
    choices = [given(each.type) for each in formula.takes]
    for state, arguments in product(WORLDS, product(*choices)):
        oracle = Oracle(PROGRAM, state)
        locals_ = oracle.named(formula, arguments)
        wanted = outcome(partial(oracle.value, formula.body, locals_))
        for form in ("once", "trace"):
            run = partial(emitted_once, form, name, arguments, state)
            assert outcome(run) == wanted, (form, arguments)
        assert outcome(partial(run_directly, DIRECT, name, arguments, state)) == wanted
        assert outcome(partial(worked_out, EXACT, name, arguments, state)) == wanted


def test_no_function_is_left_out() -> None:
    """The pack calls every function, and those that are no plain functions; those of
    the plane are called by the pack `tabletop`."""
    text = (PACK / "ruleset.yaml").read_text(encoding="utf-8")
    others = ("every", "events", "results", "total", "part", "without", "applied")
    plane = {each.name for each in AREAS} | {"rotated", "sixths"}  # of boards
    for name in (*FUNCTIONS, *others):
        if name in plane:
            continue
        assert f"{name}(" in text, name


@pytest.mark.parametrize("l", [(), (3, 1, 2, 3), (5,)], ids=len)
@pytest.mark.parametrize("n", [0, 2, 7])
def test_gatherings_from_several_lists_are_those_of_python(
    l: tuple[int, ...],  # noqa: E741 - as in the pack
    n: int,
) -> None:
    """The last list turns fastest; a map keeps the first place of an element."""
    to = range(1, n + 1)
    pairs = [(x, y) for x in l for y in to]

    def value(name: str, *given: Any) -> Any:
        stop = start(Engine.of(PROGRAM), name, given, WORLDS[0])
        assert isinstance(stop, Finished)
        return stop.result

    three = [x + y + z for x in l for y in l for z in (n, 1)]
    assert value("several", l, n) == (*(x * y for x, y in pairs if x > y), *three)
    assert value("several_counted", l, n) == (
        sum(x == y for x, y in pairs),
        sum(x * y for x, y in pairs),
        next((y for x in l for y in range(1, x + 1) if y > n), -1),
        [-1, *(x + y for x in l for y in l)][-1],
    )
    assert value("several_truths", l, n) == (
        any(x == y + 1 for x, y in pairs),
        all(x > y for x, y in pairs),
        all(x > y for x, y in pairs if y < 2),
    )
    assert value("several_more", l, n) == (
        *dict.fromkeys(x * y for x, y in pairs),
        *sorted(x - y for x, y in pairs),
        *(each for pair in pairs for each in pair),
    )
    if pairs:
        ends = max(x * y for x, y in pairs), min(x - y for x, y in pairs)
        assert value("several_extremes", l, n) == ends
    assert dict(value("mapped", l)) == {x: x * x for x in l}
    assert [x for x, _ in value("mapped", l)] == [*dict.fromkeys(l)]
