"""What a seat knows, as text and JSON: made from its view alone."""

from itertools import groupby

from interpreter.checked.declared import CHARTS, WAITING
from interpreter.reporting.claims import claims_json, claims_text, edge_of
from interpreter.reporting.paint import clean
from interpreter.reporting.seen import side_by_side
from interpreter.reporting.values import Edge, spaced, to_json, to_text
from interpreter.reporting.waiting import Said, waiting_text
from interpreter.running.views import Thing, View

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
    lines = [sees_text(view), f"{clean(view.seat)} was told"]
    lines += claims_text(view) if view.claims else ["  nothing"]
    return "\n".join(lines)


def sees_text(view: View) -> str:
    """Return what a seat sees as lines, the last of them empty."""
    names = edge_of(view)
    seen = [
        line
        for _, each in groupby(things_of(view), lambda one: one.kind.name)
        for line in (*_group(list(each), names), "")
    ]
    return "\n".join([f"{clean(view.seat)} sees", *(seen or ["  nothing", ""])])


def _group(things: list[Thing], names: Edge) -> list[str]:
    """Return the things of one kind: one on lines of its own, several together."""
    if things[0].kind.name == WAITING:
        return [f"  waiting: {waiting_text(fields_of(each), names)}" for each in things]
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
    fields = [TO_OTHERS, *(spaced(each.name) for each in things[0].kind.fields)]
    return side_by_side(spaced(things[0].kind.name), rows, fields)


def fields_of(thing: Thing) -> list[Said]:
    """Return what is seen of a thing."""
    return [(field.name, field.type, value) for field, value in thing.fields]


def things_of(view: View) -> list[Thing]:
    """Return what is there; maps are drawn, not listed."""
    return [each for each in view.things if each.kind.name != CHARTS]
