"""`umpire replay GAME`: plays a game again as it is written, to any event, also by
rules that have changed since; says where it departs from them."""

from argparse import Namespace
from pathlib import Path

from interpreter.app.opening.games import OpenGame, opened_of, tell_torn
from interpreter.cli.arguments import configure_game, from_zero
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.diagnostics import Unusable
from interpreter.engine.stops import Finished, Stop
from interpreter.games.game import counting, fits
from interpreter.games.state import Diverged, GameProgress
from interpreter.journal import journal as journals
from interpreter.reports.game_log import lines_json, lines_text, log_lines
from interpreter.reports.values import to_json, to_text


def configure(parser: Parser) -> None:
    """Add the game and how far it is played."""
    configure_game(parser)
    parser.add_argument(
        "--to", metavar="EVENT", help="stop behind this event; without it, at the end"
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Print the log up to there and how the game stands; 1 where it departs."""
    path = Path(arguments.game)
    lines = journals.sound(path, journals.read(path))
    tell_torn(lines, terminal.say)
    found = opened_of(path, lines.events, arguments.pack, ("no secret",))
    last = len(found.events) - 1
    to = last if arguments.to is None else from_zero("--to", arguments.to)
    if to > last:
        raise Unusable(f"the last event is {last:,}", hint="'umpire log' numbers them")
    course, fault = replayed(found, to)
    same = fits(found.header, found.session.pack)
    if arguments.json:
        terminal.show_json(_json(found, course, fault, to, same))
    else:
        terminal.show(_text(found, course, fault, to, same))
    return 0 if fault is None else 1


def replayed(found: OpenGame, to: int) -> tuple[GameProgress, Diverged | None]:
    """Return how far a game goes by these rules, and the event that does not fit."""
    course = GameProgress(found.beginning)
    for number, event in counting(found.events[: to + 1]):
        before = course.stop
        try:
            course.take(number, event)
        except Diverged as fault:
            return course, fault
        if course.false:
            why = "what fell does not follow from the secret at this place"
            return course, Diverged(number, before, why)
    return course, None


def _json(
    found: OpenGame, course: GameProgress, fault: Diverged | None, to: int, same: bool
) -> dict[str, object]:
    stop, names = course.stop, found.session.edge
    told = None
    if fault is not None:
        at, rule = place_of(found, fault.stop)
        told = {"event": fault.number, "at": at, "rule": rule, "why": fault.why}
    is_end = isinstance(stop, Finished)
    entry = found.session.entry
    return {
        "format": 1,
        "to": to,
        "same_rules": same,
        "events": lines_json(log_lines(course, names, found.events[: to + 1])),
        "departs": told,
        "finished": is_end,
        "result": to_json(stop.result, entry.gives, names)
        if isinstance(stop, Finished)
        else None,
    }


def _text(
    found: OpenGame, course: GameProgress, fault: Diverged | None, to: int, same: bool
) -> str:
    stop, names = course.stop, found.session.edge
    said = [lines_text(log_lines(course, names, found.events[: to + 1]))]
    if not same:
        said.append("these are not the rules with which the game was begun")
    if fault is not None:
        at, rule = place_of(found, fault.stop)
        by = f" ({rule})" if rule else ""
        said.append(f"event {fault.number:,} departs at {at}{by}: {fault.why}")
    elif isinstance(stop, Finished):
        gives = found.session.entry.gives
        said.append(f"the game ends with {to_text(stop.result, gives, names)}")
    else:
        at, rule = place_of(found, stop)
        said.append(f"the game waits at {at}{f' ({rule})' if rule else ''}")
    return "\n".join(said)


def place_of(found: OpenGame, stop: Stop) -> tuple[str, str]:
    """Return the step of a stop and the rule that it, or its procedure, carries."""
    if isinstance(stop, Finished):
        return "the end", ""
    site = stop.instruction.site
    procedure = found.session.program.procedures.get(site.path.partition(".")[0])
    return site.path, site.rule or (procedure.rule if procedure is not None else "")
