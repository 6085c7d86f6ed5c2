"""Worlds that differ only in what a seat may not know.

What that is follows from the audiences of the pack, evaluated here anew: views ask
`Field.shown`, this asks `Field.audience`, so that a leak in one is not a leak in both.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from interpreter.diagnostics import LimitExceeded
from interpreter.expressions.evaluator import Environment, evaluate
from interpreter.expressions.typed import Use
from interpreter.ir.instructions import Program
from interpreter.semantics.audience import EVERYONE, Audience, Grant
from interpreter.semantics.declarations import Declarations, InitialState
from interpreter.source import normalised
from interpreter.values.faults import Fault
from interpreter.values.types import (
    JUDGE,
    Entity,
    ListOf,
    MapOf,
    Maybe,
    Number,
    Record,
    Seat,
    Text,
    Type,
    present,
)
from tests.agreement.targets import values

Numbering = Callable[[str, int], int]
"""The new number of an entity of a kind; a ValueError for one that is gone."""
Rows = dict[str, list[tuple[Any, ...]]]
Place = tuple[str, int, int]
"""A field of an entity: its kind, its number, the slot."""


def rows_of(declared: Declarations, world: InitialState) -> Rows:
    """Return the rows of a world by kind."""
    return {kind: list(world.rows.get(kind, ())) for kind in declared.kinds}


def secrets(program: Program, world: InitialState, seat: int) -> list[Place]:
    """Return every field of every entity that a seat may not know, or that is of one
    that it may not know."""
    found = AudiencesAsked(program.declared, rows_of(program.declared, world), seat)
    return [
        (kind.name, number, slot)
        for kind in program.declared.kinds.values()
        for number in range(len(world.rows.get(kind.name, ())))
        for slot, field in enumerate(kind.fields)
        if not all(
            found.admit(each, number)
            for each in (kind.seen_by or EVERYONE, field.audience)
        )
    ]


class AudiencesAsked:
    """Asks the audiences of fields, grant by grant."""

    def __init__(self, declared: Declarations, rows: Rows, seat: int) -> None:
        self._declared = declared
        self._rows = {kind: tuple(each) for kind, each in rows.items()}
        self._seat = seat
        self._slots = {
            (kind.name, field.name): slot
            for kind in declared.kinds.values()
            for slot, field in enumerate(kind.fields)
        }

    def admit(self, audience: Audience, number: int) -> bool:
        """Tell whether one of the grants of an audience has the seat."""
        return any(self._granted(each, number) for each in audience.grants)

    def _granted(self, grant: Grant, number: int) -> bool:
        setting = Environment({"it": number}, self._rows, self._slots, self._use)
        try:
            if any(evaluate(e, setting) not in allowed for e, allowed in grant.when):
                return False
            who = None if grant.who is None else evaluate(grant.who, setting)
        except (Fault, LimitExceeded):
            return False
        if grant.who is None:
            return True
        return self._seat in who if isinstance(who, tuple) else who == self._seat

    def _use(self, use: Use, given: tuple[Any, ...]) -> Any:
        kind, _, name = use.name.partition(".")
        known = self._declared
        if use.section == "derived":
            formula = known.kinds[kind].derived[name]
        elif use.section == "formulas":
            formula = known.formulas[use.name]
        else:
            raise Fault("R702", "audiences read no tables")
        names = [each.name for each in formula.takes]
        inside = dict(zip(names, given, strict=True))
        setting = Environment(inside, self._rows, self._slots, self._use)
        return evaluate(formula.body, setting)


def another(kind: Type, program: Program, scenario: str, random: Random) -> Any:
    """Return any value of a type."""
    inner = present(kind)
    if isinstance(inner, Text):
        return random.choice(("", "x", "a longer text", "zwölf"))
    if isinstance(inner, Number) and inner.whole:
        low = int(inner.low) if inner.low is not None else -20
        high = int(inner.high) if inner.high is not None else low + 400
        return random.randint(low, high)
    return random.choice(list(values(kind, program, scenario)))


def without(
    declared: Declarations, world: InitialState, names: Collection[str]
) -> InitialState:
    """Return a world in which some entities never were; lists of others lack them.

    Whoever cannot do without one of them must be left out too: else a ValueError.
    """
    gone = {
        kind: [number for number, each in enumerate(ids) if each in names]
        for kind, ids in world.ids.items()
    }

    def moved(kind: str, number: int) -> int:
        if number in gone.get(kind, ()):
            raise ValueError(f"{world.ids[kind][number]} is still wanted")
        return number - sum(each < number for each in gone.get(kind, ()))

    rows = {
        kind: tuple(row for at, row in enumerate(spine) if at not in gone.get(kind, ()))
        for kind, spine in rows_of(declared, world).items()
    }
    ids = {
        kind: tuple(each for each in own if each not in names)
        for kind, own in world.ids.items()
    }
    return replace(world, rows=_renumbered(declared, rows, moved), ids=ids)


def inserted(
    declared: Declarations,
    world: InitialState,
    kind: str,
    at: int,
    row: tuple[Any, ...],
) -> InitialState:
    """Return a world with an entity more, before others: who knew them knows them
    still."""

    def moved(of: str, number: int) -> int:
        return number + (of == kind and number >= at)

    rows = rows_of(declared, world)
    fields = declared.kinds[kind].fields
    rows = {k: list(v) for k, v in _renumbered(declared, rows, moved).items()}
    given = zip(row, fields, strict=True)
    rows[kind].insert(at, tuple(_moved(each, own.type, moved) for each, own in given))
    names = list(world.ids.get(kind, ()))
    names.insert(at, f"hidden_{len(names)}")
    ids = {**world.ids, kind: tuple(names)}
    return replace(world, rows={k: tuple(v) for k, v in rows.items()}, ids=ids)


def _renumbered(
    declared: Declarations,
    rows: Mapping[str, Sequence[tuple[Any, ...]]],
    number: Numbering,
) -> dict[str, tuple[tuple[Any, ...], ...]]:
    """Return rows in which every entity that is named has its new number."""
    return {
        kind: tuple(
            tuple(
                _moved(value, field.type, number)
                for value, field in zip(row, declared.kinds[kind].fields, strict=True)
            )
            for row in spine
        )
        for kind, spine in rows.items()
    }


def _moved(value: Any, of: Type, number: Numbering) -> Any:
    match of:
        case _ if value is None:
            return None
        case Maybe():
            return _moved_or(value, of.item, number, None)
        case Entity() | Seat():
            return value if value == JUDGE else number(of.kind, value)
        case ListOf():
            gone = object()
            found = (_moved_or(each, of.item, number, gone) for each in value)
            return tuple(each for each in found if each is not gone)
        case MapOf():
            return tuple(
                (_moved(k, of.key, number), _moved(v, of.value, number))
                for k, v in value
            )
        case Record():
            pairs = zip(value, of.fields, strict=True)
            return tuple(_moved(each, own, number) for each, (_, own) in pairs)
        case _:
            return value


def _moved_or(value: Any, of: Type, number: Numbering, instead: Any) -> Any:
    try:
        return _moved(value, of, number)
    except ValueError:
        return instead


def changed(
    declared: Declarations, world: InitialState, found: Iterable[tuple[Place, Any]]
) -> InitialState:
    """Return a world with other values in some places."""
    rows = rows_of(declared, world)
    for (kind, number, slot), value in found:
        row = rows[kind][number]
        rows[kind][number] = (*row[:slot], value, *row[slot + 1 :])
    return replace(world, rows={kind: tuple(each) for kind, each in rows.items()})


def named(declared: Declarations, world: InitialState, text: str) -> Place:
    """Return the place that id.field names."""
    name, _, what = text.partition(".")
    for kind, ids in world.ids.items():
        if name in ids:
            return kind, ids.index(name), declared.kinds[kind].slot(normalised(what))
    raise KeyError(text)
