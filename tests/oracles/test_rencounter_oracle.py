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
