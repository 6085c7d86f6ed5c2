"""`umpire check PACK...`: everything that can be known without playing."""

from argparse import Namespace

from interpreter.commands.parser import Parser
from interpreter.commands.terminal import Terminal
from interpreter.loading import find_pack, load
from interpreter.problems import Problem
from interpreter.reporting.paint import clean
from interpreter.reporting.problems import as_json, listed, summary

FAILED = 3


def configure(parser: Parser) -> None:
    """Add the packs, and whether warnings count."""
    parser.add_argument("packs", nargs="+", metavar="PACK", help="a name or a path")
    parser.add_argument(
        "--strict", action="store_true", help="warnings count as errors"
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Print every problem of every pack, sorted; 3 when one counts."""
    folders = [find_pack(each) for each in arguments.packs]  # all names first
    found: list[Problem] = []
    for folder in folders:
        loaded = load(folder)
        problems = list(loaded.problems)
        found += problems
        if not arguments.json:
            if problems:
                terminal.show(listed(problems, terminal.paint) + "\n")
            terminal.show(f"{clean(loaded.name)}: {summary(problems)}")
    if arguments.json:
        terminal.show_json({"format": 1, "problems": as_json(found)})
    counted = ("error", "warning") if arguments.strict else ("error",)
    return FAILED if any(each.severity in counted for each in found) else 0
