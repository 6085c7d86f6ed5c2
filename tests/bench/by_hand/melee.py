"""By hand: an attack of *Domains at War: Battles* and all that follows from it, and who
is lost to a battle, under the policy `advance`."""

from dataclasses import dataclass

from tests.bench.by_hand.hexes import (
    Hex,
    apart,
    away,
    comes_in_front,
    facings_toward,
    is_clear,
)
from tests.bench.by_hand.manoeuvres import Dice, Field, flee, recoil, views, withdraw
from tests.bench.by_hand.regiments import (
    CHARGES,
    DESTROYED,
    POINTED,
    POLES,
    ROUTED,
    STAND_TO_SHOOT,
    STANDS_FAST,
    Line,
    Side,
    Unit,
)


@dataclass(slots=True, eq=False)
class Fight:
    """What an attack reads and changes besides the units: the field, the dice, whose
    activation it is, and whether the round is in its morale phase."""

    field: Field
    dice: Dice
    active: Unit | None = None
    in_morale_phase: bool = False


def roll(fight: Fight) -> int:
    """Return the sum of 2d6."""
    return fight.dice.d6() + fight.dice.d6()


def throws_left(unit: Unit, line: Line) -> int:
    """Return how many attacks of a line its tokens leave."""
    return max(0, line.number - unit.depleted.get(line.weapon, 0))


def usable(field: Field, unit: Unit) -> tuple[Line, list[Unit]] | None:
    """Return the first line with which a unit can attack, and whom; or none."""
    near: list[Unit] | None = None
    for line in unit.lines:
        if throws_left(unit, line):
            if line.reach:
                targets = _in_sight(field, unit, line)
            else:
                if near is None:
                    near = field.ahead(unit)
                    near = [each for each in near if not each.struck] or near
                targets = near
            if targets:
                return line, targets
    return None


def _in_sight(field: Field, unit: Unit, line: Line) -> list[Unit]:
    """Return the nearest of those in no melee at whom a unit may shoot."""
    if unit.moved_as == CHARGES or field.is_threatened(unit):
        return []
    if line.weapon in STAND_TO_SHOOT and unit.moved_as != STANDS_FAST:
        return []
    reached = [
        each
        for each in unit.side.enemy.units
        if _reaches(unit, each, line) and not _is_engaged(field, each)
    ]
    if len(reached) < 2:
        return reached
    assert unit.at is not None
    ways = [apart(unit.at, each.at) for each in reached if each.at is not None]
    least = min(ways)
    return [each for each, way in zip(reached, ways, strict=True) if way == least]


def _reaches(unit: Unit, target: Unit, line: Line) -> bool:
    at, goal = unit.at, target.at
    if at is None or goal is None or apart(at, goal) > line.reach:
        return False
    return unit.facing in facings_toward(at, goal)


def _is_engaged(field: Field, target: Unit) -> bool:
    return bool(field.ahead(target)) or field.is_threatened(target)


def _is_held(field: Field, unit: Unit, by: Unit) -> bool:
    """Return whether another than that one threatens a unit."""
    return any(each is not by for each in field.threateners(unit))


def attack(fight: Fight, unit: Unit, line: Line, target: Unit) -> None:
    """Attack, unless a reaction spoils it; who reacts is struck instead."""
    charging = unit.charging and not line.reach
    reactor = _reaction(fight, unit, target)
    if unit.at is None:
        return
    if reactor is not None and _is_eligible(fight.field, unit, reactor, line):
        _strike(fight, unit, reactor, line, charging, reactor is target, ordinary=True)
    elif _is_eligible(fight.field, unit, target, line):
        _strike(fight, unit, target, line, charging, True, ordinary=True)


def _is_eligible(field: Field, unit: Unit, target: Unit, line: Line) -> bool:
    if target.at is None:
        return False
    if not line.reach:
        return field.threatens(unit, target)
    if field.is_threatened(unit):
        return False
    return _reaches(unit, target, line) and not _is_engaged(field, target)


def _reaction(fight: Fight, attacker: Unit, target: Unit) -> Unit | None:
    """Let the first of those that can react do so; return it if it is still there."""
    assert attacker.at is not None
    assert target.at is not None
    for unit in target.side.units:
        if not unit.ready or unit.at is None or apart(unit.at, target.at) > 1:
            continue
        facings = _facings(fight.field, unit, attacker)
        if facings:
            # The policy looks from where the active unit stands.
            assert fight.active is not None
            assert fight.active.at is not None
            view = views(unit.side, fight.active.at)
            unit.facing = max(facings, key=lambda each: view[each])
            _react(fight, unit, attacker)
            return None if unit.at is None else unit
    return None


def _facings(field: Field, unit: Unit, attacker: Unit) -> list[int]:
    """Return how a unit may turn to have something to react with."""
    assert unit.at is not None
    assert attacker.at is not None
    toward = facings_toward(unit.at, attacker.at)
    ways = (unit.facing,) if unit.facing in toward else toward
    front, far = field.map.front[unit.at], apart(unit.at, attacker.at)
    found = []
    for facing in ways:
        for line in unit.lines:
            if throws_left(unit, line) and (
                line.reach >= far and _may_shoot_back(field, unit, attacker, line)
                if line.reach
                else attacker.at in front[facing]
            ):
                found.append(facing)
                break
    return found


def _may_shoot_back(field: Field, unit: Unit, attacker: Unit, line: Line) -> bool:
    if line.weapon in STAND_TO_SHOOT and unit.moved_as != STANDS_FAST:
        return False
    return not _is_held(field, unit, attacker)


def _react(fight: Fight, unit: Unit, attacker: Unit) -> None:
    """Attack in reaction, with the first line that can."""
    field = fight.field
    for line in unit.lines:
        if throws_left(unit, line) and (
            _reaches(unit, attacker, line)
            and _may_shoot_back(field, unit, attacker, line)
            if line.reach
            else field.threatens(unit, attacker)
        ):
            unit.charging = False
            _strike(fight, unit, attacker, line, False, True, ordinary=False)
            return


def _bonus(field: Field, unit: Unit, target: Unit, line: Line) -> int:
    """Return what is added to a throw, but for a charge."""
    assert unit.at is not None
    assert target.at is not None
    if line.reach:
        bonus = 0 if comes_in_front(unit.at, target.at, target.facing) else 2
        if not is_clear(unit.at, target.at, field.taken):
            bonus -= 4
    else:
        bonus = 0 if field.threatens(target, unit) else 2
    return bonus + 2 if target.disordered else bonus


def _hits(faces: list[int], needed: int) -> int:
    return sum(face == 20 or 1 < face >= needed for face in faces)


def _strike(
    fight: Fight,
    unit: Unit,
    target: Unit,
    line: Line,
    charging: bool,
    as_named: bool,
    ordinary: bool,
) -> None:
    """Throw, deal damage, and see what comes of it."""
    field, d20 = fight.field, fight.dice.d20
    assert unit.at is not None
    assert target.at is not None
    was_disordered, stood = target.disordered, target.at
    bonus = _bonus(field, unit, target, line) + 2 * (charging and as_named)
    armour = target.armour - bonus
    unit.ready = False
    faces = [d20() for _ in range(throws_left(unit, line))]
    points = 0
    if charging:
        for mount in unit.mounts:
            bites = [d20() for _ in range(mount.number)]
            points += _hits(bites, mount.throw + armour)
    hits = _hits(faces, line.throw + armour)
    points += hits
    if hits:
        kind, weapon = unit.formation, line.weapon
        points += charging and kind.thrusts and weapon in POINTED
        points += not ordinary and target.charging and kind.braces and weapon in POLES
    if line.reach and 1 in faces:
        spent = unit.depleted.get(line.weapon, 0)
        unit.depleted[line.weapon] = spent + faces.count(1)
    if ordinary:
        target.struck = True
    if charging:
        unit.disordered = True
    saved = _withdrawal(fight, target, unit, points, bool(line.reach), was_disordered)
    if points > saved:
        _hurt(fight, target, unit, points - saved)
    if line.reach or unit.at is None or target.fate == DESTROYED:
        return
    if target.at != stood and stood not in field.taken:
        field.moved(unit, stood)


def _withdrawal(
    fight: Fight,
    unit: Unit,
    attacker: Unit,
    points: int,
    shot_at: bool,
    was_disordered: bool,
) -> int:
    """Let a loose unit give ground; return the points that it avoids."""
    if not points or was_disordered or not unit.formation.withdraws:
        return 0
    if not shot_at and unit.march <= attacker.march:
        return 0
    assert attacker.at is not None
    steps = withdraw(fight.field, unit, attacker.at, points)
    if steps:
        unit.disordered, unit.ready = True, False
    return min(points, unit.march, steps)


def _hurt(fight: Fight, unit: Unit, attacker: Unit, points: int) -> None:
    unit.damage = min(unit.hit_points, unit.damage + points)
    if unit.damage == unit.hit_points:
        lose(fight, unit, DESTROYED)
        return
    unit.disordered, unit.ready = True, False
    if 2 * unit.damage >= unit.hit_points:
        _shock(fight, unit, attacker)


def steadiness(field: Field, unit: Unit) -> int:
    """Return what is added to a shock roll, and first of all to a morale roll."""
    assert unit.at is not None
    found = unit.morale + sum(each.modifier for each in unit.officers)
    found -= 2 * unit.disordered + 2 * (2 * unit.damage >= unit.hit_points)
    ahead = field.map.front[unit.at][unit.facing]
    found -= 2 * any(each.at not in ahead for each in field.threateners(unit))
    if unit.formation.steadied and field.friends_beside(unit) >= 2:
        found += 2
    return found


def _shock(fight: Fight, unit: Unit, attacker: Unit) -> None:
    """Roll for a unit that has lost half of its points."""
    total = roll(fight) + steadiness(fight.field, unit)
    if total <= 2:
        lose(fight, unit, ROUTED)
    elif total <= 5:
        run(fight, unit)
    elif total <= 8:
        _recoil(fight, unit, attacker.at)


def _recoil(fight: Fight, unit: Unit, enemy: Hex | None) -> None:
    """Go straight back; over the rim it routs, where it is blocked it flees."""
    field = fight.field
    if enemy is not None:
        if recoil(field, unit, enemy):
            return
        at = unit.at
        assert at is not None
        back = [each for each in away(enemy, at) if each in field.map.beside]
        if not back and at in field.map.rim:
            lose(fight, unit, ROUTED)
            return
    run(fight, unit)


def run(fight: Fight, unit: Unit) -> None:
    """Turn to its own edge and flee; who cannot, routs."""
    unit.facing = unit.side.edge
    if unit.hustle and not flee(fight.field, unit):
        lose(fight, unit, ROUTED)


def lose(fight: Fight, unit: Unit, fate: str) -> None:
    """Take a unit off, with its officers."""
    side = unit.side
    fight.field.put(unit, None)
    unit.fate = fate
    side.lost += 1
    if fight.in_morale_phase:
        side.late_losses += 1
    else:
        side.lost_this_round += 1
    for officer in unit.officers:
        officer.at_hand = False
        officer.fate = "killed" if fate == DESTROYED else "captured"
        for division in side.divisions:
            if division.commander is officer:
                division.commander = None
        if side.general is officer:
            side.general, side.last_general = None, officer
            _without_general(side, fight.in_morale_phase)
    unit.officers = []


def _without_general(side: Side, late: bool) -> None:
    if late:
        side.late_general = True
    else:
        side.lost_its_general = True
