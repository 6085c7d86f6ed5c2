"""`umpire run PACK PROCEDURE`: once."""

from argparse import Namespace

from interpreter.commands import answers, seed, session
from interpreter.commands.dice import read_dice
from interpreter.commands.drivers import Wanted, answering
from interpreter.commands.once_form import once
from interpreter.commands.parser import Parser
from interpreter.commands.terminal import Terminal
from interpreter.reporting.explanation import explained, run_json, run_text


def configure(parser: Parser) -> None:
    """Add what is run, and where dice and answers come from."""
    session.configure(parser)
    answers.configure(parser)
    seed.configure(parser)
    parser.add_argument(
        "--dice",
        action="append",
        default=[],
        metavar="[NAME=]FACES",
        help="dice that fell: 5,3 or name=5,3; again when it is rolled again",
    )
    parser.add_argument(
        "--real-dice", action="store_true", help="ask for every roll on stdin"
    )
    parser.add_argument(
        "--explain", action="store_true", help="tell every step, row and rule"
    )
    parser.add_argument(
        "--policy",
        metavar="NAME",
        help="who answers: of the pack, or first, last, random",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Run once and print the result; explained when asked for."""
    opened = session.opened(arguments)
    faces = read_dice(arguments.dice, opened.program, opened.entry.procedure)
    fixed = answers.fixed(arguments, opened, terminal)
    wanted = Wanted(
        seed.seed_of(arguments),
        faces,
        answering(fixed, arguments.policy, opened),
        terminal if arguments.real_dice else None,
        arguments.explain or arguments.json,
    )
    found, names, declared = once(opened, wanted), opened.edge, opened.program.declared
    if arguments.json:
        terminal.show_json(run_json(found, declared, names))
    elif arguments.explain:
        terminal.show(explained(found, declared, names, terminal.paint))
    else:
        terminal.show(run_text(found, names, terminal.paint))
    return 0
