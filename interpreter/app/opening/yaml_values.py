"""Values of a type from YAML: of a case, of an answers file, or in one line."""

import re

from interpreter.app.opening.values import value_of
from interpreter.diagnostics import Diagnostic, Unusable
from interpreter.pipeline.opening import Pack
from interpreter.source import Source
from interpreter.values.types import (
    ListOf,
    MapOf,
    Maybe,
    Record,
    Type,
    Value,
    present,
    spoken,
)
from interpreter.yaml import MappingNode, Node, ScalarNode, SequenceNode
from interpreter.yaml.composing import read

_BRACKETS = re.compile(r"\A[\[(]([^\[\]()]*)[\])]\Z")
_PRINTED = re.compile(r"(?<![\w\"'])\([^()\[\]{}\"',]*,[^()\[\]{}\"',]*\)")
"""A place in brackets, as it is printed among others: to YAML it would be two."""


def text_of(node: Node) -> str:
    """Return what was written, quotes and style aside."""
    if isinstance(node, ScalarNode):
        return node.text
    if isinstance(node, SequenceNode):
        return f"[{', '.join(text_of(each) for each in node.items)}]"
    return node.span.text


def value_in_line(
    pack: Pack, text: str, kind: Type, scenario: str, source: str
) -> Value:
    """Return a value as it is typed: a map, a record and lists of them as in YAML,
    `{a: 1}`; the parts of a record may be in brackets; all else is an expression."""
    if isinstance(present(kind), Record) and "{" not in text:
        text = _BRACKETS.sub(r"\1", text)
    quoted = _PRINTED.sub(r'"\g<0>"', text)
    if not text.startswith(("{", "[")) or ("{" not in text and quoted == text):
        return value_of(pack, text, kind, scenario, source)
    problems: list[Diagnostic] = []
    node = read(Source(source, quoted), problems)
    if problems or node is None:
        reason = problems[0].message if problems else "it is empty"
        raise Unusable(f"{source}: '{text}' cannot be read: {reason}")
    try:
        return value_at(node, kind, pack, scenario)
    except Unusable as error:
        own_message = error.message if error.message.startswith(source) else ""
        message = own_message or f"{source}: '{text}' does not fit: {error.message}"
        raise Unusable(message, error.problems, error.hint) from None


def fields_in_line(text: str, source: str) -> dict[str, str]:
    """Return the texts of the values in a map that is typed in one line, `{a: 1}`, by
    their keys; places may be in brackets. Raises Unusable for anything else."""
    problems: list[Diagnostic] = []
    node = read(Source(source, _PRINTED.sub(r'"\g<0>"', text)), problems)
    if problems or not isinstance(node, MappingNode):
        reason = problems[0].message if problems else "it is no map"
        hint = "write its fields as {field: value, field: value}"
        raise Unusable(f"{source}: '{text}' cannot be read: {reason}", hint=hint)
    return {key.text: text_of(value) for key, value in node.entries}


def value_at(node: Node, kind: Type, pack: Pack, scenario: str) -> Value:
    """Read a value of a type from YAML: an expression, a list, a record or a map."""
    inner = present(kind)
    if isinstance(node, SequenceNode) and isinstance(inner, ListOf):
        items = (value_at(item, inner.item, pack, scenario) for item in node.items)
        return tuple(items)
    if isinstance(node, SequenceNode) and isinstance(inner, Record):
        if len(node.items) != len(inner.fields):
            raise Unusable(f"the record has {len(inner.fields)} values")
        pairs = zip(node.items, inner.fields, strict=True)
        return tuple(value_at(each, of, pack, scenario) for each, (_, of) in pairs)
    if isinstance(node, MappingNode) and isinstance(inner, Record):
        field_nodes = _fields_given(node, inner)
        return tuple(
            value_at(field_nodes[name], of, pack, scenario)
            if name in field_nodes
            else None
            for name, of in inner.fields
        )
    if isinstance(node, MappingNode) and isinstance(inner, MapOf):
        return tuple(
            (
                value_of(pack, key.text, inner.key, scenario, str(key.span)),
                value_at(each, inner.value, pack, scenario),
            )
            for key, each in node.entries
        )
    if isinstance(node, MappingNode):
        message = f"this is a map, expected {spoken(kind)}"
        raise Unusable(message, hint=f"at {node.span}")
    return value_of(pack, text_of(node), kind, scenario, str(node.span))


def _fields_given(node: MappingNode, record: Record) -> dict[str, Node]:
    """Return what a map says of each field of a record; Unusable where it names another
    field or leaves one out that may not be none."""
    field_nodes: dict[str, Node] = {key.name: value for key, value in node.entries}
    fields = dict(record.fields)
    hint = f"it has the fields {', '.join(fields)}"
    for key, _ in node.entries:
        if key.name not in fields:
            raise Unusable(f"{key.span}: '{key.text}' is no field of it", hint=hint)
    for name, of in fields.items():
        if name not in field_nodes and not isinstance(of, Maybe):
            raise Unusable(f"{node.span}: '{name}' is missing", hint=hint)
    return field_nodes
