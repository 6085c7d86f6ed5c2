"""`umpire replay GAME`: plays a game again as it is written, to any event, also by
rules that have changed since; says where it departs from them."""

from argparse import Namespace
from pathlib import Path

from msgspec.structs import replace

from interpreter.app.opening.games import OpenGame, opened_of, tell_torn
from interpreter.app.output import HTML, HTML_MARK, ending, write_file
from interpreter.app.playing.verifying import replay_output, replay_text, replayed
from interpreter.cli.arguments import (
    configure_all,
    configure_game,
    from_zero,
    game_looked_at,
    need_explain,
)
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.diagnostics import Unusable, UsageError
from interpreter.games.game import fits
from interpreter.journal import journal as journals
from interpreter.reports.outputs.games import ReplayOutput

OUTPUT = ReplayOutput


def configure(parser: Parser) -> None:
    """Add the game and how far it is played."""
    configure_game(parser)
    parser.add_argument(
        "--to", metavar="EVENT", help="stop after this event; without it, at the end"
    )
    parser.add_argument(
        "--explain",
        action="store_true",
        help="instead of the log print every roll, modifier, row and rule, with the "
        "source of each",
    )
    configure_all(parser)
    parser.add_argument(
        "--out",
        metavar="FILE",
        help="write the game as a page (.html) on which one moment after the other is "
        "looked at, with its map",
    )
    parser.add_argument(
        "--as",
        dest="seat",
        metavar="SEAT",
        help="with --out: what a seat knew whenever it was asked; without it, the "
        "judge's",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Print the log up to there and the state of the game; 1 where it departs."""
    need_explain(arguments)
    wanted = ending(arguments.out, HTML)
    if arguments.seat is not None and wanted != HTML:
        hint = f"add '--out FILE{HTML}', or read 'umpire log GAME --as SEAT'"
        raise UsageError("--as needs --out", hint)
    if arguments.out is not None and wanted != HTML:
        hint = f"write '--out FILE{HTML}'"
        raise Unusable(f"--out '{arguments.out}': the page needs a file", hint=hint)
    if arguments.out is not None:
        return _written(arguments, terminal)
    path = Path(arguments.game)
    lines = journals.sound(path, journals.read(path))
    tell_torn(lines, terminal.say)
    found = opened_of(path, lines.events, arguments.pack, ("no secret",))
    to = _to(arguments, found)
    course, fault = replayed(found, to)
    same = fits(found.header, found.session.pack)
    output, steps = replay_output(found, course, fault, to, same), ""
    if arguments.explain:
        # no other replay needs these
        from interpreter.app.explaining.explained_games import explained_run
        from interpreter.reports.explanation import explained_steps, steps_output

        program = found.beginning.program
        names = found.session.names_in(course.game_state)
        run = explained_run(found, course)
        paint, cells, every = terminal.paint, terminal.cells, arguments.all
        steps = explained_steps(run, program, names, paint, cells, every=every)
        output = replace(output, trace=steps_output(run, program.declared, names))
    if arguments.json:
        terminal.show_json(output)
    else:
        terminal.show(replay_text(found, course, fault, to, same, steps))
    return 0 if fault is None else 1


def _to(arguments: Namespace, found: OpenGame) -> int:
    """Return the number of the event after which a replay stops."""
    last = len(found.events) - 1
    to = last if arguments.to is None else from_zero("--to", arguments.to)
    if to > last:
        raise Unusable(f"the last event is {last:,}", hint="'umpire log' numbers them")
    return to


def _written(arguments: Namespace, terminal: Terminal) -> int:
    """Write the game as a page of HTML."""
    # no other replay draws maps
    from interpreter.app.playing.moments import replay_of
    from interpreter.values.types import JUDGE_NAME

    if arguments.explain or arguments.json:
        other = "--explain" if arguments.explain else "--json"
        raise UsageError(f"--out and {other} exclude each other", "leave one out")
    found = game_looked_at(arguments, terminal)
    to = _to(arguments, found)
    course, fault = replayed(found, to)
    is_now = fault is None and to == len(found.events) - 1
    text = replay_of(found, course, arguments.seat or JUDGE_NAME, is_now=is_now)
    write_file(Path(arguments.out), text, "the replay", private=True, mark=HTML_MARK)
    terminal.say(f"umpire: the replay is in '{arguments.out}'")
    return 0 if fault is None else 1
