"""A game played again as it is written, also by rules that have changed since."""

from interpreter.app.opening.games import OpenGame
from interpreter.engine.stops import Finished, Stop
from interpreter.games.game import counting
from interpreter.games.state import Diverged, GameProgress
from interpreter.reports.game_log import lines_json, lines_text, log_lines
from interpreter.reports.values import to_json, to_text


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


def replay_json(
    found: OpenGame, course: GameProgress, fault: Diverged | None, to: int, same: bool
) -> dict[str, object]:
    """Return the log up to an event, and where it departs from these rules."""
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


def replay_text(
    found: OpenGame, course: GameProgress, fault: Diverged | None, to: int, same: bool
) -> str:
    """Return the same as lines."""
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
