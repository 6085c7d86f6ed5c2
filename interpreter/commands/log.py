"""`umpire log GAME [--as SEAT]`: what was answered and what fell."""

from argparse import Namespace

from interpreter.commands.games import configure as configure_game
from interpreter.commands.games import configure_seat, looked_at
from interpreter.commands.parser import Parser
from interpreter.commands.terminal import Terminal
from interpreter.games.course import JUDGE_NAME
from interpreter.reporting.course import lines_json, lines_text, log_lines, seat_lines


def configure(parser: Parser) -> None:
    """Add the game and who reads."""
    configure_game(parser)
    configure_seat(parser, JUDGE_NAME)


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Print the log, of a seat only what it did and was told."""
    found = looked_at(arguments, terminal)
    course = found.course()
    if arguments.seat == JUDGE_NAME:
        lines = log_lines(course, found.session.edge, found.events)
    else:
        _, lines = seat_lines(course, found.viewer(arguments.seat), found.events)
    if arguments.json:
        terminal.show_json({"format": 1, "events": lines_json(lines)})
    else:
        terminal.show(lines_text(lines))
    return 0
