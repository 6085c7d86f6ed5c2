"""`umpire best PACK SCENARIO --as SEAT`: which of its choices is best for a seat."""

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from interpreter.app.advising.advising import (
    AdviceWanted,
    Position,
    advise,
    first_position,
    position_in_game,
    wanted_by,
)
from interpreter.app.opening import session as sessions
from interpreter.app.opening.games import looked_at
from interpreter.app.opening.session import Session
from interpreter.cli.arguments import (
    configure_answers,
    configure_house,
    configure_option,
    configure_policy,
    configure_seat,
    configure_seed,
    configure_with,
    folder_of,
    pairs,
    policy_text,
    positive,
    seed_of,
    typed_answers,
)
from interpreter.cli.parser import Parser
from interpreter.cli.progress import progress
from interpreter.cli.terminal import Terminal
from interpreter.diagnostics import UsageError
from interpreter.pipeline.opening import open_pack
from interpreter.reports.advice import advice_output, advice_text
from interpreter.reports.outputs.advice import AdviceOutput
from interpreter.reports.sweep_text import TextStyle
from interpreter.values.exact_numbers import numbers_of_any_length

OUTPUT = AdviceOutput
LONG = 1.0  # seconds after which progress is said


def configure(parser: Parser) -> None:
    """Add the position, the seat, and what is best for it."""
    parser.add_argument(
        "pack_or_game",
        metavar="PACK",
        help="a pack; or a game file of 'umpire play'",
    )
    parser.add_argument(
        "scenario",
        metavar="SCENARIO",
        nargs="?",
        help="a scenario of the pack, from whose beginning it is played to the first "
        "question of the seat",
    )
    configure_seat(parser, who="the seat that is advised")
    parser.add_argument(
        "--procedure", metavar="NAME", help="what is played; else the scenario's 'main'"
    )
    configure_with(parser)
    configure_option(parser)
    configure_house(parser)
    configure_answers(parser)
    configure_seed(parser)
    configure_policy(
        parser,
        "the first of the pack, else random",
        "who answers for others, and later on for the seat, or who for one of them",
    )
    parser.add_argument(
        "--outcome",
        metavar="OUTCOME",
        default="",
        help="what the seat wants: an outcome, 5+ or 3..5 of numbers, NAME+ of an "
        "ordered list, or mean; without it, that the result is the seat itself",
    )
    parser.add_argument(
        "--least", action="store_true", help="the seat wants least of it, not most"
    )
    parser.add_argument(
        "--trials",
        metavar="N",
        default="100",
        help="how many games are played after each choice, where not all ways can be "
        "followed",
    )
    parser.add_argument(
        "--suppose",
        action="append",
        default=[],
        dest="supposed",
        metavar="KIND=N",
        help="suppose so many of a kind that the seat has not met; may be repeated",
    )
    parser.add_argument(
        "--pack",
        metavar="PACK",
        help="of a game: the path of the ruleset, if it has moved since the game began",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Print each choice with what it leads to."""
    trials = positive("--trials", arguments.trials)
    seed, supposed = seed_of(arguments), pairs(arguments.supposed, "--suppose")
    typed = typed_answers(arguments, terminal)

    def wanted(session: Session) -> AdviceWanted:
        return wanted_by(
            session,
            arguments.seat,
            typed.fixed(session),
            policy_text(arguments),
            outcome=arguments.outcome,
            least=arguments.least,
            trials=trials,
            seed=seed,
            supposed={
                name: positive("--suppose", text) for name, text in supposed.items()
            },
        )

    position = _position(arguments, terminal, wanted)
    asked = wanted(position.session)
    tell = progress(terminal, LONG)
    advice = advise(position, asked, tell)
    with numbers_of_any_length():
        if arguments.json:
            terminal.show_json(advice_output(advice))
        else:
            style = TextStyle(terminal.paint, terminal.plain_bars, terminal.cells)
            terminal.show(advice_text(advice, style))
    return 0


def _refuse_settings(arguments: Namespace) -> None:
    """Refuse what only a scenario takes: a game keeps what it was begun with, and an
    answer that is named could be a thing of which the seat may not know."""
    given = {
        "--with": arguments.values,
        "--option": arguments.option,
        "--house": arguments.houses,
        "--procedure": arguments.procedure,
        "--answer": arguments.answer,
        "--answers": arguments.answers,
    }
    for option, value in given.items():
        if value:
            hint = "a game keeps what it was begun with, and --policy answers in it"
            raise UsageError(f"{option} is for a scenario: leave it out", hint)


def _position(
    arguments: Namespace, terminal: Terminal, wanted: Callable[[Session], AdviceWanted]
) -> Position:
    """Return where the seat is asked: in a game, or from the beginning."""
    name = arguments.pack_or_game
    file = Path(name)
    if arguments.scenario is None and file.is_file():
        _refuse_settings(arguments)
        found = looked_at(file, arguments.pack, terminal.say)
        return position_in_game(found, arguments.seat)
    if arguments.scenario is None:
        hint = "umpire best PACK SCENARIO --as SEAT; 'umpire show PACK' lists them"
        raise UsageError("name a scenario, or a game file", hint)
    options = pairs(arguments.option, "--option")
    pack = open_pack(folder_of(arguments, name), options)
    values = pairs(arguments.values, "--with")
    session = sessions.opened(pack, arguments.scenario, arguments.procedure, values)
    return first_position(session, wanted(session))
