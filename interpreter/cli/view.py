"""`umpire view GAME --as SEAT`: what a seat may know; `--as judge`: all, and who knows
it."""

from argparse import Namespace

from interpreter.app.playing.shared_terminal import truth_with_names
from interpreter.cli.arguments import configure_game, configure_seat, game_looked_at
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.games.disclosures import view_of
from interpreter.reports.outputs.games import ViewOutput
from interpreter.reports.proofs import proof_output, proof_text
from interpreter.reports.views import truth_output, truth_text, view_output, view_text
from interpreter.values.types import JUDGE_NAME

OUTPUT = ViewOutput


def configure(parser: Parser) -> None:
    """Add the game and who looks."""
    configure_game(parser)
    configure_seat(parser)


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Print a view."""
    found = game_looked_at(arguments, terminal)
    course = found.course()
    if arguments.seat == JUDGE_NAME:
        judge_view = truth_with_names(found, course)
        output: ViewOutput = truth_output(judge_view)
        text = truth_text(judge_view)
    else:
        seat = found.viewer(arguments.seat)
        seen, held = view_of(course, seat), found.proof(course, seat)
        output = view_output(seen, proof_output(held))
        text = f"{view_text(seen)}\n\n{proof_text(held)}"
    if arguments.json:
        terminal.show_json(output)
    else:
        terminal.show(text)
    return 0
