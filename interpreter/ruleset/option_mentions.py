"""Which options a declaration asks for, from the trees of its expressions.

This includes what the present options cut away, of which no name is ever resolved:
another value of an option may bring it back.
"""

import re
from collections.abc import Iterator

from msgspec import Struct

from interpreter.expressions.parsing import Unreadable, parse
from interpreter.expressions.tree import Dot, Quoted, Word
from interpreter.ruleset.paths import parts_of
from interpreter.yaml import MappingNode, Node, ScalarNode, SequenceNode

_BRACES = re.compile(r"\{([^{}]*)\}")
_PREFIX = "option"


def mentioned(node: Node) -> frozenset[str]:
    """Return the names of the options that a declaration reads as `option.name`, and
    every name in an `only`: of an option, or of a value."""
    return frozenset(_mentioned(node, ""))


def changed(option: Node) -> Iterator[tuple[str, str]]:
    """Yield section and name of the declarations that an option changes."""
    held = option.get("change") if isinstance(option, MappingNode) else None
    for path, _ in held.entries if isinstance(held, MappingNode) else ():
        parts = [part.name for part in parts_of(path)]
        if len(parts) > 1:
            yield parts[0], parts[1]


def _mentioned(node: Node, key: str) -> Iterator[str]:
    if isinstance(node, ScalarNode):
        yield from _names(node.text, alone=key == "only")
    elif isinstance(node, SequenceNode):
        for item in node.items:
            yield from _mentioned(item, key)
    else:
        for name, value in node.entries:
            yield from _names(name.text, alone=False)
            yield from _mentioned(value, name.name)


def _names(text: str, *, alone: bool) -> Iterator[str]:
    """Yield the options that a text reads; `alone`: every name in it."""
    if not alone and _PREFIX not in text:
        return
    try:
        yield from _in_tree(parse(text), alone=alone)
    except Unreadable:  # a template: its expressions are in braces
        for inner in _BRACES.findall(text):
            if inner != text:
                yield from _names(inner, alone=False)


def _in_tree(tree: object, *, alone: bool) -> Iterator[str]:
    match tree:
        case Dot(base=Word(name=base), name=Word(name=name)) if base == _PREFIX:
            yield name
        case Word(name=name) if alone:
            yield name
        case Quoted(text=text):
            for inner in _BRACES.findall(text):
                yield from _names(inner, alone=False)
        case tuple():
            for item in tree:
                yield from _in_tree(item, alone=alone)
        case Struct():
            for part in tree.__struct_fields__:
                yield from _in_tree(getattr(tree, part), alone=alone)
