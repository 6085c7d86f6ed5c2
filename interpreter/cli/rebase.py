"""`umpire rebase OVERLAY`: an overlay carried over to a base that has moved."""

from argparse import Namespace
from pathlib import Path

from msgspec.structs import replace

from interpreter.app.rebasing.rebase import rebase
from interpreter.cli.arguments import configure_dry_run
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.reports.outputs.rebases import RebaseOutput
from interpreter.reports.rebases import OwnCases, rebase_output, rebase_text
from interpreter.ruleset.finding import find_pack, pack_to_write

OUTPUT = RebaseOutput
CONFLICTS = 3


def configure(parser: Parser) -> None:
    """Add the overlay and its bases."""
    parser.add_argument("pack", metavar="OVERLAY", help="the folder of an overlay")
    parser.add_argument(
        "--onto",
        metavar="BASE",
        help="the new base, a name or a path; without it, what the overlay extends, "
        "which has moved",
    )
    parser.add_argument(
        "--from",
        dest="old",
        metavar="OLD",
        help="the base that it was written for, also PACK@REVISION; without it, what "
        "it extends if that is another pack, else what its 'expect' say",
    )
    parser.add_argument(
        "--keep",
        action="append",
        default=[],
        metavar="PATH",
        help="keep the overlay's value in the conflict at this path; may be repeated; "
        "'all' for every one",
    )
    configure_dry_run(parser)


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Rebase an overlay and run its own cases, or show how; 3 if a conflict is left,
    the check is worse, or one of these cases fails."""
    is_written = not arguments.dry_run
    find = pack_to_write if is_written else find_pack
    folder = find(arguments.pack)
    found = rebase(folder, onto=arguments.onto, old=arguments.old, keep=arguments.keep)
    if is_written:
        found.write()
    report = found.report
    if is_written and report.has_cases and not report.errors:
        report = replace(report, own_cases=_own_cases(folder))
    if arguments.json:
        terminal.show_json(rebase_output(report, is_written=is_written))
    else:
        for edit in () if is_written else report.edits:
            terminal.show(edit.diff(terminal.paint))
        terminal.show(rebase_text(report, terminal.paint, is_written=is_written))
    return 0 if report.is_clean else CONFLICTS


def _own_cases(folder: Path) -> OwnCases:
    """Run the own cases of an overlay that was written."""
    # imported late: a dry run does not wait for it
    from interpreter.app.testing.pack_runs import CasesWanted, results_of

    results = results_of([folder], CasesWanted((), True, 1, False), None)
    failed = tuple(result.name for result in results if not result.passed)
    return OwnCases(len(results), failed)
