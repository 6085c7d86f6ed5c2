"""What `verify` works out again: the first line, every event, and what seats hold."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from interpreter.app.opening.answer_sources import LATER, PERSON, answerers, said
from interpreter.app.opening.games import KEYED, POLICY, REAL, SEATS, WORDS, OpenGame
from interpreter.app.opening.policies import policy_of
from interpreter.diagnostics import UmpireError
from interpreter.engine.stops import DrawStop, RollStop, Stop
from interpreter.games.dice_words import WORD, is_digest
from interpreter.games.disclosures import witnesses
from interpreter.games.game import folded
from interpreter.games.journal_values import to_data
from interpreter.games.questions import Given
from interpreter.games.receipts import receipt_of
from interpreter.games.ruleset_hash import meaning_of
from interpreter.games.state import CHOICE, UNDO, Diverged, GameProgress, JournalEvent
from interpreter.journal.journal import KIND, KNOWN
from interpreter.views.visibility import ALL_SEATS

BY = (PERSON, "file", "given")
"""Who answers, but for policies."""
NAMES = frozenset(
    (KIND, "pack", "chain", "files", "meaning", "options", "scenario", "entry")
) | {"with", "dice", SEATS, "secret"}


def header_fault(opened: OpenGame) -> str:
    """Return the first thing in the first line of a game that is not as this program
    writes it for these rules; "" if all is."""
    for name, why in _header_faults(opened):
        return f"the first line does not fit: '{name}' {why}"
    return ""


def _header_faults(opened: OpenGame) -> Iterator[tuple[str, str]]:
    header, session = opened.header, opened.session
    for name in header.keys() - NAMES - {WORDS}:
        yield name, "is nothing that stands there"
    for name in NAMES - header.keys():
        yield name, "is missing"
    yield from _shape_faults(header)
    entry, ids = session.entry, session.world.ids
    pairs = zip(session.values, entry.takes, strict=True)
    texts = {
        "pack": session.pack.name,
        "meaning": meaning_of(session.pack),
        "scenario": session.scenario,
        "entry": entry.name,
        "with": [to_data(value, takes.type, ids) for value, takes in pairs],
    }
    for name, value in texts.items():
        if not same(header.get(name), value):
            yield name, "is not what these rules have there"
    yield from _seat_faults(opened)


def _shape_faults(header: JournalEvent) -> Iterator[tuple[str, str]]:
    if type(header.get(KIND)) is not int or header[KIND] not in KNOWN:
        yield KIND, "is no format of a game"
    if header.get("dice") not in (KEYED, REAL):
        yield "dice", f"is neither {KEYED} nor {REAL}"
    for name in ("secret", "files"):
        if not is_digest(header.get(name)):
            yield name, "is no SHA-256"
    for folder in header.get("chain", ()):
        if not (len(folder) == 2 and all(isinstance(text, str) for text in folder)):
            yield "chain", "is no list of folders"


def _seat_faults(opened: OpenGame) -> Iterator[tuple[str, str]]:
    seats = opened.header.get(SEATS)
    if not isinstance(seats, dict):
        yield SEATS, "says not who answers"
        return
    if any(not str(who).startswith(f"{POLICY}:") for who in seats.values()):
        yield SEATS, "names what is no policy"
    try:
        answerers((), opened, LATER)
    except UmpireError as fault:
        yield SEATS, f"does not fit: {fault.message}"
    words = opened.beginning.words.seats
    if len({*words}) < len(words) or not {*words} <= {*opened.beginning.seats}:
        yield WORDS, "names what are no seats"


def same(one: object, other: object) -> bool:
    """Tell whether two values are the same as JSON; 1, 1.0 and true are not."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def replayed_strictly(opened: OpenGame) -> tuple[GameProgress, str]:
    """Return how far a game goes, and why not further ("" if to its last event).

    Each event must be as this program writes it, whatever of it the rules read; so must
    those that were taken back.
    """
    course = GameProgress(opened.beginning)
    for number, event in enumerate(opened.events):
        if not number or event.get("event") == WORD:
            continue
        if event.get("event") == UNDO:
            if fault := _undo_fault(course, event):
                return course, f"event {number:,} does not fit: {fault}"
            course = folded(opened.beginning, opened.events[: number + 1])
            continue
        try:
            fault = _policy_fault(opened, course, number, event)
            stop = course.stop
            course.take(number, event)
        except Diverged as diverged:
            return course, diverged.message
        if not fault and course.false:
            fault = "what fell does not follow from the secret at this place"
        fault = fault or _event_fault(opened, stop, event, course.remade)
        if fault:
            return course, f"event {number:,} does not fit: {fault}"
    return course, ""


def _undo_fault(course: GameProgress, event: JournalEvent) -> str:
    to = event.get("to")
    if to not in [0, *(passed.number for passed in course.passed)][:-1]:
        return "there is nothing to take back"
    seen = witnesses(course, to)
    remade = {"event": UNDO, "to": to} | ({"consent": [*seen]} if seen else {})
    return "" if same(event, remade) else "it is not written as an undo is"


def _event_fault(
    opened: OpenGame, stop: Stop, event: JournalEvent, remade: JournalEvent
) -> str:
    for name in sorted({*event} | {*remade}):
        if name not in remade:
            return f"'{name}' is nothing that stands there"
        if name not in event:
            return f"'{name}' is missing"
        if not same(event[name], remade[name]):
            return f"'{name}' is not what follows from the rules"
    if isinstance(stop, RollStop) and bool(event.get("typed")) != opened.is_real:
        dice = "real dice are typed" if opened.is_real else "its dice are not typed"
        return f"in this game {dice}"
    if isinstance(stop, DrawStop) and event.get("typed"):
        return "" if stop.instruction.written else "nobody may write what is drawn here"
    return ""


def _policy_fault(
    opened: OpenGame, course: GameProgress, number: int, event: JournalEvent
) -> str:
    """Return why an answer is not of whom it says ("" if it may be): what a policy
    answers is worked out again."""
    if event.get("event") != CHOICE:
        return ""
    by = event.get("by")
    kind, colon, name = by.partition(":") if isinstance(by, str) else ("", "", "")
    if by in BY:
        return ""
    if kind != POLICY or not colon:
        return "'by' is nobody who answers"
    asked = [
        question
        for question in course.open()
        if opened.beginning.seat_name(question.seat) == event.get("seat")
    ]
    if not asked or opened.beginning.secret is None:
        return ""  # the first is opened when the event is taken
    try:
        policy = policy_of(name, opened.session)
        answered = said(opened, number, asked[0], {}, policy)
    except UmpireError as fault:
        return f"'{by}' does not answer: {fault.message}"
    if answered is None or not _is_said(opened, course, event, answered[0]):
        return f"'{by}' answers something else"
    return ""


def _is_said(
    opened: OpenGame, course: GameProgress, event: JournalEvent, given: Given
) -> bool:
    """Tell whether an event holds what was answered."""
    stop, ids = course.stop, opened.beginning.ids
    kind: Any = getattr(stop, "instruction").type  # noqa: B009 - a stop of a choice
    written = [to_data(value, kind, ids) for value in given]
    try:
        return same([pair[1] for pair in event["values"]], written)
    except (LookupError, TypeError):
        return False


def known_hashes(opened: OpenGame) -> Mapping[str, str]:
    """Return all that somebody may have noted of a game, and what each is: the hash of
    each line, the commitment, and the receipts of all seats."""
    hashes = {digest: f"line {line:,}" for line, digest in enumerate(opened.hashes, 1)}
    hashes[str(opened.header.get("secret"))] = "the commitment"
    key = opened.beginning.key
    if key is None:
        return hashes
    name = opened.beginning.seat_name
    for seat in (*opened.beginning.seats.values(), ALL_SEATS):
        for number, head in enumerate(opened.hashes):
            what = f"the receipt of {name(seat)} at event {number:,}"
            hashes[receipt_of(key, name(seat), head)] = what
    return hashes
