"""`umpire word GAME --as SEAT WORD`: what a seat adds to the dice before they fall."""

from argparse import Namespace
from pathlib import Path

from interpreter.app.opening.games import written
from interpreter.app.playing.playing import take_word
from interpreter.cli.arguments import configure_game, configure_seat
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.games.dice_words import LONGEST
from interpreter.reports.outputs.games import WordOutput
from interpreter.reports.proofs import words_output, words_text

OUTPUT = WordOutput


def configure(parser: Parser) -> None:
    """Add the game, the seat, and what it gives."""
    configure_game(parser)
    parser.add_argument(
        "word",
        metavar="WORD",
        help=f"any text of at most {LONGEST} letters, which all seats may read; '' "
        "means that the seat gives none",
    )
    configure_seat(parser, who="a seat of the game")
    parser.add_argument(
        "--sealed",
        action="store_true",
        help="WORD is the SHA-256 of a word; the word itself is given after all others",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Write what a seat gives into the game; it cannot be changed later."""
    with written(Path(arguments.game), arguments.pack, terminal.say) as found:
        word, sealed = arguments.word, arguments.sealed
        seat, words = take_word(found, arguments.seat, word, sealed=sealed)
    if arguments.json:
        waiting = tuple(words.missing)
        output = WordOutput(seat=seat, words=words_output(words), waiting=waiting)
        terminal.show_json(output)
    else:
        terminal.show(words_text(words))
    return 0
