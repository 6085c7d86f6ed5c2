"""Changes of files that were written by hand, as text and as JSON."""

from collections.abc import Iterator, Sequence
from difflib import unified_diff

from msgspec import Struct

from interpreter.diagnostics import Diagnostic
from interpreter.reports.colour import PLAIN, Paint, clean
from interpreter.reports.diagnostics import listed, problems_output
from interpreter.reports.outputs.edits import FmtOutput, LayoutOutput, LayoutStatus

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
