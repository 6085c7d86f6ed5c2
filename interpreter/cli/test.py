"""`umpire test PACK...`: the cases of packs."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from os import cpu_count
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.cli.arguments import positive
from interpreter.cli.parser import Parser
from interpreter.cli.progress import LONG, progress
from interpreter.cli.terminal import Terminal
from interpreter.diagnostics import UmpireError, UsageError
from interpreter.reports.cases import CaseResult, Gap, cases_output, cases_text
from interpreter.reports.outputs.checks import CasesOutput
from interpreter.ruleset.finding import find_pack
from interpreter.values.exact_numbers import numbers_of_any_length

if TYPE_CHECKING:
    from interpreter.app.testing.selection import Selection
    from interpreter.pipeline.loading import Loaded

OUTPUT = CasesOutput
ALONE = "--coverage runs in one process: leave out --workers"
WHOLE = "--coverage counts what no case runs through: it runs them all"


def configure(parser: Parser) -> None:
    """Add the packs, and which of their cases are run."""
    parser.add_argument(
        "packs",
        nargs="+",
        metavar="PACK",
        help="a name or a path; after the first pack also the name of a case or of a "
        "table of cases, a part of a name, or a rule: only these cases are run",
    )
    parser.add_argument(
        "--all",
        action="store_true",
        help="run every case again, also those that passed and that no edit reaches",
    )
    parser.add_argument(
        "--changed",
        action="store_true",
        help="list and count only the cases that an edit reaches since they passed",
    )
    parser.add_argument(
        "--coverage", action="store_true", help="list what no case runs"
    )
    parser.add_argument(
        "--own", action="store_true", help="leave out the cases of packs below"
    )
    parser.add_argument(
        "--workers",
        metavar="N",
        help="how many processes, for many cases; otherwise one for each core",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Run the cases that are wanted; 1 when one failed."""
    folders, words = _packs(arguments.packs)
    workers = cpu_count() or 1
    if arguments.workers is not None:
        workers = positive("--workers", arguments.workers)
    _must_agree(arguments, words)
    loaded = _loaded(folders)
    gaps: list[Gap] = []
    with numbers_of_any_length():
        if arguments.coverage:
            found = _covered(loaded, arguments.own, gaps, terminal)
        else:
            found = _results(loaded, words, arguments, workers, terminal)
    if arguments.changed:
        found = [each for each in found if not each.unchanged]
    if arguments.json:
        terminal.show_json(cases_output(found, gaps if arguments.coverage else None))
    else:
        terminal.show(cases_text(found, terminal.paint, gaps, arguments.changed))
    return 0 if all(each.passed for each in found) else 1


def _packs(given: Sequence[str]) -> tuple[list[Path], list[str]]:
    """Return the packs, and what is no pack: words for cases. All names first."""
    folders, words = [find_pack(given[0])], []
    for word in given[1:]:
        try:
            folders.append(find_pack(word))
        except UmpireError:
            if "/" in word:
                raise
            words.append(word)
    return folders, words


def _must_agree(arguments: Namespace, words: Sequence[str]) -> None:
    if arguments.coverage and arguments.workers is not None:
        raise UsageError(ALONE)
    if arguments.coverage and (words or arguments.changed):
        raise UsageError(WHOLE, "leave out --changed and names of cases")
    if arguments.all and arguments.changed:
        raise UsageError("--all runs what has not changed, too", "leave out one")


def _loaded(folders: Sequence[Path]) -> list[Loaded]:
    # no shell waits for these to complete a word
    from interpreter.pipeline.loading import load, usable

    packs = []
    for folder in folders:
        loaded = load(folder)
        usable(loaded)
        packs.append(loaded)
    return packs


def _covered(
    packs: Sequence[Loaded], own: bool, gaps: list[Gap], terminal: Terminal
) -> list[CaseResult]:
    """Run every case, and add to `gaps` what none of them runs through."""
    # no shell waits for these to complete a word
    from interpreter.app.testing.case_runs import CaseRunner
    from interpreter.coverage.covered import Coverage

    found: list[CaseResult] = []
    for loaded in packs:
        coverage = Coverage(loaded)
        cases = CaseRunner(loaded, coverage, own)
        tell, every = progress(terminal, LONG), cases.declared().values()
        for done, case in enumerate(every, 1):
            found.append(cases.result(case))
            if tell is not None:
                tell(done, len(every))
        gaps += coverage.gaps()
    return found


def _results(
    packs: Sequence[Loaded],
    words: Sequence[str],
    arguments: Namespace,
    workers: int,
    terminal: Terminal,
) -> list[CaseResult]:
    """Run the cases that are meant, unless they are known to pass."""
    # no shell waits for these to complete a word
    from interpreter.app.testing.case_runs import CaseRunner
    from interpreter.app.testing.pack_runs import case_results
    from interpreter.app.testing.selection import selected
    from interpreter.cache.verdicts import Verdicts

    own = arguments.own
    chosen: list[Selection | None] = [None] * len(packs)
    if words:
        every = [(each, CaseRunner(each, own=own).declared()) for each in packs]
        chosen = list(selected(every, words))
    found: list[CaseResult] = []
    for loaded, meant in zip(packs, chosen, strict=True):
        verdicts = Verdicts.of(loaded.folder)
        try:
            found += case_results(
                loaded,
                own,
                workers,
                chosen=meant,
                verdicts=verdicts,
                again=arguments.all,
                progress=progress(terminal, LONG),
            )
        finally:
            verdicts.keep()
    return found
