"""What `check`, `explain`, `test` and `coverage` print with `--json`, and every verb
that fails."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Struct

from interpreter.diagnostics.diagnostic import Severity
from interpreter.reports.outputs.encoding import (
    ABSENT,
    Absent,
    Count,
    Limits,
    Ordinal,
    VerbOutput,
)

Code = Annotated[str, Limits(pattern="^R[0-9]{3}$")]


class RelatedPlace(Struct, frozen=True, kw_only=True):
    """Another place that a problem is about."""

    file: str
    """The file."""
    line: Ordinal
    """The line, from 1."""
    column: Ordinal
    """The column, from 1."""
    end_line: Ordinal
    """The line of the end."""
    end_column: Ordinal
    """The column after the end."""
    message: str
    """What is there."""


class FixOutput(Struct, frozen=True, kw_only=True):
    """A change of a text that removes a problem."""

    file: str
    """The file."""
    line: Ordinal
    """The line of the first character that is replaced, from 1."""
    column: Ordinal
    """The column, from 1."""
    end_line: Ordinal
    """The line of the end."""
    end_column: Ordinal
    """The column after the end."""
    replacement: str
    """What is written instead."""
    safe: bool
    """Whether it means the same as what was typed, in the language it is from."""


class ProblemOutput(Struct, frozen=True, kw_only=True):
    """An error, a warning or a note about a place in a file."""

    code: Code
    """The code, which `umpire explain` explains."""
    severity: Severity
    """How serious it is."""
    confidence: Literal["certain", "likely"]
    """Whether it is proved, or a guess that may be as its author wants it."""
    file: str
    """The file."""
    line: Ordinal
    """The line, from 1."""
    column: Ordinal
    """The column, from 1."""
    end_line: Ordinal
    """The line of the end."""
    end_column: Ordinal
    """The column after the end."""
    message: str
    """What is wrong."""
    expected: str
    """What was expected, or an empty text."""
    hint: str
    """What may help, or an empty text."""
    related: tuple[RelatedPlace, ...]
    """Other places that it is about."""
    fix: FixOutput | Absent = ABSENT
    """The change of a text that removes it, if one is known."""
    allowed: str | Absent = ABSENT
    """Why its author allows it there, if he does."""


Problems = Annotated[tuple[ProblemOutput, ...], Limits(max_items=200)]


class CheckOutput(VerbOutput, frozen=True, kw_only=True):
    """The problems of packs."""

    count: Count
    """How many problems there are; at most 200 of them are listed, errors first."""
    left_out: Count
    """How many of them are not listed."""
    problems: Problems
    """The problems, sorted by file and place."""


class CheckChangeOutput(VerbOutput, frozen=True, kw_only=True):
    """With `--watch`, on a line of its own: what a check found that the one before it
    did not."""

    pack: str
    """The pack."""
    quick: bool
    """Whether only the default options were tried; problems under other options are
    taken to be as they were."""
    new: Problems
    """The problems that are new."""
    gone: Problems
    """The problems that are gone, where they were."""
    errors: Count
    """How many errors there are now."""
    warnings: Count
    """How many warnings there are now."""
    notes: Count
    """How many notes there are now."""
    waiting: Count
    """How many others there were before, which an error keeps from being looked for."""


ExitCode = Literal[1, 2, 3, 4, 5, 69, 70, 130]


class FailureOutput(VerbOutput, frozen=True, kw_only=True):
    """The last line of stderr, one line, when a verb fails; stdout is empty then."""

    exit: ExitCode
    """The exit code: 1 the answer is no, 2 a word of the command line, 3 a pack or a
    value, 4 a limit, 5 a game file, 70 a fault of the program, 130 interrupted."""
    message: str
    """What is wrong, in one sentence."""
    hint: str
    """What may help, or an empty text."""
    count: Count
    """How many problems there are; at most 200 of them are listed, errors first."""
    left_out: Count
    """How many of them are not listed."""
    problems: Problems
    """The problems of a pack or a file, as `check` reports them; else empty."""


class CodeOutput(Struct, frozen=True, kw_only=True):
    """A code of the catalogue."""

    code: Code
    """The code."""
    severity: Severity
    """How serious it is."""
    confidence: Literal["certain", "likely"]
    """Whether it is proved, or a guess that may be as its author wants it."""
    title: str
    """What it is, in a few words."""
    why: str
    """Why it is a problem."""
    bad: str
    """An example that has it."""
    good: str
    """The same without it."""


PageKind: TypeAlias = Literal["step", "clause", "function"]


class ReferencePageOutput(Struct, frozen=True, kw_only=True):
    """A page of the reference of steps and functions."""

    kind: PageKind
    """Of what it is."""
    name: str
    """Its name."""
    text: str
    """The page, as Markdown."""


class ExplainOutput(VerbOutput, frozen=True, kw_only=True):
    """Codes of the catalogue of problems."""

    codes: tuple[CodeOutput, ...]
    """The codes, sorted."""
    pages: tuple[ReferencePageOutput, ...] = ()
    """The pages of the reference of a step or a function of that name."""


class DifferenceOutput(Struct, frozen=True, kw_only=True):
    """A difference between what a case expects and what was found."""

    what: str
    """What was compared."""
    expected: str
    """What the case says."""
    found: str
    """What was found."""
    said: str
    """The same as one sentence, if that says more; else empty."""
    at: str
    """The place in the case that the sentence is about; else empty."""


class CaseOutput(Struct, frozen=True, kw_only=True):
    """The result of a case."""

    pack: str
    """The pack whose cases were run."""
    name: str
    """The case."""
    passed: bool
    """Whether it passed."""
    rules: tuple[str, ...]
    """The rules that it names."""
    at: str
    """Its place: file:line:column."""
    differences: tuple[DifferenceOutput, ...]
    """What differs from what it expects; empty if it passed."""
    error: str
    """Why it could not be run, or an empty text."""
    below: str
    """The pack that declares the case, if `pack` extends it; else empty."""


class UncoveredOutput(Struct, frozen=True, kw_only=True):
    """An element that no passing case ran through."""

    name: str
    """Its name."""
    at: str
    """Its place: file:line:column."""


ElementKind = Literal[
    "rules",
    "rows of tables",
    "rows of modifiers",
    "branches of steps",
    "formulas",
    "options",
]


class GapOutput(Struct, frozen=True, kw_only=True):
    """The elements of one kind in a pack."""

    pack: str
    """The pack."""
    kind: ElementKind
    """What is counted."""
    count: Count
    """How many there are."""
    untouched: tuple[UncoveredOutput, ...]
    """Those that no passing case ran through."""


class CasesOutput(VerbOutput, frozen=True, kw_only=True):
    """The results of the cases of packs."""

    passed: Count
    """How many passed."""
    failed: Count
    """How many failed."""
    cases: tuple[CaseOutput, ...]
    """Every case that was run."""
    coverage: tuple[GapOutput, ...] | Absent = ABSENT
    """With `--coverage`: what no case covers, by pack and kind."""


CoverageWord = Literal[
    "exercised",
    "excused",
    "excepted",
    "idle",
    "asked",
    "unreached",
    "uncarried",
    "refused",
    "later",
]


class ImplementedOutput(Struct, frozen=True, kw_only=True):
    """An element that names a rule."""

    name: str
    """The element."""
    at: str
    """Its place: file:line:column."""
    exercised: bool
    """Whether a passing case ran through it."""
    reached: bool
    """Whether play can reach it from an entry point, the procedure of a scenario or a
    policy."""


class RuleCoverageOutput(Struct, frozen=True, kw_only=True):
    """The coverage of a rule of the source."""

    id: str
    """The rule."""
    at: str
    """Its place in the rulebook file: file:line:column."""
    kinds: tuple[str, ...]
    """Its kinds, as the rulebook file has them."""
    said: str
    """The status that the rulebook file gives it."""
    status: CoverageWord
    """Its coverage: `exercised`, `excused` and `excepted` count as covered."""
    implemented: tuple[ImplementedOutput, ...]
    """The elements that name it."""
    cases: tuple[str, ...]
    """The passing cases that ran through one of them."""
    hint: str
    """What to write, or an empty text."""


class CoverageSummary(Struct, frozen=True, kw_only=True):
    """How many rules there are, and of which coverage."""

    rules: Count
    """How many there are."""
    covered: Count
    """How many are covered."""
    standing: Mapping[CoverageWord, Count]
    """How many have each status. `exercised`: implemented, and a passing case runs
    through it. `excused`: left out for a reason that its kind allows. `excepted`: left
    out for another reason; few may be. `idle`: no passing case runs through what
    implements it. `asked`: what implements it only asks the judge. `unreached`: play
    never reaches what implements it. `uncarried`: nothing implements it. `refused`:
    left out for another reason, as too many are. `later`: to be written later."""


class CoverageOutput(VerbOutput, frozen=True, kw_only=True):
    """The coverage of each rule of the source."""

    pack: str
    """The pack."""
    rules: tuple[RuleCoverageOutput, ...]
    """The rules, in the order of the rulebook file."""
    summary: CoverageSummary
    """How many there are."""
