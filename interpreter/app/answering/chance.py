"""Where the dice of a run come from: given, rolled by a person, or drawn.

A draw is `written` where a judge may choose the value himself. The value must be one of
those offered, and not the truth; where its type holds a text he may make one up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct, field

from interpreter.app.answering.prompts import DiceRequest, Prompt, ask, counted
from interpreter.diagnostics import LeftOver, UnknownName, Unusable
from interpreter.engine.dice import (
    RollPlace,
    SeededDice,
    drawn_by,
    how_many,
    secret_of_seed,
)
from interpreter.engine.stops import DrawStop, RollStop
from interpreter.ir.instructions import Program, asked_names
from interpreter.ir.stopping import chances
from interpreter.reports.explanation import dice_text
from interpreter.reports.runs import Throw
from interpreter.reports.source_text import filled
from interpreter.reports.values import ValueNames, listed, to_text
from interpreter.source import normalised
from interpreter.values.types import (
    ListOf,
    MapOf,
    Maybe,
    Record,
    Text,
    Type,
    Unknown,
    Value,
    whole,
)

if TYPE_CHECKING:
    from interpreter.yaml import Node, ScalarNode


Waiting = list[tuple[int, ...]]


class ElementFaces(Struct):
    """The faces of one map in a case, by element, taken in order.

    `read` returns the value of a type that a key names, None where it names none.
    """

    given: Sequence[tuple[ScalarNode, Waiting]]
    read: Callable[[Node, Type], Value | None]
    _values: dict[tuple[str, Type], Value | None] = field(default_factory=dict)

    def waiting(self, stop: RollStop) -> Waiting | None:
        """Return the faces for this pass of a roll; where several loops are around it,
        those for the element of the innermost one that has keys."""
        for kind, value in self._elements(stop):
            for key, faces in self.given:
                if faces and self._value(key, kind) == value:
                    return faces
        return None

    def element(self, stop: RollStop) -> tuple[Value, Type] | None:
        """Return the element of the roll; None where no key has its type."""
        return next(((value, kind) for kind, value in self._elements(stop)), None)

    def left(self) -> Iterator[tuple[ScalarNode, tuple[int, ...]]]:
        """Yield the faces that were not rolled yet, with the key of their element."""
        return ((key, each) for key, faces in self.given for each in faces)

    def _elements(self, stop: RollStop) -> Iterator[tuple[Type, Value]]:
        """Yield the loop elements of this pass of a roll, the innermost first, with
        their types, as far as a key is of that type."""
        pairs = zip(stop.instruction.site.among, stop.where[2:], strict=True)
        for local, value in reversed(list(pairs)):
            keys = (key for key, _ in self.given)
            if any(self._value(key, local.type) is not None for key in keys):
                yield local.type, value

    def _value(self, key: ScalarNode, kind: Type) -> Value | None:
        place = (key.text, kind)
        if place not in self._values:
            self._values[place] = self.read(key, kind)
        return self._values[place]


MOST_LISTED = 12  # values in a question or a hint


def drawn_type(stop: DrawStop) -> Type:
    """Return the type of one element that is drawn."""
    kind = stop.instruction.source.type
    return kind.item if isinstance(kind, ListOf) else Unknown()


def drawn_texts(stop: DrawStop, names: ValueNames) -> list[str]:
    """Return the elements from which is drawn, as a person reads them."""
    return [to_text(item, drawn_type(stop), names) for item in stop.items]


def purpose_of(stop: DrawStop, names: ValueNames) -> str:
    """Return what a draw is for, "" where the pack does not say."""
    return filled(stop.instruction.purpose, (*stop.texts, ())[0], names)


def answer_of(stop: DrawStop, drawn: tuple[Value, ...]) -> Value:
    """Return drawn elements as the answer to their stop: one, or a tuple."""
    return drawn[0] if stop.how_many is None else drawn


def is_settled(stop: DrawStop) -> bool:
    """Return whether only one answer is possible, so that nobody has to be asked."""
    if stop.how_many is not None:
        return stop.how_many == len(stop.items)
    return len(stop.items) == 1


def check_written(
    stop: DrawStop, written: tuple[Value, ...], names: ValueNames
) -> tuple[Value, ...]:
    """Return written values if they are allowed; otherwise Unusable with the reason."""
    label, kind = stop.instruction.label, drawn_type(stop)
    text = listed([to_text(value, kind, names) for value in written])
    texts = drawn_texts(stop, names)
    more = " ..." if texts[MOST_LISTED:] else ""
    hint = f"it may be {listed(texts[:MOST_LISTED])}{more}"
    if stop.how_many is not None:
        if len(set(written)) != stop.how_many or not set(written) <= set(stop.items):
            message = f"'{label}': {text} is not {stop.how_many} of the possible values"
            raise Unusable(message, hint=hint)
    elif written[0] == _truth(stop):
        raise Unusable(f"'{label}': {text} is true, but must be false", hint=hint)
    elif written[0] not in stop.items and not holds_text(kind):
        raise Unusable(f"'{label}': {text} is not a possible value", hint=hint)
    return written


def check_drawn(
    stop: DrawStop, drawn: tuple[Value, ...], number: int, names: ValueNames
) -> tuple[Value, ...]:
    """Return typed elements if so many could be drawn; otherwise Unusable."""
    weights = stop.weights or (1,) * len(stop.items)
    pairs = zip(stop.items, weights, strict=True)
    available = [item for item, weight in pairs if weight]
    label, kind = stop.instruction.label, drawn_type(stop)
    if len(drawn) != number:
        message = f"'{label}': {len(drawn)} were typed, but {number} are drawn"
        raise Unusable(message)
    for item in drawn:
        if item not in available:
            text = to_text(item, kind, names)
            raise Unusable(f"'{label}': {text} cannot be drawn")
        available.remove(item)
    return drawn


def holds_text(kind: Type) -> bool:
    """Return whether values of a type hold a text, which a judge may make up."""
    match kind:
        case Text():
            return True
        case ListOf(item=item) | Maybe(item=item):
            return holds_text(item)
        case MapOf(key=key, value=value):
            return holds_text(key) or holds_text(value)
        case Record(fields=fields):
            return any(holds_text(field) for _, field in fields)
        case _:
            return False


def _truth(stop: DrawStop) -> Value:
    """Return the true value; a written draw of one value has it as its only text."""
    ((truth,),) = stop.texts
    return truth


_FACES = re.compile(r"\s*\d{1,9}\s*(,\s*\d{1,9}\s*)*\Z")
ANY = ""  # the name of faces for whatever is rolled next
MOST_IN_EXAMPLE = 6  # faces or elements

Faces = dict[str, list[tuple[int, ...]]]
"""Faces by the name of the roll; one entry for each time that it is rolled."""


def read_dice(dice_texts: Sequence[str], program: Program, procedure: str) -> Faces:
    """Return the faces of every `--dice`; raises UnknownName or Unusable."""
    faces_by_name: Faces = {}
    if not dice_texts:
        return faces_by_name
    known = chances(program, procedure)
    for text in dice_texts:
        name, sign, listed = text.rpartition("=")
        roll_name = normalised(name)
        if sign and roll_name not in known:
            labels = [roll.label for roll in known.values()]
            raise UnknownName("roll", name, set(labels))
        if not _FACES.match(listed):
            hint = "write --dice 5,3 or --dice name=5,3"
            raise Unusable(f"--dice '{text}' is no list of faces", hint=hint)
        faces = tuple(int(face) for face in listed.split(","))
        faces_by_name.setdefault(roll_name if sign else ANY, []).append(faces)
    return faces_by_name


class ChanceSource:
    """Answers the rolls and draws of one run; `thrown` is the record of them."""

    def __init__(
        self,
        seed: str | None,
        faces: Mapping[str, Sequence[tuple[int, ...] | ElementFaces]],
        prompt: Prompt | None,
        names: ValueNames,
        seats: str,
        drawn: Mapping[str, Sequence[Value]] | None = None,
        places: Mapping[str, str] | None = None,
    ) -> None:
        """`faces` and `drawn` are given by path or label, `seats` is the kind of entity
        that seats are, `prompt` the person who is asked for all other dice.

        `places` are the places in the file of a case, by name; None for `--dice`.
        Without a seed every roll and draw has to be given.
        """
        self.seedless = seed is None
        self.places = places
        self.drawn = {name: list(values) for name, values in (drawn or {}).items()}
        self.seeded = SeededDice(secret_of_seed(seed or ""), names.ids)
        self.faces = {name: list(entries) for name, entries in faces.items()}
        self.maps: dict[str, ElementFaces] = {}
        """By name the map of faces that was read last; it may be used up."""
        self.prompt = prompt
        self.names = names
        self.seats = seats
        self.seed_used = False
        self.thrown: list[Throw] = []

    def __call__(self, stop: RollStop | DrawStop) -> Value:
        """Return the answer to a stop."""
        place = self.seeded.reached(stop)
        if isinstance(stop, DrawStop):
            return self._drawn(stop, place)
        wanted, label = self._wanted(stop), stop.instruction.label
        faces, typed = self._scripted_faces(stop), True
        if faces is None and self.prompt is not None:
            faces = ask(wanted, self.prompt)
        if faces is None:
            if self.seedless:
                raise self._no_faces(stop, wanted)
            faces, typed = place.roll(stop.number, stop.sides), False
            self.seed_used = True
        kind = whole(1, stop.sides)
        thrown = (wanted.path, label, stop.sides, faces, kind, typed)
        reasons = (wanted.by, wanted.purpose, wanted.needs)
        self.thrown.append(Throw(*thrown, *reasons, key=place.key))
        return faces[0] if stop.single and len(faces) == 1 else faces

    def seat_of(self, stop: RollStop | DrawStop) -> str:
        """Return the name of the seat that rolls or draws; "" for none."""
        return "" if stop.by is None else self.names.id(self.seats, stop.by)

    def _no_faces(self, stop: RollStop, wanted: DiceRequest) -> Unusable:
        """Return the error of a roll without faces in a case."""
        ones = f"[{', '.join(['1'] * min(stop.number, MOST_IN_EXAMPLE))}]"
        label = stop.instruction.label
        names = asked_names(stop.instruction)
        name = next((name for name in names if name in self.maps), "")
        element = self.maps[name].element(stop) if name else None
        if element is None:
            return self._not_given(label, wanted.clause, ones)
        text = to_text(*element, self.names)
        clause = f"{wanted.clause}, and for {text} no face is left"
        error = self._not_given(label, clause, f"{{{text}: {ones}}}")
        return Unusable(f"{self._place(name)}{error.message}", hint=error.hint)

    def _place(self, name: str) -> str:
        """Return the place in the file of a case as the start of a message."""
        return f"{self.places[name]}: " if self.places else ""

    def _not_given(self, label: str, clause: str, example: str) -> Unusable:
        hint = f"give {{{label}: {example}}} under 'dice:', or a 'seed:' for the rest"
        return Unusable(f"the case has no dice for '{label}': {clause}", hint=hint)

    def rest(self) -> None:
        """Raise LeftOver where something was given that was not rolled or drawn."""
        if self.prompt is not None:
            self.prompt.rest()
        for name, entries in self.faces.items():
            for entry in entries:
                if isinstance(entry, tuple):
                    raise LeftOver(self._left_over(name, entry), hint=self._rolled())
                for key, faces in entry.left():
                    listed = ",".join(map(str, faces))
                    message = f"{listed} of '{name}' for {key.text} are left over"
                    raise LeftOver(f"{key.span}: {message}", hint=self._rolled())
        for name, values in self.drawn.items():
            if values:
                message = f"{len(values)} of what '{name}' draws left over"
                raise LeftOver(self._place(name) + message, hint=self._all_drawn())

    def _left_over(self, name: str, faces: tuple[int, ...]) -> str:
        listed = ",".join(map(str, faces))
        if self.places is not None:
            return f"{self.places[name]}: {listed} of '{name}' are left over"
        text = f"{name}={listed}" if name else listed
        return f"--dice {text}: these faces are left over"

    def _rolled(self) -> str:
        rolls = [throw for throw in self.thrown if throw.sides]
        if not rolls:
            return "nothing was rolled in this run"
        texts = (f"{dice_text(len(r.faces), r.sides)} ({r.name})" for r in rolls)
        return f"the rolls were {', '.join(texts)}"

    def _all_drawn(self) -> str:
        draws = [throw for throw in self.thrown if not throw.sides]
        texts = (f"{len(draw.faces)} ({draw.name})" for draw in draws)
        return f"the draws were {', '.join(texts) or 'nothing'}"

    def _wanted(self, stop: RollStop) -> DiceRequest:
        return DiceRequest.of(stop, self.names, self.seats)

    def _scripted_faces(self, stop: RollStop) -> tuple[int, ...] | None:
        """Take the faces given for a roll by path, by label, or for any roll."""
        name, entry = self._next(stop)
        if isinstance(entry, ElementFaces):
            self.maps[name] = entry
            waiting = entry.waiting(stop)
            taken = None if waiting is None else self._taken(name, waiting, stop)
            if not any(entry.left()):
                self.faces[name].pop(0)
            return taken
        if entry is None:
            return None
        waiting = [entry]
        taken = self._taken(name, waiting, stop)
        self.faces[name][:1] = waiting
        return taken

    def _next(
        self, stop: RollStop
    ) -> tuple[str, tuple[int, ...] | ElementFaces | None]:
        """Return the next entry for a roll, with the name under which it was given."""
        for name in (*asked_names(stop.instruction), ANY):
            if entries := self.faces.get(name):
                return name, entries[0]
        return ANY, None

    def _taken(
        self, name: str, waiting: list[tuple[int, ...]], stop: RollStop
    ) -> tuple[int, ...]:
        """Take as many faces as are rolled; the others remain for the next time."""
        faces = waiting.pop(0)
        if len(faces) < stop.number:
            message = f"{counted(len(faces))}, but {self._wanted(stop).clause}"
            if self.places is not None:
                too_few = f"{self.places[name]}: '{name}' has {message}"
                raise Unusable(too_few, hint=f"give {stop.number} for each time")
            raise Unusable(
                f"--dice has {message}",
                hint=f"give {stop.number}, with commas between: "
                f"--dice {','.join(['1'] * stop.number)}",
            )
        for face in faces[: stop.number]:
            if not 1 <= face <= stop.sides:
                impossible = f"--dice {face}: a d{stop.sides} cannot show it"
                raise Unusable(f"{impossible}, and {self._wanted(stop).clause}")
        if len(faces) > stop.number:
            waiting.insert(0, faces[stop.number :])
        return faces[: stop.number]

    def _chosen(self, stop: DrawStop, number: int) -> list[Value]:
        """Take what a case says is drawn; Unusable where that is impossible."""
        label = stop.instruction.label
        for name in asked_names(stop.instruction):
            values = self.drawn.get(name, [])
            if values:
                taken, self.drawn[name] = values[:number], values[number:]
                available = list(stop.items)
                for value in taken:
                    if value not in available:
                        message = f"'{label}' cannot be drawn so"
                        raise Unusable(self._place(name) + message)
                    available.remove(value)
                return taken
        return []

    def _drawn(self, stop: DrawStop, place: RollPlace) -> Value:
        """Draw what a case says, and the rest from the seed."""
        chosen = self._chosen(stop, how_many(stop))
        made, kind = stop.instruction, drawn_type(stop)
        if self.seedless and len(chosen) < how_many(stop) and len(stop.items) > 1:
            examples = stop.items[:MOST_IN_EXAMPLE]
            texts = [to_text(item, kind, self.names) for item in examples]
            more = " ..." if stop.items[MOST_IN_EXAMPLE:] else ""
            clause = f"{how_many(stop)} drawn of {', '.join(texts)}{more}"
            raise self._not_given(made.label, clause, texts[0])
        drawn = drawn_by(place, stop, chosen)
        self.seed_used = self.seed_used or not chosen
        thrown = (made.site.path, made.label, 0, drawn, kind)
        by, purpose = self.seat_of(stop), purpose_of(stop, self.names)
        self.thrown.append(Throw(*thrown, by=by, purpose=purpose, key=place.key))
        return answer_of(stop, drawn)
