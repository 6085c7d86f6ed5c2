"""`umpire run PACK PROCEDURE`: once."""

from argparse import Namespace

from interpreter.app.answering.chance import read_dice
from interpreter.app.answering.prompts import Prompt
from interpreter.app.running.once import RunRequest, answering, idle_text, played
from interpreter.cli.arguments import (
    configure_answers,
    configure_run,
    configure_seed,
    read_answers,
    seed_of,
)
from interpreter.cli.arguments import opened as opened_of
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.diagnostics import UsageError
from interpreter.reports.explanation import explained, run_output, run_text
from interpreter.reports.outputs.runs import RunOutput
from interpreter.values.exact_numbers import numbers_of_any_length

OUTPUT = RunOutput


def configure(parser: Parser) -> None:
    """Add what is run, and where dice and answers come from."""
    configure_run(parser)
    configure_answers(parser)
    configure_seed(parser)
    parser.add_argument(
        "--dice",
        action="append",
        default=[],
        metavar="[NAME=]FACES",
        help="dice results in order: 5,3; or of one roll by its name: name=5,3; "
        "may be repeated",
    )
    parser.add_argument(
        "--real-dice",
        action="store_true",
        help="ask for the results of your own dice, roll by roll, and for choices",
    )
    parser.add_argument(
        "--rulings",
        action="store_true",
        help="with --real-dice: also ask for each ruling that has a default; an empty "
        "line takes the default",
    )
    parser.add_argument(
        "--real-cards",
        action="store_true",
        help="with --real-dice: also ask for each card, or other item, that is drawn; "
        "an empty line lets the program draw",
    )
    parser.add_argument(
        "--explain",
        action="store_true",
        help="print every roll, modifier, row and rule, with the source of each",
    )
    parser.add_argument(
        "--policy",
        metavar="NAME",
        help="who answers choices: a policy of the pack, or first, last, random",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Run once and print the result; explained when asked for."""
    one_source(arguments)
    opened = opened_of(arguments)
    faces = read_dice(arguments.dice, opened.program, opened.entry.procedure)
    typed_answers = read_answers(arguments, opened, terminal)
    wanted = RunRequest(
        seed_of(arguments),
        faces,
        answering(typed_answers.fixed, arguments.policy, opened),
        Prompt(terminal) if arguments.real_dice else None,
        turns=typed_answers.turns,
        rulings=arguments.rulings,
        cards=arguments.real_cards,
        stops=[] if arguments.explain else None,
    )
    with numbers_of_any_length():
        ended = played(opened, wanted)
        found, names, program = ended.report(), opened.edge, opened.program
        for name in ended.unasked:
            terminal.say(f"umpire: the answer to '{name}' was not used")
        if found.is_idle and (note := idle_text(opened)):
            terminal.say(note)
        if arguments.json:
            terminal.show_json(run_output(found, program.declared, names))
        elif arguments.explain:
            paint, cells = terminal.paint, terminal.cells
            terminal.show(explained(found, program, names, paint, cells))
        else:
            terminal.show(run_text(found, program.declared, names, terminal.paint))
    return 0


def one_source(arguments: Namespace) -> None:
    """Refuse dice from two sides: those of a person, and others."""
    if not arguments.real_dice:
        if arguments.rulings:
            hint = "add --real-dice, or rule with --answer NAME=VALUE"
            raise UsageError("--rulings needs a person who answers", hint)
        if arguments.real_cards:
            message = "--real-cards needs a person who answers"
            raise UsageError(message, "add --real-dice")
        return
    options = (("--dice", arguments.dice), ("--seed", arguments.seed is not None))
    for option, found in options:
        if found:
            hint = "leave one of them out; --dice and --seed can be combined"
            raise UsageError(f"--real-dice and {option} exclude each other", hint)
