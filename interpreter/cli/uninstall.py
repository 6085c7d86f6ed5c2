"""`umpire uninstall NAME`: a pack, removed from the user's library."""

from argparse import Namespace

from interpreter.app.library.installing import uninstall_pack
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
    """Remove a pack."""
    folder = uninstall_pack(arguments.name)
    if arguments.json:
        terminal.show_json(UninstallOutput(name=folder.name, folder=str(folder)))
    else:
        terminal.show(f"'{folder.name}' is removed: {folder}")
    return 0
