"""What `import-table` prints with `--json`."""

from typing import Literal

from msgspec import Struct

from interpreter.reports.outputs.checks import ProblemOutput
from interpreter.reports.outputs.encoding import ABSENT, Absent, Count, VerbOutput


class RemarkOutput(Struct, frozen=True, kw_only=True):
    """What a person should know of what was read."""

    kind: Literal["guessed", "unread", "faulty"]
    """A guess, something that could not be read, or a fault that `check` reports."""
    line: Count
    """The line of the file, from 1; 0 where the format has no lines."""
    text: str
    """What there is to say."""


class ImportedTableOutput(Struct, frozen=True, kw_only=True):
    """A table that was read."""

    name: str
    """Its name in the pack."""
    title: str
    """Its title as printed, or an empty text."""
    kind: Literal["roll", "look-up", "cross"]
    """What kind of table it has become."""
    line: Count
    """Where it begins in the file, from 1; 0 where the format has no lines."""
    rows: Count
    """How many rows were read."""
    remarks: tuple[RemarkOutput, ...]
    """Guesses, what could not be read, and faults."""


class ImportOutput(VerbOutput, frozen=True, kw_only=True):
    """Tables of another program or of a printed page, read for a pack."""

    file: str
    """The file that was read; `-` is standard input."""
    read_as: Literal["markdown", "csv", "text", "foundry", "datasworn"]
    """The format."""
    tables: tuple[ImportedTableOutput, ...]
    """The tables."""
    remarks: tuple[RemarkOutput, ...]
    """What belongs to none of them."""
    yaml: str
    """The tables as sections of a file of a pack."""
    into: str | Absent = ABSENT
    """The file of a pack to which they were added."""
    problems: tuple[ProblemOutput, ...] | Absent = ABSENT
    """What is then wrong with that pack under its default options, and was not."""
