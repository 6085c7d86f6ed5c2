"""The battle of `domains-at-war` is fought to its end, and its entry points answer."""

import json

import pytest

from tests.games.playing import call

PACK = "domains-at-war"


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


@pytest.mark.parametrize(
    ("scenario", "option"),
    [
        ("skirmish with a wizard", "terrain=yes"),
        # another option is another program to generate: one of them is enough here
        *(
            pytest.param(*more, marks=pytest.mark.long)
            for more in (
                ("skirmish at the ford", "special_attacks=yes"),
                ("skirmish at the ford", "scale_of_play=platoon"),
                ("skirmish with a wizard", "assaults=yes"),
            )
        ),
    ],
)
def test_a_battle_with_modules_is_fought_to_its_end(scenario: str, option: str) -> None:
    """What a module asks a policy answers, and no walk searches too far."""
    words = ("--policy", "advance", "--seed", "3", "--option", option, "--json")
    code, out, _ = call("run", PACK, "--scenario", scenario, *words)
    assert code == 0
    winner = json.loads(out)["result"]
    assert winner is None or winner["id"] in ("men", "goblins")


def test_an_entry_point_is_run_with_the_words_it_leaves_open() -> None:
    """What is not said of an attack is not so."""
    words = ("--with", "throw=11", "--with", "armour_class=6", "--with", "charging=yes")
    code, out, _ = call("run", PACK, "attack_target", *words, "--json")
    assert code == 0
    assert json.loads(out)["result"] == 15
