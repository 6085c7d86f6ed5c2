"""Cases of a pack dealt to several processes; the results are those of one process.

A process that runs a case needs the pack as it reads under the case's options, which
costs far more than most cases. So cases with equal options stay together, in batches
small enough to be dealt evenly, and few cases are run where they are.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

from interpreter.app.testing.case_runs import CaseRunner, Options
from interpreter.pipeline.loading import Loaded, load, usable
from interpreter.reports.cases import CaseDifference, CaseResult
from interpreter.ruleset.layers import owner_below
from interpreter.values.exact_numbers import numbers_of_any_length

FEW_CASES = 150
"""So many cases are run no slower in this process: each other must read the pack."""
BATCH = 40

WorkerAnswer = tuple[tuple[str, ...], tuple[CaseDifference, ...], str]
"""The rules of a case, its differences and its error: what a result holds that the
declaration of the case does not say."""


def case_results(loaded: Loaded, own: bool, workers: int) -> Iterator[CaseResult]:
    """Yield the result of each case in the order of the files."""
    cases = CaseRunner(loaded, own=own)
    declared = cases.declared()
    if workers == 1 or len(declared) < FEW_CASES:
        yield from cases.results()
        return
    # most commands never need it, and importing it takes time
    from interpreter.engine.simulation.workers import Failed, served

    batches = _batches(cases)
    answers: dict[str, WorkerAnswer] = {}
    pieces = [(batch,) for batch in batches]
    given = (str(loaded.folder), own)
    for batch, answer in zip(
        batches, served(_runner, given, pieces, workers), strict=True
    ):
        if isinstance(answer, Failed):
            raise answer.error()
        answers |= zip(batch, answer, strict=True)
    for name, case in declared.items():
        below = owner_below(case, loaded.layers)
        yield CaseResult(loaded.name, case.name, case.span, *answers[name], below)


def _batches(cases: CaseRunner) -> list[tuple[str, ...]]:
    """Return the names of all cases, those of equal options together."""
    groups: dict[Options, list[str]] = {}
    for name, declared in cases.declared().items():
        groups.setdefault(cases.options(declared), []).append(name)
    batches = [
        tuple(names[first : first + BATCH])
        for names in groups.values()
        for first in range(0, len(names), BATCH)
    ]
    return sorted(batches, key=len, reverse=True)


def _runner(folder: str, own: bool) -> Callable[[tuple[str, ...]], list[WorkerAnswer]]:
    """Return what runs a batch, in a process of its own."""
    loaded = load(Path(folder))
    usable(loaded)
    cases = CaseRunner(loaded, own=own)
    declared = cases.declared()

    def run(names: tuple[str, ...]) -> list[WorkerAnswer]:
        with numbers_of_any_length():
            results = [cases.result(declared[name]) for name in names]
        return [(each.rules, each.differences, each.error) for each in results]

    return run
