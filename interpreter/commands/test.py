"""`umpire test PACK...`: the cases of packs."""

from argparse import Namespace

from interpreter.commands.case_runs import Cases
from interpreter.commands.parser import Parser
from interpreter.commands.terminal import Terminal
from interpreter.loading import find_pack, load, usable
from interpreter.reporting.cases import CaseResult, cases_json, cases_text


def configure(parser: Parser) -> None:
    """Add the packs."""
    parser.add_argument("packs", nargs="+", metavar="PACK", help="a name or a path")
    parser.add_argument(
        "--coverage", action="store_true", help="say what no case touches"
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Run every case; 1 when one failed."""
    folders = [find_pack(each) for each in arguments.packs]  # all names first
    found: list[CaseResult] = []
    untouched: dict[str, list[str]] = {}
    for folder in folders:
        loaded = load(folder)
        usable(loaded)
        cases = Cases(loaded)
        found += cases.results()
        for kind, names in cases.untouched().items():
            untouched.setdefault(kind, []).extend(names)
    told = untouched if arguments.coverage else None
    if arguments.json:
        terminal.show_json(cases_json(found, told))
    else:
        terminal.show(cases_text(found, terminal.paint, told))
    return 0 if all(each.passed for each in found) else 1
