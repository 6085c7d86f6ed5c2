"""Claims: alike in every form, false where they should be, exact in odds."""

from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from interpreter.codegen.generating import emit
from interpreter.codegen.loading import compile_emitted, depth_counter
from interpreter.codegen.source import direct
from interpreter.diagnostics import Unusable
from interpreter.engine.dice import KeyedDice, secret_of_seed
from interpreter.engine.exact.program import odds
from interpreter.engine.once import Engine, initial, play_out
from interpreter.engine.stops import DrawStop, RollStop
from interpreter.pipeline.loading import load, usable
from interpreter.values.log import FACTS, KIND, LABEL, MOMENT, STORE, TO
from tests.codegen.building import Script, choosing_of, unborn

PACK = Path(__file__).parents[1] / "packs" / "sightings"
PROGRAM = usable(load(PACK))
WORLD = initial(PROGRAM, "valley")
KINDS = list(PROGRAM.declared.kinds)
RED, BLUE = 0, 1
RIDERS, HELD = 0, 0
ENGINES = {form: Engine.of(PROGRAM, form) for form in ("once", "trace")}
RUNS = (
    ("look", (RIDERS, RED, -6)),
    ("look_again", (RIDERS, RED, -4)),
    ("believed", (RIDERS, RED, -5)),
    ("question_twice", (RIDERS, RED)),
    ("in_between", (RIDERS, RED, -6, 2, BLUE, 1)),
    ("muster_of", (RIDERS, RED, 1)),
    ("muster_of", (RIDERS, RED, 2)),
    ("sizes_of", (RIDERS, RED, False)),
    ("garrison_of", (RED, 2)),
    ("warn", (BLUE,)),
)


def claims(state: Any) -> Any:
    """Return the store of claims."""
    return state[KINDS.index(STORE)]


def run(form: str, name: str, given: tuple[Any, ...], seed: int) -> Any:
    """Return the result and the state of a run in segments."""
    script = Script(seed)
    found = play_out(ENGINES[form], name, given, WORLD, script.chance, script.decide)
    return found.result, unborn(found.game_state)


def run_direct(name: str, given: tuple[Any, ...], seed: int) -> Any:
    """Return the result and the state of a run in the direct form."""
    script = Script(seed)
    deeper, back = depth_counter()
    names: dict[str, Any] = {
        **{"die": script.next, "dice": script.dice, "draw": script.draw},
        **{"choose": script.choose, "choose_of": choosing_of(script.choose)},
        **{"deeper": deeper, "back": back},
    }
    compiled = compile_emitted(emit(PROGRAM, "direct"), None, names)
    *kinds, log = WORLD
    state: list[Any] = [[list(row) for row in kind] for kind in kinds]
    state.append(log)
    result = compiled.names[direct(name)](state, *given)
    *kinds, log = state
    return result, (*(tuple(tuple(row) for row in kind) for kind in kinds), log)


@pytest.mark.parametrize(("name", "given"), RUNS)
def test_every_form_tells_the_same(name: str, given: tuple[Any, ...]) -> None:
    """On the same dice the claims are equal, and the rest of the state too."""
    told = set()
    for seed in range(30):
        once = run("once", name, given, seed)
        assert run("trace", name, given, seed) == once
        assert run_direct(name, given, seed) == once
        told.add(claims(once[1]))
    assert any(told)


def test_claims_keep_their_order_and_their_date() -> None:
    """Each stands behind those told before, with the moment at which it was told."""
    _, state = run("once", "in_between", (RIDERS, RED, 9, 2, BLUE, 1), 1)
    kinds = [row[KIND] for row in claims(state)]
    assert kinds == ["capture", "alarm", "alarm", "sighting", "capture"]
    assert [row[MOMENT] for row in claims(state)] == [0, 0, 1, 2, 4]
    assert [row[TO] for row in claims(state)] == [BLUE, BLUE, BLUE, RED, RED]


def tale(seed: int) -> Any:
    """Return the claims of a captive who is questioned twice, with keyed dice."""
    dice = KeyedDice(secret_of_seed(str(seed)))

    def chance(stop: RollStop | DrawStop) -> Any:
        assert isinstance(stop, DrawStop)
        path = stop.instruction.site.path
        if stop.how_many is not None:
            first = dice.pick((path,), (1,) * len(stop.items))
            return (stop.items[first:] + stop.items[:first])[: stop.how_many]
        return stop.items[dice.pick((path,), (1,) * len(stop.items))]

    found = play_out(
        ENGINES["once"], "question_twice", (RIDERS, RED), WORLD, chance, chance
    )
    return [row for row in claims(found.game_state) if row[KIND] == "tale"]


def test_a_lie_is_never_true_covers_all_and_stays_the_same() -> None:
    """The riders are 60 and go east: they are said to be all else that they may be."""
    seen: Counter[Any] = Counter()
    for seed in range(200):
        first, again = tale(seed)
        assert first == again
        seen[dict(first[FACTS])[0], dict(first[FACTS])[1]] += 1
    assert set(seen) == set(product((10, 300), (0, 2, 3)))


def bands(total: int) -> str:
    """Return the outcome of a look, as the pack's table has it."""
    if total <= 2:
        return "catastrophe"
    return "failure" if total <= 5 else "marginal" if total <= 8 else "success"


def label_after_two(bonus: int) -> dict[str | None, Fraction]:
    """Return the law of the last label told after two looks, by brute force."""
    law: dict[str | None, Fraction] = {}
    for dice in product(range(1, 7), repeat=4):
        label = None
        for throw in (dice[:2], dice[2:]):
            outcome = bands(sum(throw) + bonus)
            if outcome != "failure":
                label = "success" if outcome == "success" else "marginal"
        law[label] = law.get(label, Fraction(0)) + Fraction(1, 6**4)
    return law


@pytest.mark.parametrize("bonus", range(-4, 2))
def test_odds_of_the_label_given_that_a_report_came(bonus: int) -> None:
    """The exact law of what is read from claims is that of brute force."""
    degrees = ("catastrophe", "failure", "marginal", "success")
    found = odds(PROGRAM, "look_again", (RIDERS, RED, bonus), WORLD)
    ours = {
        None if value is None else degrees[value]: Fraction(weight, found.denominator)
        for (value, _), weight in found.outcomes.items()
        if weight
    }
    expected = label_after_two(bonus)
    assert ours == expected
    came = 1 - expected.get(None, Fraction(0))
    given = ours.get("marginal", Fraction(0)) / came
    assert given == expected.get("marginal", Fraction(0)) / came


@pytest.mark.parametrize("bonus", [-4, -1, 0])
def test_odds_of_what_is_believed(bonus: int) -> None:
    """Half of all lies are about the size, and say each other size alike."""
    counts = Counter(bands(a + b + bonus) for a, b in product(range(1, 7), repeat=2))
    lie = Fraction(counts["catastrophe"], 36)
    true = Fraction(counts["marginal"] + counts["success"], 36)
    expected = {
        None: Fraction(counts["failure"], 36),
        "many": true + lie / 2,
        "few": lie / 4,
        "a host": lie / 4,
    }
    for whole in (False, True):
        found = odds(
            PROGRAM, "believed", (RIDERS, RED, bonus), WORLD, every_write=whole
        )
        ours = {
            value: Fraction(weight, found.denominator)
            for (value, _), weight in found.outcomes.items()
        }
        assert ours == {key: share for key, share in expected.items() if share}


def test_claims_that_nobody_reads_cost_nothing() -> None:
    """Asked for the degree alone, 36 ways are counted, and no lie is drawn."""
    given = ("look", (RIDERS, RED, -4), WORLD)
    assert odds(PROGRAM, *given).denominator == 36
    assert odds(PROGRAM, *given, every_write=True).denominator == 36 * 2 * 6


def test_the_distribution_of_the_degree_is_the_same_without_claims() -> None:
    """What is sliced away changes no chance."""
    for bonus in (-6, 0, 3):
        given = ("look", (RIDERS, RED, bonus), WORLD)
        found = [odds(PROGRAM, *given, every_write=each) for each in (False, True)]
        one, other = (
            {k: Fraction(w, each.denominator) for (k, _), w in each.outcomes.items()}
            for each in found
        )
        assert one == other


def test_too_many_lies_are_a_problem() -> None:
    """Two facts are shown; a third cannot be false, with a judge or without."""
    script = Script(1)
    engine = ENGINES["once"]

    def nobody(_: Any) -> Any:
        raise AssertionError("nobody can answer that")

    with pytest.raises(Unusable) as fault:
        play_out(engine, "written", (HELD, 3), WORLD, script.chance, nobody)
    assert fault.value.problems[0].code == "R708"


def test_what_is_to_be_false_may_not_be_true() -> None:
    """A judge who writes the truth is told so (R708)."""

    def chance(stop: RollStop | DrawStop) -> Any:
        assert isinstance(stop, DrawStop)
        return (0,) if stop.how_many is not None else 60

    with pytest.raises(Unusable) as fault:
        play_out(ENGINES["once"], "written", (HELD, 1), WORLD, chance, chance)
    assert fault.value.problems[0].code == "R708"


def test_a_row_holds_what_is_shown_and_nothing_else() -> None:
    """No place for a mark: a claim is kind, seat, about, label, facts, moment."""
    false = run("once", "look", (RIDERS, RED, -20), 3)[1]
    (row,) = claims(false)
    assert len(row) == 6
    assert row[LABEL] == 2  # marginal
    assert [place for place, _ in row[FACTS]] == [0, 1]


def muster(seed: int, lies: int) -> dict[int, Any]:
    """Return what is told of a band that is raised or not and has two wings of 60."""
    _, end = run("once", "muster_of", (RIDERS, RED, lies), seed)
    (row,) = claims(end)
    return dict(row[FACTS])


@pytest.mark.parametrize("lies", range(4))
def test_what_follows_a_false_fact_is_false_and_goes_with_it(lies: int) -> None:
    """As many sizes as wings, whatever is false; and all that may be said is."""
    truth = {0: False, 1: 2, 2: (60, 60)}
    seen: Counter[Any] = Counter()
    for seed in range(120):
        told = muster(seed, lies)
        assert len(told[2]) == told[1]
        false = {place for place in truth if told[place] != truth[place]}
        assert len(false) >= lies
        assert 1 not in false or 2 in false
        assert len(false) == lies or 1 in false
        seen[told[1], told[2]] += 1
    wings = {0: {2}, 3: {1, 3}}.get(lies, {1, 2, 3})
    sizes = [(n, (each,) * n) for n in wings for each in (10, 20)]
    true = {0: [(2, (60, 60))], 1: [(2, (60, 60))]}.get(lies, [])
    assert set(seen) == {*(sizes if lies else ()), *true}


@pytest.mark.parametrize("lies", range(6))
def test_at_most_so_many_facts_are_false(lies: int) -> None:
    """Never more, all that can be where it says more, and at least one.

    The store may be nothing else, so three facts can be false; and where nobody is
    said to hold it, 'nobody' is told though it is the truth.
    """
    truth = {0: True, 1: "nobody", 2: 7, 3: True}
    numbers = Counter[int]()
    for seed in range(60):
        _, end = run("once", "garrison_of", (RED, lies), seed)
        (row,) = claims(end)
        told = dict(row[FACTS])
        assert told[2] == truth[2]
        assert told[1] == "nobody" or told[0]
        numbers[sum(told[place] != truth[place] for place in truth)] += 1
    expected = {0: {0}, 1: {1}, 2: {1, 2}}
    assert set(numbers) == expected.get(lies, {2})
