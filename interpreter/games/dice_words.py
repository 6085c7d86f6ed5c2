"""Words that seats add to the dice before the first roll.

A game that is begun with words waits until every seat has given one, or declined.
The key of the dice is then HMAC-SHA256(key, path) of the path ("words", seat, word,
seat, word, ...) in the order of the seats, encoded as in `interpreter.engine.dice`; a
seat without a word has the empty text. So neither the umpire, who is committed to the
key before, nor a seat, which does not know it, can choose the dice.

A word may be given sealed first, as its SHA-256, and opened when all others are given:
then nobody, not even the umpire together with other seats, could choose theirs by it.
Words are no secrets: all seats read them.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from interpreter.diagnostics import Unusable
from interpreter.engine.dice import KeyedDice
from interpreter.source import printed
from interpreter.values.types import Value

JournalEvent = Mapping[str, Any]
WORD, SEALED = "word", "sealed"
LONGEST = 200
DIGITS = frozenset("0123456789abcdef")


class DiceWords(Struct, frozen=True):
    """Which seats are asked for a word, in order, and what each has given: its word,
    "" for none, or the SHA-256 by which it is sealed."""

    seats: tuple[str, ...] = ()
    given: Mapping[str, str] = field(default_factory=dict)
    sealed: Mapping[str, str] = field(default_factory=dict)

    @property
    def missing(self) -> tuple[str, ...]:
        """The seats whose words are not known yet, sealed ones included."""
        return tuple(seat for seat in self.seats if seat not in self.given)

    @property
    def silent(self) -> tuple[str, ...]:
        """The seats that have given nothing yet, not even a sealed word."""
        return tuple(seat for seat in self.missing if seat not in self.sealed)

    def taken(self, event: JournalEvent) -> "DiceWords":
        """Return the words with that of an event; Unusable if it may not be given."""
        seat, word, seal = event.get("seat"), event.get(WORD), event.get(SEALED)
        if event.keys() not in ({"event", "seat", WORD}, {"event", "seat", SEALED}):
            raise Unusable("it is not written as words are")
        if not isinstance(seat, str) or seat not in self.seats:
            raise Unusable(f"'{seat}' is not asked for a word")
        if seat in self.given:
            raise Unusable(f"{printed(seat)} has given its word already")
        if seal is not None or WORD not in event:
            if seat in self.sealed:
                raise Unusable(f"{printed(seat)} has sealed its word already")
            if not isinstance(seal, str) or not is_digest(seal):
                raise Unusable("a word is sealed by its SHA-256, 64 digits 0-9 a-f")
            return replace(self, sealed={**self.sealed, seat: seal})
        return replace(self, given={**self.given, seat: self._opened(seat, word)})

    def _opened(self, seat: str, word: Value) -> str:
        if not isinstance(word, str) or not fits(word):
            hint = f"at most {LONGEST} letters on one line"
            raise Unusable("that is no word for the dice", hint=hint)
        seal = self.sealed.get(seat)
        if seal is None:
            return word
        others = ", ".join(map(printed, self.silent))
        if others:
            hint = f"wait for the word of {others}"
            raise Unusable("a sealed word is opened when all others stand", hint=hint)
        if sha256(word.encode()).hexdigest() != seal:
            raise Unusable(f"it is not the word that {printed(seat)} has sealed")
        return word

    def mixed(self, key: bytes) -> bytes:
        """Return the key of the dice with all words in it."""
        if not self.seats:
            return key
        pairs = [text for seat in self.seats for text in (seat, self.given[seat])]
        return KeyedDice(key).key(("words", *pairs))


NO_WORDS = DiceWords()


def fits(word: str) -> bool:
    """Tell whether a text can be a word: "" means none."""
    return len(word) <= LONGEST and word.isprintable() and word == word.strip()


def is_digest(text: Value) -> bool:
    """Tell whether a value is a SHA-256 in hex."""
    return isinstance(text, str) and len(text) == 64 and {*text} <= DIGITS


def words_of(events: Sequence[JournalEvent]) -> DiceWords:
    """Return the words in a journal; Unusable where they are not directly after its
    first line."""
    seats = events[0].get("words", [])
    if not isinstance(seats, list) or not all(isinstance(seat, str) for seat in seats):
        raise Unusable("its first line says not who is asked for a word")
    words, others = DiceWords(tuple(seats)), 0
    for number, event in enumerate(events[1:], 1):
        if event.get("event") != WORD:
            others = others or number
            continue
        if others:
            raise Unusable(f"event {number:,} is a word, and comes too late")
        try:
            words = words.taken(event)
        except Unusable as fault:
            raise Unusable(f"event {number:,} does not fit: {fault.message}") from None
    if others and words.missing:
        raise Unusable(f"event {others:,} stands before all words are given")
    return words
