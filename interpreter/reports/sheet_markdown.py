"""A quick-reference sheet as Markdown, for notes and pages of a wiki."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from interpreter.reports.colour import clean
from interpreter.reports.outputs.sheets import (
    SheetBlockOutput,
    SheetOutput,
    SheetPartOutput,
    SheetRowOutput,
)
from interpreter.reports.sheet_chances import percent, points
from interpreter.reports.sheet_layout import row_words
from interpreter.reports.sheet_words import (
    FOR_WHOM,
    at_default,
    change_text,
    figures_note,
    left_out_note,
    legend,
    set_otherwise,
    was_text,
)

_SPECIAL = re.compile(r"[\\`*_{}\[\]<>#|~&!]")


def sheet_markdown(sheet: SheetOutput) -> str:
    """Return the sheet; what is from a pack is no markup."""
    lines = [f"# {_text(sheet.title)}", ""]
    who = f"Quick reference for {FOR_WHOM[sheet.audience]}"
    edition = f"{_text(sheet.edition)}. " if sheet.edition else ""
    lines += [f"{edition}{who}.", ""]
    if sheet.changes:
        lines += ["## House rules", ""]
        for change in sheet.changes:
            lines.append(f"- {_text(_capital(change_text(change)))}")
        lines.append("")
    for part in sheet.parts:
        lines += _part(part, sheet.with_notes)
    if sheet.options:
        lines += ["## Options in force", ""]
        changed = set_otherwise(sheet)
        lines += [f"- **{_text(line)}**" for line in changed]
        lines += [""] if changed else []
        for line in at_default(sheet):
            lines += [_text(line), ""]
    lines += ["## How to read this sheet", ""]
    for line in [*legend(sheet), *figures_note(sheet), *left_out_note(sheet)]:
        lines += [_text(line), ""]
    return "\n".join(lines).rstrip() + "\n"


def _part(part: SheetPartOutput, with_notes: bool) -> Iterator[str]:
    yield from (f"## {_text(_capital(part.title))}", "")
    if part.note:
        yield from (f"{_text(part.note)}{_rules(part.rules)}", "")
    for block in part.blocks:
        yield from _block(block, with_notes)


def _block(block: SheetBlockOutput, with_notes: bool) -> Iterator[str]:
    mark = " ▲" if block.by else ""
    yield from (f"### {_text(_capital(block.title))}{mark}{_rules(block.rules)}", "")
    if block.note:
        yield from (_text(block.note), "")
    if block.worth:
        worth = f"Last column: what a row changes of the chance {block.worth}."
        yield from (_text(worth), "")
    is_sum = block.kind == "modifiers"
    head = [*(("", "") if is_sum else block.head), *block.chance_heads]
    head += ["worth"] if block.worth else []
    yield _line([_text(cell) for cell in head])
    yield _line(["---"] * len(head))
    for row in block.rows:
        if row.group:
            blanks = [""] * (len(head) - 2)
            yield _line(["", f"*{_text(row.group)}*", *blanks])
        yield _row(row, block, with_notes)
    yield ""


def _row(row: SheetRowOutput, block: SheetBlockOutput, with_notes: bool) -> str:
    cells = [_text(cell) for cell in row.cells]
    beside = " ▲" if row.by else ""
    beside += " °" if row.is_house_figure else ""
    if row.by:
        beside += f" {_text(was_text(row.was, row.by))}"
    if with_notes and row.note:
        beside += f" – {_text(row.note)}"
    at = min(1, len(cells) - 1)
    cells[at] += _text(row_words(row, with_notes)) + beside + _rules(row.rules)
    cells += [percent(Fraction(chance)) for chance in row.chances]
    if block.worth:
        cells.append("" if row.worth is None else points(Fraction(row.worth)))
    return _line(cells)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _rules(rules: Sequence[str]) -> str:
    return f" <sub>{_text(' '.join(rules))}</sub>" if rules else ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _text(text: str) -> str:
    return _SPECIAL.sub(lambda found: f"\\{found.group()}", clean(text))
