"""The other game of a pair: all is different that a seat may not know."""

import dataclasses
import json
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from random import Random
from typing import Any

from msgspec.structs import replace

from interpreter.engine.stops import ChoiceStop, DrawStop, RollStop, Stop
from interpreter.games.state import (
    CHOICE,
    AnsweredStop,
    GameProgress,
    follows_pause,
)
from interpreter.semantics.audience import EVERYONE as ALL
from interpreter.semantics.audience import JUDGE_ALONE
from interpreter.semantics.declarations import CHARTS, WAITING, Declarations
from interpreter.values.log import FACTS, MOMENT, STORE, TO, Birth
from interpreter.values.types import Text, present
from interpreter.views.visibility import ALL_SEATS, KnownFields, Visibility
from tests.secrets.calls import known_calls, other_calls
from tests.secrets.sittings import Table
from tests.secrets.worlds import AudiencesAsked, another

CANARY = "canary"
POLICIES = ("policy:other", "policy:random")
APART = (STORE, CHARTS, WAITING)
"""Kinds whose fields are no secrets of their own: claims and calls that wait are made
different as a whole."""

World = tuple[Any, ...]
Kinds = Sequence[Sequence[Any]]
"""The rows of a world, kind by kind, without its log."""
Slots = Mapping[tuple[str, int], tuple[int, ...]]
"""Fields of entities, by kind and number."""


def is_seen_by_all(stop: Stop) -> bool:
    """Tell whether what falls at a stop is in the log of every seat."""
    if not isinstance(stop, RollStop | DrawStop):
        return False
    return stop.instruction.site.seen_by == ALL


def unseen(stop: Any) -> Any:
    """Return a stop at which something falls or is chosen in secret."""
    site = replace(stop.instruction.site, seen_by=JUDGE_ALONE)
    return stop._replace(instruction=replace(stop.instruction, site=site))


class Known:
    """What a seat may know in the worlds of one game, and what not: asked once a
    world, however many pairs are made of it."""

    def __init__(self, declared: Declarations, seat: int) -> None:
        """Begin with no world; EVERYONE knows what all seats know."""
        self.declared = declared
        self.seat = seat
        self._found: dict[int, tuple[Kinds, Slots]] = {}

    def hidden(self, kinds: Kinds) -> Slots:
        """Return the fields of all that is there that the seat may not know."""
        known = self._found.get(id(kinds))
        if known is None:  # the rows are kept, so that no others have their id
            known = self._found[id(kinds)] = kinds, self._fields(kinds, shown=False)
        return known[1]

    def shown(self, kinds: Kinds) -> Slots:
        """Return those that it may."""
        return self._fields(kinds, shown=True)

    def calls(self, kinds: Kinds) -> frozenset[int]:
        """Return the numbers of the calls that wait of which it may know."""
        rows = dict(zip(self.declared.kinds, kinds, strict=False))
        may = asked(self.declared, rows, self.seat)
        return known_calls(self.declared, rows.get(WAITING, ()), may)

    def _fields(self, kinds: Kinds, *, shown: bool) -> Slots:
        rows = dict(zip(self.declared.kinds, kinds, strict=False))
        may = asked(self.declared, rows, self.seat)
        found: dict[tuple[str, int], tuple[int, ...]] = {}
        for kind in self.declared.kinds.values():
            for number, row in enumerate(rows[kind.name]):
                if row is None or kind.name in APART:
                    continue
                is_met = may(kind.seen_by or ALL, number)
                slots = tuple(
                    slot
                    for slot, one in enumerate(kind.fields)
                    if shown == (is_met and may(one.audience, number))
                )
                if slots:
                    found[kind.name, number] = slots
        return found


def asked(declared: Declarations, rows: Mapping[str, Any], seat: int) -> Any:
    """Return what tells whether an audience has a seat, of an entity by its number;
    for EVERYONE whether it has all seats."""
    there = rows.get(declared.seat_kind, ())
    seats = [at for at, row in enumerate(there) if row is not None]
    every = [
        AudiencesAsked(declared, {k: list(r) for k, r in rows.items()}, each)
        for each in (seats if seat == ALL_SEATS else [seat])
    ]
    return lambda audience, number: all(e.admit(audience, number) for e in every)


class Other:
    """Makes the other game of a pair, for a seat.

    A row that stands in many worlds of the game is changed once.
    """

    def __init__(
        self, table: Table, course: GameProgress, known: Known, seed: str
    ) -> None:
        """Decide by the seed what is different; the same is the same in all worlds."""
        self.table = table
        self.declared = table.declared
        self.course = course
        self.known = known
        self.seat = known.seat
        self.seed = seed
        self.random = Random(seed)
        self.later = self.random.randint(1, 9)
        self.ids = dict(course.beginning.ids)
        for kind in self.declared.kinds.values():
            if kind.masks:
                old = enumerate(self.ids.get(kind.name, ()))
                self.ids[kind.name] = tuple(self._renamed(kind, *each) for each in old)
        self.names = {
            old: new
            for kind, ids in course.beginning.ids.items()
            for old, new in zip(ids, self.ids[kind], strict=True)
        }
        self._values: dict[tuple[str, int, int], Any] = {}
        self._rows: dict[tuple[int, Any, Any], tuple[Any, Any]] = {}
        self._kinds: dict[int, World] = {}

    def made(self) -> GameProgress:
        """Return the other game."""
        course, own = self.course, copy(self.course)
        program = course.beginning.program
        scenario = course.beginning.scenario
        there = replace(program.initial_states[scenario], ids=self.ids)
        worlds = {**program.initial_states, scenario: there}
        own.beginning = dataclasses.replace(
            course.beginning, program=replace(program, initial_states=worlds)
        )
        # what was worked out of the one game is not of the other
        own.meetings, own.known_fields, own.known_views = {}, KnownFields(), {}
        own.earlier_views = {}
        first = course.passed[0].stop if course.passed else course.stop
        if isinstance(first, ChoiceStop) or is_seen_by_all(first):
            first = unseen(first)  # what is chosen there besides is chosen in secret
        event: dict[str, Any] = {
            "event": "roll",
            "at": "",
            "key": [],
            "sides": 6,
            "faces": [1],
        }
        if isinstance(first, ChoiceStop):
            event = {"event": CHOICE, "seat": "somebody else", "values": [], "by": ""}
        more = [AnsweredStop(at, event, first, first) for at in range(self.later)]
        own.passed = [*more, *(self._passed(each) for each in course.passed)]
        own.stop = self._stop(course.stop, last=True)
        others = [each.seat for each in course.open() if each.seat != self.seat]
        own.given = {**course.given, **dict.fromkeys(others, ())}
        return own

    def _renamed(self, kind: Any, number: int, name: str) -> str:
        """Return another name of what the seat neither owns nor, as it is gone now,
        may have owned."""
        rows = dict(zip(self.declared.kinds, self.course.game_state, strict=False))
        row = rows[kind.name][number]
        if row is None:
            return name
        looking = Visibility(self.declared, self.course.game_state, self.seat)
        owned = self.seat != ALL_SEATS and looking.owns(kind, number, row)
        return name if owned else f"{CANARY}_{name}"

    def _passed(self, passed: AnsweredStop) -> AnsweredStop:
        name = self.course.beginning.seat_name(self.seat)
        event = json.loads(json.dumps(passed.event), object_hook=self._named)
        if event["event"] == CHOICE and event["seat"] != name:
            random = Random(f"{self.seed} {passed.number}")
            # a game waits for a person, and who looks at it then knows that
            waited = follows_pause(event)
            event["by"] = random.choice(("person", "file") if waited else POLICIES)
            event["values"] = event["values"][: random.randint(0, 1)]
        elif event["event"] != CHOICE and not is_seen_by_all(passed.stop):
            event["faces" if "faces" in event else "drawn"] = [1]
        stop = self._stop(passed.stop)
        said = tuple(each for each in passed.messages if each.is_public)
        return AnsweredStop(passed.number + self.later, event, stop, passed.after, said)

    def _named(self, data: dict[str, Any]) -> dict[str, Any]:
        if set(data) == {"kind", "id"} and self.declared.kinds[data["kind"]].masks:
            data["id"] = self.names[data["id"]]
        return data

    def _stop(self, stop: Stop, *, last: bool = False) -> Any:
        return stop._replace(game_state=self.world(stop.game_state, last=last))

    def world(self, world: World, *, last: bool = False) -> World:
        """Return a world in which all is different that the seat may not know; at the
        `last` there is more, too, of what it knows nothing of."""
        rows = self._changed(world)
        now, entries, births, labels = world[-1]
        for name in self._secret_kinds(rows) if last else ():
            at = list(self.declared.kinds).index(name)
            births = (*births, Birth(name, len(rows[at]), ()))
            rows = (*rows[:at], (*rows[at], rows[at][-1]), *rows[at + 1 :])
        labels = tuple(
            label._replace(before=label.before and self._before(label.before))
            for label in labels
        )
        return (*rows, (now + self.later, entries, births, labels))

    def _before(self, world: World) -> World:
        now, *rest = world[-1]
        return (*self._changed(world), (now + self.later, *rest))

    def _changed(self, world: World) -> World:
        """Return the other rows of a world, worked out once."""
        if id(world) not in self._kinds:
            hidden = self.known.hidden(world)
            self._kinds[id(world)] = tuple(
                tuple(
                    self._row(name, number, row, hidden.get((name, number), ()))
                    for number, row in enumerate(rows)
                )
                if name != WAITING
                else tuple(self._calls(world, rows))
                for name, rows in zip(self.declared.kinds, world[:-1], strict=True)
            )
        return self._kinds[id(world)]

    def _calls(self, world: World, rows: Sequence[Any]) -> Iterator[Any]:
        known = self.known.calls(world)
        program = self.table.session.program
        for number, row in enumerate(rows):
            if number in known:
                yield row
            else:
                yield from other_calls(program, row, self.seed, self._value)

    def _row(self, kind: str, number: int, row: Any, slots: tuple[int, ...]) -> Any:
        if row is None or not (slots or kind == STORE):
            return row
        key = (id(row), (kind, number), slots)
        found = self._rows.get(key)
        if found is None:
            made = self._claim(number, row) if kind == STORE else list(row)
            for slot in slots:
                made[slot] = self._another(kind, number, slot, row[slot])
            found = self._rows[key] = row, tuple(made)
        return found[1]

    def _secret_kinds(self, kinds: World) -> list[str]:
        """Return kinds whose last entity the seat knows nothing of, so that it knows as
        little of one more of them."""
        rows = dict(zip(self.declared.kinds, kinds, strict=True))
        audiences = asked(self.declared, rows, self.seat)
        return [
            kind.name
            for kind in self.declared.kinds.values()
            if kind.name not in APART and kind.seen_by is not None
            if rows[kind.name] and rows[kind.name][-1] is not None
            if not audiences(kind.seen_by, len(rows[kind.name]) - 1)
        ]

    def _claim(self, at: int, row: Any) -> list[Any]:
        made = list(row)
        if row[TO] != self.seat and self.seat != ALL_SEATS:
            of = self.declared.claims[row[0]].facts
            random = Random(f"{self.seed} claim {at}")
            made[FACTS] = tuple(
                (place, self._value(of[place].type, random)) for place, _ in row[FACTS]
            )
        made[MOMENT] += self.later
        return made

    def _another(self, kind: str, number: int, slot: int, value: Any) -> Any:
        field = self.declared.kinds[kind].fields[slot]
        if (kind, field.name) in self.table.kept:
            return value
        key = kind, number, slot
        if key not in self._values:
            random = Random(f"{self.seed} {kind} {number} {slot}")
            self._values[key] = self._value(field.type, random)
        return self._values[key]

    def _value(self, of: Any, random: Random) -> Any:
        if isinstance(present(of), Text):
            return f"{CANARY} {random.randint(1, 9)}"
        session = self.table.session
        try:
            return another(of, session.program, session.scenario, random)
        except (IndexError, ValueError):
            return None
