"""`umpire run PACK PROCEDURE`: once."""

from argparse import Namespace
from pathlib import Path

from interpreter.app.answering.chance import read_dice
from interpreter.app.answering.prompts import Prompt
from interpreter.app.running.once import (
    CompletedRun,
    RunRequest,
    answering,
    idle_text,
    played,
)
from interpreter.cli.arguments import (
    configure_all,
    configure_answers,
    configure_policy,
    configure_run,
    configure_seed,
    configure_set,
    need_explain,
    pairs,
    policy_text,
    seed_of,
    typed_answers,
)
from interpreter.cli.arguments import opened as opened_of
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.diagnostics import UsageError
from interpreter.reports.colour import clean
from interpreter.reports.explanation import explained, run_output, run_text
from interpreter.reports.outputs.games import OrderOutput
from interpreter.reports.outputs.runs import RunOutput
from interpreter.ruleset.finding import pack_to_write
from interpreter.values.exact_numbers import numbers_of_any_length
from interpreter.values.types import JUDGE_NAME

OUTPUT = RunOutput | OrderOutput
OF_A_RUN = (
    *("scenario", "option", "dice", "seed", "policy"),
    *("real_dice", "rulings", "real_cards", "explain"),
)
"""Options that an order in a game does not take."""


def configure(parser: Parser) -> None:
    """Add what is run, and where dice and answers come from."""
    configure_run(parser)
    configure_answers(parser)
    configure_seed(parser)
    configure_set(parser)
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
    configure_all(parser)
    configure_policy(parser)
    parser.add_argument(
        "--accept",
        metavar="FILE[:NAME]",
        help="write this run as a case into a file of the pack, with its dice and "
        "answers, and with what came of it as what is expected",
    )
    parser.add_argument(
        "--game",
        metavar="FILE",
        help="give an order in a game: an option of what the judge is asked now, with "
        "--with or --answer for all that it asks; taken as a whole or not at all",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Run once and print the result; explained when asked for."""
    need_explain(arguments)
    if arguments.accept is not None and (arguments.fields or arguments.game):
        other = "--set" if arguments.fields else "--game"
        hint = "leave one out; a case begins as its scenario does"
        raise UsageError(f"--accept and {other} exclude each other", hint)
    if arguments.accept is not None:
        pack_to_write(arguments.pack)
    if arguments.game is not None:
        return _ordered(arguments, terminal)
    one_source(arguments)
    opened = opened_of(arguments)
    faces = read_dice(arguments.dice, opened.program, opened.entry.procedure)
    answers = typed_answers(arguments, terminal).given(opened)
    wanted = RunRequest(
        seed_of(arguments),
        faces,
        answering(answers.fixed, policy_text(arguments), opened),
        Prompt(terminal) if arguments.real_dice else None,
        turns=answers.turns,
        rulings=arguments.rulings,
        cards=arguments.real_cards,
        stops=[] if arguments.explain else None,
    )
    with numbers_of_any_length():
        ended = played(opened, wanted)
        if arguments.accept is not None:  # what cannot be a case prints no result
            _write_case(ended, arguments, terminal)
        found, names, program = ended.report(), opened.edge, opened.program
        for name in ended.unasked:
            terminal.say(f"umpire: the answer to '{name}' was not used")
        if found.is_idle and (note := idle_text(opened)):
            terminal.say(note)
        if arguments.json:
            terminal.show_json(run_output(found, program.declared, names))
        elif arguments.explain:
            paint, cells = terminal.paint, terminal.cells
            every = arguments.all
            text = explained(found, program, names, paint, cells, every=every)
            terminal.show(text)
        else:
            terminal.show(run_text(found, program.declared, names, terminal.paint))
    return 0


def _write_case(ended: CompletedRun, arguments: Namespace, terminal: Terminal) -> None:
    """Write a run as a case, and say where."""
    # imported late: few runs are to be cases
    from interpreter.app.testing.accepting import accepted, write_accepted

    options = pairs(arguments.option, "--option")
    case = accepted(ended, options, arguments.accept)
    write_accepted(case)
    terminal.say(
        f"umpire: case '{clean(case.name)}' written to {clean(case.edit.file)}"
    )


def _ordered(arguments: Namespace, terminal: Terminal) -> int:
    """Give an order in a game, and print what has come of it."""
    # no other run waits for these
    from interpreter.app.opening.answers import answers_in_file
    from interpreter.app.opening.games import written
    from interpreter.app.playing.orders import OrderAnswers, ordered
    from interpreter.app.playing.returned_answers import ReturnedAnswer
    from interpreter.app.playing.returned_files import returned

    for name in OF_A_RUN:
        if getattr(arguments, name):
            option = f"--{name.replace('_', '-')}"
            raise UsageError(f"--game and {option} exclude each other", "leave one out")
    if arguments.procedure is not None:
        hint = "name the order alone: a game knows its ruleset"
        raise UsageError("with --game, one name is given too many", hint)
    answers: dict[str, list[ReturnedAnswer]] = {}
    if arguments.answers is not None:
        nodes_by_name, _ = answers_in_file(arguments.answers, terminal.source)
        for name, nodes in nodes_by_name.items():
            answers[name] = [returned(node) for node in nodes]
    for option, texts in (("--with", arguments.values), ("--answer", arguments.answer)):
        for each in texts:
            for name, text in pairs([each], option).items():
                answers.setdefault(name, []).append(text)
    given = OrderAnswers(answers, "--with ")
    with written(Path(arguments.game), None, terminal.say) as found:
        told = ordered(found, JUDGE_NAME, arguments.pack, given, terminal.say)
        if arguments.json:
            terminal.show_json(told.output())
        else:
            terminal.show(told.text())
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
