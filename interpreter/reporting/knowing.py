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
    seen = [line for head, fields in _blocks(view) for line in (head, *fields)]
    lines += seen or ["  nothing"]
    lines += [f"{clean(view.seat)} was told"]
    lines += claims_text(view) if view.claims else ["  nothing"]
    return "\n".join(lines)


def news_text(before: View, now: View) -> str:
    """Return what a seat sees otherwise than before, and was told since; "" if nothing.

    A thing of which nothing is seen any more is named, too.
    """
    old, new = dict(_blocks(before)), dict(_blocks(now))
    lines: list[str] = []
    for head, fields in new.items():
        if head not in old:
            lines += [head, *fields]
        elif fresh := [each for each in fields if each not in old[head]]:
            lines += [head, *fresh]
    lines += [f"{head} is not seen any more" for head in old if head not in new]
    if lines:
        lines.insert(0, f"{clean(now.seat)} sees now")
    known, told = [*claims_text(before)], [*claims_text(now)]
    if told[: len(known)] == known:  # not so behind an undo
        told = told[len(known) :]
    if told:
        lines += [f"{clean(now.seat)} was told", *told]
    return "\n".join(lines)


def _blocks(view: View) -> Iterator[tuple[str, list[str]]]:
    """Yield the heading of each thing that is seen, and what is seen of it."""
    names = edge_of(view)
    for each in _things(view):
        head = f"  {clean(names.id(each.kind.name, each.number))} ({each.kind.name})"
        pairs = ((f, to_text(value, f.type, names)) for f, value in each.fields)
        yield head, [f"    {spaced(field.name)}: {text}" for field, text in pairs]


def _things(view: View) -> list[Thing]:
    """Return what is there; maps are drawn, not listed."""
    return [each for each in view.things if each.kind.name != CHARTS]
