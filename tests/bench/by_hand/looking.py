"""By hand: who counts as one army, and the sum of all modifiers of a look.

Every figure of an army is worked out from its units in each run, for they may change;
within a run it is worked out once.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.bench.by_hand.armies import (
    COMPANY,
    QUARTERS,
    Army,
    Campaign,
    Division,
    Spell,
    Unit,
)
from tests.bench.by_hand.country import GROUND, LARGE, Cell, apart

SAME_CELL, NEXT_CELL, SAME_LARGE, APART = range(4)
_NAMES_A_CELL = frozenset(("greater clairaudiency", "greater clairvoyance", "scry"))


@dataclass(slots=True, eq=False)
class Force:
    """An army, or several that count as one, as they stand; riders in quarters of a
    company, `goal` where the largest division is, `main` the largest army, `home` where
    that one stands."""

    armies: tuple[Army, ...]
    main: Army
    home: Cell
    goal: Cell
    held: list[Cell]
    divisions: list[tuple[Division, list[Unit]]]  # those in sight, with what is
    troops: int
    most: int
    riders: int
    flies: bool


def force(army: Army) -> Force:
    """Return what one army comes to."""
    held: dict[Cell, None] = {}
    divisions = []
    troops = riders = 0
    most, flies = -1, False
    goal = army.divisions[0].at
    for division in army.divisions:
        strength, at = 0, division.at
        seen = []
        for unit in division.units:
            held[unit.at or at] = None
            if unit.scale > COMPANY or not unit.veiled:
                strength += unit.strength
                seen.append(unit)
            if unit.flies:
                flies = True
                riders += QUARTERS[unit.scale]
            elif unit.mounted:
                riders += QUARTERS[unit.scale]
        if seen or not division.units:
            divisions.append((division, seen))
        if strength > most:
            most, goal = strength, at
        troops += strength
    return Force(
        *((army,), army, goal, goal, list(held), divisions),
        *(troops, most, riders, flies),
    )


def _pooled(parts: Sequence[Force]) -> Force:
    """Return several as one."""
    if len(parts) == 1:
        return parts[0]
    main = max(parts, key=lambda part: part.troops)
    largest = max(parts, key=lambda part: part.most)
    return Force(
        tuple([part.main for part in parts]),
        *(main.main, main.home, largest.goal),
        list(dict.fromkeys([cell for part in parts for cell in part.held])),
        [each for part in parts for each in part.divisions],
        *(sum([part.troops for part in parts]), largest.most),
        sum([part.riders for part in parts]),
        any(part.flies for part in parts),
    )


def pool(forces: Sequence[Force], number: int) -> Force:
    """Return who counts as one with an army: those of its side in its 24-mile hex."""
    own = forces[number]
    side, home = own.main.side, LARGE[own.home]
    return _pooled(
        [each for each in forces if each.main.side == side and LARGE[each.home] == home]
    )


def pools(forces: Sequence[Force]) -> list[Force]:
    """Return all who count as one, as their first is listed."""
    found: dict[tuple[int, Cell], list[Force]] = {}
    for each in forces:
        found.setdefault((each.main.side, LARGE[each.home]), []).append(each)
    return list(map(_pooled, found.values()))


@dataclass(slots=True, eq=False)
class Look:
    """Who looks for whom, how near, and what is added to the dice; `hexes` of 24
    miles. `captures` is false where magic sees farther than the range."""

    eyes: Force
    sought: Force
    near: int
    hexes: int
    captures: bool
    modifier: int


def look(campaign: Campaign, eyes: Force, sought: Force) -> Look | None:  # noqa: C901
    """Return a look with the sum of its modifiers; None out of range."""
    goal = sought.goal
    within = LARGE[goal]
    # The nearest cell of the observers, then a better one that magic names.
    held = eyes.held
    post = held[0] if len(held) == 1 else min(held, key=lambda c: _order(c, goal))
    far = apart(LARGE[post], within)
    near = _near(post, goal, far)
    spells = _spells(campaign, eyes, sought)
    hexes, named = far, []
    for spell in spells:
        if spell.named is not None and spell.name in _NAMES_A_CELL:
            named.append(spell.named)
            away = apart(LARGE[spell.named], within)
            class_ = _near(spell.named, goal, away)
            if (class_, away) < (near, hexes):
                near, hexes = class_, away
    troops = sought.troops
    reach = 4 if troops > 3000 else 3 if troops > 600 else 2 if troops > 120 else 1
    if hexes > reach:
        return None
    captures = True
    for each in named:
        captures = captures and apart(LARGE[post], LARGE[each]) <= reach
    if troops <= 12000:
        total = -2 if troops <= 600 else -1 if troops <= 3000 else 0
    else:
        total = 1 if troops <= 36000 else 2 if troops <= 72000 else 3
    total += (2, 1, 0, -hexes)[near]
    one, other = eyes.main, sought.main
    total += (one.ability > other.ability) - (one.ability < other.ability)
    total += len(spells)
    for sender, host in campaign.spies:
        if sender in eyes.armies and host in sought.armies:
            total += 1
    if eyes.flies:
        total += 2
    if far < 2:
        total += _watch(eyes, goal) - _watch(sought, post)
        total += (eyes.riders > sought.riders) - (eyes.riders < sought.riders)
    total += GROUND[goal]
    total += one.familiarity > other.familiarity
    total -= one.familiarity < other.familiarity
    return Look(eyes, sought, near, hexes, captures, total)


def _near(at: Cell, goal: Cell, far: int) -> int:
    if at == goal:
        return SAME_CELL
    if apart(at, goal) == 1:
        return NEXT_CELL
    return APART if far else SAME_LARGE


def _order(at: Cell, goal: Cell) -> tuple[int, int, int, int, int]:
    """Return what the closest of some cells is chosen by, at last the number."""
    far = apart(LARGE[at], LARGE[goal])
    near = _near(at, goal, far)
    return near, far, apart(at, goal), at[0] + at[1] // 2, at[1]


def _spells(campaign: Campaign, eyes: Force, sought: Force) -> list[Spell]:
    """Return the spells of these that work on those."""
    return [
        spell
        for spell in campaign.spells
        if spell.caster in eyes.armies and spell.aim in sought.armies and spell.works
    ]


def _watch(who: Force, at: Cell) -> int:
    """Return what scouts or screens at a cell are worth."""
    riders = 0
    if len(who.armies) == 1:
        if _watches(who.main, who.home, at):
            riders = who.riders
    else:
        for army in who.armies:
            part = force(army)
            if _watches(army, part.home, at):
                riders += part.riders
    if riders < 24:
        return 0
    return 1 if riders < 84 else 2 if riders < 404 else 3


def _watches(army: Army, home: Cell, at: Cell) -> bool:
    """Return whether an army has an eye on a cell: on campaign in its own 24-mile hex
    and those beside it, in garrison in its domain."""
    if army.garrison is None:
        return apart(LARGE[home], LARGE[at]) <= 1
    return at in army.garrison
