"""What an entry point writes for another ruleset: its content and its file."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from shlex import join, quote

from msgspec import Struct

from interpreter.app.explaining.refusals import explaining_refusals
from interpreter.app.opening.games import Notify, OpenGame
from interpreter.app.opening.session import Session, entered
from interpreter.app.output import YAML_MARK, write_file, write_folder
from interpreter.app.running.once import engine_of
from interpreter.diagnostics import UnknownName, Unusable
from interpreter.engine.once import initial
from interpreter.engine.stops import Finished, GameState
from interpreter.ir.instructions import Program
from interpreter.pipeline.opening import open_pack
from interpreter.reports.exports import Content, content_of, yaml_text
from interpreter.reports.values import spaced
from interpreter.ruleset.finding import HEAD, find_pack
from interpreter.semantics.declarations import EntryPoint, Export
from interpreter.semantics.sections.exports import SCENARIO

COMMENT = (
    "Written by 'umpire export {name}' of {pack}, for {reader}.\n"
    "For the judge alone: it may contain secrets."
)


class ExportOrigin(Struct, frozen=True):
    """What is called and the state that it reads, with a sentence on which state that
    is (`text`), and a hint for where there is nothing to write in it (`why`)."""

    run: Session
    state: GameState
    text: str
    why: str


def origin_in_game(
    game: OpenGame, file: str, name: str, arguments: Mapping[str, str]
) -> ExportOrigin:
    """Return the present state of a game, and an entry point with its arguments as
    they were typed; `file` is the game file as it is written in commands."""
    run = entered(game.session.pack, game.session.scenario, name, arguments)
    course = game.course()
    command = f"umpire play --game {quote(file)}"
    why = f"the game is not over; to go on: {command}"
    text = f"From a game after {len(game.events)} lines of its file."
    return ExportOrigin(run, course.game_state, text, "" if course.is_finished else why)


def origin_in_scenario(
    run: Session,
    typed: tuple[str, str, str],
    options: Sequence[str],
    values: Sequence[str],
) -> ExportOrigin:
    """Return the beginning of a scenario. `typed` is the pack, the entry point and the
    scenario as they were typed, `options` and `values` are texts `name=value`: what the
    hint repeats."""
    pack, name, scenario = typed
    switches = [("--option", text) for text in options]
    switches += [("--with", text) for text in values]
    words = [word for pair in switches for word in pair]
    called = ("umpire", "run", pack, name, "--scenario", scenario, *words, "--explain")
    state = initial(run.program, run.scenario)
    text = f"From the scenario '{run.scenario}' as it begins."
    return ExportOrigin(run, state, text, f"to see why: {join(called)}")


def exported(origin: ExportOrigin) -> tuple[Export, Mapping[str, Content], str]:
    """Return what an entry point writes, its content in a state, and the file as text.
    Where there is nothing to write it is Unusable, with a hint."""
    run = origin.run
    entry, export = run.entry, _export(run.entry, run.program)
    with explaining_refusals(run):
        stop = engine_of(run.pack, explains=False).begun(
            entry.procedure, run.values, origin.state
        )
    assert isinstance(stop, Finished)  # a formula asks nothing and rolls nothing
    if stop.result is None:
        message = f"'{spaced(entry.name)}' returned none: there is nothing to write"
        raise Unusable(message, hint=origin.why)
    content = content_of(entry, export, stop.result, run.edge)
    comment = COMMENT.format(
        name=spaced(entry.name), pack=run.pack.name, reader=spaced(export.pack)
    )
    return export, content, yaml_text(f"{comment}\n{origin.text}", content)


def write_export(out: str, text: str, export: Export, notify: Notify) -> None:
    """Write the file; a scenario is read at once by the ruleset that it is for, so that
    what that cannot use is reported here."""
    if export.form != SCENARIO:
        write_file(Path(out), text, "the answers", private=True, mark=YAML_MARK)
        notify(f"umpire: the answers are in '{out}'")
        return
    write_folder(Path(out), {HEAD: text}, "the scenario", private=True)
    notify(f"umpire: the scenario is in '{Path(out) / HEAD}'")
    pack = open_pack(find_pack(out), {})
    games = [name for name, main in pack.mains.items() if main]
    written = [name for name in games if f"\n  {spaced(name)}:" in text]
    if written:
        game = f"umpire play {quote(out)} {quote(written[0])} --game FILE"
        notify(f"umpire: to play it: {game}")


def _export(entry: EntryPoint, program: Program) -> Export:
    """Return what an entry point writes; UnknownName if it writes nothing."""
    if entry.writes is None:
        known = [each.name for each in program.entries.values() if each.writes]
        error = UnknownName("entry point that writes something", entry.name, known)
        if not known:
            error.hint = "no entry point of this pack has 'writes'"
        raise error
    return entry.writes
