"""The shots of the pack `rencounter` equal brute force, its tables the printed ones."""

import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from interpreter.commands.main import main
from tests.oracles import rencounter

PRINTED: Mapping[str, Any] = YAML(typ="safe", pure=True).load(
    (Path(rencounter.__file__).parent / "rencounter_tables.yaml").read_text("utf-8")
)
# Names of the source that are not those of the pack.
NAMES = {
    "Cap & Ball Pistol": "cap and ball pistol",
    "Cap & Ball Revolver": "cap and ball revolver",
    "Lt. MG unbraced": "light machine gun unbraced",
    "Lt. MG braced": "light machine gun braced",
}
COVER = {
    "partly obscuring": "partial",
    "mostly hidden by leaves": "leaves",
    "about half, solid": "half solid",
    "three quarters, solid": "three quarters solid",
    "only enough out to see and shoot": "slit",
    "loophole, peeping": "loophole",
}


def told(capsys: pytest.CaptureFixture[str], *given: str) -> dict[str, Any]:
    """Ask the command line; its JSON."""
    assert main([given[0], "rencounter", *given[1:], "--json"]) == 0
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


def law(capsys: pytest.CaptureFixture[str], *given: str) -> dict[str, Fraction]:
    """Ask for an exact law."""
    outcomes = told(capsys, "odds", *given)["outcomes"]
    return {each["value"]: Fraction(each["probability"]) for each in outcomes}


def rows(capsys: pytest.CaptureFixture[str], name: str) -> list[list[str]]:
    """The rows of a table or of modifiers of the pack, their head first."""
    return [list(row) for row in told(capsys, "show", name)["shown"][0]["rows"]]


def number(cell: str) -> Fraction:
    """A figure as printed: `2 1/2`, `+1`."""
    return sum((Fraction(part) for part in cell.split()), Fraction(0))


@pytest.mark.parametrize("modifiers", [-11, -10, -9, -6, -5, -4, 0, 6, 7, 9])
def test_to_hit(capsys: pytest.CaptureFixture[str], modifiers: int) -> None:
    given = ("--with", "skill=5", "--with", f"modifiers={modifiers}")
    found = law(capsys, "to_hit", *given)
    assert found == rencounter.to_hit(5 + modifiers)


@pytest.mark.parametrize("modifier", range(-4, 5))
def test_damage(capsys: pytest.CaptureFixture[str], modifier: int) -> None:
    assert law(capsys, "damage", "--with", f"modifier={modifier}") == rencounter.damage(
        modifier
    )


@pytest.mark.parametrize("margin", ["what is needed", "up to eleven"])
@pytest.mark.parametrize("needed", [-5, -4, -1, 0, 1, 3, 4, 8, 11, 13])
def test_shot(capsys: pytest.CaptureFixture[str], margin: str, needed: int) -> None:
    cap = 11 if margin == "up to eleven" else 99
    for harm in (-2, 1):
        found = law(
            capsys, "shot", "--option", f"margin={margin}", "--with", "skill=5",
            "--with", f"modifiers={needed - 5}", "--with", f"damage_modifier={harm}",
        )  # fmt: skip
        assert found == rencounter.shot(needed, harm, cap)


def test_the_216_cells_of_the_missile_weapons(
    capsys: pytest.CaptureFixture[str],
) -> None:
    head, *found = rows(capsys, "missile_weapons")
    assert head[1:9] == [
        "short", "medium", "long", "extreme", "damage", "reload", "shots", "repeat"
    ]  # fmt: skip
    standing = {row[0]: row[1:9] for row in found}
    cells = 0
    for name, printed in PRINTED["missile weapons"].items():
        row = standing[NAMES.get(name, name.lower())]
        for as_printed, cell in zip(printed, row, strict=True):
            cells += 1
            if as_printed in ("Var", "5-17"):  # not one figure: the rules say which
                assert cell == "none"
            elif as_printed in PRINTED["repeat"]:
                assert cell == as_printed
            else:
                assert Fraction(cell) == number(as_printed), (name, as_printed)
    assert cells == 27 * 8


def group(capsys: pytest.CaptureFixture[str], name: str) -> dict[str, int]:
    """Row -> worth of a group of the modifiers of a shot."""
    return {
        row[2]: int(row[1])
        for row in rows(capsys, "fire_modifiers")[1:]
        if row[0] == name
    }


def test_range_bands(capsys: pytest.CaptureFixture[str]) -> None:
    found = group(capsys, "range")
    assert found.pop("out of range") == found["extreme"]  # refused before it is read
    assert found == PRINTED["range"]


def test_cover(capsys: pytest.CaptureFixture[str]) -> None:
    found = group(capsys, "cover")
    assert {name: found[COVER[name]] for name in COVER} == {
        name: worth for name, (worth, _) in PRINTED["cover"].items()
    }
    assert found["open"] == 0


def banded(capsys: pytest.CaptureFixture[str], name: str) -> dict[int, str]:
    """Whole number -> what a table gives, each band spelt out from -20 to 40."""
    spelt: dict[int, str] = {}
    for band, given in rows(capsys, name)[1:]:
        if band.endswith("-"):
            span = range(-20, int(band[:-1]) + 1)
        elif band.endswith("+"):
            span = range(int(band[:-1]), 41)
        else:
            low, _, high = band.partition("-") if band[0] != "-" else (band, "", "")
            span = range(int(low), int(high or low) + 1)
        spelt |= dict.fromkeys(span, given)
    return spelt


def test_movement_of_the_target(capsys: pytest.CaptureFixture[str]) -> None:
    found = banded(capsys, "target_movement")  # counted in halves of an inch
    for low, high, worth in PRINTED["movement"]:
        for halves in range(int(2 * low), int(2 * high) + 1):
            assert int(found[halves]) == worth


def test_wounds_by_the_die(capsys: pytest.CaptureFixture[str]) -> None:
    found = banded(capsys, "damage")
    for low, high, harm in PRINTED["damage"]:
        for total in range(low, high + 1):
            assert found[total] == harm == rencounter.wound(total)


def test_lucky_hits(capsys: pytest.CaptureFixture[str]) -> None:
    found = banded(capsys, "lucky_hits")
    for needed, second in PRINTED["confirm"].items():
        assert int(found[needed]) == second == rencounter.CONFIRM.get(needed, 0)


def test_shots_in_a_turn(capsys: pytest.CaptureFixture[str]) -> None:
    found = {row[0]: int(row[1]) for row in rows(capsys, "shots_in_a_turn")[1:]}
    assert found == PRINTED["repeat"]


def test_damage_of_scatter_guns(capsys: pytest.CaptureFixture[str]) -> None:
    found = {row[0]: int(row[1]) for row in rows(capsys, "spread_of_damage")[1:]}
    assert {band: found[band] for band in PRINTED["scatter gun"]} == {
        band: harm for band, (_, harm) in PRINTED["scatter gun"].items()
    }
