"""A row of the catalogue."""

from typing import Literal

from msgspec import Struct


class Code(Struct, frozen=True):
    """A code, how grave it is, what it means, and a bad and a good example of YAML.

    `confidence`: a `certain` one is proved, a `likely` one is a guess by what is usual,
    which may be as its author wants it.
    """

    code: str
    severity: Literal["error", "warning", "note"]
    title: str
    why: str
    bad: str
    good: str
    confidence: Literal["certain", "likely"] = "certain"
