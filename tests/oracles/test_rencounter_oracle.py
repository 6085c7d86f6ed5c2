"""The oracle of Rencounter against the worked examples and itself."""

from fractions import Fraction

import pytest

from tests.oracles import rencounter


@pytest.mark.parametrize(
    ("needed", "ways"), [(0, 9), (-1, 7), (-2, 5), (-3, 3), (-4, 1), (-5, 0), (1, 12)]
)
def test_the_ladder_of_lucky_hits(needed: int, ways: int) -> None:
    # lines 386-397: skill 5 with -6 needs -1, about 5%; at -4, snake eyes
    assert rencounter.to_hit(needed)["hit"] == Fraction(ways, 144)


def test_a_natural_12_misses() -> None:
    assert rencounter.to_hit(11) == rencounter.to_hit(20)


@pytest.mark.parametrize("needed", range(-6, 15))
def test_wounds_add_up_to_hits(needed: int) -> None:
    law = rencounter.shot(needed, 0)
    assert sum(law.values()) == 1
    assert law["miss"] == rencounter.to_hit(needed)["miss"]


def test_needing_more_wounds_worse_unless_it_is_capped() -> None:
    assert rencounter.shot(14, 0)["dead"] > rencounter.shot(11, 0)["dead"]
    assert rencounter.shot(14, 0, cap=11) == rencounter.shot(11, 0)


def test_the_axe_breaks_the_sword_and_the_shield_does_not() -> None:
    # line 619: sword (0) struck with a 4, axe (-1) or rimmed shield (0) met it with a 3
    assert not rencounter.breaks(4, 0, -1)
    assert rencounter.breaks(3, -1, 0)
    assert not rencounter.breaks(4, 0, 0)
    assert not rencounter.breaks(3, 0, 0)


def test_a_veteran_runs_on_seven_to_nine_and_for_good_on_ten() -> None:
    # line 278
    results = [rencounter.acts(4, 5, 0, more) for more in range(3, 7)]
    assert results == ["shaken", "shaken", "shaken", "routs"]


def test_experience_four_becomes_five_with_a_five_or_a_six() -> None:
    # line 909
    assert rencounter.improve(4, 6) == Fraction(1, 3)
    assert rencounter.improve(6, 6) == 0


def test_more_than_five_points_that_stay_kill() -> None:
    # line 923: six points stay with six twos, or more after sepsis
    law = rencounter.heal(6, 0, False)
    assert sum(law.values()) == 1
    short = [key for key in law if sum(key[:2]) < 20]  # no hundred dice fell
    assert short
    assert all(died or stay <= 5 for _, stay, died in short)
    assert law[0, 6, True] > Fraction(1, 6**6)


@pytest.mark.parametrize("riposte", [None, 4])
def test_nobody_is_hurt_twice_by_one_stroke(riposte: int | None) -> None:
    law = rencounter.stroke(6, 5, riposte, 0, 0)
    assert sum(law.values()) == 1
    assert all("nothing" in wounds for wounds in law)
    assert any(a != "nothing" for a, _ in law) is (riposte is not None)
