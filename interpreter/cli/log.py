"""`umpire log GAME [--as SEAT]`: what was answered and what fell."""

from argparse import Namespace

from interpreter.cli.arguments import configure_game, configure_seat, game_looked_at
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.games.state import JUDGE_NAME
from interpreter.reports.game_log import (
    lines_output,
    lines_text,
    log_lines,
    proof_output,
    proof_text,
    seat_lines,
)
from interpreter.reports.outputs.encoding import ABSENT, Absent
from interpreter.reports.outputs.games import LogOutput, ProofOutput

OUTPUT = LogOutput


def configure(parser: Parser) -> None:
    """Add the game and who reads."""
    configure_game(parser)
    configure_seat(parser, JUDGE_NAME)


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Print the log, for a seat only what it did and was sent."""
    found = game_looked_at(arguments, terminal)
    course = found.course()
    proof: ProofOutput | Absent = ABSENT
    if arguments.seat == JUDGE_NAME:
        lines = log_lines(course, found.session.edge, found.events)
        text = lines_text(lines)
    else:
        seat = found.viewer(arguments.seat)
        _, lines = seat_lines(course, seat, found.events)
        held = found.proof(course, seat)
        proof = proof_output(held)
        text = f"{lines_text(lines)}\n\n{proof_text(held)}"
    if arguments.json:
        terminal.show_json(LogOutput(proof=proof, events=lines_output(lines)))
    else:
        terminal.show(text)
    return 0
