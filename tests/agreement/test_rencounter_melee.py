"""The strokes of the pack `rencounter` equal brute force, its tables the printed ones."""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from tests.agreement.test_rencounter import rows, told
from tests.oracles import rencounter_melee as oracle

PRINTED: Mapping[str, Any] = YAML(typ="safe", pure=True).load(
    (Path(oracle.__file__).parent / "rencounter_melee_tables.yaml").read_text("utf-8")
)
NAMES = {
    "Spear/Bayonet": "spear or bayonet",
    "Axe/Mace": "axe or mace",
    "Javelin": "javelin in hand",
}


def given(**arguments: object) -> list[str]:
    """Arguments as the command line takes them."""
    return [w for name, each in arguments.items() for w in ("--with", f"{name}={each}")]


@pytest.mark.parametrize(
    "needs", [(7, 6, None), (8, 5, 3), (5, 7, 9), (-2, 12, 1), (13, 0, None)]
)
def test_stroke(
    capsys: pytest.CaptureFixture[str], needs: tuple[int, int, int | None]
) -> None:
    strike, parry, riposte = needs
    found = told(
        capsys, "odds", "stroke",
        *given(strike_needs=strike, parry_needs=parry,
               riposte_needs="none" if riposte is None else riposte,
               damage_modifier=-1, riposte_damage_modifier=1),
    )["outcomes"]  # fmt: skip
    law = {
        (each["value"]["attacker"], each["value"]["defender"]): Fraction(
            each["probability"]
        )
        for each in found
    }
    assert law == oracle.stroke(strike, parry, riposte, -1, 1)


@pytest.mark.parametrize(
    ("raw", "own", "other"), [(4, 0, -1), (3, -1, 0), (4, 0, 0), (3, 0, 0), (1, 1, 1)]
)
def test_weapon_break(
    capsys: pytest.CaptureFixture[str], raw: int, own: int, other: int
) -> None:
    found = told(capsys, "run", "weapon_break", *given(raw=raw, own=own, other=other))
    assert found["result"] is oracle.breaks(raw, own, other)


@pytest.mark.parametrize(("value", "sides"), [(4, 6), (6, 6), (7, 12), (12, 12)])
def test_improve(capsys: pytest.CaptureFixture[str], value: int, sides: int) -> None:
    found = told(capsys, "odds", "improve", *given(value=value, sides=sides))
    share = {e["value"]: Fraction(e["probability"]) for e in found["outcomes"]}
    assert share.get(True, 0) == oracle.improves(value, sides)


def test_the_36_cells_of_the_melee_weapons(capsys: pytest.CaptureFixture[str]) -> None:
    head, *found = rows(capsys, "melee_weapons")
    assert head[1:5] == ["to_hit", "damage", "ranks", "with_shield"]
    standing = {row[0]: row[1:5] for row in found}
    assert len(standing) == 9
    for name, printed in PRINTED["melee weapons"].items():
        *figures, shield = standing[NAMES.get(name, name.lower())]
        assert [int(f) for f in figures] == [int(f) for f in printed[:3]], name
        assert shield == {"Y": "yes", "N": "no"}[printed[3]], name


@pytest.mark.parametrize(
    ("table", "printed"),
    [
        ("wound_points", "wounds"), ("cover_in_melee", "covered"),
        ("shield_in_melee", "blocked"), ("shield_in_a_parry", "shields"),
        ("horse_skills", "horses"), ("kick_damage", "kicks"),
    ],
)  # fmt: skip
def test_table(capsys: pytest.CaptureFixture[str], table: str, printed: str) -> None:
    found = {row[0]: int(row[1]) for row in rows(capsys, table)[1:]}
    assert {name: found[name] for name in PRINTED[printed]} == PRINTED[printed]


def test_locations(capsys: pytest.CaptureFixture[str]) -> None:
    found = {int(row[0]): row[1] for row in rows(capsys, "locations")[1:]}
    assert found == PRINTED["locations"]


@pytest.mark.parametrize(
    ("name", "printed"), [("strike", "situation"), ("parry", "against the parry")]
)
def test_situation(
    capsys: pytest.CaptureFixture[str], name: str, printed: str
) -> None:
    found = {row[2]: row[1] for row in rows(capsys, name)[1:]}
    for row, worth in PRINTED[printed].items():
        assert int(found[row].split()[0]) == worth, row
