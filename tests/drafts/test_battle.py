"""The battle of `domains-at-war`, a pack that is being written: it can be fought.

It is kept here so that the language that it leans on, facing and turns above all, is
tried by a whole game; it is published once its rulebook is whole.
"""

import json
from pathlib import Path

import pytest

from interpreter.checking import check
from tests.games.playing import call

PACK = Path(__file__).with_name("domains-at-war")


def test_it_checks_without_an_error() -> None:
    """Warnings say what is not reached yet."""
    found = check(PACK, quick=True).problems
    assert [str(each) for each in found if each.severity == "error"] == []


def test_its_cases_pass() -> None:
    """Each with the line of its source."""
    code, out, _ = call("test", PACK)
    assert code == 0, out


@pytest.mark.parametrize("seed", ["3", "4", "5"])
def test_a_battle_is_fought_to_its_end(seed: str) -> None:
    """By a policy for both sides; only one army is left, or none."""
    words = ("--scenario", "skirmish", "--policy", "advance", "--seed", seed)
    code, out, _ = call("run", PACK, *words, "--json")
    assert code == 0
    winner = json.loads(out)["result"]
    assert winner is None or winner["id"] in ("men", "goblins")
    code, said, _ = call("run", PACK, *words)
    assert code == 0
    assert "morale results" in said or "shock results" in said
    assert "losses: none -> {casualties:" in said


def test_an_entry_point_is_run_with_the_words_it_leaves_open() -> None:
    """What is not said of an attack is not so."""
    words = ("--with", "throw=11", "--with", "armour_class=6", "--with", "charging=yes")
    code, out, _ = call("run", PACK, "attack_target", *words, "--json")
    assert code == 0
    assert json.loads(out)["result"] == 15
