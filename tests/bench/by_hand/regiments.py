"""By hand: units, officers and sides of *Domains at War: Battles*, and how the scenario
`skirmish` sets them up.

Of formations and weapons those that the published battles have on open ground, of a
row of a table what the policy `advance` can come to.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from tests.bench.by_hand.hexes import NORTH, SOUTH, Hex, Map, hex_at

STANDING, DESTROYED, ROUTED, TAKEN = "standing", "destroyed", "routed", "taken"
STANDS_FAST, TURNS, MARCHES, CHARGES = "stand fast", "turn only", "march", "charge"


class Formation(NamedTuple):
    """What units of a formation may do."""

    name: str
    rides: bool
    passes: bool  # friends on a march, and is passed
    readies: bool
    withdraws: bool
    falls_through: bool  # friends in a retreat, and they through it
    thrusts: bool  # with spear or lance in a charge
    braces: bool  # against a charge
    steadied: bool  # by friends beside it
    catches: int  # what it needs in a pursuit


# In the order of the fields above.
FORMATIONS = {
    row[0]: Formation(*row)
    for row in (
        ("IF", False, False, False, False, False, False, False, False, 18),
        ("LF", False, True, True, True, True, False, False, False, 14),
        ("FF", False, False, True, False, False, True, True, True, 18),
        ("IM", True, False, False, False, False, True, False, False, 14),
        ("LM", True, True, True, True, True, True, False, False, 11),
        ("FM", True, False, True, False, False, True, False, True, 14),
    )
}

POINTED, POLES = {"spear", "polearm", "lance"}, {"spear", "polearm"}
RANGES = {
    **{"arbalest": 8, "crossbow": 7, "longbow": 6, "composite bow": 6, "bow": 5},
    **{"sling": 4, "javelin": 2, "thrown": 1},
}
STAND_TO_SHOOT = {"arbalest", "crossbow"}


class Line(NamedTuple):
    """So many attacks with a weapon, and what one needs against no armour.

    `reach` is 0 hand to hand.
    """

    number: int
    weapon: str
    throw: int
    reach: int


def line(number: int, weapon: str, throw: int) -> Line:
    """Return a line of attacks."""
    return Line(number, weapon, throw, RANGES.get(weapon, 0))


class Losses(NamedTuple):
    """What a unit has lost in troops."""

    casualties: int
    dead: int
    wounded: int
    returning: int
    prisoners: int
    deserters: int


@dataclass(slots=True, eq=False)
class Side:
    """One of two armies: its edge as a corner, its units and officers in order."""

    name: str
    edge: int
    units: "list[Unit]" = field(default_factory=list)
    officers: "list[Officer]" = field(default_factory=list)
    divisions: "list[Division]" = field(default_factory=list)
    enemy: "Side" = None  # type: ignore[assignment]  # set when both are there
    general: "Officer | None" = None
    last_general: "Officer | None" = None
    started: int = 0
    lost: int = 0
    lost_this_round: int = 0
    lost_its_general: bool = False
    lost_before: int = 0  # as the morale phase began
    late_losses: int = 0  # within it
    late_general: bool = False


@dataclass(slots=True, eq=False)
class Division:
    """Units under one commander."""

    name: str
    commander: "Officer | None" = None
    units: "list[Unit]" = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Officer:
    """A commander; `at_hand`: not killed, captured or gone."""

    name: str
    side: Side
    leadership: int
    ability: int
    modifier: int
    unit: "Unit"
    at_hand: bool = True
    fate: str = "in command"
    role: str = "commander"
    score: int = 0
    points: int = 0
    done: bool = False


@dataclass(slots=True, eq=False)
class Unit:
    """One unit; `number` is its place among all."""

    name: str
    number: int
    side: Side
    division: Division
    formation: Formation
    march: int
    hustle: int
    charge: int
    armour: int
    hit_points: int
    lines: tuple[Line, ...]
    at: Hex | None
    facing: int
    mounts: tuple[Line, ...] = ()
    troops: int = 120
    morale: int = 0
    officers: "list[Officer]" = field(default_factory=list)
    fate: str = STANDING
    damage: int = 0
    depleted: dict[str, int] = field(default_factory=dict)
    disordered: bool = False
    ready: bool = False
    moved_as: str = STANDS_FAST
    spent: int = 0
    charging: bool = False
    acted: bool = False
    struck: bool = False
    losses: Losses | None = None
    strength: int = 0


@dataclass(slots=True, eq=False)
class Armies:
    """Two sides on a map, before the first round; units in the scenario's order."""

    map: Map
    sides: tuple[Side, Side]
    units: list[Unit]
    officers: list[Officer]


def skirmish() -> Armies:
    """Return three units a side, as the scenario sets them up."""
    men, goblins = Side("men", SOUTH), Side("goblins", NORTH)
    men.enemy, goblins.enemy = goblins, men
    guard, horde = Division("guard"), Division("horde")
    men.divisions, goblins.divisions = [guard], [horde]
    rows = (
        ("shields", "FF", (1, 2, 3), 6, 6, 0, ["spear"], [], "0508"),
        ("bows", "LF", (2, 4, 6), 2, 6, -1, ["sword", "bow"], [], "0509"),
        ("riders", "LM", (4, 8, 12), 3, 8, 1, ["lance", "javelin"], [(1, 10)], "0708"),
        ("spears", "IF", (1, 2, 3), 3, 6, -1, ["spear"], [], "0505"),
        ("slings", "LF", (1, 2, 3), 3, 6, -1, ["sword", "sling"], [], "0605"),
        ("wolves", "IM", (2, 5, 8), 3, 8, 0, ["spear"], [(2, 6)], "0305"),
    )  # fmt: skip
    units = []
    for name, formation, rates, armour, points, morale, arms, claws, at in rows:
        side, division = (men, guard) if len(units) < 3 else (goblins, horde)
        unit = Unit(
            *(name, len(units), side, division, FORMATIONS[formation], *rates),
            *(armour, points, tuple([line(2, each, 11) for each in arms]), hex_at(at)),
            *(side.enemy.edge, tuple([line(n, "claws", throw) for n, throw in claws])),
            troops=60 if claws else 120,
            morale=morale,
        )
        units.append(unit)
        side.units.append(unit)
        division.units.append(unit)
    hal = Officer("hal", men, 5, 1, 1, units[0])
    grub = Officer("grub", goblins, 4, 0, 1, units[5])
    for officer in (hal, grub):
        officer.role = "general"
        officer.unit.officers.append(officer)
        officer.unit.division.commander = officer.side.general = officer
        officer.side.officers.append(officer)
    return Armies(Map(10, 12), (men, goblins), units, [hal, grub])
