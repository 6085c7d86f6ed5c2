"""A row of the catalogue."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Code:
    """A code, how grave it is, what it means, and a bad and a good example of YAML."""

    code: str
    severity: Literal["error", "warning", "note"]
    title: str
    why: str
    bad: str
    good: str
