"""A pack as declarations by section and name."""

from collections.abc import Mapping as MappingOf
from dataclasses import dataclass
from pathlib import Path

from interpreter.document.nodes import Mapping, Node
from interpreter.source import Span
from interpreter.values.types import Value

SECTIONS = (
    "types", "boards", "entities", "events", "claims", "tables", "modifiers", "formulas",
    "walks", "procedures", "triggers", "options", "policies", "scenarios", "cases",
    "entry_points",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Declaration:
    """A named node of a section; `origin` is the pack, overlay or option it came from."""

    name: str
    key: str
    node: Node
    span: Span
    file: str
    origin: str


@dataclass(frozen=True, slots=True)
class OptionValue:
    """An option as settled, with all that it may be."""

    name: str
    value: Value
    values: tuple[Value, ...]
    default: Value
    span: Span


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Sections by name, each a map of declarations by plain name in the order of the files."""

    name: str
    folder: Path
    head: Mapping
    sections: MappingOf[str, MappingOf[str, Declaration]]
    options: MappingOf[str, OptionValue]
