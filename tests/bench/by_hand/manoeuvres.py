"""By hand: who threatens whom in a battle, and how units march, charge and fall back
under the policy `advance`."""

from collections.abc import Callable
from typing import NamedTuple

from tests.bench.by_hand.hexes import Hex, Map, apart, away, facings_toward
from tests.bench.by_hand.regiments import CHARGES, Side, Unit


class Dice(NamedTuple):
    """Where dice fall: a D6, a D20, and an order of so many by lot, counted from 0."""

    d6: Callable[[], int]
    d20: Callable[[], int]
    lots: Callable[[int], list[int]]


class Field:
    """Where the units stand: at most one on a hex."""

    __slots__ = ("map", "taken")

    def __init__(self, map_: Map, units: list[Unit]) -> None:
        """Put the units where they are."""
        self.map = map_
        self.taken = {unit.at: unit for unit in units if unit.at is not None}

    def put(self, unit: Unit, at: Hex | None) -> None:
        """Move a unit, or take it off."""
        if unit.at is not None:
            del self.taken[unit.at]
        unit.at = at
        if at is not None:
            self.taken[at] = unit

    def moved(self, unit: Unit, at: Hex) -> None:
        """Move a unit, which is ready no longer."""
        self.put(unit, at)
        unit.ready = False

    def threateners(self, unit: Unit) -> list[Unit]:
        """Return the enemies in whose front a unit stands, in the order of all."""
        at = unit.at
        if at is None:
            return []
        found = [
            other
            for beside in self.map.beside[at]
            if (other := self.taken.get(beside)) is not None
            and other.side is not unit.side
            and at in self.map.front[beside][other.facing]
        ]
        if len(found) > 1:
            found.sort(key=_number)
        return found

    def is_threatened(self, unit: Unit) -> bool:
        """Return whether an enemy threatens a unit."""
        return unit.at is not None and self.is_covered(unit.side, unit.at)

    def is_covered(self, side: Side, at: Hex) -> bool:
        """Return whether a unit of a side would be threatened on a hex."""
        front = self.map.front
        for beside in self.map.beside[at]:
            other = self.taken.get(beside)
            if other is None or other.side is side:
                continue
            if at in front[beside][other.facing]:
                return True
        return False

    def is_near(self, side: Side, at: Hex) -> bool:
        """Return whether an enemy of a side stands beside a hex."""
        for beside in self.map.beside[at]:
            other = self.taken.get(beside)
            if other is not None and other.side is not side:
                return True
        return False

    def threatens(self, one: Unit, other: Unit) -> bool:
        """Return whether one of two enemies has the other in its front."""
        at = one.at
        return at is not None and other.at in self.map.front[at][one.facing]

    def ahead(self, unit: Unit) -> list[Unit]:
        """Return the enemies that a unit threatens, in the order of all."""
        assert unit.at is not None
        found = [
            other
            for each in self.map.front[unit.at][unit.facing]
            if (other := self.taken.get(each)) is not None
            and other.side is not unit.side
        ]
        if len(found) > 1:
            found.sort(key=_number)
        return found

    def friends_beside(self, unit: Unit) -> int:
        """Return how many of its side stand beside a unit."""
        assert unit.at is not None
        taken, side = self.taken, unit.side
        around = [taken.get(each) for each in self.map.beside[unit.at]]
        return sum(other is not None and other.side is side for other in around)


def _number(unit: Unit) -> int:
    return unit.number


def to_enemy(side: Side, at: Hex) -> int:
    """Return how far the nearest enemy of a side is from a hex."""
    q, r = at
    least = 1_000_000
    for enemy in side.enemy.units:
        if enemy.at is not None:
            x, y = enemy.at[0] - q, enemy.at[1] - r
            long = max(abs(x), abs(y), abs(x + y))
            if long < least:
                least = long
    return least


def nearest(side: Side, legs: list[Hex]) -> Hex:
    """Return the first of the hexes that are nearest to an enemy."""
    if len(legs) == 1:
        return legs[0]
    return min(legs, key=lambda each: to_enemy(side, each))


def views(side: Side, at: Hex) -> list[int]:
    """Return how good the view of each corner on the enemies is from a hex."""
    found = [0] * 6
    for enemy in side.enemy.units:
        if enemy.at is not None:
            for corner in facings_toward(at, enemy.at):
                found[corner] += 100 - apart(at, enemy.at)
    return found


def march(field: Field, unit: Unit) -> None:
    """Go as far as the rate allows, each hex the nearest to an enemy.

    It turns to the best view where it has come, unless a threat stops it there, and
    before it sets out if one could. In a hex of a friend none may stop.
    """
    side, here = unit.side, unit.at
    assert here is not None
    left, steps = unit.march, 0
    facing = unit.facing
    if _may_be_stopped(field, unit, here):
        facing = _best_view(side, here, facing)
    while True:
        near = steps > 0 and field.is_near(side, here)
        legs = (
            [
                each
                for each in field.map.beside[here]
                if _may_march(field, unit, each)
                and not (near and field.is_near(side, each))
                and _comes_to_an_end(field, unit, each, left - 1)
            ]
            if left > 0 or not steps
            else []
        )
        if not legs:
            break
        here = nearest(side, legs)
        left, steps = left - 1, steps + 1
        if field.is_covered(side, here):
            break
    if not field.is_covered(side, here):
        facing = _best_view(side, here, facing)
    unit.facing, unit.spent = facing, steps
    field.moved(unit, here)


def _may_be_stopped(field: Field, unit: Unit, here: Hex) -> bool:
    """Return whether an enemy threatens a hex that lies within a march."""
    return any(
        apart(here, hex_) <= max(1, unit.march)
        for enemy in unit.side.enemy.units
        if enemy.at is not None
        for hex_ in field.map.front[enemy.at][enemy.facing]
    )


def _best_view(side: Side, at: Hex, facing: int) -> int:
    """Return the corner with the best view on the enemies, the faced one if it is as
    good as any."""
    view = views(side, at)
    best = max(view)
    return facing if view[facing] == best else view.index(best)


def _may_march(field: Field, unit: Unit, to: Hex) -> bool:
    other = field.taken.get(to)
    if other is None or other is unit:
        return True
    passes = unit.formation.passes or other.formation.passes
    return passes and other.side is unit.side


def _comes_to_an_end(field: Field, unit: Unit, here: Hex, left: int) -> bool:
    """Return whether a march can end there, or farther on for what is left."""
    side = unit.side
    if field.taken.get(here) in (None, unit):
        return True
    if left <= 0 or field.is_covered(side, here):
        return False
    near = field.is_near(side, here)
    return any(
        _may_march(field, unit, each)
        and not (near and field.is_near(side, each))
        and _comes_to_an_end(field, unit, each, left - 1)
        for each in field.map.beside[here]
    )


def can_charge(field: Field, unit: Unit) -> bool:
    """Return whether there is a free hex before it."""
    assert unit.at is not None
    ahead = field.map.front[unit.at][unit.facing]
    return unit.charge > 0 and any(each not in field.taken for each in ahead)


def charge(field: Field, unit: Unit) -> None:
    """Go straight ahead as far as the rate allows, or until it is threatened."""
    side, here = unit.side, unit.at
    assert here is not None
    unit.moved_as, unit.charging, unit.disordered = CHARGES, True, True
    steps = 0
    while steps < unit.charge:
        near = steps > 0 and field.is_near(side, here)
        legs = [
            each
            for each in field.map.front[here][unit.facing]
            if field.taken.get(each) in (None, unit)
            and not (near and field.is_near(side, each))
        ]
        if not legs:
            break
        here, steps = nearest(side, legs), steps + 1
        if field.is_covered(side, here):
            break
    unit.spent = steps
    field.moved(unit, here)


Ahead = Callable[[Hex], list[Hex] | tuple[Hex, ...]]
Ends = Callable[[int, bool], bool]
"""Whether a retreat may end on a free hex after so many steps, the hex before being
taken or not."""


def _retreat(field: Field, unit: Unit, ahead: Ahead, most: int, ends: Ends) -> int:
    """Go back as far as may be, each hex the nearest to an enemy; return the hexes."""

    def ways(here: Hex, steps: int) -> list[Hex]:
        if steps == most:
            return []
        crowded = field.taken.get(here) not in (None, unit)
        return [
            each
            for each in ahead(here)
            if _falls_into(field, unit, each) and comes(each, crowded, steps + 1)
        ]

    def comes(here: Hex, before: bool, steps: int) -> bool:
        if field.taken.get(here) in (None, unit) and ends(steps, before):
            return True
        return bool(ways(here, steps))

    start = here = unit.at
    assert start is not None
    assert here is not None
    steps = 0
    while legs := ways(here, steps):
        here, steps = nearest(unit.side, legs), steps + 1
    if steps:
        field.moved(unit, here)
    return steps


def _falls_into(field: Field, unit: Unit, to: Hex) -> bool:
    """Return whether a retreat may lead there: a map has hexes, units may be passed."""
    if to not in field.map.beside:
        return False
    other = field.taken.get(to)
    if other is None or other is unit:
        return True
    through = unit.formation.falls_through or other.formation.falls_through
    return through and other.side is unit.side


def withdraw(field: Field, unit: Unit, enemy: Hex, points: int) -> int:
    """Give ground, a hex a point; return the hexes."""
    most = min(points, unit.march)
    room = most + unit.formation.falls_through

    def ends(steps: int, crowded: bool) -> bool:
        return steps <= most or crowded

    return _retreat(field, unit, lambda here: away(enemy, here), room, ends)


def _one(steps: int, crowded: bool) -> bool:
    return steps == 1 or crowded


def recoil(field: Field, unit: Unit, enemy: Hex) -> bool:
    """Go one hex straight back; return whether it could."""
    room = 1 + unit.formation.falls_through
    return _retreat(field, unit, lambda here: away(enemy, here), room, _one) > 0


def fall_back(field: Field, unit: Unit) -> bool:
    """Go one hex toward its own edge; return whether it could."""
    edge, front = unit.side.edge, field.map.front
    room = 1 + unit.formation.falls_through
    return _retreat(field, unit, lambda here: front[here][edge], room, _one) > 0


def flee(field: Field, unit: Unit) -> bool:
    """Run as far as it hustles toward its own edge, to which it has turned; return
    whether it could."""
    edge, front, hustle = unit.side.edge, field.map.front, unit.hustle

    def ends(steps: int, crowded: bool) -> bool:
        return steps >= hustle and (steps == hustle or crowded)

    room = hustle + unit.formation.falls_through
    return _retreat(field, unit, lambda here: front[here][edge], room, ends) > 0
