"""A row of the catalogue."""

from typing import Literal

from msgspec import Struct


class Code(Struct, frozen=True):
    """A code, how grave it is, what it means, and a bad and a good example of YAML."""

    code: str
    severity: Literal["error", "warning", "note"]
    title: str
    why: str
    bad: str
    good: str
