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


def verdict_on(
    folder: Path,
    progress: Progress | None = None,
    *,
    quick: bool = False,
    workers: int = 1,
) -> Verdict:
    """Return the verdict on a pack under its option combinations, or under the defaults
    alone if `quick`; it does not depend on the number of workers.

    `progress` is called with (combinations done, of all).
    """
    entry = verdict_entry(folder)
    known = None if entry is None else entry.verdict(quick=quick)
    if known is not None:
        return known
    from interpreter.pipeline.checking import check
    from interpreter.pipeline.combinations import TrialOptions

    trying = TrialOptions(progress, entry, workers)
    checked = check(folder, trying, quick=quick)
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
