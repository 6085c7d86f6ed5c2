"""By hand: a whole week of `campaign-week`: every side looks for every other."""

from collections.abc import Callable
from typing import Any

from tests.bench.by_hand.armies import ARMIES, Army, Campaign
from tests.bench.by_hand.country import apart, bearing
from tests.bench.by_hand.falling import PLAIN, keyed_chance
from tests.bench.by_hand.looking import Force, force, look, pools
from tests.bench.by_hand.told import Chance, Known, resolved

Degrees = tuple[int | None, ...]


Falling = Callable[[Force, Force], Chance]
"""Where the dice of a look fall: who looks, and for whom."""


def week(campaign: Campaign, chance: Falling) -> tuple[Degrees, Known]:
    """Return how good each look was (None out of range), and what has come of it."""
    known = Known([], [], [])
    forces = [force(army) for army in campaign.armies]
    _reveal(campaign, forces, known)
    every = pools(forces)
    degrees: list[int | None] = []
    for eyes in every:
        side = eyes.main.side
        for sought in every:
            if sought.main.side != side:
                found = look(campaign, eyes, sought)
                if found is None:
                    degrees.append(None)
                else:
                    own = chance(eyes, sought)
                    degrees.append(resolved(campaign, found, own, known))
    return tuple(degrees), known


def _reveal(campaign: Campaign, forces: list[Force], known: Known) -> None:
    """Tell what two spells show for sure."""
    for spell in campaign.spells:
        if not spell.works:
            continue
        here, side = forces[spell.caster.number].home, spell.side
        facts: dict[str, Any]
        if spell.name == "lay of the land":
            facts = {
                "enemies here": any(
                    each.main.side != side and here in each.held for each in forces
                ),
                "base here": any(
                    own != side and at == here for own, at in campaign.bases
                ),
            }
            about = spell.caster.number
            known.claims.append(("sense of the land", side, about, None, facts))
        elif spell.name == "locate distant object" and spell.standard is not None:
            about, name, bearer = spell.standard
            there = forces[bearer.number].home
            facts = {
                "name": name,
                "seen from": here,
                "hexes off": apart(here, there),
                "toward": bearing(here, there),
            }
            known.claims.append(("distant object", side, about, None, facts))


def _who(force: Force) -> tuple[int | str, ...]:
    """Return what a list of armies adds to the path of a roll."""
    return len(force.armies), *[ARMIES[army.number] for army in force.armies]


def _plain(_eyes: Force, _sought: Force) -> Chance:
    return PLAIN


def once(campaign: Campaign) -> Degrees:
    """Return how good each look of one week was."""
    return week(campaign, _plain)[0]


def keyed(secret: bytes) -> Callable[[Campaign], tuple[tuple[Degrees, Known], Any]]:
    """Return one week with keyed dice, which gives all that came of it, and the
    faces."""
    places: dict[tuple[Army, ...], Chance] = {}

    def chance(eyes: Force, sought: Force) -> Chance:
        looks = (*eyes.armies, *sought.armies)
        found = places.get(looks)
        if found is None:
            path = ("week__entry", "week.call.make_look", 2, *_who(eyes), *_who(sought))
            found = places[looks] = keyed_chance(secret, path)
        return found

    def run(campaign: Campaign) -> tuple[tuple[Degrees, Known], Any]:
        found = week(campaign, chance)
        return found, found[1].fell

    return run


def simulate(campaign: Campaign, trials: int) -> dict[Degrees, int]:
    """Return how often each list of results came."""
    counts: dict[Degrees, int] = {}
    for _ in range(trials):
        key = week(campaign, _plain)[0]
        counts[key] = counts.get(key, 0) + 1
    return counts
