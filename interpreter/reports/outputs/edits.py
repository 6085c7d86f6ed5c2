"""What verbs that edit files of packs print with `--json`."""

from typing import Literal

from msgspec import Struct

from interpreter.reports.outputs.checks import Problems
from interpreter.reports.outputs.encoding import Count, VerbOutput

LayoutStatus = Literal["same", "changed", "unreadable", "left"]


class LayoutOutput(Struct, frozen=True, kw_only=True):
    """A file and its layout."""

    file: str
    """The file; `<stdin>` for standard input."""
    status: LayoutStatus
    """Whether its layout is the same, or another; a file that cannot be read, and one
    of which no layout is known that leaves it what it is, stay as they are."""
    written: bool
    """Whether the file was written in its new layout."""
    diff: str
    """The changes as a unified diff, or an empty text."""
    problems: Problems
    """Why it cannot be read."""


class FmtOutput(VerbOutput, frozen=True, kw_only=True):
    """The layout of files."""

    files: tuple[LayoutOutput, ...]
    """The files that are not the same."""
    same: Count
    """How many other files there are."""
