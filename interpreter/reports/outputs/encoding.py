"""From records to plain data that `json` can write, and the records within values."""

from collections.abc import Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any, Final, Literal, NewType

from msgspec import Struct

PackValue = NewType("PackValue", object)
"""A value of a pack as plain data, made by `reports.values.to_json`: its shape depends
on the types of the pack."""


class Absent(Enum):
    """The type of a field that may be left out of its object."""

    ABSENT = "absent"


ABSENT: Final = Absent.ABSENT
"""The value of such a field where it is left out; None is written as null."""


class Limits(Struct, frozen=True):
    """What a schema says of numbers, texts and lists beside their type."""

    minimum: int | None = None
    maximum: int | None = None
    pattern: str | None = None
    max_items: int | None = None


NUMBER_PATTERN = "^-?[0-9]+(/[0-9]+)?$"

Count = Annotated[int, Limits(minimum=0)]
Ordinal = Annotated[int, Limits(minimum=1)]
"""A number that counts from 1."""
Frequency = Annotated[float, Limits(minimum=0, maximum=1)]
Percent = Annotated[float, Limits(minimum=0, maximum=100)]
ExactNumber = Annotated[int | str, Limits(pattern=NUMBER_PATTERN)]
"""A whole number, or a fraction as text."""


class VerbOutput(Struct, frozen=True, kw_only=True):
    """What a verb prints with `--json`."""

    format: Literal[1] = 1
    """The version of this shape."""


def key_of(field: str) -> str:
    """Return the key of a field; `for_` is `for`, which Python keeps for itself."""
    return field.removesuffix("_")


def encoded(record: object) -> dict[str, Any]:
    """Return a record as plain data, its keys in the order of its fields.

    Raises TypeError if it is no record, or holds what JSON cannot have.
    """
    if not isinstance(record, Struct):
        raise TypeError(f"{type(record).__name__} is no record")
    return {
        key_of(name): _encoded(value)
        for name in record.__struct_fields__
        if (value := getattr(record, name)) is not ABSENT
    }


def encoded_rows(records: Sequence[object]) -> list[dict[str, Any]]:
    """Return records as a list of plain data."""
    return [encoded(record) for record in records]


def _encoded(value: object) -> object:
    # text first: most values are
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, Struct):
        return encoded(value)
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Mapping):
        return {key: _encoded(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [_encoded(item) for item in value]
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")


class ModifierRowOutput(Struct, frozen=True, kw_only=True):
    """A row of modifiers."""

    group: str
    """The group."""
    row: str
    """The row."""
    value: ExactNumber | None
    """What it added, or would have added; null if that is not known."""
    applied: bool
    """Whether it counts."""
    why: str
    """Why it does not count: the condition that failed, and what it compared; else
    empty."""
    rule: str
    """The rule that it names, or an empty text."""
    at: str
    """Its place: file:line:column."""


class SumOutput(Struct, frozen=True, kw_only=True):
    """A labelled sum."""

    total: ExactNumber
    """The sum of the rows that count."""
    rows: tuple[ModifierRowOutput, ...]
    """All rows, applied or refused."""
