"""`umpire export GAME NAME`: what an entry point writes for another pack, from a game
as it stands; `umpire export PACK NAME --scenario S`: from how a scenario begins.

Only the judge has the game file, and what is written may hold all that is secret in it.
Nothing in the game changes.
"""

from argparse import Namespace
from pathlib import Path

from interpreter.checked.declared import Entry, Export
from interpreter.checked.exported import SCENARIO
from interpreter.commands import session
from interpreter.commands.forbidden import in_words
from interpreter.commands.games import looked_at
from interpreter.commands.once_form import engine_of
from interpreter.commands.output import YAML_MARK, write_file, write_folder
from interpreter.commands.parser import Misused, Parser
from interpreter.commands.terminal import Terminal
from interpreter.opening import open_pack
from interpreter.problems import UnknownName, Unusable
from interpreter.program.program import Program
from interpreter.reporting.exports import document, document_text
from interpreter.reporting.values import listed, spaced
from interpreter.ruleset.finding import HEAD, find_pack, known_pack
from interpreter.running.once import initial
from interpreter.running.stops import Finished, World

ABOUT = (
    "Written by 'umpire export {name}' of {pack}, for {other}.\n"
    "For the judge alone: what stands here may be secret."
)


def configure(parser: Parser) -> None:
    """Add the game or the scenario, what is written, and where."""
    parser.add_argument(
        "pack_or_game",
        metavar="GAME",
        help="a game file of 'umpire play'; or, with --scenario, a pack",
    )
    parser.add_argument(
        "procedure", metavar="NAME", help="an entry point that 'writes' something"
    )
    parser.add_argument(
        "--scenario", default="", metavar="NAME", help="how a scenario of a pack begins"
    )
    session.configure_option(parser)
    parser.add_argument(
        "--pack",
        metavar="PACK",
        help="where the ruleset lies now, if not where it lay when the game began",
    )
    session.configure_with(parser)
    parser.add_argument(
        "--out",
        metavar="PLACE",
        help="where it is written: a scenario into this folder, which is a pack then; "
        "answers into this file. Without it, it is printed",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Print or write what the other pack is to read."""
    found, world, told = _looked_up(arguments, terminal)
    entry, export = found.entry, _export(found.entry, found.program)
    with in_words(found):
        stop = engine_of(found.pack).begun(entry.procedure, found.values, world)
    assert isinstance(stop, Finished)  # a formula asks nothing and throws nothing
    if stop.result is None:
        message = f"'{spaced(entry.name)}' gives none: there is nothing to write"
        raise Unusable(message, hint="'umpire run ... --explain' says why")
    said = document(entry, export, stop.result, found.edge)
    about = ABOUT.format(
        name=spaced(entry.name), pack=found.pack.name, other=spaced(export.pack)
    )
    text = document_text(f"{about}\n{told}", said)
    if arguments.out is not None:
        _write(arguments.out, text, export, terminal)
    if arguments.json:
        whom = {"writes": export.form, "for": export.pack}
        terminal.show_json({"format": 1, **whom, "says": said})
    elif arguments.out is None:
        terminal.show(text.removesuffix("\n"))
    return 0


def _looked_up(
    arguments: Namespace, terminal: Terminal
) -> tuple[session.Session, World, str]:
    """Return what is written, the state that it is worked out of, and which that is."""
    if arguments.scenario:
        arguments.pack = arguments.pack_or_game
        found = session.opened(arguments)
        world = initial(found.program, found.scenario)
        return found, world, f"As the scenario '{found.scenario}' begins."
    if known_pack(arguments.pack_or_game) is not None:
        hint = "give --scenario NAME; 'umpire show PACK' lists them"
        raise Misused(f"'{arguments.pack_or_game}' is a pack, not a game", hint)
    if arguments.option:
        hint = "leave --option out; a game keeps the options it was begun with"
        raise Misused("--option is for a scenario", hint)
    arguments.game = arguments.pack_or_game
    game = looked_at(arguments, terminal)
    own, course = game.session, game.course()
    found = session.entered(
        own.pack, own.scenario, arguments.procedure, arguments.values
    )
    return found, course.world, f"As the game stood after {len(game.events)} lines."


def _export(entry: Entry, program: Program) -> Export:
    """Return what an entry point writes; UnknownName, with those that do, else."""
    if entry.writes is None:
        known = [each.name for each in program.entries.values() if each.writes]
        error = UnknownName("entry point that writes something", entry.name, known)
        if not known:
            error.hint = "no entry point of this pack has 'writes'"
        raise error
    return entry.writes


def _write(out: str, text: str, export: Export, terminal: Terminal) -> None:
    """Write it, and let the pack that a scenario is for read it."""
    if export.form != SCENARIO:
        write_file(Path(out), text, "the answers", private=True, mark=YAML_MARK)
        terminal.say(f"umpire: the answers are in '{out}'")
        return
    write_folder(Path(out), {HEAD: text}, "the scenario", private=True)
    terminal.say(f"umpire: the scenario is in '{Path(out) / HEAD}'")
    pack = open_pack(find_pack(out), {})
    mains = [name for name, main in pack.mains.items() if main]
    ours = [each for each in mains if f"\n  {each}:" in text]
    if ours:
        terminal.say(f"umpire: to play it: umpire play {out} {listed(ours)} --game ...")
