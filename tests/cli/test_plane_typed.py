"""Places and headings of a plane: what is printed can be typed."""

from fractions import Fraction
from pathlib import Path

import pytest

from interpreter.app.answering.replies import split
from interpreter.app.opening.yaml_values import _PRINTED, value_in_line
from interpreter.diagnostics import Unusable
from interpreter.expressions.functions.plane import HEADING, PLACE
from interpreter.pipeline.opening import Pack, open_pack
from interpreter.reports.questions import Posed, PosedPart
from interpreter.reports.values import ValueNames, to_json, to_text
from interpreter.values.types import INTEGER, ListOf, Maybe, Record, Type, Value

AT = (Fraction(79, 6), 13)
MOVE = Record("move", (("to", PLACE), ("way", ListOf(PLACE)), ("turns", INTEGER)))

TABLE: tuple[tuple[Value, Type, str], ...] = (
    (AT, PLACE, "(13 1/6, 13)"),
    ((0, Fraction(-1, 12)), Maybe(PLACE), "(0, -1/12)"),
    ((AT, (3, 4)), ListOf(PLACE), "[(13 1/6, 13), (3, 4)]"),
    ((), ListOf(PLACE), "[]"),
    ((1, -1), HEADING, "south-east"),
    ((3, -1), HEADING, "{x: 3, y: -1}"),
    (((1, 0), (3, 1)), ListOf(HEADING), "[east, {x: 3, y: 1}]"),
    ((AT, (AT,), 2), MOVE, "{to: (13 1/6, 13), way: [(13 1/6, 13)], turns: 2}"),
)


@pytest.fixture(scope="module")
def pack() -> Pack:
    """A pack with a plane."""
    return open_pack(Path(__file__).parents[1] / "packs" / "tabletop")


@pytest.mark.parametrize(("value", "kind", "text"), TABLE)
def test_what_is_printed_is_read(
    pack: Pack, value: Value, kind: Type, text: str
) -> None:
    assert to_text(value, kind, ValueNames()) == text
    assert value_in_line(pack, text, kind, "field", "the answer") == value


@pytest.mark.parametrize("text", ["13 1/6, 13", "[13 1/6, 13]", "{x: 79/6, y: 13}"])
def test_other_ways_to_type_a_place(pack: Pack, text: str) -> None:
    assert value_in_line(pack, text, PLACE, "field", "the answer") == AT


@pytest.mark.parametrize(
    "text",
    ["(13 1/6, 13", "13 1/6, 13)", "(13 1/6 13)", "5;5", "5", "5,", "5, 5, 5", "here"],
)
def test_half_a_place_is_none(pack: Pack, text: str) -> None:
    """It says so in words of a player, and what one looks like."""
    with pytest.raises(Unusable, match=r"' is no place$") as caught:
        value_in_line(pack, text, PLACE, "field", "the answer")
    assert "such as 13 1/6, 4" in caught.value.hint


def test_data_is_exact() -> None:
    assert to_json(AT, PLACE, ValueNames()) == {"x": "79/6", "y": 13}
    assert to_json((1, 0), HEADING, ValueNames()) == {"x": 1, "y": 0}


def test_commas_inside_of_brackets_part_nothing() -> None:
    """So several places can be answered as they are printed."""
    options = ("(3, 4)", "(5 1/2, 6)", "none")
    asked = Posed("a", "b", "c", "", (PosedPart("", options),), (0, 2), False, None)
    assert split(asked, 0, "(3, 4), (5 1/2, 6)") == options[:2]
    assert split(asked, 0, "[(3, 4), 2]") == ("(3, 4)", "2")


def test_a_place_in_brackets_has_one_comma() -> None:
    """So nothing is looked for from each comma anew where no bracket ends: the time
    of that grew with the square of an answer."""
    assert _PRINTED.findall("[(1 1/2, 3), (1, 2, 3), (4, 5") == ["(1 1/2, 3)"]
