"""What was read of tables of other programs, in sentences."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from interpreter.reports.colour import clean
from interpreter.reports.outputs.imports import ImportOutput, RemarkOutput

_FORMATS: Mapping[str, str] = MappingProxyType(
    {
        "markdown": "Markdown",
        "csv": "a spreadsheet",
        "text": "text",
        "foundry": "JSON of Foundry",
        "datasworn": "JSON of Datasworn",
    }
)
_HEADS = (
    ("unread", "could not be read:"),
    ("faulty", "check will report:"),
    ("guessed", "guessed:"),
)
MOST = 40
"""Remarks of one kind and table that are printed."""


def import_text(output: ImportOutput) -> str:
    """Return what was read, what was guessed, what could not be read, and where the
    tables are now."""
    name = "standard input" if output.file == "-" else f"'{clean(output.file)}'"
    tables = _count(len(output.tables), "table")
    lines = [f"{tables} read from {name} as {_FORMATS[output.read_as]}."]
    lines += _remarks(output.remarks, "")
    for table in output.tables:
        title = f" ('{clean(table.title)}')"
        rows = _count(table.rows, "row")
        shown = title if table.title.lower() not in ("", table.name) else ""
        lines.append(f"{clean(table.name)}{shown}: a {table.kind} table of {rows}")
        lines += _remarks(table.remarks, "  ")
    if isinstance(output.into, str):
        lines.append(f"Written to the end of the tables in '{clean(output.into)}'.")
    return "\n".join(lines)


def _remarks(remarks: Iterable[RemarkOutput], indent: str) -> Iterator[str]:
    listed = list(remarks)
    for kind, head in _HEADS:
        texts = [
            f"line {remark.line}: {remark.text}" if remark.line else remark.text
            for remark in listed
            if remark.kind == kind
        ]
        if texts:
            yield f"{indent}{head}"
            yield from (f"{indent}  {clean(text)}" for text in texts[:MOST])
        if len(texts) > MOST:
            yield f"{indent}  and {len(texts) - MOST} more; --json lists all"


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
