"""Changes of files that were written by hand, as text and as JSON."""

from collections.abc import Iterator, Sequence
from difflib import unified_diff

from msgspec import Struct

from interpreter.diagnostics import Diagnostic
from interpreter.reports.colour import PLAIN, Paint, clean
from interpreter.reports.diagnostics import listed, problems_output, summary
from interpreter.reports.outputs.edits import (
    AcceptOutput,
    FileEditOutput,
    FixedPackOutput,
    FixedProblemOutput,
    FmtOutput,
    LayoutOutput,
    LayoutStatus,
)

CONTEXT = 2  # lines around a change
NOT_KEPT = "no layout is known that would not change what it says"


def diff_text(file: str, before: str, after: str, paint: Paint = PLAIN) -> str:
    """Return what changes in a file, as `diff -u` prints it; "" if nothing does."""
    return "\n".join(_painted(file, before, after, paint))


def _painted(file: str, before: str, after: str, paint: Paint) -> Iterator[str]:
    name = clean(file)
    lines = unified_diff(
        before.splitlines(), after.splitlines(), name, name, lineterm="", n=CONTEXT
    )
    for number, line in enumerate(lines):
        if number < 2:  # the two lines with the name
            yield paint.bold(line)
        elif line.startswith("@"):
            yield paint.mild(line)
        elif line.startswith("+"):
            yield paint.good(line)
        elif line.startswith("-"):
            yield paint.bad(line)
        else:
            yield line


def changed_lines(before: str, after: str) -> int:
    """Return how many lines of a text are new or otherwise in another."""
    pairs = unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    found = sum(line.startswith("+") for line in pairs) - 1
    return max(found, 1)


class FileLayout(Struct, frozen=True):
    """A file as it is and as it would be.

    `after` is None, with problems, if it cannot be read; without, if no layout is known
    that would leave it what it is.
    """

    file: str
    before: str
    after: str | None
    problems: tuple[Diagnostic, ...] = ()
    data: bytes = b""

    @property
    def status(self) -> LayoutStatus:
        """What would become of it."""
        if self.after is None:
            return "unreadable" if self.problems else "left"
        return "changed" if self.changes else "same"

    @property
    def changes(self) -> bool:
        """Whether its layout is another one."""
        return self.after is not None and self.data != self.after.encode()

    def diff(self, paint: Paint = PLAIN) -> str:
        """Return what changes as a unified diff, "" if nothing does."""
        return (
            ""
            if self.after is None
            else diff_text(self.file, self.before, self.after, paint)
        )


def layouts_text(found: Sequence[FileLayout], *, is_written: bool) -> str:
    """Return which files were written in a new layout, or would be, and how many."""
    done = "changed" if is_written else "would change"
    lines: list[str] = []
    changed = [layout for layout in found if layout.changes]
    for layout in changed:
        assert layout.after is not None
        count = changed_lines(layout.before, layout.after)
        lines.append(f"{clean(layout.file)}: {count:,} line{'s' * (count != 1)} {done}")
    every = f"{len(found):,} file{'s' * (len(found) != 1)}"
    lines.append(f"{len(changed):,} of {every} {done}")
    return "\n".join(lines)


def layout_failures(found: Sequence[FileLayout], paint: Paint) -> str:
    """Return why files have no layout, "" if all have."""
    problems = [problem for layout in found for problem in layout.problems]
    left = [
        f"{clean(layout.file)}: left as it is; {NOT_KEPT}"
        for layout in found
        if layout.status == "left"
    ]
    return "\n".join([*([listed(problems, paint)] if problems else []), *left])


def fmt_output(found: Sequence[FileLayout], *, is_written: bool) -> FmtOutput:
    """Return the record of `fmt`."""
    others = [layout for layout in found if layout.status != "same"]
    files = (
        LayoutOutput(
            file=layout.file,
            status=layout.status,
            written=is_written and layout.changes,
            diff=layout.diff(),
            problems=problems_output(layout.problems),
        )
        for layout in others
    )
    return FmtOutput(files=tuple(files), same=len(found) - len(others))


class FileEdit(Struct, frozen=True):
    """A file that changes: what it says, and what it will say."""

    file: str
    before: str
    after: str

    def diff(self, paint: Paint = PLAIN) -> str:
        """Return what changes as a unified diff."""
        return diff_text(self.file, self.before, self.after, paint)


class FixedPack(Struct, frozen=True):
    """A pack as it is after fixes: the files that change, the problems that were
    removed, at their places then, those that are left, and how many of them have a fix
    that was not tried because it is not safe."""

    edits: tuple[FileEdit, ...]
    applied: tuple[Diagnostic, ...]
    problems: tuple[Diagnostic, ...]
    unsafe: int

    @property
    def has_errors(self) -> bool:
        """Whether an error is left."""
        return any(problem.severity == "error" for problem in self.problems)


SHOWN_TEXT = 40  # characters of a text that is replaced


def fixed_text(pack: FixedPack, name: str, paint: Paint, *, is_written: bool) -> str:
    """Return what was changed, and what is left."""
    lines = [_fixed_line(problem, paint) for problem in pack.applied]
    lines += [""] if lines else []
    count = f"{len(pack.applied):,} problem{'s' * (len(pack.applied) != 1)}"
    done = "fixed" if is_written else "would be fixed"
    lines.append(f"{clean(name)}: {count} {done}; left: {summary(pack.problems)}")
    if pack.unsafe:
        each = (
            "has a fix that changes" if pack.unsafe == 1 else "have fixes that change"
        )
        lines.append(
            f"{pack.unsafe} of them {each} what is said: --unsafe applies them"
        )
    return "\n".join(lines)


def _fixed_line(problem: Diagnostic, paint: Paint) -> str:
    assert problem.fix is not None
    span, replacement = problem.fix.span, problem.fix.replacement
    change = f"{_quoted(span.text)} becomes {_quoted(replacement)}"
    if not replacement:
        change = f"{_quoted(span.text)} is deleted"
    place = paint.bold(f"{clean(str(span))}:")
    return f"{place} {problem.code} {clean(problem.message)}: {change}"


def _quoted(text: str) -> str:
    shown = clean(text if len(text) <= SHOWN_TEXT else f"{text[:SHOWN_TEXT]}...")
    return f"'{shown.strip() or shown}'"


def fix_output(pack: FixedPack, name: str, *, is_written: bool) -> FixedPackOutput:
    """Return the record of `fix`."""
    return FixedPackOutput(
        pack=name,
        fixed=tuple(map(_fixed_output, pack.applied)),
        files=tuple(
            FileEditOutput(file=edit.file, written=is_written, diff=edit.diff())
            for edit in pack.edits
        ),
        count=len(pack.problems),
        unsafe=pack.unsafe,
        problems=problems_output(pack.problems),
    )


def _fixed_output(problem: Diagnostic) -> FixedProblemOutput:
    assert problem.fix is not None
    span = problem.fix.span
    line, column = span.first
    return FixedProblemOutput(
        code=problem.code,
        file=span.source.name,
        line=line,
        column=column,
        message=problem.message,
        was=span.text,
        replacement=problem.fix.replacement,
        safe=problem.fix.safe,
    )


class Accepted(Struct, frozen=True):
    """Cases whose expectations were replaced, those that cannot be, each with why, and
    the files that change."""

    names: tuple[str, ...]
    refused: tuple[tuple[str, str], ...]
    edits: tuple[FileEdit, ...]


def accepted_text(found: Accepted, paint: Paint, *, is_written: bool) -> str:
    """Return the changes of cases, which were accepted and which cannot be."""
    lines = [edit.diff(paint) for edit in found.edits]
    lines += [""] if lines else []
    lines += [
        f"'{clean(name)}' cannot be accepted: {clean(why)}"
        for name, why in found.refused
    ]
    count = f"{len(found.names):,} case{'s' * (len(found.names) != 1)}"
    done = "accepted" if is_written else "would be accepted"
    lines.append(
        f"{count} {done}" if found.names or found.refused else "no case failed"
    )
    return "\n".join(lines)


def accepted_output(found: Accepted, *, is_written: bool) -> AcceptOutput:
    """Return the record of accepted cases."""
    return AcceptOutput(
        accepted=found.names,
        refused=dict(found.refused),
        files=tuple(
            FileEditOutput(file=edit.file, written=is_written, diff=edit.diff())
            for edit in found.edits
        ),
    )
