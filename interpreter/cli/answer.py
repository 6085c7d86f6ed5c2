"""`umpire answer GAME FILE`: what a seat gave back, taken once."""

from argparse import Namespace
from pathlib import Path

from interpreter.app.opening.games import standing_text, status_of, written
from interpreter.app.playing.returned_answers import (
    let_policies,
    take_answer,
    take_following,
)
from interpreter.app.playing.returned_files import read_returned
from interpreter.cli.arguments import configure_game
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.reports.outputs.games import AnswerTakenOutput
from interpreter.reports.values import spaced

OUTPUT = AnswerTakenOutput
BY_FILE = "file"
"""How a game notes an answer that came in a file."""


def configure(parser: Parser) -> None:
    """Add the game and the file."""
    configure_game(parser)
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a token and an answer (YAML or JSON), as in question.txt; - is stdin",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Write the answer into the game; what is wrong with it leaves the game alone."""
    returned = read_returned(arguments.file, terminal.source)
    with written(Path(arguments.game), arguments.pack, terminal.say) as found:
        taken = (returned.token, returned.seat, returned.answer, BY_FILE, terminal.say)
        seat = take_answer(found, *taken)
        following = (returned.then, BY_FILE, terminal.say)
        count = take_following(found, seat, *following)
        let_policies(found, terminal.say)
        opened, course = found.opened, found.game.course
        if arguments.json:
            status = status_of(opened, course)
            output = AnswerTakenOutput(
                seat=seat,
                taken=1 + count,
                left=len(returned.then) - count,
                finished=status.finished,
                waiting=status.waiting,
            )
            terminal.show_json(output)
        else:
            more = f" and {count:,} more are" if count else " is"
            terminal.show(f"the answer of {spaced(seat)}{more} taken")
            terminal.show(standing_text(opened, course))
    return 0 if count == len(returned.then) else 1
