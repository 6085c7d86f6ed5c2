"""The parts of an overlay as they are written, and the edits that carry them over.

An edited file is read again: each part must then say what was meant, and all else what
it said. Edits that do not are not made, and their part is a conflict.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from interpreter.app.rebasing.deciding import OPTIONS, Carry, PartDecision
from interpreter.diagnostics import Diagnostic, Unusable
from interpreter.ruleset.changes import OverlayChange, changes_in
from interpreter.ruleset.finding import HEAD, INDEX
from interpreter.ruleset.layers import Layer
from interpreter.ruleset.paths import parts_of
from interpreter.ruleset.ruleset import SECTIONS
from interpreter.source import Name, Source, Span
from interpreter.yaml.composing import read
from interpreter.yaml.node_edits import (
    TextEdit,
    edited_text,
    insertion,
    is_equal,
    removal,
    rewriting,
    without_comments,
)
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode

CHANGE, EXPECT = "change", "expect"
PartKind = Literal["change", "setting", "declaration"]
Entry = tuple[MappingNode, int]
"""An entry of a map, by its number."""


class OverlayPart(Struct, frozen=True):
    """A part of an overlay: a change, the setting of an option, a declaration.

    `entry` is where it is written, `holder` the entry that holds that map, which goes
    when no part is left in it.
    """

    kind: PartKind
    entry: Entry
    holder: Entry
    section: str = OPTIONS

    @property
    def key(self) -> ScalarNode:
        """The path or name as it is written."""
        return self.entry[0].entries[self.entry[1]][0]

    @property
    def body(self) -> Node:
        """What is written for it."""
        return self.entry[0].entries[self.entry[1]][1]

    @property
    def span(self) -> Span:
        """All that is written of it."""
        return self.key.span.to(self.body.span)

    @property
    def change(self) -> OverlayChange | None:
        """The change that it is, if it is one that has the shape of one."""
        entry = MappingNode(((self.key, self.body),), self.span)
        found = changes_in(entry, "") if self.kind == "change" else []
        return found[0] if found else None

    @property
    def names(self) -> tuple[Name, ...]:
        """Its path by names, also of what its bodies cannot tell apart."""
        if self.kind == "change":
            return tuple(part.name for part in parts_of(self.key))
        return (Name(self.section), self.key.called)


class OverlayFile(Struct, frozen=True):
    """A file of an overlay as it is written, and its parts in their order."""

    source: Source
    root: MappingNode
    parts: tuple[OverlayPart, ...]


def overlay_files(layer: Layer) -> list[OverlayFile]:
    """Return the files of an overlay with their parts; Unusable for one that cannot be
    read."""
    problems: list[Diagnostic] = []
    files = []
    for part in layer.parts:
        if part.source is None:
            message = f"'{part.file}' cannot be read"
            raise Unusable(message, part.problems, f"umpire check {layer.folder}")
        if part.path != INDEX:
            files.append(file_of(part.source, part.path == HEAD, problems))
    if any(problem.severity == "error" for problem in problems):
        raise Unusable(f"'{layer.folder}' has errors of form", tuple(problems))
    return files


def file_of(source: Source, is_head: bool, problems: list[Diagnostic]) -> OverlayFile:
    """Return a file as it is written, with its parts."""
    root = read(source, problems)
    if not isinstance(root, MappingNode):
        root = MappingNode((), Span(source, 0, 0))
    return OverlayFile(source, root, tuple(_parts(root, is_head)))


def _parts(root: MappingNode, is_head: bool) -> Iterator[OverlayPart]:
    for number, (key, held) in enumerate(root.entries):
        if not isinstance(held, MappingNode):
            continue
        if is_head and key.name == CHANGE:
            yield from _changes(held, (root, number))
        if key.name not in SECTIONS:
            continue
        for place, (_, body) in enumerate(held.entries):
            is_option = key.name == OPTIONS
            is_setting = is_option and is_head and isinstance(body, ScalarNode)
            kind: PartKind = "setting" if is_setting else "declaration"
            yield OverlayPart(kind, (held, place), (root, number), key.name)
            switched = body.get(CHANGE) if isinstance(body, MappingNode) else None
            if is_option and isinstance(switched, MappingNode):
                assert isinstance(body, MappingNode)
                keys = [each.name for each, _ in body.entries]
                yield from _changes(switched, (body, keys.index(Name(CHANGE))))


def _changes(held: MappingNode, holder: Entry) -> Iterator[OverlayPart]:
    for place in range(len(held.entries)):
        yield OverlayPart("change", (held, place), holder)


Decided = Sequence[tuple[OverlayPart, PartDecision]]


def carried_text(file: OverlayFile, decided: Decided, is_head: bool) -> str | None:
    """Return the text of a file after what was decided of its parts; None if it would
    not be read as it is meant."""
    edits: list[TextEdit] = []
    gone: dict[tuple[int, int], tuple[MappingNode, set[int]]] = {}
    changed: dict[Span, tuple[ScalarNode, Node] | None] = {}
    for part, decision in decided:
        if decision.status == "dropped":
            _take_out(part.entry, gone)
            changed[part.span] = None
        elif decision.status == "carried" and decision.carry is not None:
            carried = _carried(part, decision.carry)
            edits += carried.edits
            changed[part.span] = (carried.key, carried.body)
    empty = _empty_holders(file.parts, gone)
    for node, numbers in gone.values():
        edits += removal(node, numbers)
    text = edited_text(file.source.text, edits)
    if text is None or not _is_as_meant(file, text, changed, empty, is_head):
        return None
    return text


def _take_out(
    entry: Entry, gone: dict[tuple[int, int], tuple[MappingNode, set[int]]]
) -> None:
    node, number = entry
    place = (node.span.start, node.span.end)
    gone.setdefault(place, (node, set()))[1].add(number)


def _empty_holders(
    parts: Iterable[OverlayPart],
    gone: dict[tuple[int, int], tuple[MappingNode, set[int]]],
) -> set[Span]:
    """Take out what holds a map of which no entry is left; return the keys of that."""
    empty: set[Span] = set()
    for part in parts:
        node, _ = part.entry
        place = (node.span.start, node.span.end)
        if place in gone and len(gone[place][1]) == len(node.entries):
            del gone[place]
            _take_out(part.holder, gone)
            empty.add(part.holder[0].entries[part.holder[1]][0].span)
    return empty


class _Carried(Struct, frozen=True):
    """A part as it will be, and the edits that make it so."""

    key: ScalarNode
    body: Node
    edits: list[TextEdit]


def _carried(part: OverlayPart, carry: Carry) -> _Carried:
    key, edits = _renamed(part, carry)
    body = part.body
    if not isinstance(body, MappingNode) or part.change is None:
        return _Carried(key, body, edits)
    change = part.change
    verb_key = body.key(change.verb)
    assert verb_key is not None  # it has the shape of a change
    entries = list(body.entries)
    names = [each.name for each, _ in entries]
    at = names.index(verb_key.name)
    if carry.value is not None:
        value = without_comments(carry.value)
        edits += rewriting(change.value, value)
        entries[at] = (verb_key, value)
    if carry.verb:
        edits.append(TextEdit(verb_key.span.start, verb_key.span.end, carry.verb))
        entries[at] = (replace(verb_key, text=carry.verb), entries[at][1])
    if carry.expect is not None:
        expect = without_comments(carry.expect)
        written = body.get(EXPECT)
        if written is not None:
            edits += rewriting(written, expect)
            number = names.index(Name(EXPECT))
            entries[number] = (entries[number][0], expect)
        else:
            new = ScalarNode(EXPECT, verb_key.span, "")
            edits.append(insertion(body, at - 1 if at else None, [(new, expect)]))
            entries.insert(at, (new, expect))
    return _Carried(key, MappingNode(tuple(entries), body.span), edits)


def _renamed(part: OverlayPart, carry: Carry) -> tuple[ScalarNode, list[TextEdit]]:
    """Return the key with other names in its path, and the edits."""
    if part.kind == "setting":
        edits = [
            TextEdit(part.key.span.start, part.key.span.end, name)
            for _, name in carry.renames
        ]
        text = carry.renames[-1][1] if carry.renames else part.key.text
        return ScalarNode(text, part.key.span, ""), edits
    pieces = parts_of(part.key)
    edits, names = [], [piece.text for piece in pieces]
    for number, name in carry.renames:
        span = pieces[number].span
        is_bare = part.key.span.source.text[span.start - 1 : span.start] not in "'\""
        quoted = f"'{name}'" if "." in name and is_bare else name
        edits.append(TextEdit(span.start, span.end, quoted))
        names[number] = name
    text = ".".join(f"'{name}'" if "." in name else name for name in names)
    return ScalarNode(text, part.key.span, ""), edits


def _is_as_meant(
    file: OverlayFile,
    text: str,
    changed: Mapping[Span, tuple[ScalarNode, Node] | None],
    empty: set[Span],
    is_head: bool,
) -> bool:
    """Tell whether an edited text has the parts that were meant, and all else."""
    problems: list[Diagnostic] = []
    now = file_of(Source(file.source.name, text), is_head, problems)
    if any(problem.severity == "error" for problem in problems):
        return False
    return is_equal(_meant(file.root, changed, empty), _plain(now.root))


def _meant(
    node: Node,
    changed: Mapping[Span, tuple[ScalarNode, Node] | None],
    empty: set[Span],
) -> Node:
    """Return what a file should say after the edits."""
    if not isinstance(node, MappingNode):
        return node
    entries: list[tuple[ScalarNode, Node]] = []
    for key, value in node.entries:
        span = key.span.to(value.span)
        if key.span in empty:
            continue
        if span not in changed:
            entries.append((key, _meant(value, changed, empty)))
        elif (pair := changed[span]) is not None:
            entries.append(pair)
    return _plain(MappingNode(tuple(entries), node.span))


def _plain(node: Node) -> Node:
    """Return a map whose keys that are paths are written in one way."""
    if not isinstance(node, MappingNode):
        return node
    entries = []
    for key, value in node.entries:
        parts = parts_of(key) if "." in key.text else []
        names = [f"'{part.name}'" if "." in part.name else part.name for part in parts]
        key = ScalarNode(".".join(names), key.span, "") if names else key
        entries.append((key, _plain(value)))
    return MappingNode(tuple(entries), node.span)
