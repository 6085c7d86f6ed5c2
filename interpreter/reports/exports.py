"""The result of an entry point with `writes` as the text of a YAML file.

A record is a map, a list a list, an entity its id, a hex its label and an enumeration
value its word. A value that is none is left out, so that the ruleset that reads the
file chooses its own default.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from interpreter.diagnostics import Unusable
from interpreter.reports.outputs.encoding import PackValue
from interpreter.reports.outputs.packs import ExportOutput
from interpreter.reports.values import ValueNames, to_json
from interpreter.semantics.declarations import EntryPoint, Export
from interpreter.semantics.sections.exports import ENTITIES, ID, SCENARIO, TITLE
from interpreter.source import Source, Span
from interpreter.values.types import ListOf, MapOf, Maybe, Record, Type, Value
from interpreter.yaml import nodes
from interpreter.yaml.writing import EXACT, block

Content = str | int | bool | Sequence["Content"] | Mapping[str, "Content"] | None
"""What a file says: texts, whole numbers, yes and no, lists and maps; a fraction is a
text."""
WIDTH = 160  # characters of a line, so that most entities need one line
_NOWHERE = Span(Source("", ""), 0, 0)


def content_of(
    entry: EntryPoint, export: Export, value: Value, names: ValueNames
) -> Mapping[str, Content]:
    """Return the content of the file: an overlay with one scenario, or a map of
    answers.

    `value` is the result of the entry point and must not be none.
    """
    record = cast(Mapping[str, Content], _content(value, entry.gives, names))
    if export.form != SCENARIO:
        return record
    by_kind = cast(Mapping[str, Sequence[Mapping[str, Content]]], record[ENTITIES])
    rest = {key: part for key, part in record.items() if key not in (TITLE, ENTITIES)}
    name = entry.name.replace("_", " ")
    scenario = {TITLE: record[TITLE], **rest, ENTITIES: _entities(by_kind)}
    return {"name": name, "extends": export.pack, "scenarios": {name: scenario}}


def yaml_text(comment: str, content: Content) -> str:
    """Return the text of the file, after the lines of a comment."""
    lines = [f"# {line}" for line in comment.splitlines()]
    return "\n".join([*lines, *block(_node(content), WIDTH)]) + "\n"


def export_output(export: Export, content: Mapping[str, Content]) -> ExportOutput:
    """Return what is written as a record for JSON."""
    return ExportOutput(
        writes="scenario" if export.form == SCENARIO else "answers",
        for_=export.pack,
        says=cast("Mapping[str, PackValue]", content),
    )


def _entities(
    by_kind: Mapping[str, Sequence[Mapping[str, Content]]],
) -> dict[str, Content]:
    """Return each entity by its id; equal ids of one kind get a number.

    Raises Unusable if two kinds share an id, since a reference could mean either.
    """
    count: dict[str, int] = {}
    kind_of: dict[str, str] = {}
    for kind, entities in by_kind.items():
        for entity in entities:
            name = str(entity[ID])
            if kind_of.setdefault(name, kind) != kind:
                message = f"'{name}' is the id of a {kind_of[name]} and of a {kind}"
                raise Unusable(message, hint="one of them needs another id")
            count[name] = count.get(name, 0) + 1
    by_id: dict[str, Content] = {}
    for kind, entities in by_kind.items():
        for entity in entities:
            name = str(entity[ID])
            if count[name] > 1:
                name = _numbered(name, by_id, count)
            fields = {key: field for key, field in entity.items() if key != ID}
            by_id[name] = {"kind": kind, **fields}
    return by_id


def _numbered(name: str, made: Mapping[str, Content], ids: Mapping[str, int]) -> str:
    number = 1
    while f"{name}_{number}" in made or f"{name}_{number}" in ids:
        number += 1
    return f"{name}_{number}"


def _content(value: Value, kind: Type, names: ValueNames) -> Content:
    if isinstance(kind, Maybe):
        kind = kind.item
    if value is None:
        return None
    parts = cast(tuple[Value, ...], value)
    match kind:
        case Record():
            fields = zip(kind.fields, parts, strict=True)
            return _without_none(
                (name.replace("_", " "), _content(part, of, names))
                for (name, of), part in fields
            )
        case ListOf():
            return [_content(item, kind.item, names) for item in parts]
        case MapOf():
            pairs = cast(tuple[tuple[Value, Value], ...], value)
            return _without_none(
                (str(_content(key, kind.key, names)), _content(of, kind.value, names))
                for key, of in pairs
            )
        case _:
            json = to_json(value, kind, names)
            return json[ID] if isinstance(json, dict) else cast(Content, json)


def _without_none(pairs: Iterable[tuple[str, Content]]) -> dict[str, Content]:
    return {key: content for key, content in pairs if content is not None}


def _node(content: Content) -> nodes.Node:
    match content:
        case Mapping():
            pairs = ((_scalar(key), _node(part)) for key, part in content.items())
            return nodes.MappingNode(tuple(pairs), _NOWHERE)
        case str():
            return _scalar(content)
        case Sequence():
            return nodes.SequenceNode(tuple(map(_node, content)), _NOWHERE)
        case bool():
            return _scalar("yes" if content else "no")
        case _:
            return _scalar("none" if content is None else str(content))


def _scalar(text: str) -> nodes.ScalarNode:
    return nodes.ScalarNode(text, _NOWHERE, EXACT)
