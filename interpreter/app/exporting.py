"""What an entry point writes for another ruleset: its content and its file."""

from collections.abc import Mapping

from interpreter.app.explaining.refusals import in_words
from interpreter.app.opening.session import Session
from interpreter.app.running.once import engine_of
from interpreter.diagnostics import UnknownName, Unusable
from interpreter.engine.stops import Finished, GameState
from interpreter.ir.instructions import Program
from interpreter.reports.exports import Content, content_of, yaml_text
from interpreter.reports.values import spaced
from interpreter.semantics.declarations import EntryPoint, Export

COMMENT = (
    "Written by 'umpire export {name}' of {pack}, for {reader}.\n"
    "For the judge alone: it may contain secrets."
)


def exported(
    run: Session, state: GameState, origin: str, why: str
) -> tuple[Export, Mapping[str, Content], str]:
    """Return what an entry point writes, its content in a state, and the file as text;
    `origin` is a sentence on which state that is. Where there is nothing to write it is
    Unusable, with `why` as a hint."""
    entry, export = run.entry, _export(run.entry, run.program)
    with in_words(run):
        stop = engine_of(run.pack, explains=False).begun(
            entry.procedure, run.values, state
        )
    assert isinstance(stop, Finished)  # a formula asks nothing and rolls nothing
    if stop.result is None:
        message = f"'{spaced(entry.name)}' returned none: there is nothing to write"
        raise Unusable(message, hint=why)
    content = content_of(entry, export, stop.result, run.edge)
    comment = COMMENT.format(
        name=spaced(entry.name), pack=run.pack.name, reader=spaced(export.pack)
    )
    return export, content, yaml_text(f"{comment}\n{origin}", content)


def _export(entry: EntryPoint, program: Program) -> Export:
    """Return what an entry point writes; UnknownName if it writes nothing."""
    if entry.writes is None:
        known = [each.name for each in program.entries.values() if each.writes]
        error = UnknownName("entry point that writes something", entry.name, known)
        if not known:
            error.hint = "no entry point of this pack has 'writes'"
        raise error
    return entry.writes
