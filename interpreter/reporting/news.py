"""What a seat knows that it did not know before: made from two of its views alone."""

from collections.abc import Iterator, Mapping

from interpreter.checked.declared import WAITING
from interpreter.reporting.claims import claims_text, edge_of
from interpreter.reporting.knowing import fields_of, things_of
from interpreter.reporting.paint import clean
from interpreter.reporting.seen import called, listed
from interpreter.reporting.values import Edge, spaced, to_text
from interpreter.reporting.waiting import waiting_text
from interpreter.running.views import Thing, View

Things = Mapping[str, Mapping[str, str]]
"""What is seen of each thing: the texts of its fields, by kind and name."""


def news_text(before: View, now: View) -> str:
    """Return what a seat sees otherwise than before, and was told since; "" if nothing.

    A thing of which nothing is seen any more is named, too.
    """
    old, new = _seen(before), _seen(now)
    lines = [*_changed(old, new)]
    lines += [f"  {name}: {_gone(old[name])}" for name in old if name not in new]
    if lines:
        lines.insert(0, f"{clean(now.seat)} sees now")
    known, told = [*claims_text(before)], [*claims_text(now)]
    if told[: len(known)] == known:  # behind an undo it is not so
        told = told[len(known) :]
    if told:
        lines += [f"{clean(now.seat)} was told", *told]
    return "\n".join(lines)


def _changed(old: Things, new: Things) -> Iterator[str]:
    for name, fields in new.items():
        known = old.get(name)
        other = {k: text for k, text in fields.items() if (known or {}).get(k) != text}
        if known is None and not fields:
            yield f"  {name}"
        elif known is None or other:
            yield from listed(f"  {name}", other)


def _gone(fields: Mapping[str, str]) -> str:
    return "is not seen any more" if fields else "no more"


def by_name(view: View) -> dict[str, Thing]:
    """Return what a seat sees, by the words in which it is told of it."""
    names, found = edge_of(view), dict[str, Thing]()
    for each in things_of(view):
        if each.kind.name == WAITING:  # it has no name of its own
            found[f"waiting: {waiting_text(fields_of(each), names)}"] = each
            continue
        name = clean(names.id(each.kind.name, each.number))
        found[called(spaced(each.kind.name), name)] = each
    return found


def texts_of(thing: Thing, names: Edge) -> dict[str, str]:
    """Return what is seen of a thing, by the fields that have a name to be told by."""
    if thing.kind.name == WAITING:
        return {}
    return {
        spaced(field.name): to_text(value, field.type, names)
        for field, value in thing.fields
    }


def _seen(view: View) -> Things:
    names = edge_of(view)
    return {name: texts_of(each, names) for name, each in by_name(view).items()}
