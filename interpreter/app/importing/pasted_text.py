"""Tables pasted from a printed page: a title, perhaps the dice, and numbered rows.

A line begins a row if its number follows the row before; any other line goes on with
the text of that row, up to an empty line. So a sentence that is broken before a number
stays whole, unless that number happens to be the next one. A number that is too high
begins a row (and leaves a gap) only if the expected one does not come later.

Cost: each line is looked at once, and at most `AHEAD` lines further for a number that
is missing.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from interpreter.app.importing.bands import ABOVE, BELOW, Band, bands_in
from interpreter.app.importing.domains import domain_in
from interpreter.app.importing.printed import (
    COLUMNS,
    ROWS,
    TABLES,
    PrintedRow,
    PrintedTable,
    Remark,
    cleaned,
    with_plain_dashes,
)
from interpreter.diagnostics import LimitExceeded

AHEAD = 12
"""Lines in which an expected number is looked for."""
_TITLE = 70
_MARK = r"\s*(?:[-*\u2022\u25e6\u00b7]\s+)?"
_NUMBER = r"\d{1,5}"
_SEPARATOR = r"(?:[.:)]?\s+(?:-\s+)?|[.:)](?=\D)|\s*-\s+(?=\D))"
_BAND_FIRST = re.compile(
    rf"{_MARK}({_NUMBER}\s?-\s?{_NUMBER}|{_NUMBER}\+|{_NUMBER}-(?=\s)|"
    rf"{_NUMBER}(?:,\s?{_NUMBER})+|{_NUMBER}\s+or\s+(?:more|less|higher|lower|over|"
    rf"under|above|below|fewer|greater|up|down)){_SEPARATOR}(?=\S)"
)
_NUMBER_FIRST = re.compile(rf"{_MARK}({_NUMBER})\*?{_SEPARATOR}(?=\S)")
_WORD_FIRST = re.compile(r"\s*(Higher|Lower|More|Less)\s*[-:.]?\s+(?=\S)")
_GAP = re.compile(r"\t+\s*| {2,}")
_DICE_FIRST = re.compile(r"\s*(?:[Rr]oll\s+(?:an?\s+)?)?(\d{0,3}[dDwW](?:\d{1,4}|%))\b")
_DICE = re.compile(r"(?<!\w)(\d{0,3}[dD](?:\d{1,4}|%))(?!\w)")


class _Text(Struct, frozen=True):
    """A line with a plain hyphen for each dash."""

    number: int
    text: str

    @property
    def is_empty(self) -> bool:
        """Whether it has no letters."""
        return not self.text.strip()


class _Start(Struct, frozen=True):
    """How a line may begin a row: its band, as printed, and the text after it.
    `is_sure`: it is a band of two numbers, or has a sign after the number."""

    band: Band
    key: str
    text: str
    is_sure: bool


class _Row(Struct):
    """A row while lines are added to it."""

    start: _Start
    line: int
    lines: list[str]
    guesses: list[str]


def pasted_tables(text: str) -> list[PrintedTable]:
    """Return the tables of a text, in its order."""
    lines = [
        _Text(number, with_plain_dashes(line))
        for number, line in enumerate(text.split("\n"), 1)
    ]
    lines, beside = _one_below_the_other(lines)
    tables: list[PrintedTable] = []
    at = last = 0
    while at < len(lines):
        rows, end = _rows(lines, at)
        if not _is_table(rows):
            at += 1
            continue
        if len(tables) >= TABLES:
            raise LimitExceeded("tables of a file", TABLES)
        tables.append(_table(lines[last:at], rows, beside))
        at = last = end
    return tables


def _is_table(rows: list[_Row]) -> bool:
    """Return whether rows are a table and no chance: two or more, of which most follow
    the one before."""
    bands = [row.start.band for row in rows]
    following = [
        after in (ABOVE, BELOW)
        or (before.high is not None and after.low == before.high + 1)
        or (before.low is not None and after.high == before.low - 1)
        for before, after in pairwise(bands)
    ]
    return len(rows) > 1 and sum(following) * 3 >= len(following) * 2


def _starts(text: str) -> Iterator[_Start]:
    """Yield how a line may begin a row, with a band or with a number."""
    for form in (_BAND_FIRST, _NUMBER_FIRST, _WORD_FIRST):
        if (found := form.match(text)) is None:
            continue
        bands = bands_in(found[1], 100)
        if bands:
            sign = text[found.end(1) : found.end()].strip()
            is_sure = form is _BAND_FIRST or bool(sign) or "\t" in found[0]
            band = Band(bands[0].low, bands[-1].high) if len(bands) > 1 else bands[0]
            yield _Start(band, found[1], text[found.end() :], is_sure)


def _rows(lines: Sequence[_Text], at: int) -> tuple[list[_Row], int]:
    """Return the rows that begin at a line, and where the table ends; no rows if none
    begins there."""
    first = next(
        (
            start
            for start in _starts(lines[at].text)
            if start.band not in (ABOVE, BELOW)
        ),
        None,
    )
    if first is None:
        return [], at + 1
    rows = [_Row(first, lines[at].number, [first.text], [])]
    direction, after_gap, end, number = 0, False, at + 1, at
    while number + 1 < len(lines):
        number += 1
        line = lines[number]
        if line.is_empty:
            after_gap = True
            continue
        start, way = _next(rows, lines, number, direction)
        if start is not None:
            if len(rows) >= ROWS:
                raise LimitExceeded("rows of a table", ROWS)
            direction = way
            rows.append(_Row(start, line.number, [start.text], []))
        elif after_gap or _is_title(lines, number, rows):
            break
        else:
            rows[-1].lines.append(line.text)
            text = line.text.strip()
            if text[:1].isdigit():
                rows[-1].guesses.append(
                    f"line {line.number} begins with a number that is not the next one"
                )
        after_gap, end = False, number + 1
    return rows, end


def _next(
    rows: list[_Row], lines: Sequence[_Text], number: int, direction: int
) -> tuple[_Start | None, int]:
    """Return how a line begins the row after the last one, and whether numbers rise (1)
    or fall (-1); None if it begins none."""
    band = rows[-1].start.band
    starts = list(_starts(lines[number].text))
    for start in starts:
        if start.band in (ABOVE, BELOW):
            return start, direction or 1
        if direction >= 0 and band.high is not None and start.band.low == band.high + 1:
            return start, 1
        if direction <= 0 and band.low is not None and start.band.high == band.low - 1:
            return start, -1
    if direction < 0 or band.high is None or not starts:
        return None, direction
    start, expected = starts[0], band.high + 1
    is_higher = start.band.low is not None and start.band.low > expected
    overlaps = (
        start.is_sure
        and start.band.low is not None
        and start.band.low >= (band.low or 0)
    )
    if not (is_higher or overlaps) or start.band.low == rows[0].start.band.low:
        return None, direction
    if _comes(lines, number, expected) or (not start.is_sure and len(rows) < 2):
        return None, direction
    return start, 1


def _comes(lines: Sequence[_Text], number: int, expected: int) -> bool:
    """Return whether one of the following lines begins with the expected number."""
    following = lines[number + 1 : number + 1 + AHEAD]
    return any(
        start.band.low == expected for line in following for start in _starts(line.text)
    )


def _is_title(lines: Sequence[_Text], number: int, rows: list[_Row]) -> bool:
    """Return whether a line is the title of another table: two lines on, or less, a
    first number comes again."""
    following = [line for line in lines[number + 1 : number + 4] if not line.is_empty]
    first = rows[0].start.band.low
    return any(
        start.band.low == first and first is not None
        for line in following[:2]
        for start in _starts(line.text)
    )


def _table(before: Sequence[_Text], rows: list[_Row], beside: set[int]) -> PrintedTable:
    """Return a table from its rows and the lines above them."""
    above = [line for line in before if not line.is_empty][-3:]
    title, dice, heads = "", "", ""
    for line in reversed(above):
        text = line.text.strip()
        found = _DICE_FIRST.match(text)
        named = found or _DICE.search(text)
        if not dice and named is not None and domain_in(named[1]) is not None:
            dice = named[1]
            if found is None and len(text) <= _TITLE and not text.endswith("."):
                title = text.replace(named[1], "").strip(" ()[]:-,")
                break
            if found is not None:
                heads = line.text[found.end() :] if len(text) <= _TITLE else ""
            continue
        if len(text) <= _TITLE:
            title = text.rstrip(":- ")
        break
    columns = _columns(rows)
    remarks = []
    if any(row.line in beside for row in rows):
        text = "rows stand side by side: each column is read downwards"
        remarks.append(Remark("guessed", rows[0].line, text))
    printed = tuple(map(_printed, rows)) if columns is None else columns
    width = len(printed[0].cells)
    parts = tuple(cleaned(part) for part in _GAP.split(heads.strip()) if part)
    if not title and len(parts) == 1:
        title = parts[0]
    if not parts and width > 1 and above:
        last = tuple(cleaned(part) for part in _GAP.split(above[-1].text.strip()))
        parts = last[-width:] if len(last) in (width, width + 1) else ()
        title = "" if parts and cleaned(title) == cleaned(above[-1].text) else title
        if parts and not title and len(above) > 1:
            title = above[-2].text.strip()
    heads_of = parts if len(parts) == width else ()
    begins, name = rows[0].line, cleaned(title[:200])
    return PrintedTable(name, printed, begins, dice, "", heads_of, tuple(remarks))


def _columns(rows: list[_Row]) -> tuple[PrintedRow, ...] | None:
    """Return rows with several results each, if every text is parted alike by wide
    blanks; None otherwise."""
    parts = [_GAP.split(row.lines[0].strip()) for row in rows]
    widths = {len(part) for part in parts}
    if len(widths) != 1 or widths == {1} or any(len(row.lines) > 1 for row in rows):
        return None
    if max(widths) > COLUMNS:
        raise LimitExceeded("columns of a table", COLUMNS)
    return tuple(
        PrintedRow(row.start.key, tuple(map(cleaned, part)), row.line)
        for row, part in zip(rows, parts, strict=True)
    )


def _printed(row: _Row) -> PrintedRow:
    """Return a row with its lines joined."""
    text, *more = map(cleaned, row.lines)
    guesses = list(row.guesses)
    for line in more:
        if re.search(r"[^\W\d_]-\Z", text) and line[:1].islower():
            guesses.append(f"'{text.split()[-1]}' and '{line.split()[0]}' are one word")
            text = text[:-1] + line
        else:
            text = f"{text} {line}"
    return PrintedRow(row.start.key, (cleaned(text),), row.line, tuple(guesses))


def _one_below_the_other(lines: list[_Text]) -> tuple[list[_Text], set[int]]:
    """Return lines in which rows that stand side by side follow each other, column by
    column, and the numbers of such lines.

    Lines are such rows if two or more in succession have parts with wide blanks between
    them, and every part begins with a number.
    """
    changed: list[_Text] = []
    beside: set[int] = set()
    block: list[tuple[int, list[str]]] = []

    def close() -> None:
        if len(block) > 1:
            beside.update(number for number, _ in block)
            for place in range(max(len(parts) for _, parts in block)):
                changed.extend(
                    _Text(number, parts[place])
                    for number, parts in block
                    if place < len(parts)
                )
        else:
            changed.extend(_Text(number, "  ".join(parts)) for number, parts in block)
        block.clear()

    for line in lines:
        parts = _GAP.split(line.text.strip())
        is_row = len(parts) > 1 and all(
            any(start.band not in (ABOVE, BELOW) for start in _starts(part))
            for part in parts
        )
        if is_row:
            block.append((line.number, parts))
        else:
            close()
            changed.append(line)
    close()
    return changed, beside
