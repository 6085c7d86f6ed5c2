"""Proofs for a seat against the umpire: commitment, words, and a receipt.

A receipt is HMAC-SHA256(private key, path) of the path ("receipt", seat, hash), where
hash is that of a line of the journal: of the last event of which the seat knows. The
hash itself would disclose that something happened of which the seat may not know, or
let it test guesses. A receipt changes only when the seat's own log or question does;
without the key nobody can recover its hash. When the key is opened, the receipt proves
that no line up to that one was changed, added or removed since.
"""

from collections.abc import Sequence

from msgspec import Struct

from interpreter.engine.dice import KeyedDice
from interpreter.engine.stops import Stop
from interpreter.games.corrections import SEEN
from interpreter.games.dice_words import WORD, DiceWords
from interpreter.games.disclosures import is_correction, is_posed_anew, is_public
from interpreter.games.state import (
    CHOICE,
    UNDO,
    AnsweredStop,
    GameProgress,
    JournalEvent,
)
from interpreter.journal.journal import BEGINNING, line_of
from interpreter.semantics.state_view import StateView


class Proof(Struct, frozen=True):
    """The proof for a seat: the SHA-256 of the secret, the receipt of the last event
    of which it knows, and the words that are mixed into the dice."""

    seat: str
    commitment: str
    receipt: str
    words: DiceWords


def receipt_of(key: bytes, seat: str, head: str) -> str:
    """Return the receipt of a line, by its hash, for a seat."""
    return KeyedDice(key).key(("receipt", seat, head)).hex()


def proof_of(
    course: GameProgress,
    seat: int,
    events: Sequence[JournalEvent],
    hashes: Sequence[str] = (),
) -> Proof:
    """Return the proof for a seat; `hashes` are those of the lines of the journal, ()
    to compute them."""
    beginning = course.beginning
    name, heads = beginning.seat_name(seat), hashes or hashes_of(events)
    head = heads[last_known(course, seat, events)]
    receipt = receipt_of(beginning.key or b"", name, head)
    commitment = events[0].get("secret", "")
    return Proof(name, str(commitment), receipt, beginning.words)


def hashes_of(events: Sequence[JournalEvent]) -> list[str]:
    """Return the hashes of events as lines of a journal."""
    found: list[str] = []
    for event in events:
        found.append(line_of(event, found[-1] if found else BEGINNING)[1])
    return found


def last_known(course: GameProgress, seat: int, events: Sequence[JournalEvent]) -> int:
    """Return the number of the last event of which a seat knows.

    It knows of the words; of its own choices; of public rolls and messages; of events
    that gave it a claim, or led to its question; of corrections that changed its view;
    of an undo of what it chose or could have seen; and at the end of a game of all
    events. For what everyone knows there is no such undo: its receipt is then again the
    one of an earlier event.
    """
    if course.is_finished:
        return len(events) - 1
    name = course.beginning.seat_name(seat)
    known = sum(1 for event in events if event.get("event") == WORD)
    is_asked = any(question.seat == seat for question in course.open())
    asked = _asked_at(course)
    for passed in course.passed:
        brings = is_asked and passed.after is asked is not passed.stop
        if brings or _is_known(course, passed, seat, name):
            known = passed.number
    return max(known, _last_undo(name, events))


def _asked_at(course: GameProgress) -> Stop:
    """Return the stop at which a game waits as it was before corrections there."""
    stop = course.stop
    for passed in reversed(course.passed):
        if passed.after is stop and is_posed_anew(passed):
            stop = passed.stop
    return stop


def _last_undo(name: str, events: Sequence[JournalEvent]) -> int:
    """Return the number of the last undo of which a seat knows, 0 for none.

    An undo lists in `consent` the seats that could have seen what it takes back, except
    for the seat whose choice came first: that one knows, because its choice is undone.
    """
    last, choices = 0, list[int]()  # the choices of the seat that count
    for number, event in enumerate(events):
        kind = event.get("event")
        if kind == CHOICE and event.get("seat") == name:
            choices.append(number)
        elif kind == UNDO:
            left = [choice for choice in choices if choice <= event["to"]]
            if name in event.get("consent", ()) or len(left) < len(choices):
                last = number
            choices = left
    return last


def _is_known(course: GameProgress, passed: AnsweredStop, seat: int, name: str) -> bool:
    event = passed.event
    if (event["event"], event.get("seat")) == (CHOICE, name):
        return True
    if is_correction(passed) and name in event.get(SEEN, ()):
        return True
    if is_posed_anew(passed):
        return False
    if is_public(passed.stop) or any(saying.is_public for saying in passed.messages):
        return True
    declared = course.beginning.program.declared
    before = StateView(declared, passed.stop.game_state)
    after = StateView(declared, passed.after.game_state)
    if before.claims is after.claims:  # no claim was added, the usual case
        return False
    return len(before.received(seat)) != len(after.received(seat))
