"""By hand: the men of the scenario `patrol` of Rencounter, and how they begin.

Places are counted in steps of 1/12 inch, lengths that a man goes in grains of 1/144
inch, what is left of his turn in 144ths of it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

STEP, INCH = 12, 12  # grains of a step, steps of an inch
TURN = 144  # parts of a turn

ABLE, ROUTED, SURRENDERED, INCAPACITATED, DEAD = range(5)

Heading = tuple[int, int]


class Dice(NamedTuple):
    """Where dice fall: a D6, a D12, and which of so many cards is drawn, from 0."""

    d6: Callable[[], int]
    d12: Callable[[], int]
    card: Callable[[int], int]


class Gun(NamedTuple):
    """What a man shoots with: ranges in steps, halves of a turn to load."""

    short: int
    medium: int
    long: int
    extreme: int
    damage: int
    halves: int


class Blade(NamedTuple):
    """What a man strikes with."""

    to_hit: int
    damage: int
    ranks: int
    thrusts: bool


RIFLE = Gun(20 * INCH, 40 * INCH, 60 * INCH, 80 * INCH, 0, 1)
MUSKET = Gun(10 * INCH, 20 * INCH, 30 * INCH, 50 * INCH, -1, 4)
SPEAR = Blade(0, 0, 2, True)
FISTS = Blade(-2, 2, 1, False)
TOO_CLOSE = 2 * INCH


@dataclass(slots=True, eq=False)
class Side:
    """One of two: its men and units in their order."""

    name: str
    units: "list[Unit]"
    men: "list[Man]"
    broken: bool = False
    enemy: "Side" = None  # type: ignore[assignment]  # set when both are there


@dataclass(slots=True, eq=False)
class Unit:
    """Men who are activated together, and what they know of their losses."""

    name: str
    side: Side
    men: "list[Man]"
    leader: "Man" = None  # type: ignore[assignment]  # set when its men are there
    has_guns: bool = False
    gone: bool = False
    eliminated: bool = False
    lost_close: int = 0  # friendly units, within 12 inches
    lost_near: int = 0  # from there to 24
    hit: bool = False  # a man killed or crippled since its last activation
    shaken: bool = False  # a friendly unit was seen to perish since then
    left: bool = False  # a man ran or fell by his own check in this activation
    had_left: bool = False  # or in the last


@dataclass(slots=True, eq=False)
class Man:
    """One man, as the rules see him."""

    name: str
    unit: Unit
    x: int
    y: int
    facing: Heading
    experience: int
    fire: int
    melee: int
    gun: Gun | None = None
    blade: Blade = FISTS
    shield: bool = False
    armed: bool = False  # he has a blade, perhaps put away
    condition: int = ABLE
    down: bool = False
    points: int = 0  # of his wounds
    wounds: tuple[int, ...] = ()
    shock: bool = False
    cowers: bool = False
    failed: bool = False  # his last action roll
    waits: bool = False  # he has a turn coming
    loaded: bool = True
    loading: int = 0  # halves of a turn put in
    fired: bool = False  # in this activation
    moved: int = 0  # grains, in his last activation
    began_engaged: bool = False
    began_behind: "list[Man] | tuple[()]" = ()
    has_riposted: bool = False
    tried: bool = False  # to help men of another unit
    helps: "Man | None" = None  # against whom

    @property
    def out_of_it(self) -> bool:
        """Whether his friends count him as lost."""
        return self.condition != ABLE or self.points >= 3


def enemies(man: Man) -> list[Man]:
    """Return the men of the other side who are not out of the fight."""
    return [each for each in man.unit.side.enemy.men if each.condition <= ROUTED]


def friends(man: Man) -> list[Man]:
    """Return the able men of his side but himself."""
    men = man.unit.side.men
    return [each for each in men if each.condition == ABLE and each is not man]


def able(unit: Unit) -> list[Man]:
    """Return the men of a unit who can act, their leader first."""
    found = [each for each in unit.men if each.condition == ABLE]
    leader = unit.leader
    if leader.condition == ABLE and found[0] is not leader:
        found.remove(leader)
        found.insert(0, leader)
    return found


_NORTH, _SOUTH = (0, 1), (0, -1)
_UNITS = (
    ("first_section", "adams barry serjeant carter doyle", "serjeant", 15, 8),
    ("second_section", "evans foley corporal grant hughes", "corporal", 26, 8),
    (
        "left_horn",
        "left_1 left_2 left_induna left_3 left_4 left_5",
        "left_induna",
        8,
        26,
    ),
    (
        "right_horn",
        "right_1 right_2 right_induna right_3 right_4 right_5",
        "right_induna",
        32,
        26,
    ),
    (
        "muskets",
        "musket_1 musket_2 old_induna musket_3 musket_4 musket_5",
        "old_induna",
        20,
        30,
    ),
)


def sides() -> tuple[Side, Side]:
    """Return the patrol and the bands, as they stand before the first turn."""
    patrol, bands = Side("patrol", [], []), Side("bands", [], [])
    patrol.enemy, bands.enemy = bands, patrol
    for name, names, leader, x, y in _UNITS:
        side = patrol if name.endswith("section") else bands
        unit = Unit(name, side, [])
        for man in _men(unit, names.split(), leader, x * INCH, y * INCH):
            unit.men.append(man)
            if man.name == leader:
                unit.leader = man
        unit.has_guns = unit.men[0].gun is not None
        side.units.append(unit)
        side.men += unit.men
    return patrol, bands


def _men(unit: Unit, names: list[str], leader: str, x: int, y: int) -> Iterator[Man]:
    """Yield the men of a unit in line, an inch and a half from one to the next."""
    for place, name in enumerate(names):
        at, leads = x + place * 3 * INCH // 2, name == leader
        if unit.side.name == "patrol":
            yield Man(name, unit, at, y, _NORTH, 4 + leads, 7, 7, RIFLE)
        elif unit.name == "muskets":
            yield Man(name, unit, at, y, _SOUTH, 3 + leads, 6, 7, MUSKET, armed=True)
        else:
            man = Man(name, unit, at, y, _SOUTH, 4 + leads, 6, 8, None, SPEAR)
            man.shield = man.armed = True
            yield man
