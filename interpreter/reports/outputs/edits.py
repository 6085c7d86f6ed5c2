"""What verbs that edit files of packs print with `--json`."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from interpreter.reports.outputs.checks import Code, Problems
from interpreter.reports.outputs.encoding import Count, Ordinal, VerbOutput

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


class FixedProblemOutput(Struct, frozen=True, kw_only=True):
    """A problem that was removed."""

    code: Code
    """Its code."""
    file: str
    """The file."""
    line: Ordinal
    """The line that was changed, when it was."""
    column: Ordinal
    """The column."""
    message: str
    """What was wrong."""
    was: str
    """What was written."""
    replacement: str
    """What is written now."""
    safe: bool
    """Whether it means the same as what was typed."""


class FileEditOutput(Struct, frozen=True, kw_only=True):
    """A file that was changed, or would be."""

    file: str
    """The file."""
    written: bool
    """Whether it was written."""
    diff: str
    """The changes as a unified diff."""


class FixedPackOutput(VerbOutput, frozen=True, kw_only=True):
    """What was changed in a pack to remove problems."""

    pack: str
    """The pack."""
    fixed: tuple[FixedProblemOutput, ...]
    """The problems that were removed."""
    files: tuple[FileEditOutput, ...]
    """The files that change."""
    count: Count
    """How many problems are left; at most 200 of them are listed, errors first."""
    unsafe: Count
    """How many of them have a fix that `--unsafe` applies."""
    problems: Problems
    """The problems that are left."""


class AcceptOutput(VerbOutput, frozen=True, kw_only=True):
    """Cases whose expectation was replaced by what came of them."""

    accepted: tuple[str, ...]
    """The names of the cases."""
    refused: Mapping[str, str]
    """Cases that failed and cannot be accepted, each with why."""
    files: tuple[FileEditOutput, ...]
    """The files that were changed."""


class FmtOutput(VerbOutput, frozen=True, kw_only=True):
    """The layout of files."""

    files: tuple[LayoutOutput, ...]
    """The files that are not the same."""
    same: Count
    """How many other files there are."""
