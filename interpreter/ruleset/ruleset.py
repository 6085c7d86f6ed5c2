"""A pack after its files are merged: declarations by section and name."""

from collections.abc import Mapping as Map
from pathlib import Path

from msgspec import Struct, field

from interpreter.ruleset.options import OptionValue
from interpreter.source import Name, Source, Span
from interpreter.yaml import MappingNode, Node

SECTIONS = (
    "types",
    "boards",
    "entities",
    "events",
    "claims",
    "tables",
    "modifiers",
    "formulas",
    "walks",
    "procedures",
    "triggers",
    "options",
    "policies",
    "scenarios",
    "cases",
    "entry_points",
    "rulebook",
)


class Declaration(Struct, frozen=True):
    """A declaration of a section: its `name` as written, and as a `key`.

    `origin` is `pack NAME`, `option X` or an overlay.
    """

    name: str
    key: Name
    node: Node
    span: Span
    file: str
    origin: str


TableOfCases = tuple[Declaration, tuple[Declaration, ...]]
"""A table of cases, and the cases of its rows."""


class Origin(Struct, frozen=True):
    """A change that was made: where, by whom, the value before and after, and
    whether it said so."""

    path: str
    section: str
    key: str
    verb: str
    by: str
    span: Span
    before: Node | None
    after: Node | None
    expects: bool = False


class Ruleset(Struct, frozen=True):
    """A pack, whole: its own files and those of the packs that it extends.

    `sections` has every section, each in the order of the files. `head` holds what is
    no section (title, seats, owner ...), the overlay's first. `origins` lists the
    changes in the order in which they were made. `uncut` has the sections with all that
    `only` cuts away with these options. `chain` names the packs, this one first: the
    folder of each, and what it extends as it is written ("" for the last); `files` are
    all that were read of them. `merged` are the sections before any option or overlay,
    if they were read without a problem; nobody changes them. `own_scenarios` are
    the scenarios without what they have from those that they are like;
    `tables_of_cases` are tables of cases with the cases of their rows.
    """

    name: str
    folder: Path
    head: MappingNode
    sections: Map[str, Map[str, Declaration]]
    options: Map[str, OptionValue]
    origins: tuple[Origin, ...] = ()
    uncut: Map[str, Map[str, Declaration]] = field(default_factory=dict)
    chain: tuple[tuple[Path, str], ...] = ()
    files: tuple[Source, ...] = ()
    merged: Map[str, Map[str, Declaration]] | None = None
    own_scenarios: Map[str, Declaration] = field(default_factory=dict)
    tables_of_cases: Map[str, TableOfCases] = field(default_factory=dict)


__all__ = ["SECTIONS", "Declaration", "OptionValue", "Origin", "Ruleset"]
