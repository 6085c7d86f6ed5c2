"""Brute force of the reconnaissance modifier over whole armies on a map.

Imports nothing of ours. Lines are those of the source; where the text is silent, the
reading of the ledger stands beside it (R-ACKS) with the other reading it names.

A cell is a column and a row, as printed. Rows lie level and those with an odd number
are pushed right by half a hex: `x` is counted in halves of a hex's width, `y` in rows,
and four thirds of a squared distance is then `x * x + 3 * y * y`.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

GROUND = {  # lines 75-77: who is easier to see
    "barrens": 1, "desert": 1, "grasslands": 1, "low scrub": 1, "sparse scrub": 1,
    "taiga": 0, "rocky hills": 0, "high scrub": 0, "dense scrub": 0, "marshy swamp": 0,
    "deciduous forest": -1, "forested hills": -1, "jungle": -1, "mountains": -1,
    "scrubby swamp": -1, "forested swamp": -1,
}  # fmt: skip
COMPANIES = {  # line 95
    "platoon": Fraction(1, 4), "company": Fraction(1),
    "battalion": Fraction(4), "brigade": Fraction(16),
}  # fmt: skip
NAMES_A_HEX = ("greater clairaudiency", "greater clairvoyance", "scry")  # line 87
SPELLS = (*NAMES_A_HEX, "lay of the land", "locate distant object")


Cell = tuple[int, int]
MIDDLE = (5, 5)  # of the 24-mile hex from which the others are counted


def drawn(cell: Cell) -> tuple[int, int]:
    """Where the centre of a cell is drawn."""
    return 2 * cell[0] + cell[1] % 2, cell[1]


def steps(a: Cell, b: Cell) -> int:
    """Hexes from one to the other: a step goes two halves along a row, or one and a
    row up or down."""
    across, down = (abs(one - two) for one, two in zip(drawn(a), drawn(b), strict=True))
    return down + max(0, across - down) // 2


@cache
def large(cell: Cell) -> Cell:
    """The 24-mile hex: the nearest centre, of equal ones the least."""
    x, y = drawn(cell)
    left, top = drawn(MIDDLE)

    def squared(centre: Cell) -> int:
        across = x - (left + 8 * centre[0] + 4 * centre[1])
        return across**2 + 3 * (y - (top + 4 * centre[1])) ** 2

    every = product(range(-4, 20), range(-4, 5))
    return min(every, key=lambda centre: (squared(centre), centre))


def apart(a: Cell, b: Cell) -> int:
    """24-mile hexes from one cell to the other."""
    q, r = (one - other for one, other in zip(large(a), large(b), strict=True))
    return max(abs(q), abs(r), abs(q + r))


@dataclass(frozen=True)
class Unit:
    """`hidden`: a camouflage spell is on it; `at`: where, if not with its division."""

    scale: str
    strength: int
    mounted: bool
    flies: bool
    hidden: bool
    at: Cell | None = None

    @property
    def unseen(self) -> bool:
        """One casting hides one unit of company size (line 93)."""
        return self.hidden and COMPANIES[self.scale] <= 1

    @property
    def rides(self) -> bool:
        """Cavalry and flyers (line 95)."""
        return self.mounted or self.flies


@dataclass(frozen=True)
class Division:
    """A part of an army in one 6-mile hex."""

    at: Cell
    units: tuple[Unit, ...]

    @property
    def seen(self) -> int:
        """Its effective troops."""
        return sum(unit.strength for unit in self.units if not unit.unseen)


@dataclass(frozen=True)
class Army:
    """`protected` are its officers, the leader first, who cannot be scried.

    `garrison`: the domain that it garrisons; None is an army on campaign.
    """

    ability: int
    familiarity: int
    garrison: tuple[Cell, ...] | None
    protected: tuple[bool, ...]
    divisions: tuple[Division, ...]

    @property
    def units(self) -> tuple[Unit, ...]:
        """All its units."""
        return tuple(unit for division in self.divisions for unit in division.units)

    @property
    def seen(self) -> int:
        """Its effective troops (line 93)."""
        return sum(division.seen for division in self.divisions)

    @property
    def stands(self) -> Cell:
        """Where it mainly is: its largest division, the first of equals."""
        return largest_division((self,)).at

    @property
    def held(self) -> list[Cell]:
        """Every hex that some of it is in, in the order in which it is listed."""
        found = (u.at or d.at for d in self.divisions for u in d.units)
        return list(dict.fromkeys(found))


@dataclass(frozen=True)
class Spell:
    """`caster` is an army of the observer, `aim` one of the target, by number.

    `sought` is the officer of the aim whom a scrying looks for; `hex` is named.
    """

    name: str
    caster: int
    aim: int
    possible: bool
    sought: int | None
    hex: Cell | None = None


@dataclass(frozen=True)
class Meeting:
    """Armies of an observer and of a target; the first of each are asked about."""

    observers: tuple[Army, ...]
    targets: tuple[Army, ...]
    ground: dict[Cell, str]
    """Of the cells that are no taiga."""
    spells: tuple[Spell, ...]
    spies: tuple[tuple[int, bool, int | None], ...]
    """Host among targets, infiltrated, which observer sent him; None: a target."""


@dataclass(frozen=True)
class Readings:
    """The readings of the ledger; each False is the other reading."""

    woods: int = -1  # R-ACKS-08
    adjacent_across: bool = True  # R-ACKS-02
    cavalry_near_only: bool = True  # R-ACKS-07
    air_anywhere: bool = True  # R-ACKS-06
    largest_leads: bool = True  # R-ACKS-04
    hidden_shortens_range: bool = True  # R-ACKS-05
    hidden_watch: bool = True  # R-ACKS-23
    each_spell: bool = True  # gap 21
    own_spies: bool = True  # line 205; else line 61 of the whole side


@dataclass
class Look:
    """One look: the lines of table E2, each as a number."""

    meeting: Meeting
    initial: bool  # at the start of the week; else on entering a hex
    readings: Readings = field(default_factory=Readings)

    def __post_init__(self) -> None:
        """Find who counts as one army (lines 20 and 22), and where they are (81)."""
        one, other = self.meeting.observers, self.meeting.targets
        both = [each for each in one[0].held if each in other[0].held]
        self.met = [*both, other[0].stands][0]
        self.ours, self.theirs = self.pool(one), self.pool(other)
        self.eyes = tuple(one[each] for each in self.ours)
        self.prey = tuple(other[each] for each in self.theirs)
        self.post = self.goal = self.spot = self.met
        if self.initial:
            self.goal = largest_division(self.prey).at
            held = [cell for army in self.eyes for cell in army.held]
            self.post = min(held, key=lambda c: (*self.near(c), steps(c, self.goal), c))
            self.spot = min([self.post, *self.named()], key=self.near)

    def pool(self, side: tuple[Army, ...]) -> list[int]:
        """The numbers of those of a side that count as one with its first."""
        if self.initial:
            own = large(side[0].stands)
            return [i for i, army in enumerate(side) if large(army.stands) == own]
        return [i for i, army in enumerate(side) if i == 0 or self.met in army.held]

    def near(self, cell: Cell) -> tuple[int, int]:
        """How near a cell is to the goal: the class (line 50), and 24-mile hexes."""
        far = apart(cell, self.goal)
        if cell == self.goal:
            return 0, far
        if steps(cell, self.goal) == 1 and (far == 0 or self.readings.adjacent_across):
            return 1, far
        return (3 if far else 2), far

    def named(self) -> list[Cell]:
        """The hexes that magic lets the observer name (line 87)."""
        return [
            each.hex
            for each in self.cast()
            if each.hex is not None and each.name in NAMES_A_HEX
        ]

    def cast(self) -> list[Spell]:
        """The spells that work, of these armies on those."""
        return [
            each
            for each in self.meeting.spells
            if self.works(each) and each.caster in self.ours and each.aim in self.theirs
        ]

    def lines(self) -> dict[str, int]:
        """Return each line of the table."""
        return {
            "size": self.size(),
            "proximity": self.proximity(),
            "leadership": sign(self.ability(self.eyes) - self.ability(self.prey)),
            "magic": self.magic(),
            "spies": sum(
                inside and host in self.theirs and self.sent(sender)
                for host, inside, sender in self.meeting.spies
            ),
            "air": self.air(),
            "scouting": watch(self.watching(self.eyes, self.goal)),
            "screening": -watch(self.watching(self.prey, self.post)),
            "cavalry": self.cavalry(),
            "ground": self.ground(),
            "familiarity": sign(
                largest(self.eyes).familiarity - largest(self.prey).familiarity
            ),
        }

    def sent(self, sender: int | None) -> bool:
        """Line 205: whether a spy serves those who look."""
        if self.readings.own_spies:
            return sender in self.ours
        return sender is not None

    def size(self) -> int:
        """Lines 44-49, in effective troops."""
        troops = sum(army.seen for army in self.prey)
        for most, value in ((600, -2), (3000, -1), (12000, 0), (36000, 1), (72000, 2)):
            if troops <= most:
                return value
        return 3

    def works(self, spell: Spell) -> bool:
        """Lines 89: its own requirements, and nobody protected is scried."""
        if not spell.possible or spell.name != "scry":
            return spell.possible
        aimed = self.meeting.targets[spell.aim]
        sought = spell.sought is not None and aimed.protected[spell.sought]
        return not sought and not all(aimed.protected)

    def proximity(self) -> int:
        """Lines 51-54; in one hex when it was just entered."""
        near, far = self.near(self.spot)
        return (2, 1, 0, -far)[near]

    def far(self) -> int:
        """The 24-mile hexes between them, without magic."""
        return apart(self.post, self.goal)

    def ability(self, pool: tuple[Army, ...]) -> int:
        """Line 56, of who leads armies that count as one."""
        if self.readings.largest_leads:
            return largest(pool).ability
        return max(army.ability for army in pool)

    def magic(self) -> int:
        """Line 83: +1 for each of the spells, in initial rolls alone."""
        cast = [each.name for each in self.cast()]
        if not self.initial:
            return 0
        return len(cast if self.readings.each_spell else set(cast))

    def air(self) -> int:
        """Line 62."""
        flies = any(unit.flies for army in self.eyes for unit in army.units)
        return 2 if flies and (self.readings.air_anywhere or self.far() <= 1) else 0

    def watching(self, pool: tuple[Army, ...], at: Cell) -> Fraction:
        """Line 95: what scouts or screens at a hex, in companies."""
        if self.far() >= 2:
            return Fraction(0)
        return sum(
            (
                COMPANIES[unit.scale]
                for army in pool
                for unit in army.units
                if unit.rides
                and (
                    apart(army.stands, at) <= 1
                    if army.garrison is None
                    else at in army.garrison
                )
                and (self.readings.hidden_watch or not unit.unseen)
            ),
            Fraction(0),
        )

    def cavalry(self) -> int:
        """Lines 72-73: flyers are counted with it (line 103)."""
        if self.far() >= 2 and self.readings.cavalry_near_only:
            return 0
        ours, theirs = (
            sum(
                COMPANIES[unit.scale]
                for army in pool
                for unit in army.units
                if unit.rides
            )
            for pool in (self.eyes, self.prey)
        )
        return sign(ours - theirs)

    def ground(self) -> int:
        """Lines 75-77, under the largest division, or where they meet."""
        worth = GROUND[self.meeting.ground.get(self.goal, "taiga")]
        return self.readings.woods if worth < 0 else worth

    def reach(self) -> int:
        """Lines 13-16, in 24-mile hexes."""
        troops = sum(army.seen for army in self.prey)
        if not self.readings.hidden_shortens_range:
            troops = sum(unit.strength for army in self.prey for unit in army.units)
        return (
            1 if troops <= 120 else 2 if troops <= 600 else 3 if troops <= 3000 else 4
        )

    def in_range(self) -> bool:
        """Whether anybody rolls at all; by the better place (R-ACKS-18)."""
        return apart(self.spot, self.goal) <= self.reach()


def largest(pool: tuple[Army, ...]) -> Army:
    """The largest army by effective troops, the first of equals."""
    most = max(army.seen for army in pool)
    return next(army for army in pool if army.seen == most)


def largest_division(pool: tuple[Army, ...]) -> Division:
    """The largest division by effective troops, the first of equals (R-ACKS-03)."""
    every = [division for army in pool for division in army.divisions]
    most = max(division.seen for division in every)
    return next(each for each in every if each.seen == most)


def watch(companies: Fraction) -> int:
    """Lines 66-71; 5 3/4 companies are not yet six (R-ACKS-22)."""
    return sum(companies >= least for least in (6, 21, 101))


def sign(number: int | Fraction) -> int:
    """Whether it is above, at or below 0."""
    return (number > 0) - (number < 0)


def meeting(random: Random, ground: dict[Cell, str], width: int = 0) -> Meeting:
    """Make a meeting, with every line of the table likely to matter.

    `width`: of the land in which they stand, in hexes of 6 miles; 0 is any.
    """
    width = width or random.choice((1, 2, 4, 9, 24, 36))
    cells = [
        (column, row)
        for column in range(4, 4 + width)
        for row in range(3, 3 + min(width, 6))
    ]
    if random.random() < 0.5:
        cells = random.sample(cells, min(3, len(cells)))
    observers, targets = (
        tuple(army(random, cells) for _ in range(random.choice((1, 1, 2, 3))))
        for _ in "ab"
    )
    spells = tuple(
        spell(random, observers, targets, cells)
        for _ in range(random.choice((0, 0, 1, 3)))
    )
    spies = tuple(
        (
            random.randrange(len(targets)),
            random.random() < 0.7,
            number % len(observers) if random.random() < 0.7 else None,
        )
        for number in range(random.choice((0, 0, 1, 3)))
    )
    return Meeting(observers, targets, ground, spells, spies)


def army(random: Random, cells: list[Cell]) -> Army:
    """Make an army, of a few men or of a great many."""
    scales = random.choice((("platoon", "company"), ("company",), tuple(COMPANIES)))
    edges = (
        1,
        60,
        119,
        120,
        121,
        300,
        600,
        601,
        2999,
        3001,
        12000,
        12001,
        40000,
        72001,
    )
    most = random.choice((200, 1000, 5000, 80000))
    home = random.choice(cells)
    strewn = random.random() < 0.4

    def place() -> Cell:
        return random.choice(cells) if strewn else home

    def unit() -> Unit:
        return Unit(
            random.choice(scales),
            random.choice([each for each in edges if each <= most]),
            random.random() < 0.4,
            random.random() < 0.15,
            random.random() < 0.2,
            random.choice(cells) if strewn and random.random() < 0.3 else None,
        )

    divisions = tuple(
        Division(place(), tuple(unit() for _ in range(random.randint(1, 8))))
        for _ in range(random.randint(1, 3))
    )
    protected = tuple(random.random() < 0.6 for _ in range(random.randint(1, 3)))
    domain = tuple(random.sample(cells, random.randint(0, min(4, len(cells)))))
    return Army(
        random.randint(-2, 3),
        random.randint(0, 2),
        domain if random.random() < 0.3 else None,
        protected,
        divisions,
    )


def spell(
    random: Random,
    observers: tuple[Army, ...],
    targets: tuple[Army, ...],
    cells: list[Cell],
) -> Spell:
    """Make a spell."""
    aim = random.randrange(len(targets))
    officers = [None, *range(len(targets[aim].protected))]
    name = random.choice((*SPELLS, "scry"))
    return Spell(
        name,
        random.randrange(len(observers)),
        aim,
        random.random() < 0.8,
        random.choice(officers),
        random.choice((None, *cells)),
    )
