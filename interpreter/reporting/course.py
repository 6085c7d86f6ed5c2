"""The log of a game: all for the judge, of a seat what it chose and was told."""

from dataclasses import dataclass

from interpreter.games.course import (
    CHOICE,
    JUDGE_NAME,
    ROLL,
    UNDO,
    Course,
    Event,
    Passed,
    drawn_type,
)
from interpreter.games.questions import element_type
from interpreter.games.seeing import view_asked
from interpreter.games.written import Ids, from_data
from interpreter.reporting.claims import claim_text, edge_of
from interpreter.reporting.expressions import filled
from interpreter.reporting.paint import clean
from interpreter.reporting.values import Edge, spaced, to_text
from interpreter.running.stops import ChoiceStop, DrawStop, RollStop, World
from interpreter.running.views import Asked, View
from interpreter.values.claims import STORE, TO
from interpreter.values.types import Type, Unknown, Value

Pairs = list[tuple[Value, Type, Value, Type]]
"""What was chosen for what: element, its type, value, its type."""

TAKEN_BACK = "back: something that you had seen counts no longer"
"""What a seat is told of an undo, however far it went."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a log: its number, the kind of event, whose it is, what it says."""

    number: int
    kind: str
    seat: str
    text: str


def log_lines(course: Course, names: Edge, events: tuple[Event, ...]) -> list[Line]:
    """Return what was answered and fell, with undos, as the judge reads it."""
    found = [_line(each, names) for each in course.passed]
    for number, event in enumerate(events):
        if event.get("event") == UNDO:
            seen = ", ".join(map(str, event.get("consent", ())))
            by = f", with consent: {clean(seen)} had seen it" if seen else ""
            text = f"back to {event['to']}{by}"
            found.append(Line(number, UNDO, "judge", text))
    return sorted(found, key=lambda each: each.number)


def seat_lines(
    course: Course, seat: int, events: tuple[Event, ...]
) -> tuple[View, list[Line]]:
    """Return the view of a seat, and its own log: what it chose and was told, numbered
    for itself, named as in its view; and where something was taken back that it had
    seen, that it was."""
    beginning = course.beginning
    name = beginning.seat_name(seat)
    own = [e for e in course.passed if _is_of(e, name)]
    every = [_chosen(each, beginning.ids) for each in own]
    asked = [
        Asked(*pair, len(event.stop.world[-1][3]))
        for event, pairs in zip(own, every, strict=True)
        for element, item, value, kind in pairs
        for pair in ((element, item), (value, kind))
    ]
    found, values = view_asked(course, course.world, seat, asked)
    left, names = iter(values), edge_of(found)
    lines: list[Line] = []

    def told(until: int) -> None:
        for claim in found.claims[sum(e.kind == "told" for e in lines) : until]:
            text = claim_text(claim, names)
            lines.append(Line(len(lines) + 1, "told", name, text))

    backs = _taken_back(course, seat, events)

    def taken_back(until: int) -> None:
        while backs and backs[0][0] < until:
            told(backs.pop(0)[1])
            lines.append(Line(len(lines) + 1, UNDO, JUDGE_NAME, TAKEN_BACK))

    for each, pairs in zip(own, every, strict=True):
        taken_back(each.number)
        told(_told(course, each.stop.world, seat))
        mine = [(next(left), item, next(left), kind) for _, item, _, kind in pairs]
        text = f"{_label(each)}: {_pairs_text(mine, names)}"
        lines.append(Line(len(lines) + 1, CHOICE, name, text))
    taken_back(len(events))
    told(len(found.claims))
    return found, lines


def _taken_back(
    course: Course, seat: int, events: tuple[Event, ...]
) -> list[tuple[int, int]]:
    """Return the undos of what a seat had seen, in their order: the number of each, and
    how many claims it had still been told then."""
    name = course.beginning.seat_name(seat)
    found = []
    for number, event in enumerate(events):
        if event.get("event") == UNDO and name in event.get("consent", ()):
            later = (e.stop.world for e in course.passed if e.number > number)
            found.append((number, _told(course, next(later, course.world), seat)))
    return found


def lines_text(lines: list[Line]) -> str:
    """Return a log as lines; an empty one says so."""
    if not lines:
        return "nothing yet"
    return "\n".join(f"{each.number:>4}. {_who(each)}{each.text}" for each in lines)


def lines_json(lines: list[Line]) -> list[dict[str, object]]:
    """Return a log as JSON."""
    return [
        {"number": e.number, "event": e.kind, "seat": e.seat, "text": e.text}
        for e in lines
    ]


def _who(line: Line) -> str:
    verbs = {CHOICE: "chose ", UNDO: "took it "}
    if line.kind == "told":
        return "was told "
    return f"{clean(line.seat)} {verbs[line.kind]}" if line.kind in verbs else ""


def _is_of(passed: Passed, name: str) -> bool:
    event = passed.event
    return bool(event["event"] == CHOICE and event["seat"] == name)


def _told(course: Course, world: World, seat: int) -> int:
    kinds = list(course.beginning.program.declared.kinds)
    rows = world[kinds.index(STORE)] if STORE in kinds else ()
    return sum(row[TO] == seat for row in rows)


def _line(passed: Passed, names: Edge) -> Line:
    stop, event = passed.stop, passed.event
    kind = event["event"]
    typed = " [typed in]" if event.get("typed") else ""
    if isinstance(stop, ChoiceStop):
        said = _pairs_text(_chosen(passed, names.ids), names)
        by = f" ({clean(str(event['by']))})"
        return Line(passed.number, kind, event["seat"], f"{_label(passed)}: {said}{by}")
    if isinstance(stop, RollStop):
        faces = ", ".join(map(str, event["faces"]))
        dice = f"{'' if stop.number == 1 else stop.number}d{stop.sides}"
        what = filled(stop.instruction.purpose, (*stop.texts, ())[0], names)
        about = f", for {what}" if what else ""
        text = f"{_label(passed)}: {dice} fell {faces or 'nothing'}{about}{typed}"
        return Line(passed.number, ROLL, "", text)
    assert isinstance(stop, DrawStop)
    item = drawn_type(stop)
    values = (from_data(each, item, names.ids) for each in event["drawn"])
    text = ", ".join(to_text(each, item, names) for each in values)
    verb = "written" if typed else "drawn"
    return Line(passed.number, kind, "", f"{_label(passed)}: {verb} {text}")


def _label(passed: Passed) -> str:
    instruction = getattr(passed.stop, "instruction", None)
    return spaced(getattr(instruction, "label", ""))


def _chosen(passed: Passed, ids: Ids) -> Pairs:
    stop = passed.stop
    assert isinstance(stop, ChoiceStop)
    item, kind = element_type(stop), stop.instruction.type
    return [
        (from_data(one, item, ids), item, from_data(value, kind, ids), kind)
        for one, value in passed.event["values"]
    ]


def _pairs_text(pairs: Pairs, names: Edge) -> str:
    return "; ".join(_pair_text(*each, names) for each in pairs)


def _pair_text(
    element: Value, item: Type, value: Value, kind: Type, names: Edge
) -> str:
    text = to_text(value, kind, names)
    if isinstance(item, Unknown):
        return text
    return f"{to_text(element, item, names)}: {text}"
