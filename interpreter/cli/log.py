"""`umpire log GAME [--as SEAT]`: what was answered and what fell."""

from argparse import Namespace

from interpreter.cli.arguments import (
    configure_all,
    configure_game,
    configure_seat,
    from_zero,
    game_looked_at,
    need_explain,
)
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.diagnostics import UsageError
from interpreter.reports.game_log import (
    lines_output,
    lines_text,
    log_lines,
    seat_lines,
)
from interpreter.reports.outputs.encoding import ABSENT, Absent
from interpreter.reports.outputs.games import LogOutput, ProofOutput
from interpreter.reports.proofs import proof_output, proof_text
from interpreter.values.types import JUDGE_NAME

OUTPUT = LogOutput


def configure(parser: Parser) -> None:
    """Add the game, who reads, and how much is explained."""
    configure_game(parser)
    configure_seat(parser, JUDGE_NAME)
    parser.add_argument(
        "--explain",
        action="store_true",
        help="print every roll, modifier, row and rule, with the source of each; for "
        "the judge alone",
    )
    configure_all(parser)
    parser.add_argument(
        "--since",
        metavar="EVENT",
        help="with --explain: only what came after this event of the log",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Print the log, for a seat only what it did and was sent."""
    need_explain(arguments)
    if arguments.since is not None and not arguments.explain:
        raise UsageError("--since needs --explain", "a log is always whole")
    if arguments.explain:
        return _explained(arguments, terminal)
    found = game_looked_at(arguments, terminal)
    course = found.course()
    proof: ProofOutput | Absent = ABSENT
    if arguments.seat == JUDGE_NAME:
        names = found.session.names_in(course.game_state)
        lines = log_lines(course, names, found.events)
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


def _explained(arguments: Namespace, terminal: Terminal) -> int:
    """Print for the judge all that was worked out, from the beginning or an event."""
    # no other log needs these
    from interpreter.app.explaining.explained_games import explained_run, place_after
    from interpreter.reports.explanation import explained_steps, steps_output

    if arguments.seat != JUDGE_NAME:
        message = "--explain shows what is hidden from a seat"
        raise UsageError(message, "leave out --as, or --explain")
    since = 0 if arguments.since is None else from_zero("--since", arguments.since)
    found = game_looked_at(arguments, terminal)
    course = found.course()
    names = found.session.names_in(course.game_state)
    program = found.beginning.program
    run = explained_run(found, course, place_after(course, since))
    if arguments.json:
        lines = log_lines(course, names, found.events)
        events = lines_output([each for each in lines if each.number > since])
        trace = steps_output(run, program.declared, names)
        terminal.show_json(LogOutput(events=events, trace=trace))
    else:
        paint, cells, every = terminal.paint, terminal.cells, arguments.all
        text = explained_steps(run, program, names, paint, cells, every=every)
        terminal.show(text or "nothing yet")
    return 0
