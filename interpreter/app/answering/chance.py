"""Who answers dice and draws of one run: faces given, a person, or the seed."""

import re
from collections.abc import Mapping, Sequence

from interpreter.app.answering.element_faces import ElementFaces
from interpreter.app.answering.prompt import Prompt
from interpreter.app.answering.prompted_dice import DiceRequest, ask, counted
from interpreter.diagnostics import LeftOver, UnknownName, Unusable
from interpreter.engine.dice import (
    RollPlace,
    SeededDice,
    drawn_by,
    how_many,
    secret_of_seed,
)
from interpreter.engine.stops import DrawStop, RollStop
from interpreter.ir.instructions import Program
from interpreter.ir.stopping import chances
from interpreter.reports.explanation import dice_text
from interpreter.reports.runs import Throw
from interpreter.reports.source_text import filled
from interpreter.reports.values import ValueNames, to_text
from interpreter.values.names import plain
from interpreter.values.types import ListOf, Value, whole

# `--dice`: faces that fell on a table, read and told apart by roll.

_FACES = re.compile(r"\s*\d{1,9}\s*(,\s*\d{1,9}\s*)*\Z")
ANY = ""  # faces for whatever is rolled next

Faces = dict[str, list[tuple[int, ...]]]
"""Faces by the roll's name; one entry for each time that it is rolled."""


def read_dice(given: Sequence[str], program: Program, procedure: str) -> Faces:
    """Return the faces of every `--dice`; raises the error of what does not fit."""
    found: Faces = {}
    if not given:
        return found
    known = chances(program, procedure)
    for each in given:
        name, sign, text = each.rpartition("=")
        if sign and plain(name) not in known:
            labels = [roll.label for roll in known.values()]
            raise UnknownName("roll", name, set(labels))
        if not _FACES.match(text):
            hint = "write --dice 5,3 or --dice name=5,3"
            raise Unusable(f"--dice '{each}' is no list of faces", hint=hint)
        faces = tuple(int(part) for part in text.split(","))
        found.setdefault(plain(name) if sign else ANY, []).append(faces)
    return found


FEW = 6  # faces or elements in an example


class ChanceSource:
    """Answers the rolls of one run and keeps what fell."""

    def __init__(
        self,
        seed: str | None,
        faces: Mapping[str, Sequence[tuple[int, ...] | ElementFaces]],
        person: Prompt | None,
        names: ValueNames,
        seats: str,
        drawn: Mapping[str, Sequence[Value]] | None = None,
        places: Mapping[str, str] | None = None,
    ) -> None:
        """Begin; `seats` is the kind of entity that seats are, `drawn` by name.

        `places` is where the dice of a case stand, by name; else they are `--dice`.
        Without a seed nothing may fall that is not given.
        """
        self.seedless = seed is None
        self.places = places
        self.drawn = {name: list(given) for name, given in (drawn or {}).items()}
        self.seeded = SeededDice(secret_of_seed(seed or ""), names.ids)
        self.faces = {name: list(given) for name, given in faces.items()}
        self.maps: dict[str, ElementFaces] = {}
        """The map under a name of which a roll took something last, or nothing."""
        self.person = person
        self.names = names
        self.seats = seats
        self.seed_used = False
        self.thrown: list[Throw] = []

    def __call__(self, stop: RollStop | DrawStop) -> Value:
        """Answer a stop."""
        place = self.seeded.reached(stop)
        if isinstance(stop, DrawStop):
            return self._drawn(stop, place)
        wanted, label = self._wanted(stop), stop.instruction.label
        faces, typed = self._given(stop), True
        if faces is None and self.person is not None:
            faces = ask(wanted, self.person)
        if faces is None:
            if self.seedless:
                raise self._no_faces(stop, wanted)
            faces, typed = place.roll(stop.number, stop.sides), False
            self.seed_used = True
        kind = whole(1, stop.sides)
        given = (wanted.at, label, stop.sides, faces, kind, typed)
        said = (wanted.by, wanted.purpose, wanted.needs)
        self.thrown.append(Throw(*given, *said, key=place.key))
        return faces[0] if stop.single and len(faces) == 1 else faces

    def _no_faces(self, stop: RollStop, wanted: DiceRequest) -> Unusable:
        """Return the error for a roll that a case gives no faces."""
        ones = f"[{', '.join(['1'] * min(stop.number, FEW))}]"
        label = stop.instruction.label
        names = (plain(stop.instruction.site.path), plain(label))
        name = next((each for each in names if each in self.maps), "")
        found = self.maps[name].element(stop) if name else None
        if found is None:
            return self._not_given(label, wanted.told, ones)
        element = to_text(*found, self.names)
        told = f"{wanted.told}, and for {element} no face is left"
        error = self._not_given(label, told, f"{{{element}: {ones}}}")
        where = f"{self.places[name]}: " if self.places is not None else ""
        return Unusable(f"{where}{error.message}", hint=error.hint)

    def _not_given(self, label: str, told: str, example: str) -> Unusable:
        """Return the error for chance that a case leaves open."""
        hint = f"give {{{label}: {example}}} under 'dice:', or a 'seed:' for the rest"
        return Unusable(f"the case gives nothing for '{label}': {told}", hint=hint)

    def rest(self) -> None:
        """Say it when something was given that nobody rolled or drew."""
        if self.person is not None:
            self.person.rest()
        for name, given in self.faces.items():
            for each in given:
                if isinstance(each, tuple):
                    raise LeftOver(self._left_over(name, each), hint=self._rolled())
                for key, faces in each.left():
                    listed = ",".join(map(str, faces))
                    told = f"{listed} of '{name}' for {key.text} are left over"
                    raise LeftOver(f"{key.span}: {told}", hint=self._rolled())
        for name, values in self.drawn.items():
            if values:
                where = f"{(self.places or {})[name]}: " if self.places else ""
                told = f"{where}{len(values)} of what '{name}' draws left over"
                raise LeftOver(told, hint=self._all_drawn())

    def _left_over(self, name: str, faces: tuple[int, ...]) -> str:
        listed = ",".join(map(str, faces))
        if self.places is not None:
            return f"{self.places[name]}: {listed} of '{name}' are left over"
        text = f"{name}={listed}" if name else listed
        return f"--dice {text}: these faces are left over"

    def _rolled(self) -> str:
        """Say what was rolled."""
        fell = [each for each in self.thrown if each.sides]
        if not fell:
            return "nothing was rolled in this run"
        told = (f"{dice_text(len(e.faces), e.sides)} ({e.name})" for e in fell)
        return f"all that was rolled is {', '.join(told)}"

    def _all_drawn(self) -> str:
        """Say what was drawn."""
        drawn = [each for each in self.thrown if not each.sides]
        told = (f"{len(each.faces)} ({each.name})" for each in drawn)
        return f"all that was drawn is {', '.join(told) or 'nothing'}"

    def _wanted(self, stop: RollStop) -> DiceRequest:
        """Return who rolls what, for what, needing what."""
        values = [*stop.texts, (), ()]
        one = stop.instruction
        by = "" if stop.by is None else self.names.id(self.seats, stop.by)
        purpose = filled(one.purpose, values[0], self.names)
        needs = filled(one.needs, values[1], self.names)
        return DiceRequest(one.site.path, stop.number, stop.sides, by, purpose, needs)

    def _given(self, stop: RollStop) -> tuple[int, ...] | None:
        """Take the faces given for a roll by path, by name, or for any."""
        name, first = self._next(stop)
        if isinstance(first, ElementFaces):
            self.maps[name] = first
            waiting = first.waiting(stop)
            taken = None if waiting is None else self._taken(name, waiting, stop)
            if not any(first.left()):
                self.faces[name].pop(0)
            return taken
        if first is None:
            return None
        waiting = [first]
        taken = self._taken(name, waiting, stop)
        self.faces[name][:1] = waiting
        return taken

    def _next(
        self, stop: RollStop
    ) -> tuple[str, tuple[int, ...] | ElementFaces | None]:
        """Return what comes next for a roll, with the name under which it waits."""
        one = stop.instruction
        for name in (plain(one.site.path), plain(one.label), ANY):
            if waiting := self.faces.get(name):
                return name, waiting[0]
        return ANY, None

    def _taken(
        self, name: str, waiting: list[tuple[int, ...]], stop: RollStop
    ) -> tuple[int, ...]:
        """Take as many faces as are rolled; what is left waits for the next time."""
        faces = waiting.pop(0)
        if len(faces) < stop.number:
            asked = self._wanted(stop)
            fell = f"{counted(len(faces))}, but {asked.told}"
            if self.places is not None:
                left = f"{self.places[name]}: '{name}' has {fell}"
                raise Unusable(left, hint=f"give {stop.number} for each time")
            raise Unusable(
                f"--dice gives {fell}",
                hint=f"give {stop.number}, with commas between: "
                f"--dice {','.join(['1'] * stop.number)}",
            )
        for face in faces[: stop.number]:
            if not 1 <= face <= stop.sides:
                asked = self._wanted(stop)
                raise Unusable(
                    f"--dice {face}: a d{stop.sides} cannot show it, and {asked.told}"
                )
        if len(faces) > stop.number:
            waiting.insert(0, faces[stop.number :])
        return faces[: stop.number]

    def _chosen(self, stop: DrawStop, number: int) -> list[Value]:
        """Take what a case says is drawn; what is not there is Unusable."""
        one = stop.instruction
        for name in (plain(one.site.path), plain(one.label)):
            waiting = self.drawn.get(name, [])
            if waiting:
                taken, self.drawn[name] = waiting[:number], waiting[number:]
                left = list(stop.items)
                for each in taken:
                    if each in left:
                        left.remove(each)
                    else:
                        where = f"{(self.places or {})[name]}: " if self.places else ""
                        raise Unusable(f"{where}'{one.label}' cannot be drawn so")
                return taken
        return []

    def _drawn(self, stop: DrawStop, place: RollPlace) -> Value:
        """Draw what a case says, and else from the seed."""
        chosen = self._chosen(stop, how_many(stop))
        one, source = stop.instruction, stop.instruction.source.type
        kind = source.item if isinstance(source, ListOf) else source
        if self.seedless and len(chosen) < how_many(stop) and len(stop.items) > 1:
            some = [to_text(each, kind, self.names) for each in stop.items[:FEW]]
            more = " ..." if stop.items[FEW:] else ""
            told = f"{how_many(stop)} drawn of {', '.join(some)}{more}"
            raise self._not_given(one.label, told, some[0])
        drawn = drawn_by(place, stop, chosen)
        self.seed_used = self.seed_used or not chosen
        purpose = filled(one.purpose, (*stop.texts, ())[0], self.names)
        by = "" if stop.by is None else self.names.id(self.seats, stop.by)
        given = (one.site.path, one.label, 0, drawn, kind)
        self.thrown.append(Throw(*given, by=by, purpose=purpose, key=place.key))
        return drawn[0] if stop.how_many is None else drawn
