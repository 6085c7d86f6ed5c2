"""A house rule as somebody writes it who has read the README alone."""

from fractions import Fraction

import pytest

from tests.cli.calling import call, valid
from tests.oracles import rencounter

HOUSE = "tests/house/iron-men"
ORDERS = "tests/house/free-orders"
SHOT = (
    *("odds", HOUSE, "fires_at", "--scenario", "butts", "--with", "s=robin"),
    *("--with", "t=knight", "--with", "w=bow", "--with", "reach=short"),
)


@pytest.mark.parametrize("house", [HOUSE, ORDERS])
def test_it_is_sound(house: str) -> None:
    found = valid(call("check", house, "--quick", "--json"), "check")["problems"]
    assert not [each for each in found if each["severity"] != "note"]


@pytest.mark.parametrize(("house", "cases"), [(HOUSE, 2), (ORDERS, 5)])
def test_its_own_cases_pass(house: str, cases: int) -> None:
    told = valid(call("test", house, "--own", "--json"), "test")
    assert (told["passed"], told["failed"]) == (cases, 0)


@pytest.mark.parametrize(
    ("option", "needed"),
    [
        # fire 10, 2 less for haste, and full plate of 4 once or twice
        ((), 0),
        pytest.param(
            ("--option", "armour counts=as printed"), 4, marks=pytest.mark.long
        ),
    ],
)
def test_the_odds_before_and_after(option: tuple[str, ...], needed: int) -> None:
    told = valid(call(*SHOT, *option, "--json"), "odds")["outcomes"]
    found = {each["value"]: Fraction(each["probability"]) for each in told}
    assert found == rencounter.shot(needed, 0)


def test_what_differs_from_the_pack_below_is_shown() -> None:
    weapons = call("show", HOUSE, "missile weapons").out
    assert "arbalest" in weapons
    assert "arbalest" not in call("show", "rencounter", "missile weapons").out
    assert "doubled" in call("show", HOUSE, "armour counts").out
