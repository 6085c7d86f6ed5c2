"""What a seat may know: its view, the only thing from which output for it is made.

A view is built up from nothing: the claims told to the seat, and the fields whose
audience has it. It is not the truth with parts blanked out, so nothing is left to tell
that something was there. What is in it is numbered for this seat alone: its claims from
1, and entities that came to be while running in the order in which it first meets them
(`captive 1`), for their true number would tell how many others there are. Moments are
left out: they count what happened in secret too. Of a claim in a field a seat has the
number if it was told to it, and nothing otherwise, as if there were none. An audience
that faults or exceeds a limit while it is asked admits nobody, without a word: what it
reads is known to everyone, but not always that there is something to read it of.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from interpreter.checked.declared import (
    CHARTS,
    SEAT,
    ClaimKind,
    Declared,
    Field,
    HexBoard,
    Kind,
)
from interpreter.language.evaluator import Setting, evaluate
from interpreter.language.steps import Steps
from interpreter.language.typed import Apply, Constant, IfElse, Typed, Use
from interpreter.problems import LimitExceeded
from interpreter.running.stops import World
from interpreter.values.claims import ABOUT, FACTS, KIND, LABEL, STORE, TO
from interpreter.values.faults import Fault
from interpreter.values.moments import shape
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

if TYPE_CHECKING:  # geometry is imported only where a pack has boards
    from interpreter.boards.chart import Chart


@dataclass(frozen=True, slots=True)
class ToldClaim:
    """A claim as its seat has it; `facts` are (place among all facts, value)."""

    number: int
    kind: ClaimKind
    about: Value
    label: Value
    facts: tuple[tuple[int, Value], ...]


@dataclass(frozen=True, slots=True)
class Thing:
    """An entity of which a seat sees something; `fields` are (field, value)."""

    kind: Kind
    number: int
    fields: tuple[tuple[Field, Value], ...]


@dataclass(frozen=True, slots=True)
class View:
    """What a seat may know; entities in it are places in `ids`, names by kind.

    How the hexes of `boards` are named is printed on the map, and what lies on it, the
    `charts` in the order of the boards, everyone knows.
    """

    seat: str
    claims: tuple[ToldClaim, ...]
    things: tuple[Thing, ...]
    ids: tuple[tuple[str, tuple[str, ...]], ...]
    boards: tuple[HexBoard, ...] = ()
    charts: tuple["Chart", ...] = ()


Ids = Mapping[str, tuple[str, ...]]
"""The names of the entities of a scenario, by kind."""


def views(declared: Declared, ids: Ids, world: World) -> tuple[View, ...]:
    """Return the view of every seat, in order; none where nobody is ever told."""
    kinds = list(declared.kinds)
    if not declared.claims or declared.seat_kind not in kinds:
        return ()
    rows = world[kinds.index(declared.seat_kind)]
    seats = [number for number, row in enumerate(rows) if row is not None]
    return tuple(view(declared, ids, world, seat) for seat in seats)


def view(declared: Declared, ids: Ids, world: World, seat: int) -> View:
    """Return the view of a seat in a world."""
    return view_with(declared, ids, world, seat, ())[0]


def view_with(
    declared: Declared,
    ids: Ids,
    world: World,
    seat: int,
    asked: Iterable[tuple[Value, Type]],
) -> tuple[View, tuple[Value, ...]]:
    """Return the view of a seat, and values that it is asked about, in its numbers.

    What the values speak of has names in the view, behind those of all else in it.
    """
    kinds = list(declared.kinds)
    rows = dict(zip(kinds, world, strict=False))
    told = [
        (number, row)
        for number, row in enumerate(rows.get(STORE, ()))
        if row[TO] == seat
    ]
    own = _Own(ids, {number: at for at, (number, _) in enumerate(told, 1)})
    place = own.entity(declared.seat_kind, seat)
    name = own.names[declared.seat_kind][place]
    claims = tuple(
        _claim(declared.claims[row[KIND]], at, row, own)
        for at, (_, row) in enumerate(told, 1)
    )
    looking = _Looking(declared, world, seat)
    things = tuple(
        Thing(kind, own.entity(kind.name, number), seen)
        for kind in declared.kinds.values()
        if kind.name != STORE
        for number in range(len(rows[kind.name]))
        if (seen := looking.seen(kind, number, own))
    )
    values = tuple(own.value(value, kind) for value, kind in asked)
    named = tuple((kind, tuple(found)) for kind, found in own.names.items())
    boards = tuple(declared.boards.values())
    (charts,) = rows.get(CHARTS, ((),))
    return View(name, claims, things, named, boards, charts), values


def knowing(
    declared: Declared, world: World, seats: Iterable[int]
) -> dict[tuple[str, int, str], tuple[int, ...]]:
    """Return which seats see a field of an entity, by (kind, number, field): what only
    the judge may be shown."""
    found: dict[tuple[str, int, str], tuple[int, ...]] = {}
    rows = dict(zip(declared.kinds, world, strict=False))
    for seat in seats:
        looking = _Looking(declared, world, seat)
        for kind in declared.kinds.values():
            for number in range(len(rows[kind.name]) if kind.name != STORE else 0):
                for field, _ in looking.seen(kind, number, _Own({}, {})):
                    key = (kind.name, number, field.name)
                    found[key] = (*found.get(key, ()), seat)
    return found


def _claim(
    kind: ClaimKind, number: int, row: tuple[Any, ...], own: "_Own"
) -> ToldClaim:
    about = None if kind.about is None else own.value(row[ABOUT], kind.about)
    facts = tuple(
        (place, own.value(value, kind.facts[place].type)) for place, value in row[FACTS]
    )
    label = None if kind.label is None else own.value(row[LABEL], kind.label)
    return ToldClaim(number, kind, about, label, facts)


@dataclass(frozen=True, slots=True)
class Heard:
    """A claim as its seat has it; entities in it are places in `ids`, names by kind.

    `made` is for the judge alone: what it speaks of that came to be while running, as
    (kind, true number, the seat's own name).
    """

    claim: ToldClaim
    ids: Mapping[str, tuple[str, ...]]
    made: tuple[tuple[str, int, str], ...]


class Hearing:
    """Hears all claims of a run, in the order in which they are told, as their seats
    do: each is numbered and named as in the view of its seat."""

    def __init__(self, declared: Declared, ids: Ids) -> None:
        """Begin before the first claim."""
        self._declared = declared
        self._ids = ids
        self._seats: dict[int, tuple[_Own, dict[int, int]]] = {}

    def __call__(self, place: int, row: tuple[Any, ...]) -> Heard:
        """Hear the claim that has a place among all claims."""
        own, numbers = self._seats.get(row[TO]) or self._begun(row[TO])
        numbers[place] = len(numbers) + 1
        own.met.clear()
        claim = _claim(self._declared.claims[row[KIND]], numbers[place], row, own)
        made = tuple((*key, name) for key, name in own.met.items())
        named = {kind: tuple(found) for kind, found in own.names.items()}
        return Heard(claim, named, made)

    def _begun(self, seat: int) -> "tuple[_Own, dict[int, int]]":
        numbers: dict[int, int] = {}
        own = _Own(self._ids, numbers)
        own.entity(self._declared.seat_kind, seat)
        self._seats[seat] = own, numbers
        return own, numbers


class _Own:
    """Numbers and names of one view, given as things are first met; `met` are those of
    what came to be while running."""

    def __init__(self, ids: Ids, claims: Mapping[int, int]) -> None:
        self.names: dict[str, list[str]] = {}
        self.met: dict[tuple[str, int], str] = {}
        self._ids = ids
        self._claims = claims
        self._places: dict[tuple[str, int], int] = {}
        self._made: dict[str, int] = {}

    def entity(self, kind: str, number: int) -> int:
        """Return the place of an entity among those of its kind in the view."""
        found = self._places.get((kind, number))
        if found is None:
            names = self.names.setdefault(kind, [])
            found = self._places[kind, number] = len(names)
            names.append(self._name(kind, number))
        if number >= len(self._ids.get(kind, ())):
            self.met[kind, number] = self.names[kind][found]
        return found

    def _name(self, kind: str, number: int) -> str:
        known = self._ids.get(kind, ())
        if number < len(known):
            return known[number]
        while True:
            count = self._made[kind] = self._made.get(kind, 0) + 1
            name = f"{kind} {count}"
            if name not in known:
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
                return self._claims.get(value)
            case ListOf():
                return tuple([self.value(each, kind.item) for each in value])
            case MapOf():
                return tuple(
                    [
                        (self.value(k, kind.key), self.value(v, kind.value))
                        for k, v in value
                    ]
                )
            case Record():
                pairs = zip(kind.fields, value, strict=True)
                return tuple([self.value(each, own) for (_, own), each in pairs])
            case _:
                return value


class _Looking:
    """Asks which fields a seat may see, in the world as it is."""

    def __init__(self, declared: Declared, world: World, seat: int) -> None:
        self._declared = declared
        self._seat = seat
        self._rows = dict(zip(declared.kinds, world, strict=False))
        self._log = world[-1]
        self._steps = Steps()
        self._slots = {
            (kind.name, field.name): slot
            for kind in declared.kinds.values()
            for slot, field in enumerate(kind.fields)
        }

    def seen(
        self, kind: Kind, number: int, own: _Own
    ) -> tuple[tuple[Field, Value], ...]:
        """Return the fields of an entity that the seat sees."""
        row = self._rows[kind.name][number]
        if row is None:
            return ()
        return tuple(
            (field, own.value(value, field.type))
            for field, value in zip(kind.fields, row, strict=True)
            if shape(field.type) is None and self._admits(field, number)
        )

    def _admits(self, field: Field, number: int) -> bool:
        return field.shown is not None and self._holds(field.shown, number)

    def _holds(self, shown: Typed, number: int) -> bool:
        """Tell whether a part of an audience has the seat. Parts stand for themselves:
        one that comes to no answer admits nobody, and leaves the others as they are."""
        match shown:
            case Constant():
                return shown.value is True
            case Apply(name="and"):
                return all(self._holds(each, number) for each in shown.arguments)
            case Apply(name="or"):
                return any(self._holds(each, number) for each in shown.arguments)
            case IfElse():
                asked = self._answer(shown.condition, number)
                if asked is None:
                    return False
                return self._holds(shown.then if asked else shown.other, number)
            case _:
                return self._answer(shown, number) is True

    def _answer(self, node: Typed, number: int) -> Any:
        try:
            return evaluate(node, self._setting({"it": number, SEAT: self._seat}))
        except Fault:
            return None
        except LimitExceeded:  # of one list; that of all views together stands
            if self._steps.left < 0:
                raise
            return None

    def _setting(self, given: dict[str, Any]) -> Setting:
        return Setting(
            given, self._rows, self._slots, self._use, self._log, self._steps
        )

    def _use(self, use: Use, given: tuple[Any, ...], setting: Setting) -> Any:
        section, _, field = use.name.partition(".")
        formula = self._declared.formulas.get(use.name)
        if use.section == "derived":
            formula = self._declared.kinds[section].derived[field]
        if formula is None:
            raise Fault("R702", f"'{use.name}' is not read by audiences")
        names = [each.name for each in formula.takes]
        known = dict(zip(names, given, strict=True))
        return evaluate(formula.body, replace(setting, locals=known))
