"""What is known to who looks at a map, and what things are called on it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from interpreter.diagnostics import LimitExceeded
from interpreter.expressions.evaluator import Environment, evaluate
from interpreter.expressions.typed import Use
from interpreter.maps.plan import Badge, PieceState, called, distinct, short
from interpreter.reports.values import ValueNames, spaced, to_text
from interpreter.semantics.declarations import CHARTS, Declarations, Measure
from interpreter.values import types
from interpreter.values.faults import Fault
from interpreter.values.types import JUDGE, Type, Value, present
from interpreter.views.views import ViewedClaim, ViewedEntity

if TYPE_CHECKING:
    from interpreter.boards.layout import HexLayout


# How far things reach, and on what they stand, worked out from what a viewer knows.


class KnownState:
    """The game state as far as a viewer knows it: a field that he lacks cannot be
    read, so whatever is worked out here hangs on nothing else."""

    def __init__(
        self,
        things: Iterable[ViewedEntity],
        declared: Declarations,
        charts: Sequence[Value] = (),
    ) -> None:
        """Keep what is known of each thing, and what lies on the boards."""
        self._declared = declared
        self._rows: Any = {name: {} for name in declared.kinds}
        self._slots: dict[tuple[str, str], int] = {}
        for name, kind in declared.kinds.items():
            self._slots |= {(name, e.name): at for at, e in enumerate(kind.fields)}
        for at, board in enumerate([*declared.boards][: len(charts)]):
            self._slots[CHARTS, board] = at
        self._rows[CHARTS] = (tuple(charts),)
        for thing in things:
            if thing.kind.name == CHARTS:
                continue
            self._rows[thing.kind.name][thing.number] = {
                self._slots[thing.kind.name, field.name]: value
                for field, value in thing.fields
            }

    def worked_out(self, measure: Measure, thing: ViewedEntity) -> Value:
        """Return the value of a measure of a thing; None if the viewer lacks a field on
        which it hangs, or it comes to none."""
        known = {field.name for field, _ in thing.fields}
        if not measure.reads <= known:
            return None
        setting = Environment({"it": thing.number}, self._rows, self._slots, self._used)
        try:
            found: Value = evaluate(measure.value, setting)
        except (Fault, LimitExceeded, KeyError):  # a KeyError is what is not known
            return None
        return found

    def _used(self, use: Use, arguments: tuple[Any, ...], within: Environment) -> Any:
        formula = self._declared.formulas.get(use.name)
        if use.section == "derived":
            kind, _, name = use.name.partition(".")
            formula = self._declared.kinds[kind].derived[name]
        assert formula is not None, "the checker has proved it"
        names = [each.name for each in formula.takes]
        inside = dict(zip(names, arguments, strict=True))
        return evaluate(formula.body, replace(within, locals=inside))


class ReportedClaim(Struct, frozen=True):
    """A claim as a map shows it: its number, and the names of what it speaks of; for
    the judge also to whom it was told. `things` is what the seat knows of things, by
    kind and the number that the claim has for them."""

    number: str
    claim: ViewedClaim
    names: ValueNames
    things: "Things"
    to: str = ""

    @property
    def mark(self) -> str:
        """What stands where it tells of."""
        return f"?{self.number}{short(self.to) if self.to else ''}"


Things: TypeAlias = Mapping[tuple[str, Value], ViewedEntity]


def by_number(things: Iterable[ViewedEntity]) -> Things:
    """Return things by kind and number."""
    return {(thing.kind.name, thing.number): thing for thing in things}


class MapViewer(Struct, frozen=True):
    """What is known to who looks at a map; `owners` are the seats by their number."""

    viewer: str
    names: ValueNames
    owners: tuple[str, ...]
    things: tuple[ViewedEntity, ...]
    claims: tuple[ReportedClaim, ...]
    charts: "tuple[HexLayout, ...]"


class Naming:
    """What things are called on the maps of a sight, and whose they are."""

    def __init__(self, sight: MapViewer, declared: Declarations) -> None:
        """Give each thing a short name that no other has."""
        self.sight = sight
        self.declared = declared
        self.found = by_number(sight.things)
        self.known = KnownState(sight.things, declared, sight.charts)
        self.things = tuple(filter(self._is_drawn, sight.things))
        self.marks = self._marks()
        self._carried: dict[tuple[str, Value], list[ViewedEntity]] = {}
        for thing in self.things:
            value, of = fields_of(thing).get(thing.kind.drawn.carried_by, NOTHING)
            self._carried.setdefault((_kind(of), value), []).append(thing)

    def _is_drawn(self, thing: ViewedEntity) -> bool:
        unless = thing.kind.drawn.unless
        return unless is None or self.known.worked_out(unless, thing) is not True

    def name(self, thing: ViewedEntity) -> str:
        """Return what a thing is called."""
        return self.sight.names.name(thing.kind.name, thing.number)

    def others(self, thing: ViewedEntity) -> str:
        """Return the label by which others know a thing, "" for its own name."""
        label = spaced(thing.label)
        return "" if label == self.name(thing) else label

    def mark(self, thing: ViewedEntity, role: str) -> str:
        """Return what stands on a counter: of a thing, and of what stands nowhere
        itself its role."""
        drawn, values = thing.kind.drawn, fields_of(thing)
        if drawn.mark in values:
            value, of = values[drawn.mark]
            return short(to_text(value, of, self.sight.names))
        name = self.marked(thing, role)
        return self.marks.get(name) or short(name)

    def marked(self, thing: ViewedEntity, role: str) -> str:
        """Return the name that a mark is short for."""
        if thing.kind.drawn.at or not role:
            return self.name(thing)
        alike = [e for e in self.things if role in _places(e)]
        return spaced(role if len(alike) == 1 else f"{self.name(thing)} {role}")

    def owner(self, thing: ViewedEntity) -> int | None:
        """Return the seat whose a thing is; None of nobody."""
        if thing.kind.name == self.declared.seat_kind:
            return thing.number
        at: ViewedEntity | None = thing
        value: Value = None
        for field in thing.kind.drawn.owner:
            value, of = NOTHING if at is None else fields_of(at).get(field, NOTHING)
            at = self.found.get((_kind(of), value))
        return value if isinstance(value, int) and value != JUDGE else None

    def state(self, thing: ViewedEntity) -> PieceState | None:
        """Return the first state in which the viewer knows a thing to be."""
        for place, state in enumerate(thing.kind.drawn.states):
            if self.known.worked_out(state, thing) is True:
                return PieceState(spaced(state.name), place)
        return None

    def badges(self, thing: ViewedEntity) -> Iterator[Badge]:
        """Yield the small marks beside a counter: what is so of the thing, as far as
        the viewer knows it, and then what it carries."""
        every = thing.kind.drawn.badges
        numbers = [each for each in every if isinstance(each.value.type, types.Number)]
        letters = _initials(each.name for each in every if each not in numbers[:1])
        for field in every:
            found, name = self.known.worked_out(field, thing), spaced(field.name)
            if isinstance(found, bool) and found:
                yield Badge(letters[field.name], name)
            elif isinstance(found, int) and found:
                sign = f"{letters.get(field.name, '')}{found}"  # the first has none
                yield Badge(sign, f"{name} {found}")
        for other in self._carried.get((thing.kind.name, thing.number), ()):
            name = called(self.name(other), spaced(other.kind.name))
            yield Badge(self.mark(other, "")[:1].upper(), f"with {name}")

    def zones(self, thing: ViewedEntity) -> Iterator[tuple[str, Value, Type]]:
        """Yield the name of each zone of a thing, and the hexes as far as known."""
        for zone in thing.kind.drawn.zones:
            found = self.known.worked_out(zone, thing)
            if found is not None:
                yield spaced(zone.name), found, zone.value.type

    def _marks(self) -> dict[str, str]:
        named = [self.marked(e, role) for e in self.things for role in _places(e)]
        return distinct(named)


def _initials(names: Iterable[str]) -> dict[str, str]:
    """Return a letter for each name: its first that no name before it has."""
    found: dict[str, str] = {}
    for name in names:
        letters = [each.upper() for each in name if each.isalpha()] or ["?"]
        free = (each for each in letters if each not in found.values())
        found[name] = next(free, letters[0])
    return found


NOTHING: tuple[Value, Type] = (None, types.Nothing())


def fields_of(thing: ViewedEntity) -> dict[str, tuple[Value, Type]]:
    """Return what is known of a thing: the value of each field and its type."""
    return {field.name: (value, field.type) for field, value in thing.fields}


def located(value: Value, of: Type, things: Things) -> Iterator[tuple[Value, Type]]:
    """Yield a value, but for entities the values of the fields that say where they
    stand, as far as they are known; one that stands where another does is nowhere."""
    of = present(of)
    if isinstance(of, types.ListOf) and isinstance(value, tuple) and _kind(of.item):
        for item in value:
            yield from located(item, of.item, things)
    elif not _kind(of):
        yield value, of
    elif (thing := things.get((_kind(of), value))) is not None:
        values = fields_of(thing)
        for role in thing.kind.drawn.at:
            place, kind = values.get(role, NOTHING)
            if not _kind(kind):
                yield place, kind


def _kind(of: Type) -> str:
    """Return the kind of which a value is an entity; "" of none."""
    of = present(of)
    return of.kind if isinstance(of, types.Entity) else ""


def _places(thing: ViewedEntity) -> list[str]:
    """Return the fields that say where a thing, or what else of it, is."""
    drawn = thing.kind.drawn
    places = (*drawn.at, *drawn.also)
    return [
        f.name for f, value in thing.fields if f.name in places and value is not None
    ]
