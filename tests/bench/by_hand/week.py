"""By hand: a whole week of `campaign-week`: every side looks for every other."""

from collections.abc import Callable
from typing import Any

from tests.bench.by_hand.armies import Campaign
from tests.bench.by_hand.country import apart, bearing
from tests.bench.by_hand.falling import PLAIN, keyed_chance
from tests.bench.by_hand.looking import Force, force, look, pools
from tests.bench.by_hand.told import Chance, Known, resolved

Degrees = tuple[int | None, ...]


def week(campaign: Campaign, chance: Chance) -> tuple[Degrees, Known]:
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
                degrees.append(found and resolved(campaign, found, chance, known))
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


def once(campaign: Campaign) -> Degrees:
    """Return how good each look of one week was."""
    return week(campaign, PLAIN)[0]


def keyed(secret: bytes) -> Callable[[Campaign], tuple[tuple[Degrees, Known], Any]]:
    """Return one week with keyed dice, which gives all that came of it, and the
    faces."""
    chance = keyed_chance(secret, ("week__entry", "week.call.make_look"))

    def run(campaign: Campaign) -> tuple[tuple[Degrees, Known], Any]:
        found = week(campaign, chance)
        return found, found[1].fell

    return run


def simulate(campaign: Campaign, trials: int) -> dict[Degrees, int]:
    """Return how often each list of results came."""
    counts: dict[Degrees, int] = {}
    for _ in range(trials):
        key = week(campaign, PLAIN)[0]
        counts[key] = counts.get(key, 0) + 1
    return counts
