"""What a seat may know: its view, the only thing from which output for it is made.

A view is built up from nothing: the claims told to the seat, and the fields whose
audience has it. It is not the truth with parts blanked out, so nothing is left to tell
that something was there. What is in it is numbered for this seat alone: its claims from
1, and entities that came to be while running in the order in which it first meets them
(`captive 1`), for their true number would tell how many others there are. What is
masked has a label for whoever is not its owner, and stands in the order of labels; a
claim keeps the label of its time. Moments are left out: they count what happened in
secret too. Of a claim in a field a seat has the number if it was told to it, and
nothing otherwise, as if there were none.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from interpreter.engine.stops import GameState
from interpreter.semantics.declarations import (
    CHARTS,
    WAITING,
    BoardDeclaration,
    ClaimKind,
    Declarations,
    Field,
    Kind,
)
from interpreter.values.log import ABOUT, FACTS, KIND, LABEL, STORE, TO
from interpreter.values.types import (
    JUDGE,
    Claim,
    Entity,
    ListOf,
    MapOf,
    Maybe,
    Record,
    Seat,
    Type,
    Value,
)
from interpreter.views.block_labels import NO_LABELS, BlockLabels, Told, labels_of
from interpreter.views.masks import Ids, Masks
from interpreter.views.visibility import ALL_SEATS, SharedVisibility, Visibility

if TYPE_CHECKING:  # geometry is imported only where a pack has boards
    from interpreter.boards.layout import HexLayout


# Which claims a seat has, and in which order.


def told_to(
    rows: Any,
    seat: int,
    seats: Sequence[int],
    labels: BlockLabels,
    pauses: Iterable[int],
) -> list[Told]:
    """Return the claims of a seat (EVERYONE: of all `seats` alike) as it has them: by
    labels, where no pause is between them; `pauses` are numbers of claims."""
    claims = _public(rows, seats) if seat == ALL_SEATS else _own(rows, seat)
    found: list[Told] = []
    for first, last in pairwise((0, *pauses, len(rows))):
        found += labels.told([each for each in claims if first <= each[0] < last])
    return found


def _own(rows: Any, seat: int) -> list[Told]:
    return [(at, row) for at, row in enumerate(rows) if row[TO] == seat]


def _public(rows: Any, seats: Sequence[int]) -> list[Told]:
    """Return the claims that every seat was told alike."""
    left = [Counter(_said(row) for _, row in _own(rows, each)) for each in seats[1:]]
    found = []
    for at, row in _own(rows, seats[0]) if seats else []:
        if all(each[_said(row)] for each in left):
            found.append((at, row))
            for each in left:
                each[_said(row)] -= 1
    return found


def _said(row: Any) -> tuple[Any, ...]:
    return row[KIND], row[ABOUT], row[LABEL], row[FACTS]


@dataclass(frozen=True, slots=True)
class ViewedClaim:
    """A claim as its seat has it; `facts` are (place among all facts, value)."""

    number: int
    kind: ClaimKind
    about: Value
    label: Value
    facts: tuple[tuple[int, Value], ...]


@dataclass(frozen=True, slots=True)
class ViewedEntity:
    """An entity of which a seat sees something; `fields` are (field, value), `label`
    is that by which others know it, "" where its kind has no masks."""

    kind: Kind
    number: int
    fields: tuple[tuple[Field, Value], ...]
    label: str = ""


@dataclass(frozen=True, slots=True)
class View:
    """What a seat may know; entities in it are places in `ids`, names by kind.

    How the hexes of `boards` are named is printed on the map, and what lies on it, the
    `charts` in the order of the boards, everyone knows.
    """

    seat: str
    claims: tuple[ViewedClaim, ...]
    things: tuple[ViewedEntity, ...]
    ids: tuple[tuple[str, tuple[str, ...]], ...]
    boards: tuple[BoardDeclaration, ...] = ()
    charts: tuple["HexLayout", ...] = ()


class AskedValue(NamedTuple):
    """A value that a seat is asked about, with its type. `when`: it is named as when so
    many labels had been given; `keeps`: what it lists stands in the order of an answer
    of the seat, so that it is not sorted."""

    value: Value
    type: Type
    when: int | None = None
    keeps: bool = False


@dataclass(frozen=True, slots=True)
class PastView:
    """What a seat could have seen before: how many claims had been told at each pause
    of a game, and what came to be while running as it has met it, as (kind, number)."""

    pauses: tuple[int, ...] = ()
    met: tuple[tuple[str, int], ...] = ()


NO_PAST = PastView()


def views(
    declared: Declarations, ids: Ids, world: GameState, masks: Masks | None = None
) -> tuple[View, ...]:
    """Return the view of every seat, in order; none where nobody is ever told."""
    kinds = list(declared.kinds)
    if not declared.claims or declared.seat_kind not in kinds:
        return ()
    rows = world[kinds.index(declared.seat_kind)]
    seats = [number for number, row in enumerate(rows) if row is not None]
    return tuple(view(declared, ids, world, seat, masks) for seat in seats)


def view(
    declared: Declarations,
    ids: Ids,
    world: GameState,
    seat: int,
    masks: Masks | None = None,
) -> View:
    """Return the view of a seat in a world; `masks` are needed where a kind has any."""
    return view_with(declared, ids, world, seat, (), masks)[0]


def view_with(
    declared: Declarations,
    ids: Ids,
    world: GameState,
    seat: int,
    asked: Iterable[AskedValue],
    masks: Masks | None = None,
    past: PastView = NO_PAST,
) -> tuple[View, tuple[Value, ...]]:
    """Return the view of a seat, and values that it is asked about, in its numbers.

    What the values speak of has names in the view, behind those of all else in it.
    """
    found, values, _ = _viewed(declared, ids, world, seat, asked, masks, past)
    return found, values


def met_in(
    declared: Declarations,
    ids: Ids,
    world: GameState,
    seat: int,
    asked: Iterable[AskedValue],
    masks: Masks | None,
    past: PastView,
) -> tuple[tuple[str, int], ...]:
    """Return what came to be while running as a seat has met it, with this view."""
    known = set(past.met)
    # the numbers of calls that wait close up: kept, they would tell of others
    new = {
        kind
        for kind, number, _ in world[-1][2]
        if kind != WAITING and (kind, number) not in known
    }
    if not new:
        return past.met
    *_, own = _viewed(declared, ids, world, seat, asked, masks, past, new)
    return tuple(each for each in own.made if each[0] != WAITING)


def _viewed(
    declared: Declarations,
    ids: Ids,
    world: GameState,
    seat: int,
    asked: Iterable[AskedValue],
    masks: Masks | None,
    past: PastView,
    of: Collection[str] = (),
) -> "tuple[View, tuple[Value, ...], _LocalNumbering]":
    kinds = list(declared.kinds)
    rows = dict(zip(kinds, world, strict=False))
    there = rows.get(declared.seat_kind, ())
    seats = [number for number, row in enumerate(there) if row is not None]
    looking = (
        SharedVisibility(declared, world, seats, of)
        if seat == ALL_SEATS
        else Visibility(declared, world, seat, of)
    )
    labels = labels_of(looking, masks)
    told = told_to(rows.get(STORE, ()), seat, seats, labels, past.pauses)
    numbers = {number: at for at, (number, _) in enumerate(told, 1)}
    own = _LocalNumbering(ids, numbers, labels, past.met)
    name = "everyone"
    if seat != ALL_SEATS:
        place = own.entity(declared.seat_kind, seat)
        name = own.names[declared.seat_kind][place]
    claims = tuple(
        _claim(declared.claims[row[KIND]], numbers[number], row, own.at(number))
        for number, row in told
    )
    own.when = None
    things = tuple(
        ViewedEntity(
            kind, own.entity(kind.name, number), seen, labels.text(kind, number)
        )
        for kind in declared.kinds.values()
        if kind.name != STORE
        for number in labels.order(kind, range(len(rows[kind.name])))
        if (seen := _seen(looking, kind, number, own))
    )
    values = tuple(own.asked(each) for each in asked)
    named = tuple((kind, tuple(found)) for kind, found in own.names.items())
    boards = tuple(declared.boards.values())
    (charts,) = rows.get(CHARTS, ((),))
    return View(name, claims, things, named, boards, charts), values, own


def _seen(
    looking: Visibility, kind: Kind, number: int, own: "_LocalNumbering"
) -> tuple[tuple[Field, Value], ...]:
    row = looking.rows[kind.name][number]
    found = []
    for field in looking.admitted(kind, number):
        value = row[kind.slot(field.name)]
        own.when = own.labels.since(kind, number, field, value)
        found.append((field, own.value(value, field.type)))
    own.when = None
    return tuple(found)


def knowing(
    declared: Declarations, world: GameState, seats: Iterable[int]
) -> dict[tuple[str, int, str], tuple[int, ...]]:
    """Return which seats see a field of an entity, by (kind, number, field): what only
    the judge may be shown."""
    found: dict[tuple[str, int, str], tuple[int, ...]] = {}
    rows = dict(zip(declared.kinds, world, strict=False))
    for seat in seats:
        looking = Visibility(declared, world, seat)
        for kind in declared.kinds.values():
            for number in range(len(rows[kind.name]) if kind.name != STORE else 0):
                for field in looking.admitted(kind, number):
                    key = (kind.name, number, field.name)
                    found[key] = (*found.get(key, ()), seat)
    return found


def _claim(
    kind: ClaimKind, number: int, row: tuple[Any, ...], own: "_LocalNumbering"
) -> ViewedClaim:
    about = None if kind.about is None else own.value(row[ABOUT], kind.about)
    facts = tuple(
        (place, own.value(value, kind.facts[place].type)) for place, value in row[FACTS]
    )
    label = None if kind.label is None else own.value(row[LABEL], kind.label)
    return ViewedClaim(number, kind, about, label, facts)


@dataclass(frozen=True, slots=True)
class ReceivedClaim:
    """A claim as its seat has it; entities in it are places in `ids`, names by kind.

    `made` is for the judge alone: what it speaks of that came to be while running, as
    (kind, true number, the seat's own name).
    """

    claim: ViewedClaim
    ids: Mapping[str, tuple[str, ...]]
    made: tuple[tuple[str, int, str], ...]


class ClaimReader:
    """Hears all claims of a run, in the order in which they are told, as their seats
    do: each is numbered and named as in the view of its seat."""

    def __init__(
        self, declared: Declarations, ids: Ids, masks: Masks | None = None
    ) -> None:
        """Begin before the first claim; `masks` are needed where a kind has any."""
        self._declared = declared
        self._ids = ids
        self._masks = masks
        self._seats: dict[int, tuple[_LocalNumbering, dict[int, int]]] = {}

    def __call__(
        self, place: int, row: tuple[Any, ...], world: GameState
    ) -> ReceivedClaim:
        """Hear the claim that has a place among all claims, in the world that is."""
        own, numbers = self._seats.get(row[TO]) or self._begun(row[TO])
        numbers[place] = len(numbers) + 1
        own.met.clear()
        looking = Visibility(self._declared, world, row[TO])
        own.labels = labels_of(looking, self._masks)
        claim = _claim(self._declared.claims[row[KIND]], numbers[place], row, own)
        made = tuple((*key, name) for key, name in own.met.items())
        named = {kind: tuple(found) for kind, found in own.names.items()}
        return ReceivedClaim(claim, named, made)

    def _begun(self, seat: int) -> "tuple[_LocalNumbering, dict[int, int]]":
        numbers: dict[int, int] = {}
        own = _LocalNumbering(self._ids, numbers, NO_LABELS)
        own.entity(self._declared.seat_kind, seat)
        self._seats[seat] = own, numbers
        return own, numbers


class _LocalNumbering:
    """Numbers and names of one view, given as things are first met; `met` are those of
    what came to be while running or is masked. `when` says of which time labels are
    (None: of now), `keeps` whether lists keep their order. `made` are the names of what
    came to be while running, those `met` before first."""

    def __init__(
        self,
        ids: Ids,
        claims: Mapping[int, int],
        labels: BlockLabels,
        met: Iterable[tuple[str, int]] = (),
    ) -> None:
        self.names: dict[str, list[str]] = {}
        self.met: dict[tuple[str, int], str] = {}
        self.labels = labels
        self.when: int | None = None
        self.keeps = False
        self._ids = ids
        self._claims = claims
        self._places: dict[tuple[str, int, str], int] = {}
        self._counts: dict[str, int] = {}
        self.made: dict[tuple[str, int], str] = {}
        for kind, number in met:
            self._name(kind, number)

    def at(self, claim: int) -> "_LocalNumbering":
        """Name things as they were called when a claim was told."""
        self.when = self.labels.before(claim)
        return self

    def asked(self, one: AskedValue) -> Value:
        """Return a value that is asked about, named as it was called then."""
        self.when, self.keeps = one.when, one.keeps
        return self.value(one.value, one.type)

    def entity(self, kind: str, number: int) -> int:
        """Return the place of an entity among those of its kind in the view."""
        label = self.labels.worn(kind, number, self.when)
        found = self._places.get((kind, number, label))
        if found is None:
            names = self.names.setdefault(kind, [])
            found = self._places[kind, number, label] = len(names)
            names.append(label or self._name(kind, number))
        if label or number >= len(self._ids.get(kind, ())):
            self.met[kind, number] = self.names[kind][found]
        return found

    def _name(self, kind: str, number: int) -> str:
        known = self._ids.get(kind, ())
        if number < len(known):
            return known[number]
        name = self.made.get((kind, number))
        while name is None:
            count = self._counts[kind] = self._counts.get(kind, 0) + 1
            if (made := f"{kind} {count}") not in known:
                name = self.made[kind, number] = made
        return name

    def value(self, value: Any, kind: Type) -> Value:
        """Return a value with every number in it made the view's own."""
        if isinstance(kind, Maybe):
            kind = kind.item
        if value is None:
            return None
        match kind:
            case Entity() | Seat():
                return JUDGE if value == JUDGE else self.entity(kind.kind, value)
            case Claim():
                number = self._claims.get(value)  # from 1; names are by places
                return None if number is None else number - 1
            case ListOf():
                some = self._sorted(value, kind.item)
                return tuple([self.value(each, kind.item) for each in some])
            case MapOf():
                pair = Record("", (("", kind.key), ("", kind.value)))
                return tuple(
                    [
                        (self.value(k, kind.key), self.value(v, kind.value))
                        for k, v in self._sorted(value, pair)
                    ]
                )
            case Record():
                pairs = zip(kind.fields, value, strict=True)
                return tuple([self.value(each, own) for (_, own), each in pairs])
            case _:
                return value

    def _sorted(self, some: Any, item: Type) -> Any:
        return some if self.keeps else self.labels.sorted(some, item, self.when)
