"""What came of a rebase, as text and as JSON."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from interpreter.diagnostics import Diagnostic
from interpreter.reports.colour import PLAIN, Paint, clean
from interpreter.reports.diagnostics import problems_output, summary
from interpreter.reports.outputs.edits import FileEditOutput
from interpreter.reports.outputs.rebases import (
    NameInCaseOutput,
    RebasedPartOutput,
    RebaseOutput,
)
from interpreter.reports.text_edits import FileEdit
from interpreter.reports.text_layout import WIDTH, folded
from interpreter.source import Span

RebaseStatus = Literal["carried", "dropped", "conflict"]
MOST_CASES = 5
"""Cases that fail, as far as they are named."""
SHOWN = 200  # characters of a value


class RebasedPart(Struct, frozen=True):
    """A part of an overlay that does not stay as it is written: a change, the setting
    of an option, a declaration of its own.

    `old`, `new` and `own` are the texts of the old base, the new one, and the overlay;
    "" where nothing is. A conflict has the code that `check` has for it; `can_keep`
    says that the overlay's own value can be kept.
    """

    path: str
    span: Span
    status: RebaseStatus
    message: str
    old: str = ""
    new: str = ""
    own: str = ""
    code: str = ""
    hint: str = ""
    can_keep: bool = False


class NameInCase(Struct, frozen=True):
    """A case of the overlay that writes a name which the new base has no more, and the
    name that it has there."""

    case: str
    span: Span
    old: str
    new: str


class OwnCases(Struct, frozen=True):
    """The overlay's own cases after the rebase: how many there are, and which fail."""

    count: int
    failed: tuple[str, ...]


class RebaseReport(Struct, frozen=True):
    """An overlay over its new base.

    `stays` counts the parts that fit as they are, `unguarded` those of them of which
    nobody knows whether the base has moved below them. `errors_before` are those of the
    overlay as it was; `problems` are what its check finds now.
    """

    names: tuple[str, str, str]
    """The overlay, the old base ("" if only `expect` says what it was), the new one."""
    parts: tuple[RebasedPart, ...]
    stays: int
    unguarded: int
    edits: tuple[FileEdit, ...]
    errors_before: int
    problems: tuple[Diagnostic, ...]
    names_in_cases: tuple[NameInCase, ...] = ()
    has_cases: bool = False
    """Whether the overlay has cases of its own."""
    own_cases: OwnCases | None = None
    """What came of these; None if they were not run."""

    @property
    def errors(self) -> int:
        """How many errors the check finds after the rebase."""
        return sum(problem.severity == "error" for problem in self.problems)

    @property
    def conflicts(self) -> tuple[RebasedPart, ...]:
        """What does not fit."""
        return tuple(part for part in self.parts if part.status == "conflict")

    @property
    def is_worse(self) -> bool:
        """Whether the check finds more errors than before."""
        return self.errors > self.errors_before

    @property
    def is_clean(self) -> bool:
        """Whether everything fits, the overlay checks as well as before, and no case of
        its own that was run fails."""
        is_failing = self.own_cases is not None and bool(self.own_cases.failed)
        return not self.conflicts and not self.is_worse and not is_failing


def rebase_text(
    report: RebaseReport, paint: Paint = PLAIN, *, is_written: bool = False
) -> str:
    """Return what was carried over, what was dropped, each conflict with three texts,
    and what the check says."""
    lines: list[str] = []
    for part in report.parts:
        lines += _part_lines(part, paint)
    lines += [""] if lines else []
    return "\n".join([*lines, *_totals(report, is_written=is_written)])


def _part_lines(part: RebasedPart, paint: Paint) -> list[str]:
    place = paint.bold(f"{clean(str(part.span))}:")
    is_conflict = part.status == "conflict"
    word = paint.bad(part.code) if is_conflict else paint.good(part.status)
    lines = [f"{place} {word} {clean(part.path)}: {clean(part.message)}"]
    texts = (("old base", part.old), ("new base", part.new), ("overlay", part.own))
    lines += [
        f"  {paint.mild(name.ljust(8))}  {_shown(text)}"
        for name, text in texts
        if is_conflict or text
    ]
    if part.hint:
        first, *more = folded(f"  hint: {clean(part.hint)}", WIDTH, "")
        lines.append(first.replace("hint:", paint.mild("hint:"), 1))
        lines += folded(" ".join(more), WIDTH, "    ") if more else []
    return lines


def _shown(text: str) -> str:
    text = clean(text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}...")
    return text or "(nothing)"


def _totals(report: RebaseReport, *, is_written: bool) -> list[str]:
    overlay, old, new = (clean(name) for name in report.names)
    counts = [f"{report.stays:,} {'stays' if report.stays == 1 else 'stay'}"]
    for status, one, many in (
        ("carried", "carried over", "carried over"),
        ("dropped", "dropped", "dropped"),
        ("conflict", "conflict", "conflicts"),
    ):
        count = sum(part.status == status for part in report.parts)
        counts += [f"{count:,} {one if count == 1 else many}"] if count else []
    lines = [f"{overlay} onto {new}: {', '.join(counts)}"]
    if report.unguarded:
        it = "this value" if report.unguarded == 1 else "these values"
        lines.append(
            f"{report.unguarded:,} without 'expect': name the old base with --from "
            f"to know whether {it} moved"
        )
    before = f"on {old}" if old else "before"
    verdict = "worse than before" if report.is_worse else "no worse than before"
    errors = f"{report.errors_before:,} error{'s' * (report.errors_before != 1)}"
    now = summary(report.problems)
    lines.append(f"check: {errors} {before}, now {now}: {verdict}")
    left = [each for each in report.problems if each.severity == "error"]
    lines += [f"  {clean(str(e.span))}: {e.code} {clean(e.message)}" for e in left[:10]]
    lines += _case_lines(report)
    done = "written" if is_written else "would be written"
    lines += [f"{clean(edit.file)} {done}" for edit in report.edits]
    return lines if report.edits else [*lines, "no file changes"]


def _case_lines(report: RebaseReport) -> list[str]:
    """Return what is known of the overlay's own cases, and the command that says
    more."""
    lines = [
        f"{clean(str(each.span))}: the case '{clean(each.case)}' still says "
        f"'{clean(each.old)}', which is '{clean(each.new)}' now: change it by hand"
        for each in report.names_in_cases
    ]
    if not report.has_cases:
        return lines
    command = f"umpire test {clean(report.names[0])} --own"
    ran = report.own_cases
    if ran is None:
        return [*lines, f"its own cases were not run: {command}"]
    failed = len(ran.failed)
    text = f"its own cases: {ran.count - failed:,} passed, {failed:,} failed"
    if failed:
        text += f" ({', '.join(map(clean, ran.failed[:MOST_CASES]))}"
        text += f" and {failed - MOST_CASES:,} more)" if failed > MOST_CASES else ")"
        text += f": {command}"
    return [*lines, text]


def rebase_output(report: RebaseReport, *, is_written: bool) -> RebaseOutput:
    """Return the record of `rebase`."""
    overlay, old, new = report.names
    ran = report.own_cases
    return RebaseOutput(
        overlay=overlay,
        old_base=old,
        new_base=new,
        parts=tuple(map(_part_output, report.parts)),
        stays=report.stays,
        unguarded=report.unguarded,
        files=file_edits(report.edits, is_written=is_written),
        errors_before=report.errors_before,
        errors=report.errors,
        count=len(report.problems),
        problems=problems_output(report.problems),
        names_in_cases=tuple(
            NameInCaseOutput(
                case=each.case,
                file=each.span.source.name,
                line=each.span.first[0],
                old=each.old,
                new=each.new,
            )
            for each in report.names_in_cases
        ),
        own_cases=None if ran is None else ran.count,
        failed_cases=() if ran is None else ran.failed,
    )


def file_edits(
    edits: Sequence[FileEdit], *, is_written: bool
) -> tuple[FileEditOutput, ...]:
    """Return the records of files that change."""
    return tuple(
        FileEditOutput(file=edit.file, written=is_written, diff=edit.diff())
        for edit in edits
    )


def _part_output(part: RebasedPart) -> RebasedPartOutput:
    line, column = part.span.first
    return RebasedPartOutput(
        path=part.path,
        status=part.status,
        file=part.span.source.name,
        line=line,
        column=column,
        message=part.message,
        old_base=part.old,
        new_base=part.new,
        overlay=part.own,
        code=part.code or None,
        hint=part.hint,
        can_keep=part.can_keep,
    )
