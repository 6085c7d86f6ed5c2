"""Whole games simulated: what is told of them, and that workers do not matter."""

import xml.etree.ElementTree as ElementTree
from argparse import Namespace
from pathlib import Path

import pytest

from interpreter.app.running.odds import plan
from interpreter.app.running.once import answering
from interpreter.cli import arguments as cli_arguments
from interpreter.engine.simulation.estimates import simulate
from tests.cli.calling import call, valid

GAME = (
    *("simulate", "rencounter", "--scenario", "gunfight", "--policy", "bold"),
    *("--trials", "20", "--seed", "s"),
)
FIELDS = ("winner", "turns", "losses: law", "losses: outlaws")


def test_winner_turns_and_losses_with_their_intervals() -> None:
    told = valid(call(*GAME, "--json"), "simulate")
    assert tuple(each["field"] for each in told["fields"]) == FIELDS
    assert (told["trials"], told["strategy"]) == (20, "direct")
    for field in told["fields"]:
        assert sum(each["count"] for each in field["outcomes"]) == 20
        for each in field["outcomes"]:
            assert 0 <= each["low"] <= each["share"] <= each["high"] <= 1


def test_without_a_policy_the_first_of_the_pack_answers() -> None:
    """It says so beside the results; a game in which nobody chooses ends at once."""
    unsaid = [each for each in GAME if each not in ("--policy", "bold")]
    found, named = call(*unsaid), call(*GAME)
    assert found.out == named.out
    assert "answered by 'bold'" in found.talk
    assert "answered by" not in named.talk


def test_a_picture_with_its_twin_in_words(tmp_path: Path) -> None:
    """What the text tells stands in the picture too, each field with its bars."""
    out = tmp_path / "gunfight.svg"
    text = call(*GAME, "--out", str(out)).out
    picture = ElementTree.parse(out).getroot()
    words = " ".join("".join(picture.itertext()).split())
    for said in (*FIELDS, "20 trials (direct)", "--seed s"):
        assert said in text
        assert said in words
    bars = [each for each in picture.iter() if each.tag.endswith("rect")]
    assert len(bars) >= len(FIELDS)


@pytest.mark.slow
def test_two_workers_count_what_one_does() -> None:
    values = {"pack": "rencounter", "procedure": None, "scenario": "gunfight"}
    opened = cli_arguments.opened(Namespace(**values, values=[], option=[]))
    planned = plan(opened, answering({}, "bold", opened))
    alone = simulate(planned, 20, seed="s")
    assert simulate(planned, 20, seed="s", workers=2, large=0) == alone
