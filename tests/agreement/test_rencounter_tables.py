"""The tables of the pack `rencounter` are the printed ones, cell by cell.

What is printed stands in `tests/oracles/rencounter_tables.yaml`.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from interpreter.engine.exact.program import ExactProgram
from interpreter.engine.once import Engine, initial, play_out
from interpreter.engine.stops import ChoiceStop, DrawStop, RollStop
from interpreter.reports.tables import modifiers_shown, table_shown
from interpreter.reports.values import edge
from interpreter.source import normalised
from tests.agreement.asking import asking, opened
from tests.oracles import rencounter

PRINTED: Mapping[str, Any] = YAML(typ="safe", pure=True).load(
    (Path(rencounter.__file__).parent / "rencounter_tables.yaml").read_text("utf-8")
)
TRUTHS = ("yes", "no")
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


def rows(name: str) -> list[list[str]]:
    """The rows of a table or of modifiers as `show` prints them, their head first."""
    program = opened("rencounter")
    declared, names = (
        program.declared,
        edge(program.declared, program.initial_states[""]),
    )
    if normalised(name) in declared.tables:
        shown = table_shown(declared.tables[normalised(name)], names)
    else:
        shown = modifiers_shown(declared.modifiers[normalised(name)], names)
    return [list(row) for row in shown.rows]


def number(cell: str) -> Fraction:
    """A figure as printed: `2 1/2`, `+1`."""
    return sum((Fraction(part) for part in cell.split()), Fraction(0))


def test_the_216_cells_of_the_missile_weapons() -> None:
    head, *found = rows("missile_weapons")
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


def group(name: str) -> dict[str, int]:
    """Row -> worth of a group of the modifiers of a shot."""
    return {row[2]: int(row[1]) for row in rows("fire_modifiers")[1:] if row[0] == name}


def test_range_bands() -> None:
    found = group("range")
    assert found.pop("out of range") == found["extreme"]  # refused before it is read
    assert found == PRINTED["range"]


def test_cover() -> None:
    found = group("cover")
    assert {name: found[COVER[name]] for name in COVER} == {
        name: worth for name, (worth, _) in PRINTED["cover"].items()
    }
    assert found["open"] == 0


def banded(name: str) -> dict[int, str]:
    """Whole number -> what a table gives, each band spelt out from -20 to 40."""
    spelt: dict[int, str] = {}
    for band, given in rows(name)[1:]:
        if band.endswith("-"):
            span = range(-20, int(band[:-1]) + 1)
        elif band.endswith("+"):
            span = range(int(band[:-1]), 41)
        else:
            low, _, high = band.partition("-") if band[0] != "-" else (band, "", "")
            span = range(int(low), int(high or low) + 1)
        spelt |= dict.fromkeys(span, given)
    return spelt


def test_movement_of_the_target() -> None:
    found = banded("target_movement")  # counted in halves of an inch
    for low, high, worth in PRINTED["movement"]:
        for halves in range(int(2 * low), int(2 * high) + 1):
            assert int(found[halves]) == worth


def test_wounds_by_the_die() -> None:
    found = banded("damage")
    for low, high, harm in PRINTED["damage"]:
        for total in range(low, high + 1):
            assert found[total] == harm == rencounter.wound(total)


def test_lucky_hits() -> None:
    found = banded("lucky_hits")
    for needed, second in PRINTED["confirm"].items():
        assert int(found[needed]) == second == rencounter.CONFIRM.get(needed, 0)


def test_shots_in_a_turn() -> None:
    found = {row[0]: int(row[1]) for row in rows("shots_in_a_turn")[1:]}
    assert found == PRINTED["repeat"]


def test_damage_of_scatter_guns() -> None:
    found = {row[0]: int(row[1]) for row in rows("spread_of_damage")[1:]}
    assert {band: found[band] for band in PRINTED["scatter gun"]} == {
        band: harm for band, (_, harm) in PRINTED["scatter gun"].items()
    }


def keyed(name: str) -> dict[str, str]:
    """What a table gives for each word, or for each number of -20 to 40."""
    words = {row[0]: row[1] for row in rows(name)[1:]}
    if all(word[0] in "-0123456789" for word in words):
        return {str(key): given for key, given in banded(name).items()}
    return words


@pytest.mark.parametrize("name", PRINTED["by one key"])
def test_by_one_key(name: str) -> None:
    found = keyed(name)
    for key, given in PRINTED["by one key"][name].items():
        assert found[str(key)] == str(given), (name, key)


@pytest.mark.parametrize("name", PRINTED["by columns"])
def test_by_columns(name: str) -> None:
    head, *found = rows(name)
    standing = {row[0]: dict(zip(head, row, strict=True)) for row in found}
    columns, *printed = PRINTED["by columns"][name].items()
    for key, cells in printed:
        for column, cell in zip(columns[1], cells, strict=True):
            here = standing[key][column]
            if cell in ("Y", "N"):
                assert here == {"Y": "yes", "N": "no"}[cell], (key, column)
            else:
                assert Fraction(here) == number(cell), (key, column)


def worths(name: str) -> dict[str, str]:
    """Row -> worth of all groups of modifiers, as it is written; of one that an option
    decides, by its default, which stands first."""
    return {row[2]: by_default(row[1]) for row in rows(name)[1:]}


def by_default(written: str) -> str:
    """Return the worth of `if option.O is DEFAULT then A else B`: A."""
    asked = re.fullmatch(r"if option\.\w+ is \w+ then (\S+) else \S+", written)
    return asked[1] if asked else written


@pytest.mark.parametrize("name", PRINTED["by rows of modifiers"])
def test_rows_of_modifiers(name: str) -> None:
    found = worths(name)
    for row, worth in PRINTED["by rows of modifiers"][name].items():
        assert int(found[row]) == worth, (name, row)


@pytest.mark.parametrize("name", PRINTED["by every one more"])
def test_rows_that_count(name: str) -> None:
    found = worths(name)
    for row, worth in PRINTED["by every one more"][name].items():
        assert found[row].startswith(f"{worth:+} x "), (name, row)


@pytest.mark.parametrize("name", PRINTED["worked out"])
def test_worked_out(name: str) -> None:
    law = asking("rencounter", name)
    for *given, result in PRINTED["worked out"][name]:
        values = [each == "yes" if each in TRUTHS else Fraction(each) for each in given]
        assert law(*values) == {result: 1}, given


def test_action_times() -> None:
    found = {row[0]: row[1:3] for row in rows("action_times")[1:]}
    for action, turns in PRINTED["action times"].items():
        assert max(map(Fraction, found[action])) == Fraction(turns), action


def test_what_is_thrown() -> None:
    found = {row[0]: row[1:5] for row in rows("missile_weapons")[1:]}
    for thing, (standing, running) in PRINTED["thrown"].items():
        here = [Fraction(each) for each in found[thing]]
        assert here == standing
        assert [each * Fraction(3, 2) for each in here] == list(map(Fraction, running))


@pytest.mark.parametrize("name", PRINTED["breakpoint"])
def test_breakpoints(name: str) -> None:
    law = asking("rencounter", "breakpoint_reached", {"breakpoint": name})
    for *given, reached in PRINTED["breakpoint"][name]:
        assert law(*given) == {reached == "yes": 1}, given


FUSE = (("grenade fuse", "detailed"),)
BURNING = "a_burning_fuse"


def burning(**fields: Any) -> tuple[Any, ...]:
    """The state in which a grenade lies before two men, with other fields of him who
    threw it."""
    program = opened("rencounter", FUSE)
    state, kinds = initial(program, BURNING), list(program.declared.kinds)
    at = kinds.index("figure")
    man = list(state[at][0])
    for name, value in fields.items():
        man[program.declared.kinds["figure"].slot(name)] = value
    return (*state[:at], (tuple(man), *state[at][1:]), *state[at + 1 :])


def test_a_throw_timed_by_experience() -> None:
    exact = ExactProgram.of(opened("rencounter", FUSE))
    for experience, worth in PRINTED["grenade with a fuse"][
        "timed by experience"
    ].items():
        found = exact.odds("well_timed", (0,), burning(experience=experience)).outcomes
        assert [value for value, _ in found] == [worth], experience


@cache
def fused() -> Engine:
    """What runs the rules of grenades; its code is written once."""
    return Engine.of(opened("rencounter", FUSE))


def dice_of(name: str, given: tuple[Any, ...], faces: Mapping[str, int]) -> Any:
    """Run a procedure with some faces, else the highest of each die, and the first of
    what is offered; return (label, sides) of what fell."""
    fell: list[tuple[str, int]] = []

    def chance(stop: RollStop | DrawStop) -> Any:
        assert isinstance(stop, RollStop)
        fell.append((stop.instruction.label, stop.sides))
        return faces.get(stop.instruction.label, stop.sides)

    def decide(stop: ChoiceStop) -> Any:
        assert stop.offered is not None
        return stop.offered[0]

    play_out(fused(), name, given, burning(), chance, decide)
    return fell


def test_one_face_of_twelve_is_a_dud() -> None:
    for face in range(1, 13):
        first, *rest = dice_of("goes_off", (0,), {"fuse": face})
        assert first == ("fuse", 12)
        assert (not rest) is (face == PRINTED["grenade with a fuse"]["dud"]), face


def test_the_dice_of_a_kick() -> None:
    hero, bomb = 1, 0
    fell = dict(dice_of("kicks_it", (hero, bomb), {}))
    printed = PRINTED["grenade with a fuse"]["kicked"]
    assert {name: fell[name] for name in printed} == printed
