"""Watches packs: checks one again after each save, and says what has changed.

A save is noticed by the sizes and times of files, which are polled. The check under the
default options comes first, because it is quick. The check under all combinations
follows; another save cuts it short.
"""

import gc
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from interpreter.cache.entries import text_in
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
    packs: list[_WatchedPack] = []

    def any_saved() -> bool:
        return any(pack.is_changed() for pack in packs)

    packs += (_WatchedPack(each, progress, workers, any_saved) for each in folders)
    while True:
        for pack in packs:
            if pack.was_saved():
                # an editor may write a file in several steps
                while pack.is_being_saved(sleep):
                    pass
                yield pack.change_by_default()
            elif pack.was_lost():
                yield pack.loss()
        # all combinations of one pack would keep the defaults of others waiting
        for pack in packs:
            if pack.is_unfinished and not any_saved():
                with suppress(_Saved):
                    if not quick:
                        yield pack.change_under_all()
                    pack.is_unfinished = False
                    pack.prepare()
        sleep(POLL)


class _WatchedPack:
    """A pack as it was checked last."""

    def __init__(
        self,
        folder: Path,
        progress: Progress | None,
        workers: int,
        any_saved: Callable[[], bool],
    ) -> None:
        """`any_saved` tells whether a file of any pack was saved, which cuts a check
        under all combinations short."""
        self._folder = folder
        self._folders: tuple[Path, ...] = (folder,)
        self._progress, self._workers = progress, workers
        self._any_saved = any_saved
        self._last = LastReading()
        self._stamps: Stamps | None = None
        self._looked = 0.0
        self._missing = 0
        self._by_default: tuple[Diagnostic, ...] = ()
        self._problems: tuple[Diagnostic, ...] = ()
        self.is_unfinished = False

    def is_changed(self) -> bool:
        """Return whether a file has changed since the last check began; not while the
        pack has no head."""
        is_there = (self._folder / HEAD).is_file()
        return is_there and self._stamps != stamps_of(self._folders)

    def was_saved(self) -> bool:
        """Return the same, and count how often the pack had no head in a row."""
        is_there = (self._folder / HEAD).is_file()
        self._missing = 0 if is_there else self._missing + 1
        return self.is_changed()

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
        self.is_unfinished = False
        return CheckChange(self._folder, True, lost, gone, lost)

    def is_being_saved(self, sleep: Callable[[float], None]) -> bool:
        """Wait a moment; return whether a file has changed meanwhile."""
        before = self._stamps = stamps_of(self._folders)
        sleep(SETTLES)
        return before != stamps_of(self._folders)

    def change_by_default(self) -> CheckChange:
        """Check the pack under its default options and return what has changed."""
        with without_collector():
            verdict = verdict_on(self._folder, quick=True, last=self._last)
        with passed_over():
            self._look_at(verdict.folders)
            hidden = _unlooked_for(verdict.problems, self._by_default)
            known = (*verdict.problems, *hidden)
            new, gone = difference(self._by_default, known)
            added, _ = difference(self._problems, new)
            kept, removed = _without(self._problems, gone)
            self._by_default, self._problems = known, (*kept, *added)
            self.is_unfinished = True
            now = verdict.problems if has_error(verdict.problems) else self._problems
            return self._change(True, added, removed, now)

    def change_under_all(self) -> CheckChange:
        """Check the pack under all combinations and return what has changed; raises
        _Saved for a save."""
        with passed_over():
            verdict = verdict_on(
                self._folder, self._tell, workers=self._workers, last=self._last
            )
            hidden = _unlooked_for(verdict.problems, self._problems)
            known = (*verdict.problems, *hidden)
            new, gone = difference(self._problems, known)
            self._problems = known
            return self._change(False, new, gone, verdict.problems)

    def _change(
        self,
        quick: bool,
        new: tuple[Diagnostic, ...],
        gone: tuple[Diagnostic, ...],
        now: tuple[Diagnostic, ...],
    ) -> CheckChange:
        waiting = len(self._problems) - len(now)
        return CheckChange(self._folder, quick, new, gone, now, waiting)

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
            if self._any_saved():
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


def has_error(problems: Iterable[Diagnostic]) -> bool:
    """Tell whether an error is among problems: a check then looks for no others."""
    return any(problem.severity == "error" for problem in problems)


def _unlooked_for(
    found: tuple[Diagnostic, ...], before: Iterable[Diagnostic]
) -> tuple[Diagnostic, ...]:
    """Return the problems of before that were not found because an error kept the check
    from looking for them: those of files that are as they were, and other warnings and
    notes of files that are still there."""
    if not has_error(found):
        return ()
    left, _ = _without(before, found)
    now = {each.span.source.name: _text_now(each.span.source) for each in left}

    def is_hidden(problem: Diagnostic) -> bool:
        source = problem.span.source
        text = now[source.name]
        is_same = text is not None and text == source.text
        return is_same or (text is not None and problem.severity != "error")

    return tuple(filter(is_hidden, left))


def _text_now(source: Source) -> str | None:
    """Return the text that a file has now; None where it is not there."""
    try:
        return text_in(Path(source.name).read_bytes())
    except OSError:
        return None


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
