"""Simplifies expressions and branches whose value is known when code is generated.

Options are constants of a program, so conditions like `0 == 0`, calculations, formulas
and look-ups of tables may be constants too. One walk over each expression, operands
first: what has constant operands is evaluated, what types prove (`ir.ranges`) is not
asked at run time, and a branch that is never taken is removed. Formulas and tables come
before what uses them (one that uses itself is no constant).

Results, and faults, stay: an operation that would fail is left as it is, and an operand
is dropped only if it cannot fail. What is evaluated is cheap: operators and functions
that take no longer than their operands are long, and those are short.
Requirements stay as they are: a report of a refusal reads the operands as written.
"""

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from math import ceil, floor
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from interpreter.diagnostics import LimitExceeded
from interpreter.expressions.functions import FUNCTIONS, OPERATORS
from interpreter.expressions.typed import (
    Apply,
    Collect,
    Constant,
    FieldRead,
    IfElse,
    RecordRead,
    Typed,
    Use,
)
from interpreter.ir.effects import RuleName, parts, safe
from interpreter.ir.instructions import (
    Instruction,
    Procedure,
    Program,
    Remove,
    Require,
    When,
)
from interpreter.ir.ranges import NumberBounds, bounds_of
from interpreter.ir.walking import (
    Body,
    blocks,
    instructions,
    leaves,
    nodes,
    refilled,
    rewritten_inside_out,
)
from interpreter.semantics.declarations import (
    CrossTable,
    DecisionRow,
    DecisionTable,
    Declarations,
    LookupTable,
    ModifierGroup,
    ModifierRow,
    Modifiers,
    RollTable,
    Table,
)
from interpreter.values.conversions import ranks
from interpreter.values.faults import Fault
from interpreter.values.types import Maybe, Number, Seat, Type, Unknown, Value

_MOST_BITS = 256
"""Of a number that is a constant; a longer one is worked out at run time."""
_MOST_ITEMS = 64
"""Of a list that is a constant."""

_EVALUATED = frozenset(
    (
        *("+", "-", "*", "/", "neg", "not", "is", "is_not", "<", "<=", ">", ">="),
        *("in", "not_in", "list", "record", "index", "at", "within", "in_steps"),
        *("rank_in", "present", "up", "down", "nearest", "nearest_even"),
        *("toward_zero", "abs", "remainder", "min", "max", "or_else", "sum", "count"),
        *("any", "all", "first", "last"),
    )
)
"""What is worked out where all operands are constants."""

_FLIPPED: Mapping[str, tuple[str, bool]] = MappingProxyType(
    {
        ">": ("<=", False),
        ">=": ("<", False),
        "is_not": ("is", False),
        "<": ("<", True),
        "<=": ("<=", True),
        "is": ("is", True),
    }
)
"""Comparisons as one of three, and whether that is to be true."""


def simplified(program: Program, wanted: Collection[str] | None = None) -> Program:
    """Return a program with the same results, faults and stops.

    Numbers of instructions are kept; a procedure may have fewer of them. Procedures
    that are not `wanted` (None: all are) stay as they are.
    """
    return _Simplifier(program).program(
        program.procedures if wanted is None else wanted
    )


class _Simplifier:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._declared = program.declared
        self._bodies: dict[str, Typed] = {}
        self._tables: dict[str, Table] = {}
        every = (
            one
            for each in program.procedures.values()
            for one in instructions(each.body)
        )
        self._removed = {one.kind for one in every if isinstance(one, Remove)}

    def program(self, wanted: Collection[str]) -> Program:
        """Return all of it, with the wanted procedures simplified."""
        for section, name in _by_use(self._declared):
            if section == "formulas":
                body = self._declared.formulas[name].body
                self._bodies[name] = self.all_in(body)
            else:
                self._tables[name] = self._table(self._declared.tables[name])
        policies = {
            name: replace(
                policy,
                rules={
                    key: replace(rule, call=self.all_in(rule.call))
                    for key, rule in policy.rules.items()
                },
            )
            for name, policy in self._program.policies.items()
        }
        return replace(
            self._program,
            declared=self._declarations(),
            procedures={
                name: self._procedure(each) if name in wanted else each
                for name, each in self._program.procedures.items()
            },
            policies=policies,
        )

    def all_in(self, value: Any) -> Any:
        """Return an expression, or a record of some, with all of them simplified."""
        return rewritten_inside_out(value, self._simple)

    # Declarations.

    def _declarations(self) -> Declarations:
        known = self._declared
        kinds = {
            name: replace(
                kind,
                derived={
                    own: replace(each, body=self.all_in(each.body))
                    for own, each in kind.derived.items()
                },
            )
            for name, kind in known.kinds.items()
        }
        return replace(
            known,
            kinds=kinds,
            formulas={
                name: replace(each, body=self._bodies[name])
                for name, each in known.formulas.items()
            },
            tables={name: self._tables[name] for name in known.tables},
            modifiers={n: self._modifiers(m) for n, m in known.modifiers.items()},
            events={
                name: replace(event, since=self.all_in(event.since))
                for name, event in known.events.items()
            },
        )

    def _table(self, table: Table) -> Table:
        if isinstance(table, DecisionTable):
            return self._decisions(table)
        found: Table = self.all_in(table)
        return found

    def _decisions(self, table: DecisionTable) -> DecisionTable:
        rows: list[DecisionRow] = [self.all_in(row) for row in table.rows]
        left = [row for row in rows if _truth(row.condition) is not False]
        return replace(table, rows=tuple(left))

    def _modifiers(self, given: Modifiers) -> Modifiers:
        """Return modifiers whose conditions have as many operands as before: reports
        count them."""
        return replace(given, groups=tuple([self._group(g) for g in given.groups]))

    def _group(self, group: ModifierGroup) -> ModifierGroup:
        rows = tuple([self._modifier(row) for row in group.rows])
        condition = self._operands(group.condition)
        return replace(group, condition=condition, on=self.all_in(group.on), rows=rows)

    def _modifier(self, row: ModifierRow) -> ModifierRow:
        add, times = self.all_in(row.add), self.all_in(row.times)
        return replace(
            row, condition=self._operands(row.condition), add=add, times=times
        )

    def _operands(self, condition: Typed | None) -> Typed | None:
        if isinstance(condition, Apply) and condition.name == "and":
            given = tuple([self._operands(each) for each in condition.arguments])
            return replace(condition, arguments=given)
        found: Typed | None = self.all_in(condition)
        if isinstance(found, Apply) and found.name == "and":
            return condition  # what was one operand would be two
        return found

    # Procedures.

    def _procedure(self, procedure: Procedure) -> Procedure:
        return replace(procedure, body=self._block(procedure.body))

    def _block(self, body: Body) -> Body:
        done: list[Instruction] = []
        for one in body:
            done += self._instruction(one)
            if leaves(tuple(done[-1:])):
                break
        return tuple(done)

    def _instruction(self, one: Instruction) -> Body:
        if isinstance(one, Require):
            return (one,)
        inside = blocks(one)
        if not inside:
            return (self.all_in(one),)
        if isinstance(one, When):
            condition = self.all_in(one.condition)
            taken = _truth(condition)
            if taken is not None:
                return self._block(one.then if taken else one.other)
            one = replace(one, condition=condition)
        else:
            empty: tuple[Body, ...] = tuple([() for _ in inside])
            one = refilled(self.all_in(refilled(one, empty)), inside)
        return (refilled(one, tuple([self._block(each) for each in inside])),)

    # Expressions, whose operands are simple already.

    def _simple(self, node: Typed) -> Typed:
        match node:
            case Apply():
                return self._apply(node)
            case IfElse():
                chosen = _truth(node.condition)
                return node if chosen is None else node.then if chosen else node.other
            case Use():
                return self._use(node)
            case RecordRead(of=Constant(value=tuple() as value)):
                return _constant(value[node.index], node)
            case Collect() if _truth(node.where) is True:
                return replace(node, where=None)
            case _:
                return node

    def _apply(self, node: Apply) -> Typed:
        given = node.arguments
        if node.name in ("and", "or"):
            return self._junction(node)
        if node.name in _EVALUATED and all(_is_short(each) for each in given):
            return _evaluated(node)
        if node.name in _FLIPPED:
            holds = _compared(node.name, *given)
            known = holds is not None and all(map(self._cannot_fail, given))
            return _constant(holds, node) if known else node
        if node.name in ("min", "max") and len(given) > 1:
            return self._extreme(node)
        if node.name == "within" and _lies_within(*given):
            return given[0]
        return node

    def _junction(self, node: Apply) -> Typed:
        """Return `and` or `or` without the operands that decide nothing."""
        one, other = node.arguments
        decides = node.name == "or"
        if _truth(one) is not None:
            return one if _truth(one) is decides else other
        if _truth(other) is (not decides):
            return one
        if _truth(other) is decides and self._cannot_fail(one):
            return other
        return node

    def _extreme(self, node: Apply) -> Typed:
        """Return `min` or `max` without the operands that never are the extreme."""
        left = list(node.arguments)
        for each in node.arguments:
            others = [other for other in left if other is not each]
            beaten = any(_beats(node.name, other, each) for other in others)
            if beaten and self._cannot_fail(each):
                left = others
        return left[0] if len(left) == 1 else replace(node, arguments=tuple(left))

    def _use(self, node: Use) -> Typed:
        """Return what a formula or table gives where that is a constant."""
        found: Typed | None = None
        if node.section == "formulas":
            if all(map(self._cannot_fail, node.arguments)):
                found = self._bodies.get(node.name)
        elif node.name in self._tables and node.section == "tables":
            given = node.arguments
            keys = [each.value for each in given if isinstance(each, Constant)]
            if len(keys) == len(given):
                found = _looked_up(self._tables[node.name], *keys)
        return _constant(found.value, node) if isinstance(found, Constant) else node

    def _cannot_fail(self, node: Typed) -> bool:
        return safe(node, nested=True) and not any(
            isinstance(each, FieldRead)
            and (each.kind in self._removed or isinstance(each.of.type, (Seat, Maybe)))
            for each in nodes(node)
        )


def _by_use(declared: Declarations) -> Iterator[RuleName]:
    """Yield the names of formulas and tables, each after those that it uses; without
    recursion, since a chain of them may be long."""
    inside = {
        name: expressions
        for name, expressions in parts(declared)
        if name[0] in ("formulas", "tables")
    }
    opened: set[RuleName] = set()
    done: set[RuleName] = set()
    for first in inside:
        open_ends = [first]
        while open_ends:
            name = open_ends[-1]
            if name in opened:
                open_ends.pop()
                if name not in done:
                    done.add(name)
                    yield name
                continue
            opened.add(name)
            uses = (each for each in nodes(*inside[name]) if isinstance(each, Use))
            used = [(each.section, each.name) for each in uses]
            open_ends += [
                each for each in used if each in inside and each not in opened
            ]


def _truth(node: Typed | None) -> bool | None:
    """Return the value of a constant condition; None of any other."""
    if isinstance(node, Constant) and isinstance(node.value, bool):
        return node.value
    return None


def _constant(value: Value, node: Typed) -> Constant:
    kind: Type = node.type
    if isinstance(kind, Number) and isinstance(value, int | Fraction):
        kind = Number(value, value, whole=isinstance(value, int))
    return Constant(value, kind, node.span)


def _is_short(node: Typed) -> bool:
    return isinstance(node, Constant) and _fits(node.value)


def _fits(value: Value) -> bool:
    """Tell whether a value is short and has a literal."""
    if isinstance(value, int | Fraction):
        bits = value.numerator.bit_length() + value.denominator.bit_length()
        return bits <= _MOST_BITS
    if isinstance(value, tuple):
        return len(value) <= _MOST_ITEMS and all(map(_fits, value))
    return value is None or isinstance(value, str)


def _evaluated(node: Apply) -> Typed:
    called = OPERATORS.get(node.name) or FUNCTIONS[node.name]
    given = [each.value for each in node.arguments if isinstance(each, Constant)]
    try:
        value = called.python(*given)
    except (Fault, LimitExceeded, ArithmeticError, LookupError, TypeError):
        return node  # it fails when it is reached, if ever
    return _constant(value, node) if _fits(value) else node


def _compared(name: str, one: Typed, other: Typed) -> bool | None:
    """Return the outcome of a comparison if types prove it."""
    name, wanted = _FLIPPED[name]
    found = _ordered(name, bounds_of(one), bounds_of(other))
    if found is None and name == "is":
        mine, theirs = set(ranks(one.type)), set(ranks(other.type))
        found = False if mine and theirs and not mine & theirs else None
    return None if found is None else found is wanted


def _ordered(name: str, one: NumberBounds, other: NumberBounds) -> bool | None:
    below = _is_below(one, other, name != "<")
    above = _is_below(other, one, name == "<")
    if name == "is":
        apart = _is_below(one, other, False) or _is_below(other, one, False)
        return False if apart else None
    return True if below else False if above else None


def _is_below(one: NumberBounds, other: NumberBounds, or_equal: bool) -> bool:
    if one.high is None or other.low is None:
        return False
    return one.high <= other.low if or_equal else one.high < other.low


def _beats(name: str, one: Typed, other: Typed) -> bool:
    """Tell whether another operand of `min` or `max` is never the only extreme."""
    pair = (bounds_of(one), bounds_of(other))
    return _is_below(*(pair if name == "min" else pair[::-1]), True)


def _lies_within(value: Typed, *bounds: Typed) -> bool:
    """Tell whether a number is surely between two constants (None: open)."""
    low, high = (each.value if isinstance(each, Constant) else "" for each in bounds)
    least, greatest = bounds_of(value)
    if not isinstance(low, int | Fraction | None):
        return False
    if not isinstance(high, int | Fraction | None):
        return False
    above = low is None or (least is not None and least >= low)
    return above and (high is None or (greatest is not None and greatest <= high))


def _looked_up(table: Table, *keys: Any) -> Typed | None:
    """Return what a table gives for constant keys, if that is a constant."""
    match table:
        case RollTable():
            return _rolled(table, keys[0])
        case LookupTable():
            cells = next((cells for key, cells in table.rows if key == keys[0]), ())
            if not cells or not all(isinstance(each, Constant) for each in cells):
                return None
            values = tuple([getattr(each, "value", None) for each in cells])
            return Constant(values, Unknown())
        case CrossTable():
            every = (cell for row, column, cell in table.cells if (row, column) == keys)
            return next(every, table.missing)
        case _:
            return None


def _rolled(table: RollTable, key: Fraction | int) -> Typed | None:
    if table.between:
        key = ceil(key) if table.between == "up" else floor(key)
    for row in table.rows:
        low, high = row.low, row.high
        if (low is None or low <= key) and (high is None or key <= high):
            return row.gives
    return None
