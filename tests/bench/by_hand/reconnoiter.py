"""By hand: one army looks for another at the start of the week, all modifiers."""

from collections.abc import Callable
from typing import Any

from tests.bench.by_hand import recon_roll
from tests.bench.by_hand.armies import ARMIES, Campaign
from tests.bench.by_hand.falling import PLAIN, keyed_chance
from tests.bench.by_hand.looking import Look, force, look, pool
from tests.bench.by_hand.told import Chance, Known, resolved

WORDS = ("catastrophe", "failure", "marginal success", "success", "major success")


def _look(campaign: Campaign, observer: str, target: str) -> Look | None:
    forces = [force(army) for army in campaign.armies]
    eyes = pool(forces, ARMIES.index(observer))
    return look(campaign, eyes, pool(forces, ARMIES.index(target)))


def reconnoiter(
    campaign: Campaign, observer: str, target: str, chance: Chance
) -> tuple[int | None, Known]:
    """Return how good it was (None out of range), and what has come of it."""
    known = Known([], [], [])
    found = _look(campaign, observer, target)
    return found and resolved(campaign, found, chance, known), known


def exact(campaign: Campaign, observer: str, target: str) -> dict[str, int]:
    """Return the ways of each result out of 36."""
    found = _look(campaign, observer, target)
    return {"none": 36} if found is None else recon_roll.exact(found.modifier)


def once(campaign: Campaign, observer: str, target: str) -> str:
    """Return how good one look was."""
    degree, _ = reconnoiter(campaign, observer, target, PLAIN)
    return "none" if degree is None else WORDS[degree]


def keyed(
    secret: bytes,
) -> Callable[[Campaign, str, str], tuple[tuple[int | None, Known], Any]]:
    """Return one look with keyed dice, which gives all that came of it, and the
    faces."""
    places: dict[tuple[str, str], Chance] = {}

    def run(
        campaign: Campaign, observer: str, target: str
    ) -> tuple[tuple[int | None, Known], Any]:
        chance = places.get((observer, target))
        if chance is None:
            path = ("reconnoiter__entry", "army_looks.call.make_look", observer, target)
            chance = places[observer, target] = keyed_chance(secret, path)
        found = reconnoiter(campaign, observer, target, chance)
        return found, found[1].fell

    return run


def simulate(
    campaign: Campaign, observer: str, target: str, trials: int
) -> dict[str, int]:
    """Return how often each result came; each trial is a look of its own."""
    counts = dict.fromkeys((*WORDS, "none"), 0)
    for _ in range(trials):
        degree, _ = reconnoiter(campaign, observer, target, PLAIN)
        counts["none" if degree is None else WORDS[degree]] += 1
    return counts


def simulate_summed_once(
    campaign: Campaign, observer: str, target: str, trials: int
) -> dict[str, int]:
    """Return the same; whoever wants no report adds the modifiers once."""
    found = _look(campaign, observer, target)
    if found is None:
        return {"none": trials}
    return recon_roll.simulate(found.modifier, trials)
