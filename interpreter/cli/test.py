"""`umpire test PACK...`: the cases of packs."""

from argparse import Namespace

from interpreter.cli.arguments import workers_of
from interpreter.cli.parser import Parser
from interpreter.cli.progress import progress
from interpreter.cli.terminal import LONG, Terminal
from interpreter.diagnostics import UsageError
from interpreter.reports.cases import cases_output, cases_text
from interpreter.reports.outputs.checks import CasesOutput

OUTPUT = CasesOutput
ALONE = "--coverage runs in one process: leave out --workers"
WHOLE = "--coverage runs every case"
BOTH = "--all runs every case, --changed only what an edit reaches"


def configure(parser: Parser) -> None:
    """Add the packs, and which of their cases are run."""
    parser.add_argument(
        "packs",
        nargs="+",
        metavar="PACK",
        help="a name or a path; after it also a case, a table of cases, a part of "
        "their names or a rule: only these are run",
    )
    for option, help_text in (
        ("--all", "run also what has passed and no edit reaches"),
        ("--changed", "list only what an edit reaches since it passed"),
        ("--coverage", "list what no case runs"),
        ("--own", "leave out the cases of packs below"),
    ):
        parser.add_argument(option, action="store_true", help=help_text)
    parser.add_argument(
        "--workers",
        metavar="N",
        help="how many processes, for many cases; otherwise one for each core",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Run the cases that are wanted; 1 when one failed."""
    # no shell waits for these to complete a word
    from interpreter.app.testing.pack_runs import CasesWanted, gaps_of, results_of
    from interpreter.app.testing.selection import packs_and_words

    marked, changed = arguments.coverage, arguments.changed
    if marked and arguments.workers is not None:
        raise UsageError(ALONE)
    workers = workers_of(arguments.workers)
    folders, words = packs_and_words(arguments.packs)
    if marked and (words or changed):
        raise UsageError(WHOLE, "leave out --changed and names of cases")
    if changed and arguments.all:
        raise UsageError(BOTH, "leave out one of them")
    wanted = CasesWanted(words, arguments.own, workers, arguments.all)
    tell = progress(terminal, LONG)
    found, gaps = (
        gaps_of(folders, arguments.own, tell)
        if marked
        else (results_of(folders, wanted, tell), [])
    )
    if arguments.json:
        listed = [case for case in found if not (changed and case.unchanged)]
        terminal.show_json(cases_output(listed, gaps if marked else None))
    else:
        terminal.show(cases_text(found, terminal.paint, gaps, changed))
    return 0 if all(each.passed for each in found) else 1
