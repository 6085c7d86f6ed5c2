"""What `test --mutants` prints with `--json`."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from interpreter.reports.outputs.encoding import Count, Ordinal, VerbOutput

FaultKindWord = Literal["widened", "narrowed", "shifted", "deleted", "swapped"]


class MutantOutput(Struct, frozen=True, kw_only=True):
    """A fault in one row, and what became of it."""

    kind: FaultKindWord
    """What was done to the row."""
    path: str
    """The row, as overlays write it."""
    rules: tuple[str, ...]
    """The rules that it carries."""
    file: str
    """The file."""
    line: Ordinal
    """The line, from 1."""
    column: Ordinal
    """The column, from 1."""
    before: str
    """What stands there."""
    after: str
    """What the fault makes of it."""
    verdict: Literal["check", "case", "equivalent", "survived"]
    """What finds it: `check`, or a `case`. `equivalent`: it changes nothing, which is
    proved. `survived`: nothing finds it."""
    found_by: str
    """The problem or the case that finds it, or an empty text."""
    missing: str
    """A case that would find one that survived, or an empty text."""
    note: str
    """Why it is equivalent, or why no such case is known; or an empty text."""


class FaultKindScore(Struct, frozen=True, kw_only=True):
    """The faults of a kind that change anything."""

    found: Count
    """How many were found."""
    of: Count
    """Of how many."""


class MutationSummary(Struct, frozen=True, kw_only=True):
    """How many faults were found."""

    faults: Count
    """How many faults the rows of the pack can have."""
    tried: Count
    """How many were tried."""
    equivalent: Count
    """How many of them change nothing."""
    found: Count
    """How many were found."""
    by_check: Count
    """How many of these by `check`."""
    by_cases: Count
    """How many of these by a case."""
    survived: Count
    """How many were not found."""
    score: float
    """The percentage found of those that change anything."""
    kinds: Mapping[FaultKindWord, FaultKindScore]
    """The same for each kind of fault."""


class MutationOutput(VerbOutput, frozen=True, kw_only=True):
    """How many single faults in the rows of a pack are found."""

    pack: str
    """The pack."""
    mutants: tuple[MutantOutput, ...]
    """The faults that were tried, in the order of the files."""
    summary: MutationSummary
    """How many there are."""
