"""Leaks in dice, and in tokens and receipts, which follow from the same secret."""

from collections.abc import Iterator, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from interpreter.engine import dice
from interpreter.engine.dice import Path, Paths, RollPlace, SeededDice
from interpreter.engine.stops import ChoiceStop, DrawStop, Resuming, RollStop, Where
from interpreter.games import receipts, state
from interpreter.games.state import CHOICE, GameProgress, JournalEvent
from interpreter.values.types import Entity, ListOf, Seat, Type, present
from tests.secrets.leaks.seams import Channel, Seams, leak


@leak(8, Channel.DICE)
def dice_by_step_alone(seams: Seams) -> None:
    """The dice of a step are not told apart by whom they are for: a hidden roll shifts
    them."""

    def leaking(self: Paths, engine: Resuming, where: Where) -> Path:
        return tuple(engine.site(number).path for _, number, *_ in dice._levels(where))

    seams.replace(Paths, "_path", leaking)


@leak(9, Channel.DICE)
def dice_by_number(seams: Seams) -> None:
    """Dice are keyed by the numbers of entities, which count hidden ones."""

    def leaking(self: Paths, kind: Type, value: Any) -> str | int:
        if value is not None and isinstance(kind, Entity | Seat):
            return int(value)
        found: str | int = identity(self, kind, value)
        return found

    identity = seams.replace(Paths, "_identity", leaking)


@leak(20, Channel.DICE, Channel.TIMING)
def dice_in_their_order(seams: Seams) -> None:
    """The ordinal of a roll counts all rolls before it, hidden ones too."""
    counts: WeakKeyDictionary[SeededDice, int] = WeakKeyDictionary()

    def leaking(self: SeededDice, stop: RollStop | DrawStop | ChoiceStop) -> RollPlace:
        place: RollPlace = reached(self, stop)
        place.ordinal = counts[self] = counts.get(self, 0) + 1
        return place

    reached = seams.replace(SeededDice, "reached", leaking)


@leak(21, Channel.GROUPING)
def lists_in_their_order(seams: Seams) -> None:
    """Of a loop over lists of entities only their order counts: one more that is hidden
    shifts the dice."""

    def leaking(kind: Type, value: Any) -> Iterator[tuple[Type, Any]]:
        if value is None or not isinstance(present(kind), ListOf):
            yield from parts(kind, value)

    parts = seams.replace(dice, "_parts", leaking)


@leak(26, Channel.DICE)
def a_token_of_all_events(seams: Seams) -> None:
    """The token of a question depends on how many events there were."""

    def leaking(
        secret: bytes, events: Sequence[JournalEvent], seat: str, question: str
    ) -> str:
        every = [{**event, "event": CHOICE, "seat": seat} for event in events]
        return str(token_of(secret, every, seat, question))

    token_of = seams.replace(state, "token_of", leaking)


@leak(27, Channel.DICE)
def a_token_of_others(seams: Seams) -> None:
    """The token of a question depends on how often others have answered."""

    def leaking(
        secret: bytes, events: Sequence[JournalEvent], seat: str, question: str
    ) -> str:
        every = [{**event, "seat": seat} for event in events]
        return str(token_of(secret, every, seat, question))

    token_of = seams.replace(state, "token_of", leaking)


@leak(79, Channel.COUNTS, Channel.LEFT_BEHIND)
def a_receipt_of_the_last_line(seams: Seams) -> None:
    """A receipt changes whenever something happened, known to the seat or not."""

    def leaking(course: GameProgress, seat: int, events: Sequence[JournalEvent]) -> int:
        return len(events) - 1

    seams.replace(receipts, "last_known", leaking)


@leak(80, Channel.LEFT_BEHIND)
def the_hash_of_a_line(seams: Seams) -> None:
    """The hash of a line is in a handout, and who guesses the line can try it."""

    def leaking(key: bytes, seat: str, head: str) -> str:
        return head

    seams.replace(receipts, "receipt_of", leaking)
