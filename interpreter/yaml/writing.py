"""What a file says, written anew: for declarations that no file holds as they are."""

import re
from collections.abc import Iterator
from types import MappingProxyType

from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from interpreter.yaml.pitfalls import is_foreign

_PLAIN = re.compile(r"-?[A-Za-z0-9_(.+][A-Za-z0-9_ ()./+*<>=-]*\Z")
WIDTH = 76  # characters of a line
LONGEST = 60  # characters of a node that is shown
_ESCAPES = MappingProxyType({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"})
EXACT = '"'
"""The style of a text of which no character may change."""


def block(node: Node, room: int = WIDTH) -> list[str]:
    """Return a node as lines of YAML; what fits into `room` characters is on one.

    The lines say what the node says, but not how its author laid it out.
    """
    if not _tall(node):
        short = inline(node)
        if len(short) <= room:
            return [short]
    return list(_opened(node, room))


def _tall(node: Node) -> bool:
    """Return whether a text in it has several lines, which may hold comments."""
    match node:
        case ScalarNode():
            return "\n" in node.text and node.style != EXACT
        case SequenceNode():
            return any(map(_tall, node.items))
        case MappingNode():
            return any(_tall(each) for _, each in node.entries)


def _opened(node: Node, room: int) -> Iterator[str]:
    """Yield a node a part on a line."""
    match node:
        case ScalarNode() if _tall(node):
            yield "|"
            yield from (f"  {line}".rstrip() for line in node.text.splitlines())
        case ScalarNode():
            yield inline(node)
        case SequenceNode():
            for item in node.items:
                first, *more = block(item, room - 2)
                yield f"- {first}"
                yield from (f"  {line}" for line in more)
        case MappingNode():
            for key, value in node.entries:
                yield from _entry(inline(key), value, room)


def _entry(key: str, value: Node, room: int) -> Iterator[str]:
    """Yield a key with its value on the same line, or on lines of its own below."""
    short = "" if _tall(value) else inline(value)
    if short and len(key) + 2 + len(short) <= room:
        yield f"{key}: {short}"
        return
    first, *more = block(value, room - 2)
    if isinstance(value, ScalarNode):
        yield f"{key}: {first}"
        yield from more
    else:
        yield f"{key}:"
        yield from (f"  {line}" for line in (first, *more))


def inline(node: Node) -> str:
    """Return a node on one line, as it can be written inside braces.

    A text in double quotes says the same again, character by character; in any other,
    which may be laid out over several lines, blanks become single ones.
    """
    if isinstance(node, ScalarNode):
        exact = node.style == EXACT
        return scalar(node.text if exact else " ".join(node.text.split()))
    if isinstance(node, MappingNode):
        pairs = (f"{inline(key)}: {inline(each)}" for key, each in node.entries)
        return f"{{{', '.join(pairs)}}}"
    return f"[{', '.join(map(inline, node.items))}]"


def scalar(text: str) -> str:
    """Return a text on one line, in quotes where it needs them."""
    if _PLAIN.match(text) and text[-1] != " " and not is_foreign(text):
        return text
    return f'"{"".join(map(_escaped, text))}"'


def _escaped(character: str) -> str:
    """Return a character as it is written between double quotes."""
    if character in _ESCAPES:
        return _ESCAPES[character]
    return character if character.isprintable() else f"\\U{ord(character):08X}"


def one_line(node: Node | None) -> str:
    """Return a node in one short line."""
    text = _flat(node)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def _flat(node: Node | None) -> str:
    if node is None:
        return "nothing"
    if isinstance(node, ScalarNode):
        return " ".join(node.text.split())
    if isinstance(node, SequenceNode):
        return f"[{', '.join(map(_flat, node.items))}]"
    pairs = (f"{key.text}: {_flat(value)}" for key, value in node.entries)
    return f"{{{', '.join(pairs)}}}"
