"""`umpire correct GAME`: the judge changes a game where it waits, by no rule of it."""

from argparse import Namespace
from pathlib import Path

from interpreter.app.opening.games import standing_text, status_of, written
from interpreter.app.opening.settings import HOW
from interpreter.app.opening.yaml_values import fields_in_line
from interpreter.app.playing.corrections import CorrectionRequest, correct_game
from interpreter.app.playing.returned_answers import let_policies
from interpreter.cli.arguments import configure_game, pairs
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.diagnostics import UsageError
from interpreter.games.corrections import SEEN
from interpreter.reports.corrections import (
    ShownCorrection,
    changes_output,
    correction_text,
    entities_output,
)
from interpreter.reports.outputs.games import CorrectOutput
from interpreter.reports.values import spaced

OUTPUT = CorrectOutput


def configure(parser: Parser) -> None:
    """Add the game, what is changed, and why."""
    configure_game(parser)
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        dest="fields",
        metavar="ENTITY.FIELD=VALUE",
        help="another value of a field of an entity, or with KIND.FIELD of each of a "
        "kind; may be repeated",
    )
    parser.add_argument(
        "--add",
        action="append",
        default=[],
        dest="added",
        metavar="KIND={FIELD: VALUE, ...}",
        help="a new entity of a kind with values of its fields; may be repeated",
    )
    parser.add_argument(
        "--remove",
        action="append",
        default=[],
        dest="removed",
        metavar="ENTITY",
        help="an entity that is there no more; may be repeated",
    )
    parser.add_argument(
        "--reason",
        default="",
        metavar="TEXT",
        help="why, for the judge alone; must be given",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Write a correction, and say what it changed and who sees it."""
    changes = pairs(arguments.fields, "--set")
    adds = [_added(text) for text in arguments.added]
    if not (changes or adds or arguments.removed):
        raise UsageError("nothing is corrected", f"{HOW}; or --add, or --remove")
    request = CorrectionRequest(changes, adds, arguments.removed, arguments.reason)
    path, removes = Path(arguments.game), bool(arguments.removed)
    with written(path, arguments.pack, terminal.say, removes=removes) as found:
        made = correct_game(found, request)
        course = found.game.course
        names = found.opened.session.names_in(course.game_state)
        seen = tuple(made.event[SEEN])
        text = correction_text(course, made, names)
        shown = ShownCorrection.of(course, made)
        let_policies(found, terminal.say)
        if arguments.json:
            status = status_of(found.opened, course)
            output = CorrectOutput(
                number=made.number,
                changes=changes_output(shown, names),
                added=entities_output(shown.added, names),
                removed=entities_output(shown.correction.removed, names),
                reason=shown.correction.reason,
                seen_by=seen,
                finished=status.finished,
                waiting=status.waiting,
            )
            terminal.show_json(output)
        else:
            terminal.show(f"{made.number:>4}. {text}")
            who = ", ".join(map(spaced, seen)) or "nobody but the judge"
            terminal.show(f"who sees a change: {who}")
            terminal.show(standing_text(found.opened, course))
    return 0


def _added(text: str) -> tuple[str, dict[str, str]]:
    """Return the kind and the fields of a new entity."""
    kind, _, fields = text.partition("=")
    return kind.strip(), fields_in_line(fields.strip() or "{}", f"--add {kind.strip()}")
