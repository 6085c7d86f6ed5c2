"""By hand: what a leader is told of a look, true or invented, and the prisoner taken.

A claim is (kind, to, about, label, facts); ranks of enumerations are counted from 0 in
their printed order. `Chance` says where each die and each draw of a look falls.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tests.bench.by_hand.armies import Army, Campaign
from tests.bench.by_hand.country import LARGE, Cell, apart, bearing, within
from tests.bench.by_hand.looking import SAME_CELL, Force, Look

CATASTROPHE, FAILURE, MARGINAL, SUCCESS, MAJOR = range(5)
GUISES = 4
"""What a prisoner may be; a spy is never drawn."""

_WINDS = (
    *("north", "north-east", "east", "south-east"),
    *("south", "south-west", "west", "north-west"),
)
_STILL = "stood still"
_AROUND = (0, 4, 2, 0, 0, 0, 0)
_COMPANIES = ((1,), (2,), (3,))
"""What may be said falsely of scales: one of company to brigade."""

Claim = tuple[str, int, int, int | None, dict[str, Any]]
Pieces = tuple[tuple[int, int], ...]
Taken = tuple[int, int, int, bool, Pieces]
Pick = Callable[[int], int]


@dataclass(slots=True, eq=False)
class Telling:
    """Where the draws of a report fall: its centre, and what of it is false."""

    centre: Pick
    lie: Pick
    false: Mapping[str, Pick]
    prisoner: Callable[[int], "Captive"]


@dataclass(slots=True, eq=False)
class Captive:
    """Where the dice of one prisoner fall."""

    pieces: Callable[[], int]
    topics: Callable[[int], tuple[int, ...]]
    likely: Pick


@dataclass(slots=True, eq=False)
class Chance:
    """All chance of one look, true reports and invented ones each with their own."""

    dice: Callable[[], tuple[int, ...]]
    true: Telling
    invented: Telling


@dataclass(slots=True, eq=False)
class Known:
    """What has come of a run: claims, prisoners, and all that fell, in order."""

    claims: list[Claim]
    taken: list[Taken]
    fell: list[Any]


def resolved(campaign: Campaign, found: Look, chance: Chance, known: Known) -> int:
    """Roll for a look, tell what came of it, and return how good it was."""
    faces = chance.dice()
    known.fell.append(faces)
    total = faces[0] + faces[1] + found.modifier
    if total <= 5:
        if total > 2:
            return FAILURE
        _report(campaign, found, MARGINAL, chance.invented, known, invented=True)
        return CATASTROPHE
    degree = MARGINAL if total <= 8 else SUCCESS if total <= 11 else MAJOR
    _report(campaign, found, degree, chance.true, known, invented=False)
    return degree


def _report(  # noqa: C901
    campaign: Campaign,
    found: Look,
    label: int,
    chance: Telling,
    known: Known,
    *,
    invented: bool,
) -> None:
    """Tell a report: the twelve cells are six steps of a ladder."""
    near, hexes, sought, told = found.near, found.hexes, found.sought, found.eyes.main
    row = 0 if near == SAME_CELL else 1 if not hexes else 2 if hexes <= 2 else 3
    step = label - row + 2
    around = _AROUND[step]
    home, goal = found.eyes.home, sought.goal
    every = within(LARGE[goal], around)
    centre = every[chance.centre(len(every))]
    known.fell.append(centre)
    facts: dict[str, Any] = {"found by": told.number, "seen from": home}
    if step >= 4:
        facts["place"] = goal
        facts["hexes off"] = apart(home, goal)
        facts["toward"] = bearing(home, goal)
    else:
        if around:
            facts["around"] = around
        facts["area"] = centre
        facts["hexes off"] = apart(LARGE[home], centre)
        facts["toward"] = bearing(LARGE[home], centre)
    troops = sought.troops
    if troops <= 12000:
        facts["size"] = 0 if troops <= 600 else 1 if troops <= 3000 else 2
    else:
        facts["size"] = 3 if troops <= 36000 else 4 if troops <= 72000 else 5
    if step >= 2:
        facts["march"] = _march(campaign, sought)
    if step >= 3:
        facts["divisions"] = len(sought.divisions)
    if step >= 4:
        seen = [unit for _, units in sought.divisions for unit in units]
        facts["division sizes"] = tuple([len(units) for _, units in sought.divisions])
        facts["unit scales"] = tuple(dict.fromkeys([unit.scale for unit in seen]))
        if step >= 5:
            facts["unit types"] = tuple([unit.type for unit in seen])
        if step >= 6:
            facts["unit strengths"] = tuple([unit.strength for unit in seen])
    if invented:
        _invent(campaign, facts, sought, chance, known.fell)
    about = sought.main.number
    known.claims.append(("reconnaissance report", told.side, about, label, facts))
    if step >= 4 and found.captures:
        captive = chance.prisoner(told.side)
        _capture(told, sought.main, step - 4, invented, captive, known)


def _march(campaign: Campaign, sought: Force) -> str:
    trail = sought.main.trail
    if not trail or trail[0] == trail[-1]:
        return _STILL
    for road, along in campaign.roads:
        if along.issuperset(trail):
            return road
    point = bearing(trail[0], trail[-1])
    assert point is not None, "it has moved"
    return _WINDS[point]


def _invent(
    campaign: Campaign,
    facts: dict[str, Any],
    sought: Force,
    chance: Telling,
    fell: list[Any],
) -> None:
    """Make one fact of a report false, and with it what must go with it."""
    others = _others(campaign, facts, sought)
    can = [fact for fact, untrue in others.items() if untrue]
    lie = can[chance.lie(len(can))]
    fell.append((lie,))

    def say(fact: str, untrue: Any) -> None:
        facts[fact] = said = untrue[chance.false[fact](len(untrue))]
        fell.append(said)

    say(lie, others[lie])
    if lie == "place":
        say("hexes off", (0,))
        say("toward", (None,))
    elif lie == "area":
        home, area = LARGE[facts["seen from"]], facts["area"]
        say("hexes off", (apart(home, area),))
        say("toward", (bearing(home, area),))
    elif lie == "divisions" and "division sizes" in facts:
        say("division sizes", _sizes(facts["division sizes"], facts["divisions"]))


def _others(
    campaign: Campaign, facts: dict[str, Any], sought: Force
) -> dict[str, list[Any]]:
    """Return what could be said falsely of each fact, as they are listed."""
    others: dict[str, list[Any]] = {}
    home, size = facts["seen from"], facts["size"]
    if "place" in facts:
        others["place"] = [] if facts["place"] == home else [home]
    else:
        others["area"] = _areas(facts, LARGE[home], LARGE[sought.home])
    others["size"] = [each for each in range(6) if each != size]
    if "march" in facts:
        words = [*_WINDS, _STILL, *[name for name, _ in campaign.roads]]
        words.remove(facts["march"])
        others["march"] = words
    if "divisions" in facts:
        number = facts["divisions"]
        every = range(1, number + 4)
        others["divisions"] = [each for each in every if each != number]
    if "division sizes" in facts:
        sizes, scales = facts["division sizes"], facts["unit scales"]
        others["division sizes"] = _sizes(sizes, facts["divisions"])
        others["unit scales"] = [each for each in _COMPANIES if each != scales]
    return others


def _areas(facts: dict[str, Any], home: Cell, army: Cell) -> list[Cell]:
    """Return the areas that a report from here could name and that hold no army."""
    around, truth = facts.get("around", 0), facts["area"]
    far, toward = apart(home, truth), bearing(home, truth)
    return [
        each
        for each in within(home, 2 * around)
        if apart(each, army) > around
        and apart(home, each) != far
        and bearing(home, each) != toward
    ]


def _sizes(truth: tuple[int, ...], number: int) -> list[tuple[int, ...]]:
    """Return sizes of so many divisions that are not the true ones."""
    if not truth:
        return []
    base = (truth * number)[:number]
    every = [base, tuple([n + 1 for n in base]), tuple([n + 2 for n in base])]
    return [each for each in every if each != truth]


def _capture(
    told: Army,
    served: Army,
    grade: int,
    planted: bool,
    chance: Captive,
    known: Known,
) -> None:
    """Take a prisoner: what he knows, and who he is."""
    pieces = chance.pieces()
    topics = chance.topics(pieces)
    knows: dict[int, int] = {}
    for topic in topics:
        knows[topic] = min(knows[topic] + 1, 2) if topic in knows else grade
    identity = chance.likely(GUISES)
    known.fell += (pieces, topics, identity)
    man = len(known.taken)
    known.taken.append((told.side, served.number, grade, planted, tuple(knows.items())))
    facts = {"identity": identity}
    known.claims.append(("prisoner taken", told.side, man, None, facts))
