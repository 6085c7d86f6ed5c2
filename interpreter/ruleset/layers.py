"""A pack and the packs that it extends, each with its own declarations."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from interpreter.document import Mapping, Scalar, ValidFiles
from interpreter.problems import LimitExceeded, Problem, problem
from interpreter.ruleset.files import Part, read_parts
from interpreter.ruleset.finding import HEAD, INDEX, Find, meant_below, pack_below
from interpreter.ruleset.naming import check_continued, declare
from interpreter.ruleset.printed import unfold
from interpreter.ruleset.ruleset import SECTIONS, Declaration
from interpreter.source import Source, Span
from interpreter.values.names import plain

Sections = dict[str, dict[str, Declaration]]
_NAME = re.compile(r"[^\W\d_][\w -]*\Z")
MOST = 4_000
"""Declarations of a section, those of the packs below included."""


@dataclass(frozen=True, slots=True)
class Layer:
    """One pack of a chain, as its own files say it."""

    name: str
    folder: Path
    origin: str
    head: Mapping
    parts: tuple[Part, ...]

    @property
    def whole(self) -> bool:
        """Tell whether every file could be read."""
        return all(part.node is not None for part in self.parts)

    @property
    def extends(self) -> str:
        """The pack below, as its name or path is written; "" when there is none."""
        found = self.head.get("extends")
        return found.text if isinstance(found, Scalar) else ""

    @property
    def files(self) -> tuple[Source, ...]:
        """The files that could be read."""
        nodes = (part.node for part in self.parts)
        return tuple(node.span.source for node in nodes if node is not None)

    def map(self, key: str) -> Mapping | None:
        """Return the map behind a key of the head, or None."""
        found = self.head.get(key)
        return found if isinstance(found, Mapping) else None


def read_layers(
    folder: Path,
    find: Find,
    problems: list[Problem],
    valid: ValidFiles | None = None,
) -> list[Layer] | None:
    """Read a pack and all below it, the lowest first; None when one is not there.

    Files that are known to be `valid` are not validated again.
    """
    known = ValidFiles() if valid is None else valid
    layers: list[Layer] = []
    seen: set[Path] = set()
    while True:
        seen.add(folder.resolve())
        layer = _layer(folder, problems, known)
        layers.insert(0, layer)
        below = layer.head.get("extends")
        if not isinstance(below, Scalar):
            return layers
        found = pack_below(folder, below.text, find)
        if found is None:
            message = f"there is no pack '{below.text}' to extend"
            hint = meant_below(folder, below.text)
            problems.append(problem("R801", below.span, message, hint=hint))
            return None
        if found.resolve() in seen:
            message = f"'{below.text}' extends this pack in turn"
            problems.append(problem("R801", below.span, message, hint="end the circle"))
            return None
        folder = found


def _layer(folder: Path, problems: list[Problem], valid: ValidFiles) -> Layer:
    parts = tuple(read_parts(folder, problems, valid))
    first = next((part.node for part in parts if part.path == HEAD), None)
    nowhere = Span(Source(str(folder / HEAD), ""), 0, 0)
    head = first if isinstance(first, Mapping) else Mapping((), nowhere)
    title = head.get("name")
    if isinstance(title, Scalar) and not _NAME.match(title.text):
        message = f"'{title.text}' is no name of a pack"
        expected = "words of letters, digits, '_' and '-', a letter first"
        hint = "any other text is a 'title'"
        told = problem("R203", title.span, message, expected=expected, hint=hint)
        problems.append(told)
    name = title.text if isinstance(title, Scalar) else folder.resolve().name
    origin = name if head.get("extends") else f"pack {name}"
    return Layer(name, folder, origin, head, parts)


def merged(layers: list[Layer], problems: list[Problem]) -> Sections:
    """Return all declarations of all layers by section."""
    sections: Sections = {section: {} for section in SECTIONS}
    # the kind that is continued may be missing from a file that is ill-formed
    well_formed = not any(problem.severity == "error" for problem in problems)
    for layer in layers:
        for part in layer.parts:
            _take(layer, part, sections, problems)
    if well_formed:
        check_continued(sections["entities"], problems)
    unfold(sections["tables"], sections["types"], problems)
    return sections


def _take(
    layer: Layer, part: Part, sections: Sections, problems: list[Problem]
) -> None:
    if not isinstance(part.node, Mapping):
        return
    if part.path == INDEX:
        _declare_all(layer, part, "rulebook", part.node, sections, problems)
        return
    for section in SECTIONS:
        held = part.node.get(section)
        if isinstance(held, Mapping) and section != "rulebook":
            _declare_all(layer, part, section, held, sections, problems)


def _declare_all(
    layer: Layer,
    part: Part,
    section: str,
    held: Mapping,
    sections: Sections,
    problems: list[Problem],
) -> None:
    setting = section == "options" and part.path == HEAD and layer.head.get("extends")
    for key, node in held.entries:
        if setting and isinstance(node, Scalar):
            continue  # a value for an option of the pack below
        found = Declaration(
            key.text, plain(key.text), node, key.span, part.file, layer.origin
        )
        declare(section, found, sections[section], problems)
        if len(sections[section]) > MOST:
            raise LimitExceeded(f"{section} of a pack", MOST).at(key.span)


def owner_below(each: Declaration, layers: Sequence[Layer]) -> str:
    """Return the name of the pack below in whose files a declaration stands, or ""."""
    for layer in layers[:-1]:
        if any(part.file == each.file for part in layer.parts):
            return layer.name
    return ""


def head_of(layers: list[Layer]) -> Mapping:
    """Return what the heads say beside sections, the uppermost first."""
    left = {*SECTIONS, "extends", "change"}
    entries = {}
    for layer in layers:
        for key, node in layer.head.entries:
            if plain(key.text) not in left:
                entries[plain(key.text)] = (key, node)
    return Mapping(tuple(entries.values()), layers[-1].head.span)
