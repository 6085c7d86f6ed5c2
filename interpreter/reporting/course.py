"""The log of a game: all for the judge; of a seat what it chose and was told, and what
fell for all to see."""

from collections.abc import Iterator
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
from interpreter.games.seeing import is_public, view_asked
from interpreter.games.written import Ids, from_data
from interpreter.program.walking import in_template
from interpreter.reporting.claims import claim_text, edge_of
from interpreter.reporting.expressions import filled
from interpreter.reporting.paint import clean
from interpreter.reporting.values import Edge, spaced, to_text
from interpreter.running.stops import ChoiceStop, DrawStop, RollStop, World
from interpreter.running.views import Asked, View
from interpreter.values.claims import STORE, TO
from interpreter.values.types import Type, Unknown, Value

Said = list[tuple[Value, Type]]
"""Values of which a line speaks, with their types."""

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
    """Return the view of a seat, and its own log: what it chose and was told, and what
    fell for all to see, numbered for itself, named as in its view; and where something
    was taken back that it had seen, that it was."""
    beginning = course.beginning
    name = beginning.seat_name(seat)
    own = [e for e in course.passed if _is_of(e, name) or is_public(e.stop)]
    every = [list(_spoken(each, beginning.ids)) for each in own]
    asked = [
        Asked(*pair, len(event.stop.world[-1][3]))
        for event, pairs in zip(own, every, strict=True)
        for pair in pairs
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
        said = [(next(left), kind) for _, kind in pairs]
        kind = each.event["event"]
        who = name if kind == CHOICE else ""
        lines.append(Line(len(lines) + 1, kind, who, _text(each, said, names)))
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
    event = passed.event
    kind = event["event"]
    text = _text(passed, list(_spoken(passed, names.ids)), names)
    if kind == CHOICE:
        by = f" ({clean(str(event['by']))})"
        return Line(passed.number, kind, event["seat"], f"{text}{by}")
    typed = " [typed in]" if event.get("typed") and kind == ROLL else ""
    return Line(passed.number, kind, "", f"{text}{typed}")


def _text(passed: Passed, said: Said, names: Edge) -> str:
    """Return what was chosen or fell; `said` are the values of which it speaks, as
    whoever reads it names them."""
    stop, event = passed.stop, passed.event
    if isinstance(stop, ChoiceStop):
        pairs = zip(said[::2], said[1::2], strict=True)
        return f"{_label(passed)}: {'; '.join(_pair(*each, names) for each in pairs)}"
    assert isinstance(stop, RollStop | DrawStop)
    if isinstance(stop, RollStop):
        faces = ", ".join(map(str, event["faces"]))
        dice = f"{'' if stop.number == 1 else stop.number}d{stop.sides}"
        purpose = stop.instruction.purpose
        what = filled(purpose, tuple(value for value, _ in said), names)
        about = f", for {what}" if what else ""
        return f"{_label(passed)}: {dice} fell {faces or 'nothing'}{about}"
    verb = "written" if event.get("typed") else "drawn"
    return f"{_label(passed)}: {verb} {', '.join(to_text(*e, names) for e in said)}"


def _label(passed: Passed) -> str:
    instruction = getattr(passed.stop, "instruction", None)
    return spaced(getattr(instruction, "label", ""))


def _spoken(passed: Passed, ids: Ids) -> Iterator[tuple[Value, Type]]:
    """Yield the values of which a line speaks: each thing that was chosen for and what
    was chosen, or what a roll was for, or what was drawn."""
    stop, event = passed.stop, passed.event
    if isinstance(stop, ChoiceStop):
        item, kind = element_type(stop), stop.instruction.type
        for element, value in event["values"]:
            yield from_data(element, item, ids), item
            yield from_data(value, kind, ids), kind
    elif isinstance(stop, RollStop):
        kinds = (node.type for node in in_template(stop.instruction.purpose))
        yield from zip((*stop.texts, ())[0], kinds, strict=False)
    elif isinstance(stop, DrawStop):
        item = drawn_type(stop)
        yield from ((from_data(each, item, ids), item) for each in event["drawn"])


def _pair(element: tuple[Value, Type], value: tuple[Value, Type], names: Edge) -> str:
    text = to_text(*value, names)
    if isinstance(element[1], Unknown):
        return text
    return f"{to_text(*element, names)}: {text}"
