"""Edits of the text of a file that turn one written node into another.

What is the same on both sides is not touched, so comments, layout and order stay; only
a value that differs is written anew. A caller reads the edited text again and compares,
because no edit of a text proves that YAML reads it as it was meant.
"""

import re
from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct

from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from interpreter.yaml.writing import block, inline

_COMMENT = re.compile(r"(?:^|(?<=\s))#[^\n]*(?=\n)")


class TextEdit(Struct, frozen=True, order=True):
    """Characters `start` to `end` of a text, and what is written instead."""

    start: int
    end: int
    text: str


def edited_text(text: str, edits: Iterable[TextEdit]) -> str | None:
    """Return a text after edits, None where two of them overlap; of two at one place
    the one that only inserts comes first."""
    parts: list[str] = []
    at = 0
    for edit in sorted(edits):
        if edit.start < at:
            return None
        parts += [text[at : edit.start], edit.text]
        at = edit.end
    return "".join((*parts, text[at:]))


def is_equal(one: Node | None, other: Node | None) -> bool:
    """Tell whether two nodes have the same texts in the same order, however they are
    laid out."""
    if isinstance(one, ScalarNode) and isinstance(other, ScalarNode):
        return one.text.split() == other.text.split()
    if isinstance(one, SequenceNode) and isinstance(other, SequenceNode):
        same_length = len(one.items) == len(other.items)
        return same_length and all(map(is_equal, one.items, other.items))
    if isinstance(one, MappingNode) and isinstance(other, MappingNode):
        keys, others = ([key.name for key, _ in node.entries] for node in (one, other))
        return keys == others and all(
            is_equal(value, instead)
            for (_, value), (_, instead) in zip(one.entries, other.entries, strict=True)
        )
    return one is other


def rewriting(written: Node, wanted: Node) -> list[TextEdit]:
    """Return the edits after which a written node says what another one says."""
    if is_equal(written, wanted):
        return []
    if isinstance(written, MappingNode) and isinstance(wanted, MappingNode):
        return _of_map(written, wanted)
    if (
        isinstance(written, SequenceNode)
        and isinstance(wanted, SequenceNode)
        and len(written.items) == len(wanted.items)
    ):
        pairs = zip(written.items, wanted.items, strict=True)
        return [edit for pair in pairs for edit in rewriting(*pair)]
    return [_whole(written, wanted)]


def _of_map(written: MappingNode, wanted: MappingNode) -> list[TextEdit]:
    kept = [key.name for key, _ in written.entries if key.name in wanted]
    if not kept or kept != [key.name for key, _ in wanted.entries if key.name in kept]:
        return [_whole(written, wanted)]
    edits: list[TextEdit] = []
    gone = [n for n, (key, _) in enumerate(written.entries) if key.name not in wanted]
    edits += removal(written, gone)
    numbers = {key.name: number for number, (key, _) in enumerate(written.entries)}
    after: int | None = None
    new: dict[int | None, list[tuple[ScalarNode, Node]]] = {}
    for key, value in wanted.entries:
        if key.name in numbers:
            after = numbers[key.name]
            edits += rewriting(written.entries[after][1], value)
        else:
            new.setdefault(after, []).append((key, value))
    for place, entries in new.items():
        edits.append(insertion(written, place, entries))
    return edits


def removal(node: MappingNode, gone: Collection[int]) -> list[TextEdit]:
    """Return the edits that take entries out of a map, by their numbers.

    In a map of one entry a line the lines go, with comments directly above each entry
    but the first; above that one a comment may be about all. Where no entry is left,
    what remains is no map: a caller takes out what holds it.
    """
    if is_flow(node):
        return _removed_in_braces(node, gone)
    text = node.span.source.text
    edits = []
    for number in sorted(gone):
        key, value = node.entries[number]
        start = text.rfind("\n", 0, key.span.start) + 1
        indent = text[start : key.span.start]
        while number and (above := _comment_above(text, start, indent)) is not None:
            start = above
        edits.append(TextEdit(start, _line_end(text, value.span.end), ""))
    return edits


def _comment_above(text: str, start: int, indent: str) -> int | None:
    """Return where the line above begins if it is a comment with this indentation."""
    if start == 0:
        return None
    above = text.rfind("\n", 0, start - 1) + 1
    line = text[above:start]
    is_comment = line.startswith(indent) and line[len(indent) :].startswith("#")
    return above if is_comment else None


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end + 1


def _removed_in_braces(node: MappingNode, gone: Collection[int]) -> list[TextEdit]:
    entries, gone = node.entries, set(gone)
    first = next((n for n in range(len(entries)) if n not in gone), None)
    if first is None:
        return [TextEdit(node.span.start + 1, node.span.end - 1, "")]
    edits = []
    if first:
        start, end = entries[0][0].span.start, entries[first][0].span.start
        edits.append(TextEdit(start, end, ""))
    for number in sorted(gone):
        if number > first:
            start, end = (entries[n][1].span.end for n in (number - 1, number))
            edits.append(TextEdit(start, end, ""))
    return edits


def insertion(
    node: MappingNode, after: int | None, new: Sequence[tuple[ScalarNode, Node]]
) -> TextEdit:
    """Return the edit that puts entries into a map that has some, after the entry of a
    number; None: before all others."""
    pairs = [f"{inline(key)}: {short(value)}" for key, value in new]
    if is_flow(node):
        if after is None:
            start = node.entries[0][0].span.start
            return TextEdit(start, start, "".join(f"{pair}, " for pair in pairs))
        end = node.entries[after][1].span.end
        return TextEdit(end, end, "".join(f", {pair}" for pair in pairs))
    text = node.span.source.text
    line_break = "\r\n" if "\r\n" in text else "\n"
    first = node.entries[0][0].span
    indent = " " * (first.first[1] - 1)
    if after is None:
        lines = "".join(f"{pair}{line_break}{indent}" for pair in pairs)
        return TextEdit(first.start, first.start, lines)
    end = _line_end(text, node.entries[after][1].span.end)
    lines = "".join(f"{indent}{pair}{line_break}" for pair in pairs)
    if end == len(text) and not text.endswith("\n"):
        lines = line_break + lines.removesuffix(line_break)
    return TextEdit(end, end, lines)


def _whole(written: Node, wanted: Node) -> TextEdit:
    """Return the edit that writes a value anew, on one line or below its key."""
    span = written.span
    if isinstance(written, ScalarNode) or is_flow(written):
        return TextEdit(span.start, span.end, short(wanted))
    indent = " " * (span.first[1] - 1)
    line_break = "\r\n" if "\r\n" in span.source.text else "\n"
    lines = [short(wanted)] if isinstance(wanted, ScalarNode) else block(wanted)
    return TextEdit(span.start, span.end, f"{line_break}{indent}".join(lines))


def is_flow(node: Node) -> bool:
    """Tell whether a list or map is written in brackets or braces."""
    return not isinstance(node, ScalarNode) and node.span.text[:1] in ("{", "[")


def short(node: Node) -> str:
    """Return a node on one line, without comments of texts of several lines."""
    return inline(without_comments(node))


def without_comments(node: Node) -> Node:
    """Return a node whose texts of several lines have no comments any more."""
    if isinstance(node, ScalarNode):
        if "\n" not in node.text or node.style not in ("|", ">"):
            return node
        return ScalarNode(_COMMENT.sub("", node.text).strip(), node.span, "")
    if isinstance(node, SequenceNode):
        return SequenceNode(tuple(map(without_comments, node.items)), node.span)
    entries = tuple((key, without_comments(value)) for key, value in node.entries)
    return MappingNode(entries, node.span)
