"""A quick-reference sheet as a page of HTML that prints on sides of A4.

The page needs nothing else, fetches nothing and runs nothing; all that is from a pack
is escaped.
"""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from html import escape

from interpreter.reports.colour import page
from interpreter.reports.outputs.encoding import ExactNumber
from interpreter.reports.outputs.sheets import (
    SheetBlockOutput,
    SheetOutput,
    SheetPartOutput,
    SheetRowOutput,
)
from interpreter.reports.sheet_chances import percent, points
from interpreter.reports.sheet_layout import (
    SIDEWAYS,
    Flow,
    flow_of,
    is_sideways,
    row_words,
)
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

MOST_RULES = 3
"""Ids of rules that are printed of one thing."""
_MINUS = re.compile(r"^-(?=[0-9]|\Z)")
_STYLE = """
@page { size: A4; margin: 8mm 9mm 9mm;
  @bottom-left { content: "TITLE"; font: 6pt SANS; color: #777 }
  @bottom-right { content: counter(page) " / " counter(pages);
    font: 6pt SANS; color: #777 } }
* { box-sizing: border-box }
html { -webkit-print-color-adjust: exact; print-color-adjust: exact }
body { font: 7pt/1.2 SANS; color: #16191d; background: #fff; margin: 0 }
@media screen { body { max-width: 192mm; margin: 6mm auto; padding: 0 4mm } }
header { display: flex; align-items: baseline; gap: 3mm; margin-bottom: 2mm;
  border-bottom: 1.4pt solid #1f3a5f; padding-bottom: 1mm }
h1 { font-size: 14pt; line-height: 1; margin: 0; color: #1f3a5f }
header p { margin: 0; color: #555 } header .who { margin-left: auto; font-weight: 700;
  color: #1f3a5f; white-space: nowrap }
@media screen and (max-width: 40rem) { body { margin: 2mm auto; font-size: 9pt }
  .flow { columns: 1 !important; overflow-x: auto } .r { font-size: 7pt }
  header { flex-wrap: wrap } header .who { margin: 0; white-space: normal } }
.narrow { columns: 3; column-gap: 4mm } .medium { columns: 2; column-gap: 4mm }
.flow { margin-bottom: 1.5mm }
h2 { font-size: 8pt; line-height: 1.15; margin: 0 0 .7mm; padding: .6mm 1.2mm;
  color: #fff; background: #1f3a5f; border-radius: .6mm; break-after: avoid }
h3 { font-size: 7.6pt; line-height: 1.15; margin: 0 0 .3mm; color: #1f3a5f;
  break-after: avoid }
h2, h3, p { break-inside: avoid } section { margin: 0 0 2mm }
article { margin: 0 0 1.9mm; break-inside: avoid }
article.long, article.parts { break-inside: auto } div.first { break-inside: avoid }
p { margin: 0 0 .5mm }
.n { font-weight: 400; color: #4c535b; font-size: 6.3pt; line-height: 1.16 }
.r { color: #646b72; font-size: 5pt; font-weight: 400; letter-spacing: -.01em }
table { border-collapse: collapse; width: 100% }
th { text-align: left; font-size: 6.2pt; line-height: 1.1; color: #4c535b;
  font-weight: 600; border-bottom: .6pt solid #9aa5b1; vertical-align: bottom }
th, td { padding: .28mm .8mm .28mm 0 } td { vertical-align: top }
tr { break-inside: avoid } thead { display: table-header-group }
tr.z td { background: #f1f4f7 }
td.c, th.c { text-align: right; padding-right: 0; padding-left: .8mm; color: #2b5c8a;
  white-space: nowrap; font-variant-numeric: tabular-nums }
td.k { font-weight: 600 } td.f { font-weight: 700; text-align: right;
  white-space: nowrap; padding-right: 1.4mm; width: 1% }
th.s { text-align: center } th.s span { writing-mode: vertical-rl;
  transform: rotate(180deg); white-space: nowrap; display: inline-block }
.wide table, .medium table { width: auto; min-width: 70% }
.wide td, .wide th, .medium td, .medium th { padding-right: 1.4mm }
.l, article > p { break-after: avoid } tbody { break-inside: avoid }
.long tbody { break-inside: auto } tr.o td { padding: 0 0 .4mm 2mm }
td.b { text-align: center } tr.g td { font-weight: 600; color: #1f3a5f;
  background: none !important; padding-top: .8mm; border-bottom: .4pt solid #d5dbe1 }
tr.h td { background: #fff1d6 !important } .h { background: #fff1d6 }
.was { color: #9a5b00; font-size: 6pt } .d { color: #9a5b00 }
ul { margin: 0; padding-left: 3mm } li { margin: 0 }
aside { border: .6pt solid #9aa5b1; border-radius: .8mm; padding: 1mm 1.4mm;
  margin: 0 0 2mm; break-inside: avoid } aside.long { break-inside: auto }
aside h3 { margin-bottom: .6mm }
"""
_SANS = (
    '"Helvetica Neue", Helvetica, Arial, "Liberation Sans", "DejaVu Sans Condensed", '
    "sans-serif"
)
LONG_TABLE, LONG_SUM = 18, 8
"""Rows from which a table may be broken between columns, and modifiers between their
groups."""


def sheet_page(sheet: SheetOutput) -> str:
    """Return the page."""
    # in a string of a style sheet nothing but plain letters, whatever the title is
    title = "".join(c for c in page(sheet.title) if c.isalnum() or c in " -,.:;()")
    style = _STYLE.replace("SANS", _SANS).replace("TITLE", title)
    style += f"body {{ zoom: {sheet.scale}% }}\n"
    who = f"Quick reference for {FOR_WHOM[sheet.audience]}"
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'\">",
        f"<title>{_text(sheet.title)}: {_text(who.lower())}</title>",
        f"<style>{style}</style></head><body>",
        f"<header><h1>{_text(sheet.title)}</h1><p>{_text(sheet.edition)}</p>",
        f'<p class="who">{_text(who)}</p></header>',
        '<main><div class="flow narrow">',
        *_changes(sheet),
        *(line for part in sheet.parts for line in _part(part, sheet)),
        *_options(sheet),
        *_legend(sheet),
        "</div>",
        *_flow(sheet, "medium"),
        *_flow(sheet, "wide"),
        "</main></body></html>",
    ]
    return "\n".join(lines) + "\n"


def _part(part: SheetPartOutput, sheet: SheetOutput) -> Iterator[str]:
    """Yield what is done, with its narrow blocks, and where the others are."""
    narrow = [block for block in part.blocks if flow_of(block) == "narrow"]
    others = [block.title for block in part.blocks if flow_of(block) != "narrow"]
    yield "<section>"
    head = [f"<h2>{_text(_capital(part.title))}</h2>"]
    if part.note:
        head.append(f'<p class="n l">{_text(part.note)} {_rules(part.rules)}</p>')
    if narrow and not _break(narrow[0]):  # a heading is not left alone in a column
        yield '<div class="first">'
        yield from (*head, *_block(narrow[0], sheet.with_notes), "</div>")
        narrow = narrow[1:]
    else:
        yield from head
    for block in narrow:
        yield from _block(block, sheet.with_notes)
    if others:
        listed = ", ".join(map(_capital, others))
        yield f'<p class="n">At the end of the sheet: {_text(listed)}</p>'
    yield "</section>"


def _break(block: SheetBlockOutput) -> str:
    """Return how a block may be broken between columns, as a class; "" for not."""
    if block.kind == "modifiers":
        return "parts" if len(block.rows) > LONG_SUM else ""
    return "long" if len(block.rows) > LONG_TABLE else ""


def _flow(sheet: SheetOutput, flow: Flow) -> Iterator[str]:
    """Yield the blocks that are too wide for a narrow column."""
    blocks = [
        block for part in sheet.parts for block in part.blocks if flow_of(block) == flow
    ]
    if blocks:
        yield f'<div class="flow {flow}">'
        for block in blocks:
            yield from _block(block, sheet.with_notes)
        yield "</div>"


def _block(block: SheetBlockOutput, with_notes: bool) -> Iterator[str]:
    breaks = _break(block)
    yield f'<article class="{breaks}">' if breaks else "<article>"
    mark = ' <span class="d">▲</span>' if block.by else ""
    mark += ' <span class="d">°</span>' if _all_house(block) else ""
    yield f"<h3>{_text(_capital(block.title))}{mark} {_rules(block.rules)}</h3>"
    if block.by:
        yield f'<p class="was">{_text(was_text(block.was, block.by))}</p>'
    if block.note:
        yield f'<p class="n">{_text(block.note)}</p>'
    if block.worth:
        worth = f"At the right: what a row changes of the chance {block.worth}."
        yield f'<p class="n">{_text(worth)}</p>'
    yield "<table>"
    sideways = _sideways(block)
    if block.kind != "modifiers":
        yield _head(block, sideways)
    yield "<tbody>"
    centred = _flag_columns(block) | sideways
    columns = len(block.head) + len(block.chance_heads) + bool(block.worth)
    for number, row in enumerate(block.rows):
        if row.group:
            # a body of its own is not broken between columns
            yield "</tbody><tbody>" if number else ""
            yield f'<tr class="g"><td colspan="{columns}">{_text(row.group)}</td></tr>'
        shade = "z" if number % 2 else ""
        yield _row(row, block, centred, with_notes, shade)
        if with_notes and row.note and len(block.head) > 2:
            note = f'<span class="n">{_text(row.note)}</span>'
            yield f'<tr class="o {shade}"><td colspan="{columns}">{note}</td></tr>'
    yield "</tbody></table></article>"


def _sideways(block: SheetBlockOutput) -> frozenset[int]:
    """Return the columns whose headings are written from bottom to top."""
    if not is_sideways(block):
        return frozenset()
    return frozenset(
        at
        for at in range(1, len(block.head))
        if max((len(row.cells[at]) for row in block.rows), default=0) <= SIDEWAYS
    )


def _head(block: SheetBlockOutput, sideways: frozenset[int]) -> str:
    cells = [
        f'<th class="s"><span>{_text(text)}</span></th>'
        if at in sideways
        else f"<th>{_text(text)}</th>"
        for at, text in enumerate(block.head)
    ]
    cells += [f'<th class="c">{_text(text)}</th>' for text in block.chance_heads]
    return f"<thead><tr>{''.join(cells)}</tr></thead>"


def _flag_columns(block: SheetBlockOutput) -> frozenset[int]:
    """Return the columns that say only yes or no."""
    if block.kind not in ("looked up", "crossed"):
        return frozenset()
    return frozenset(
        at
        for at in range(1, len(block.head))
        if {row.cells[at] for row in block.rows if at < len(row.cells)} <= {"yes", "no"}
    )


def _row(
    row: SheetRowOutput,
    block: SheetBlockOutput,
    centred: frozenset[int],
    with_notes: bool,
    shade: str,
) -> str:
    said = 1 if block.kind == "modifiers" or len(row.cells) == 2 else 0
    flags = _flag_columns(block)
    is_author = row.is_house_figure and not _all_house(block)
    cells = []
    for at, text in enumerate(row.cells):
        if at in flags:
            text = "●" if text == "yes" else ""
        content = _text(_MINUS.sub("−", text))
        if at == said:
            notes = with_notes and len(row.cells) == 2
            content += _text(row_words(row, with_notes))
            content += _beside(row, notes, is_author)
        cells.append(f"<td{_cell_class(block, at, text, at in centred)}>{content}</td>")
    chances = [*row.chances, *([row.worth] if block.worth else [])]
    is_change = bool(block.worth)
    cells += [f'<td class="c">{_chance(each, is_change)}</td>' for each in chances]
    kind = "h" if row.by else shade
    opened = f'<tr class="{kind}">' if kind else "<tr>"
    return f"{opened}{''.join(cells)}</tr>"


def _all_house(block: SheetBlockOutput) -> bool:
    return all(row.is_house_figure for row in block.rows)


def _cell_class(block: SheetBlockOutput, at: int, text: str, centred: bool) -> str:
    if centred:
        return ' class="b"'
    if block.kind == "decided":
        return ' class="k"' if at else ""
    if at:
        return ""
    return ' class="f"' if block.kind == "modifiers" else ' class="k"'


def _beside(row: SheetRowOutput, with_notes: bool, is_author: bool) -> str:
    """Return the marks of a row, what was there before, and its note."""
    parts = [' <span class="d">▲</span>' if row.by else ""]
    parts.append(' <span class="d">°</span>' if is_author else "")
    if row.by:
        parts.append(f' <span class="was">{_text(was_text(row.was, row.by))}</span>')
    parts.append(f" {_rules(row.rules)}" if row.rules else "")
    if with_notes and row.note:
        parts.append(f'<br><span class="n">{_text(row.note)}</span>')
    return "".join(parts)


def _chance(value: ExactNumber | None, is_change: bool) -> str:
    if value is None:
        return ""
    share = Fraction(value)
    if not share and not is_change:
        return "–"
    return escape(points(share).replace("-", "−") if is_change else percent(share))


def _changes(sheet: SheetOutput) -> Iterator[str]:
    if not sheet.changes:
        return
    yield '<aside class="h long" aria-label="House rules"><h3>▲ House rules</h3><ul>'
    for change in sheet.changes:
        yield f"<li>{_text(_capital(change_text(change)))}</li>"
    yield "</ul></aside>"


def _options(sheet: SheetOutput) -> Iterator[str]:
    if not sheet.options:
        return
    yield '<aside class="long" aria-label="Options in force"><h3>Options in force</h3>'
    changed = set_otherwise(sheet)
    if changed:
        yield "<ul>"
        for line in changed:
            yield f'<li class="h">{_text(line)}</li>'
        yield "</ul>"
    for line in at_default(sheet):
        yield f'<p class="n">{_text(line)}</p>'
    yield "</aside>"


def _legend(sheet: SheetOutput) -> Iterator[str]:
    yield '<aside class="long" aria-label="How to read this sheet">'
    yield "<h3>How to read this sheet</h3>"
    for line in [*legend(sheet), *figures_note(sheet), *left_out_note(sheet)]:
        yield f'<p class="n">{_text(line)}</p>'
    yield "</aside>"


def _rules(rules: Sequence[str]) -> str:
    if not rules:
        return ""
    more = f" +{len(rules) - MOST_RULES}" if len(rules) > MOST_RULES else ""
    return f'<span class="r">{_text(" ".join(rules[:MOST_RULES]) + more)}</span>'


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _text(text: str) -> str:
    return escape(page(text))
