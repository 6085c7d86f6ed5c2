"""What a seat knows, as text and JSON: made from its view alone."""

from collections.abc import Iterator

from interpreter.checked.declared import CHARTS
from interpreter.reporting.claims import claims_json, claims_text, edge_of
from interpreter.reporting.paint import clean
from interpreter.reporting.values import spaced, to_json, to_text
from interpreter.running.views import Thing, View


def view_json(view: View) -> dict[str, object]:
    """Return a view as JSON: what the seat sees of what is there, and its claims."""
    names = edge_of(view)
    return {
        "seat": view.seat,
        "sees": [
            {
                "kind": each.kind.name,
                "id": names.id(each.kind.name, each.number),
                "fields": {
                    field.name: to_json(value, field.type, names)
                    for field, value in each.fields
                },
            }
            for each in _things(view)
        ],
        "claims": claims_json(view),
    }


def view_text(view: View) -> str:
    """Return a view as lines: first what the seat sees, then what it was told."""
    lines = [f"{clean(view.seat)} sees"]
    lines += _seen(view) or ["  nothing"]
    lines += [f"{clean(view.seat)} was told"]
    lines += claims_text(view) if view.claims else ["  nothing"]
    return "\n".join(lines)


def _seen(view: View) -> list[str]:
    return list(_lines(view))


def _lines(view: View) -> Iterator[str]:
    names = edge_of(view)
    for each in _things(view):
        yield f"  {clean(names.id(each.kind.name, each.number))} ({each.kind.name})"
        for field, value in each.fields:
            yield f"    {spaced(field.name)}: {to_text(value, field.type, names)}"


def _things(view: View) -> list[Thing]:
    """Return what is there; maps are drawn, not listed."""
    return [each for each in view.things if each.kind.name != CHARTS]
