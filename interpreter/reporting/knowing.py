"""What a seat knows, as text and JSON: made from its view alone."""

from collections.abc import Mapping
from itertools import groupby

from interpreter.checked.declared import CHARTS
from interpreter.reporting.claims import claims_json, claims_text, edge_of
from interpreter.reporting.layout import WIDTH, columns, folded, width
from interpreter.reporting.paint import clean
from interpreter.reporting.values import Edge, spaced, to_json, to_text
from interpreter.running.views import Thing, View
from interpreter.values.names import plain

TO_OTHERS = "to others"
"""What stands before the label by which others know a thing."""


def view_json(view: View) -> dict[str, object]:
    """Return a view as JSON: what the seat sees of what is there, and its claims."""
    names = edge_of(view)
    return {
        "seat": view.seat,
        "sees": [
            {
                "kind": each.kind.name,
                "id": names.id(each.kind.name, each.number),
                **({"label": each.label} if each.label else {}),
                "fields": {
                    field.name: to_json(value, field.type, names)
                    for field, value in each.fields
                },
            }
            for each in things_of(view)
        ],
        "claims": claims_json(view),
    }


def view_text(view: View) -> str:
    """Return a view as lines: first what the seat sees, then what it was told."""
    names = edge_of(view)
    seen = [
        line
        for _, each in groupby(things_of(view), lambda one: one.kind.name)
        for line in (*_group(list(each), names), "")
    ]
    lines = [f"{clean(view.seat)} sees", *(seen or ["  nothing", ""])]
    lines += [f"{clean(view.seat)} was told"]
    lines += claims_text(view) if view.claims else ["  nothing"]
    return "\n".join(lines)


def _group(things: list[Thing], names: Edge) -> list[str]:
    """Return the things of one kind: one on lines of its own, several as a table, and
    below it what is the same of all. A cell is empty where the seat does not know."""
    rows = {
        clean(name): {
            **({TO_OTHERS: clean(each.label)} if each.label not in ("", name) else {}),
            **{
                spaced(field.name): to_text(value, field.type, names)
                for field, value in each.fields
            },
        }
        for each in things
        for name in [names.id(each.kind.name, each.number)]
    }
    kind = spaced(things[0].kind.name)
    if len(things) == 1:
        ((name, known),) = rows.items()
        return listed(f"  {called(kind, name)}", known)
    fields = [TO_OTHERS, *(spaced(each.name) for each in things[0].kind.fields)]
    alike, unlike = _alike(fields, list(rows.values()))
    table = [[kind, *unlike]]
    table += [
        [name, *(known.get(each, "") for each in unlike)]
        for name, known in rows.items()
    ]
    lines = columns(table, cells=WIDTH)
    if any(width(line) > WIDTH for line in lines):
        lines = []
        for name, known in rows.items():
            own = {each: known[each] for each in unlike if each in known}
            lines += listed(f"  {kind} {name}", own)
    return [*lines, *(listed("  all", alike) if alike else ())]


def _alike(
    fields: list[str], rows: list[dict[str, str]]
) -> tuple[dict[str, str], list[str]]:
    """Return what is known and the same of all, and the fields that are not."""
    alike: dict[str, str] = {}
    unlike: list[str] = []
    for each in fields:
        values = {known.get(each) for known in rows}
        if values == {None}:
            continue
        (value, *others) = values
        if value is None or others:
            unlike.append(each)
        else:
            alike[each] = value
    return alike, unlike


def called(kind: str, name: str) -> str:
    """Return kind and name of a thing; one word where both are the same."""
    return kind if plain(name) == plain(kind) else f"{kind} {name}"


def listed(head: str, known: Mapping[str, str]) -> list[str]:
    """Return what is known of something on as few lines as it needs."""
    said = ", ".join(f"{name} {value}" for name, value in known.items())
    indent = " " * (len(head) - len(head.lstrip()))
    text = f"{head.strip()}: {said}" if said else head.strip()
    first, *more = folded(text, WIDTH - len(indent) - 2)
    return [indent + first, *(f"{indent}  {line}" for line in more)]


def things_of(view: View) -> list[Thing]:
    """Return what is there; maps are drawn, not listed."""
    return [each for each in view.things if each.kind.name != CHARTS]
