"""What `rebase` prints with `--json`."""

from typing import Literal

from msgspec import Struct

from interpreter.reports.outputs.checks import Code, Problems
from interpreter.reports.outputs.edits import FileEditOutput
from interpreter.reports.outputs.encoding import Count, Ordinal, VerbOutput


class RebasedPartOutput(Struct, frozen=True, kw_only=True):
    """A part of an overlay that does not stay as it is written."""

    path: str
    """The path of the change, the option that is set, or what is declared."""
    status: Literal["carried", "dropped", "conflict"]
    """Written anew for the new base, taken out because the base says the same, or left
    as it is because it does not fit."""
    file: str
    """The file of the overlay."""
    line: Ordinal
    """The line."""
    column: Ordinal
    """The column."""
    message: str
    """What has become of it, and why."""
    old_base: str
    """What the old base has there; empty for nothing."""
    new_base: str
    """What the new base has there; empty for nothing."""
    overlay: str
    """What the overlay says."""
    code: Code | None
    """The code that `check` has for such a conflict; null for what is none."""
    hint: str
    """What to do, or empty."""
    can_keep: bool
    """Whether `--keep` keeps what the overlay says."""


class NameInCaseOutput(Struct, frozen=True, kw_only=True):
    """A case of the overlay that writes a name which has moved in the base."""

    case: str
    """The case."""
    file: str
    """Its file."""
    line: Ordinal
    """Its line."""
    old: str
    """The name that it writes."""
    new: str
    """The name that the new base has there."""


class RebaseOutput(VerbOutput, frozen=True, kw_only=True):
    """An overlay that is carried over to another base."""

    overlay: str
    """The overlay."""
    old_base: str
    """The old base; empty if only `expect` says what it was."""
    new_base: str
    """The new base."""
    parts: tuple[RebasedPartOutput, ...]
    """What is carried over, what is dropped, and what does not fit."""
    stays: Count
    """How many other parts fit as they are."""
    unguarded: Count
    """Of how many of them nobody knows whether the value below them moved."""
    files: tuple[FileEditOutput, ...]
    """The files that change."""
    errors_before: Count
    """Errors of the overlay on its old base; on the new one, if that is not known."""
    errors: Count
    """Errors after the rebase."""
    count: Count
    """How many problems there are after the rebase; at most 200 are listed."""
    problems: Problems
    """These problems."""
    names_in_cases: tuple[NameInCaseOutput, ...]
    """Cases of the overlay that write names which have moved; they stay as they are."""
    own_cases: Count | None
    """How many cases of its own were run; null if they were not."""
    failed_cases: tuple[str, ...]
    """Those that fail."""
