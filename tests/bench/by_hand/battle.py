"""By hand: a battle of *Domains at War: Battles* on open ground, played to its end by
the policy `advance` with all options at their defaults.

The rules are those in force then, and of them what that policy can come to: it never
waits, hustles, disengages, defends or leaves the map, and always takes what is offered
first.
"""

from collections.abc import Callable
from random import random
from typing import NamedTuple

from tests.bench.by_hand.hexes import apart
from tests.bench.by_hand.manoeuvres import (
    Dice,
    Field,
    can_charge,
    charge,
    fall_back,
    march,
    views,
)
from tests.bench.by_hand.melee import Fight, attack, lose, roll, run, steadiness, usable
from tests.bench.by_hand.regiments import (
    DESTROYED,
    MARCHES,
    ROUTED,
    STANDS_FAST,
    TAKEN,
    TURNS,
    Armies,
    Losses,
    Officer,
    Side,
    Unit,
    skirmish,
)


class Outcome(NamedTuple):
    """How a battle ended: the winner's name or none, the rounds, what each lost."""

    winner: str | None
    rounds: int
    lost: tuple[int, ...]


class Battle:
    """One battle, from its set-up on."""

    __slots__ = ("fight", "officers", "round", "sides", "units", "winner")

    def __init__(self, armies: Armies, dice: Dice) -> None:
        """Begin with these armies."""
        self.sides, self.units = armies.sides, armies.units
        self.officers = armies.officers
        self.fight = Fight(Field(armies.map, armies.units), dice)
        self.round = 0
        self.winner: Side | None = None
        for side in self.sides:
            side.started = len(_on_map(side))

    def play(self) -> Outcome:
        """Play until an army is gone."""
        while True:
            self._take_round()
            if self._is_over():
                break
        left = [side for side in self.sides if _on_map(side)]
        self.winner = left[0] if len(left) == 1 else None
        if self.winner is not None:
            self._pursue(self.winner)
        for unit in self.units:
            _count_losses(unit, unit.side is self.winner)
        for side in self.sides:
            _consolidate(side)
        lost = tuple([side.lost for side in self.sides])
        return Outcome(self.winner and self.winner.name, self.round, lost)

    def _is_over(self) -> bool:
        if not all(map(_is_there, self.sides)):
            return True
        return not any(officer.at_hand for officer in self.officers)

    def _take_round(self) -> None:
        self.round += 1
        for unit in self.units:
            unit.acted = unit.charging = False
        for officer in self.officers:
            officer.done = False
        for side in self.sides:
            side.lost_this_round, side.late_losses = side.late_losses, 0
            side.lost_its_general, side.late_general = side.late_general, False
            self._replace_officers(side)
        self._command()
        if not self._is_over():
            self._morale_phase()

    def _leading(self, side: Side) -> list[Officer]:
        """Return the commanders of a side, who each lead a division."""
        leaders = {id(each.commander) for each in side.divisions}
        return [each for each in side.officers if id(each) in leaders]

    def _in_turn(self, among: list[Officer]) -> list[Officer]:
        """Return the better strategists first, equals by lot."""
        if len({each.ability for each in among}) < len(among):
            among = [among[n] for n in self.fight.dice.lots(len(among))]
        return sorted(among, key=lambda each: -each.ability)

    def _replace_officers(self, side: Side) -> None:
        """Name a new general, then a commander for each division that has none."""
        if side.general is None:
            leading = self._leading(side)
            most = max([each.leadership for each in leading], default=0)
            ablest = [each for each in leading if each.leadership == most]
            ranked = self._in_turn(ablest)
            if ranked:
                side.general, ranked[0].role = ranked[0], "general"
        for division in side.divisions:
            manned = any(each.at is not None for each in division.units)
            if manned and division.commander is None:
                division.commander = next(iter(self._leading(side)), None)

    def _command(self) -> None:
        """Roll for initiative, and let each commander act at his count."""
        leading = [each for side in self.sides for each in self._leading(side)]
        for officer in leading:
            officer.score = self.fight.dice.d6() + officer.ability
        for count in sorted({each.score for each in leading}, reverse=True):
            # Who has come to lead or to fall meanwhile is looked at anew.
            equals = [
                each
                for side in self.sides
                for each in self._leading(side)
                if each.score == count and not each.done
            ]
            for officer in self._in_turn(equals):
                if self._is_over():
                    return
                if officer.at_hand:
                    self._command_phase(officer)
            if self._is_over():
                return

    def _command_phase(self, officer: Officer) -> None:
        """Spend the points of a commander on his units, one after the other."""
        for unit in self.units:
            unit.struck = False
        officer.done, officer.points = True, officer.leadership
        while officer.points:
            if self._is_over() or not officer.at_hand:
                return
            unit = self._next(officer)
            if unit is None:
                officer.points = 0
                return
            self._activate(unit, officer)

    def _next(self, officer: Officer) -> Unit | None:
        for division in officer.side.divisions:
            if division.commander is officer:
                for unit in division.units:
                    if unit.acted or unit.at is None:
                        continue
                    if _cost(unit, officer) <= officer.points:
                        return unit
        return None

    def _activate(self, unit: Unit, officer: Officer) -> None:
        """Move, and attack if somebody can be reached."""
        officer.points -= _cost(unit, officer)
        fight, field = self.fight, self.fight.field
        fight.active = unit
        unit.acted, unit.disordered, unit.charging = True, False, False
        unit.moved_as, unit.spent = STANDS_FAST, 0
        threateners = field.threateners(unit)
        if threateners:
            unit.moved_as = TURNS
            _turn(field, unit, threateners)
        elif can_charge(field, unit):
            charge(field, unit)
        else:
            unit.moved_as = MARCHES
            march(field, unit)
        found = usable(field, unit)
        if found is not None:
            line, targets = found
            attack(fight, unit, line, targets[0])
        elif not unit.disordered and unit.formation.readies:
            unit.ready = not field.is_threatened(unit)
        fight.active = None

    def _morale_phase(self) -> None:
        """Let the armies roll that have lost enough, the lesser general's first."""
        for side in self.sides:
            side.lost_before = side.lost
        self.fight.in_morale_phase = True
        due = [
            side
            for side in self.sides
            if side.lost_its_general
            or (side.lost_this_round and side.lost >= -(-side.started // 3))
        ]
        if len({_leadership(side) for side in due}) < len(due):
            due = [due[n] for n in self.fight.dice.lots(len(due))]
        for side in sorted(due, key=_leadership):
            if not self._is_over():
                for unit in _on_map(side):
                    if unit.at is not None:
                        self._roll_for_morale(unit)
        self.fight.in_morale_phase = False

    def _roll_for_morale(self, unit: Unit) -> None:
        fight = self.fight
        modifier = steadiness(fight.field, unit) + _spirit(unit.side)
        total = roll(fight) + modifier
        if total <= 2:
            lose(fight, unit, ROUTED)
        elif total <= 5:
            unit.disordered, unit.ready = True, False
            run(fight, unit)
        elif total <= 8:
            if unit.disordered:
                if not fall_back(fight.field, unit):
                    run(fight, unit)
            else:
                unit.disordered, unit.ready = True, False
        elif total >= 12:
            _rally(fight.field, unit)

    def _pursue(self, victor: Side) -> None:
        """Throw for each unit of the victor; nobody of the others left in order."""
        fled = [each for each in victor.enemy.units if each.fate == ROUTED]
        chase = _on_map(victor)
        if fled and chase:
            faces = [self.fight.dice.d20() for _ in chase]
            caught = sum(
                face == 20 or face + 4 >= unit.formation.catches
                for face, unit in zip(faces, chase, strict=True)
            )
            for unit in fled[:caught]:
                unit.fate = TAKEN


def _is_there(side: Side) -> bool:
    return any(unit.at is not None for unit in side.units)


def _on_map(side: Side) -> list[Unit]:
    return [unit for unit in side.units if unit.at is not None]


def _cost(unit: Unit, officer: Officer) -> int:
    """Return what an activation costs; a commander is always with some unit."""
    if officer.unit is unit:
        return 1
    assert unit.at is not None
    assert officer.unit.at is not None
    outside = apart(unit.at, officer.unit.at) > (officer.leadership + 1) // 2
    return 1 + outside + unit.disordered


def _turn(field: Field, unit: Unit, threateners: list[Unit]) -> None:
    """Face one of those who threaten it, with the best view of those ways."""
    assert unit.at is not None
    front = field.map.front[unit.at]
    ways = dict.fromkeys(
        corner
        for enemy in threateners
        for corner in range(6)
        if enemy.at in front[corner]
    )
    view = views(unit.side, unit.at)
    unit.facing = max(ways, key=lambda each: view[each])
    unit.ready = False


def _leadership(side: Side) -> int:
    officer = side.general or side.last_general
    return 0 if officer is None else officer.leadership


def _spirit(side: Side) -> int:
    """Return what the general and the losses of both add to each morale roll."""
    found = 0
    if side.general is not None:
        half = abs(side.general.modifier) // 2
        found += half if side.general.modifier > 0 else -half
    lost, theirs = side.lost_before, side.enemy.lost_before
    if 3 * lost >= 2 * side.started:
        found -= 5
    elif 2 * lost >= side.started:
        found -= 2
    return found - 2 * (lost > theirs) + 2 * (lost < theirs)


def _rally(field: Field, unit: Unit) -> None:
    """Come to order; or else recover, and step toward an enemy if none threatens it."""
    if unit.disordered:
        unit.disordered = False
        return
    unit.damage = max(0, unit.damage - 1)
    at, side = unit.at, unit.side
    assert at is not None
    if field.is_threatened(unit):
        return
    for each in field.map.beside[at]:
        if each not in field.taken and _comes_nearer(side, at, each):
            field.moved(unit, each)
            return


def _comes_nearer(side: Side, here: tuple[int, int], to: tuple[int, int]) -> bool:
    return any(
        apart(to, enemy.at) < apart(here, enemy.at)
        for enemy in side.enemy.units
        if enemy.at is not None
    )


def _count_losses(unit: Unit, victorious: bool) -> None:
    """Count the dead and the wounded, and of these who returns."""
    destroyed = unit.fate in (DESTROYED, TAKEN)
    lost = unit.troops
    if not destroyed:
        percent = -(-100 * unit.damage // unit.hit_points)
        lost = -(-unit.troops * percent // 100)
    wounded = lost // 2
    half = (wounded + 1) // 2
    prisoners = 0 if victorious else wounded if destroyed else half
    deserters = 0
    if unit.fate == ROUTED:
        deserters = half if victorious else wounded - half
    returning = wounded - prisoners - deserters
    unit.losses = Losses(lost, lost - wounded, wounded, returning, prisoners, deserters)
    unit.strength = unit.troops - lost + returning


def _consolidate(side: Side) -> None:
    """Put half units that are alike together, the first into the next of its kind."""
    while True:
        weak = [unit for unit in side.units if 0 < 2 * unit.strength <= unit.troops]
        for number, unit in enumerate(weak):
            others = (*weak[:number], *weak[number + 1 :])
            like = next((each for each in others if _kind(each) == _kind(unit)), None)
            if like is not None:
                like.strength, unit.strength = like.strength + unit.strength, 0
                break
        else:
            return


def _kind(unit: Unit) -> tuple[object, ...]:
    return (
        *(unit.formation, unit.troops, unit.armour, unit.march, unit.hustle),
        *(unit.charge, unit.hit_points, unit.morale, unit.lines, unit.mounts),
    )


def thrown(die: Callable[[int], int]) -> Dice:
    """Return dice that a function of the sides throws; a lot is a die of those left."""

    def lots(number: int) -> list[int]:
        left = list(range(number))
        return [left.pop(die(len(left)) - 1) for _ in range(number)]

    return Dice(lambda: die(6), lambda: die(20), lots)


def once(make: Callable[[], Armies] = skirmish) -> Outcome:
    """Return how one battle ended."""
    return Battle(make(), thrown(lambda sides: int(random() * sides) + 1)).play()


def simulate(
    trials: int, dice: Dice, make: Callable[[], Armies] = skirmish
) -> dict[str | None, int]:
    """Return how often each side won."""
    counts: dict[str | None, int] = {}
    for _ in range(trials):
        winner = Battle(make(), dice).play().winner
        counts[winner] = counts.get(winner, 0) + 1
    return counts
