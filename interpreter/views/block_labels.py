"""By which labels a seat knows what is masked, and in which order it has things.

What stands in an order that the seat was given on purpose, as the hexes of a path,
keeps it. A list that holds masked things of others does not, for it was made in the
order of those things, and that would tell which is which.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from interpreter.engine.stops import GameState
from interpreter.semantics.declarations import Declarations, Field, Kind
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
    Text,
    Type,
    enumeration_of,
    present,
)
from interpreter.views.masks import AssignedLabels, Masks
from interpreter.views.visibility import Visibility

Rank = tuple[Any, ...]
"""Where a value stands among others of its type."""

Told = tuple[int, Any]
"""A claim: its number among all, and its row."""


class BlockLabels:
    """Where nothing is masked, or all is known: nobody has a label."""

    def before(self, claim: int) -> int | None:
        """Return how many labels had been given when a claim was told."""
        return None

    def worn(self, kind: str, number: int, when: int | None) -> str:
        """Return the label by which the seat knows an entity, at a time (None: now);
        "" where it knows it by its name."""
        return ""

    def since(self, kind: Kind, number: int, field: Field, value: Any) -> int | None:
        """Return of which time the labels are in the value of a field: that in which
        the seat first saw it, or it could follow who is meant through it; and by an
        older one it would know how long the value was there unseen."""
        return None

    def text(self, kind: Kind, number: int) -> str:
        """Return the label that an entity has now for whoever is not its owner."""
        return ""

    def sorted(self, some: Any, item: Type, when: int | None) -> Sequence[Any]:
        """Return elements of a list as the seat may have them: what holds masked
        things of others behind the rest, in the order of their labels."""
        return some  # type: ignore[no-any-return]

    def order(self, kind: Kind, numbers: Iterable[int]) -> Iterable[int]:
        """Return entities of a kind in the order in which the seat has them."""
        return numbers

    def offered(self, some: Sequence[Any], item: Type) -> Sequence[Any]:
        """Return what is offered in an order that only hangs on what it says; yes and
        no keep theirs, which is that of the rule."""
        return some

    def told(self, some: list[Told]) -> list[Told]:
        """Return claims that were told without a pause as the seat may have them: those
        of a kind in a row stand in the order of the labels of which they speak."""
        return some


NO_LABELS = BlockLabels()


def labels_of(looking: Visibility, masks: Masks | None) -> BlockLabels:
    """Return the labels by which a seat knows what is masked; without `masks` where a
    kind has any is a ValueError, for then all would be seen through."""
    declared = looking.declared
    if not any(kind.masks for kind in declared.kinds.values()):
        return NO_LABELS
    if masks is None:
        raise ValueError("a view of what is masked needs masks")
    worn = masks.worn(declared, looking.world)
    return _SeatLabels(looking, worn) if worn.masked else NO_LABELS


class _SeatLabels(BlockLabels):
    """The labels of one seat in one world."""

    def __init__(self, looking: Visibility, worn: AssignedLabels) -> None:
        self._looking = looking
        self._worn = worn
        self._kinds = looking.declared.kinds
        self._known: dict[tuple[str, int, int], tuple[Rank, str]] = {}
        self._were: dict[int, Visibility] = {}

    def before(self, claim: int) -> int | None:
        return self._worn.before(claim)

    def worn(self, kind: str, number: int, when: int | None) -> str:
        if not self._kinds[kind].masks:
            return ""
        (is_other, *_), label = self._of(kind, number, when)
        return label if is_other else ""

    def since(self, kind: Kind, number: int, field: Field, value: Any) -> int | None:
        if not self._holds(field.type):
            return None

        def seen(world: GameState) -> bool:
            return self._before(world).sees(kind, number, field)

        return self._worn.since(kind, number, kind.slot(field.name), value, seen)

    def _before(self, world: GameState) -> Visibility:
        found = self._were.get(id(world))
        if found is None:
            found = self._were[id(world)] = self._looking.before(world)
        return found

    def text(self, kind: Kind, number: int) -> str:
        return self._of(kind.name, number, None)[1] if kind.masks else ""

    def sorted(self, some: Any, item: Type, when: int | None) -> Sequence[Any]:
        if not self._holds(item):
            return some  # type: ignore[no-any-return]
        return sorted(some, key=lambda each: self._masked(each, item, when))

    def order(self, kind: Kind, numbers: Iterable[int]) -> Iterable[int]:
        if not kind.masks:
            return numbers
        return sorted(numbers, key=lambda each: self._of(kind.name, each, None)[0])

    def offered(self, some: Sequence[Any], item: Type) -> Sequence[Any]:
        return sorted(some, key=lambda each: self._rank(each, item))

    def told(self, some: list[Told]) -> list[Told]:
        rows = groupby(some, key=lambda each: str(each[1][KIND]))
        return [one for kind, each in rows for one in self._one_kind(kind, [*each])]

    def _one_kind(self, name: str, some: list[Told]) -> list[Told]:
        kind = self._looking.declared.claims[name]

        def rank(one: Told) -> Rank:
            number, row = one
            when = self.before(number)
            said = [(value, kind.facts[place].type) for place, value in row[FACTS]]
            about = () if kind.about is None else ((row[ABOUT], kind.about),)
            return (when, *(self._masked(v, of, when) for v, of in (*about, *said)))

        return sorted(some, key=rank)

    def _of(self, name: str, number: int, when: int | None) -> tuple[Rank, str]:
        """Return where a masked entity stands, first whether it is another's, and its
        label."""
        when = self._worn.now if when is None else when
        found = self._known.get((name, number, when))
        if found is None:
            kind = self._kinds[name]
            now = self._looking.rows[name][number]
            row = self._worn.row(kind, number, when, now)
            count = self._worn.number(kind, number, when)
            own = self._looking.owns(kind, number, row)
            words = [each for each, _ in _words(kind, row)]
            rank = (0,) if own else (1, words, count)
            label = _label(kind, row, count)
            found = self._known[name, number, when] = rank, label
        return found

    def _holds(self, item: Type) -> bool:
        """Tell whether values of a type may hold something masked."""
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
        """Return where a value stands by the masked things in it alone."""
        kind = present(item)
        if value is None or not self._holds(kind):
            return ()
        match kind:
            case Entity():
                return self._of(kind.kind, value, when)[0]
            case ListOf():
                return tuple(self._masked(each, kind.item, when) for each in value)
            case MapOf():
                return tuple(self._masked(k, kind.key, when) for k, _ in value)
            case Record():
                pairs = zip(value, kind.fields, strict=True)
                return tuple(self._masked(each, of, when) for each, (_, of) in pairs)
            case _:
                return ()

    def _rank(self, value: Any, item: Type) -> Rank:
        """Return where a value stands by all that it says; none stands last."""
        kind = present(item)
        if value is None:
            return (1,)
        match kind:
            case Entity():
                found = self._masked(value, kind)
                return (0, found if found and found[0] else (0, value))
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


def _words(kind: Kind, row: Any) -> list[tuple[Any, str]]:
    """Return what the masks of an entity say: each value, and as it is read."""
    found = []
    for name in kind.masks if row is not None else ():
        field = kind.fields[kind.slot(name)]
        value, words = row[kind.slot(name)], enumeration_of(field.type)
        if value is not None:
            found.append((value, str(value) if words is None else words.values[value]))
    return found


def _label(kind: Kind, row: Any, count: int) -> str:
    return " ".join([*(word for _, word in _words(kind, row)), str(count)])


def labels_in(
    declared: Declarations, world: GameState, masks: Masks
) -> dict[tuple[str, int], str]:
    """Return the labels of all that is there and masked, by kind and number; for the
    judge alone."""
    worn = masks.worn(declared, world)
    rows = dict(zip(declared.kinds, world, strict=False))
    return {
        (kind.name, number): _label(kind, row, worn.number(kind, number, worn.now))
        for kind in declared.kinds.values()
        if kind.masks
        for number, row in enumerate(rows[kind.name])
        if row is not None
    }
