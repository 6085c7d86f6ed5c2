"""Watches packs: checks one again after each save, and says what has changed.

A save is noticed by the sizes and times of files, which are polled. The check under the
default options comes first, because it is quick. The check under all combinations
follows; another save cuts it short.
"""

import gc
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from interpreter.cache.pack_verdicts import Verdict
from interpreter.diagnostics import Diagnostic, LimitExceeded, UmpireError, problem
from interpreter.pipeline.collector import passed_over, without_collector
from interpreter.pipeline.verdicts import LastReading, verdict_on
from interpreter.reports.diagnostics import CheckChange
from interpreter.ruleset.finding import HEAD, paths_below
from interpreter.source import Source, Span

POLL = 0.1
"""Seconds between two looks at the files."""
SETTLES = 0.03
"""Seconds without another change after which a file is taken to be saved."""
LOST = 10
"""After so many looks without its head a pack is gone; an editor or a switch of
branches takes it away for a moment."""
Stamps = tuple[tuple[str, int, int], ...]
Progress = Callable[[int, int], None]


class _Saved(Exception):
    """A file was saved while the pack was checked."""


def watched(
    folders: Sequence[Path],
    progress: Progress | None = None,
    *,
    quick: bool = False,
    workers: int = 1,
    sleep: Callable[[float], None] = time.sleep,
) -> Generator[CheckChange, None, None]:
    """Yield what each pack has now, and what changes with each save; without end.

    The first changes are those from no problem at all. Whatever a check raises ends it.
    """
    packs = [_WatchedPack(folder, progress, quick, workers) for folder in folders]
    while True:
        for pack in packs:
            if pack.was_saved():
                # an editor may write a file in several steps
                while pack.is_being_saved(sleep):
                    pass
                with suppress(_Saved):
                    yield from pack.changes()
                if not pack.was_saved():
                    pack.prepare()
            elif pack.was_lost():
                yield pack.loss()
        sleep(POLL)


class _WatchedPack:
    """A pack as it was checked last."""

    def __init__(
        self, folder: Path, progress: Progress | None, quick: bool, workers: int
    ) -> None:
        self._folder = folder
        self._folders: tuple[Path, ...] = (folder,)
        self._progress, self._quick, self._workers = progress, quick, workers
        self._last = LastReading()
        self._stamps: Stamps | None = None
        self._looked = 0.0
        self._missing = 0
        self._by_default: tuple[Diagnostic, ...] = ()
        self._problems: tuple[Diagnostic, ...] = ()

    def was_saved(self) -> bool:
        """Return whether a file has changed since the last check began; not while the
        pack has no head."""
        is_there = (self._folder / HEAD).is_file()
        self._missing = 0 if is_there else self._missing + 1
        return is_there and self._stamps != stamps_of(self._folders)

    def was_lost(self) -> bool:
        """Return whether it turns out now that the pack is no longer there."""
        return self._missing >= LOST and bool(self._stamps)

    def loss(self) -> CheckChange:
        """Return the change to a pack that is not there."""
        place = Span(Source(str(self._folder / HEAD), ""), 0, 0)
        hint = "it is checked again once it is there"
        lost = (problem("R001", place, "this file is gone", hint=hint),)
        gone, self._problems = self._problems, lost
        self._by_default, self._stamps = lost, ()
        return CheckChange(self._folder, True, lost, gone, lost)

    def is_being_saved(self, sleep: Callable[[float], None]) -> bool:
        """Wait a moment; return whether a file has changed meanwhile."""
        before = self._stamps = stamps_of(self._folders)
        sleep(SETTLES)
        return before != stamps_of(self._folders)

    def changes(self) -> Iterator[CheckChange]:
        """Check the pack and yield what has changed; raises _Saved for a save."""
        with without_collector():
            verdict = verdict_on(self._folder, quick=True, last=self._last)
        with passed_over():
            yield from self._changes(verdict)

    def _changes(self, verdict: Verdict) -> Iterator[CheckChange]:
        """Yield what the quick verdict changes, then what the whole check does."""
        self._look_at(verdict.folders)
        problems = _with_unlooked_for(verdict.problems, self._by_default)
        new, gone = difference(self._by_default, problems)
        added, _ = difference(self._problems, new)
        kept, removed = _without(self._problems, gone)
        self._by_default = problems
        self._problems = (*kept, *added)
        yield CheckChange(self._folder, True, added, removed, self._problems)
        if self._quick:
            return
        whole = verdict_on(
            self._folder, self._tell, workers=self._workers, last=self._last
        )
        problems = _with_unlooked_for(whole.problems, self._problems)
        new, gone = difference(self._problems, problems)
        self._problems = problems
        yield CheckChange(self._folder, False, new, gone, self._problems)

    def prepare(self) -> None:
        """Do what makes the next check quick, while nobody waits."""
        with suppress(UmpireError, OSError):  # the next check says it
            self._last.prepare(self._folder)
        gc.collect()

    def _look_at(self, folders: tuple[Path, ...]) -> None:
        """Watch the folders of the pack and its base packs; keep the known ones while
        it does not say which they are."""
        if folders and folders != self._folders:
            before = self._stamps or ()
            self._folders = folders
            more = stamps_of(folders[1:])
            known = {path for path, _, _ in before}
            self._stamps = (*before, *(each for each in more if each[0] not in known))

    def _tell(self, done: int, of: int) -> None:
        if time.monotonic() - self._looked > POLL:
            self._looked = time.monotonic()
            if self.was_saved():
                raise _Saved
        if self._progress is not None:
            self._progress(done, of)


def stamps_of(folders: Iterable[Path]) -> Stamps:
    """Return path, size and time of each file of some packs, and the paths of what
    looks like one and is not read."""
    stamps: list[tuple[str, int, int]] = []
    for folder in folders:
        with suppress(OSError, LimitExceeded):
            unread: list[Diagnostic] = []  # such as files of another ending
            for path in sorted(paths_below(folder, unread)):
                with suppress(OSError):
                    file = (folder / path).stat()
                    stamps.append((str(folder / path), file.st_size, file.st_mtime_ns))
            stamps += sorted((each.span.source.name, 0, 0) for each in unread)
    return tuple(stamps)


def _with_unlooked_for(
    found: tuple[Diagnostic, ...], before: Iterable[Diagnostic]
) -> tuple[Diagnostic, ...]:
    """Return the problems found; with an error among them also the warnings and notes
    of before, for a check that met an error did not look for all of them."""
    if all(problem.severity != "error" for problem in found):
        return found
    others = (problem for problem in before if problem.severity != "error")
    return (*found, *_without(others, found)[0])


def difference(
    before: Iterable[Diagnostic], after: Iterable[Diagnostic]
) -> tuple[tuple[Diagnostic, ...], tuple[Diagnostic, ...]]:
    """Return the problems that are new, and those that are gone.

    A problem that was only moved to another line is the same.
    """
    old, now = tuple(before), tuple(after)
    return _without(now, old)[0], _without(old, now)[0]


def _without(
    problems: Iterable[Diagnostic], others: Iterable[Diagnostic]
) -> tuple[tuple[Diagnostic, ...], tuple[Diagnostic, ...]]:
    """Return the problems that are not among others, and those that are."""
    left = Counter(map(_identity, others))
    kept, removed = [], []
    for each in problems:
        identity = _identity(each)
        if left[identity]:
            left[identity] -= 1
            removed.append(each)
        else:
            kept.append(each)
    return tuple(kept), tuple(removed)


def _identity(problem: Diagnostic) -> tuple[str, str, str, str]:
    span = problem.span
    return problem.code, span.source.name, problem.message, span.text
