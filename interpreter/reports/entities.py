"""Entities of one kind side by side: what differs as a table, the rest once."""

from collections.abc import Iterable, Mapping, Sequence

from interpreter.reports.colour import clean
from interpreter.reports.text_layout import WIDTH, columns, flowed, width
from interpreter.reports.values import ValueNames, spaced, to_text
from interpreter.values.names import plain
from interpreter.values.types import ListOf, Maybe, Type, Value

Known = Mapping[str, str]
"""What is known of an entity: the texts of its fields by their names."""

BLANK = ("no", "none", "[]", "0")
"""Values that tell little: where many fields have one, it is said once for all."""
MANY = 3  # fields or entities beyond which it is shorter to say something once


def side_by_side(
    kind: str, rows: Mapping[str, Known], fields: Sequence[str]
) -> list[str]:
    """Return what is known of entities of a kind, by their names; `fields` is the order
    of what may be known.

    All are in one table if it is no wider than a line; a cell is empty where nothing
    is known. Else those of which the same is known stand together, and what is said
    for all of them, or where nothing else is said, is known of each.
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
    for each in parts:
        lines += [*_part(kind, each, unlike, f"these {len(each)}"), ""]
    return [*lines[: None if alike else -1], *_together(f"all {len(rows)}", alike)]


def _parts(rows: Mapping[str, Known], unlike: Sequence[str]) -> list[dict[str, Known]]:
    """Return the entities by what is known of them, otherwise in their order."""
    found: dict[tuple[str, ...], dict[str, Known]] = {}
    for name, known in rows.items():
        own = {each: known[each] for each in unlike if each in known}
        found.setdefault(tuple(own), {})[name] = own
    return list(found.values())


def _part(
    kind: str, rows: Mapping[str, Known], fields: Sequence[str], these: str
) -> list[str]:
    """Return entities of which the same is known; `these` is what all are called."""
    alike, unlike = _alike(fields, rows.values())
    if len(rows) == 1 or not unlike:
        return listed(_head(kind, rows), alike)
    if table := _table(kind, rows, unlike):
        return [*table, *_together(these, alike)]
    usual = _usual(unlike, list(rows.values()))
    main = [each for each in unlike if each not in usual]
    table = _table(kind, rows, main)
    own = {
        name: {
            each: text
            for each, text in known.items()
            if (each in usual and text != usual[each]) or (each in main and not table)
        }
        for name, known in rows.items()
    }
    lines = [
        line
        for name, said in own.items()
        if said or not table
        for line in listed(f"  {name if table else called(kind, name)}", said)
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
    """Return what is known and the same of all, and the fields that are not."""
    alike: dict[str, str] = {}
    unlike: list[str] = []
    every = list(rows)
    for each in fields:
        values = {known.get(each) for known in every}
        if values == {None}:
            continue
        (value, *others) = values
        if value is None or others:
            unlike.append(each)
        else:
            alike[each] = value
    return alike, unlike


def _usual(fields: Sequence[str], rows: Sequence[Known]) -> dict[str, str]:
    """Return the values that more than half of many entities have, by field."""
    found: dict[str, str] = {}
    for each in fields if len(rows) >= MANY else ():
        texts = [known[each] for known in rows]
        most = max(texts, key=texts.count)
        if 2 * texts.count(most) > len(texts):
            found[each] = most
    return found


def _table(kind: str, rows: Mapping[str, Known], fields: Sequence[str]) -> list[str]:
    """Return a table; nothing where an entity would need more than a line."""
    body = [[name, *(known.get(f, "") for f in fields)] for name, known in rows.items()]
    lines = columns([[kind, *fields], *body], cells=WIDTH)
    rule = next(at for at, line in enumerate(lines) if not line.strip("- "))
    fits = all(width(line) <= WIDTH for line in lines)
    return lines if fields and fits and len(lines) == rule + 1 + len(body) else []


def called(kind: str, name: str) -> str:
    """Return kind and name of an entity; one word where both are the same."""
    return kind if plain(name) == plain(kind) else f"{kind} {name}"


def listed(head: str, known: Known) -> list[str]:
    """Return what is known of something on as few lines as it needs; what many fields
    have that tells little is at the end."""
    blank = {text: [n for n, t in known.items() if t == text] for text in BLANK}
    shared = {text: names for text, names in blank.items() if len(names) >= MANY}
    said = [f"{name} {text}" for name, text in known.items() if text not in shared]
    marks = ["," for _ in said[1:]]
    for text, names in shared.items():
        said += [f"{text}: {names[0]}", *names[1:]]
        marks += [";", *("," for _ in names[1:])]
    indent = " " * (len(head) - len(head.lstrip()))
    if not said:
        return [head]
    items = [f"{item}{mark}" for item, mark in zip(said, [*marks, ""], strict=False)]
    return flowed([*f"{head.strip()}:".split(), *items], WIDTH, indent, f"{indent}  ")


# Calls that wait, in a line each: what is called, and what it waits for.

CALL, ON = "call", "on"
Said = tuple[str, Type, Value]
"""A field: its name, its type, its value."""


def of_the_call(fields: Iterable[Said]) -> list[Said]:
    """Return the fields of a row that speak of the call that it is; the others are for
    calls of other procedures, or for other events."""
    every = list(fields)
    given, wanted = _call_parts(every)
    return [*(each for each in every if each[0] in (CALL, ON)), *given, *wanted]


def waiting_text(fields: Iterable[Said], names: ValueNames) -> str:
    """Return what waits, and for what: `comes(post, 2) at turn begins(2)`."""
    every = list(fields)
    said = {name: str(value) for name, _, value in every}
    given, wanted = _call_parts(every)
    called = _called(
        said.get(CALL, ""), [to_text(value, of, names) for _, of, value in given]
    )
    event = _called(
        said.get(ON, ""), [_wanted(value, of, names) for _, of, value in wanted]
    )
    return f"{called} at {event}"


def _call_parts(every: list[Said]) -> tuple[list[Said], list[Said]]:
    """Return what the call is given, and what the event must have."""
    said = {name: value for name, _, value in every}
    begins = f"{said.get(CALL)}.", f"{ON}.{said.get(ON)}."
    given, wanted = ([e for e in every if e[0].startswith(each)] for each in begins)
    return given, wanted


def _called(name: str, given: list[str]) -> str:
    return clean(spaced(name)) + (f"({', '.join(given)})" if given else "")


def _wanted(value: Value, kind: Type, names: ValueNames) -> str:
    """Return what an argument of an event must be: where it may be none itself, a list
    of one holds it."""
    if isinstance(kind, ListOf) and isinstance(kind.item, Maybe):
        one = value if isinstance(value, tuple) else ()
        return to_text(one[0], kind.item, names) if one else "any"
    return "any" if value is None else to_text(value, kind, names)
