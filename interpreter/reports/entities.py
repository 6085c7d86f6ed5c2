"""Entities of one kind side by side: differing fields as a table, equal ones once."""

from collections.abc import Iterable, Mapping, Sequence

from interpreter.reports.colour import clean
from interpreter.reports.text_layout import WIDTH, columns, flowed, width
from interpreter.reports.values import NOTHING, ValueNames, spaced, to_text
from interpreter.source import same_name
from interpreter.values.types import ListOf, Maybe, Type, Value

Known = Mapping[str, str]
"""What is known of an entity: the texts of its fields by their names."""

BLANK = (NOTHING, "no", "0")
"""Values that tell little: where many fields have one, it is said once for all."""
MANY = 3  # fields or entities beyond which it is shorter to say something once


def side_by_side(
    kind: str, rows: Mapping[str, Known], fields: Sequence[str]
) -> list[str]:
    """Return the known fields of entities of a kind as lines; `fields` is their order.

    All are in one table if it fits a line; a cell is empty if the field is not known.
    Otherwise entities with the same known fields are grouped, and values that a group
    shares are printed once.
    """
    alike, unlike = _alike(fields, rows.values())
    if len(rows) == 1 or not unlike:
        return listed(_head(kind, rows), alike)
    table = _table(kind, rows, unlike)
    if table:
        return [*table, *_together("all", alike)]
    parts = _parts(rows, unlike)
    if len(parts) == 1:
        return [*_part(kind, parts[0], unlike, ""), *_together("all", alike)]
    lines: list[str] = []
    for part in parts:
        lines += [*_part(kind, part, unlike, f"these {len(part)}"), ""]
    return [*lines[: None if alike else -1], *_together(f"all {len(rows)}", alike)]


def _parts(rows: Mapping[str, Known], unlike: Sequence[str]) -> list[dict[str, Known]]:
    """Return the entities grouped by which fields are known, otherwise in their
    order."""
    found: dict[tuple[str, ...], dict[str, Known]] = {}
    for name, known in rows.items():
        unlike_fields = {each: known[each] for each in unlike if each in known}
        found.setdefault(tuple(unlike_fields), {})[name] = unlike_fields
    return list(found.values())


def _part(
    kind: str, rows: Mapping[str, Known], fields: Sequence[str], these: str
) -> list[str]:
    """Return the lines of a group; `these` is the heading of the group."""
    alike, unlike = _alike(fields, rows.values())
    if len(rows) == 1 or not unlike:
        return listed(_head(kind, rows), alike)
    if table := _table(kind, rows, unlike):
        return [*table, *_together(these, alike)]
    usual = _usual(unlike, list(rows.values()))
    main = [each for each in unlike if each not in usual]
    table = _table(kind, rows, main)
    unusual = {
        name: {
            each: text
            for each, text in known.items()
            if (each in usual and text != usual[each]) or (each in main and not table)
        }
        for name, known in rows.items()
    }
    lines = [
        line
        for name, fields_ in unusual.items()
        if fields_ or not table
        for line in listed(f"  {name if table else called(kind, name)}", fields_)
    ]
    else_ = f"{these}, where not said" if these else "where not said"
    return [*table, *lines, *_together(else_, usual), *_together(these, alike)]


def _head(kind: str, rows: Iterable[str]) -> str:
    first, *more = rows
    return f"  {', '.join([called(kind, first), *more])}"


def _together(who: str, known: Known) -> list[str]:
    return listed(f"  {who}", known) if known else []


def _alike(
    fields: Sequence[str], rows: Iterable[Known]
) -> tuple[dict[str, str], list[str]]:
    """Return the fields with the same value for all rows, and the other fields."""
    alike: dict[str, str] = {}
    unlike: list[str] = []
    every = list(rows)
    for field_ in fields:
        values = {known.get(field_) for known in every}
        if values == {None}:
            continue
        (value, *others) = values
        if value is None or others:
            unlike.append(field_)
        else:
            alike[field_] = value
    return alike, unlike


def _usual(fields: Sequence[str], rows: Sequence[Known]) -> dict[str, str]:
    """Return the values that more than half of many entities have, by field."""
    usual: dict[str, str] = {}
    for field in fields if len(rows) >= MANY else ():
        texts = [known[field] for known in rows]
        most = max(texts, key=texts.count)
        if 2 * texts.count(most) > len(texts):
            usual[field] = most
    return usual


def _table(kind: str, rows: Mapping[str, Known], fields: Sequence[str]) -> list[str]:
    """Return a table; [] if a row would exceed a line."""
    body = [
        [name, *(_cell(known.get(f, "")) for f in fields)]
        for name, known in rows.items()
    ]
    widest = (max(map(width, column)) for column in zip(*body, strict=True))
    if sum(widest) + 2 * len(fields) > WIDTH:  # it would be folded
        return []
    lines = columns([[kind, *fields], *body], cells=WIDTH)
    rule = next(at for at, line in enumerate(lines) if not line.strip("- "))
    fits = all(width(line) <= WIDTH for line in lines)
    return lines if fields and fits and len(lines) == rule + 1 + len(body) else []


def _cell(text: str) -> str:
    return "-" if text == NOTHING else text


def called(kind: str, name: str, is_id: bool = True) -> str:
    """Return kind and name of an entity; the name alone where the kind is said by it. A
    name that is not its id, but one that the pack gives it, comes first."""
    if not is_id:
        return f"{name} ({kind})"
    if same_name(name, kind):
        return kind
    return name if name.startswith(f"{kind} ") else f"{kind} {name}"


def listed(head: str, known: Known) -> list[str]:
    """Return known fields on as few lines as possible; values that many fields share
    and that say little are last."""
    blank = {text: [n for n, t in known.items() if t == text] for text in BLANK}
    shared = {text: names for text, names in blank.items() if len(names) >= MANY}
    entries = [
        f"no {name}" if text == NOTHING else f"{name} {text}"
        for name, text in known.items()
        if text not in shared
    ]
    marks = ["," for _ in entries[1:]]
    for text, names in shared.items():
        before = "no" if text == NOTHING else f"{text}:"
        entries += [f"{before} {names[0]}", *names[1:]]
        marks += [";", *("," for _ in names[1:])]
    indent = " " * (len(head) - len(head.lstrip()))
    if not entries:
        return [head]
    items = [f"{item}{mark}" for item, mark in zip(entries, [*marks, ""], strict=False)]
    return flowed([*f"{head.strip()}:".split(), *items], WIDTH, indent, f"{indent}  ")


# Calls that wait, in a line each: what is called, and what it waits for.

CALL, ON = "call", "on"
FieldValue = tuple[str, Type, Value]
"""A field: its name, its type, its value."""


def of_the_call(fields: Iterable[FieldValue]) -> list[FieldValue]:
    """Return the fields of a waiting call that belong to it; other fields serve calls
    of other procedures or other events."""
    every = list(fields)
    arguments, wanted = _call_parts(every)
    return [*(each for each in every if each[0] in (CALL, ON)), *arguments, *wanted]


def waiting_text(fields: Iterable[FieldValue], names: ValueNames) -> str:
    """Return a waiting call and its event: `comes(post, 2) at turn begins(2)`."""
    every = list(fields)
    texts = {name: str(value) for name, _, value in every}
    arguments, wanted = _call_parts(every)
    called = _called(
        texts.get(CALL, ""), [to_text(value, of, names) for _, of, value in arguments]
    )
    event = _called(
        texts.get(ON, ""), [_wanted(value, of, names) for _, of, value in wanted]
    )
    return f"{called} at {event}"


def _call_parts(every: list[FieldValue]) -> tuple[list[FieldValue], list[FieldValue]]:
    """Return the arguments of the call, and those that the event must match."""
    values = {name: value for name, _, value in every}
    begins = f"{values.get(CALL)}.", f"{ON}.{values.get(ON)}."
    arguments, wanted = ([e for e in every if e[0].startswith(each)] for each in begins)
    return arguments, wanted


def _called(name: str, arguments: list[str]) -> str:
    return clean(spaced(name)) + (f"({', '.join(arguments)})" if arguments else "")


def _wanted(value: Value, kind: Type, names: ValueNames) -> str:
    """Return the value that an event argument must have; if that may be none itself, it
    is wrapped in a list of one element."""
    if isinstance(kind, ListOf) and isinstance(kind.item, Maybe):
        element = value if isinstance(value, tuple) else ()
        return to_text(element[0], kind.item, names) if element else "any"
    return "any" if value is None else to_text(value, kind, names)
