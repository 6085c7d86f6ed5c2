"""`umpire test PACK...`: the cases of packs."""

from argparse import Namespace
from os import cpu_count

from interpreter.cli.arguments import positive
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.diagnostics import UsageError
from interpreter.reports.cases import CaseResult, Gap, cases_output, cases_text
from interpreter.reports.outputs.checks import CasesOutput
from interpreter.ruleset.finding import find_pack
from interpreter.values.exact_numbers import numbers_of_any_length

OUTPUT = CasesOutput
ALONE = "--coverage runs in one process: leave out --workers"


def configure(parser: Parser) -> None:
    """Add the packs."""
    parser.add_argument("packs", nargs="+", metavar="PACK", help="a name or a path")
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
    """Run every case; 1 when one failed."""
    # no shell waits for these to complete a word
    from interpreter.app.testing.case_runs import CaseRunner, case_results
    from interpreter.coverage.covered import Coverage
    from interpreter.pipeline.loading import load, usable

    if arguments.coverage and arguments.workers is not None:
        raise UsageError(ALONE)
    workers = cpu_count() or 1
    if arguments.workers is not None:
        workers = positive("--workers", arguments.workers)
    folders = [find_pack(pack) for pack in arguments.packs]  # all names first
    found: list[CaseResult] = []
    gaps: list[Gap] = []
    for folder in folders:
        loaded = load(folder)
        usable(loaded)
        with numbers_of_any_length():
            if arguments.coverage:
                coverage = Coverage(loaded)
                found += CaseRunner(loaded, coverage, arguments.own).results()
                gaps += coverage.gaps()
            else:
                found += case_results(loaded, arguments.own, workers)
    if arguments.json:
        terminal.show_json(cases_output(found, gaps if arguments.coverage else None))
    else:
        terminal.show(cases_text(found, terminal.paint, gaps))
    return 0 if all(each.passed for each in found) else 1
