"""What a declaration mentions, but never resolved: options, and names by their words.

Options are found in the trees of expressions, what the present options cut away
included: another value of an option may bring it back. Names of sections that are read
only when something is run are looked for among the words of what was written. That
finds every use of a name and may find more, such as another name with the same words
in it.
"""

import re
from collections.abc import Iterable, Iterator

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


PROSE = frozenset({"title", "rule", "status", "says", "discloses"})
TEMPLATES = frozenset({"say", "for", "needs"})
_BRACES = re.compile(r"\{([^{}]*)\}")
_WORD = re.compile(r"[A-Za-z0-9]+")


def words(node: Node) -> str:
    """Return all words that may be part of a name, without prose; each with its own
    blanks, so that words in a row are found by plain search."""
    return _spaced("\n".join(_texts(node)))


def is_mentioned(name: str, text: str) -> bool:
    """Return whether a name is among the `words` of a node, as words of its own."""
    return _spaced(name) in text


def mentioned_names(names: Iterable[str], text: str) -> Iterator[str]:
    """Yield the names that are among the `words` of nodes. A long text is searched only
    for a name of which every word is in it."""
    each = frozenset(text.split())
    for name in names:
        if each.issuperset(_WORD.findall(name)) and is_mentioned(name, text):
            yield name


def _spaced(text: str) -> str:
    return "".join(f" {word} " for word in _WORD.findall(text))


def _texts(node: Node, key: str = "") -> Iterator[str]:
    if isinstance(node, ScalarNode):
        yield from _BRACES.findall(node.text) if key in TEMPLATES else (node.text,)
    elif isinstance(node, SequenceNode):
        for item in node.items:
            yield from _texts(item, key)
    else:
        for name, value in node.entries:
            if name.text not in PROSE:
                yield name.text
                yield from _texts(value, name.text)
