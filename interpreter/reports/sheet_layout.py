"""What fits on the sides of a quick-reference sheet, and what is left out.

Heights are estimated in lines of the print, from the letters of each cell and the width
that its column has. A sheet is laid out for two sides of A4 if everything fits on them,
else for four, first with what the rulebook says of each row and then without it. If
that is still too much, what house rules changed comes first, then what most procedures
read; a block that would take a quarter of the sheet is left out before that.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil, sqrt
from types import MappingProxyType
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from interpreter.reports.outputs.sheets import (
    SheetBlockOutput,
    SheetNameOutput,
    SheetOutput,
    SheetPartOutput,
    SheetRowOutput,
)
from interpreter.reports.sheet_words import at_default, change_text
from interpreter.reports.text_layout import width

Flow: TypeAlias = Literal["narrow", "medium", "wide"]
"""In how many columns a block stands: three, two, or across the page."""

LETTERS: Mapping[Flow, int] = MappingProxyType(
    {"narrow": 52, "medium": 82, "wide": 172}
)
"""Letters of a line of a block."""
COLUMNS: Mapping[Flow, int] = MappingProxyType({"narrow": 3, "medium": 2, "wide": 1})
LINES = 96
"""Lines of a column of one side."""
HEADER = 6
FILLED = 0.86
"""As much of a side is filled: blocks are not broken between columns."""
SMALL_SIDES, LARGE_SIDES = 2, 4
LARGEST_SCALE = 118
SURE_SCALE = 0.94
"""The print is larger where there is room: twice as large takes four times as much."""
LARGEST_SHARE = 4
"""No block takes more than one part of so many of a sheet on which there is no room."""
BLANKS = 2  # letters between columns
SHORTEST = 5
"""Letters of a column to which long texts may be folded."""
FOLDED = 26
"""Letters from which a text of a cell may be folded."""
FIGURE, CHANCE = 4, 5
"""Letters of what a modifier adds, and of a chance."""
SIDEWAYS = 7
"""Columns from which long headings of short cells are written sideways."""


class Cost(Struct, frozen=True):
    """Lines in a flow."""

    flow: Flow
    lines: float


def fitted(sheet: SheetOutput, sides: int | None = None) -> SheetOutput:
    """Return a sheet with what fits on it; `sides` None chooses two or four."""
    tries = [(SMALL_SIDES, True), (LARGE_SIDES, True), (LARGE_SIDES, False)]
    if sides is not None:
        tries = [(sides, True), (sides, False)]
    for number, with_notes in tries:
        used, room = _used(sheet, with_notes), _room(number)
        if used <= room:
            scale = min(LARGEST_SCALE, int(100 * SURE_SCALE * sqrt(room / used)))
            return replace(
                sheet, sides=number, with_notes=with_notes, scale=max(100, scale)
            )
    number, with_notes = tries[-1]
    return _chosen(sheet, number, with_notes)


def without_code(sheet: SheetOutput) -> SheetOutput:
    """Return a sheet without blocks that work something out in most of their rows:
    nobody reads these at a table."""
    every = [
        (number, at, block)
        for number, part in enumerate(sheet.parts)
        for at, block in enumerate(part.blocks)
    ]
    kept = {(number, at) for number, at, block in every if not block.is_code}
    names = tuple(_name(block) for _, _, block in every if block.is_code)
    parts = tuple(_parts(sheet.parts, kept))
    return replace(sheet, parts=parts, left_out=(*sheet.left_out, *names))


def _name(block: SheetBlockOutput) -> SheetNameOutput:
    return SheetNameOutput(
        section=block.section, name=block.name, title=block.title, uses=block.uses
    )


def _room(sides: int) -> float:
    """Return the lines of a column through all sides."""
    return sides * LINES * FILLED - HEADER


def _used(sheet: SheetOutput, with_notes: bool) -> float:
    """Return the lines that a sheet takes, as lines across the page."""
    blocks = sum(
        _across(cost(block, with_notes))
        for part in sheet.parts
        for block in part.blocks
    )
    return blocks + _around(sheet)


def _across(of: Cost) -> float:
    return of.lines / COLUMNS[of.flow]


def _around(sheet: SheetOutput) -> float:
    """Return the lines of headings, options and changes."""
    letters = LETTERS["narrow"]
    lines = sum(
        2 + ceil(width(part.note) / letters) + ceil(width(part.title) / (letters * 0.8))
        for part in sheet.parts
    )
    others = sum(map(width, at_default(sheet)))
    set_ones = sum(
        1 + ceil(width(o.title) / letters)
        for o in sheet.options
        if o.value != o.default
    )
    changes = sum(
        2 + ceil(width(change_text(change)) / letters) for change in sheet.changes
    )
    return (lines + ceil(others / (letters * 1.1)) + set_ones + changes + 14) / 3


def _chosen(sheet: SheetOutput, sides: int, with_notes: bool) -> SheetOutput:
    """Return a sheet with the blocks that are changed, then with those that most
    procedures read, as far as they fit."""
    room = _room(sides) - _around(sheet)
    places = [
        (not is_changed(block), -block.uses, number, at, block)
        for number, part in enumerate(sheet.parts)
        for at, block in enumerate(part.blocks)
    ]
    kept: set[tuple[int, int]] = set()
    names: list[tuple[int, int, SheetNameOutput]] = []
    largest = _room(sides) / LARGEST_SHARE
    for _, _, number, at, block in sorted(places, key=lambda place: place[:4]):
        lines = _across(cost(block, with_notes))
        if (lines <= largest or is_changed(block)) and lines <= room:
            room -= lines
            kept.add((number, at))
        else:
            names.append((number, at, _name(block)))
    parts = tuple(_parts(sheet.parts, kept))
    left = tuple(name for *_, name in sorted(names, key=lambda each: each[:2]))
    return replace(
        sheet,
        sides=sides,
        with_notes=with_notes,
        parts=parts,
        left_out=(*sheet.left_out, *left),
    )


def is_changed(block: SheetBlockOutput) -> bool:
    """Tell whether a house rule or an option changed something of a block."""
    return bool(block.by) or any(row.by for row in block.rows)


def _parts(
    parts: Sequence[SheetPartOutput], kept: set[tuple[int, int]]
) -> Iterator[SheetPartOutput]:
    for number, part in enumerate(parts):
        blocks = tuple(
            block for at, block in enumerate(part.blocks) if (number, at) in kept
        )
        if blocks:
            yield replace(part, blocks=blocks)


def cost(block: SheetBlockOutput, with_notes: bool) -> Cost:
    """Return in which flow a block stands, and how many lines it takes there."""
    flow = flow_of(block)
    letters = LETTERS[flow]
    lines = 1.8 + ceil(width(block.title) / (letters * 0.8)) - 1
    lines += 0.9 * ceil(width(block.note) / (letters * 1.1))
    lines += 0.9 * ceil(width(block.worth) / letters) if block.worth else 0
    widths = columns_of(block, letters)
    has_head = block.kind != "modifiers"
    if has_head:
        lines += max(_height(block.head, widths), 3 if is_sideways(block) else 0)
    for row in block.rows:
        lines += _row_lines(row, widths, letters, with_notes)
    return Cost(flow, lines)


def _row_lines(
    row: SheetRowOutput, widths: Sequence[int], letters: int, with_notes: bool
) -> float:
    said = row_words(row, with_notes)
    cells = (*row.cells[:-1], f"{row.cells[-1]}{said}") if said else row.cells
    lines = _height(cells, widths) * 1.08
    lines += 1.1 if row.group else 0
    lines += 0.8 if row.by else 0
    if with_notes and row.note:
        share = 0.8 if len(row.cells) == 2 else 1
        lines += 0.2 + 0.95 * ceil(width(row.note) / (letters * share))
    return lines


def row_words(row: SheetRowOutput, with_notes: bool) -> str:
    """Return what is printed after the name of a row of modifiers: when it counts,
    unless the rulebook is quoted on it."""
    if not row.when or (with_notes and row.is_explained):
        return ""
    return f" {row.when}" if row.when.startswith("×") else f": {row.when}"


def _height(cells: Iterable[str], widths: Sequence[int]) -> int:
    pairs = zip(cells, widths, strict=False)
    return max(
        (ceil(width(cell) / max(letters, 1)) for cell, letters in pairs), default=1
    )


def is_sideways(block: SheetBlockOutput) -> bool:
    """Tell whether the long headings of short cells are written from bottom to top."""
    return len(block.head) >= SIDEWAYS


def _column_letters(block: SheetBlockOutput) -> list[int]:
    """Return the letters of the widest cell of each column, the chances last."""
    columns = []
    for at in range(len(block.head)):
        cells = [width(row.cells[at]) for row in block.rows if at < len(row.cells)]
        widest = max(cells, default=1)
        words = max((width(word) for word in block.head[at].split()), default=1)
        head = min(words, 3) if is_sideways(block) and widest <= SIDEWAYS else words
        columns.append(max(widest, head))
    return [*columns, *(CHANCE for _ in block.chance_heads)]


def flow_of(block: SheetBlockOutput) -> Flow:
    """Return in how many columns a block stands: a table of two columns is narrow,
    others are as wide as their cells; long texts are folded."""
    if block.kind == "modifiers" or len(block.head) <= 2:
        return "narrow"
    letters = [min(each, FOLDED) for each in _column_letters(block)]
    needed = sum(letters) + BLANKS * len(letters)
    flows: tuple[Flow, ...] = ("narrow", "medium")
    for flow in flows:
        if needed <= LETTERS[flow]:
            return flow
    return "wide"


def columns_of(block: SheetBlockOutput, letters: int) -> list[int]:
    """Return the letters that each column has in a line of so many."""
    wanted = _column_letters(block)
    free = letters - BLANKS * len(wanted)
    if block.kind == "modifiers":
        return [FIGURE, free - FIGURE - (CHANCE if block.worth else 0)]
    while sum(wanted) > free and max(wanted) > SHORTEST:
        widest = max(range(len(wanted)), key=wanted.__getitem__)
        wanted[widest] = max(SHORTEST, wanted[widest] - max(1, wanted[widest] // 10))
    return wanted[: len(block.head)]
