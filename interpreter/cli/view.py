"""`umpire view GAME --as SEAT`: what a seat may know; `--as judge`: all, and who knows
it."""

from argparse import Namespace

from interpreter.app.playing.shared_terminal import truth
from interpreter.cli.arguments import configure_game, configure_seat, game_looked_at
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.games.disclosures import view_of
from interpreter.games.state import JUDGE_NAME
from interpreter.reports.game_log import proof_json, proof_text
from interpreter.reports.views import truth_json, truth_text, view_json, view_text


def configure(parser: Parser) -> None:
    """Add the game and who looks."""
    configure_game(parser)
    configure_seat(parser)


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Print a view."""
    found = game_looked_at(arguments, terminal)
    course = found.course()
    if arguments.seat == JUDGE_NAME:
        told = truth(found, course)
        data, text = {"seat": JUDGE_NAME, **truth_json(told)}, truth_text(told)
    else:
        seat = found.viewer(arguments.seat)
        seen, held = view_of(course, seat), found.proof(course, seat)
        data = {**view_json(seen), "proof": proof_json(held)}
        text = f"{view_text(seen)}\n\n{proof_text(held)}"
    if arguments.json:
        terminal.show_json({"format": 1, **data})
    else:
        terminal.show(text)
    return 0
