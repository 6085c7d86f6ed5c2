"""By hand: the armies of the scenario `campaign-week`.

Ranks are counted from 0 in the printed order: scales platoon to brigade, sides and
armies as they are listed.
"""

from dataclasses import dataclass

from tests.bench.by_hand.country import Cell, cell, cells

NORTH, SOUTH = 0, 1
SIDES = ("north_side", "south_side")
ARMIES = ("dukes_host", "border_watch", "tower", "warlords_host", "raiders", "ambush")
"""What dice are keyed by; a number is a place among these."""

PLATOON, COMPANY, BATTALION, BRIGADE = range(4)
QUARTERS = (1, 4, 16, 64)
"""What a unit of a scale is worth, in quarters of a company."""


@dataclass(slots=True, eq=False)
class Unit:
    """Some troops; `at`: where, if not with its division; `veiled`: under a spell, that
    hides a company at most."""

    type: str
    strength: int
    scale: int = COMPANY
    mounted: bool = False
    flies: bool = False
    at: Cell | None = None
    veiled: bool = False


@dataclass(slots=True, eq=False)
class Division:
    """Units that stand together."""

    at: Cell
    units: tuple[Unit, ...]


@dataclass(slots=True, eq=False)
class Army:
    """Divisions under a leader; `guarded`: nobody in it can be scried.

    `garrison`: the cells that it watches; None is an army on campaign.
    """

    number: int
    side: int
    ability: int
    familiarity: int
    divisions: tuple[Division, ...]
    trail: tuple[Cell, ...] = ()
    garrison: frozenset[Cell] | None = None
    guarded: bool = False


@dataclass(slots=True, eq=False)
class Spell:
    """A spell that is used, by an army's caster on another army.

    `named`: the cell that it is used on; `standard`: whose place it points to.
    """

    side: int
    name: str
    caster: Army
    aim: Army
    possible: bool = True
    familiar: bool = True
    shielded: bool = False  # whom a scrying looks for
    named: Cell | None = None
    standard: tuple[int, str, Army] | None = None

    @property
    def works(self) -> bool:
        """Whether its own requirements are met."""
        if self.name != "scry" or not self.possible:
            return self.possible
        return self.familiar and not (self.shielded or self.aim.guarded)


@dataclass(slots=True, eq=False)
class Campaign:
    """All that a week begins with; `bases` are (side, cell)."""

    armies: tuple[Army, ...]
    spells: tuple[Spell, ...]
    spies: tuple[tuple[Army, Army], ...]  # who sent them, and whom they infiltrated
    roads: tuple[tuple[str, frozenset[Cell]], ...]
    bases: tuple[tuple[int, Cell], ...] = ()


def campaign() -> Campaign:
    """Return the week of the scenario, as it stands before the first roll."""
    foot, bows = "heavy infantry", "bowmen"
    light = "light cavalry"
    orcs, wolves = "orc heavy infantry", "wolf riders"
    skirmishers = "orc light infantry"
    horse = [Unit(light, 240, BATTALION, mounted=True) for _ in "ab"]
    scouts = Unit(light, 60, mounted=True, at=cell("1311"))
    main = [Unit(each, 480, BATTALION) for each in (foot, foot, bows)]
    duke = Army(
        *(0, NORTH, 2, 1),
        (Division(cell("1010"), (*main,)), Division(cell("1210"), (*horse, scouts))),
        cells("0910 1010"),
    )
    watch = (Unit(light, 60, mounted=True), Unit(bows, 120))
    march = frozenset(cells("1705 1706 1805 1806 1904 1905 1906 2005"))
    border = Army(1, NORTH, 1, 1, (Division(cell("1705"), watch),), garrison=march)
    griffons = Division(cell("1318"), (Unit("griffon riders", 20, flies=True),))
    tower = Army(2, NORTH, 0, 0, (griffons,))
    left = tuple(Unit(orcs, 480, BATTALION) for _ in "ab")
    boars = Unit("orc boar riders", 240, BATTALION, mounted=True)
    right = (Unit("orc bowmen", 400, BATTALION), boars)
    host = Army(
        *(3, SOUTH, 1, 0),
        (Division(cell("1413"), left), Division(cell("1413"), right)),
        cells("1617 1515 1413"),
    )
    riders = [Unit(wolves, 60, mounted=True) for _ in "ab"]
    raid = Division(cell("1905"), (*riders, Unit("goblin slingers", 120)))
    raiders = Army(4, SOUTH, 0, 0, (raid,), cells("2308 2107 1905"))
    hidden = [Unit(skirmishers, 120, veiled=veiled) for veiled in (True, True, False)]
    ambush = Army(5, SOUTH, -1, 0, (Division(cell("1310"), (*hidden,)),))
    sight = Spell(NORTH, "greater clairvoyance", tower, host, named=cell("1413"))
    land = Spell(NORTH, "lay of the land", tower, raiders)
    banner = (0, "the skull banner", host)
    pointer = Spell(NORTH, "locate distant object", tower, host, standard=banner)
    road = frozenset(cells("0910 1010 1110 1210 1310 1410 1510 1610 1710"))
    return Campaign(
        armies=(duke, border, tower, host, raiders, ambush),
        spells=(sight, land, pointer),
        spies=((duke, host),),
        roads=(("the king's road", road),),
    )
