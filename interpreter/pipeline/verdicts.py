"""Checks a pack, or takes the verdict on it from the cache if nothing has changed.

The modules that read and check a pack are imported in functions: a verdict that is
known needs none of them.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.cache.pack_verdicts import CombinationCounts, Verdict, verdict_entry

if TYPE_CHECKING:
    from interpreter.pipeline.combinations import Progress
    from interpreter.pipeline.loading import Loaded


class LastReading:
    """A pack as it was read last in this process, without an error: the next check of
    it reads only what differs."""

    def __init__(self) -> None:
        """Begin with nothing read."""
        self.loaded: Loaded | None = None
        self._has_error = False
        self._times = 0

    def take(self, loaded: Loaded) -> None:
        """Keep a pack that was read, if it has no error."""
        self._times += 1
        self._has_error = loaded.program is None
        if loaded.program is not None:
            self.loaded = loaded

    def prepare(self, folder: Path) -> None:
        """Read the pack now if that was not done yet, as where its verdict was known;
        and anew after many times, to give up what is remembered of former versions. Not
        while it has an error: there is nothing to keep."""
        from interpreter.pipeline.checking import check

        is_due = self.loaded is None or self._times >= READINGS
        if is_due and not self._has_error:
            self.take(check(folder, quick=True).loaded)
            self._times = 0


READINGS = 100
"""After so many checks a pack is read anew."""


def verdict_on(
    folder: Path,
    progress: Progress | None = None,
    *,
    quick: bool = False,
    workers: int = 1,
    last: LastReading | None = None,
) -> Verdict:
    """Return the verdict on a pack under its option combinations, or under the defaults
    alone if `quick`; it does not depend on the number of workers, nor on what was read
    `last`.

    `progress` is called with (combinations done, of all).
    """
    entry = verdict_entry(folder)
    known = None if entry is None else entry.verdict(quick=quick)
    if known is not None:
        return known
    from interpreter.pipeline.checking import check
    from interpreter.pipeline.combinations import TrialOptions

    trying = TrialOptions(progress, entry, workers)
    before = None if last is None else last.loaded
    checked = check(folder, trying, quick=quick, before=before)
    if last is not None:
        last.take(checked.loaded)
    plan, counts = checked.plan, None
    if plan is not None and plan.options:
        counts = CombinationCounts(plan.alone, plan.pairs, plan.sampled, plan.by_cases)
    ruleset = checked.loaded.ruleset
    chain = () if ruleset is None else ruleset.chain
    folders = tuple(folder for folder, _ in chain)
    verdict = Verdict(checked.problems, counts, folders)
    if entry is not None and ruleset is not None:
        entry.keep_verdict(verdict, chain, ruleset.files, quick=quick)
    return verdict
