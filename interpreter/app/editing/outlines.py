"""The outline of a file: its declarations by section, and what they have inside."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from interpreter.app.editing.moved_text import MovedText
from interpreter.diagnostics import LimitExceeded
from interpreter.ruleset.finding import INDEX
from interpreter.source import Source, Span
from interpreter.yaml.composing import read
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

INSIDE = frozenset("fields rows groups columns values options steps".split())
"""Keys whose parts an outline names."""
MOST = 5_000
"""Entries of an outline."""


class OutlineEntry(Struct, frozen=True):
    """A name with its place (`key`), all that belongs to it (`whole`), and its parts.

    `section` is that of a declaration; of a part, the key that it is under.
    """

    name: str
    detail: str
    section: str
    key: Span
    whole: Span
    parts: tuple["OutlineEntry", ...] = ()


def outline_now(path: str, text: str, good: Source | None) -> tuple[OutlineEntry, ...]:
    """Return the outline of a text, by its path in the pack. Of a text that cannot be
    read it is that of the `good` one before it, at the places of now; what was edited
    since is left out."""
    source = Source(path, text)
    root = _read(source)
    if root is not None or good is None:
        return outline(path, root)
    moved = MovedText.between(good.text, text)
    entries = (_moved(each, moved, source) for each in outline(path, _read(good)))
    return tuple(each for each in entries if each is not None)


def _read(source: Source) -> Node | None:
    try:
        return read(source, [])
    except LimitExceeded:
        return None


def _moved(
    entry: OutlineEntry, moved: MovedText, source: Source
) -> OutlineEntry | None:
    key = moved.to_after(entry.key.start, entry.key.end)
    if key is None:
        return None
    end = moved.to_after(entry.whole.end, entry.whole.end) or key
    whole = Span(source, key[0], max(key[1], end[1]))
    parts = tuple(_moved(part, moved, source) for part in entry.parts)
    there = tuple(part for part in parts if part is not None)
    return replace(entry, key=Span(source, *key), whole=whole, parts=there)


def outline(path: str, root: Node | None) -> tuple[OutlineEntry, ...]:
    """Return the outline of a file, by its path in the pack and what it says."""
    if not isinstance(root, MappingNode):
        return ()
    if path == INDEX:
        return tuple(_entries(root, "rulebook"))[:MOST]
    found = []
    for key, held in root.entries:
        parts: tuple[OutlineEntry, ...] = ()
        if isinstance(held, MappingNode):
            parts = tuple(_entries(held, key.name))
        found.append(_entry(key, held, key.name, parts))
    return tuple(found)


def _entries(held: MappingNode, section: str) -> Iterator[OutlineEntry]:
    for key, node in held.entries[:MOST]:
        parts: list[OutlineEntry] = []
        for inner, value in node.entries if isinstance(node, MappingNode) else ():
            if inner.name in INSIDE:
                parts += _parts(value, inner.name)
        yield _entry(key, node, section, tuple(parts))


def _parts(node: Node, under: str) -> Iterator[OutlineEntry]:
    if isinstance(node, MappingNode):
        for key, value in node.entries[:MOST]:
            yield _entry(key, value, under, ())
    if isinstance(node, SequenceNode):
        for item in node.items[:MOST]:
            if isinstance(item, ScalarNode) and item.text:
                yield _entry(item, item, under, ())


def _entry(
    key: ScalarNode, node: Node, section: str, parts: tuple[OutlineEntry, ...]
) -> OutlineEntry:
    start = min(key.span.start, node.span.start)
    end = max(key.span.end, node.span.end)
    whole = Span(key.span.source, start, end)
    title = node.get("title") if isinstance(node, MappingNode) else None
    detail = title.text if isinstance(title, ScalarNode) else ""
    return OutlineEntry(key.text, detail, section, key.span, whole, parts)
