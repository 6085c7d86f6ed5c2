"""What a place wants, for whoever wrote something else there, or nothing at all.

What is proposed has passed the shape of its place.
"""

from collections.abc import Callable, Iterable
from typing import Final

from interpreter.source import Source, Span
from interpreter.yaml import parser_errors
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from interpreter.yaml.schemas import Shape
from interpreter.yaml.writing import inline

Fits = Callable[[Node, Shape], bool]
"""Tells, in silence, whether a node has a shape."""

NAMES: Final = {"object": "a map", "array": "a list", "string": "a text"}
NOTHING: Final = ("{}", "[]")


def wanted(shape: Shape) -> str:
    """Return which kinds of node a place wants, with an example where there is one."""
    kinds = shape.wanted or frozenset(NAMES)
    said = either([name for kind, name in NAMES.items() if kind in kinds])
    shown = next((each for each in shape.examples if each not in NOTHING), "")
    return f"{said}, such as {shown}" if shown else said


def either(words: Iterable[str]) -> str:
    """Join words as 'a, b or c'."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


def instead(node: Node, shape: Shape, fits: Fits) -> str:
    """Return a hint for a node of the wrong kind: what it says, written as it is
    wanted, or ""."""
    if isinstance(node, MappingNode):
        listed = shape.kinds == frozenset(["array"]) and not node.span.text.startswith(
            "{"
        )
        return "begin each with '- '" if listed else ""
    made, text = _names(node, shape) or _entry(node, shape) or (node, "")
    if text and fits(made, shape):
        return f"write {text}"
    open_ = shape.additional is not None and isinstance(node, ScalarNode)
    return (
        parser_errors.asked(node.text) if open_ and isinstance(node, ScalarNode) else ""
    )


def _names(node: Node, shape: Shape) -> tuple[Node, str] | None:
    """Return the map whose keys are the names of a list, where nothing need stand
    behind one."""
    texts = node.items if isinstance(node, SequenceNode) else (node,)
    names = [each for each in texts if isinstance(each, ScalarNode) and each.text]
    empty = shape.additional is not None and "{}" in shape.additional.examples
    if not empty or not names or len(names) < len(texts):
        return None
    nothing = MappingNode((), node.span)
    made = MappingNode(tuple((each, nothing) for each in names), node.span)
    return made, inline(made)


def _entry(node: Node, shape: Shape) -> tuple[Node, str] | None:
    """Return the map of one entry that a text was meant to be."""
    known = _keys(shape)
    found = (
        parser_errors.meant(node.text, known) if isinstance(node, ScalarNode) else None
    )
    if found is None:
        return None
    key, value = found
    return MappingNode(((_text(key), _text(value)),), node.span), f"'{key}: {value}'"


def _keys(shape: Shape) -> list[str]:
    return [*shape.properties, *(shape.choice.keys if shape.choice else ())]


def _text(text: str) -> ScalarNode:
    return ScalarNode(text, Span(Source("", text), 0, len(text)), "")


def behind(key: ScalarNode, shape: Shape) -> tuple[str, str]:
    """Return what is expected, and a hint, where nothing stands behind a key."""
    if (found := parser_errors.meant(key.text)) is not None:
        return "key: value", f"write '{found[0]}: {found[1]}'"
    nothing = next((each for each in shape.examples if each in NOTHING), "")
    hint = f"write {nothing} if nothing belongs to it" if nothing else ""
    return wanted(shape), hint or parser_errors.asked(key.text)


def of_unknown(key: ScalarNode, shape: Shape) -> tuple[str, str]:
    """Return what is expected, and a hint, where a key that is none stands alone."""
    found = parser_errors.meant(key.text, _keys(shape))
    hint = f"write '{found[0]}: {found[1]}'" if found else parser_errors.asked(key.text)
    return "key: value", hint or f"write '{key.text}: ' and a value, or leave it out"
