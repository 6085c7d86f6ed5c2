"""`umpire whence PACK PATH`: who set a value, and what was there before."""

from argparse import Namespace

from interpreter.app.authoring.whence import whence
from interpreter.cli.arguments import (
    configure_house,
    configure_option,
    pack_of,
    pairs,
)
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.reports.outputs.whence import WhenceOutput
from interpreter.reports.whence import whence_output, whence_text

OUTPUT = WhenceOutput


def configure(parser: Parser) -> None:
    """Add the pack, its options, and the path."""
    parser.add_argument("pack", metavar="PACK", help="a name or a path")
    parser.add_argument(
        "path",
        metavar="PATH",
        help="SECTION.NAME, then rows, fields or ids of steps, joined by '.', as an "
        "overlay writes it; the section may be left out",
    )
    configure_option(parser)
    configure_house(parser)


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Print who said what the value is."""
    given = pairs(arguments.option, "--option")
    found = whence(pack_of(arguments), arguments.path, given)
    if arguments.json:
        terminal.show_json(whence_output(found))
    else:
        terminal.show(whence_text(found, terminal.paint, terminal.cells))
    return 0
