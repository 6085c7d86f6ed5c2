"""Formulas, derived fields and tables as Python functions; `d<number><form>`."""

from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from interpreter.codegen.expressions import ExpressionWriter, shown_form
from interpreter.codegen.filters import CANDIDATES, LENGTH, TEST, filter_in
from interpreter.codegen.memoisation import WHATEVER, WHICH, Read, places_of
from interpreter.codegen.modifiers import (
    WHY,
    emit_shown,
    emit_totals,
    emit_values,
    emit_why,
)
from interpreter.codegen.signatures import count_uses, head, hoist, rows_of
from interpreter.codegen.source import SourceLines, declaration, local, several
from interpreter.expressions.functions import FUNCTIONS
from interpreter.expressions.typed import (
    Apply,
    Collect,
    Constant,
    ReachSearch,
    Typed,
    Use,
)
from interpreter.ir.effects import ANY, Rows, RuleName, expressions_of, rows_of_rules
from interpreter.ir.instructions import HIDDEN
from interpreter.ir.invariants import Hoisted, hoisted
from interpreter.ir.walking import nodes
from interpreter.semantics.declarations import (
    CrossTable,
    DecisionTable,
    Formula,
    LookupTable,
    Parameter,
    RollBand,
    RollTable,
    WeightedTable,
)
from interpreter.values.log import STORE
from interpreter.values.types import (
    Enumeration,
    ListOf,
    MapOf,
    Maybe,
    Number,
    Record,
    SumOf,
    Type,
    present,
    whole,
)

# --- Formulas and derived fields as functions; expensive ones are memoised ---

_HOLDING = (ListOf, MapOf, Maybe, Record, SumOf)
"""Types whose values hold others, or may."""


def emit_formula(
    to: ExpressionWriter, lines: SourceLines, name: RuleName, found: Formula
) -> None:
    """Emit one, named by its section and name."""
    lines.span = found.span
    start, given = head(to, *name, found.takes)
    same = Hoisted((), found.body)
    if not (to.traced or to.marked):
        same = hoisted(found.body, {each.name for each in found.takes})
    inner = hoist(to, found.takes, (same.body, *(node for _, node in same.bound)))
    reads = to.memoised.get(name)
    if reads:
        lines.add(f"{start}m = _found({several([str(read) for read in reads])})")
    with lines.block(f"def {start}({given}):"):
        if reads:
            _ask(lines, start, found.takes)
        count_uses(lines, found.body)
        rows_of(inner, lines, found.takes)
        for bound, node in same.bound:
            lines.add(f"{local(bound.name)} = {inner.of(node)}")
        if reads:
            lines.add(f"r = {inner.of(same.body)}")
            _keep(lines, found, reads)
        else:
            lines.add(f"{to.mark(*name)}return {inner.of(same.body)}")


def emit_filter(to: ExpressionWriter, lines: SourceLines, found: Formula) -> None:
    """Emit the parts of a formula that is a filter: the candidates, the test of one of
    them, and the length as far as it matters, which is memoised where the list is."""
    inside = filter_in(found.body)
    assert inside is not None
    collect, condition = inside
    lines.span = found.span
    name = ("formulas", found.name)
    start, given = head(to, *name, found.takes)
    element, plain = local(collect.variable), to.inside()
    with lines.block(f"def {start}{CANDIDATES}({given}):"):
        lines.add(f"return {plain.of(collect.source)}")
    inner = hoist(to, found.takes, (condition,))
    with lines.block(
        f"def {start}{TEST}({', '.join(filter(None, [given, element]))}):"
    ):
        count_uses(lines, condition)
        rows_of(inner, lines, found.takes)
        lines.add(f"return {inner.of(condition)}")
    reads = to.memoised.get(name)
    if reads:
        lines.add(f"{start}{LENGTH}m = _found({several([str(r) for r in reads])})")
    most = Parameter(f"{HIDDEN}most", whole())
    takes = (*found.takes, most)
    _, given = head(to, *name, takes)
    with lines.block(f"def {start}{LENGTH}({given}):"):
        if reads:
            _ask(lines, f"{start}{LENGTH}", takes)
        tail = f"for {element} in _walk({plain.of(collect.source)})"
        passing = f"(True {tail} if {plain.of(condition)})"
        lines.add(f"r = _few({passing}, {local(most.name)})")
        if reads:
            _keep(lines, replace(found, takes=takes, gives=whole()), reads)
        else:
            lines.add("return r")


def _ask(lines: SourceLines, start: str, takes: tuple[Parameter, ...]) -> None:
    """Write the return of what is kept, and note the steps that are left."""
    names = [local(each.name) for each in takes]
    key = names[0] if len(names) == 1 else several(names)
    lines.add("if _kept.state is not W: _kept.look(W)")
    lines.add(f"m, k = {start}m, {key}")
    lines.add("f = m.get(k)")
    lines.add("if f is not None: r, n = f; _spend(n); return r")
    lines.add("n = _steps.left")


def _keep(lines: SourceLines, found: Formula, reads: tuple[Read, ...]) -> None:
    """Write that what was found out is kept, and the return of it."""
    values = [(found.gives, "r"), *((e.type, local(e.name)) for e in found.takes)]
    sizes = [_size(kind, source) for kind, source in values]
    plain = sizes.count("1") + 1
    size = " + ".join([str(plain), *(each for each in sizes if each != "1")])
    lines.add(f"_kept.room -= {size}")
    lines.add("if _kept.room < 0: _kept.forget()")
    lines.add("m[k] = r, n - _steps.left")
    for number, (_, place) in enumerate(places_of(reads)):
        entity = local(found.takes[place].name)
        lines.add(f"m.rows[{number}][{entity}].append(k)")
    lines.add("return r")


def memoised(to: ExpressionWriter) -> dict[RuleName, tuple[Read, ...]]:
    """Return what the formulas read whose values are memoised; none where all is to be
    worked out anew.

    Memoised is what a formula does not find out by a few reads: where it gathers,
    measures the plane, or uses what reads the game state.
    """
    if to.traced or to.marked:
        return {}
    rows = rows_of_rules(to.declared)
    formulas = ((name, _formula(to, name)) for name in to.numbers)
    reads = {
        name: _reads(to, formula, rows[name]) for name, formula in formulas if formula
    }
    return {name: read for name, read in reads.items() if read}


def _reads(to: ExpressionWriter, found: Formula, rows: Rows) -> tuple[Read, ...]:
    if any(not kind for kind, *_ in rows):
        return ()
    if not any(_is_expensive(to, node) for node in nodes(found.body)):
        return ()
    reads: dict[tuple[int, int], set[int]] = {}
    for kind, name, at in rows:
        reads.setdefault(_slot(to, kind, name), set()).add(at)
    return tuple(
        (kind, slot, tuple(sorted(at - {ANY})))
        for (kind, slot), at in sorted(reads.items())
    )


def _is_expensive(to: ExpressionWriter, node: Typed) -> bool:
    match node:
        case Collect() | ReachSearch():
            return True
        case Use():
            return (node.section, node.name) in to.analysis.reads_state
        case Apply():
            function = FUNCTIONS.get(node.name)
            return function is not None and function.later is not None
    return False


def _slot(to: ExpressionWriter, kind: str, name: str) -> tuple[int, int]:
    """Return the kind and slot of what is read; of claims all is read at once."""
    if kind == STORE:
        return to.kind(kind), WHATEVER
    return to.kind(kind), to.slot(kind, name) if name else WHICH


def _size(kind: Type, source: str) -> str:
    """Return the source of how many values are in a value of a type."""
    match kind:
        case ListOf() if not isinstance(kind.item, _HOLDING):
            return f"_len({source})"
        case Record():
            parts = [(of, f"{source}[{i}]") for i, (_, of) in enumerate(kind.fields)]
            return " + ".join([_size(*each) for each in parts])
        case _ if isinstance(present(kind), _HOLDING):
            return f"_size({source})"
        case _:
            return "1"


_LONGEST_ROW = 400
_LONGEST_OF_A_ROW = 12
"""How many keys of a table a row may stand for where a tuple has one cell for each."""


def emit_declarations(to: ExpressionWriter) -> SourceLines:
    """Emit every declaration; call it last, when the sums that are wanted are known.

    Each is a part of the lines: a run compiles only those that it uses.
    """
    lines = SourceLines()
    for each, number in to.numbers.items():
        lines.part = declaration(number)
        emit_declaration(to, lines, each)
    parted: set[str] = set()
    while set(to.filters) - parted:  # a test may want parts of another filter
        for filter_ in [each for each in to.filters if each not in parted]:
            parted.add(filter_)
            lines.part = declaration(to.numbers["formulas", filter_])
            emit_filter(to, lines, to.declared.formulas[filter_])
    done: set[tuple[str, tuple[int, ...]]] = set()
    while set(to.wanted) - done:  # a row may want another sum
        for name, rows in [each for each in to.wanted if each not in done]:
            done.add((name, rows))
            lines.part = declaration(to.numbers["modifiers", name])
            emit_total(to, lines, name, rows)
    lines.part = ""
    return lines


def emit_declaration(to: ExpressionWriter, lines: SourceLines, name: RuleName) -> None:
    """Emit one declaration, without the sums of some rows of modifiers."""
    section, own = name
    found = _formula(to, name)
    if found is not None:
        emit_formula(to, lines, name, found)
    elif section == "tables":
        _table(to, lines, own)
    else:
        _modifiers(to, lines, own, None)


def emit_total(
    to: ExpressionWriter, lines: SourceLines, name: str, rows: tuple[int, ...]
) -> None:
    """Emit the function that sums some rows of modifiers."""
    _modifiers(to, lines, name, rows)


def traced_functions(to: ExpressionWriter, name: RuleName) -> tuple[str, ...]:
    """Return the names of the functions that `emit_declaration` writes of one for a
    traced run."""
    section, own = name
    start, shown = f"d{to.numbers[name]}", ""
    if section == "tables" and isinstance(to.declared.tables[own], WeightedTable):
        return ()
    if section in ("tables", "modifiers"):
        shown = shown_form(to.declared, section, own)
    forms = ("", WHY, shown) if section == "modifiers" else ("", shown)
    return tuple(f"{start}{form}" for form in dict.fromkeys(forms))


def _formula(to: ExpressionWriter, name: RuleName) -> Formula | None:
    """Return what is a formula, a derived field or since when an event is kept."""
    section, own = name
    match section:
        case "formulas":
            return to.declared.formulas[own]
        case "derived":
            kind, _, own = own.partition(".")
            return to.declared.kinds[kind].derived[own]
        case "events":
            event = to.declared.events[own]
            assert event.since is not None
            return Formula(own, event.takes, event.since.type, event.since, event.span)
    return None


def _modifiers(
    to: ExpressionWriter, lines: SourceLines, name: str, rows: tuple[int, ...] | None
) -> None:
    group = to.declared.modifiers[name]
    start = head(to, "modifiers", name, group.takes)
    inner = hoist(to, group.takes, expressions_of(group))
    if rows is not None:
        emit_totals(inner, lines, start, group, rows)
        return
    emit_values(inner, lines, start, group)
    emit_why(to.inside(), lines, start, group)
    if to.traced:
        emit_shown(to.inside(), lines, start, group)


def _table(to: ExpressionWriter, lines: SourceLines, name: str) -> None:
    """Write the function of a table; when traced one for the row's number too."""
    table = to.declared.tables[name]
    lines.span = table.span
    match table:
        case RollTable():
            _roll_table(to.inside(), lines, table, "")
            if to.traced:
                numbers = [replace(r, gives=_at(i)) for i, r in enumerate(table.rows)]
                _roll_table(to, lines, replace(table, rows=tuple(numbers)), "r")
        case LookupTable():
            _lookup(to.inside(), lines, table)
        case CrossTable():
            _cross(to.inside(), lines, table)
        case DecisionTable():
            _decision(to, lines, table, "")
            if to.traced:
                given = [replace(r, gives=_at(i)) for i, r in enumerate(table.rows)]
                first = replace(table, rows=tuple(given), hit="first")
                _decision(to, lines, first, "r")
        case WeightedTable():
            pass  # drawn from, never called


def _at(row: int) -> Constant:
    return Constant(row, whole())


def _takes(*kinds: Type) -> tuple[Parameter, ...]:
    return tuple(Parameter(f"key{i}", kind) for i, kind in enumerate(kinds))


def condition(low: int | None, high: int | None, given: str) -> str:
    """Return the source of a test against a band."""
    if low is not None and high is not None:
        return f"{given} == {low}" if low == high else f"{low} <= {given} <= {high}"
    if low is not None:
        return f"{given} >= {low}"
    return f"{given} <= {high}" if high is not None else "True"


def _roll_table(
    to: ExpressionWriter, lines: SourceLines, table: RollTable, form: str
) -> None:
    takes = _takes(table.of)
    start, given = head(to, "tables", table.name, takes)
    key = local(takes[0].name)
    with lines.block(f"def {start}{form}({given}):"):
        count_uses(lines, *expressions_of(table))
        if table.between:
            lines.add(f"{key} = f_{'up' if table.between == 'up' else 'down'}({key})")
        slow = table.between or to.marked
        every = None if slow else _cell_of_every_key(to, table)
        if every is not None:
            lines.add(f"return {every}[{_place(key, _keys(table.of))}]")
            return
        direct = None if slow else _row_of_cells(to, table)
        if direct is not None:
            low, high, cells = direct
            lines.add(f"if {low} <= {key} <= {high}: return {cells}[{key} - {low}]")
        for number, row in enumerate(table.rows):
            lines.span = row.span
            test = condition(row.low, row.high, key)
            mark = to.mark("tables", table.name, number)
            lines.add(f"if {test}: {mark}return {to.of(row.gives)}")
        lines.span = table.span
        lines.add(f"return _no_row({table.name!a})")


def _keys(kind: Type) -> range:
    """Return every key of a short type of whole numbers or of an enumeration; nothing
    for other types. That a key is one of them has been checked where it is from."""
    match kind:
        case Enumeration():
            return range(len(kind.values))
        case Number(low=int() as low, high=int() as high, whole=True):
            return range(low, high + 1) if high - low < _LONGEST_ROW else range(0)
        case _:
            return range(0)


def _place(key: str, keys: range) -> str:
    """Return the source of where the cell of a key is among those of all keys."""
    return f"{key} - {keys.start}" if keys.start else key


def _cell_of_every_key(to: ExpressionWriter, table: RollTable) -> str | None:
    """Return the cells of all keys as a tuple; None where one has none, where one
    computes, or where a few rows say it shorter."""
    keys = _keys(table.of)
    if not keys or len(keys) > _LONGEST_OF_A_ROW * len(table.rows):
        return None
    rows = [_row_at(table, key) for key in keys]
    cells = [row.gives for row in rows if row and isinstance(row.gives, Constant)]
    return several([to.of(cell) for cell in cells]) if len(cells) == len(keys) else None


def _row_at(table: RollTable, key: int) -> RollBand | None:
    for row in table.rows:
        low, high = row.low, row.high
        if (low is None or low <= key) and (high is None or key <= high):
            return row
    return None


def _row_of_cells(
    to: ExpressionWriter, table: RollTable
) -> tuple[int, int, str] | None:
    """Return the bounded middle of a long table as a tuple to look up."""
    whole = all(isinstance(row.gives, Constant) for row in table.rows)
    bounds = [b for row in table.rows for b in (row.low, row.high) if b is not None]
    if not whole or len(table.rows) < 6 or not bounds:
        return None
    low, high = min(bounds), max(bounds)
    if high - low > _LONGEST_ROW:
        return None
    cells = []
    for number in range(low, high + 1):
        row = _row_at(table, number)
        if row is None:
            return None
        cells.append(to.of(row.gives))
    return low, high, several(cells)


def _lookup(to: ExpressionWriter, lines: SourceLines, table: LookupTable) -> None:
    start, given = head(to, "tables", table.name, _takes(table.key))
    rows = [
        (to.literal(key), several([to.of(each) for each in cells]))
        for key, cells in table.rows
    ]
    constant = all(isinstance(c, Constant) for _, cells in table.rows for c in cells)
    if constant and not to.marked:
        cells = {key: row for (key, _), (_, row) in zip(table.rows, rows, strict=True)}
        keys = _keys(table.key)
        if keys and all(key in cells for key in keys):
            lines.add(f"{start}k = {several([cells[key] for key in keys])}")
            with lines.block(f"def {start}({given}):"):
                lines.add(f"return {start}k[{_place(local('key0'), keys)}]")
            return
    found = _Cells(table.name, rows, None, constant)
    _keyed(to, lines, start, given, local("key0"), found)


def _cross(to: ExpressionWriter, lines: SourceLines, table: CrossTable) -> None:
    takes = _takes(table.row, table.column)
    start, given = head(to, "tables", table.name, takes)
    rows = [(to.literal((r, c)), to.of(cell)) for r, c, cell in table.cells]
    other = None if table.missing is None else to.of(table.missing)
    key = f"({local('key0')}, {local('key1')})"
    constant = all(isinstance(cell, Constant) for _, _, cell in table.cells)
    if constant and not to.marked and _crossed(to, lines, table, start, given):
        return
    cells = _Cells(table.name, rows, other, constant)
    _keyed(to, lines, start, given, key, cells)


def _crossed(
    to: ExpressionWriter, lines: SourceLines, table: CrossTable, start: str, given: str
) -> bool:
    """Write the look-up in a tuple of rows; nothing, and False, where a cell is not
    there or the types of the keys are too large for that."""
    keys, across = _keys(table.row), _keys(table.column)
    cells = {(row, column): cell for row, column, cell in table.cells}
    if (
        not keys
        or not across
        or not all(pair in cells for pair in product(keys, across))
    ):
        return False
    rows = [several([to.of(cells[row, each]) for each in across]) for row in keys]
    lines.add(f"{start}k = {several(rows)}")
    with lines.block(f"def {start}({given}):"):
        places = _place(local("key0"), keys), _place(local("key1"), across)
        lines.add(f"return {start}k[{places[0]}][{places[1]}]")
    return True


class _Cells(Struct, frozen=True):
    """Rows by key as source; `constant` when none has anything to compute."""

    name: str
    rows: list[tuple[str, str]]
    other: str | None
    constant: bool


def _keyed(
    to: ExpressionWriter,
    lines: SourceLines,
    start: str,
    given: str,
    key: str,
    cells: _Cells,
) -> None:
    """Write a look-up in a dict; cells that compute stand behind their row's number."""
    other = cells.other or f"_no_row({cells.name!a})"
    direct = cells.constant and not to.marked
    last = [c if direct else str(i) for i, (_, c) in enumerate(cells.rows)]
    listed = ", ".join(f"{k}: {c}" for (k, _), c in zip(cells.rows, last, strict=True))
    lines.add(f"{start}k = {{{listed}}}")
    with lines.block(f"def {start}({given}):"):
        if direct:
            lines.add(f"return {start}k[{key}] if {key} in {start}k else {other}")
            return
        count_uses(lines, *expressions_of(to.declared.tables[cells.name]))
        lines.add(f"if {key} not in {start}k: return {other}")
        lines.add(f"n = {start}k[{key}]")
        if to.marked:
            lines.add(to.mark("tables", cells.name, "n"))
        for number, (_, cell) in enumerate(cells.rows):
            lines.add(f"if n == {number}: return {cell}")


def _decision(
    to: ExpressionWriter, lines: SourceLines, table: DecisionTable, form: str
) -> None:
    start, given = head(to, "tables", table.name, table.takes)
    inner = hoist(to, table.takes, expressions_of(table))
    rest = [row for row in table.rows if row.condition is None]
    no_row = f"_no_row({table.name!a})"
    with lines.block(f"def {start}{form}({given}):"):
        count_uses(lines, *expressions_of(table))
        rows_of(inner, lines, table.takes)
        if table.hit != "first":
            lines.add("o = ()")
        for number, row in enumerate(table.rows):
            if row.condition is None:
                continue
            lines.span = row.span
            found = inner.of(row.gives)
            mark = to.mark("tables", table.name, number)
            does = f"return {found}"
            if table.hit != "first":
                does = f"o += (({found}, {row.key!a}),)"
            lines.add(f"if {inner.of(row.condition)}: {mark}{does}")
        lines.span = table.span
        if table.hit != "first":
            same = table.hit == "any"
            lines.add(f"if o: return _the_row({table.name!a}, o, {same})")
        mark = to.mark("tables", table.name, table.rows.index(rest[0])) if rest else ""
        lines.add(f"{mark}return {inner.of(rest[0].gives) if rest else no_row}")
