"""What a place wants, for whoever wrote something else there, or nothing at all.

What is proposed has passed the shape of its place.
"""

from collections.abc import Callable, Iterable
from typing import Final

from interpreter.source import Source, Span
from interpreter.yaml import parser_errors
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from interpreter.yaml.schemas import (
    Schema,
    alternatives,
    examples_of,
    kinds_wanted,
    of_other_keys,
    properties_of,
)
from interpreter.yaml.writing import inline

Fits = Callable[[Node, Schema], bool]
"""Tells, in silence, whether a node has a shape."""

NAMES: Final = {"object": "a map", "array": "a list", "string": "a text"}
NOTHING: Final = ("{}", "[]")


def wanted(schema: Schema) -> str:
    """Return which kinds of node a place wants, with an example where there is one."""
    kinds = kinds_wanted(schema) or frozenset(NAMES)
    said = either([name for kind, name in NAMES.items() if kind in kinds])
    shown = next((each for each in examples_of(schema) if each not in NOTHING), "")
    return f"{said}, such as {shown}" if shown else said


def either(words: Iterable[str]) -> str:
    """Join words as 'a, b or c'."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


def instead(node: Node, schema: Schema, fits: Fits) -> str:
    """Return a hint for a node of the wrong kind: what it says, written as it is
    wanted, or ""."""
    if isinstance(node, MappingNode):
        in_braces = node.span.text.startswith("{")
        listed = schema.get("type") == "array" and not in_braces
        return "begin each with '- '" if listed else ""
    made, text = _names(node, schema) or _entry(node, schema) or (node, "")
    if text and fits(made, schema):
        return f"write {text}"
    open_ = of_other_keys(schema) is not None
    return (
        parser_errors.asked(node.text) if open_ and isinstance(node, ScalarNode) else ""
    )


def _names(node: Node, schema: Schema) -> tuple[Node, str] | None:
    """Return the map whose keys are the names of a list, where nothing need stand
    behind one."""
    texts = node.items if isinstance(node, SequenceNode) else (node,)
    names = [each for each in texts if isinstance(each, ScalarNode) and each.text]
    other = of_other_keys(schema)
    empty = other is not None and "{}" in examples_of(other)
    if not empty or not names or len(names) < len(texts):
        return None
    nothing = MappingNode((), node.span)
    made = MappingNode(tuple((each, nothing) for each in names), node.span)
    return made, inline(made)


def _entry(node: Node, schema: Schema) -> tuple[Node, str] | None:
    """Return the map of one entry that a text was meant to be."""
    known = _keys(schema)
    found = (
        parser_errors.meant(node.text, known) if isinstance(node, ScalarNode) else None
    )
    if found is None:
        return None
    key, value = found
    return MappingNode(((_text(key), _text(value)),), node.span), f"'{key}: {value}'"


def _keys(schema: Schema) -> list[str]:
    return [*properties_of(schema), *alternatives(schema)]


def _text(text: str) -> ScalarNode:
    return ScalarNode(text, Span(Source("", text), 0, len(text)), "")


def behind(key: ScalarNode, schema: Schema) -> tuple[str, str]:
    """Return what is expected, and a hint, where nothing follows a key."""
    if (found := parser_errors.meant(key.text)) is not None:
        return "key: value", f"write '{found[0]}: {found[1]}'"
    nothing = next((each for each in examples_of(schema) if each in NOTHING), "")
    hint = f"write {nothing} if nothing belongs to it" if nothing else ""
    return wanted(schema), hint or parser_errors.asked(key.text)


def of_unknown(key: ScalarNode, schema: Schema) -> tuple[str, str]:
    """Return what is expected, and a hint, where a key that is none is alone."""
    found = parser_errors.meant(key.text, _keys(schema))
    hint = f"write '{found[0]}: {found[1]}'" if found else parser_errors.asked(key.text)
    return "key: value", hint or f"write '{key.text}: ' and a value, or leave it out"
