"""What `jsonschema` found wrong, arranged by the nodes of a document.

An error names its place by two paths: one through the data, one through the schema.
Followed together they give each node the schemas that apply to it and the words of
them that failed. What to say of that is worked out from node and schema, for the text
of an error names neither the key that was meant nor its place in a file.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from interpreter.yaml.nodes import Node, ScalarNode, SequenceNode
from interpreter.yaml.schemas import Schema

if TYPE_CHECKING:
    from jsonschema import ValidationError

_INTO_KEY = "properties"
_INTO_EACH = ("additionalProperties", "items")
_SAME_NODE = ("then", "else")


@dataclass(slots=True)
class Failures:
    """What is wrong with a node and within it.

    `schemas` are those that apply to the node, as far as an error led through them,
    the outermost first; `failed` has the failed words of these, each with its schema;
    `inner` the failures of its entries by their key, of its items by their number.
    """

    schemas: list[Schema] = field(default_factory=list)
    failed: list[tuple[str, Schema]] = field(default_factory=list)
    inner: dict[str | int, Failures] = field(default_factory=dict)

    def of_word(self, *words: str) -> list[Schema]:
        """Return the schemas of which one of these words failed, each once."""
        return _distinct(schema for word, schema in self.failed if word in words)


def data_of(node: Node) -> Any:
    """Return a node as the data that `jsonschema` reads.

    Scalars are texts; nothing after a key is None, which no schema allows, so that
    each such place is found with what is wanted there.
    """
    if isinstance(node, ScalarNode):
        return None if is_empty(node) else node.text
    if isinstance(node, SequenceNode):
        return [data_of(item) for item in node.items]
    return {key.text: data_of(value) for key, value in node.entries}


def is_empty(node: Node) -> bool:
    """Return whether nothing was written; reading has said so."""
    return isinstance(node, ScalarNode) and not node.style and not node.text


def arranged(schema: Schema, errors: Iterable[ValidationError]) -> Failures:
    """Return the errors of a validator of this schema, as a tree over the data."""
    root = Failures()
    for error in errors:
        _add(root, schema, error)
    return root


def _add(root: Failures, schema: Schema, error: ValidationError) -> None:
    """Follow the two paths of an error to its node; where a key is refused, the paths
    end at its map and the word `properties`."""
    place, words = root, list(error.absolute_schema_path)
    entries = iter(error.absolute_path)
    at = 0
    while True:
        if not any(known is schema for known in place.schemas):
            place.schemas.append(schema)
        word, last = str(words[at]), at + 1 == len(words)
        if word in _SAME_NODE:
            schema, at = schema[word], at + 1
        elif last:
            place.failed.append((word, schema))
            return
        elif word in _INTO_EACH:
            schema, at = schema[word], at + 1
            place = place.inner.setdefault(next(entries), Failures())
        else:
            schema, at = schema[word][words[at + 1]], at + 2
            if word == _INTO_KEY:
                place = place.inner.setdefault(next(entries), Failures())


def _distinct(schemas: Iterable[Schema]) -> list[Schema]:
    found: list[Schema] = []
    for schema in schemas:
        if not any(known is schema for known in found):
            found.append(schema)
    return found
