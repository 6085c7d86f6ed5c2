"""Expressions and records taken apart, for code that runs very often.

Three passes over a procedure without calls, for trial functions alone:

- What `within`, `min`, `max`, a table and a short formula are applied to is bound
  first, so that they can be written in place: a comparison instead of a call. Only
  operands that are worked out in any case are bound; what is behind a condition stays.
- A table of bands that leave no gap is a tree of comparisons.
- A record of which only fields are read is a local for each field that is read.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from interpreter.expressions.typed import (
    Apply,
    Constant,
    FieldRead,
    IfElse,
    Local,
    RecordRead,
    Typed,
    Use,
)
from interpreter.ir.effects import safe
from interpreter.ir.instructions import (
    HIDDEN,
    Assign,
    ForEach,
    Instruction,
    Let,
    Site,
    When,
)
from interpreter.ir.walking import (
    Body,
    bound,
    expressions,
    free,
    instructions,
    nodes,
    rewritten,
    with_blocks,
)
from interpreter.semantics.declarations import Declarations, RollBand, RollTable
from interpreter.values.conversions import Bound
from interpreter.values.types import Boolean, Enumeration, Number, Record, Type

MOST_BANDS = 12
"""Of a table that is a tree of comparisons."""


def flattened(body: Body, declared: Declarations, result: str) -> Body:
    """Return instructions that do the same; `result` is read at their end."""
    body = _Operands(declared).block(body)
    for name in sorted({*_records(body)} - {result}):
        body = _split(body, name)
    return body


def is_free_of_faults(node: Typed) -> bool:
    """Tell whether a value that nobody reads need not be worked out: it cannot fail,
    which reading a field of an entity that was removed can."""
    reads = any(isinstance(each, FieldRead) for each in nodes(node))
    return not reads and safe(node, nested=True)


class _Operands:
    def __init__(self, declared: Declarations) -> None:
        self._declared = declared
        self._made = 0

    def block(self, body: Body) -> Body:
        """Return a block with its operands bound first."""
        done: list[Instruction] = []
        for one in body:
            one = with_blocks(one, self.block)
            before: list[Let] = []
            match one:
                case Let():
                    one = replace(one, value=self._of(one.value, one.site, before))
                case When():
                    asked = self._of(one.condition, one.site, before)
                    one = replace(one, condition=asked)
                case Assign():
                    changes = [
                        replace(each, value=self._of(each.value, one.site, before))
                        for each in one.changes
                    ]
                    one = replace(one, changes=tuple(changes))
            done += (*before, one)
        return tuple(done)

    def _of(self, node: Typed, site: Site, before: list[Let]) -> Typed:
        """Return an expression; what it needs bound is appended to `before`."""

        def inside(part: Typed) -> Typed:
            return self._of(part, site, before)

        match node:
            case Apply(name="and" | "or", arguments=(first, *others)):
                return replace(node, arguments=(inside(first), *others))
            case Apply() | Use():
                node = replace(node, arguments=tuple(map(inside, node.arguments)))
            case IfElse():
                return replace(node, condition=inside(node.condition))
            case RecordRead() | FieldRead():
                return replace(node, of=inside(node.of))
            case _:
                return node
        return self._in_place(node, site, before)

    def _in_place(self, node: Apply | Use, site: Site, before: list[Let]) -> Typed:
        tree = _bands(self._declared, node)
        operator = isinstance(node, Apply) and (
            node.name == "within"
            or (node.name in ("min", "max") and len(node.arguments) == 2)
        )
        formula = isinstance(node, Use) and node.section == "formulas"
        if not (operator or formula or tree):
            return node
        names: list[Typed] = []
        for argument in node.arguments:
            if not isinstance(argument, (Local, Constant)):
                self._made += 1
                name = f"{HIDDEN}part{self._made}"
                before.append(Let(site, name, argument))
                argument = Local(name, argument.type)
            names.append(argument)
        if tree:
            return _compared(tree, names[0], node.type)
        return replace(node, arguments=tuple(names))


def _bands(declared: Declarations, node: Typed) -> Sequence[RollBand]:
    """Return the bands of a table, lowest first, if they leave no gap and compute
    nothing; none of others."""
    if not isinstance(node, Use) or node.section != "tables":
        return ()
    table = declared.tables[node.name]
    if not isinstance(table, RollTable) or table.between:
        return ()
    low: Bound
    high: Bound
    match table.of:
        case Enumeration() as kind:
            low, high = 0, len(kind.values) - 1
        case Number(whole=True) as kind:
            low, high = kind.low, kind.high
        case _:
            return ()  # a fraction may be between two bands
    rows = sorted(table.rows, key=lambda row: (row.low is not None, row.low or 0))
    joined = all(
        one.high is not None and one.high + 1 == other.low
        for one, other in pairwise(rows)
    )
    ends = bool(rows) and _reaches(rows[0].low, low) and _reaches(rows[-1].high, high)
    plain = all(isinstance(row.gives, Constant) for row in rows)
    return rows if joined and ends and plain and len(rows) <= MOST_BANDS else ()


def _reaches(end: int | None, last: Any) -> bool:
    return end is None or end == last


def _compared(rows: Sequence[RollBand], key: Typed, kind: Type) -> Typed:
    if len(rows) == 1:
        return rows[0].gives
    half = len(rows) // 2
    low, high = rows[:half], rows[half:]
    top = Constant(low[-1].high, key.type)
    asked = Apply("<=", (key, top), Boolean())
    return IfElse(asked, _compared(low, key, kind), _compared(high, key, kind), kind)


# Records as locals.


def _records(body: Body) -> Iterator[str]:
    """Yield the locals that are only ever bound to a record as it is written, and of
    which only fields are read."""
    every = tuple(instructions(body))
    written: set[str] = set()
    others: set[str] = set()
    for one in every:
        match one:
            case Let() if _fields(one.value) and one.name not in free(one.value):
                written.add(one.name)
            case _:
                others |= bound(one)
        if isinstance(one, ForEach) and one.gathers is not None:
            others.add(one.gathers[1])
    read = [node for one in every for node in nodes(*expressions(one))]
    fields = [n.of for n in read if isinstance(n, RecordRead)]
    whole = [n.name for n in read if isinstance(n, Local)]
    of_field = [n.name for n in fields if isinstance(n, Local)]
    for name in written - others:
        if whole.count(name) == of_field.count(name):
            yield name


def _fields(node: Typed) -> tuple[Typed, ...]:
    """Return the fields of a record as it is written; none of other values."""
    match node:
        case Apply(name="record", arguments=fields):
            return fields
        case Constant(value=tuple() as values, type=Record(fields=types)):
            pairs = zip(values, types, strict=True)
            return tuple(Constant(value, kind) for value, (_, kind) in pairs)
    return ()


def _split(body: Body, name: str) -> Body:
    """Return instructions with a local for each field of a record."""
    read: dict[int, None] = {}

    def change(node: Typed) -> Typed | None:
        match node:
            case RecordRead(of=Local() as of) if of.name == name:
                read[node.index] = None
                return Local(f"{name}__{node.index}", node.type)
        return None

    changed: Body = rewritten(body, change)
    return _bound_apart(changed, name, read)


def _bound_apart(body: Body, name: str, read: Mapping[int, None]) -> Body:
    done: list[Instruction] = []
    for one in body:
        if isinstance(one, Let) and one.name == name:
            done += [
                Let(one.site, f"{name}__{index}", part)
                for index, part in enumerate(_fields(one.value))
                if index in read or not is_free_of_faults(part)
            ]
            continue
        done.append(with_blocks(one, lambda block: _bound_apart(block, name, read)))
    return tuple(done)
