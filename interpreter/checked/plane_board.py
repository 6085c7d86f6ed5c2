"""What a pack declares of a board that is a plane."""

from dataclasses import dataclass

from interpreter.source import Span
from interpreter.values.types import Enumeration


@dataclass(frozen=True, slots=True)
class PlaneBoard:
    """A plane, whatever scenario, and the kinds of ground on it; `looks` say how each
    is drawn, "" where nothing is said."""

    name: str
    ground: Enumeration | None
    span: Span
    looks: tuple[str, ...] = ()
