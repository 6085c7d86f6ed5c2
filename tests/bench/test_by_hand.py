"""The work by hand is right: brute force, and every peer gives the same law.

Nothing here reads a clock.
"""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tests.bench.by_hand import (
    duel,
    gunshot,
    knowledge,
    recon_roll,
    shot,
    table20,
    three_d20,
)
from tests.bench.ours import odds_emitted
from tests.bench.tasks import DICE_POOLS, LAWFUL, POOLS, peer
from tests.oracles import rencounter

D6, D8, D12, D20 = (range(1, sides + 1) for sides in (6, 8, 12, 20))
Law = dict[Any, Fraction]


def proportions(law: dict[Any, int]) -> Law:
    """Return the law in lowest terms; outcomes that never come are left out."""
    total = sum(law.values())
    return {value: Fraction(ways, total) for value, ways in law.items() if ways}


def band(total: int) -> str:
    """Return the printed band of a total."""
    names = ("catastrophe", "failure", "marginal success", "success", "major success")
    return names[sum(total > edge for edge in (2, 5, 8, 11))]


@pytest.mark.parametrize("modifier", range(-12, 13))
def test_recon_roll(modifier: int) -> None:
    """All 36 pairs."""
    law = Counter(band(a + b + modifier) for a, b in product(D6, D6))
    assert proportions(recon_roll.exact(modifier)) == proportions(law)


@pytest.mark.parametrize("depth", range(3))
def test_knowledge(depth: int) -> None:
    """All 3 * 512 throws, of which the first one, two or three dice count."""
    law: Counter[Any] = Counter()
    for number, *dice in product((1, 2, 3), D8, D8, D8):
        known: dict[int, int] = {}
        for topic in dice[:number]:
            known[topic] = min(2, known.get(topic, depth - 1) + 1)
        law[tuple(sorted(known.items()))] += 1
    assert knowledge.exact(depth) == dict(law)


@pytest.mark.parametrize("needed", range(-6, 15))
@pytest.mark.parametrize("harm", [-2, 0, 3])
def test_gunshot(needed: int, harm: int) -> None:
    """As the oracle has it, which tries every triple."""
    found = proportions(gunshot.exact(needed, harm))
    theirs = rencounter.shot(needed, harm)
    assert found == {value: share for value, share in theirs.items() if share}


@pytest.mark.parametrize("needed", D12)
def test_shot(needed: int) -> None:
    """All 1,728 triples."""
    law: Counter[str] = Counter()
    for die, confirm, harm in product(D12, D12, D12):
        total = harm + 3 * (die == 12 and confirm >= needed)
        wound = sum(total > edge for edge in (3, 7, 10, 13)) + 1
        law[shot.WOUNDS[wound if die >= needed else 0]] += 1
    assert proportions(shot.exact(needed)) == proportions(law)


@pytest.mark.parametrize(("needed", "modifier"), [(1, 0), (2, -3), (11, 0), (20, 6)])
def test_three_d20(needed: int, modifier: int) -> None:
    """All 8,000 triples, each with all 36 pairs."""
    pairs = Counter(a + b + modifier for a, b in product(D6, D6))
    law: Counter[Any] = Counter()
    for dice in product(D20, D20, D20):
        hits, ones = sum(die >= needed for die in dice), dice.count(1)
        for total, ways in pairs.items():
            edges = sum(total > edge for edge in (2, 5, 8))
            shock = ("rout", "flee", "recoil", "stand firm")[edges]
            law[hits, ones, shock if hits >= 2 else "untested"] += ways
    assert three_d20.exact(needed, modifier) == dict(law)


@pytest.mark.parametrize("lead", [-13, -3, 0, 2, 5, 11, 12])
def test_duel(lead: int) -> None:
    """Both ways by hand, and Fractions round by round over every face."""
    blows: Counter[tuple[int, int]] = Counter()
    for mine, yours, cut in product(D12, D12, (1, 2, 3)):
        gap = mine + lead - yours
        blows[(0, cut) if gap > 0 else (cut, 0) if gap < 0 else (0, 0)] += 1
    states = {(8, 8): Fraction(1)}
    for _ in range(50):
        after: dict[tuple[int, int], Fraction] = {}
        for (a, b), share in states.items():
            for (x, y), ways in blows.items():
                key = (max(0, a - x), max(0, b - y)) if a and b else (a, b)
                after[key] = after.get(key, Fraction(0)) + share * Fraction(ways, 432)
        states = after
    law: dict[str, Fraction] = dict.fromkeys(("first", "second", "nobody"), Fraction(0))
    for (a, b), share in states.items():
        law["second" if not a else "first" if not b else "nobody"] += share
    for by_hand in (duel.exact, duel.exact_by_rounds):
        found = by_hand(lead)
        assert sum(found.values()) == 432**50
        assert {each: Fraction(w, 432**50) for each, w in found.items()} == law


@pytest.mark.parametrize("lead", [-12, -3, 0, 2, 11])
def test_duel_in_numpy(lead: int) -> None:
    """100,000 duels are as exact odds say, within five standard deviations."""
    trials = 100_000
    exact, found = duel.exact(lead), duel.simulate_in_numpy(lead, trials)
    for each, ways in exact.items():
        share = Fraction(ways, 432**50)
        variance = trials * share * (1 - share)
        assert (found[each] - trials * share) ** 2 <= 25 * variance


def test_table20() -> None:
    """The worked example in the pack: 9 - 6 is 3 or less, and 12 always misses."""
    assert table20.total(table20.ARCHER, table20.GUARD) == -6
    assert table20.exact(table20.ARCHER, table20.GUARD) == {"hit": 3, "miss": 9}
    sure = (30, *table20.ARCHER[1:])
    assert table20.exact(sure, table20.GUARD) == {"hit": 11, "miss": 1}


@pytest.mark.parametrize("task", LAWFUL, ids=lambda task: task.name)
def test_sampling_finds_only_what_exact_knows(task: Any) -> None:
    """Neither one run nor a simulation gives an outcome without ways."""
    known = {each for each, ways in task.module.exact(*task.arguments).items() if ways}
    assert {task.module.once(*task.arguments) for _ in range(200)} <= known
    counts = task.module.simulate(*task.arguments, 500)
    assert sum(counts.values()) == 500
    assert {each for each, count in counts.items() if count} <= known


@pytest.mark.filterwarnings("ignore:.*experimental")
@pytest.mark.parametrize("library", ["icepool", "dyce"])
@pytest.mark.parametrize("task", LAWFUL, ids=lambda task: task.name)
def test_peers_agree(library: str, task: Any) -> None:
    """A peer's law is the one by hand, fraction for fraction."""
    call = peer(library, task.peer, task.arguments)
    if call is None:
        pytest.skip(f"{library} has no such task, or is not installed")
    law: Any = call()
    assert proportions(law) == proportions(task.module.exact(*task.arguments))


@pytest.mark.parametrize("library", ["icepool", "dyce"])
@pytest.mark.parametrize(("name", "entry", "function"), POOLS)
def test_peers_agree_on_pools(
    library: str, name: str, entry: str, function: str
) -> None:
    """A peer's pool has the odds of the pack's procedure."""
    call = peer(library, function, ())
    if call is None:
        pytest.skip(f"{library} has no {name}, or is not installed")
    found: Any = odds_emitted(DICE_POOLS, entry, {})()
    law = {result: ways for (result, _), ways in found.outcomes.items()}
    theirs: Any = call()
    assert proportions(law) == proportions(theirs)


@pytest.mark.filterwarnings("ignore:.*experimental")
def test_an_expert_agrees() -> None:
    """A peer's law is the same when a round's law is made once."""
    call = peer("icepool", "duel_expert", (2,))
    assert call is not None
    law: Any = call()
    assert proportions(law) == proportions(duel.exact(2))
