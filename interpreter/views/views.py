"""The view of a seat: the only source from which output for it may be made.

A view is built up from nothing: the claims sent to the seat, and the fields whose
audience admits it. It is not the true state with parts blanked out, so nothing in it
shows that something was left out.

Numbers are local to the seat. Its claims count from 1, and entities made while running
are named in the order in which it first meets them (`captive 1`), since true numbers
would tell how many others there are. A masked entity has a label for seats that do not
own it and is sorted by label; a claim keeps the label of its time. Log moments are left
out, since they count secret events too. A field that refers to a claim is its local
number if the seat was sent the claim, otherwise none.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from interpreter.engine.stops import GameState
from interpreter.semantics.declarations import (
    WAITING,
    BoardDeclaration,
    ClaimKind,
    Declarations,
    Field,
    Kind,
)
from interpreter.semantics.state_view import StateView
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
    StateRow,
    Type,
    Value,
)
from interpreter.views.block_labels import (
    NO_LABELS,
    BlockLabels,
    NumberedClaim,
    labels_of,
)
from interpreter.views.visibility import (
    ALL_SEATS,
    Ids,
    KnownFields,
    Masks,
    SharedVisibility,
    Visibility,
)

if TYPE_CHECKING:  # geometry is imported only where a pack has boards
    from interpreter.boards.layout import HexLayout


NO_NAMES: Mapping[tuple[str, int], str] = {}


def claims_of_seat(
    state_view: StateView,
    seat: int,
    labels: BlockLabels,
    pauses: Iterable[int],
) -> list[NumberedClaim]:
    """Return the claims of a seat in the order for it.

    `seat` may be ALL_SEATS: the claims that all seats were sent alike. Claims between
    two `pauses` (numbers of claims) are sorted by label; at a pause the seat could read
    what it had, so the order across it is fixed.
    """
    claims = claims_sent_to(state_view, seat)
    sorted_claims: list[NumberedClaim] = []
    for first, last in pairwise((0, *pauses, len(state_view.claims))):
        sorted_claims += labels.claims(
            [claim for claim in claims if first <= claim[0] < last]
        )
    return sorted_claims


def claims_sent_to(state_view: StateView, seat: int) -> list[NumberedClaim]:
    """Return the claims that a seat, or with ALL_SEATS every seat alike, was sent, in
    the order in which they were sent."""
    return _public(state_view) if seat == ALL_SEATS else state_view.received(seat)


def _public(state_view: StateView) -> list[NumberedClaim]:
    """Return the claims that every seat was sent alike."""
    seats = state_view.seats
    unmatched = [
        Counter(_content(row) for _, row in state_view.received(other))
        for other in seats[1:]
    ]
    public = []
    for at, row in state_view.received(seats[0]) if seats else []:
        if all(other[_content(row)] for other in unmatched):
            public.append((at, row))
            for other in unmatched:
                other[_content(row)] -= 1
    return public


def _content(row: StateRow) -> tuple[Value, ...]:
    return row[KIND], row[ABOUT], row[LABEL], row[FACTS]


class ViewedClaim(Struct, frozen=True):
    """A claim as its seat has it; `facts` are (index among all facts of the kind,
    value)."""

    number: int
    kind: ClaimKind
    about: Value
    label: Value
    facts: tuple[tuple[int, Value], ...]


class ViewedEntity(Struct, frozen=True):
    """An entity of which a seat sees at least one field.

    `fields` are (field, value); `label` is the name of the entity for other seats, ""
    if its kind has no masks.
    """

    kind: Kind
    number: int
    fields: tuple[tuple[Field, Value], ...]
    label: str = ""


class View(Struct, frozen=True):
    """What a seat may know; entities in it are indices into `ids`, the names by kind.

    `called` are the names that the pack gives them, by (kind, index). The labels of the
    hexes of `boards` and what is printed on the maps (`charts`, in the order of the
    boards) are public.
    """

    seat: str
    claims: tuple[ViewedClaim, ...]
    things: tuple[ViewedEntity, ...]
    ids: tuple[tuple[str, tuple[str, ...]], ...]
    boards: tuple[BoardDeclaration, ...] = ()
    charts: tuple["HexLayout", ...] = ()
    called: Mapping[tuple[str, int], str] = NO_NAMES


class AskedValue(NamedTuple):
    """A value that a seat is asked about, with its type.

    `when`: named as after so many labels had been assigned; `keeps`: its lists are in
    the order of an answer of the seat and are not sorted.
    """

    value: Value
    type: Type
    when: int | None = None
    keeps: bool = False


class PastView(Struct, frozen=True):
    """What a seat could have seen before: how many claims had been sent at each pause
    of the game, and the entities made while running in the order in which it met them,
    as (kind, number)."""

    pauses: tuple[int, ...] = ()
    met: tuple[tuple[str, int], ...] = ()


NO_PAST = PastView()


def views(
    declared: Declarations, ids: Ids, state: GameState, masks: Masks | None = None
) -> tuple[View, ...]:
    """Return the view of every seat, in order; empty if the pack has no claims."""
    seats = StateView(declared, state).seats if declared.claims else ()
    return tuple(view(declared, ids, state, seat, masks) for seat in seats)


def view(
    declared: Declarations,
    ids: Ids,
    state: GameState,
    seat: int,
    masks: Masks | None = None,
) -> View:
    """Return the view of a seat in a game state; `masks` are required if a kind has
    any."""
    return view_with(declared, ids, state, seat, (), masks)[0]


def view_with(
    declared: Declarations,
    ids: Ids,
    state: GameState,
    seat: int,
    asked: Iterable[AskedValue],
    masks: Masks | None = None,
    past: PastView = NO_PAST,
) -> tuple[View, tuple[Value, ...]]:
    """Return the view of a seat, and values that it is asked about in its numbering."""
    return askable_view(declared, ids, state, seat, masks, past).asked(asked)


class AskableView:
    """The view of a seat, which can be asked about any number of values without being
    made again."""

    def __init__(self, view: View, numbering: "_LocalNumbering") -> None:
        """Keep a view, and the names and numbers that things have in it."""
        self.view = view
        self._numbering = numbering

    def asked(self, asked: Iterable[AskedValue]) -> tuple[View, tuple[Value, ...]]:
        """Return the view and values in its numbering. Entities that only the values
        mention are named in it after all others; the next question does not know of
        them."""
        numbering = self._numbering.copy()
        values = tuple(numbering.asked(value) for value in asked)
        names, called = numbering.named(), numbering.called
        if names == self.view.ids and called == self.view.called:
            return self.view, values
        return replace(self.view, ids=names, called=called), values


def askable_view(
    declared: Declarations,
    ids: Ids,
    state: GameState,
    seat: int,
    masks: Masks | None = None,
    past: PastView = NO_PAST,
    known: KnownFields | None = None,
) -> AskableView:
    """Return the view of a seat in a game state; `masks` are required if a kind has
    any. Fields that are `known` to be seen are not looked at again."""
    arguments = (declared, ids, state, seat, (), masks, past)
    seat_view, _, numbering = _viewed(*arguments, known=known)
    return AskableView(seat_view, numbering)


def met_in(
    declared: Declarations,
    ids: Ids,
    state: GameState,
    seat: int,
    asked: Iterable[AskedValue],
    masks: Masks | None,
    past: PastView,
) -> tuple[tuple[str, int], ...]:
    """Return the entities made while running in the order in which a seat met them,
    including those in this view."""
    known = set(past.met)
    # the numbers of calls that wait close up: kept, they would tell of others
    new = {
        kind
        for kind, number, _ in StateView(declared, state).births
        if kind != WAITING and (kind, number) not in known
    }
    if not new:
        return past.met
    *_, numbering = _viewed(declared, ids, state, seat, asked, masks, past, new)
    return tuple(entity for entity in numbering.made if entity[0] != WAITING)


def made_names(
    declared: Declarations,
    ids: Ids,
    state: GameState,
    seat: int,
    masks: Masks | None,
    past: PastView,
) -> dict[tuple[str, int], str]:
    """Return the names by which a seat knows entities made while running, by kind and
    true number: for the judge, who calls them otherwise."""
    births = {kind for kind, *_ in StateView(declared, state).births} - {WAITING}
    if not births:
        return {}
    *_, numbering = _viewed(declared, ids, state, seat, (), masks, past)
    return {at: name for at, name in numbering.made.items() if at[0] in births}


def _viewed(
    declared: Declarations,
    ids: Ids,
    state: GameState,
    seat: int,
    asked: Iterable[AskedValue],
    masks: Masks | None,
    past: PastView,
    of: Collection[str] = (),
    known: KnownFields | None = None,
) -> "tuple[View, tuple[Value, ...], _LocalNumbering]":
    state_view = StateView(declared, state)
    visibility = (
        SharedVisibility(declared, state, state_view.seats, of, known)
        if seat == ALL_SEATS
        else Visibility(declared, state, seat, of, known)
    )
    labels = labels_of(visibility, masks)
    own_claims = claims_of_seat(state_view, seat, labels, past.pauses)
    numbers = {number: at for at, (number, _) in enumerate(own_claims, 1)}
    numbering = _LocalNumbering(ids, numbers, labels, visibility.called, past.met)
    name = "everyone"
    if seat != ALL_SEATS:
        place = numbering.entity(declared.seat_kind, seat)
        name = numbering.names[declared.seat_kind][place]
    claims = _viewed_claims(declared, own_claims, numbers, numbering)
    things = _viewed_entities(visibility, numbering)
    values = tuple(numbering.asked(value) for value in asked)
    boards, names = tuple(declared.boards.values()), numbering.named()
    seen = View(
        name, claims, things, names, boards, state_view.charts, numbering.called
    )
    return seen, values, numbering


def _viewed_claims(
    declared: Declarations,
    numbered: Sequence[NumberedClaim],
    numbers: Mapping[int, int],
    numbering: "_LocalNumbering",
) -> tuple[ViewedClaim, ...]:
    """Return claims in the given order, named as when each was sent; `numbers` maps the
    number of a claim among all to its number in the view."""
    claims = tuple(
        _claim(declared.claims[row[KIND]], numbers[number], row, numbering.at(number))
        for number, row in numbered
    )
    numbering.when = None
    return claims


def _viewed_entities(
    visibility: Visibility, numbering: "_LocalNumbering"
) -> tuple[ViewedEntity, ...]:
    """Return the entities of which the seat sees a field; others get no name."""
    return tuple(
        ViewedEntity(
            kind,
            numbering.entity(kind.name, number),
            seen,
            numbering.labels.text(kind, number),
        )
        for kind in visibility.declared.kinds.values()
        if kind.name != STORE and visibility.candidates(kind)
        for number in numbering.labels.order(
            kind, range(len(visibility.state_view.rows(kind.name)))
        )
        if (seen := _seen(visibility, kind, number, numbering))
    )


def _seen(
    visibility: Visibility, kind: Kind, number: int, numbering: "_LocalNumbering"
) -> tuple[tuple[Field, Value], ...]:
    fields = []
    row = visibility.state_view.row(kind.name, number) or ()
    for field in visibility.admitted(kind, number):
        value = row[kind.slot(field.name)]
        numbering.when = numbering.labels.since(kind, number, field, value)
        fields.append((field, numbering.value(value, field.type)))
    numbering.when = None
    return tuple(fields)


def knowing(
    declared: Declarations,
    state: GameState,
    seats: Iterable[int],
    known: KnownFields | None = None,
) -> dict[tuple[str, int, str], tuple[int, ...]]:
    """Return the seats that see each field, by (kind, number, field); for the judge
    alone."""
    seats_by_field: dict[tuple[str, int, str], tuple[int, ...]] = {}
    for seat in seats:
        visibility = Visibility(declared, state, seat, known=known)
        for kind in declared.kinds.values():
            rows = visibility.state_view.rows(kind.name) if kind.name != STORE else ()
            for number in range(len(rows)):
                for field in visibility.admitted(kind, number):
                    key = (kind.name, number, field.name)
                    seats_by_field[key] = (*seats_by_field.get(key, ()), seat)
    return seats_by_field


def _claim(
    kind: ClaimKind, number: int, row: StateRow, numbering: "_LocalNumbering"
) -> ViewedClaim:
    about = None if kind.about is None else numbering.value(row[ABOUT], kind.about)
    facts = tuple(
        (place, numbering.value(value, kind.facts[place].type))
        for place, value in row[FACTS]
    )
    label = None if kind.label is None else numbering.value(row[LABEL], kind.label)
    return ViewedClaim(number, kind, about, label, facts)


class ReceivedClaim(Struct, frozen=True):
    """A claim as its seat has it; entities in it are indices into `ids`, names by kind.

    `called` are the names that the pack gives them, by (kind, index). `made` is for the
    judge alone: the entities in it that were made while running, as (kind, true number,
    name for the seat).
    """

    claim: ViewedClaim
    ids: Mapping[str, tuple[str, ...]]
    made: tuple[tuple[str, int, str], ...]
    called: Mapping[tuple[str, int], str] = NO_NAMES


class ClaimReader:
    """Translates the claims of a run, in the order in which they are sent, into the
    numbering of their seats, as in the views."""

    def __init__(
        self, declared: Declarations, ids: Ids, masks: Masks | None = None
    ) -> None:
        """Begin before the first claim; `masks` are needed where a kind has any."""
        self._declared = declared
        self._ids = ids
        self._masks = masks
        self._seats: dict[int, tuple[_LocalNumbering, dict[int, int]]] = {}

    def __call__(self, place: int, row: StateRow, state: GameState) -> ReceivedClaim:
        """Return the claim at an index among all claims, in the current state, as its
        seat has it."""
        numbering, numbers = self._seats.get(row[TO]) or self._begun(row[TO])
        numbers[place] = len(numbers) + 1
        numbering.met.clear()
        visibility = Visibility(self._declared, state, row[TO])
        numbering.labels = labels_of(visibility, self._masks)
        numbering.calls = visibility.called
        claim = _claim(self._declared.claims[row[KIND]], numbers[place], row, numbering)
        made = tuple((*key, name) for key, name in numbering.met.items())
        named = {
            kind: tuple(entity_names) for kind, entity_names in numbering.names.items()
        }
        return ReceivedClaim(claim, named, made, dict(numbering.called))

    def _begun(self, seat: int) -> "tuple[_LocalNumbering, dict[int, int]]":
        numbers: dict[int, int] = {}
        numbering = _LocalNumbering(
            self._ids, numbers, NO_LABELS, lambda kind, number: ""
        )
        numbering.entity(self._declared.seat_kind, seat)
        self._seats[seat] = numbering, numbers
        return numbering, numbers


class _LocalNumbering:
    """Numbers and names of one view, assigned at first use.

    `met`: entities named since it was last cleared that are masked or were made while
    running. `made`: names of entities made while running. `when`: the label count by
    which entities are named (None: now). `keeps`: lists are not sorted. `called`: the
    names that the pack gives, by (kind, index), as `calls` returns them.
    """

    def __init__(
        self,
        ids: Ids,
        claims: Mapping[int, int],
        labels: BlockLabels,
        calls: Callable[[str, int], str],
        met: Iterable[tuple[str, int]] = (),
    ) -> None:
        self.names: dict[str, list[str]] = {}
        self.called: dict[tuple[str, int], str] = {}
        self.calls = calls
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

    def copy(self) -> "_LocalNumbering":
        """Return it as it is now; what is named in the copy is not named in it."""
        other = copy(self)
        other.names = {kind: [*names] for kind, names in self.names.items()}
        other.called, other.met = {**self.called}, {**self.met}
        other._places, other._counts = {**self._places}, {**self._counts}
        other.made = {**self.made}
        return other

    def named(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return the names of entities by kind, as a view has them."""
        return tuple((kind, tuple(names)) for kind, names in self.names.items())

    def at(self, claim: int) -> "_LocalNumbering":
        """Name entities as they were named when a claim was sent."""
        self.when = self.labels.before(claim)
        return self

    def asked(self, question: AskedValue) -> Value:
        """Return a value that is asked about, named as it was then."""
        self.when, self.keeps = question.when, question.keeps
        return self.value(question.value, question.type)

    def entity(self, kind: str, number: int) -> int:
        """Return the index of an entity among those of its kind in the view."""
        label = self.labels.label_at(kind, number, self.when)
        index = self._places.get((kind, number, label))
        if index is None:
            names = self.names.setdefault(kind, [])
            index = self._places[kind, number, label] = len(names)
            names.append(label or self._name(kind, number))
        if label or number >= len(self._ids.get(kind, ())):
            self.met[kind, number] = self.names[kind][index]
        if not label and (name := self.calls(kind, number)):
            self.called[kind, index] = name
        return index

    def _name(self, kind: str, number: int) -> str:
        known = self._ids.get(kind, ())
        if number < len(known):
            return known[number]
        name = self.made.get((kind, number))
        while name is None:
            count = self._counts[kind] = self._counts.get(kind, 0) + 1
            if (candidate := f"{kind} {count}") not in known:
                name = self.made[kind, number] = candidate
        return name

    def value(self, value: Any, kind: Type) -> Value:
        """Return a value with every number in it replaced by the number in the view."""
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
                elements = self._sorted(value, kind.item)
                return tuple([self.value(element, kind.item) for element in elements])
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
                return tuple(
                    [
                        self.value(element, item_type)
                        for (_, item_type), element in pairs
                    ]
                )
            case _:
                return value

    def _sorted(self, some: Sequence[Any], item: Type) -> Sequence[Any]:
        return some if self.keeps else self.labels.sorted(some, item, self.when)
