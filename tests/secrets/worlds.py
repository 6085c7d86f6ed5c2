"""Worlds that differ only in what a seat may not know.

What that is follows from the audiences of the pack, evaluated here anew: views ask
`Field.shown`, this asks `Field.audience`, so that a leak in one is not a leak in both.
"""

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

from interpreter.checked.audience import EVERYONE, Audience, Grant
from interpreter.checked.declared import Declared, World
from interpreter.language.evaluator import Setting, evaluate
from interpreter.language.typed import Use
from interpreter.program.program import Program
from interpreter.values.faults import Fault
from interpreter.values.names import plain
from interpreter.values.types import (
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

Rows = dict[str, list[tuple[Any, ...]]]
Place = tuple[str, int, int]
"""A field of an entity: its kind, its number, the slot."""


def rows_of(declared: Declared, world: World) -> Rows:
    """Return the rows of a world by kind."""
    return {kind: list(world.rows.get(kind, ())) for kind in declared.kinds}


def secrets(program: Program, world: World, seat: int) -> list[Place]:
    """Return every field of every entity that a seat may not know, or that is of one
    that it may not know."""
    found = _Audiences(program.declared, rows_of(program.declared, world), seat)
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


class _Audiences:
    """Asks the audiences of fields, grant by grant."""

    def __init__(self, declared: Declared, rows: Rows, seat: int) -> None:
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
        setting = Setting({"it": number}, self._rows, self._slots, self._use)
        try:
            if any(evaluate(e, setting) not in allowed for e, allowed in grant.when):
                return False
            who = None if grant.who is None else evaluate(grant.who, setting)
        except Fault:
            return False
        if grant.who is None:
            return True
        return self._seat in who if isinstance(who, tuple) else who == self._seat

    def _use(self, use: Use, given: tuple[Any, ...]) -> Any:
        kind, _, name = use.name.partition(".")
        known = self._declared
        formula = (
            known.kinds[kind].derived[name]
            if use.section == "derived"
            else known.formulas[use.name]
        )
        names = [each.name for each in formula.takes]
        inside = dict(zip(names, given, strict=True))
        setting = Setting(inside, self._rows, self._slots, self._use)
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


def inserted(
    declared: Declared, world: World, kind: str, at: int, row: tuple[Any, ...]
) -> World:
    """Return a world with an entity more, before others: who knew them knows them
    still."""

    def moved(value: Any, of: Type) -> Any:
        match of:
            case _ if value is None:
                return None
            case Maybe():
                return moved(value, of.item)
            case Entity() | Seat():
                return value + (of.kind == kind and value >= at)
            case ListOf():
                return tuple(moved(each, of.item) for each in value)
            case MapOf():
                return tuple((moved(k, of.key), moved(v, of.value)) for k, v in value)
            case Record():
                pairs = zip(value, of.fields, strict=True)
                return tuple(moved(each, own) for each, (_, own) in pairs)
            case _:
                return value

    rows = {
        name: [
            tuple(
                moved(value, field.type)
                for value, field in zip(each, declared.kinds[name].fields, strict=True)
            )
            for each in spine
        ]
        for name, spine in rows_of(declared, world).items()
    }
    fields = declared.kinds[kind].fields
    given = zip(row, fields, strict=True)
    rows[kind].insert(at, tuple(moved(each, own.type) for each, own in given))
    names = list(world.ids.get(kind, ()))
    names.insert(at, f"hidden_{len(names)}")
    ids = {**world.ids, kind: tuple(names)}
    return replace(world, rows={k: tuple(v) for k, v in rows.items()}, ids=ids)


def changed(
    declared: Declared, world: World, found: Iterable[tuple[Place, Any]]
) -> World:
    """Return a world with other values in some places."""
    rows = rows_of(declared, world)
    for (kind, number, slot), value in found:
        row = rows[kind][number]
        rows[kind][number] = (*row[:slot], value, *row[slot + 1 :])
    return replace(world, rows={kind: tuple(each) for kind, each in rows.items()})


def named(declared: Declared, world: World, text: str) -> Place:
    """Return the place that id.field names."""
    name, _, what = text.partition(".")
    for kind, ids in world.ids.items():
        if name in ids:
            return kind, ids.index(name), declared.kinds[kind].slot(plain(what))
    raise KeyError(text)
