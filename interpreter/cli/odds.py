"""`umpire odds PACK PROCEDURE`: the exact distribution of its result."""

from argparse import Namespace

from interpreter.app.opening.session import Session
from interpreter.app.output import CSV, PICTURE
from interpreter.app.running.odds import (
    exact_odds,
    left_over_of,
    nothing_given,
    title_of,
)
from interpreter.app.running.once import answering
from interpreter.app.running.sweeps import described
from interpreter.cli.arguments import (
    configure_answers,
    configure_policy,
    configure_run,
    policy_text,
    positive,
    typed_answers,
)
from interpreter.cli.parser import Parser
from interpreter.cli.progress import progress
from interpreter.cli.sweeping import (
    LONG,
    SweepRequest,
    configure_sweep,
    run_sweep,
    show_form,
    sweep_request,
    write_out,
)
from interpreter.cli.terminal import Terminal
from interpreter.diagnostics import UsageError
from interpreter.engine.exact.program import MAX_STATES
from interpreter.reports.odds import (
    OddsReport,
    distribution_picture,
    distribution_text,
    odds_output,
)
from interpreter.reports.outputs.outcomes import OddsOutput
from interpreter.reports.outputs.sensitivity import SensitivityOutput
from interpreter.reports.outputs.sweeps import SweepOutput
from interpreter.reports.sensitivity import sensitivity_output, sensitivity_text
from interpreter.reports.sweep_statistics import Measured
from interpreter.reports.sweep_text import TextStyle
from interpreter.reports.sweeps import single, sweep_csv
from interpreter.values.exact_numbers import numbers_of_any_length
from interpreter.values.types import Value

OUTPUT = OddsOutput | SweepOutput | SensitivityOutput


def configure(parser: Parser) -> None:
    """Add what is worked out, and how far."""
    configure_run(parser)
    configure_answers(parser)
    parser.add_argument(
        "--observe",
        action="append",
        default=[],
        metavar="FIELD",
        help="a field to report beside the result: kind.field; may be repeated",
    )
    configure_policy(parser)
    parser.add_argument(
        "--all",
        action="store_true",
        help="print every outcome; otherwise many numbers are grouped in bands, the "
        "rarest are joined, and a record with many is printed field by field",
    )
    parser.add_argument(
        "--left-over",
        metavar="SHARE",
        help="cut loops off once no more than this is left, such as 1e-9; without it "
        "loops are solved exactly",
    )
    parser.add_argument(
        "--max-states",
        metavar="N",
        default=str(MAX_STATES),
        help="the most states that are computed",
    )
    configure_sweep(parser)
    parser.add_argument(
        "--sensitivity",
        action="store_true",
        help="rank the rows of tables and modifiers by what one step of each does to "
        "the odds, or to the first --outcome",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Print the distribution, or several; a choice that nobody answers ends with 1."""
    left_over = left_over_of(arguments.left_over)
    most = positive("--max-states", arguments.max_states)
    request = sweep_request(arguments)
    typed = typed_answers(arguments, terminal)

    def run(session: Session) -> OddsReport:
        answered = answering(typed.fixed(session), policy_text(arguments), session)
        return exact_odds(session, answered, arguments.observe, most, left_over)

    if arguments.sensitivity:
        session = request.example()
        _rank(arguments, terminal, request, typed.fixed(session), most)
    elif request.is_single and not arguments.outcome:
        session = request.setup.session()
        title = ", ".join([title_of(session), *described(request.setup)])
        _show(arguments, terminal, title, Measured(run(session), session.edge))
    else:
        run_sweep(arguments, terminal, request, run)
        session = request.example()
    if not arguments.observe and (note := nothing_given(session)):
        terminal.say(note)
    return 0


def _rank(
    arguments: Namespace,
    terminal: Terminal,
    request: SweepRequest,
    fixed: dict[str, Value],
    most: int,
) -> None:
    """Print what one step of each row does."""
    # imported late: few ask for it
    from interpreter.app.running.sensitivity import sensitivity

    if not request.is_single:
        hint = "give each argument one value, or leave --sensitivity out"
        raise UsageError("--sensitivity is for one setting", hint)
    session = request.setup.session()
    report = sensitivity(
        session,
        answering(fixed, policy_text(arguments), session),
        ", ".join([title_of(session), *described(request.setup)]),
        tuple(arguments.outcome),
        most,
        progress(terminal, LONG),
    )
    if arguments.json:
        terminal.show_json(sensitivity_output(report))
    else:
        style = TextStyle(terminal.paint, terminal.plain_bars, terminal.cells)
        text = sensitivity_text(report, every=arguments.all, style=style)
        terminal.show(text)


def _show(
    arguments: Namespace, terminal: Terminal, title: str, measured: Measured
) -> None:
    """Print one distribution, and write the file that was asked for."""
    shown, edge = measured.report, measured.names
    assert isinstance(shown, OddsReport)
    with numbers_of_any_length():
        forms = {
            PICTURE: lambda: distribution_picture(title, shown, edge),
            CSV: lambda: sweep_csv(single(title, measured)),
        }
        write_out(arguments, forms)
        if arguments.json:
            terminal.show_json(odds_output(shown, edge))
            return
        text = distribution_text(
            shown,
            edge,
            terminal.paint,
            every=arguments.all,
            plain_bars=terminal.plain_bars,
            cells=terminal.cells,
        )
        show_form(arguments, terminal, forms, text)
