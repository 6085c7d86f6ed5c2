"""Records of JSON: how they are encoded, and the schemas that are made of them."""

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal

import jsonschema
import pytest
from msgspec import Struct

from interpreter.cli.main import VERBS
from interpreter.reports.odds import OddsReport, Outcome, odds_output
from interpreter.reports.outputs.encoding import (
    ABSENT,
    Absent,
    Limits,
    PackValue,
    VerbOutput,
    encoded,
    encoded_rows,
)
from interpreter.reports.values import ValueNames
from interpreter.values.types import INTEGER, Enumeration
from tests.cli.calling import ROOT
from tools.generate import written
from tools.output_schemas import output_schemas, schema_of

SKY = Enumeration("", ("rain", "clouds", "sun"))


class Piece(Struct, frozen=True, kw_only=True):
    """A piece."""

    name: str
    """Its name."""
    size: Literal[1, 2]
    """Its size."""


class Board(VerbOutput, frozen=True, kw_only=True):
    """A board with all that a record may have.

    This is for us.
    """

    for_: str
    """Whose
    it is."""
    share: Fraction
    """A fraction."""
    pieces: tuple[Piece, ...]
    """Its pieces."""
    count: Annotated[int, Limits(minimum=0)]
    """How many."""
    owner: str | None
    """The owner, or null."""
    best: Piece | None
    """The best piece, or null."""
    told: Mapping[str, PackValue]
    """Values."""
    note: str | Absent = ABSENT
    """A note."""


PIECE = Piece(name="keep", size=2)
BOARD = Board(
    for_="red",
    share=Fraction(2, 6),
    pieces=(PIECE,),
    count=1,
    owner=None,
    best=None,
    told={"a": PackValue([1, {"b": "1/2"}])},
)


def test_a_record_is_an_object_with_its_fields_in_order() -> None:
    """Tuples are lists, fractions texts, None is null, and what is absent is left
    out."""
    keep = {"name": "keep", "size": 2}
    assert json.dumps(encoded(BOARD)) == json.dumps(
        {
            "format": 1,
            "for": "red",
            "share": "1/3",
            "pieces": [keep],
            "count": 1,
            "owner": None,
            "best": None,
            "told": {"a": [1, {"b": "1/2"}]},
        }
    )
    assert encoded_rows((PIECE, PIECE)) == [keep, keep]


class Anything(Struct, frozen=True, kw_only=True):
    """A record that holds what no type here allows."""

    held: Any
    """What it holds."""


@pytest.mark.parametrize("value", [{1}, b"x", object(), 1j])
def test_what_json_cannot_have_is_refused(value: object) -> None:
    """Nothing is turned into a text silently."""
    with pytest.raises(TypeError, match="cannot be written as JSON"):
        encoded(Anything(held=(value,)))
    with pytest.raises(TypeError, match="is no record"):
        encoded(value)


def test_the_schema_of_a_record() -> None:
    """Its types, the texts below its fields, and no key that it does not have."""
    schema = schema_of(Board, "a board")
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["description"] == "A board with all that a record may have."
    assert schema["required"] == [
        *("format", "for", "share", "pieces", "count", "owner", "best", "told")
    ]
    assert schema["properties"]["for"] == {
        "type": "string",
        "description": "Whose it is.",
    }
    assert schema["properties"]["owner"]["type"] == ["string", "null"]
    assert schema["$defs"]["Piece"]["additionalProperties"] is False
    jsonschema.validate(encoded(BOARD), schema)


@pytest.mark.parametrize(
    "wrong",
    [
        {"more": 1},
        {"format": 2},
        {"share": 0.5},
        {"share": "a third"},
        {"count": -1},
        {"owner": 3},
        {"best": {"name": "keep"}},
        {"pieces": [{"name": "keep", "size": 3}]},
        {"pieces": [{"name": "keep", "size": 2, "more": 1}]},
        {"told": {"a": 0.5}},
        {"note": None},
    ],
)
def test_a_wrong_field_does_not_follow_the_schema(wrong: dict[str, object]) -> None:
    """Neither of the record nor of a record in it."""
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(encoded(BOARD) | wrong, schema_of(Board, "a board"))


@pytest.mark.parametrize("key", tuple(encoded(BOARD)))
def test_a_missing_field_does_not_follow_the_schema(key: str) -> None:
    """Only what may be absent may be missing."""
    data = encoded(BOARD)
    del data[key]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(data, schema_of(Board, "a board"))


class Silent(Struct, frozen=True, kw_only=True):
    """A record with a field that says nothing."""

    name: str


class Unknown(Struct, frozen=True, kw_only=True):
    """A record with a type that has no schema."""

    names: set[str]
    """Its names."""


def test_nothing_gets_a_schema_unseen() -> None:
    """A field without a text, a record without one, a type that is not known."""
    with pytest.raises(ValueError, match=r"Silent\.name has no text"):
        schema_of(Silent, "")
    with pytest.raises(TypeError, match="no rule for"):
        schema_of(Unknown, "")
    with pytest.raises(ValueError, match="Bare has no docstring"):
        schema_of(type("Bare", (Struct,), {}), "")


@pytest.mark.parametrize(("name", "schema"), tuple(output_schemas()))
def test_the_schemas_on_disk_are_those_of_the_records(
    name: str, schema: dict[str, Any]
) -> None:
    """What `tools/generate.py` would write is there already."""
    file = ROOT / "schemas" / "output" / f"{name}.schema.json"
    assert file.read_text(encoding="utf-8") == written(schema)


def test_each_schema_has_a_record() -> None:
    """One for each verb, and one for failures."""
    found = {file.name.split(".")[0] for file in (ROOT / "schemas/output").iterdir()}
    assert found == {verb for verb, _ in VERBS} | {"failure"}


ODDS = (
    OddsReport(SKY, (Outcome(0, 10), Outcome(2, 26)), 36),
    OddsReport(INTEGER, (Outcome(1, 5),), 6, Fraction(1, 6)),
    OddsReport(INTEGER, (Outcome(1, 6, (2,)),), 6, observed=(("left", INTEGER),)),
)


@pytest.mark.parametrize("report", ODDS)
def test_odds_follow_their_schema(report: OddsReport) -> None:
    """Exact, truncated and observed; no outcome has a key more or less."""
    schema = dict(output_schemas())["odds"]
    data = encoded(odds_output(report, ValueNames()))
    jsonschema.validate(data, schema)
    assert ("observed" in data["outcomes"][0]) == bool(report.observed)
    for key in ("value", "probability", "ways", "percent"):
        first = {k: v for k, v in data["outcomes"][0].items() if k != key}
        for wrong in (first, data["outcomes"][0] | {"more": 1}):
            with pytest.raises(jsonschema.ValidationError):
                jsonschema.validate(data | {"outcomes": [wrong]}, schema)
