"""A run as text and JSON; explained, it reads like an umpire's note."""

from collections.abc import Iterator
from dataclasses import replace

from interpreter.checked.declared import (
    Decision,
    Declared,
    Lookup,
    ModifierGroup,
    ModifierRow,
    Modifiers,
    RollTable,
    Table,
)
from interpreter.emission.modifiers import BEATEN, conjuncts
from interpreter.language.typed import Constant, Typed
from interpreter.reporting.expressions import written
from interpreter.reporting.layout import columns
from interpreter.reporting.paint import PLAIN, Paint, clean
from interpreter.reporting.run import Answer, Note, Run, Step, SumNote, TableNote, Throw
from interpreter.reporting.values import Edge, signed, to_json, to_text, total
from interpreter.source import Span
from interpreter.values.types import Value


def run_text(run: Run, names: Edge, paint: Paint = PLAIN) -> str:
    """Return dice, answers and the result: what a table wants to hear."""
    lines = [
        f"  {_thrown(each, names)}"
        if isinstance(each, Throw)
        else _answered(each, names)
        for each in run.notes
        if isinstance(each, (Throw, Answer))
    ]
    return "\n".join([*lines, _result(run, names, paint), *_seed(run, paint)])


def _result(run: Run, names: Edge, paint: Paint) -> str:
    value = paint.bold(to_text(run.result, run.gives, names))
    return f"{clean(run.procedure.replace('_', ' '))}: {value}"


def _seed(run: Run, paint: Paint) -> list[str]:
    said = f"  seed {clean(run.seed)} (the same dice again: --seed {clean(run.seed)})"
    return [paint.faint(said)] if run.seed else []


def _thrown(each: Throw, names: Edge) -> str:
    faces = ", ".join(to_text(face, each.type, names) for face in each.faces)
    if each.sides:
        count = len(each.faces)
        what = f"{'' if count == 1 else count}d{each.sides}"
        numbers = [face for face in each.faces if isinstance(face, int)]
        if count > 1:
            faces += f" (sum {sum(numbers)})"
    else:
        what = "draws"
    who = f"{clean(each.by)} " if each.by else ""
    why = f" for {clean(each.purpose)}" if each.purpose else ""
    own = " [typed in]" if each.typed else ""
    return f"{clean(each.name)}: {who}{what}{why}: {faces}{own}"


def _answered(each: Answer, names: Edge) -> str:
    value = to_text(each.value, each.type, names)
    return f"  {clean(each.name)}: {value} [{each.by}]"


def explained(run: Run, declared: Declared, names: Edge, paint: Paint = PLAIN) -> str:
    """Return every step with its dice, rows applied and refused, rules and places."""
    lines: list[str] = []
    for number, note in enumerate(run.notes, 1):
        lines += [*_note(number, note, declared, names, paint), ""]
    return "\n".join([*lines, _result(run, names, paint), *_seed(run, paint)])


def _note(
    number: int, note: Note, declared: Declared, names: Edge, paint: Paint
) -> Iterator[str]:
    start = f"{number:>3}. {paint.bold(clean(note.at))}"
    if isinstance(note, Throw):
        yield start
        yield f"     {_thrown(note, names)}"
    elif isinstance(note, Answer):
        yield start
        yield f"   {_answered(note, names)}"
    else:
        yield f"{start}{_carried(note.rule)}  {paint.faint(short(note.span))}"
        if note.said:
            yield f"     {clean(note.said)}"
        for inner in note.inside:
            yield from _inside(inner, declared, names, paint)
        if note.type is not None:
            value = to_text(note.value, note.type, names)
            yield f"     {clean(note.name) or 'gives'} = {paint.bold(value)}"


def _carried(rule: str) -> str:
    return f" [{clean(rule)}]" if rule else ""


def _inside(
    note: SumNote | TableNote, declared: Declared, names: Edge, paint: Paint
) -> Iterator[str]:
    if isinstance(note, TableNote):
        table = declared.tables.get(note.table)
        if table is not None:
            yield f"     {_table_row(note, table, names)}"
        return
    found = declared.modifiers.get(note.modifiers)
    if found is None:
        return
    worth = signed(total(tuple(value for value, _ in note.rows)))
    yield f"     {clean(found.name.replace('_', ' '))}: {paint.bold(worth)}"
    yield from columns(
        _sum_rows(note, found, names),
        heading=False,
        right=frozenset({1}),
        indent=" " * 7,
    )


def _table_row(note: TableNote, table: Table, names: Edge) -> str:
    """Return which row of a table was read, its rule and its place."""
    rule, span, key = table.rule, table.span, ""
    match table:
        case RollTable():
            band = table.rows[note.row]
            rule, span = band.rule or rule, band.span
            key = f"{clean(band.key)}: {written(band.gives, names)}"
        case Decision():
            row = table.rows[note.row]
            rule, span = row.rule or rule, row.span
            key = f"{clean(row.key)}: {written(row.gives, names)}"
            if row.condition is not None:
                key += f", for {written(row.condition, names)}"
        case Lookup():
            key = to_text(table.rows[note.row][0], table.key, names)
        case _:
            key = to_text(note.gave, table.gives, names)
    name = clean(table.name.replace("_", " "))
    return f"table {name}, row {key}{_carried(rule)}  {short(span)}"


def _sum_rows(note: SumNote, found: Modifiers, names: Edge) -> list[list[str]]:
    rows = []
    for (value, failed), (group, row) in zip(note.rows, found.rows, strict=True):
        applied = failed is None
        rows.append(
            [
                "applied" if applied else "refused",
                _worth(value) if applied else f"({_would(row, names)})",
                f"{clean(group.name)} / {clean(row.key)}",
                _carried(row.rule or group.rule).strip(),
                short(row.span),
                "" if applied else why(failed or 0, group, row, names),
            ]
        )
    return rows


def short(span: Span) -> str:
    """Return a place without the folders: notes are read beside the pack."""
    return clean(str(span).rpartition("/")[2])


def _worth(value: Value) -> str:
    return signed(total((value,)))


def _would(row: ModifierRow, names: Edge) -> str:
    if isinstance(row.add, Constant) and row.times is None:
        return _worth(row.add.value)
    return written(row.add, names)


def why(failed: int, group: ModifierGroup, row: ModifierRow, names: Edge) -> str:
    """Return the condition that failed, in the words of the pack."""
    if failed == BEATEN:
        return "an earlier row of the group counts"
    if failed < 0:
        operands = conjuncts(group.condition)
        place = -1 - failed
        told = _denied(operands[place], names) if place < len(operands) else ""
        return f"the group: {told}"
    if group.on is not None and row.condition is None:
        return f"{written(group.on, names)} is not {clean(row.key)}"
    operands = conjuncts(row.condition)
    return _denied(operands[failed], names) if failed < len(operands) else ""


def _denied(condition: Typed, names: Edge) -> str:
    return f"not so: {written(condition, names)}"


def refusals(run: Run, declared: Declared, names: Edge) -> dict[tuple[str, int], str]:
    """Return why each row was refused; of a sum made twice the last counts."""
    found: dict[tuple[str, int], str] = {}
    notes = (
        inner for each in run.notes if isinstance(each, Step) for inner in each.inside
    )
    for note in notes:
        made = (
            declared.modifiers.get(note.modifiers)
            if isinstance(note, SumNote)
            else None
        )
        if made is None or not isinstance(note, SumNote):
            continue
        pairs = zip(note.rows, made.rows, strict=True)
        for number, ((_, failed), (group, row)) in enumerate(pairs):
            key = (note.modifiers, number)
            found[key] = "" if failed is None else why(failed, group, row, names)
    return found


def run_json(run: Run, declared: Declared, names: Edge) -> dict[str, object]:
    """Return a run as JSON."""
    reasons = refusals(run, declared, names)
    edge = replace(names, refusals=reasons)
    return {
        "format": 1,
        "pack": run.pack,
        "procedure": run.procedure,
        "result": to_json(run.result, run.gives, edge),
        "trace": [
            _step_json(each, declared, edge)
            for each in run.notes
            if isinstance(each, Step)
        ],
        "told": {seat: list(claims) for seat, claims in run.told.items()},
        "dice": [
            _throw_json(each, edge) for each in run.notes if isinstance(each, Throw)
        ],
        "answers": [
            {
                "at": each.at,
                "name": each.name,
                "value": to_json(each.value, each.type, edge),
                "by": each.by,
            }
            for each in run.notes
            if isinstance(each, Answer)
        ],
        "seed": run.seed,
    }


def _throw_json(each: Throw, names: Edge) -> dict[str, object]:
    return {
        "at": each.at,
        "name": each.name,
        "sides": each.sides,
        "faces": [to_json(face, each.type, names) for face in each.faces],
        "typed": each.typed,
    }


def _step_json(each: Step, declared: Declared, names: Edge) -> dict[str, object]:
    said: dict[str, object] = {
        "at": each.at,
        "rule": each.rule,
        "place": str(each.span),
        "name": each.name,
        "text": "\n".join(
            line
            for inner in each.inside
            for line in _inside(inner, declared, names, PLAIN)
        ),
    }
    if each.type is not None:
        said["value"] = to_json(each.value, each.type, names)
    return said
