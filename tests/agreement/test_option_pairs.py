"""Each pair of values of options that go together stands in one of a few settings, and
under these the pack `rencounter` is played to its end; the long jobs play them all."""

from itertools import combinations

import pytest

from interpreter.ruleset.finding import find_pack
from interpreter.ruleset.options import alike, worth
from tests.agreement.pairs import Switches, pairs
from tests.long.options import PACK, played, settings


@pytest.fixture(scope="module")
def switches() -> Switches:
    """The options of the pack."""
    return Switches.of(find_pack(PACK))


def test_what_goes_together(switches: Switches) -> None:
    found = pairs(switches)
    dice = ("activation_method", "dice and markers")
    assert frozenset({dice, ("ties_end_the_turn", True)}) in found
    assert frozenset({dice, ("hold_variant", True)}) not in found
    assert frozenset({dice, ("hold_variant", False)}) in found
    assert frozenset({("foot_speed", "basic"), ("run_limit", "unlimited")}) in found
    limited = ("run_limit", "his own experience")
    assert frozenset({("foot_speed", "basic"), limited}) not in found
    # two that each require a third go together with it
    drill, march = ("close_order_drill", True), ("a_deadly_weapon", "raises the rating")
    assert len(found[frozenset({drill, march})]) == 4


@pytest.mark.long
def test_each_such_pair_stands_in_a_setting(switches: Switches) -> None:
    missing = set(pairs(switches))
    for setting in settings():
        values = {
            (key, each)
            for key, option in switches.options.items()
            for each in option.values
            if alike(each, worth(setting[key]))
        }
        assert len(values) == len(switches.options)
        missing -= set(map(frozenset, combinations(values, 2)))
    assert missing == set()
    assert len(settings()) < 100


@pytest.mark.parametrize(
    ("batch", "policy"),
    [
        pytest.param(0, "bold", marks=pytest.mark.long),
        pytest.param(-1, "random", marks=pytest.mark.long),
    ],
)
def test_a_game_of_many_options_comes_to_its_end(batch: int, policy: str) -> None:
    assert played(settings()[batch], policy, "gate") == ""


def test_a_fault_is_told() -> None:
    apart = {"hold variant": "yes", "activation method": "dice and markers"}
    assert "exit 3: " in played(apart, "bold", "gate")
