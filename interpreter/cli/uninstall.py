"""`umpire uninstall NAME`: a pack, removed from the user's library."""

from argparse import Namespace

from interpreter.app.library.installing import packs_on, uninstall_pack
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.reports.outputs.library import UninstallOutput

OUTPUT = UninstallOutput


def configure(parser: Parser) -> None:
    """Add the name."""
    parser.add_argument(
        "name", metavar="NAME", help="an installed pack; 'umpire packs' lists them"
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Remove a pack, and say what does not work without it."""
    broken = packs_on(arguments.name)
    folder = uninstall_pack(arguments.name)
    if arguments.json:
        terminal.show_json(
            UninstallOutput(name=folder.name, folder=str(folder), extended_by=broken)
        )
    else:
        terminal.show(f"'{folder.name}' is removed: {folder}")
    if broken:
        names = ", ".join(f"'{name}'" for name in broken)
        terminal.say(
            "umpire: installed packs that extend it, and do not work without it: "
            f"{names}; 'umpire uninstall {broken[0]}' removes such a pack"
        )
    return 0
