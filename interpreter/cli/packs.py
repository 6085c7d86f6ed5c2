"""`umpire packs`: the packs that are there."""

from argparse import Namespace

from interpreter.app.library.shelf import installed_packs
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.reports.library import packs_text
from interpreter.reports.outputs.packs import PacksOutput

OUTPUT = PacksOutput


def configure(parser: Parser) -> None:
    """Add nothing: there is nothing to choose."""


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """List name, title and folder, also of a pack that cannot be read."""
    found = installed_packs()
    if arguments.json:
        terminal.show_json(PacksOutput(packs=tuple(found)))
        return 0
    if not found:
        terminal.say("no packs found")
        return 0
    terminal.show(packs_text(found, terminal.cells))
    return 0
