"""`umpire view GAME --as SEAT`: what a seat may know; `--as judge`: all, and who knows
it."""

from argparse import Namespace

from interpreter.commands.games import Opened, configure_seat, looked_at
from interpreter.commands.games import configure as configure_game
from interpreter.commands.parser import Parser
from interpreter.commands.terminal import Terminal
from interpreter.games.course import JUDGE_NAME, Course
from interpreter.games.seeing import view_of, views_of
from interpreter.reporting.judging import Truth, truth_json, truth_text
from interpreter.reporting.knowing import view_json, view_text
from interpreter.reporting.proofs import proof_json, proof_text
from interpreter.running.labels import labels_in
from interpreter.running.views import knowing


def configure(parser: Parser) -> None:
    """Add the game and who looks."""
    configure_game(parser)
    configure_seat(parser)


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Print a view."""
    found = looked_at(arguments, terminal)
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


def truth(found: Opened, course: Course) -> Truth:
    """Return all that is there, and who knows what of it."""
    declared, name = found.beginning.program.declared, found.beginning.seat_name
    views = views_of(course, course.world)
    known = knowing(declared, course.world, views)
    named = {key: tuple(map(name, seats)) for key, seats in known.items()}
    edge = found.session.edge
    labels = labels_in(declared, course.world, found.beginning.masks)
    return Truth(declared, course.world, edge, named, tuple(views.values()), labels)
