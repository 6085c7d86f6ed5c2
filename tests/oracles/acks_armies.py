"""Brute force of the reconnaissance modifier over whole armies.

Imports nothing of ours. Lines are those of seeds/000; where the text is silent, the
reading of the ledger stands beside it (R-ACKS) with the other reading it names.
"""

from dataclasses import dataclass, field
from fractions import Fraction
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
NEAR = ("same 6-mile hex", "adjacent 6-mile hex", "same 24-mile hex", "apart")
NAMES_A_HEX = ("greater clairaudiency", "greater clairvoyance", "scry")  # line 87
SPELLS = (*NAMES_A_HEX, "lay of the land", "locate distant object")


@dataclass(frozen=True)
class Unit:
    """`hidden`: a camouflage spell is on it."""

    scale: str
    strength: int
    mounted: bool
    flies: bool
    hidden: bool

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
    """A part of an army on one kind of ground."""

    ground: str
    units: tuple[Unit, ...]

    @property
    def seen(self) -> int:
        """Its effective troops."""
        return sum(unit.strength for unit in self.units if not unit.unseen)


@dataclass(frozen=True)
class Army:
    """`protected` are its officers, the leader first, who cannot be scried."""

    ability: int
    familiarity: int
    garrison: bool
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


@dataclass(frozen=True)
class Spell:
    """`caster` is an army of the observer, `aim` one of the target, by number.

    `sought` is the officer of the aim whom a scrying looks for.
    """

    name: str
    caster: int
    aim: int
    possible: bool
    sought: int | None


@dataclass(frozen=True)
class Contact:
    """How near an army of the observer is to one of the target, or to its division.

    `spell`: measured from a hex that it names. `covers_*`: in garrison, the domain.
    """

    observer: int
    target: int
    division: int | None
    near: str
    hexes: int
    covers_target: bool
    covers_observer: bool
    spell: int | None


@dataclass(frozen=True)
class Meeting:
    """Armies of an observer and of a target; the first of each are asked about.

    The first `large` (`small`) of a side share the 24-mile (6-mile) hex of the first.
    """

    observers: tuple[Army, ...]
    targets: tuple[Army, ...]
    large: tuple[int, int]
    small: tuple[int, int]
    spells: tuple[Spell, ...]
    contacts: tuple[Contact, ...]
    spies: tuple[tuple[int, bool, bool], ...]  # host among targets, infiltrated, ours


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


@dataclass
class Look:
    """One look: the lines of table E2, each as a number."""

    meeting: Meeting
    initial: bool  # at the start of the week; else on entering a hex
    readings: Readings = field(default_factory=Readings)

    def __post_init__(self) -> None:
        """Find who counts as one army (lines 20 and 22)."""
        ours, theirs = self.meeting.large if self.initial else self.meeting.small
        self.ours = range(ours)
        self.theirs = range(theirs)
        self.eyes = self.meeting.observers[:ours]
        self.prey = self.meeting.targets[:theirs]

    def lines(self) -> dict[str, int]:
        """Return each line of the table."""
        return {
            "size": self.size(),
            "proximity": self.proximity(),
            "leadership": sign(self.ability(self.eyes) - self.ability(self.prey)),
            "magic": self.magic(),
            "spies": sum(
                inside and ours and host in self.theirs
                for host, inside, ours in self.meeting.spies
            ),
            "air": self.air(),
            "scouting": watch(self.watching(self.eyes, "covers_target")),
            "screening": -watch(self.watching(self.prey, "covers_observer")),
            "cavalry": self.cavalry(),
            "ground": self.ground(),
            "familiarity": sign(
                largest(self.eyes).familiarity - largest(self.prey).familiarity
            ),
        }

    def size(self) -> int:
        """Lines 44-49, in effective troops."""
        troops = sum(army.seen for army in self.prey)
        for most, value in ((600, -2), (3000, -1), (12000, 0), (36000, 1), (72000, 2)):
            if troops <= most:
                return value
        return 3

    def place(self) -> tuple[int, Division]:
        """The largest division of the target, and its number in all its armies."""
        every = [division for army in self.prey for division in army.divisions]
        most = max(division.seen for division in every)
        at = next(i for i, division in enumerate(every) if division.seen == most)
        return at, every[at]

    def contacts(self, spells: bool) -> list[Contact]:
        """Those that are measured, nearest first (line 81); from named hexes or not."""
        at, _ = self.place()
        found = [
            each
            for each in self.meeting.contacts
            if each.observer in self.ours
            and each.target in self.theirs
            and each.division in (None, at)
            and (each.spell is None or (spells and self.names(each.spell)))
        ]
        return sorted(found, key=lambda each: (NEAR.index(each.near), each.hexes))

    def names(self, number: int) -> bool:
        """Whether a spell lets him name a hex (line 87)."""
        spell = self.meeting.spells[number]
        return spell.name in NAMES_A_HEX and self.works(spell)

    def works(self, spell: Spell) -> bool:
        """Lines 89: its own requirements, and nobody protected is scried."""
        if not spell.possible or spell.name != "scry":
            return spell.possible
        aimed = self.meeting.targets[spell.aim]
        sought = spell.sought is not None and aimed.protected[spell.sought]
        return not sought and not all(aimed.protected)

    def proximity(self) -> int:
        """Lines 51-54; in one hex when it was just entered."""
        if not self.initial:
            return 2
        found = self.contacts(spells=True)
        if not found:
            return 0
        near, hexes = found[0].near, found[0].hexes
        if near == NEAR[0]:
            return 2
        if near == NEAR[1]:
            return 1 if hexes == 0 or self.readings.adjacent_across else -hexes
        return 0 if near == NEAR[2] else -hexes

    def far(self) -> int:
        """The 24-mile hexes between them, without magic."""
        found = self.contacts(spells=False)
        return found[0].hexes if self.initial and found else 0

    def ability(self, pool: tuple[Army, ...]) -> int:
        """Line 56, of who leads armies that count as one."""
        if self.readings.largest_leads:
            return largest(pool).ability
        return max(army.ability for army in pool)

    def magic(self) -> int:
        """Line 83: +1 for each of the spells, in initial rolls alone."""
        cast = [
            spell.name
            for spell in self.meeting.spells
            if self.works(spell)
            and spell.caster in self.ours
            and spell.aim in self.theirs
        ]
        if not self.initial:
            return 0
        return len(cast if self.readings.each_spell else set(cast))

    def air(self) -> int:
        """Line 62."""
        flies = any(unit.flies for army in self.eyes for unit in army.units)
        return 2 if flies and (self.readings.air_anywhere or self.far() <= 1) else 0

    def watching(self, pool: tuple[Army, ...], covers: str) -> Fraction:
        """Line 95: what scouts or screens, in companies."""
        found = self.contacts(spells=False)
        covered = bool(found) and getattr(found[0], covers)
        if self.far() >= 2:
            return Fraction(0)
        return sum(
            (
                COMPANIES[unit.scale]
                for army in pool
                for unit in army.units
                if unit.rides
                and (covered if army.garrison else True)
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
        """Lines 75-77, under the largest division."""
        worth = GROUND[self.place()[1].ground]
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
        found = self.contacts(spells=True)
        return bool(found) and found[0].hexes <= self.reach()


def largest(pool: tuple[Army, ...]) -> Army:
    """The largest army by effective troops, the first of equals."""
    most = max(army.seen for army in pool)
    return next(army for army in pool if army.seen == most)


def watch(companies: Fraction) -> int:
    """Lines 66-71; 5 3/4 companies are not yet six (R-ACKS-22)."""
    return sum(companies >= least for least in (6, 21, 101))


def sign(number: int | Fraction) -> int:
    """Whether it is above, at or below 0."""
    return (number > 0) - (number < 0)


def meeting(random: Random) -> Meeting:
    """Make a meeting, with every line of the table likely to matter."""
    observers, targets = (
        tuple(army(random) for _ in range(random.choice((1, 1, 2, 3)))) for _ in "ab"
    )
    large = random.randint(1, len(observers)), random.randint(1, len(targets))
    small = random.randint(1, large[0]), random.randint(1, large[1])
    spells = tuple(
        spell(random, observers, targets) for _ in range(random.choice((0, 0, 1, 3)))
    )
    contacts = [
        contact(random, observers, targets, None) for _ in range(random.randint(0, 4))
    ]
    contacts += [
        contact(random, observers, targets, each) for each in range(len(spells))
    ]
    random.shuffle(contacts)
    spies = tuple(
        (random.randrange(len(targets)), random.random() < 0.7, random.random() < 0.7)
        for _ in range(random.choice((0, 0, 1, 3)))
    )
    return Meeting(observers, targets, large, small, spells, tuple(contacts), spies)


def army(random: Random) -> Army:
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

    def unit() -> Unit:
        return Unit(
            random.choice(scales),
            random.choice([each for each in edges if each <= most]),
            random.random() < 0.4,
            random.random() < 0.15,
            random.random() < 0.2,
        )

    divisions = tuple(
        Division(
            random.choice(tuple(GROUND)),
            tuple(unit() for _ in range(random.randint(1, 8))),
        )
        for _ in range(random.randint(1, 3))
    )
    protected = tuple(random.random() < 0.6 for _ in range(random.randint(1, 3)))
    return Army(
        random.randint(-2, 3),
        random.randint(0, 2),
        random.random() < 0.3,
        protected,
        divisions,
    )


def spell(
    random: Random, observers: tuple[Army, ...], targets: tuple[Army, ...]
) -> Spell:
    """Make a spell."""
    aim = random.randrange(len(targets))
    officers = [None, *range(len(targets[aim].protected))]
    name = random.choice((*SPELLS, "scry"))
    caster = random.randrange(len(observers))
    return Spell(name, caster, aim, random.random() < 0.8, random.choice(officers))


def contact(
    random: Random,
    observers: tuple[Army, ...],
    targets: tuple[Army, ...],
    spell: int | None,
) -> Contact:
    """Make a contact; how many hexes fits how near."""
    near = random.choice(NEAR)
    hexes = {NEAR[1]: (0, 1), NEAR[3]: (1, 2, 3, 4, 5)}.get(near, (0,))
    divisions = sum(len(each.divisions) for each in targets)
    return Contact(
        random.randrange(len(observers)),
        random.randrange(len(targets)),
        random.choice((None, None, None, random.randrange(divisions))),
        near,
        random.choice(hexes),
        random.random() < 0.5,
        random.random() < 0.5,
        spell,
    )
