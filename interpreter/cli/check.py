"""`umpire check PACK...`: everything that can be known without playing."""

from __future__ import annotations

from argparse import Namespace
from contextlib import closing
from pathlib import Path

from interpreter.app.watching import watched
from interpreter.cli.arguments import configure_house, folder_of, workers_of
from interpreter.cli.parser import Parser
from interpreter.cli.progress import progress
from interpreter.cli.terminal import LONG, Terminal
from interpreter.diagnostics import Diagnostic, UsageError
from interpreter.pipeline.verdicts import verdict_on
from interpreter.reports import diagnostics as reports
from interpreter.reports.colour import clean
from interpreter.reports.outputs.checks import CheckChangeOutput, CheckOutput
from interpreter.ruleset.finding import called

FAILED = 3
INTERRUPTED = 130
OUTPUT = CheckOutput | CheckChangeOutput
QUICKLY = "checked with the defaults of its options alone"


def configure(parser: Parser) -> None:
    """Add the packs, whether warnings count, and how much is tried."""
    parser.add_argument("packs", nargs="+", metavar="PACK", help="a name or a path")
    parser.add_argument(
        "--strict", action="store_true", help="treat warnings as errors"
    )
    parser.add_argument(
        "--errors",
        action="store_true",
        help="list errors alone; warnings and notes are only counted",
    )
    configure_house(parser)
    parser.add_argument(
        "--quick",
        action="store_true",
        help="with the defaults of its options alone, and the cases and scenarios "
        "that set none",
    )
    parser.add_argument(
        "--workers",
        metavar="N",
        help="how many processes, where it takes long; otherwise one for each core",
    )
    parser.add_argument(
        "--watch",
        action="store_true",
        help="go on: after each save print which problems are new and which are gone, "
        "until you press Ctrl-C",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Print every problem of every pack, sorted; 3 when one counts."""
    workers = workers_of(arguments.workers)
    if arguments.errors and (arguments.json or arguments.watch or arguments.strict):
        hint = "leave it out: with --json each problem has its severity"
        raise UsageError("--errors is for what is printed once, without --strict", hint)
    folders = [folder_of(arguments, pack) for pack in arguments.packs]  # all names
    if arguments.watch:
        return _watch(arguments, terminal, folders, workers)
    found: list[Diagnostic] = []
    for folder in folders:
        name = clean(_name(arguments, folder))
        tell = progress(terminal, LONG)
        verdict = verdict_on(folder, tell, quick=arguments.quick, workers=workers)
        problems = verdict.problems
        found += problems
        if verdict.tried is not None:
            combinations = QUICKLY if arguments.quick else reports.tried(verdict.tried)
            terminal.say(f"{name}: {combinations}")
        if not arguments.json:
            only = arguments.errors
            if text := reports.listed(problems, terminal.paint, errors=only):
                terminal.show(text + "\n")
            terminal.show(f"{name}: {reports.summary(problems)}")
    if arguments.json:
        terminal.show_json(reports.check_output(found))
    counted = ("error", "warning") if arguments.strict else ("error",)
    open_ones = (each for each in found if not each.allowed)
    return FAILED if any(each.severity in counted for each in open_ones) else 0


def _name(arguments: Namespace, folder: Path) -> str:
    if not arguments.houses:
        return called(folder)
    # imported late: most packs are checked as they are
    from interpreter.app.authoring.houses import shown_name

    return shown_name(folder)


def _watch(
    arguments: Namespace, terminal: Terminal, folders: list[Path], workers: int
) -> int:
    """Print what changes in the packs, until the user interrupts it."""
    tell = progress(terminal, LONG)
    changes = watched(folders, tell, quick=arguments.quick, workers=workers)
    try:
        with closing(changes):
            for change in changes:
                name = clean(called(change.folder))
                if arguments.json:
                    terminal.show(reports.change_json(change, name))
                else:
                    terminal.show(reports.change_text(change, name, terminal.paint))
                terminal.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0
