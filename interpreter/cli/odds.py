"""`umpire odds PACK PROCEDURE`: the exact distribution of its result."""

from argparse import Namespace

from interpreter.app.running.odds import exact_odds, left_over_of, nothing_given
from interpreter.app.running.once import answering
from interpreter.cli.arguments import (
    configure_answers,
    configure_run,
    fixed_answers,
    opened,
    positive,
)
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.engine.exact.program import MAX_STATES
from interpreter.reports.odds import distribution_text, odds_output
from interpreter.reports.outputs.outcomes import OddsOutput
from interpreter.values.exact_numbers import numbers_of_any_length

OUTPUT = OddsOutput


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
    parser.add_argument(
        "--policy",
        metavar="NAME",
        help="who answers: of the pack, or first, last, random",
    )
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


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Print the distribution; a choice that nobody answers ends with 1."""
    session = opened(arguments)
    left_over = left_over_of(arguments.left_over)
    most = positive("--max-states", arguments.max_states)
    fixed = fixed_answers(arguments, session, terminal)
    answered = answering(fixed, arguments.policy, session)
    shown = exact_odds(session, answered, arguments.observe, most, left_over)
    with numbers_of_any_length():
        if arguments.json:
            terminal.show_json(odds_output(shown, session.edge))
        else:
            text = distribution_text(
                shown,
                session.edge,
                terminal.paint,
                every=arguments.all,
                plain_bars=terminal.plain_bars,
                cells=terminal.cells,
            )
            terminal.show(text)
    if not arguments.observe and (note := nothing_given(session)):
        terminal.say(note)
    return 0
