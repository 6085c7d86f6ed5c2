"""`umpire simulate PACK`: many times, and an estimate with its interval."""

from argparse import Namespace
from functools import partial
from pathlib import Path

from interpreter.app.opening.answers import standing_in
from interpreter.app.output import PICTURE, ending, write_file
from interpreter.app.running.odds import nothing_given, simulated, title_of
from interpreter.app.running.once import answering
from interpreter.cli.arguments import (
    configure_answers,
    configure_run,
    configure_seed,
    fixed_answers,
    opened,
    positive,
    seed_of,
)
from interpreter.cli.parser import Parser
from interpreter.cli.progress import progress
from interpreter.cli.terminal import Terminal
from interpreter.reports.outputs.outcomes import SimulationOutput
from interpreter.reports.simulation import (
    estimate_picture,
    estimate_text,
    simulation_output,
)
from interpreter.values.exact_numbers import numbers_of_any_length

INTERRUPTED = 130
OUTPUT = SimulationOutput


def configure(parser: Parser) -> None:
    """Add what is run, how often, and by how many."""
    configure_run(parser, needed=False)
    configure_answers(parser)
    configure_seed(parser)
    parser.add_argument("--trials", metavar="N", default="10000", help="how many times")
    parser.add_argument(
        "--workers", metavar="N", default="1", help="how many processes"
    )
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="run on the cluster of this Dask scheduler, as tcp://10.0.0.1:8786",
    )
    parser.add_argument(
        "--policy",
        metavar="NAME",
        help="who answers: of the pack, or first, last, random; without it the first "
        "of the pack",
    )
    parser.add_argument(
        "--out",
        metavar="FILE",
        help="write the bars as a picture (.svg) into a file, or '-': to standard "
        "output, instead of the text",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Print the estimate; interrupted, that of the trials that were done."""
    ending(arguments.out, PICTURE)
    trials = positive("--trials", arguments.trials)
    workers = positive("--workers", arguments.workers)
    session = opened(arguments)
    edge = session.edge
    fixed = fixed_answers(arguments, session, terminal)
    policy = arguments.policy
    if policy is None and (policy := standing_in(session, fixed)) is not None:
        terminal.say(f"choices are answered by '{policy}'; --policy names another")
    estimate = simulated(
        session,
        answering(fixed, policy, session),
        trials,
        seed=seed_of(arguments),
        workers=workers,
        cluster=arguments.cluster,
        progress=progress(terminal),
    )
    picture = partial(estimate_picture, title_of(session), estimate, edge)
    with numbers_of_any_length():
        if arguments.out not in (None, "-"):
            write_file(Path(arguments.out), picture(), "the picture", private=False)
        if arguments.json:
            terminal.show_json(simulation_output(estimate, edge))
        elif arguments.out == "-":
            terminal.show(picture().rstrip("\n"))
        else:
            paint, bars, cells = terminal.paint, terminal.plain_bars, terminal.cells
            text = estimate_text(estimate, edge, paint, plain_bars=bars, cells=cells)
            terminal.show(text)
    if hint := nothing_given(session, "'umpire odds' with "):
        terminal.say(hint)
    if estimate.interrupted:
        done, asked = estimate.trials, estimate.asked
        terminal.say(f"interrupted after {done:,} of {asked:,} trials")
        return INTERRUPTED
    return 0
