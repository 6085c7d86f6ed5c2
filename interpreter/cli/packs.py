"""`umpire packs`: the packs that are there."""

from argparse import Namespace
from pathlib import Path

from interpreter.app.showing import installed_packs
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.reports.colour import clean
from interpreter.reports.outputs.packs import PacksOutput
from interpreter.reports.text_layout import columns
from interpreter.ruleset.finding import seen

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
    rows = [["pack", "title", "folder"]]
    rows += [
        [
            clean(pack.name),
            clean(pack.title),
            clean(str(seen(Path(pack.folder)))),
        ]
        for pack in found
    ]
    terminal.show("\n".join(columns(rows, indent="", cells=terminal.cells)))
    return 0
