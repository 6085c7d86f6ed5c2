"""Columns: the same dice as a stream, near the exact law, and given up in time."""

from itertools import islice
from pathlib import Path

import pytest

from interpreter.diagnostics import LimitExceeded
from interpreter.engine.dice import Stream
from interpreter.engine.exact.program import ExactProgram
from interpreter.engine.once import initial
from interpreter.engine.simulation import vectorised
from interpreter.engine.simulation.estimates import LANES, SimulationResult, simulate
from interpreter.engine.simulation.vectorised import Column, VectorisedPlan
from interpreter.pipeline.loading import load, usable
from tests.agreement.columns import columns_of, far_off
from tests.bench.ours import columns
from tests.bench.tasks import ROOT

HEAD = (
    "name: small\nprocedures:\n  small:\n    seen_by: everyone\n"
    "    gives: integer\n    steps:\n"
)
WAIT = """      - roll: {die: d6}
      - if: die is 6
        return: 1
      - call: small()
        as: later
      - return: later
"""
APART = """      - roll: {a: d1000}
      - roll: {b: d1000}
      - roll: {c: d1000}
      - return: a * 1000000 + b * 1000 + c
"""
ENDLESS = WAIT.replace("die is 6", "die is 7")

BEFORE = [(0, 40519), (1, 9481)]
"""Of 50,000 duels, by rank of the winner: counted while nothing was kept."""


def small(folder: Path, steps: str) -> VectorisedPlan:
    """Return the plan in columns of a procedure with these steps."""
    (folder / "ruleset.yaml").write_text(HEAD + steps, encoding="utf-8")
    return columns_of(usable(load(folder)), "small", (), "")


def tried(plan: VectorisedPlan, trials: int, seed: str = "s") -> SimulationResult:
    """Simulate in columns."""
    return simulate(plan, trials, seed=seed)


@pytest.mark.parametrize("sides", [2, 6, 255, 256, 1000, 5000, 1 << 20, 1 << 40])
def test_a_column_holds_the_faces_of_the_stream(sides: int) -> None:
    key = bytes(range(32))
    die, column = Stream(key).die(sides), Column(key)
    for number in (1, 0, 7, 5000, 3):
        faces = column.take(sides, number) + 1
        assert faces.tolist() == list(islice(iter(die, None), number))


@pytest.mark.parametrize("sides", [1, 3, 12, 255])
def test_faces_are_counted_one_by_one_or_in_pairs(sides: int) -> None:
    """Few and many, an even and an odd number of them, at an odd place in memory."""
    every = Column(bytes(32)).take(sides, 1_100 * sides + 8)
    for faces in (every[:0], every[1:99], every[1:], every[2:]):
        found = vectorised.counted(faces, sides).tolist()
        assert found == [faces.tolist().count(face) for face in range(sides)]


def test_what_is_kept_of_states_changes_no_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A duel, in which each exchange is met again, counts what it did before that."""
    given = {"scenario": "yard", "a": "ann", "b": "ben"}
    duels = columns(ROOT / "tests" / "packs" / "bench-duel", "duel", given, 50_000)
    assert duels is not None
    kept = duels()
    assert [(each.value, each.count) for each in kept.outcomes] == BEFORE
    monkeypatch.setattr(vectorised, "_MOST_KEPT", 0)
    assert duels() == kept


def test_each_number_of_sides_is_read_alone() -> None:
    one, other = Column(bytes(32)), Column(bytes(32))
    one.take(6, 100)
    assert one.take(12, 50).tolist() == other.take(12, 50).tolist()


def test_too_many_sides() -> None:
    with pytest.raises(LimitExceeded, match="sides"):
        Column(bytes(32)).take(1 << 61, 1)


def test_trials_that_wait_end_one_by_one(tmp_path: Path) -> None:
    plan = small(tmp_path, WAIT)
    found = tried(plan, 5000)
    assert [(each.value, each.count) for each in found.outcomes] == [(1, 5000)]
    assert plan.meets()


def test_equal_seeds_give_equal_runs_and_others_others(tmp_path: Path) -> None:
    plan = small(tmp_path, "      - roll: {a: d6, b: d8}\n      - return: a * b\n")
    assert tried(plan, 20_000) == tried(plan, 20_000)
    assert tried(plan, 20_000).outcomes != tried(plan, 20_000, "t").outcomes


def test_fewer_trials_are_the_first_of_more(tmp_path: Path) -> None:
    """What was interrupted is what fewer trials give."""
    plan = small(tmp_path, "      - roll: {a: d6, b: d8}\n      - return: a * b\n")

    def stop(done: int, asked: int) -> None:
        raise KeyboardInterrupt

    found = simulate(plan, 3 * LANES, seed="s", progress=stop)
    assert found.interrupted
    assert found.outcomes == tried(plan, found.trials).outcomes
    assert found.trials == LANES


def test_trials_that_hardly_meet_are_given_up(tmp_path: Path) -> None:
    assert not small(tmp_path, APART).meets()


def test_a_loop_without_an_end_is_a_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("interpreter.engine.simulation.vectorised.MOST_PASSES", 1000)
    plan = small(tmp_path, ENDLESS)
    with pytest.raises(LimitExceeded, match="steps of a run"):
        tried(plan, 100)
    assert not plan.meets()  # direct tells it, trial by trial


def test_lanes_are_shared_out_by_the_exact_distribution(tmp_path: Path) -> None:
    """The test of the chi-square: a die that is a little loaded is found."""
    plan = small(tmp_path, "      - roll: {a: 3d6}\n      - return: sum(a)\n")
    program = usable(load(tmp_path))
    law = ExactProgram.of(program, asked="small").odds(
        "small", (), initial(program, "")
    )
    trials = 200_000
    counts = {each.value: each.count for each in tried(plan, trials).outcomes}
    assert not far_off(law, counts)
    assert far_off(law, {**counts, 10: counts[10] + 1500, 11: counts[11] - 1500})
    assert far_off(law, {**counts, 99: 1})
