"""Where the path of a change leads in a base, and what is found again in another one.

A base is what the changes of an overlay find: all declarations of the pack, with its
own changes and those of packs below (`found_by_overlays`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from interpreter.diagnostics import Diagnostic, Unusable, nearest
from interpreter.pipeline.loading import layers_of
from interpreter.ruleset.layers import Sections
from interpreter.ruleset.node_merging import is_unchanged
from interpreter.ruleset.paths import (
    Address,
    PathPart,
    find,
    is_among_steps,
    names_in,
    node_at,
)
from interpreter.ruleset.reading import found_by_overlays
from interpreter.source import Name
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode


class Bases(Struct, frozen=True):
    """The declarations of the base of now, and of the older one if that is known."""

    old: Sections | None
    new: Sections


def sections_of(folder: Path) -> Sections:
    """Return the declarations of a pack as an overlay finds them; Unusable where its
    files cannot be read."""
    problems: list[Diagnostic] = []
    layers = layers_of(folder, problems)
    errors = [problem for problem in problems if problem.severity == "error"]
    if layers is None or errors:
        message = f"'{folder}' cannot be read as a base"
        raise Unusable(message, tuple(problems), f"umpire check {folder}")
    return found_by_overlays(layers)


class PathTarget(Struct, frozen=True):
    """What a path leads to: the nodes at its places, or which part is missing.

    `root` is the node of the declaration, `addresses` the places in it.
    """

    missing: int = 0
    root: Node | None = None
    addresses: tuple[Address, ...] = ()

    @property
    def node(self) -> Node | None:
        """What is there, if it is one place."""
        if self.root is None or len(self.addresses) != 1:
            return None
        return node_at(self.root, self.addresses[0])


def target_of(sections: Sections, parts: Sequence[PathPart]) -> PathTarget:
    """Return what a path of two parts or more leads to."""
    section = sections.get(parts[0].name)
    if section is None:
        return PathTarget(0)
    declaration = section.get(parts[1].name)
    if declaration is None:
        return PathTarget(1)
    places = find(declaration.node, list(parts[2:]))
    if isinstance(places, int):
        return PathTarget(2 + places, declaration.node)
    return PathTarget(len(parts), declaration.node, tuple(places))


class FoundAgain(Struct, frozen=True):
    """The name by which a part of a path may be found again. `is_certain`: all that it
    holds is the same, and more than a word or a number."""

    name: str
    is_certain: bool


def found_again(
    bases: Bases, parts: Sequence[PathPart], there: Sequence[PathPart], number: int
) -> FoundAgain | None:
    """Return how the part of a number is called in the new base, None if nothing there
    is like it: what has the same content, else what has a name that is near.

    `parts` is the path in the old base, `there` the same with the names that other
    parts have in the new one. Only a name that is new there can be another's new name.
    """
    named = _inside(bases.new, there, number)
    before = {} if bases.old is None else _inside(bases.old, parts, number)
    known = {name for name, _ in before.values()}
    new = {key: each for key, each in named.items() if key not in before}
    content = before.get(parts[number].name, ("", None))[1]
    if content is not None:
        alike = [name for name, node in new.values() if is_unchanged(content, node)]
        others = sum(is_unchanged(content, node) for _, node in before.values())
        if len(alike) == 1 and others == 1:
            return FoundAgain(alike[0], not isinstance(content, ScalarNode))
    near = nearest(parts[number].text, [name for name, _ in new.values()])
    return None if near is None or near in known else FoundAgain(near, False)


def _inside(
    sections: Sections, parts: Sequence[PathPart], number: int
) -> Mapping[Name, tuple[str, Node | None]]:
    """Return what may be the part of a number, by name: as it is written, and what it
    holds."""
    if number == 0:
        return {}
    if number == 1:
        declarations = sections.get(parts[0].name, {}).values()
        return {each.key: (each.name, each.node) for each in declarations}
    owner = target_of(sections, parts[:number])
    if owner.node is None or owner.root is None:
        return {}
    node = owner.node
    if isinstance(node, MappingNode) and not is_among_steps(
        owner.root, owner.addresses[0]
    ):
        return {key.name: (key.text, value) for key, value in node.entries}
    found: dict[Name, tuple[str, Node | None]] = {}
    for text in names_in(node, is_among_steps(owner.root, owner.addresses[0])):
        part = PathPart(text, parts[number].span)
        places = find(node, [part])
        one = places if not isinstance(places, int) and len(places) == 1 else []
        found[part.name] = (text, node_at(node, one[0]) if one else None)
    return found


def renamed(parts: Sequence[PathPart], number: int, name: str) -> list[PathPart]:
    """Return a path whose part of a number has another name."""
    found = list(parts)
    found[number] = replace(found[number], text=name)
    return found
