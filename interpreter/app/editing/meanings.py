"""What each name in the files of a pack means, and where else it is written.

A name in an expression means what the check bound it to, so that a local, a field and a
value of the same word are told apart. Names elsewhere in the files are found by the key
that they follow (`mentions_in_yaml`). Both are found once for a pack that was read;
looking a place up takes a search in a sorted list.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cached_property

from msgspec import Struct

from interpreter.app.editing.mentions_in_yaml import (
    Home,
    Mention,
    Symbol,
    homes_of,
    mentions_of,
)
from interpreter.expressions import tree
from interpreter.expressions.parsing import parse
from interpreter.expressions.typed import (
    Apply,
    Constant,
    FieldRead,
    Local,
    RecordRead,
    Typed,
    Use,
)
from interpreter.pipeline.loading import Loaded
from interpreter.semantics.names import BoundNode, Names
from interpreter.source import Span, normalised
from interpreter.values.types import (
    Entity,
    Record,
    RowOf,
    enumeration_of,
    present,
)

ARGUMENTS = ("entities", "events", "claims", "types", "boards", "walks")
"""What a bare word may be that a function of the language takes by name."""
CALLED = ("formulas", "tables", "modifiers", "walks", "procedures")


class _Marks(Struct):
    """The mentions of a file, sorted, and where they begin."""

    mentions: list[Mention]
    starts: list[int]


class MeaningIndex:
    """The mentions of all names of a pack."""

    def __init__(self, loaded: Loaded) -> None:
        """Keep the pack; its names must have kept what was bound."""
        self.loaded = loaded
        self.bound = loaded.names.bound or []

    @cached_property
    def homes(self) -> dict[str, list[Home]]:
        """The declarations of each file by its name, in the order of the file."""
        return homes_of(self.loaded.layers)

    @cached_property
    def _files(self) -> dict[str, _Marks]:
        found: dict[str, dict[tuple[int, int], Mention]] = {}
        ruleset = self.loaded.ruleset
        written = () if ruleset is None else mentions_of(self.loaded.layers, ruleset)
        for mention in (*written, *self._in_expressions()):
            span = mention.span
            here = found.setdefault(span.source.name, {})
            known = here.get((span.start, span.end))
            if known is None or not known.is_definition:
                here[span.start, span.end] = mention
        return {file: _sorted(here.values()) for file, here in found.items()}

    @cached_property
    def _uses(self) -> dict[Symbol, list[Mention]]:
        found: dict[Symbol, list[Mention]] = {}
        for marks in self._files.values():
            for mention in marks.mentions:
                found.setdefault(mention.symbol, []).append(mention)
        return found

    def prepare(self) -> None:
        """Find all mentions now, and read the grammar, so that nobody waits later."""
        parse("ready")
        assert self._uses is not None

    def at(self, file: str, offset: int) -> Mention | None:
        """Return the name at an offset of a file, or just before it; the shortest of
        several."""
        marks = self._files.get(file)
        if marks is None:
            return None
        last = bisect_right(marks.starts, offset)
        near = marks.mentions[max(last - 8, 0) : last]
        holding = [m for m in near if m.span.start <= offset <= m.span.end]
        return min(holding, key=_length, default=None)

    def of(self, symbol: Symbol) -> list[Mention]:
        """Return all places where something is named, by file and place."""
        return self._uses.get(symbol, [])

    def definitions(self, symbol: Symbol) -> list[Mention]:
        """Return where something is declared."""
        return [mention for mention in self.of(symbol) if mention.is_definition]

    def in_file(self, file: str) -> list[Mention]:
        """Return the mentions of a file in order."""
        marks = self._files.get(file)
        return [] if marks is None else marks.mentions

    def home(self, span: Span) -> Home | None:
        """Return the declaration that a place is in, or None."""
        homes = self.homes.get(span.source.name, [])
        return next((h for h in homes if h.start <= span.start < h.end), None)

    def _in_expressions(self) -> Iterator[Mention]:
        """Yield what the nodes of expressions name. An argument of a function of the
        language that is no expression of its own is looked up last."""
        names = self.loaded.names
        read: set[tuple[str, int]] = set()
        for note in self.bound:
            span = _span(note, note.node.at)
            read.add((span.source.name, span.start))
            owner = ""
            if isinstance(note.node, tree.Word | tree.Gather):
                home = self.home(span)
                owner = "" if home is None else home.text
            yield from _mentions_in(note, names, owner)
        for note in self.bound:
            if isinstance(note.node, tree.Call):
                for argument in note.node.arguments:
                    if not isinstance(argument, tree.Word):
                        continue
                    span = _span(note, argument.at)
                    if (span.source.name, span.start) not in read:
                        yield from _named(names, argument, span, ARGUMENTS)


def _sorted(mentions: Iterable[Mention]) -> _Marks:
    ordered = sorted(mentions, key=lambda m: (m.span.start, -m.span.end))
    return _Marks(ordered, [mention.span.start for mention in ordered])


def _length(mention: Mention) -> int:
    return mention.span.end - mention.span.start


def _span(note: BoundNode, at: tree.At) -> Span:
    return note.scalar.part(at[0] + note.offset, at[1] + note.offset)


def _mentions_in(note: BoundNode, names: Names, owner: str) -> Iterator[Mention]:
    """Yield what a node itself names; its operands are nodes of their own."""
    node, typed = note.node, plain(note.typed)
    match node:
        case tree.Word():
            symbol = _of_word(node, typed, owner)
            if symbol is not None:
                yield Mention(symbol, _span(note, node.at), typed.type)
        case tree.Quoted():
            symbol = _of_value(typed)
            if symbol is not None:
                start, end = node.at
                inside = _span(note, (start + 1, max(end - 1, start + 1)))
                yield Mention(symbol, inside, typed.type)
        case tree.Dot():
            symbol = _of_dot(node, typed)
            if symbol is not None:
                yield Mention(symbol, _span(note, node.name.at), typed.type)
        case tree.Call():
            at = _span(note, node.name.at)
            known = list(_named(names, node.name, at, CALLED))
            function = Symbol("functions", "", node.name.name)
            yield from known or [Mention(function, at, typed.type)]
        case tree.Bracket(base=tree.Word() as base):
            yield from _named(names, base, _span(note, base.at), ("tables",))
        case tree.Gather():
            function = Symbol("functions", "", node.name.name)
            yield Mention(function, _span(note, node.name.at), typed.type)
            local = Symbol("locals", owner, node.variable.name)
            yield Mention(local, _span(note, node.variable.at), None, True)


def plain(typed: Typed) -> Typed:
    """Return an expression without the check that it is there."""
    while isinstance(typed, Apply) and typed.name == "present":
        typed = typed.arguments[0]
    return typed


def _named(
    names: Names, word: tree.Word, span: Span, sections: Iterable[str]
) -> Iterator[Mention]:
    for section in sections:
        held = names.kinds if section == "entities" else getattr(names, section)
        if word.name in list(held):
            yield Mention(Symbol(section, "", word.name), span, None)
            return


def _of_word(node: tree.Word, typed: Typed, owner: str) -> Symbol | None:
    match typed:
        case Local():
            return Symbol("locals", owner, node.name)
        case FieldRead() | Use(section="derived"):
            return _of_field(typed)
    return _of_value(typed)


def _of_field(typed: Typed) -> Symbol | None:
    if isinstance(typed, FieldRead):
        return Symbol("fields", typed.kind, typed.name)
    if isinstance(typed, Use):
        kind, _, name = typed.name.partition(".")
        return Symbol("fields", kind, name)
    return None


def _of_value(typed: Typed) -> Symbol | None:
    """Return the value of an enumeration that a constant is, or None."""
    if not isinstance(typed, Constant) or not isinstance(typed.value, int):
        return None
    enumeration = enumeration_of(typed.type)
    if enumeration is None or not 0 <= typed.value < len(enumeration.values):
        return None
    value = normalised(enumeration.values[typed.value])
    return Symbol("values", enumeration.name, value)


def _of_dot(node: tree.Dot, typed: Typed) -> Symbol | None:
    if isinstance(node.base, tree.Word) and node.base.name == "option":
        return Symbol("options", "", node.name.name)
    if isinstance(typed, RecordRead):
        base = present(typed.of.type)
        if isinstance(base, RowOf):
            return Symbol("columns", base.table, typed.name)
        if isinstance(base, Record):
            return Symbol("fields", base.name, typed.name)
        return None
    return _of_field(typed)


def kind_of(typed: Typed) -> str:
    """Return the kind of the entity that an expression is, or ""."""
    kind = present(typed.type)
    return kind.kind if isinstance(kind, Entity) else ""
