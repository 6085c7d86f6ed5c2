"""A week by hand is ours: the same dice, results, claims and prisoners for a seed."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from interpreter.engine.dice import secret_of_seed
from interpreter.engine.once import RunOutcome
from interpreter.pipeline.loading import usable
from interpreter.semantics.declarations import Declarations
from interpreter.values.log import ABOUT, FACTS, KIND, LABEL, STORE, TO
from tests.bench import ours
from tests.bench.by_hand import reconnoiter, week
from tests.bench.by_hand.armies import ARMIES, campaign
from tests.bench.by_hand.told import Known
from tests.bench.tasks import RECONNAISSANCE, TASKS

SEEDS = [str(seed) for seed in range(50)]
SCENARIO = {"scenario": "campaign-week"}
NORTH, SOUTH = ARMIES[:3], ARMIES[3:]
TIMED = [task.arguments[1:] for task in TASKS if task.entry == "reconnoiter"]
PAIRS = [*product(NORTH, SOUTH), *product(SOUTH, NORTH)]


def both(module: Any, entry: str, given: dict[str, str], seed: str) -> tuple[Any, Any]:
    """Return what a run comes to by hand and as ours, with all that fell."""
    arguments = (campaign(), *(given[name] for name in given if name != "scenario"))
    dice, fell = ours.keyed(seed, RECONNAISSANCE, given), []

    def chance(stop: Any) -> Any:
        fell.append(dice(stop))
        return fell[-1]

    run = ours.once(RECONNAISSANCE, entry, given, chance)
    by_hand = module.keyed(secret_of_seed(seed))
    for _ in range(3):  # a game goes on: its dice do not begin again
        fell.clear()
        (result, known), faces = by_hand(*arguments)
        outcome = run()
    return (result, known, faces), (outcome, fell)


def rows(outcome: RunOutcome, kind: str) -> tuple[Any, ...]:
    """Return the rows of a kind as a run left them."""
    found: Any = outcome.game_state[list(_declared().kinds).index(kind)]
    return tuple(found)


def _declared() -> Declarations:
    return usable(ours._loaded(RECONNAISSANCE)).declared


def told(outcome: RunOutcome) -> list[Any]:
    """Return our claims in the shape of those by hand."""
    found = []
    for row in rows(outcome, STORE):
        named = _declared().claims[row[KIND]].facts
        facts = {named[at].name.replace("_", " "): value for at, value in row[FACTS]}
        kind = row[KIND].replace("_", " ")
        found.append((kind, row[TO], row[ABOUT], row[LABEL], facts))
    return found


def same(known: Known, faces: Any, outcome: RunOutcome, fell: Any) -> None:
    """Compare all that came of a run but its result; by hand a fact is its name."""
    facts = _declared().claims["reconnaissance_report"].facts
    names = {each.name.replace("_", " "): (i,) for i, each in enumerate(facts)}
    lies = [each if isinstance(each, tuple) else () for each in faces]
    assert fell == [
        names.get(lie[0], each) if lie else each
        for lie, each in zip(lies, faces, strict=True)
    ]
    assert known.claims == told(outcome)
    slot = _declared().kinds["prisoner"].slot
    taken = [(*each, (), False, (), None, None) for each in known.taken]
    unseen = [  # by hand nobody keeps what a prisoner saw
        tuple(None if at == slot("saw") else value for at, value in enumerate(row))
        for row in rows(outcome, "prisoner")
    ]
    assert taken == unseen


@pytest.mark.parametrize("seed", SEEDS)
def test_the_week(seed: str) -> None:
    """All looks of three weeks."""
    (result, known, faces), (outcome, fell) = both(week, "week", SCENARIO, seed)
    assert result == outcome.result
    same(known, faces, outcome, fell)


@pytest.mark.parametrize("seed", SEEDS)
def test_one_look(seed: str) -> None:
    """The pairs that are timed, and every other in some seeds; three looks each."""
    for observer, target in [*TIMED, PAIRS[int(seed) % len(PAIRS)]]:
        given = {**SCENARIO, "observer": observer, "target": target}
        (result, known, faces), (outcome, fell) = both(
            reconnoiter, "reconnoiter", given, seed
        )
        assert result == outcome.result
        same(known, faces, outcome, fell)


@pytest.mark.long  # the gate has those of whole weeks
@pytest.mark.parametrize(("observer", "target"), PAIRS)
def test_the_odds_of_one_look(observer: str, target: str) -> None:
    """Ours are those by hand, in ways of 36."""
    given = {**SCENARIO, "observer": observer, "target": target}
    found: Any = ours.odds_emitted(RECONNAISSANCE, "reconnoiter", given)()
    total = found.denominator
    law = {
        degree: Fraction(ways, total) for (degree, _), ways in found.outcomes.items()
    }
    by_hand = reconnoiter.exact(campaign(), observer, target)
    words = {word: number for number, word in enumerate(reconnoiter.WORDS)}
    assert law == {
        words.get(word): Fraction(ways, 36) for word, ways in by_hand.items() if ways
    }
