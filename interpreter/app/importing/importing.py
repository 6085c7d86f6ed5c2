"""Reads tables of other programs and of printed pages."""

from collections.abc import Sequence
from typing import Literal, TextIO

from msgspec import Struct

from interpreter.app.importing.domains import domain_in
from interpreter.app.importing.json_tables import (
    datasworn_tables,
    foundry_tables,
    json_of,
)
from interpreter.app.importing.markdown_tables import is_markdown, markdown_tables
from interpreter.app.importing.pasted_text import pasted_tables
from interpreter.app.importing.printed import BYTES, PrintedTable, Remark
from interpreter.app.importing.results import key_of
from interpreter.app.importing.separated_tables import separated_tables, separator_of
from interpreter.app.importing.shaping import ShapedTable, shaped
from interpreter.app.importing.table_yaml import (
    name_of_table,
    sections,
)
from interpreter.diagnostics import Diagnostic, LimitExceeded, Unusable, UsageError
from interpreter.expressions.functions import NAMES
from interpreter.files.single_file import open_file, read_all
from interpreter.reports.diagnostics import problems_output
from interpreter.reports.outputs.encoding import ABSENT
from interpreter.reports.outputs.imports import (
    ImportedTableOutput,
    ImportOutput,
    RemarkOutput,
)
from interpreter.values.types import WRITABLE, writable

TableFormat = Literal["markdown", "csv", "text", "foundry", "datasworn"]
FORMATS: tuple[TableFormat, ...] = ("markdown", "csv", "text", "foundry", "datasworn")
_FORMS = (
    "a table of Markdown, of a spreadsheet (CSV), numbered lines of text, or JSON of "
    "Foundry or Datasworn"
)


class ImportedTables(Struct, frozen=True):
    """What was read of a text: in which format, the tables, and all remarks that do not
    belong to one of them."""

    format: TableFormat
    tables: tuple[ShapedTable, ...]
    remarks: tuple[Remark, ...]

    @property
    def is_whole(self) -> bool:
        """Whether everything was read, and `check` will find no gap or overlap."""
        remarks = [*self.remarks, *(each for t in self.tables for each in t.remarks)]
        return all(remark.kind == "guessed" for remark in remarks)

    @property
    def yaml(self) -> str:
        """The tables as sections of a file of a pack."""
        return sections(self.tables)

    def output(
        self,
        file: str,
        into: str | None = None,
        problems: Sequence[Diagnostic] | None = None,
    ) -> ImportOutput:
        """Return the record of what was read of a file, and of what is wrong with the
        pack `into` which it was written."""
        tables = [
            ImportedTableOutput(
                name=table.name,
                title=table.title,
                kind=table.kind,
                line=table.line,
                rows=len(table.rows),
                remarks=tuple(map(_remark_output, table.remarks)),
            )
            for table in self.tables
        ]
        return ImportOutput(
            file=file,
            read_as=self.format,
            tables=tuple(tables),
            remarks=tuple(map(_remark_output, self.remarks)),
            yaml=self.yaml,
            into=ABSENT if into is None else into,
            problems=ABSENT if problems is None else problems_output(problems),
        )


def _remark_output(remark: Remark) -> RemarkOutput:
    return RemarkOutput(kind=remark.kind, line=remark.line, text=remark.text)


def text_of_file(name: str, stdin: TextIO) -> tuple[str, str]:
    """Return the text of a file (`-`: of `stdin`), and in words how its letters were
    read if they are not UTF-8 ("" otherwise)."""
    if name == "-":
        source = getattr(stdin, "buffer", None)
        data = source.read(BYTES + 1) if source else stdin.read(BYTES + 1).encode()
    else:
        try:
            data = read_all(open_file(name, links=True), BYTES + 1)
        except OSError as error:
            raise Unusable(f"cannot read '{name}': {error.strerror}") from None
    if len(data) > BYTES:
        raise LimitExceeded("bytes of a file with tables", BYTES)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace"), "UTF-16"
    try:
        return data.decode("utf-8-sig"), ""
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace"), "Windows-1252"


def read_tables(
    text: str,
    *,
    title: str = "",
    name: str | None = None,
    form: TableFormat | None = None,
    dice: str | None = None,
    letters: str = "",
) -> ImportedTables:
    """Return the tables of a text. `title` is for one that has none, `name` is what a
    single table is called, `dice` those by which all are read; `letters` is what
    `text_of_file` says of its letters. Raises Unusable for a text without a table."""
    if dice is not None and domain_in(dice) is None:
        hint = "write 2d6, '2d6 + integer' or 'integer 0..'"
        raise UsageError(f"--dice '{dice}' are no dice that a table can have", hint)
    if name is not None:
        _must_be_a_name(name)
    text = _plain_lines(text)
    form, printed = _printed(text, title, form)
    tables: list[ShapedTable] = []
    remarks: list[Remark] = []
    if letters:
        remarks.append(Remark("guessed", 0, f"the file is read as {letters}"))
    names: list[str] = []
    for number, table in enumerate(printed, 1):
        called = name or name_of_table(table.title or title, number, names)
        made = shaped(table, called, dice or "")
        if made is None:
            words = f"the table '{table.title or called}' has no row that can be read"
            remarks.append(Remark("unread", table.line, words))
            continue
        names.append(called)
        tables.append(made)
    if not tables:
        raise Unusable("there is no table in it", hint=f"expected {_FORMS}")
    if name is not None and len(tables) > 1:
        titles = ", ".join(f"'{table.title or table.name}'" for table in tables[:6])
        hint = f"leave --name out, or give one table alone; there are: {titles}"
        raise UsageError(f"--name is for one table, and there are {len(tables)}", hint)
    return ImportedTables(form, tuple(tables), tuple(remarks))


def _must_be_a_name(name: str) -> None:
    if not writable(name):
        raise UsageError(f"a table cannot be called '{name}'", f"write {WRITABLE}")
    if key_of(name) in NAMES:
        hint = "choose another name"
        raise UsageError(f"'{name}' is a function of the language", hint)


def _plain_lines(text: str) -> str:
    """Return a text with one kind of line end and without control characters."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n")
    return "".join(letter for letter in text if letter >= " " or letter in "\n\t")


def _printed(
    text: str, title: str, form: TableFormat | None
) -> tuple[TableFormat, list[PrintedTable]]:
    """Return the format of a text and its tables."""
    if form is None and text.lstrip()[:1] in ("{", "["):
        data = json_of(text)
        if tables := foundry_tables(data):
            return "foundry", tables
        if tables := datasworn_tables(data):
            return "datasworn", tables
    if form in ("foundry", "datasworn"):
        data = json_of(text)
        read_json = foundry_tables if form == "foundry" else datasworn_tables
        return form, read_json(data)
    if form == "markdown" or (form is None and is_markdown(text)):
        return "markdown", markdown_tables(text)
    if form == "csv":
        return "csv", separated_tables(text, title)
    if form == "text":
        return "text", pasted_tables(text)
    if separator_of(text):
        tables = separated_tables(text, title)
        if any(len(row.cells) for table in tables for row in table.rows):
            return "csv", tables
    return "text", pasted_tables(text)
