"""`umpire simulate PACK`: many times, and an estimate with its interval."""

from argparse import Namespace

from interpreter.app.opening.answers import has_every_seat, policy_of, with_stand_in
from interpreter.app.opening.session import Session
from interpreter.app.output import CSV, PICTURE
from interpreter.app.running.odds import nothing_given, simulated, title_of
from interpreter.app.running.once import answering
from interpreter.app.running.sweeps import described
from interpreter.cli.arguments import (
    configure_answers,
    configure_policy,
    configure_run,
    configure_seed,
    policy_text,
    positive,
    seed_of,
    typed_answers,
)
from interpreter.cli.parser import Parser
from interpreter.cli.progress import progress
from interpreter.cli.sweeping import (
    configure_sweep,
    run_sweep,
    show_form,
    sweep_request,
    write_out,
)
from interpreter.cli.terminal import Terminal
from interpreter.reports.outputs.outcomes import SimulationOutput
from interpreter.reports.outputs.sweeps import SweepOutput
from interpreter.reports.simulation import (
    SimulationReport,
    estimate_picture,
    estimate_text,
    simulation_output,
)
from interpreter.reports.sweep_statistics import Measured
from interpreter.reports.sweeps import single, sweep_csv
from interpreter.values.exact_numbers import numbers_of_any_length

INTERRUPTED = 130
OUTPUT = SimulationOutput | SweepOutput


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
    configure_policy(parser, "the first of the pack")
    configure_sweep(parser)


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Print the estimate, or several; interrupted, that of the trials that were
    done."""
    trials = positive("--trials", arguments.trials)
    workers = positive("--workers", arguments.workers)
    request = sweep_request(arguments)
    seed, typed = seed_of(arguments), typed_answers(arguments, terminal)
    example = request.example()
    named = policy_text(arguments)
    chosen = with_stand_in(named, example, typed.fixed(example))
    if chosen.named is not None:
        policy_of(chosen.named, example)  # what there is not is said first
    is_told = chosen.named is not None and has_every_seat(chosen.named, example)
    if chosen.stand_in is not None and not is_told:
        what = "choices" if chosen.named is None else "other choices"
        who = chosen.stand_in
        terminal.say(f"{what} are answered by '{who}'; --policy names another")

    def run(
        session: Session, seed: str = seed, *, alone: bool = False
    ) -> SimulationReport:
        fixed = typed.fixed(session)
        policy = with_stand_in(named, session, fixed).text
        return simulated(
            session,
            answering(fixed, policy, session),
            trials,
            seed=seed,
            workers=workers,
            cluster=arguments.cluster,
            progress=progress(terminal) if alone else None,
        )

    is_interrupted = False
    if request.is_single and not arguments.outcome:
        estimate = run(example, alone=True)
        title = ", ".join([title_of(example), *described(request.setup)])
        _show(arguments, terminal, title, Measured(estimate, example.edge))
        if estimate.interrupted:
            done, asked = estimate.trials, estimate.asked
            terminal.say(f"interrupted after {done:,} of {asked:,} trials")
            is_interrupted = True
    else:
        # dice of its own for the other side: the interval of a difference is that of
        # two independent estimates
        run_sweep(
            arguments,
            terminal,
            request,
            run,
            lambda session: run(session, f"{seed}, other side"),
        )
    if hint := nothing_given(example, "'umpire odds' with "):
        terminal.say(hint)
    return INTERRUPTED if is_interrupted else 0


def _show(
    arguments: Namespace, terminal: Terminal, title: str, measured: Measured
) -> None:
    """Print one estimate, and write the file that was asked for."""
    estimate, edge = measured.report, measured.names
    assert isinstance(estimate, SimulationReport)
    with numbers_of_any_length():
        forms = {
            PICTURE: lambda: estimate_picture(title, estimate, edge),
            CSV: lambda: sweep_csv(single(title, measured)),
        }
        write_out(arguments, forms)
        if arguments.json:
            terminal.show_json(simulation_output(estimate, edge))
            return
        paint, bars, cells = terminal.paint, terminal.plain_bars, terminal.cells
        text = estimate_text(estimate, edge, paint, plain_bars=bars, cells=cells)
        show_form(arguments, terminal, forms, text)
