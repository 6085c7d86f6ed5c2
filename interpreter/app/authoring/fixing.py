"""Applies the fixes that diagnostics carry to the files of a pack, as edits of texts.

The pack is checked with the texts as they would be; files are written at the end, so
nobody ever sees a pack between two rounds. In each round all fixes are applied that do
not overlap. A round must leave fewer errors, one for each of its fixes; but an error of
form may hide others, so its fix must only leave no more, and none in what a safe fix
wrote. A round that does not is taken back, and its fixes are tried one by one; those
that wrote an error are never tried again. Terminates: there are at most ROUNDS rounds
and CHECKS checks.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from interpreter.app.output import replace_text
from interpreter.diagnostics import Diagnostic, UnknownName
from interpreter.diagnostics.catalogue import CODES
from interpreter.pipeline.checking import check
from interpreter.reports.text_edits import FileEdit, FixedPack
from interpreter.ruleset.finding import paths_below

ROUNDS = 20
CHECKS = 100


def fixed(
    folder: Path,
    *,
    unsafe: bool = False,
    codes: Collection[str] = (),
    texts: Mapping[str, str] = MappingProxyType({}),
) -> FixedPack:
    """Return a pack with the fixes of its problems under the default options; nothing
    is written.

    Only safe fixes are applied unless `unsafe`, only those of `codes` if there are any.
    A code that is not known is an UnknownName. Files of base packs stay as they are.
    `texts` are read in place of files, as an editor has them.
    """
    for code in codes:
        if code not in CODES:
            raise UnknownName("code", code, CODES)
    return _Fixing(folder, unsafe, frozenset(codes), texts).result()


def write_fixes(pack: FixedPack) -> None:
    """Write the files that change, each at once and whole; Unusable where one cannot
    be written, or has changed meanwhile."""
    for edit in pack.edits:
        replace_text(Path(edit.file), edit.before, edit.after)


class _Fixing:
    """The texts of a pack, and what was done to them."""

    def __init__(
        self,
        folder: Path,
        unsafe: bool,
        codes: Collection[str],
        open_texts: Mapping[str, str],
    ) -> None:
        """Check the pack as it is."""
        self.open_texts = open_texts
        self.folder = folder
        self.unsafe = unsafe
        self.codes = codes
        # those of base packs, also inside of the folder, are not among them
        self.files = {str(folder / path) for path in paths_below(folder, [])}
        self.before: dict[str, str] = {}
        self.texts: dict[str, str] = {}
        self.applied: list[Diagnostic] = []
        self.refused: set[tuple[str, str, str]] = set()
        self.checks = 0
        self.problems = self._checked({})

    def result(self) -> FixedPack:
        """Apply fixes until none is left."""
        for _ in range(ROUNDS):
            wanted = _apart(self._wanted())
            if not wanted or self.checks >= CHECKS:
                break
            if not self._try(wanted):
                self._try_each(wanted)
        edits = tuple(
            FileEdit(file, self.before[file], text)
            for file, text in sorted(self.texts.items())
            if text != self.before[file]
        )
        return FixedPack(edits, tuple(self.applied), self.problems, self._untried())

    def _untried(self) -> int:
        """Return how many problems have a fix that is unsafe and was not asked for."""
        fixes = [problem.fix for problem in self.problems if problem.fix is not None]
        return 0 if self.unsafe else sum(not fix.safe for fix in fixes)

    def _checked(self, texts: Mapping[str, str]) -> tuple[Diagnostic, ...]:
        self.checks += 1
        now = {**self.open_texts, **texts}
        return check(self.folder, quick=True, texts=now).problems

    def _wanted(self) -> list[Diagnostic]:
        """Return the problems whose fixes are to be applied, each place once."""
        return [
            problem
            for problem in self.problems
            if problem.fix is not None
            and problem.fix.replacement != problem.fix.span.text
            and (problem.fix.safe or self.unsafe)
            and (not self.codes or problem.code in self.codes)
            and problem.fix.span.source.name in self.files
            and _identity(problem) not in self.refused
        ]

    def _try(self, problems: Sequence[Diagnostic]) -> bool:
        """Apply the fixes of problems if they leave so few errors as they should; tell
        whether they do."""
        texts = dict(self.texts)
        for problem in sorted(problems, key=_start_of, reverse=True):
            assert problem.fix is not None
            span = problem.fix.span
            file = span.source.name
            self.before.setdefault(file, span.source.text)
            text = texts.get(file, span.source.text)
            texts[file] = (
                text[: span.start] + problem.fix.replacement + text[span.end :]
            )
        after = self._checked(texts)
        if not self.unsafe:
            wrong = [each for each in _written(problems) if each.has_error(after)]
            self.refused.update(_identity(each.problem) for each in wrong)
            if wrong:
                return False
        removed = sum(not _is_of_form(problem) for problem in problems)
        if _errors(after) > _errors(self.problems) - removed:
            return False
        self.texts, self.problems = texts, after
        self.applied += problems
        return True

    def _try_each(self, problems: Sequence[Diagnostic]) -> None:
        """Apply the first fix that can be applied alone, and refuse those before it.
        The places of all others have moved then."""
        left = [each for each in problems if _identity(each) not in self.refused]
        if len(left) < len(problems):
            return  # which of them were wrong is known
        for problem in problems:
            if len(problems) > 1 and self.checks < CHECKS and self._try([problem]):
                return
            self.refused.add(_identity(problem))


class _Written(NamedTuple):
    """What the fix of a problem wrote, and where that is when all fixes are applied."""

    problem: Diagnostic
    file: str
    start: int
    end: int

    def has_error(self, found: Iterable[Diagnostic]) -> bool:
        """Tell whether an error lies in it."""
        return any(
            each.severity == "error"
            and each.span.source.name == self.file
            and self.start <= each.span.start < each.span.end <= self.end
            for each in found
        )


def _written(problems: Iterable[Diagnostic]) -> Iterator[_Written]:
    """Yield what the fixes of problems of form wrote, which may have an error that was
    not seen before."""
    file, moved = "", 0
    for problem in sorted(problems, key=_start_of):
        assert problem.fix is not None
        span, text = problem.fix.span, problem.fix.replacement
        if span.source.name != file:
            file, moved = span.source.name, 0
        start = span.start + moved
        moved += len(text) - (span.end - span.start)
        if text.strip() and _is_of_form(problem):
            yield _Written(problem, file, start, start + len(text))


def _identity(problem: Diagnostic) -> tuple[str, str, str]:
    """Return what is the same of a problem when its place has moved."""
    assert problem.fix is not None
    return problem.code, problem.message, problem.fix.replacement


def _start_of(problem: Diagnostic) -> tuple[str, int]:
    assert problem.fix is not None
    return problem.fix.span.source.name, problem.fix.span.start


def _apart(problems: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return problems whose fixes do not overlap, in the order of their places; of two
    that do, the first."""
    kept: list[Diagnostic] = []
    for problem in sorted(problems, key=_start_of):
        assert problem.fix is not None
        span = problem.fix.span
        last = kept[-1].fix.span if kept and kept[-1].fix is not None else None
        is_same_file = last is not None and last.source.name == span.source.name
        if last is None or not is_same_file or span.start >= last.end > last.start:
            kept.append(problem)
    return kept


def _is_of_form(problem: Diagnostic) -> bool:
    """Tell whether a problem may hide others, or is no error."""
    is_form = problem.code[:2] in ("R0", "R1") or problem.code == "R201"
    return is_form or problem.severity != "error"


def _errors(problems: Iterable[Diagnostic]) -> int:
    return sum(problem.severity == "error" for problem in problems)
