"""The labels by which a seat knows masked entities, and the order in which it gets
entities.

The order of a list can leak identities: a list that the program made in the order of
true entity numbers tells which masked entity is which. Lists that hold masked entities
of other seats are therefore sorted by label. A list whose order the seat chose itself,
such as the hexes of a path, keeps it.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, TypeVar

from interpreter.engine.stops import GameState
from interpreter.semantics.declarations import Declarations, Field, Kind
from interpreter.semantics.state_view import StateView
from interpreter.values.log import ABOUT, FACTS, KIND
from interpreter.values.types import (
    Cell,
    Entity,
    Enumeration,
    EnumerationPart,
    ListOf,
    MapOf,
    Number,
    Record,
    Seat,
    StateRow,
    Text,
    Type,
    Value,
    enumeration_of,
    present,
)
from interpreter.views.visibility import AssignedLabels, Masks, Visibility

Element = TypeVar("Element")

Rank = tuple[Any, ...]
"""The sort key of a value among values of its type."""

NumberedClaim = tuple[int, StateRow]
"""A claim: its number among all claims, and its row."""


class BlockLabels:
    """The labels of a view in which nothing is masked; every method is the identity."""

    def before(self, claim: int) -> int | None:
        """Return how many labels had been assigned when a claim was sent; None if
        nothing is masked."""
        return None

    def label_at(self, kind: str, number: int, when: int | None) -> str:
        """Return the label by which the seat knows an entity after `when` labels had
        been assigned (None: now); "" if it knows the entity by name."""
        return ""

    def since(self, kind: Kind, number: int, field: Field, value: Value) -> int | None:
        """Return the label count at which the entities in a field value are named.

        It is the count at which the seat first saw the value. Naming them by an older
        label would tell how long the value had been there unseen.
        """
        return None

    def text(self, kind: Kind, number: int) -> str:
        """Return the current label of an entity for seats that do not own it."""
        return ""

    def sorted(
        self, some: Sequence[Element], item: Type, when: int | None
    ) -> Sequence[Element]:
        """Return the elements of a list in the order for the seat: elements with masked
        entities of others last, sorted by label."""
        return some

    def order(self, kind: Kind, numbers: Iterable[int]) -> Iterable[int]:
        """Return entities of a kind in the order for the seat."""
        return numbers

    def offered(self, some: Sequence[Element], item: Type) -> Sequence[Element]:
        """Return offered options in an order that depends only on what they say; yes
        and no keep the order of the rule."""
        return some

    def claims(self, some: list[NumberedClaim]) -> list[NumberedClaim]:
        """Return claims that were sent without a pause between them in the order for
        the seat: neighbouring claims of one kind are sorted by the labels in them."""
        return some


NO_LABELS = BlockLabels()


def labels_of(visibility: Visibility, masks: Masks | None) -> BlockLabels:
    """Return the labels by which a seat knows masked entities.

    Raises ValueError if a kind has masks and `masks` is None, since the view would then
    show true names.
    """
    declared = visibility.declared
    if not any(kind.masks for kind in declared.kinds.values()):
        return NO_LABELS
    if masks is None:
        raise ValueError("a view of what is masked needs masks")
    assigned = masks.assigned(declared, visibility.state_view.state)
    return _SeatLabels(visibility, assigned) if assigned.masked else NO_LABELS


class _SeatLabels(BlockLabels):
    """The labels of one seat in one game state."""

    def __init__(self, visibility: Visibility, assigned: AssignedLabels) -> None:
        self._visibility = visibility
        self._assigned = assigned
        self._kinds = visibility.declared.kinds
        self._cached: dict[tuple[str, int, int], tuple[Rank, str]] = {}
        self._past: dict[int, Visibility] = {}

    def before(self, claim: int) -> int | None:
        return self._assigned.before(claim)

    def label_at(self, kind: str, number: int, when: int | None) -> str:
        if not self._kinds[kind].masks:
            return ""
        (is_other, *_), label = self._of(kind, number, when)
        return label if is_other else ""

    def since(self, kind: Kind, number: int, field: Field, value: Value) -> int | None:
        if not self._holds(field.type):
            return None

        def seen(last: int, state: GameState) -> bool:
            return self._before(last, state).sees(kind, number, field)

        return self._assigned.since(kind, number, kind.slot(field.name), value, seen)

    def _before(self, last: int, state: GameState) -> Visibility:
        """Return what the seat saw in an earlier state, of which `last` is the last
        label that was assigned in it."""
        if last not in self._past:
            self._past[last] = self._visibility.before(state)
        return self._past[last]

    def text(self, kind: Kind, number: int) -> str:
        return self._of(kind.name, number, None)[1] if kind.masks else ""

    def sorted(
        self, some: Sequence[Element], item: Type, when: int | None
    ) -> Sequence[Element]:
        if not self._holds(item):
            return some
        return sorted(some, key=lambda element: self._masked(element, item, when))

    def order(self, kind: Kind, numbers: Iterable[int]) -> Iterable[int]:
        if not kind.masks:
            return numbers
        return sorted(numbers, key=lambda entity: self._of(kind.name, entity, None)[0])

    def offered(self, some: Sequence[Element], item: Type) -> Sequence[Element]:
        return sorted(some, key=lambda option: self._rank(option, item))

    def claims(self, some: list[NumberedClaim]) -> list[NumberedClaim]:
        rows = groupby(some, key=lambda each: str(each[1][KIND]))
        return [claim for kind, each in rows for claim in self._one_kind(kind, [*each])]

    def _one_kind(self, name: str, some: list[NumberedClaim]) -> list[NumberedClaim]:
        kind = self._visibility.declared.claims[name]

        def rank(claim: NumberedClaim) -> Rank:
            number, row = claim
            when = self.before(number)
            facts = [(value, kind.facts[place].type) for place, value in row[FACTS]]
            about = () if kind.about is None else ((row[ABOUT], kind.about),)
            return (when, *(self._masked(v, of, when) for v, of in (*about, *facts)))

        return sorted(some, key=rank)

    def _of(self, name: str, number: int, when: int | None) -> tuple[Rank, str]:
        """Return the sort key and the label of a masked entity; the seat's own sort
        first."""
        when = self._assigned.now if when is None else when
        cached = self._cached.get((name, number, when))
        if cached is None:
            kind = self._kinds[name]
            now = self._visibility.state_view.row(name, number)
            row = self._assigned.row(kind, number, when, now)
            count = self._assigned.number(kind, number, when)
            is_owned = self._visibility.owns(kind, number, row)
            words = [each for each, _ in _words(kind, row)]
            rank = (0,) if is_owned else (1, words, count)
            label = _label(kind, row, count)
            cached = self._cached[name, number, when] = rank, label
        return cached

    def _holds(self, item: Type) -> bool:
        """Return whether values of a type may hold a masked entity."""
        match present(item):
            case Entity(kind=kind):
                return bool(self._kinds[kind].masks)
            case ListOf(item=each):
                return self._holds(each)
            case MapOf(key=key, value=value):
                return self._holds(key) or self._holds(value)
            case Record(fields=fields):
                return any(self._holds(each) for _, each in fields)
            case _:
                return False

    def _masked(self, value: Any, item: Type, when: int | None = None) -> Rank:
        """Return the sort key of a value by the masked entities in it alone."""
        kind = present(item)
        if value is None or not self._holds(kind):
            return ()
        match kind:
            case Entity():
                return self._of(kind.kind, value, when)[0]
            case ListOf():
                return tuple(
                    self._masked(element, kind.item, when) for element in value
                )
            case MapOf():
                return tuple(self._masked(k, kind.key, when) for k, _ in value)
            case Record():
                pairs = zip(value, kind.fields, strict=True)
                return tuple(
                    self._masked(element, of, when) for element, (_, of) in pairs
                )
            case _:
                return ()

    def _rank(self, value: Any, item: Type) -> Rank:
        """Return the sort key of a value by everything it says; none is last."""
        kind = present(item)
        if value is None:
            return (1,)
        match kind:
            case Entity():
                rank = self._masked(value, kind)
                return (0, rank if rank and rank[0] else (0, value))
            case ListOf():
                return (0, *(self._rank(each, kind.item) for each in value))
            case Record():
                pairs = zip(value, kind.fields, strict=True)
                return (0, *(self._rank(each, of) for each, (_, of) in pairs))
            case MapOf():
                ranks = (
                    (self._rank(k, kind.key), self._rank(v, kind.value))
                    for k, v in value
                )
                return (0, *ranks)
            case (
                Enumeration() | EnumerationPart() | Number() | Text() | Cell() | Seat()
            ):
                return (0, value)
            case _:
                return (0,)


def _words(kind: Kind, row: StateRow | None) -> list[tuple[Value, str]]:
    """Return the values of the mask fields of an entity, each with its text."""
    found: list[tuple[Value, str]] = []
    if row is None:
        return found
    for name in kind.masks:
        field = kind.fields[kind.slot(name)]
        value, enumeration = row[kind.slot(name)], enumeration_of(field.type)
        if value is not None:
            found.append(
                (
                    value,
                    str(value) if enumeration is None else enumeration.values[value],
                )
            )
    return found


def _label(kind: Kind, row: StateRow | None, count: int) -> str:
    return " ".join([*(word for _, word in _words(kind, row)), str(count)])


def labels_in(
    declared: Declarations, state: GameState, masks: Masks
) -> dict[tuple[str, int], str]:
    """Return the labels of all masked entities by (kind, number); for the judge
    alone."""
    assigned = masks.assigned(declared, state)
    state_view = StateView(declared, state)
    return {
        (kind.name, number): _label(
            kind, row, assigned.number(kind, number, assigned.now)
        )
        for kind in declared.kinds.values()
        if kind.masks
        for number, row in state_view.entities(kind.name)
    }
