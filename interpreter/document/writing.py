"""What a file says, written anew: for declarations that no file holds as they are."""

import re
from collections.abc import Iterator

from interpreter.document.nodes import Mapping, Node, Scalar, Sequence

_PLAIN = re.compile(r"-?[A-Za-z0-9_(.+][A-Za-z0-9_ ()./+*<>=-]*\Z")
WIDTH = 76  # characters of a line


def block(node: Node, room: int = WIDTH) -> list[str]:
    """Return a node as lines of YAML; what fits into `room` characters stands on one.

    The lines say what the node says, but not how its author laid it out.
    """
    if not _tall(node):
        short = inline(node)
        if len(short) <= room:
            return [short]
    return list(_opened(node, room))


def _tall(node: Node) -> bool:
    """Tell whether a text in it has several lines, which may hold comments."""
    match node:
        case Scalar():
            return "\n" in node.text
        case Sequence():
            return any(map(_tall, node.items))
        case Mapping():
            return any(_tall(each) for _, each in node.entries)


def _opened(node: Node, room: int) -> Iterator[str]:
    """Yield a node a part on a line."""
    match node:
        case Scalar() if "\n" in node.text:
            yield "|"
            yield from (f"  {line}".rstrip() for line in node.text.splitlines())
        case Scalar():
            yield inline(node)
        case Sequence():
            for item in node.items:
                first, *more = block(item, room - 2)
                yield f"- {first}"
                yield from (f"  {line}" for line in more)
        case Mapping():
            for key, value in node.entries:
                yield from _entry(inline(key), value, room)


def _entry(key: str, value: Node, room: int) -> Iterator[str]:
    """Yield a key with what stands behind it, or on lines of their own below."""
    short = "" if _tall(value) else inline(value)
    if short and len(key) + 2 + len(short) <= room:
        yield f"{key}: {short}"
        return
    first, *more = block(value, room - 2)
    if isinstance(value, Scalar):
        yield f"{key}: {first}"
        yield from more
    else:
        yield f"{key}:"
        yield from (f"  {line}" for line in (first, *more))


def inline(node: Node) -> str:
    """Return a node on one line, as it can be written inside braces."""
    if isinstance(node, Scalar):
        text = " ".join(node.text.split())
        if _PLAIN.match(text):
            return text
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(node, Mapping):
        pairs = (f"{inline(key)}: {inline(each)}" for key, each in node.entries)
        return f"{{{', '.join(pairs)}}}"
    return f"[{', '.join(map(inline, node.items))}]"
