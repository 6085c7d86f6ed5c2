"""The entry points of the pack `rencounter` equal brute force, fraction for fraction.

Each over the whole range of its arguments, or a grid that passes every bound.
"""

from collections.abc import Mapping
from itertools import product

import pytest

from tests.agreement.asking import asking, possible
from tests.oracles import rencounter

PACK = "rencounter"
SOME = (0, 3, 6, 11, 14)
NEEDS = (-6, -1, 0, 1, 2, 3, 4, 5, 7, 9, 11, 12, 13, 15)


def test_to_hit() -> None:
    law = asking(PACK, "to_hit")
    for skill, modifiers in product((2, 5, 12), range(-20, 13)):
        theirs = rencounter.to_hit(skill + modifiers)
        assert law(skill, modifiers) == possible(theirs), (skill, modifiers)


def test_damage() -> None:
    law = asking(PACK, "damage")
    for modifier in range(-12, 16):
        assert law(modifier) == possible(rencounter.damage(modifier)), modifier


@pytest.mark.parametrize(
    ("margin", "cap"), [("what is needed", 99), ("up to eleven", 11)]
)
def test_shot(margin: str, cap: int) -> None:
    law = asking(PACK, "shot", {"margin": margin})
    for needed, harm in product(range(-6, 16), (-4, -1, 0, 1, 6, 12)):
        theirs = rencounter.shot(needed, harm, cap)
        assert law(5, needed - 5, harm) == possible(theirs), (needed, harm)


READINGS: Mapping[str, Mapping[str, str]] = {
    "own": {},
    "capped": {"margin": "up to eleven"},
    "both dice": {"depth of a stroke": "by both dice"},
}


@pytest.mark.parametrize(
    ("reading", "needs"),
    [
        *((reading, SOME) for reading in READINGS),
        pytest.param("own", NEEDS, marks=pytest.mark.long),
    ],
)
def test_stroke(reading: str, needs: tuple[int, ...]) -> None:
    law = asking(PACK, "stroke", READINGS[reading])
    for strike, parry in product(needs, needs):
        # a riposte of its own number: none, worse than the parry, as good, better
        for riposte, harm, back in (
            (None, 0, 0),
            (parry - 3, -1, 2),
            (parry, 1, 0),
            (13, 4, -6),
        ):
            given = (strike, parry, riposte, harm, back)
            assert law(*given) == rencounter.stroke(*given, reading), given


def test_weapon_break() -> None:
    law = asking(PACK, "weapon_break")
    for given in product(range(1, 13), range(-4, 7), range(-4, 7)):
        assert law(*given) == {rencounter.breaks(*given): 1}, given


@pytest.mark.parametrize(
    ("reading", "options"),
    [
        ("", {}),
        ("confirms", {"masters roll": "confirms a six"}),
        ("at two points", {"natural one": "at two points"}),
        ("on a seven alone", {"to flee": "on a seven alone"}),
    ],
)
def test_action_roll(reading: str, options: Mapping[str, str]) -> None:
    law = asking(PACK, "action_roll", options)
    for given in product(range(1, 7), range(6), range(-8, 13)):
        theirs = rencounter.action_roll(*given, reading)
        assert law(*given) == possible(theirs), given


def test_improve() -> None:
    law = asking(PACK, "improve")
    for value, sides in product(range(1, 22), range(2, 21)):
        better = rencounter.improve(value, sides)
        theirs = possible({True: better, False: 1 - better})
        assert law(value, sides) == theirs, (value, sides)


@pytest.mark.parametrize("care", [False, True])
@pytest.mark.parametrize(
    "modifier",
    [
        pytest.param(0, marks=pytest.mark.long),
        -1,
        pytest.param(-2, marks=pytest.mark.long),
    ],
)
def test_heal(modifier: int, care: bool) -> None:
    law = asking(PACK, "heal")
    for wounds in range(7):
        theirs = rencounter.heal(wounds, modifier, care)
        assert law(wounds, modifier, care) == theirs, wounds


@pytest.mark.parametrize("quick", [False, True])
def test_misfire(quick: bool) -> None:
    theirs = possible(rencounter.misfire(quick))
    assert asking(PACK, "misfire")(quick) == theirs
