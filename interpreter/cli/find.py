"""`umpire find PACK WORD...`: where words and figures stand in a pack."""

from argparse import Namespace

from interpreter.app.searching import search
from interpreter.cli.arguments import configure_pack, pack_of
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.reports.outputs.packs import FindOutput

OUTPUT = FindOutput
NOTHING = 1


def configure(parser: Parser) -> None:
    """Add the pack and the words."""
    configure_pack(parser)
    parser.add_argument(
        "words",
        nargs="+",
        metavar="WORD",
        help="words and figures, all of which must stand together; 'seven' is 7",
    )
    parser.add_argument(
        "--all", action="store_true", help="list every place, not the best alone"
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Print the places; 1 if there is none."""
    page = search(pack_of(arguments), arguments.words)
    if arguments.json:
        terminal.show_json(page.output())
    elif page.places:
        paint, cells = terminal.paint, terminal.cells
        terminal.show(page.text(paint, cells, everything=arguments.all))
    if not page.places:
        terminal.say(page.nothing())
    return 0 if page.places else NOTHING
