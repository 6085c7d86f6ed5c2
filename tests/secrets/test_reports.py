"""V-ACKS-12, 14 and 15 to the end, and V-CON-10: a false report read again, every hex
of a vague one, and who is ever asked."""

import shutil
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from interpreter.app.opening.session import Session, entry_of
from interpreter.app.opening.values import value_of
from interpreter.app.running.odds import exact_odds
from interpreter.boards.board import Nesting
from interpreter.boards.hexes import Hex, within
from interpreter.engine.policies import Answers
from interpreter.expressions.typed import Constant
from interpreter.ir.stopping import choices
from interpreter.reports.explanation import explained
from interpreter.values.types import JUDGE
from tests.games.playing import data, done, hand
from tests.secrets.declared import Given
from tests.secrets.pairs import Playing, playing_of

CENTRE, ASIDE = (0, 0), (2, 0)  # 24-mile hexes
BALL = within(CENTRE, 2)
OTHERS = ("rear", "guard", "van", "van_left", "van_right", "veil_6", "veil_7")


@pytest.fixture
def playing() -> Playing:
    """Give the pack with the armies of the hunt."""
    return playing_of("acks-reconnaissance")


def middle(playing: Playing, coarse: Hex) -> str:
    """Return the label of the 6-mile hex in the middle of a 24-mile hex."""
    labels = playing.program.declared.boards["country"].labels
    origin = labels.place_of("3030")
    assert isinstance(origin, tuple)
    return str(labels.label(Nesting(4, origin).centre(coarse)))


@pytest.mark.parametrize("true", BALL, ids=str)
def test_each_area_that_may_be_told_is_as_likely(playing: Playing, true: Hex) -> None:
    """From each of the 19 hexes a report names each of the 19 around it with 1/19, so
    one that names the centre comes from each with the same probability."""
    worlds, here = playing.worlds, ASIDE if true == CENTRE else CENTRE
    pack = worlds.pack(worlds.world)
    entry = entry_of("area told", worlds.scenario, pack)
    texts = ("hunters", "guard", middle(playing, here), middle(playing, true))
    values = tuple(
        value_of(pack, text, each.type, worlds.scenario, each.name)
        for text, each in zip(texts, entry.takes, strict=True)
    )
    found = exact_odds(Session(pack, worlds.scenario, entry, values), Answers())
    law = {o.value: Fraction(o.weight, found.denominator) for o in found.outcomes}
    assert law == dict.fromkeys(within(true, 2), Fraction(1, 19))
    assert law[CENTRE] == Fraction(1, 19)


def test_a_vague_report_is_the_same_from_every_hex(playing: Playing) -> None:
    """Letter by letter, from the 18 that are one or two hexes from the hunters, who
    stand in the centre: what they are told of their own hex is no vague report."""
    play = next(each for each in playing.job.plays if "V-ACKS-14" in each.name)
    alone = {"scrying.aim": "host", "man.served": "host", "banner.with": "host"}

    def standing(true: Hex) -> Given:
        at = dict.fromkeys(("main_left.at", "main_right.at"), middle(playing, true))
        dice = {"dice": ("6", "4"), "centre": ("0,0",)}
        fields = {**play.one.fields, **alone, **at}
        return replace(play.one, fields=fields, dice=dice, absent=OTHERS)

    first, *rest = (each for each in BALL if each != CENTRE)
    assert len(rest) == 17
    for each in rest:
        pair = replace(play, one=standing(first), other=standing(each))
        counts = playing.pairs(pair, 1, 1)
        assert not counts.faults, counts.faults[0]
        assert len(counts.places) == 1


@pytest.mark.parametrize("procedure", ["order_march", "week", "day", "army_looks"])
def test_nobody_but_the_judge_is_asked(playing: Playing, procedure: str) -> None:
    """No pause and no prompt tells a mover that somebody is there, or that a spell of
    his might show who it is: casters are asked for nothing (ACKS-RECON-11)."""
    found = choices(playing.program, procedure)
    assert {"trick", "foray", "deception"} <= found.keys()
    assert all(
        isinstance(each.by, Constant) and each.by.value == JUDGE
        for each in found.values()
    )


def test_a_false_report_is_the_same_whenever_it_is_read(tmp_path: Path) -> None:
    """V-ACKS-12: looked at twice, after the game was replayed and verified, from a copy
    of it, and in a handout made anew. It was a catastrophe, and poses as a success."""
    there = ("elves-and-goblins", "reconnoiter", "--real-dice", "--rulings")
    given = ("--with", "observer=goblins", "--with", "target=elves")
    later = ("--seat", "elf_side=later", "--seat", "goblin_side=later")
    game = tmp_path / "a.game"
    words = ("play", "acks-reconnaissance", *there, *given, *later, "--game", game)
    ended = done(*words, text="\n\n\n1 1\n" + "\n" * 30)
    assert "catastrophe" in ended

    def read(one: Path) -> tuple[object, ...]:
        seat = ("--as", "goblin_side")
        looks = [done(verb, one, *seat) for verb in ("view", "log", "map")]
        return *looks, tuple(sorted(hand(one, "goblin_side").items()))

    first = read(game)
    (claim,) = data("view", game, "--as", "goblin_side")["claims"]
    assert claim["label"] == "marginal success"
    assert read(game) == first
    done("replay", game)
    done("verify", game)
    assert read(game) == first
    copy = tmp_path / "copy" / "a.game"
    copy.parent.mkdir()
    for name in ("a.game", "a.game.secret"):
        shutil.copy(tmp_path / name, copy.parent / name)
    assert read(copy) == first


@pytest.mark.parametrize("hide", ["6", "4", "1"], ids=["fumble", "tie", "success"])
@pytest.mark.parametrize("absent", [(), ("crew",)], ids=["one", "nobody"])
def test_whoever_hides_is_asked_for_a_lie_in_every_search(
    hide: str, absent: tuple[str, ...]
) -> None:
    """V-CON-10: before the dice, or a pause would tell the watcher of a fumble."""
    playing = playing_of("concealment")
    play = next(each for each in playing.job.plays if "V-CON-11" in each.name)
    given = replace(play.one, dice={"look": ("1",), "hide": (hide,)}, absent=absent)
    scene = playing._scene(play, given, {}, Random(1))
    ended = playing._played(play, scene, "1")
    said = explained(ended.report(), playing.program, ended.session.edge)
    asked, looked = (
        said.find("What a watcher is made to believe"),
        said.find("watcher searches glade"),
    )
    assert 0 <= asked < looked
