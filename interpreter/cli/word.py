"""`umpire word GAME --as SEAT WORD`: what a seat adds to the dice before they fall."""

from argparse import Namespace
from pathlib import Path

from interpreter.app.opening.games import written
from interpreter.cli.arguments import configure_game, configure_seat
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.diagnostics import Unusable
from interpreter.games.dice_words import LONGEST, SEALED, WORD, DiceWords
from interpreter.reports.colour import clean
from interpreter.reports.game_log import word_text, words_output
from interpreter.reports.outputs.games import WordOutput

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
        opened, words = found.opened, found.opened.beginning.words
        if not words.seats:
            hint = "a game asks for words when it is begun with 'umpire play --words'"
            raise Unusable("this game asks for no words", hint=hint)
        seat = opened.beginning.seat_name(opened.seat(arguments.seat))
        text = arguments.word.strip()
        seal = {"event": WORD, "seat": seat, SEALED: text.lower()}
        event = seal if arguments.sealed else {"event": WORD, "seat": seat, WORD: text}
        words = words.taken(event)
        found.game.journal.append([event])
    if arguments.json:
        waiting = tuple(words.missing)
        output = WordOutput(seat=seat, words=words_output(words), waiting=waiting)
        terminal.show_json(output)
    else:
        terminal.show(_text(words))
    return 0


def _text(words: DiceWords) -> str:
    said = [f"{clean(seat)}: {word_text(words, seat)}" for seat in words.seats]
    if words.silent:
        said.append(f"still to be given: {', '.join(map(clean, words.silent))}")
    elif words.missing:
        said.append(f"still to be opened: {', '.join(map(clean, words.missing))}")
    else:
        said.append("all words are given; continue with 'umpire play --game'")
    return "\n".join(said)
