"""Tables of a pack as YAML, to be read by themselves or written into a file of a pack.

A guess is a comment beside its row, or above it where there is no room.
"""

from collections.abc import Iterable, Iterator, Sequence

from interpreter.app.importing.printed import cleaned
from interpreter.app.importing.results import name_from
from interpreter.app.importing.shaping import ShapedRow, ShapedTable
from interpreter.yaml.writing import scalar

WIDTH = 100
_LONGEST_COMMENT = 160
STEP = "  "


def table_lines(table: ShapedTable, indent: str = STEP) -> list[str]:
    """Return the lines of a table, indented as an entry of `tables`."""
    inner, rows = indent + STEP, indent + 2 * STEP
    lines = [f"{indent}{scalar(table.name)}:"]
    if table.title and table.title.lower() != table.name:
        lines.append(f"{inner}title: {scalar(table.title)}")
    lines += [f"{inner}{key}: {value}" for key, value in table.head]
    lines.append(f"{inner}{table.rows_key}:")
    for row in table.rows:
        lines += _row_lines(row, rows)
    return lines


def _row_lines(row: ShapedRow, indent: str) -> Iterator[str]:
    line = f"{indent}{row.key}: {row.value}"
    guess = "; ".join(row.guesses)
    if not guess:
        yield line
        return
    comment = f"# guessed: {cleaned(guess[:_LONGEST_COMMENT])}"
    if len(line) + 3 + len(comment) <= WIDTH:
        yield f"{line}   {comment}"
    else:
        yield f"{indent}{comment}"
        yield line


def record_lines(table: ShapedTable, indent: str = STEP) -> list[str]:
    """Return the lines of the type of the results of a table, as an entry of `types`;
    none if it has no type of its own."""
    if not table.record:
        return []
    fields = ", ".join(f"{scalar(name)}: {kind}" for name, kind in table.fields)
    return [f"{indent}{scalar(table.record)}: {{record: {{{fields}}}}}"]


def sections(tables: Iterable[ShapedTable]) -> str:
    """Return the sections `types` and `tables` with these tables."""
    listed = list(tables)
    records = [line for table in listed for line in record_lines(table)]
    lines = ["types:", *records] if records else []
    lines.append("tables:")
    lines += [line for table in listed for line in table_lines(table)]
    return "\n".join(lines) + "\n"


def name_of_table(title: str, number: int, taken: Sequence[str]) -> str:
    """Return a name for a table that is not taken yet; `number` counts those of a file,
    from 1."""
    first = name_from(title, "table").lower()
    if not title:
        first = "table" if number == 1 else f"table {number}"
    name, further = first, 1
    while name in taken:
        further += 1
        name = f"{first} {further}"
    return name
