"""Games in mid-play that the judge corrects at random: who sees no change gets the same
as before, letter by letter.

A correction sets a field to any value of its type, adds an entity or removes one. What
a seat gets is that of `midgame`: its handout, its page, its prompt, what is said of
each wrong answer, and its receipt.
"""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from interpreter.app.running.once import engine_of
from interpreter.diagnostics import UmpireError
from interpreter.engine.stops import ChoiceStop
from interpreter.expressions.typed import Constant
from interpreter.games.corrections import (
    CORRECTION,
    Addition,
    Correction,
    FieldCorrection,
    correctable,
    fault_of_number,
)
from interpreter.games.disclosures import is_posed_anew, seeing_correction, witnesses
from interpreter.games.receipts import proof_of
from interpreter.games.state import AnsweredStop, GameProgress
from interpreter.reports.game_log import seat_lines
from interpreter.semantics.declarations import Field
from interpreter.semantics.state_view import StateView
from interpreter.values.log import shape
from interpreter.values.types import Maybe, holds_claims
from interpreter.views.visibility import ALL_SEATS
from tests.secrets.midgame import Receipts, got, told_apart
from tests.secrets.sittings import Sitting, Table
from tests.secrets.worlds import another


@dataclass
class CorrectionCounts:
    """How many corrections were tried, fitted, and were compared for a seat that sees
    no change, and for one that does."""

    tried: int = 0
    fitted: int = 0
    unseen: int = 0
    seen: int = 0
    faults: list[str] = field(default_factory=list)


class Corrector:
    """Makes corrections at random for the games of a table."""

    def __init__(self, table: Table) -> None:
        """Play with a program of which any entity may be missing."""
        self.table = table
        self.engine = engine_of(table.session.pack, removable=True)

    def any(self, course: GameProgress, random: Random) -> Correction | None:
        """Return a correction, which need not fit; None where nothing is found."""
        now = StateView(self.table.declared, course.game_state)
        kinds = correctable(self.table.declared)
        keys = [(kind, number) for kind in kinds for number, _ in now.entities(kind)]
        more = [k for k, v in kinds.items() if not fault_of_number(now.declared, v)]
        way = random.random()
        if way < 0.2 and more:
            kind = kinds[random.choice(more)]
            values = tuple(self._start(each, random) for each in kind.fields)
            return Correction("any", added=(Addition(kind.name, values),))
        if not keys:
            return None
        name, number = random.choice(keys)
        if way < 0.35 and name in more:
            return Correction("any", removed=((name, number),))
        settable = [
            each
            for each in kinds[name].fields
            if shape(each.type) is None and not holds_claims(each.type)
        ]
        if not settable:
            return None
        chosen = random.choice(settable)
        value = self._another(chosen, random)
        if value == now.value(name, number, chosen.name):
            return None
        change = FieldCorrection(name, number, chosen.name, value)
        return Correction("any", (change,))

    def _start(self, one: Field, random: Random) -> Any:
        if isinstance(one.start, Constant):
            return one.start.value
        if isinstance(one.type, Maybe):
            return None
        return self._another(one, random)

    def _another(self, one: Field, random: Random) -> Any:
        session = self.table.session
        return another(one.type, session.program, session.scenario, random)


def corrected_games(table: Table, number: int, seed: int) -> CorrectionCounts:
    """Correct games of a table until so many pairs were compared."""
    counts, corrector = CorrectionCounts(), Corrector(table)
    sitting = 0
    while counts.unseen + counts.seen < number and sitting < number:
        sitting += 1
        game = Sitting(table, f"corrected {seed} {sitting}", engine=corrector.engine)
        receipts = Receipts()
        try:
            for _ in game.stops():
                counts.faults += receipts.unlike(game)
                for _ in range(3):
                    _correct(game, corrector, counts)
                if counts.faults or counts.unseen + counts.seen >= number:
                    return counts
        except UmpireError:
            continue  # the rules cannot go on from some corrected states
    return counts


def _correct(game: Sitting, corrector: Corrector, counts: CorrectionCounts) -> None:
    """Try a correction, compare what seats get, and now and then play on with it."""
    course, random = game.course, game.random
    if course.is_finished:
        return
    try:
        correction = corrector.any(course, random)
    except (AssertionError, IndexError):  # no value of a type can be made up
        return
    if correction is None:
        return
    counts.tried += 1
    try:
        seen = seeing_correction(course, correction)
        fork = course.forked(course.beginning.secret or b"")
        event = fork.correct(correction, seen)
    except UmpireError:
        return
    counts.fitted += 1
    at = len(game.events)
    passed = AnsweredStop(at, event, course.stop, fork.stop, fork.new_messages())
    fork.passed.append(passed)
    if is_posed_anew(passed):
        seat = random.choice([*course.beginning.seats.values(), ALL_SEATS])
        _compare(game, fork, seat, counts)
    if isinstance(fork.stop, ChoiceStop) and random.random() < 0.3:
        game.course = fork
        game.events.append(event)


def _compare(
    game: Sitting, fork: GameProgress, seat: int, counts: CorrectionCounts
) -> None:
    """Compare what a seat gets before and after a correction."""
    course, events = game.course, game.events
    passed = fork.passed[-1]
    name = course.beginning.seat_name(seat)
    is_seen = name in passed.event["seen"]
    now = [*events, passed.event]
    where = f"{game.table.name}: {name}, {passed.event}"
    lines = [
        sum(each.kind == CORRECTION for each in seat_lines(one, seat, tuple(all_))[1])
        for one, all_ in ((course, events), (fork, now))
    ]
    if lines[1] - lines[0] != is_seen:
        counts.faults.append(f"{where}: its log has {lines} corrections")
    if is_seen:
        counts.seen += 1
        return
    counts.unseen += 1
    before = got(game.table, course, seat)
    for fault in told_apart(before, got(game.table, fork, seat)):
        counts.faults.append(f"{where}: {fault}")
    if proof_of(course, seat, events) != proof_of(fork, seat, now):
        counts.faults.append(f"{where}: its receipt is another")
    if name in witnesses(fork, passed.number - 1):
        counts.faults.append(f"{where}: an undo would be told to it")
