"""`umpire export GAME NAME`: the file that an entry point writes for another ruleset,
from the present state of a game; `umpire export PACK NAME --scenario S`: from the
beginning of a scenario.

The file is for the judge, who has the game file: it may hold all that is secret there.
The game does not change.
"""

from argparse import Namespace

from interpreter.app.exporting import (
    ExportOrigin,
    exported,
    origin_in_game,
    origin_in_scenario,
    write_export,
)
from interpreter.cli.arguments import (
    configure_game_or_scenario,
    configure_with,
    game_of,
    opened,
    pairs,
)
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.reports.exports import export_output
from interpreter.reports.outputs.packs import ExportOutput

OUTPUT = ExportOutput


def configure(parser: Parser) -> None:
    """Add the game or the scenario, what is written, and where."""
    configure_game_or_scenario(parser)
    parser.add_argument(
        "procedure", metavar="NAME", help="an entry point that 'writes' something"
    )
    configure_with(parser)
    parser.add_argument(
        "--out",
        metavar="PLACE",
        help="where it is written: a scenario into this folder, which is a pack then; "
        "answers into this file. Without it, it is printed",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Print or write what the other ruleset is to read."""
    export, content, text = exported(_origin(arguments, terminal))
    if arguments.out is not None:
        write_export(arguments.out, text, export, terminal.say)
    if arguments.json:
        terminal.show_json(export_output(export, content))
    elif arguments.out is None:
        terminal.show(text.removesuffix("\n"))
    return 0


def _origin(arguments: Namespace, terminal: Terminal) -> ExportOrigin:
    name, scenario = arguments.procedure, arguments.scenario
    if scenario:
        arguments.pack = arguments.pack_or_game
        typed = (arguments.pack, name, scenario)
        run = opened(arguments)
        return origin_in_scenario(run, typed, arguments.option, arguments.values)
    game = game_of(arguments, terminal)
    values = pairs(arguments.values, "--with")
    return origin_in_game(game, arguments.pack_or_game, name, values)
