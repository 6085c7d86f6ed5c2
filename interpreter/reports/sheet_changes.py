"""What house rules and options made of the rows of tables and modifiers.

The record of changes says which path was changed, and by whom. Options at their default
are no change of the book, so what they changed is not marked.
"""

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

from interpreter.reports.colour import clean
from interpreter.reports.sheet_words import NEW
from interpreter.reports.values import spaced
from interpreter.ruleset.options import OptionValue
from interpreter.ruleset.paths import PathPart, parts_of
from interpreter.ruleset.ruleset import Declaration, Origin, Ruleset
from interpreter.source import Name, normalised
from interpreter.yaml import MappingNode, Node, ScalarNode
from interpreter.yaml.writing import one_line

BY_OPTION = "option "
"""How the name of an option begins where it says who made a change."""
OF_PACK = "pack "
"""How the origin of what no overlay declares begins."""
WITHIN = ("rows", "cells", "weights", "groups")
"""Keys below which rows stand by their names."""
WORTHS = ("add", "give", "gives")
"""Keys of what a row says: a change of it is a change of the row."""
_PROGRAM = re.compile(r"[()\[\]{}<>=*]|[a-z]\.[a-z]")
"""What only formulas have, not figures and words."""
LONGEST = 60
"""Letters of a value that was changed, as far as it is quoted."""
HOUSE = "house"
ON_SHEET = "sheet"
"""The key with which a table, modifiers or the title of a procedure say for whom they
are."""


class RowChange(Struct, frozen=True):
    """What was there before ("" where it is no single value), and who changed it."""

    was: str = ""
    by: str = ""


UNCHANGED = RowChange()


def _name(text: str) -> Name:
    return normalised(text)


def row_name(group: str, row: str = "") -> tuple[Name, Name]:
    """Return group and row, which a program has as they are printed, by their names."""
    return _name(group), _name(row)


class RowChanges(Struct, frozen=True):
    """The changes of one declaration: of all of it, by group, and by (group, row);
    `figures` are rows whose figures its author made up."""

    whole: RowChange = UNCHANGED
    groups: tuple[tuple[Name, RowChange], ...] = ()
    rows: tuple[tuple[tuple[Name, Name], RowChange], ...] = ()
    figures: frozenset[tuple[Name, Name]] = frozenset()

    def of(self, group: str, row: str) -> RowChange:
        """Return the change of a row, or that of its group; `group` is "" in a
        table."""
        return dict(self.rows).get(row_name(group, row), self.of_group(group))

    def of_group(self, group: str) -> RowChange:
        """Return the change of all of a group."""
        return dict(self.groups).get(_name(group), UNCHANGED)

    def is_house_figure(self, group: str, row: str) -> bool:
        """Tell whether a row is marked as a figure of the author of the pack."""
        return row_name(group, row) in self.figures


def changes_of(ruleset: Ruleset, section: str, key: str) -> RowChanges:
    """Return the changes of a table or of modifiers."""
    whole = UNCHANGED
    groups: dict[Name, RowChange] = {}
    rows: dict[tuple[Name, Name], RowChange] = {}
    for origin in counted(ruleset):
        if (origin.section, _name(origin.key)) != (section, key):
            continue
        if is_of_sheet(origin):
            continue
        inner = [part.name for part in inner_parts(origin)]
        change = RowChange(_before(origin, inner), clean(origin.by))
        if place := _row(inner):
            rows[place] = change
        match inner:
            case ["groups" | "rows" | "weights", *_, _] if origin.after is None and len(
                inner
            ) in (2, 4):  # what is gone has no row that could be marked
                whole = RowChange("", change.by)
            case ["groups", group, *within] if within[:1] != ["rows"]:
                groups[group] = change
            case _ if place is None:
                whole = change
    declared = ruleset.sections.get(section, {}).get(key)
    if by := added_by(declared):
        whole = RowChange(NEW, by)
    figures = frozenset(() if declared is None else _figures(declared))
    return RowChanges(whole, tuple(groups.items()), tuple(rows.items()), figures)


def inner_parts(origin: Origin) -> list[PathPart]:
    """Return the parts of a path inside its declaration."""
    return parts_of(ScalarNode(origin.path, origin.span, ""))[2:]


def is_of_sheet(origin: Origin) -> bool:
    """Tell whether a change says who reads a declaration on a sheet: that is no
    rule."""
    return [part.name for part in inner_parts(origin)] == [ON_SHEET]


def counted(ruleset: Ruleset) -> Iterator[Origin]:
    """Yield the changes that are not made by an option of the book at its default."""
    for origin in ruleset.origins:
        option = book_option(ruleset, origin)
        if option is None or option.value != option.default:
            yield origin


def book_option(ruleset: Ruleset, origin: Origin) -> OptionValue | None:
    """Return the option that made a change, if it is one of the book; None for an
    option of an overlay, whose default is a house rule too, and for no option."""
    if not origin.by.startswith(BY_OPTION):
        return None
    name = _name(origin.by.removeprefix(BY_OPTION))
    for key, option in ruleset.options.items():
        if _name(option.name) == name:
            declared = ruleset.sections["options"].get(key)
            return None if added_by(declared) else option
    return None


def _row(inner: list[Name]) -> tuple[Name, Name] | None:
    """Return group and row of a path inside a declaration; None if it is of more than
    one row."""
    match inner:
        case ["groups", group, "rows", row, *_]:
            return group, row
        case ["rows" | "weights" | "cells", row, *_]:
            return _name(""), row
        case [row] | [row, "give" | "add" | "result"]:  # names that lead to one row
            return (_name(""), row) if row not in WITHIN else None
        case _:
            return None


def _before(origin: Origin, inner: list[Name]) -> str:
    """Return what was there; of a part of a row with the name of the part."""
    if origin.before is None:
        return NEW
    node: Node = origin.before
    if isinstance(node, MappingNode):
        worths = [value for key in WORTHS if (value := node.get(key)) is not None]
        node = worths[0] if worths else node
    text = plain_text(node)
    part = inner[-1] if inner else ""
    is_part = len(inner) > 2 and part not in WORTHS and inner[-2] != "rows"
    return f"{spaced(part)} {text}" if text and is_part else text


def plain_text(node: Node | None) -> str:
    """Return a figure or words; "" for what is longer, or is program text."""
    text = clean(one_line(node)) if isinstance(node, ScalarNode) else ""
    is_plain = len(text) <= LONGEST and not _PROGRAM.search(text)
    return text if is_plain else ""


def _figures(declared: Declaration) -> Iterator[tuple[Name, Name]]:
    """Yield the rows that are marked as figures of the author."""
    node = declared.node
    if not isinstance(node, MappingNode):
        return
    everything = _is_house(node)
    groups = node.get("groups")
    if isinstance(groups, MappingNode):
        for key, group in groups.entries:
            rows = group.get("rows") if isinstance(group, MappingNode) else None
            for row, marked in _rows(rows):
                if everything or _is_house(group) or marked:
                    yield key.name, row
    for within in WITHIN[:3]:
        for row, marked in _rows(node.get(within)):
            if everything or marked:
                yield _name(""), row


def _rows(node: Node | None) -> Iterable[tuple[Name, bool]]:
    entries = node.entries if isinstance(node, MappingNode) else ()
    return [(key.name, _is_house(value)) for key, value in entries]


def _is_house(node: Node) -> bool:
    status = node.get("status") if isinstance(node, MappingNode) else None
    return isinstance(status, ScalarNode) and status.text == HOUSE


def title_of(declared: Declaration | None) -> str:
    """Return the title of a declaration, or ""."""
    node = None if declared is None else declared.node
    title = node.get("title") if isinstance(node, MappingNode) else None
    return clean(" ".join(title.text.split())) if isinstance(title, ScalarNode) else ""


def added_by(declared: Declaration | None) -> str:
    """Return the overlay that declares something; "" for the ruleset itself."""
    if declared is None or declared.origin.startswith(OF_PACK):
        return ""
    return clean(declared.origin)
