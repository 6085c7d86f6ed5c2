"""Games in mid-play: a seat gets the same of two that differ in what it may not know.

A game is played with answers at random and looked at wherever it waits. Beside it
stands another, in which everything is different that the seat may not know, now and
before: hidden fields, what others were told and chose, what fell, how much happened in
secret, who is there unseen, the ids of what is masked. What has words of its own
becomes a canary, looked for in all that the seat gets. Kept is what audiences read:
with it the seat would be entitled to something else.
"""

import json
from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from random import Random
from typing import Any

from interpreter.checked.audience import EVERYONE as ALL
from interpreter.checked.declared import CHARTS
from interpreter.commands.games import Opened
from interpreter.commands.handout import handed_out
from interpreter.commands.once_form import engine_of
from interpreter.commands.replies import split, value_of_reply
from interpreter.commands.session import Session, entry_of
from interpreter.commands.view import truth
from interpreter.games.course import CHOICE, Beginning, Course, Passed
from interpreter.games.questions import Question
from interpreter.loading import load
from interpreter.opening import Pack
from interpreter.problems import UmpireError
from interpreter.program.analysis import analyse, reads_of
from interpreter.reporting.judging import truth_json
from interpreter.reporting.posing import posed, posed_text
from interpreter.running.looking import EVERYONE
from interpreter.running.stops import ChoiceStop, Stop
from interpreter.values.claims import FACTS, MOMENT, STORE, TO
from interpreter.values.moments import shape
from interpreter.values.types import Text, holds_claims, present
from tests.secrets.declared import ROOT
from tests.secrets.worlds import AudiencesAsked, another

CANARY = "canary"
WRONG = ("owls", "1000", "", "marker 7", "round 9", "[1, 2]")
"""What is answered though it was not offered, beside the ids of all that there is."""

OPEN = "tests/packs/answering table"
"""In which nothing is hidden from anybody."""

MOST_EVENTS = 40  # of a game: behind them it is left, for each pair changes them all

World = tuple[Any, ...]


@dataclass(frozen=True)
class Table:
    """A scenario that is played: its pack, opened, and how many answers are given."""

    name: str
    session: Session

    @cached_property
    def read(self) -> frozenset[tuple[str, str]]:
        """The fields that audiences and owners read, as (kind, field)."""
        declared, found = self.declared, frozenset[tuple[str, str]]()
        reads = analyse(self.session.program).declared_reads
        for kind in declared.kinds.values():
            audiences = [kind.seen_by or ALL, *(each.audience for each in kind.fields)]
            terms = [term for each in audiences for term in each.terms]
            terms += [] if kind.owned is None else [kind.owned]
            found |= reads_of(reads, *terms)
        return found

    @property
    def declared(self) -> Any:
        """What the pack declares."""
        return self.session.program.declared


@dataclass
class Counts:
    """How many pairs there were, and in how many places the judge's views differ;
    `granted` counts the fields and claims that were looked for in a view."""

    pairs: int = 0
    places: list[int] = field(default_factory=list)
    states: int = 0
    granted: int = 0
    faults: list[str] = field(default_factory=list)

    def share(self, least: int) -> float:
        """Return the share of pairs that differ in so many places for the judge."""
        return sum(each >= least for each in self.places) / max(1, len(self.places))


LONG = ("limited-intelligence", "patrols")
"""Packs whose states take seconds each: only the long job plays them."""


def tables(*, every: bool = False) -> tuple[str, ...]:
    """Return what is played: the folder of a pack and a scenario with a `main`; without
    `every` not those that take long."""
    found = []
    for folder in sorted((*ROOT.glob("tests/packs/*"), *ROOT.glob("rulesets/*"))):
        if not (folder / "ruleset.yaml").exists():
            continue
        if folder.name in LONG and not every:
            continue
        pack = Pack.of(load(folder))
        if not pack.program.declared.seat_kind:
            continue
        place = folder.relative_to(ROOT).as_posix()
        found += [f"{place} {name}" for name, main in pack.mains.items() if main]
    return tuple(found)


def table(name: str) -> Table:
    """Open what is played."""
    folder, _, scenario = name.partition(" ")
    pack = Pack.of(load(ROOT / folder)).under(scenario)
    entry = entry_of(None, scenario, pack)
    return Table(name, Session(pack, scenario, entry, ()))


class Sitting:
    """One game, played at random as far as it goes."""

    def __init__(self, table: Table, seed: str) -> None:
        """Begin it."""
        self.table = table
        self.random = Random(f"{table.name} {seed}")
        session = table.session
        given = (session.program, engine_of(session.pack), session.scenario)
        secret = self.random.randbytes(32)
        beginning = Beginning(*given, session.entry.name, session.values, secret)
        self.course = Course(beginning)

    def stops(self) -> Iterator[Course]:
        """Yield the course wherever it waits for somebody, and at its end."""
        while not self.course.is_finished and len(self.course.passed) < MOST_EVENTS:
            if isinstance(self.course.stop, ChoiceStop):
                yield self.course
                if not self._answer():
                    return
            else:
                self._pass(self.course.fall)
        yield self.course

    def _answer(self) -> bool:
        """Let somebody who is asked answer at random; False when nothing is found."""
        for _ in range(50):
            question = self.random.choice(self.course.open())
            try:
                given = tuple(self._any(question, each) for each in question.parts)
                self._pass(partial(self.course.choose, question, given, "person"))
            except UmpireError:
                continue
            return True
        return False

    def _any(self, question: Question, part: Any) -> Any:
        stop, program = question.stop, self.table.session.program
        if part.offered is None:
            kind = stop.instruction.type
            return another(kind, program, self.table.session.scenario, self.random)
        if stop.how_many is None:
            return self.random.choice(part.offered)
        least, most = stop.how_many
        count = self.random.randint(least, min(most, len(part.offered)))
        return tuple(self.random.sample(part.offered, count))

    def _pass(self, done: Any) -> None:
        course = self.course
        before, number = course.stop, len(course.passed) + 1
        event = done()
        course.passed.append(Passed(number, event, before, course.stop))


class Other:
    """Makes the other game of a pair, for a seat."""

    def __init__(self, table: Table, course: Course, seat: int, seed: str) -> None:
        """Decide by the seed what is different; the same is the same in all worlds."""
        self.table = table
        self.declared = table.declared
        self.course = course
        self.seat = seat
        self.seed = seed
        self.random = Random(seed)
        self.later = self.random.randint(1, 9)
        self.ids = dict(course.beginning.ids)
        for kind in self.declared.kinds.values():
            known = self.ids.get(kind.name, ())
            if kind.masks:
                names = [self._renamed(kind, n, each) for n, each in enumerate(known)]
                self.ids[kind.name] = tuple(names)
        self.names = {
            old: new
            for kind, known in course.beginning.ids.items()
            for old, new in zip(known, self.ids[kind], strict=True)
        }

    def made(self) -> Course:
        """Return the other game."""
        course, own = self.course, copy(self.course)
        program = course.beginning.program
        scenario = course.beginning.scenario
        there = replace(program.worlds[scenario], ids=self.ids)
        worlds = {**program.worlds, scenario: there}
        own.beginning = replace(
            course.beginning, program=replace(program, worlds=worlds)
        )
        own.meetings = {}
        first = course.passed[0].stop if course.passed else course.stop
        event: dict[str, Any] = {
            "event": "roll",
            "at": "",
            "key": [],
            "sides": 6,
            "faces": [1],
        }
        if isinstance(first, ChoiceStop):
            event = {"event": CHOICE, "seat": "somebody else", "values": [], "by": ""}
        more = [Passed(at, event, first, first) for at in range(self.later)]
        own.passed = [*more, *(self._passed(each) for each in course.passed)]
        own.stop = self._stop(course.stop, last=True)
        others = [each.seat for each in course.open() if each.seat != self.seat]
        own.given = {**course.given, **dict.fromkeys(others, ())}
        return own

    def _renamed(self, kind: Any, number: int, name: str) -> str:
        rows = dict(zip(self.declared.kinds, self.course.world, strict=False))
        owned = self.seat != EVERYONE and self._owns(kind, rows, number)
        return name if owned else f"{CANARY}_{name}"

    def _owns(self, kind: Any, rows: Mapping[str, Any], number: int) -> bool:
        """Tell whether an entity is, or while it was there had to be, the seat's."""
        if rows[kind.name][number] is None:
            return True  # whose it was is not asked here: it keeps its name
        from interpreter.running.looking import Looking

        row = rows[kind.name][number]
        return Looking(self.declared, self.course.world, self.seat).owns(
            kind, number, row
        )

    def _passed(self, passed: Passed) -> Passed:
        name = self.course.beginning.seat_name(self.seat)
        event = json.loads(json.dumps(passed.event), object_hook=self._named)
        if event["event"] == CHOICE and event["seat"] != name:
            random = Random(f"{self.seed} {passed.number}")
            event["by"] = random.choice(("person", "file", "policy:other"))
            event["values"] = event["values"][: random.randint(0, 1)]
        elif event["event"] != CHOICE:
            event["faces" if "faces" in event else "drawn"] = [1]
        stop = self._stop(passed.stop)
        return Passed(passed.number + self.later, event, stop, passed.after)

    def _named(self, data: dict[str, Any]) -> dict[str, Any]:
        if set(data) == {"kind", "id"} and self.declared.kinds[data["kind"]].masks:
            data["id"] = self.names[data["id"]]
        return data

    def _stop(self, stop: Stop, *, last: bool = False) -> Any:
        return stop._replace(world=self.world(stop.world, last=last))

    def world(self, world: World, *, last: bool = False) -> World:
        """Return a world in which all is different that the seat may not know."""
        kinds = dict(zip(self.declared.kinds, world, strict=False))
        rows = {name: list(each) for name, each in kinds.items()}
        for name, number, slot in hidden(self.declared, kinds, self.seat):
            row = rows[name][number]
            value = self._another(name, number, slot, row[slot])
            rows[name][number] = (*row[:slot], value, *row[slot + 1 :])
        if STORE in rows:
            told = enumerate(rows[STORE])
            rows[STORE] = [self._claim(at, row) for at, row in told]
        now, entries, births, labels = world[-1]
        births = list(births)
        for name in self._secret_kinds(rows) if last else ():
            births.append((name, len(rows[name]), ()))
            rows[name].append(rows[name][-1])
        labels = tuple(
            (kind, number, self._before(before), told)
            for kind, number, before, told in labels
        )
        log = (now + self.later, entries, tuple(births), labels)
        return (*(tuple(each) for each in rows.values()), log)

    def _before(self, kinds: Any) -> Any:
        return self.world((*kinds, (0, (), (), ())))[:-1] if kinds else kinds

    def _secret_kinds(self, rows: Mapping[str, Any]) -> list[str]:
        """Return kinds whose last entity the seat knows nothing of, so that it knows as
        little of one more of them."""
        audiences = asked(self.declared, rows, self.seat)
        return [
            kind.name
            for kind in self.declared.kinds.values()
            if kind.name not in (STORE, CHARTS) and kind.seen_by is not None
            if rows[kind.name] and rows[kind.name][-1] is not None
            if not audiences(kind.seen_by, len(rows[kind.name]) - 1)
        ]

    def _claim(self, at: int, row: Any) -> Any:
        if row[TO] != self.seat and self.seat != EVERYONE:
            of = self.declared.claims[row[0]].facts
            random = Random(f"{self.seed} claim {at}")
            facts = tuple(
                (place, self._value(of[place].type, random)) for place, _ in row[FACTS]
            )
            row = (*row[:FACTS], facts, *row[FACTS + 1 :])
        return (*row[:MOMENT], row[MOMENT] + self.later, *row[MOMENT + 1 :])

    def _another(self, kind: str, number: int, slot: int, value: Any) -> Any:
        of = self.declared.kinds[kind].fields[slot].type
        name = self.declared.kinds[kind].fields[slot].name
        if shape(of) is not None or holds_claims(of) or (kind, name) in self.table.read:
            return value
        random = Random(f"{self.seed} {kind} {number} {slot}")
        return self._value(of, random)

    def _value(self, of: Any, random: Random) -> Any:
        if isinstance(present(of), Text):
            return f"{CANARY} {random.randint(1, 9)}"
        session = self.table.session
        try:
            return another(of, session.program, session.scenario, random)
        except (IndexError, ValueError):
            return None


def asked(declared: Any, rows: Mapping[str, Any], seat: int) -> Any:
    """Return what tells whether an audience has a seat, of an entity by its number;
    for EVERYONE whether it has all seats."""
    there = rows.get(declared.seat_kind, ())
    seats = [at for at, row in enumerate(there) if row is not None]
    every = [
        AudiencesAsked(declared, {k: list(r) for k, r in rows.items()}, each)
        for each in (seats if seat == EVERYONE else [seat])
    ]
    return lambda audience, number: all(e.admit(audience, number) for e in every)


def hidden(
    declared: Any, rows: Mapping[str, Any], seat: int, *, shown: bool = False
) -> list[tuple[str, int, int]]:
    """Return the fields of all that is there that a seat may not know; with `shown`
    those that it may."""
    may = asked(declared, rows, seat)
    return [
        (kind.name, number, slot)
        for kind in declared.kinds.values()
        if kind.name not in (STORE, CHARTS)
        for number, row in enumerate(rows[kind.name])
        if row is not None
        for slot, one in enumerate(kind.fields)
        if shown == all(may(a, number) for a in (kind.seen_by or ALL, one.audience))
    ]


def got(table: Table, course: Course, seat: int) -> dict[str, str]:
    """Return all that a seat gets out of a game, by what it is: every file of its
    handout, its prompt, what is said of each wrong answer."""
    events = ({}, *(each.event for each in course.passed))
    found = Opened(Path("x"), {}, events, table.session, course.beginning)
    files = handed_out(found, course, seat)
    said = {name: f"{len(text)} letters\n{text}" for name, text in files.items()}
    for question in course.open():
        if question.seat != seat:
            continue
        shown = posed(course, question)
        said["prompt"] = posed_text(shown)
        ids = [each for known in course.beginning.ids.values() for each in known]
        plain = [each.removeprefix(f"{CANARY}_") for each in ids]
        for wrong in (*WRONG, *plain):
            said[f"answer {wrong}"] = _refusal(table, question, shown, wrong)
    return said


def _refusal(table: Table, question: Question, shown: Any, wrong: str) -> str:
    """Return what is said of an answer: an error with its kind, which is its exit code,
    or the number of what it means."""
    try:
        reply = split(shown, 0, wrong)
        value_of_reply(table.session, question, shown, 0, reply)
    except UmpireError as fault:
        return f"{type(fault).__name__}: {fault.message} ({fault.hint})"
    return "taken"


def known(table: Table, course: Course) -> str:
    """Return all that the judge sees."""
    found = Opened(Path("x.game"), {}, (), table.session, course.beginning)
    return json.dumps(truth_json(truth(found, course)))


def places(one: Course, other: Course) -> int:
    """Return in how many places two worlds differ."""
    return sum(
        sum(a != b for a, b in zip(mine, theirs, strict=False))
        if mine is not None and theirs is not None
        else mine is not theirs
        for before, after in zip(one.world[:-1], other.world[:-1], strict=True)
        for mine, theirs in zip(before, after, strict=False)
        if mine != theirs
    ) + sum(
        abs(len(a) - len(b))
        for a, b in zip(one.world[:-1], other.world[:-1], strict=True)
    )


def missing(table: Table, course: Course, seat: int, counts: Counts) -> Iterator[str]:
    """Yield what the rules grant a seat and its view does not have."""
    from interpreter.games.seeing import view_of

    declared, seen = table.declared, view_of(course, seat)
    rows = dict(zip(declared.kinds, course.world, strict=False))
    granted: dict[str, int] = {}
    for kind, _, slot in hidden(declared, rows, seat, shown=True):
        one = declared.kinds[kind].fields[slot]
        if shape(one.type) is None:
            name = f"{kind}.{one.name}"
            granted[name] = granted.get(name, 0) + 1
    has: dict[str, int] = {}
    for thing in seen.things:
        for one, _ in thing.fields:
            name = f"{thing.kind.name}.{one.name}"
            has[name] = has.get(name, 0) + 1
    has.pop(f"{CHARTS}.charts", None)
    counts.granted += sum(granted.values())
    for name in granted.keys() | has.keys():
        if CHARTS not in name and granted.get(name, 0) != has.get(name, 0):
            yield f"{name}: granted {granted.get(name, 0)}, seen {has.get(name, 0)}"
    if seat != EVERYONE and STORE in rows:
        told = sum(row[TO] == seat for row in rows[STORE])
        counts.granted += told
        if told != len(seen.claims):
            yield f"claims: {told} were told, {len(seen.claims)} seen"


def looked(table: Table, number: int, seed: int, each_state: int = 2) -> Counts:
    """Look at so many pairs of games, and in each state for what is granted."""
    found = Counts()
    sitting = 0
    while found.pairs < number and not found.faults and sitting < number:
        sitting += 1
        game = Sitting(table, f"{seed} {sitting}")
        for at, course in enumerate(game.stops()):
            if at and game.random.random() < 0.5:
                continue
            _state(table, course, f"{seed} {sitting} {at}", each_state, found)
            if found.pairs >= number or found.faults:
                break
    return found


def _state(
    table: Table, course: Course, seed: str, each_state: int, found: Counts
) -> None:
    rows = dict(zip(table.declared.kinds, course.world, strict=False))
    there = rows[table.declared.seat_kind]
    seats = [at for at, row in enumerate(there) if row is not None]
    seat = Random(seed).choice([*seats, *seats, EVERYONE])
    name = course.beginning.seat_name(seat)
    found.states += 1
    where = f"{table.name}: {name}, state {seed}"
    found.faults += [f"{where}: {each}" for each in missing(table, course, seat, found)]
    one, judged = got(table, course, seat), known(table, course)
    for number in range(each_state):
        other = Other(table, course, seat, f"{seed} {number}").made()
        differ = places(course, other)
        if known(table, other) == judged:
            continue
        found.pairs += 1
        found.places.append(differ)
        theirs = got(table, other, seat)
        for key in one.keys() | theirs.keys():
            if one.get(key) != theirs.get(key):
                lines = _unlike(one.get(key, ""), theirs.get(key, ""))
                found.faults.append(f"{where}: can tell apart by {key}\n{lines}")
                break
        if any(CANARY in f"{key} {text}" for key, text in theirs.items()):
            found.faults.append(f"{where}: a canary is in what it gets")


def _unlike(one: str, other: str) -> str:
    pairs = zip([*one.splitlines(), ""], [*other.splitlines(), ""], strict=False)
    return next((f"- {a}\n+ {b}" for a, b in pairs if a != b), "")
