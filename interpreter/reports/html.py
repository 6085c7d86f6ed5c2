"""Results as HTML for a notebook: escaped, with no script and no style sheet."""

from collections.abc import Iterable, Sequence
from html import escape

from interpreter.reports.colour import page

BAR_WIDTH = 12  # em, of a probability of 1


def table_html(
    head: Sequence[str], rows: Iterable[Sequence[str]], note: str = ""
) -> str:
    """Return a table of texts, which are escaped; the first column names its row."""
    return _table(head, ((row, "") for row in rows), note)


def bars_html(
    head: Sequence[str],
    rows: Iterable[tuple[Sequence[str], float]],
    note: str = "",
) -> str:
    """Return a table with a bar at the end of each row, as long as its share of 1."""
    return _table(head, ((row, _bar(share)) for row, share in rows), note)


def _bar(share: float) -> str:
    width = f"{BAR_WIDTH * share:.2f}em"
    bar = f'<div style="background:#4878a8;height:1em;width:{width}"></div>'
    return f"<td>{bar}</td>"


def _table(
    head: Sequence[str], rows: Iterable[tuple[Sequence[str], str]], note: str
) -> str:
    """Return a table of rows of texts, each with more cells as they are."""
    names = "".join(f"<th>{_text(cell)}</th>" for cell in head)
    lines = ["<table>", f"<tr>{names}</tr>"]
    for (first, *rest), more in rows:
        cells = "".join(f"<td>{_text(cell)}</td>" for cell in rest)
        lines.append(f"<tr><th>{_text(first)}</th>{cells}{more}</tr>")
    lines.append("</table>")
    return "\n".join([*lines, f"<p>{_text(note)}</p>"] if note else lines)


def text_html(text: str) -> str:
    """Return lines of text as they are, in letters of one width."""
    return f"<pre>{_text(text)}</pre>"


def _text(text: str) -> str:
    return escape(page(text))
