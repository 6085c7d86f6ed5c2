"""Values at the edge."""

from fractions import Fraction

import pytest

from interpreter.expressions.functions.plane import HEADING
from interpreter.reports.values import ValueNames, in_words, to_json, to_text
from interpreter.values.types import (
    INTEGER,
    JUDGE,
    Boolean,
    Entity,
    Enumeration,
    EnumerationPart,
    ListOf,
    MapOf,
    Maybe,
    Number,
    Record,
    Seat,
    SumOf,
    Text,
    Type,
    Value,
)

GRADE = Enumeration("grade", ("low", "very high"))
PIECE = Record("piece", (("topic", INTEGER), ("grade", Maybe(GRADE))))
NAMES = ValueNames(ids={"side": ("red", "blue")})

TABLE: tuple[tuple[Value, Type, str, object], ...] = (
    (3, INTEGER, "3", 3),
    (Fraction(-5, 4), Number(), "-5/4", "-5/4"),
    (Fraction(4, 2), Number(), "2", 2),
    (True, Boolean(), "yes", True),
    (None, Maybe(Boolean()), "none", None),
    (1, GRADE, "very high", "very high"),
    (1, EnumerationPart(GRADE, (1,)), "very high", "very high"),
    (0, Maybe(GRADE), "low", "low"),
    (1, Entity("side"), "blue", {"kind": "side", "id": "blue"}),
    (5, Entity("side"), "side 6", {"kind": "side", "id": "side 6"}),
    (JUDGE, Seat("side"), "judge", {"kind": "side", "id": "judge"}),
    ((0, 1), ListOf(GRADE), "[low, very high]", ["low", "very high"]),
    ((3, None), PIECE, "{topic: 3, grade: none}", {"topic": 3, "grade": None}),
    (((0, 2),), MapOf(Entity("side"), INTEGER), "{red: 2}", {"red": 2}),
    ("a\x1bb", Text(), "a<U+001B>b", "a\x1bb"),
    ((1, None, -3), SumOf("m"), "-2", {"total": -2, "rows": []}),
)


@pytest.mark.parametrize(("value", "kind", "text", "data"), TABLE)
def test_value(value: Value, kind: Type, text: str, data: object) -> None:
    """Names as written, fractions as n/d, none as null."""
    assert to_text(value, kind, NAMES) == text
    assert to_json(value, kind, NAMES) == data
    assert type(to_json(value, kind, NAMES)) is type(data)


@pytest.mark.parametrize(
    ("heading", "said"),
    [
        ((0, 1), "north"),
        ((-1, -1), "south-west"),
        ((0, -216), "south"),
        ((5, 5), "north-east"),
        ((-12, -144), "about south"),
        ((100, -99), "about south-east"),
        ((-70, 20), "about west"),
    ],
)
def test_a_heading_is_said_as_a_point_of_the_compass(
    heading: tuple[int, int], said: str
) -> None:
    """Or about the nearest one; it is written so that it can be read again."""
    assert in_words(heading, HEADING, ValueNames({})) == said
    assert "about" not in to_text(heading, HEADING, ValueNames({}))
