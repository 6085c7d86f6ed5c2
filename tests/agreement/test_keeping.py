"""Games are the same, however little of what formulas gave is kept."""

from argparse import Namespace

import pytest

from interpreter.app.running.odds import trials_plan
from interpreter.app.running.once import answering
from interpreter.cli import arguments as cli_arguments
from interpreter.codegen import memoisation
from interpreter.engine.simulation.estimates import simulate

GAMES = 12  # of which the gate plays some
LITTLE = 40  # values inside values, where a formula of a game gives up to a dozen


@pytest.mark.parametrize(
    "scenario", ["gunfight", pytest.param("charge", marks=pytest.mark.long)]
)
@pytest.mark.parametrize(
    "policy", ["bold", pytest.param("random", marks=pytest.mark.long)]
)
@pytest.mark.parametrize("games", [3, pytest.param(GAMES, marks=pytest.mark.long)])
def test_what_is_kept_changes_no_game(
    scenario: str, policy: str, games: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who moves, falls and wins: all of it is found out anew in the one, and in the
    other only what was written."""
    given = {"pack": "rencounter", "procedure": None, "scenario": scenario}
    opened = cli_arguments.opened(Namespace(**given, values=[], option=[]))
    plan = trials_plan(opened, answering({}, policy, opened))
    wanted = simulate(plan, games, seed="kept").outcomes
    assert len(wanted) > 1
    monkeypatch.setattr(memoisation, "MOST_KEPT", LITTLE)
    assert simulate(plan, games, seed="kept").outcomes == wanted
