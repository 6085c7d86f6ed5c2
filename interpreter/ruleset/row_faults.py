"""Single faults in the rows of tables and modifiers, as edits of the file.

Such a fault is a slip in copying a printed table: a band that is one number too wide or
too narrow, an edge between two bands that is off by one, a row that was left out, two
rows whose results changed places, a figure that is one too high or too low.
Each is an edit of the text of one file, so what stands there is a ruleset that a person
could have written. The list is the same for the same text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal

from msgspec import Struct

from interpreter.ruleset.rule_index import every_section, rules_of
from interpreter.ruleset.ruleset import Declaration, Ruleset
from interpreter.source import Name, Source, Span
from interpreter.yaml import MappingNode, Node, ScalarNode, SequenceNode
from interpreter.yaml.node_edits import TextEdit, edited_text, is_flow, removal

FaultKind = Literal["widened", "narrowed", "shifted", "deleted", "swapped"]
KeyedNode = tuple[ScalarNode, Node]
Change = tuple[Span, str]
"""A stretch of a file, and the text that is written in its place."""

_ABOUT = frozenset({"title", "rule", "status", "only", "say"})
"""Keys of a row that say something about it, and are no part of what it gives."""
_CONDITION = "if"
_NUMBER = re.compile(r"(?<![\w.'\"])\d{1,9}(?![\w.'\"])")
_COMPARED = re.compile(r"(<=|>=|<|>)\s*(-?\d{1,9})(?![\w.])")
_SIGNED = re.compile(r"([+-]?)(\d{1,9})\Z")
_BAND = re.compile(
    r"(?P<low>[+-]?\d{1,9})?\s*(?P<mark>\.\.|-|\+)?\s*(?P<high>[+-]?\d{1,9})?\Z"
)


class RowFault(Struct, frozen=True):
    """A fault in one row: its kind, the declaration and the path of the row in it, the
    ids of the rules that the row carries, and the edits of one file that make it.

    `conditions` are the `only` of the row and of all around it: it counts only under
    options for which they hold.
    """

    kind: FaultKind
    section: str
    name: str
    key: Name
    path: tuple[str, ...]
    rules: tuple[str, ...]
    conditions: tuple[ScalarNode, ...]
    source: Source
    edits: tuple[TextEdit, ...]

    @property
    def span(self) -> Span:
        """Where the first of the edits stands."""
        return Span(self.source, self.edits[0].start, self.edits[0].end)

    @property
    def file(self) -> str:
        """The file that is edited."""
        return self.source.name

    @property
    def before(self) -> tuple[str, ...]:
        """What stands in the file where it is edited."""
        text = self.source.text
        return tuple(text[edit.start : edit.end] for edit in self.edits)

    def applied(self) -> str:
        """Return the text of the file with the fault in it."""
        text = edited_text(self.source.text, self.edits)
        assert text is not None  # the edits of a fault are apart
        return text


def row_faults(ruleset: Ruleset, files: frozenset[str]) -> Iterator[RowFault]:
    """Yield every fault of the rows that are written in `files`, in their order."""
    sections = every_section(ruleset)
    for section in ("tables", "modifiers"):
        for declaration in sections[section].values():
            for fault in _of_declaration(section, declaration):
                if fault.file in files:
                    yield fault


class _Rows(Struct, frozen=True):
    """Rows that stand in one map, with what all of them carry; `has_bands` if numbers
    are looked up among their keys, `is_sum` if all rows whose condition holds are
    added."""

    section: str
    name: str
    key: Name
    path: tuple[str, ...]
    rules: tuple[str, ...]
    conditions: tuple[ScalarNode, ...]
    node: MappingNode
    has_bands: bool = False
    is_sum: bool = False
    is_condition: bool = False
    """Whether a row is nothing but a condition."""

    def fault(
        self, kind: FaultKind, row: KeyedNode, changes: Sequence[Change]
    ) -> Iterator[RowFault]:
        """Yield the fault of one of the rows that changes make; nothing where they are
        of several files, or none."""
        sources = {change[0].source.name: change[0].source for change in changes}
        if len(sources) != 1:
            return
        ((_, source),) = sources.items()
        edits = [TextEdit(span.start, span.end, text) for span, text in changes]
        key, value = row
        rules, conditions = self.rules, self.conditions
        if isinstance(value, MappingNode):
            rules = tuple(rules_of(value)) or rules
            conditions = _conditions(value, conditions)
        path = (*self.path, key.text)
        yield RowFault(
            kind,
            self.section,
            self.name,
            self.key,
            path,
            rules,
            conditions,
            source,
            tuple(edits),
        )


def _of_declaration(section: str, declaration: Declaration) -> Iterator[RowFault]:
    for rows in _rows_of(section, declaration):
        entries = rows.node.entries
        for entry in entries:
            yield from _deleted(rows, entry)
            yield from _of_numbers(rows, entry)
        if rows.has_bands:
            yield from _of_bands(rows)
        for one, other in pairwise(entries):
            yield from _swapped(rows, one, other)
    if section == "modifiers":
        yield from _between_groups(list(_rows_of(section, declaration)))


def _rows_of(section: str, declaration: Declaration) -> Iterator[_Rows]:
    node = declaration.node
    if not isinstance(node, MappingNode):
        return
    rules, conditions = tuple(rules_of(node)), _conditions(node, ())
    common = (section, declaration.name, declaration.key)
    if section == "modifiers":
        groups = node.get("groups")
        for key, group in groups.entries if isinstance(groups, MappingNode) else ():
            rows = group.get("rows") if isinstance(group, MappingNode) else None
            if isinstance(group, MappingNode) and isinstance(rows, MappingNode):
                yield _Rows(
                    *common,
                    ("groups", key.text, "rows"),
                    tuple(rules_of(group)) or rules,
                    _conditions(group, conditions),
                    rows,
                    has_bands="on" in group,
                    is_sum="on" not in group and "hit" not in group,
                )
        return
    for name in ("rows", "cells", "weights"):
        rows = node.get(name)
        if isinstance(rows, MappingNode):
            is_decision = name == "rows" and "of" not in node and "key" not in node
            yield _Rows(
                *common,
                (name,),
                rules,
                conditions,
                rows,
                has_bands="of" in node,
                is_condition=is_decision,
            )


def _conditions(
    node: MappingNode, around: tuple[ScalarNode, ...]
) -> tuple[ScalarNode, ...]:
    only = node.get("only")
    return (*around, only) if isinstance(only, ScalarNode) else around


# One row left out.


def _deleted(rows: _Rows, row: KeyedNode) -> Iterator[RowFault]:
    """Yield the fault that a row is missing, unless it is the only one, or is written
    elsewhere than its map."""
    node, (key, value) = rows.node, row
    source = node.span.source
    places = (key.span, value.span)
    is_there = all(place.source is source for place in places)
    if len(node.entries) == 1 or not is_there or not node.span.holds(key.span):
        return
    begun = source.text.rfind("\n", 0, key.span.start) + 1
    if not is_flow(node) and source.text[begun : key.span.start].strip():
        return  # it follows a dash
    edits = removal(node, [node.entries.index(row)])
    changes = [(Span(source, edit.start, edit.end), edit.text) for edit in edits]
    yield from rows.fault("deleted", row, changes)


# One figure too high or too low.


def _of_numbers(rows: _Rows, row: KeyedNode) -> Iterator[RowFault]:
    """Yield what one more and one less of each figure of a row does: of a condition a
    figure that is compared, of what the row gives any whole number."""
    _, value = row
    if rows.is_condition and isinstance(value, ScalarNode):
        yield from _of_condition(rows, row, value)
        return
    for name, leaf in _leaves(value):
        if name == _CONDITION:
            yield from _of_condition(rows, row, leaf)
        else:
            yield from _of_figures(rows, row, leaf)


def _leaves(value: Node, name: str = "") -> Iterator[tuple[str, ScalarNode]]:
    """Yield the texts of a row, each with the key that it stands under."""
    if isinstance(value, ScalarNode):
        yield name, value
    elif isinstance(value, SequenceNode):
        for item in value.items:
            yield from _leaves(item, name)
    else:
        for key, part in value.entries:
            if key.text not in _ABOUT:
                yield from _leaves(part, key.text)


def _of_condition(
    rows: _Rows, row: KeyedNode, condition: ScalarNode
) -> Iterator[RowFault]:
    for matched in _COMPARED.finditer(condition.text):
        sign = 1 if matched[1].startswith("<") else -1
        number = int(matched[2])
        span = condition.part(*matched.span(2))
        if span.text != matched[2]:
            continue
        yield from rows.fault("widened", row, [(span, str(number + sign))])
        yield from rows.fault("narrowed", row, [(span, str(number - sign))])


def _of_figures(rows: _Rows, row: KeyedNode, leaf: ScalarNode) -> Iterator[RowFault]:
    """Yield one more and one less of a whole number, in a longer text one more."""
    alone = _SIGNED.match(leaf.text.strip())
    if alone is not None:
        number = int(alone[1] + alone[2])
        at = leaf.text.index(alone[0])
        span = leaf.part(at, at + len(alone[0]))
        for other in (number + 1, number - 1):
            plus = "+" if alone[1] == "+" and other >= 0 else ""
            text = f"{plus}{other}"
            if span.text == alone[0]:
                yield from rows.fault("shifted", row, [(span, text)])
        return
    for matched in _NUMBER.finditer(leaf.text):
        span = leaf.part(*matched.span())
        if span.text == matched[0]:
            edit = (span, str(int(matched[0]) + 1))
            yield from rows.fault("shifted", row, [edit])


# Bands one number too wide, too narrow, or with an edge at the wrong number.


class _BandKey(Struct, frozen=True):
    """A row whose key is a band of whole numbers (None: open)."""

    row: KeyedNode
    low: int | None
    high: int | None

    def written(self, low: int | None, high: int | None) -> Change:
        """Return the key with other bounds."""
        span = self.row[0].span
        return (span, _band_text(low, high))


def _band_text(low: int | None, high: int | None) -> str:
    if low is None or high is None:
        text = f"..{high}" if low is None else f"{low}.."
        is_plain = (high if low is None else low or 0) or 0
        if is_plain >= 0:
            text = f"{high}-" if low is None else f"{low}+"
        return text
    if low == high:
        return str(low)
    return f"{low}..{high}" if low < 0 or high < 0 else f"{low}-{high}"


def _band_of(row: KeyedNode) -> _BandKey | None:
    text = row[0].text.strip().replace("−", "-").replace("–", "-")
    matched = _BAND.match(text)
    if matched is None:
        return None
    low, mark, high = matched["low"], matched["mark"], matched["high"]
    if mark is None:
        return None if low is None else _BandKey(row, int(low), int(low))
    if mark == "+" and low is not None and high is None:
        return _BandKey(row, int(low), None)
    if mark == "-" and low is not None and high is None:
        return _BandKey(row, None, int(low))
    if mark == "+" or (low is None and high is None):
        return None
    if mark == "-" and low is None:
        return None if high is None else _BandKey(row, -int(high), -int(high))
    return _BandKey(
        row, None if low is None else int(low), None if high is None else int(high)
    )


def _of_bands(rows: _Rows) -> Iterator[RowFault]:
    bands = [band for row in rows.node.entries if (band := _band_of(row)) is not None]
    if len(bands) < len(rows.node.entries):  # rows by the values of a type
        return
    for band in bands:
        low, high = band.low, band.high
        if high is not None:
            edit = band.written(low, high + 1)
            yield from rows.fault("widened", band.row, [edit])
            if low is None or low < high:
                edit = band.written(low, high - 1)
                yield from rows.fault("narrowed", band.row, [edit])
        elif low is not None:
            yield from rows.fault("widened", band.row, [band.written(low - 1, high)])
            yield from rows.fault("narrowed", band.row, [band.written(low + 1, high)])
    ordered = sorted(bands, key=lambda band: (band.low is not None, band.low or 0))
    for one, other in pairwise(ordered):
        if one.high is None or other.low != one.high + 1:
            continue
        if other.high is None or other.low < other.high:
            edits = (
                one.written(one.low, one.high + 1),
                other.written(other.low + 1, other.high),
            )
            yield from rows.fault("shifted", one.row, edits)
        if one.low is None or one.low < one.high:
            edits = (
                one.written(one.low, one.high - 1),
                other.written(other.low - 1, other.high),
            )
            yield from rows.fault("shifted", one.row, edits)


# Results of two rows that changed places.


def _swapped(rows: _Rows, one: KeyedNode, other: KeyedNode) -> Iterator[RowFault]:
    """Yield the fault that two rows which stand side by side give each other's
    results; none where both always count, for their sum is the same."""
    if rows.is_sum and _always_counts(one[1]) and _always_counts(other[1]):
        return
    edits = list(_exchanged(one[1], other[1]))
    if edits:
        yield from rows.fault("swapped", one, edits)


def _always_counts(row: Node) -> bool:
    keys = [key.text for key, _ in row.entries] if isinstance(row, MappingNode) else []
    return {*keys} <= _ABOUT - {"only"} | {"add"}


def _between_groups(groups: Sequence[_Rows]) -> Iterator[RowFault]:
    """Yield the exchange of the last row of a group with the first of the next: many
    groups have one row. Their sum may be the same; a part of it, of one group, is
    not."""
    for one, other in pairwise(groups):
        if one.has_bands == other.has_bands:
            rows = one.node.entries[-1], other.node.entries[0]
            edits = list(_exchanged(rows[0][1], rows[1][1]))
            if edits:
                yield from one.fault("swapped", rows[0], edits)


def _exchanged(one: Node, other: Node) -> Iterator[Change]:
    """Yield the edits that exchange what two rows give, without what is said about
    them and without their conditions; none where that is the same."""
    if isinstance(one, MappingNode) and isinstance(other, MappingNode):
        for key, value in one.entries:
            theirs = other.get(key.text)
            if key.text not in _ABOUT and key.text != _CONDITION and theirs is not None:
                yield from _exchanged(value, theirs)
        return
    texts = one.span.text, other.span.text
    is_short = not any("\n" in text for text in texts)
    is_text = isinstance(one, ScalarNode) and isinstance(other, ScalarNode)
    is_list = isinstance(one, SequenceNode) and isinstance(other, SequenceNode)
    if (is_text or is_list) and is_short and _plain(texts[0]) != _plain(texts[1]):
        yield (one.span, texts[1])
        yield (other.span, texts[0])


def _plain(text: str) -> str:
    """Return a text as it is compared: +1 is 1, and blanks count for nothing."""
    return "".join(text.split()).strip("'\"").removeprefix("+").casefold()
