"""What an entry point writes for another pack, as the text of a YAML file.

A record is a map, a list a list; a thing stands there by its id and a hex by its label;
what is none is left out, so that the other pack says what it means by that.
"""

from collections.abc import Mapping, Sequence
from typing import cast

from interpreter.checked.declared import Entry, Export
from interpreter.checked.exported import ENTITIES, ID, SCENARIO, TITLE
from interpreter.document import nodes
from interpreter.document.writing import block
from interpreter.reporting.values import Edge, to_json
from interpreter.source import Source, Span
from interpreter.values.types import ListOf, MapOf, Maybe, Record, Type, Value

Plain = str | int | bool | Sequence["Plain"] | Mapping[str, "Plain"] | None
WIDTH = 160  # characters of a line, so that a thing stands on one
_NOWHERE = Span(Source("", ""), 0, 0)


def document(entry: Entry, export: Export, value: Value, names: Edge) -> Plain:
    """Return what the file says: of a scenario a whole overlay, of answers a map; of a
    value that is not none."""
    said = cast(Mapping[str, Plain], _plain(value, entry.gives, names))
    if export.form != SCENARIO:
        return said
    title = str(said[TITLE])
    listed = cast(Mapping[str, Sequence[Mapping[str, Plain]]], said[ENTITIES])
    rest = {key: each for key, each in said.items() if key not in (TITLE, ENTITIES)}
    scenario = {TITLE: title, **rest, ENTITIES: _things(listed)}
    head = {"name": entry.name.replace("_", " "), "extends": export.pack}
    return {**head, "scenarios": {head["name"]: scenario}}


def document_text(about: str, said: Plain) -> str:
    """Return a file of YAML; each line of `about` is a comment at its beginning."""
    comment = [f"# {line}" for line in about.splitlines()]
    return "\n".join([*comment, *block(_node(said), WIDTH)]) + "\n"


def _things(
    listed: Mapping[str, Sequence[Mapping[str, Plain]]],
) -> dict[str, Plain]:
    """Return every thing by its id, with its kind; of equal ids each gets a number."""
    often: dict[str, int] = {}
    for each in (each for things in listed.values() for each in things):
        often[str(each[ID])] = often.get(str(each[ID]), 0) + 1
    made: dict[str, Plain] = {}
    for kind, things in listed.items():
        for each in things:
            name = str(each[ID])
            if often[name] > 1:
                name = _numbered(name, made, often)
            fields = {key: value for key, value in each.items() if key != ID}
            made[name] = {"kind": kind, **fields}
    return made


def _numbered(name: str, made: Mapping[str, Plain], taken: Mapping[str, int]) -> str:
    number = 1
    while f"{name}_{number}" in made or f"{name}_{number}" in taken:
        number += 1
    return f"{name}_{number}"


def _plain(value: Value, kind: Type, names: Edge) -> Plain:
    """Return a value as texts, numbers, lists and maps."""
    if isinstance(kind, Maybe):
        kind = kind.item
    if value is None:
        return None
    parts = cast(tuple[Value, ...], value)
    match kind:
        case Record():
            pairs = zip(kind.fields, parts, strict=True)
            said = {
                name.replace("_", " "): _plain(each, of, names)
                for (name, of), each in pairs
            }
            return {key: each for key, each in said.items() if each is not None}
        case ListOf():
            return [_plain(each, kind.item, names) for each in parts]
        case MapOf():
            held = cast(tuple[tuple[Value, Value], ...], value)
            keyed = {
                str(_plain(k, kind.key, names)): _plain(v, kind.value, names)
                for k, v in held
            }
            return {key: each for key, each in keyed.items() if each is not None}
        case _:
            told = to_json(value, kind, names)
            return told[ID] if isinstance(told, dict) else cast(Plain, told)


def _node(said: Plain) -> nodes.Node:
    match said:
        case Mapping():
            pairs = ((_scalar(key), _node(each)) for key, each in said.items())
            return nodes.Mapping(tuple(pairs), _NOWHERE)
        case str():
            return _scalar(said)
        case Sequence():
            return nodes.Sequence(tuple(map(_node, said)), _NOWHERE)
        case bool():
            return _scalar("yes" if said else "no")
        case _:
            return _scalar("none" if said is None else str(said))


def _scalar(text: str) -> nodes.Scalar:
    return nodes.Scalar(text, _NOWHERE, "")
