"""What is timed against each other is the same: keyed dice by hand fall as ours do."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from interpreter.engine.dice import secret_of_seed
from interpreter.engine.once import RunOutcome
from interpreter.values.log import BEGINNING
from tests.bench import ours
from tests.bench.by_hand import table20
from tests.bench.tasks import TASKS

NUMBERS = ((1, 12), (0, 3), (0, 4), (0, 2), (0, 4), (0, 18), (0, 3), (0, 4), (0, 60))
BOUNDS = (*NUMBERS, (1, 4), *[(0, 1)] * 5)
KEYED = [task for task in TASKS if hasattr(task.module, "keyed") and not task.tells]


@pytest.mark.parametrize("task", KEYED, ids=lambda task: task.name)
@pytest.mark.parametrize("seed", ["17", "a"])
def test_runs_by_hand_and_ours_are_the_same(task: Any, seed: str) -> None:
    """Face by face, over runs of one game; equal results stand for equal results."""
    by_hand = task.module.keyed(secret_of_seed(seed))
    run = ours.once(
        task.pack, task.entry, task.given, ours.keyed(seed, task.pack, task.given)
    )
    known: dict[Any, Any] = {}
    for _ in range(200):
        result, faces = by_hand(*task.arguments)
        found = run()
        assert isinstance(found, RunOutcome)
        assert found.answers == tuple(faces)
        assert known.setdefault(result, found.result) == found.result
    assert len(set(known.values())) == len(known)


@pytest.mark.long  # a test of what is measured, not of what is played
@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_nothing_is_reported_in_odds_and_simulations(task: Any) -> None:
    """The trace costs them nothing: no report is emitted."""
    assert ours.reports(task.pack, "trace") > 0
    assert ours.reports(task.pack, "exact") == ours.reports(task.pack, "direct") == 0


@given(*[some.tuples(*[some.integers(*bounds) for bounds in BOUNDS])] * 2)
def test_the_twenty_modifiers_are_the_same(one: Any, other: Any) -> None:
    """By hand, as a total, and as the sum of the labelled rows, over any two rows."""
    names = ours.engine(TASKS[-1].pack).names
    state = ((one, other), BEGINNING)
    labelled = names["d0"](state, 0, 1)
    added = sum(each for each in labelled if each is not None)
    assert names["d0t"](state, 0, 1) == added == table20.total(one, other)
