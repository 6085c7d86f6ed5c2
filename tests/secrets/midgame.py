"""Games in mid-play: a seat gets the same of two that differ in what it may not know.

A game is played with answers at random and looked at wherever it waits (`sittings`).
Beside it stands another (`others`), in which everything is different that the seat may
not know, now and before: hidden fields, what others were told and chose, what fell, how
much happened in secret, who is there unseen, the ids of what is masked. What has words
of its own becomes a canary, looked for in all that the seat gets. Kept is what
audiences read: with it the seat would be entitled to something else.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from interpreter.app.answering.replies import split, value_of_reply
from interpreter.app.opening.games import OpenGame
from interpreter.app.playing.handouts import handed_out
from interpreter.app.playing.shared_terminal import truth
from interpreter.app.seat_pages import SeatPage, page_of
from interpreter.diagnostics import UmpireError
from interpreter.games.disclosures import view_of
from interpreter.games.questions import Question
from interpreter.games.receipts import proof_of
from interpreter.games.state import GameProgress
from interpreter.maps.plan import CellPlan
from interpreter.reports.game_log import lines_text, seat_lines
from interpreter.reports.outputs.encoding import encoded
from interpreter.reports.questions import posed, posed_text
from interpreter.reports.views import truth_output
from interpreter.semantics.declarations import WAITING
from interpreter.values.log import STORE, TO, shape
from interpreter.views.visibility import ALL_SEATS
from interpreter.web.pages import seat_html, svg_of
from tests.games.playing import without_receipts
from tests.secrets.others import APART, CANARY, Known, Other
from tests.secrets.sittings import Sitting, Table

WRONG = ("owls", "1000", "", "marker 7", "round 9", "[1, 2]")
"""What is answered though it was not offered, beside the ids of all that there is."""
MOST_PLACES = 12
"""Places that are answered, though most are not offered."""


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


def got(table: Table, course: GameProgress, seat: int) -> dict[str, str]:
    """Return all that a seat gets out of a game, by what it is: every file of its
    handout, its prompt, what is said of each wrong answer."""
    events = ({}, *(each.event for each in course.passed))
    found = OpenGame(Path("x"), {}, events, table.session, course.beginning)
    files = handed_out(found, course, seat)
    files = {name: without_receipts(text) for name, text in files.items()}
    said = {name: f"{len(text)} letters\n{text}" for name, text in files.items()}
    page = page_of(found, course, course.beginning.seat_name(seat))
    said["page"] = seat_html(page, svg_of(page), address="/t/game/seat")
    for question in course.open():
        if question.seat != seat:
            continue
        shown = posed(course, question)
        said["prompt"] = posed_text(shown)
        ids = [each for known in course.beginning.ids.values() for each in known]
        plain = [each.removeprefix(f"{CANARY}_") for each in ids]
        for wrong in (*WRONG, *plain, *_places(page)):
            said[f"answer {wrong}"] = _refusal(table, question, shown, wrong)
    return said


def _places(page: SeatPage) -> list[str]:
    """Return the labels of some places where something stands on the maps of a
    seat."""
    labels = [
        plan.label(piece.at)
        for plan in page.map.plans
        if isinstance(plan, CellPlan)
        for piece in plan.pieces
    ]
    return list(dict.fromkeys(labels))[:MOST_PLACES]


def _refusal(table: Table, question: Question, shown: Any, wrong: str) -> str:
    """Return what is said of an answer: an error with its kind, which is its exit code,
    or the number of what it means."""
    try:
        reply = split(shown, 0, wrong)
        value_of_reply(table.session, question, shown, 0, reply)
    except UmpireError as fault:
        return f"{type(fault).__name__}: {fault.message} ({fault.hint})"
    return "taken"


def judged(table: Table, course: GameProgress) -> str:
    """Return all that the judge sees."""
    found = OpenGame(Path("x.game"), {}, (), table.session, course.beginning)
    return json.dumps(encoded(truth_output(truth(found, course))))


def places(one: GameProgress, other: GameProgress) -> int:
    """Return in how many places two worlds differ."""
    return sum(
        sum(a != b for a, b in zip(mine, theirs, strict=False))
        if mine is not None and theirs is not None
        else mine is not theirs
        for before, after in zip(
            one.game_state[:-1], other.game_state[:-1], strict=True
        )
        for mine, theirs in zip(before, after, strict=False)
        if mine != theirs
    ) + sum(
        abs(len(a) - len(b))
        for a, b in zip(one.game_state[:-1], other.game_state[:-1], strict=True)
    )


def missing(course: GameProgress, known: Known, counts: Counts) -> Iterator[str]:
    """Yield what the rules grant a seat and its view does not have."""
    declared, seat = known.declared, known.seat
    seen = view_of(course, seat)
    granted: dict[str, int] = {}
    for (kind, _), slots in known.shown(course.game_state).items():
        for slot in slots:
            one = declared.kinds[kind].fields[slot]
            if shape(one.type) is None:
                name = f"{kind}.{one.name}"
                granted[name] = granted.get(name, 0) + 1
    has: dict[str, int] = {}
    for thing in seen.things:
        for one, _ in thing.fields if thing.kind.name not in APART else ():
            name = f"{thing.kind.name}.{one.name}"
            has[name] = has.get(name, 0) + 1
    granted["what waits"] = len(known.calls(course.game_state))
    has["what waits"] = sum(each.kind.name == WAITING for each in seen.things)
    counts.granted += sum(granted.values())
    for name in granted.keys() | has.keys():
        if granted.get(name, 0) != has.get(name, 0):
            yield f"{name}: granted {granted.get(name, 0)}, seen {has.get(name, 0)}"
    rows = dict(zip(declared.kinds, course.game_state, strict=False))
    if seat != ALL_SEATS and STORE in rows:
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
        known: dict[int, Known] = {}
        receipts = Receipts()
        for at, course in enumerate(game.stops()):
            found.faults += receipts.unlike(game)
            if at and game.random.random() < 0.5:
                continue
            state = State(table, course, f"{seed} {sitting} {at}")
            seat = state.any_seat()
            state.look(known.setdefault(seat, Known(table.declared, seat)), found)
            state.pairs(known[seat], each_state, found)
            if found.pairs >= number or found.faults:
                break
    return found


class Receipts:
    """What each seat of a game got last: its receipt, and all by which it knows that
    something has happened."""

    def __init__(self) -> None:
        """Begin before anybody got anything."""
        self._last: dict[int, tuple[str, object]] = {}

    def unlike(self, sitting: Sitting) -> Iterator[str]:
        """Yield the seats whose receipt is another one though they learnt nothing."""
        course, events = sitting.course, tuple(sitting.events)
        for seat in (*course.beginning.seats.values(), ALL_SEATS):
            proof = proof_of(course, seat, events)
            log = lines_text(seat_lines(course, seat, events)[1])
            asked = any(question.seat == seat for question in course.open())
            knows = (log, asked, course.is_finished)
            before = self._last.get(seat, (proof.receipt, knows))
            if before[0] != proof.receipt and before[1] == knows:
                name = sitting.table.name
                yield f"{name}: {proof.seat} can tell that something happened"
            self._last[seat] = proof.receipt, knows


@dataclass(frozen=True)
class State:
    """A game as it waits somewhere; by the seed all that is done with it is found
    again."""

    table: Table
    course: GameProgress
    seed: str

    def any_seat(self) -> int:
        """Return the number of a seat that is there, or now and then EVERYONE."""
        declared = self.table.declared
        rows = dict(zip(declared.kinds, self.course.game_state, strict=False))
        there = enumerate(rows[declared.seat_kind])
        seats = [at for at, row in there if row is not None]
        return Random(self.seed).choice([*seats, *seats, ALL_SEATS])

    def look(self, known: Known, found: Counts) -> None:
        """Look for what is granted to a seat."""
        found.states += 1
        for each in missing(self.course, known, found):
            found.faults.append(f"{self._where(known.seat)}: {each}")

    def pairs(self, known: Known, number: int, found: Counts) -> None:
        """Make pairs, and compare what a seat gets."""
        one = got(self.table, self.course, known.seat)
        true = judged(self.table, self.course)
        for at in range(number):
            other = Other(self.table, self.course, known, f"{self.seed} {at}").made()
            if judged(self.table, other) == true:
                continue
            found.pairs += 1
            found.places.append(places(self.course, other))
            theirs = got(self.table, other, known.seat)
            for fault in told_apart(one, theirs):
                found.faults.append(f"{self._where(known.seat)}: {fault}")

    def _where(self, seat: int) -> str:
        name = self.course.beginning.seat_name(seat)
        return f"{self.table.name}: {name}, state {self.seed}"


def told_apart(one: dict[str, str], other: dict[str, str]) -> Iterator[str]:
    """Yield by what a seat can tell two games apart, and that it got a secret."""
    for key in one.keys() | other.keys():
        if one.get(key) != other.get(key):
            lines = _unlike(one.get(key, ""), other.get(key, ""))
            yield f"can tell apart by {key}\n{lines}"
            break
    if any(CANARY in f"{key} {text}" for key, text in other.items()):
        yield "a canary is in what it gets"


def _unlike(one: str, other: str) -> str:
    pairs = zip([*one.splitlines(), ""], [*other.splitlines(), ""], strict=False)
    return next((f"- {a}\n+ {b}" for a, b in pairs if a != b), "")
