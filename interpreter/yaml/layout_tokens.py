"""What a YAML file is written with: its texts, signs and comments, in order.

The nodes say where texts, lists and maps begin; all that is between the texts are
blanks, line ends, comments and the signs `- : , { } [ ]`. So no second scanner of YAML
is needed: at the start of a text the lexer jumps to its end.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple

from interpreter.source import Source
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode


class TokenKind(Enum):
    """What a token is."""

    KEY = "key of a map in lines"
    DASH = "-"
    TEXT = "any other text, also the head of a block text"
    BODY = "lines of a block text"
    COLON = ":"
    COMMA = ","
    OPEN = "{ or ["
    CLOSE = "} or ]"
    COMMENT = "comment"
    MARK = "--- or ..."


class LayoutToken(NamedTuple):
    """A part of the text that is no blank; `style` is that of a text."""

    kind: TokenKind
    start: int
    end: int
    style: str = ""


class Structure(NamedTuple):
    """Where nodes begin: texts, lists and maps that are written in lines, and keys; a
    key that is a band of a table is one of `bands` too."""

    texts: Mapping[int, ScalarNode]
    maps: frozenset[int]
    lists: frozenset[int]
    keys: frozenset[int]
    bands: frozenset[int]


class UnknownSign(Exception):
    """There is something between texts that the lexer does not know."""


_SIGNS: Mapping[str, TokenKind] = MappingProxyType(
    {
        **{":": TokenKind.COLON, ",": TokenKind.COMMA, "-": TokenKind.DASH},
        **dict.fromkeys("{[", TokenKind.OPEN),
        **dict.fromkeys("}]", TokenKind.CLOSE),
    }
)
_MARKS = ("---", "...")
_HEAD = re.compile(r"[|>]([-+0-9]*)")
_COMMENT = re.compile(r"[ \t]+(#.*?)[ \t]*\Z")
BLOCK_STYLES = ("|", ">")
ROWS = "rows"


def structure(root: Node) -> Structure:
    """Return where the nodes of a file begin."""
    source = root.span.source.text
    texts: dict[int, ScalarNode] = {}
    maps, lists, keys, bands = set[int](), set[int](), set[int](), set[int]()
    waiting: list[tuple[Node, bool]] = [(root, False)]
    while waiting:
        node, in_rows = waiting.pop()
        start = node.span.start
        is_flow = source[start : start + 1] in ("{", "[")
        match node:
            case ScalarNode():
                if node.span.end > start:
                    texts[start] = node
            case SequenceNode():
                if not is_flow:
                    lists.add(start)
                waiting.extend((item, False) for item in node.items)
            case MappingNode():
                if not is_flow and node.entries:
                    maps.add(start)
                    keys.update(key.span.start for key, _ in node.entries)
                for key, value in node.entries:
                    if in_rows and not key.style:
                        bands.add(key.span.start)
                    waiting.append((key, False))
                    waiting.append((value, key.text == ROWS))
    every = (maps, lists, keys, bands)
    return Structure(texts, *map(frozenset, every))


def tokens(source: Source, where: Structure) -> Iterator[LayoutToken]:
    """Yield all of a text but its blanks; raises UnknownSign."""
    text, at, owner = source.text, 0, -1
    while at < len(text):
        if text[at] in " \t\n":
            at += 1
            continue
        node = where.texts.get(at)
        if node is not None and node.style in BLOCK_STYLES:
            for token in _block(text, at, node.style, owner):
                yield token
                at = token.end
            continue
        token = _sign(source, at) if node is None else _text(node, where)
        if token.kind in (TokenKind.KEY, TokenKind.DASH):
            owner = column(source, at)
        yield token
        at = token.end


def _text(node: ScalarNode, where: Structure) -> LayoutToken:
    """Return the token of a text that is no block."""
    start, end = node.span.start, node.span.end
    kind = TokenKind.KEY if start in where.keys else TokenKind.TEXT
    return LayoutToken(kind, start, end, node.style)


def _sign(source: Source, at: int) -> LayoutToken:
    """Return the token of what is no text."""
    text = source.text
    if text[at] == "#":
        end = at + len(text[at : _line_end(text, at)].rstrip(" \t"))
        return LayoutToken(TokenKind.COMMENT, at, end)
    if text[at : at + 3] in _MARKS and column(source, at) == 0:
        return LayoutToken(TokenKind.MARK, at, at + 3)
    if text[at] not in _SIGNS:
        raise UnknownSign(text[at])
    return LayoutToken(_SIGNS[text[at]], at, at + 1)


def _block(text: str, at: int, style: str, owner: int) -> Iterator[LayoutToken]:
    """Yield the parts of a block text: its head, a comment after it, its lines."""
    head = _HEAD.match(text, at)
    assert head is not None
    yield LayoutToken(TokenKind.TEXT, at, head.end(), style)
    line_end = _line_end(text, at)
    comment = _COMMENT.match(text, head.end(), line_end)
    if comment is not None:
        yield LayoutToken(TokenKind.COMMENT, *comment.span(1))
    start = min(line_end + 1, len(text))
    end = _block_end(text, start, head[1], owner)
    if end > start:
        yield LayoutToken(TokenKind.BODY, start, end, head[0])


def _block_end(text: str, start: int, head: str, owner: int) -> int:
    """Return where the lines of a block text end that begin at `start`: before the last
    line end that belongs to it.

    The first line that is not empty says how far all are indented, unless the head
    does; a line that is less far is no part of the text. Empty lines at the end are
    part of it only where the head has a '+'.
    """
    digits = head.strip("+-")
    indent = max(owner, 0) + int(digits) if digits else 0
    end = at = start
    while at < len(text):
        line_end = _line_end(text, at)
        line = text[at:line_end]
        blanks = len(line) - len(line.lstrip(" "))
        if line[blanks:]:
            if not indent and blanks <= owner:
                break
            indent = indent or blanks
            if blanks < indent:
                break
        if line[blanks:] or "+" in head or (indent and blanks > indent):
            end = line_end
        at = line_end + 1
    return end


def block_indent(lines: Sequence[str], head: str, owner: int) -> int:
    """Return how far the lines of a block text are indented."""
    digits = head[1:].strip("+-")
    if digits:
        return max(owner, 0) + int(digits)
    first = next((line for line in lines if line.strip(" ")), "")
    return len(first) - len(first.lstrip(" "))


def column(source: Source, at: int) -> int:
    """Return how many characters are before a place on its line."""
    return source.place(at)[1] - 1


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end
