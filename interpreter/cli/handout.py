"""`umpire handout GAME DIR`: what a seat gets, or each of them, and nothing else.

Every file is made from the seat's view, and its name never says what is in it. What an
older handout of ours left in the folder and is not handed out now is taken away.
"""

from argparse import Namespace
from pathlib import Path

from interpreter.app.playing.handouts import hand_out
from interpreter.cli.arguments import configure_game, configure_seat, game_looked_at
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.reports.colour import clean
from interpreter.reports.outputs.games import HandoutOutput

OUTPUT = HandoutOutput


def configure(parser: Parser) -> None:
    """Add the game, the seat and the folder."""
    configure_game(parser)
    parser.add_argument("folder", metavar="DIR", help="where it is written")
    who = "a seat of the game, or 'everyone' for what all seats know"
    who += "; without it, each seat gets a folder of its name in DIR"
    configure_seat(parser, "", who)
    parser.add_argument(
        "--obsidian",
        action="store_true",
        help="the letter in Markdown has callouts, as Obsidian shows them",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Write the files, all of them worked out first; their names are printed."""
    found = game_looked_at(arguments, terminal)
    folder = Path(arguments.folder)
    seat, has_callouts = arguments.seat or None, arguments.obsidian
    names = hand_out(found, folder, seat, has_callouts=has_callouts)
    if arguments.json:
        output = HandoutOutput(folder=arguments.folder, files=names)
        terminal.show_json(output)
    else:
        terminal.show("\n".join(clean(str(folder / name)) for name in names))
    return 0
