"""What the schemas say of a place in a file: which keys, which texts, and why.

A place is the way down from the top of a file: keys, and numbers of items.
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from interpreter.ruleset.finding import HEAD, INDEX
from interpreter.source import normalised
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from interpreter.yaml.schemas import (
    Schema,
    described_schema_of,
    examples_of,
    of_other_keys,
    properties_of,
)

Way = tuple[str | int, ...]


class KnownKey(Struct, frozen=True):
    """A key that may be written at a place: what it is for, and an example."""

    name: str
    description: str
    example: str


def kind_of_file(path: str, root: Node | None) -> str:
    """Return the kind of schema of a file, by its path in the pack."""
    if path == INDEX:
        return "rulebook"
    if path != HEAD:
        return "part"
    return (
        "overlay" if isinstance(root, MappingNode) and "extends" in root else "ruleset"
    )


def schemas_at(kind: str, root: Node | None, way: Way) -> list[Schema]:
    """Return the schemas that apply to the node at the end of a way."""
    found = [*_on_same_node(described_schema_of(kind), root)]
    node = root
    for step in way:
        below = [_below(schema, step) for schema in found]
        node = inner(node, step)
        found = [
            same
            for schema in below
            if schema is not None
            for same in _on_same_node(schema, node)
        ]
    return found


def keys_at(kind: str, root: Node | None, way: Way) -> list[KnownKey]:
    """Return the keys that the map at the end of a way may have, each once."""
    found: dict[str, KnownKey] = {}
    for schema in schemas_at(kind, root, way):
        for name, each in _named(schema):
            known = found.get(name)
            if known is None or not known.description:
                found[name] = _known_key(name, each)
    return list(found.values())


def description_at(kind: str, root: Node | None, way: Way) -> str:
    """Return what the key, or the item, at the end of a way is for, or ""."""
    described = (each.get("description") for each in schemas_at(kind, root, way))
    return next((str(each) for each in described if each), "")


def texts_at(kind: str, root: Node | None, way: Way) -> list[str]:
    """Return the texts of which one must be at the end of a way, if it must."""
    listed = (each.get("enum") for each in schemas_at(kind, root, way))
    return next((list(map(str, each)) for each in listed if each), [])


def _known_key(name: str, schema: Schema) -> KnownKey:
    examples = examples_of(schema)
    description = schema.get("description", "")
    return KnownKey(name, str(description), examples[0] if examples else "")


def _named(schema: Schema) -> Iterator[tuple[str, Schema]]:
    """Yield the keys that a schema names itself, and verbs with what they bring."""
    for name, each in properties_of(schema).items():
        if isinstance(each, dict):
            yield name, each
    for name, each in schema.get("dependencies", {}).items():
        if isinstance(each, dict):
            yield name, each


def _below(schema: Schema, step: str | int) -> Schema | None:
    if isinstance(step, int):
        item = schema.get("items")
        return item if isinstance(item, dict) else None
    inner = properties_of(schema).get(step, of_other_keys(schema))
    return inner if isinstance(inner, dict) else None


def inner(node: Node | None, step: str | int) -> Node | None:
    """Return what is below a key, or the item of a number; None if there is none."""
    if isinstance(step, int):
        items = node.items if isinstance(node, SequenceNode) else ()
        return items[step] if step < len(items) else None
    return node.get(normalised(step)) if isinstance(node, MappingNode) else None


def _on_same_node(schema: Schema, node: Node | None) -> Iterator[Schema]:
    """Yield a schema and those that it applies to the same node: always, for the keys
    that are there, or where none of its keys is."""
    yield schema
    for part in schema.get("allOf", ()):
        yield from _on_same_node(part, node)
    there = set(_keys(node))
    brought = [
        each
        for key, each in schema.get("dependencies", {}).items()
        if isinstance(each, dict) and key in there
    ]
    for part in brought:
        yield from _on_same_node(part, node)
    other = schema.get("then")
    if isinstance(other, dict) and not brought:
        yield from _on_same_node(other, node)


def _keys(node: Node | None) -> Iterable[str]:
    if isinstance(node, MappingNode):
        return [key.text for key, _ in node.entries]
    return ()


def way_to(root: Node | None, offset: int) -> tuple[Way, ScalarNode | None, bool]:
    """Return the way to the node at an offset, the text there, and whether that is a
    key: the way of a key is that of its value."""
    way: list[str | int] = []
    node = root
    while True:
        step = _step(node, offset)
        if step is None:
            return tuple(way), node if isinstance(node, ScalarNode) else None, False
        name, inner, key = step
        way.append(name)
        if key is not None:
            return tuple(way), key, True
        node = inner


def _step(
    node: Node | None, offset: int
) -> tuple[str | int, Node, ScalarNode | None] | None:
    """Return the key or number of the part that holds an offset, the part, and the key
    if that holds it."""
    if isinstance(node, SequenceNode):
        for number, item in enumerate(node.items):
            if item.span.start <= offset <= item.span.end:
                return number, item, None
    if isinstance(node, MappingNode):
        for key, value in node.entries:
            if key.span.start <= offset <= key.span.end:
                return key.text, value, key
            if value.span.start <= offset <= value.span.end:
                return key.text, value, None
    return None


def all_texts(node: Node | None) -> Iterator[ScalarNode]:
    """Yield the texts of a node, keys among them, in order."""
    waiting: list[Node] = [] if node is None else [node]
    while waiting:
        here = waiting.pop()
        if isinstance(here, ScalarNode):
            yield here
        elif isinstance(here, SequenceNode):
            waiting += reversed(here.items)
        else:
            inner: Sequence[Node] = [part for entry in here.entries for part in entry]
            waiting += reversed(inner)
