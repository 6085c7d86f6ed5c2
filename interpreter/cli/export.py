"""`umpire export GAME NAME`: the file that an entry point writes for another ruleset,
from the present state of a game; `umpire export PACK NAME --scenario S`: from the
beginning of a scenario.

The file is for the judge, who has the game file: it may hold all that is secret there.
The game does not change.
"""

from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path
from shlex import join, quote
from typing import cast

from interpreter.app.exporting import exported
from interpreter.app.opening.session import Session, entered
from interpreter.app.output import YAML_MARK, write_file, write_folder
from interpreter.cli.arguments import (
    configure_game_or_scenario,
    configure_with,
    game_of,
    pairs,
)
from interpreter.cli.arguments import opened as opened_of
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.engine.once import initial
from interpreter.engine.stops import GameState
from interpreter.pipeline.opening import open_pack
from interpreter.reports.outputs.encoding import PackValue
from interpreter.reports.outputs.packs import ExportOutput
from interpreter.reports.values import spaced
from interpreter.ruleset.finding import HEAD, find_pack
from interpreter.semantics.declarations import Export
from interpreter.semantics.sections.exports import SCENARIO

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
    run, state, origin, why = _opened(arguments, terminal)
    export, content, text = exported(run, state, origin, why)
    if arguments.out is not None:
        _write(arguments.out, text, export, terminal)
    if arguments.json:
        output = ExportOutput(
            writes="scenario" if export.form == SCENARIO else "answers",
            for_=export.pack,
            says=cast("Mapping[str, PackValue]", content),
        )
        terminal.show_json(output)
    elif arguments.out is None:
        terminal.show(text.removesuffix("\n"))
    return 0


def _opened(
    arguments: Namespace, terminal: Terminal
) -> tuple[Session, GameState, str, str]:
    """Return what is called, the state that it reads, a sentence on which state that
    is, and a hint for where there is nothing to write in it."""
    if arguments.scenario:
        arguments.pack = arguments.pack_or_game
        run = opened_of(arguments)
        state = initial(run.program, run.scenario)
        begun = f"From the scenario '{run.scenario}' as it begins."
        return run, state, begun, f"to see why: {_explained(arguments)}"
    game = game_of(arguments, terminal)
    pack, scenario = game.session.pack, game.session.scenario
    given = pairs(arguments.values, "--with")
    run = entered(pack, scenario, arguments.procedure, given)
    origin = f"From a game after {len(game.events)} lines of its file."
    course = game.course()
    command = f"umpire play --game {quote(arguments.pack_or_game)}"
    why = f"the game is not over; to go on: {command}"
    return run, course.world, origin, "" if course.is_finished else why


def _explained(arguments: Namespace) -> str:
    """Return the command that tells how a result was worked out."""
    options = [("--option", text) for text in arguments.option or ()]
    values = [("--with", text) for text in arguments.values or ()]
    words = [word for pair in (*options, *values) for word in pair]
    called = (arguments.pack, arguments.procedure, "--scenario", arguments.scenario)
    return join(("umpire", "run", *called, *words, "--explain"))


def _write(out: str, text: str, export: Export, terminal: Terminal) -> None:
    """Write the file; a scenario is read at once by the ruleset that it is for, so that
    what that cannot use is reported here."""
    if export.form != SCENARIO:
        write_file(Path(out), text, "the answers", private=True, mark=YAML_MARK)
        terminal.say(f"umpire: the answers are in '{out}'")
        return
    write_folder(Path(out), {HEAD: text}, "the scenario", private=True)
    terminal.say(f"umpire: the scenario is in '{Path(out) / HEAD}'")
    pack = open_pack(find_pack(out), {})
    games = [name for name, main in pack.mains.items() if main]
    written = [name for name in games if f"\n  {spaced(name)}:" in text]
    if written:
        game = f"umpire play {quote(out)} {quote(written[0])} --game FILE"
        terminal.say(f"umpire: to play it: {game}")
