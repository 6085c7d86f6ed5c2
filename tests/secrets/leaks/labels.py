"""Leaks in labels, and in orders that betray what is masked."""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from interpreter.engine.dice import KeyedDice
from interpreter.semantics.declarations import Field, Kind
from interpreter.values.types import Type
from interpreter.views import block_labels
from interpreter.views.block_labels import NumberedClaim, _SeatLabels
from interpreter.views.visibility import AssignedLabels, Ids, Masks, Seen
from tests.secrets.leaks.seams import Channel, Seams, leak


@leak(29, Channel.COUNTS)
def the_id_behind_a_mask(seams: Seams) -> None:
    """What is masked is known to all by its id."""

    def leaking(self: _SeatLabels, kind: str, number: int, when: int | None) -> str:
        return ""

    seams.replace(_SeatLabels, "label_at", leaking)


@leak(62, Channel.COUNTS)
def a_label_that_hints(seams: Seams) -> None:
    """A label says whether its entity has an even number."""

    def leaking(self: _SeatLabels, kind: str, number: int, when: int | None) -> str:
        label: str = worn(self, kind, number, when)
        return label and label + kind * (number % 2)

    worn = seams.replace(_SeatLabels, "label_at", leaking)


@leak(30, Channel.GROUPING)
def a_label_of_secrets(seams: Seams) -> None:
    """A label is made of all fields, hidden ones too."""

    def leaking(kind: Kind, row: Any) -> list[tuple[Any, str]]:
        every = tuple(field.name for field in kind.fields) if kind.masks else ()
        return list(words(replace(kind, masks=every), row))

    words = seams.replace(block_labels, "_words", leaking)


@leak(31, Channel.GROUPING)
def things_in_their_order(seams: Seams) -> None:
    """Masked entities are in the order of the scenario."""

    def leaking(self: _SeatLabels, kind: Kind, numbers: Iterable[int]) -> Iterable[int]:
        return numbers

    seams.replace(_SeatLabels, "order", leaking)


@leak(32, Channel.GROUPING)
def masked_lists_in_their_order(seams: Seams) -> None:
    """Lists of masked entities are in the order of the scenario."""

    def leaking(
        self: _SeatLabels, some: Sequence[Any], item: Type, when: int | None
    ) -> Sequence[Any]:
        return some

    seams.replace(_SeatLabels, "sorted", leaking)


@leak(33, Channel.OFFERS)
def offers_in_their_order(seams: Seams) -> None:
    """What is offered is in the order of the scenario, not of labels."""

    def leaking(self: _SeatLabels, some: Sequence[Any], item: Type) -> Sequence[Any]:
        return some

    seams.replace(_SeatLabels, "offered", leaking)


@leak(34, Channel.TIMING)
def claims_in_their_order(seams: Seams) -> None:
    """Claims about masked entities are in the order of the scenario."""

    def leaking(
        self: _SeatLabels, name: str, some: list[NumberedClaim]
    ) -> list[NumberedClaim]:
        return some

    seams.replace(_SeatLabels, "_one_kind", leaking)


@leak(35, Channel.STALE)
def a_field_that_follows(seams: Seams) -> None:
    """A field that was written before a shuffle follows who is meant to the fresh
    label."""

    def leaking(
        self: _SeatLabels, kind: Kind, number: int, field: Field, value: Any
    ) -> int | None:
        return None

    seams.replace(_SeatLabels, "since", leaking)


@leak(36, Channel.STALE)
def a_claim_that_follows(seams: Seams) -> None:
    """A claim told before a shuffle follows who is meant to the fresh label."""

    def leaking(self: _SeatLabels, claim: int) -> int | None:
        return None

    seams.replace(_SeatLabels, "before", leaking)


@leak(37, Channel.GROUPING)
def labels_in_their_order(seams: Seams) -> None:
    """Labels are numbered in the order of the scenario."""

    def leaking(self: Masks, kind: str, place: int) -> int:
        return place + 10

    seams.replace(Masks, "number", leaking)


@leak(38, Channel.COUNTS)
def labels_not_shuffled(seams: Seams) -> None:
    """Labels are dealt in the order of their numbers."""

    def leaking(self: KeyedDice, path: Sequence[str | int]) -> bytes:
        if path[0] == "mask":
            return int(path[2]).to_bytes(8, "big")
        found: bytes = key(self, path)
        return found

    key = seams.replace(KeyedDice, "key", leaking)


@leak(39, Channel.COUNTS)
def labels_that_stay(seams: Seams) -> None:
    """A shuffle gives no fresh labels."""

    def leaking(self: AssignedLabels, kind: Kind, entity: int, when: int) -> int:
        changes = self.changes.get((kind.name, entity), ())
        places = [dealt for at, dealt in changes if at > when]
        return self.masks.number(kind.name, places[-1] if places else entity)

    seams.replace(AssignedLabels, "number", leaking)


@leak(56, Channel.DICE)
def labels_without_a_secret(seams: Seams) -> None:
    """Labels follow from no secret, and anyone can work them out."""

    def leaking(self: Masks, ids: Ids, secret: bytes | None) -> None:
        begin(self, ids, None if secret is None else b"")

    begin = seams.replace(Masks, "__init__", leaking)


@leak(63, Channel.TIMING)
def how_long_it_was_unseen(seams: Seams) -> None:
    """A field seen for the first time has the label of when it was written, so that its
    seat knows how long it was as it is."""

    def leaking(
        self: AssignedLabels, kind: Kind, entity: int, slot: int, value: Any, seen: Seen
    ) -> int | None:
        found: int | None = since(
            self, kind, entity, slot, value, lambda last, state: True
        )
        return found

    since = seams.replace(AssignedLabels, "since", leaking)
