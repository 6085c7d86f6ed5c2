"""Paths of an overlay by the name of what they lead to.

Newcomers write under `change` what they read in the rules, such as `Spotting Distance`,
in place of `formulas.spotting distance.is`.
"""

from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import islice
from typing import Final

from interpreter.diagnostics import nearest
from interpreter.ruleset.changes import path_of
from interpreter.ruleset.layers import Sections
from interpreter.ruleset.paths import PathPart, find, parts_of
from interpreter.source import Source, Span
from interpreter.yaml import MappingNode, Node, ScalarNode, SequenceNode

MOST_PATHS: Final = 3
"""Paths that are offered for one name."""
_ALMOST: Final = 0.85
"""The likeness of a name with one wrong letter or two."""
_LOOKED_AT: Final = 50_000
"""Entries among which a name is looked for."""
VALUES: Final = ("is", "add", "default")
"""Keys of what has one value, which is what people want to change."""


def paths_to(name: str, sections: Sections) -> list[str]:
    """Return the paths, at most a few, to what is declared under a name, whatever its
    capitals; a formula or a row at its value, so that it can be changed to another."""
    wanted = _plain(name)
    found = list(islice(_declared(wanted, sections), MOST_PATHS))
    found = found or list(islice(_within(wanted, sections), MOST_PATHS))
    if found:
        return found
    known = [each.name for declared in sections.values() for each in declared.values()]
    near = nearest(name.strip(), known)
    is_near = SequenceMatcher(None, wanted, _plain(near or "")).ratio() >= _ALMOST
    if near is None or not is_near:
        return []
    return list(_declared(_plain(near), sections))


def to_value(node: Node) -> str:
    """Return the key under which a map has its one value, "" for none."""
    if not isinstance(node, MappingNode):
        return ""
    found = (key for key in VALUES if isinstance(node.get(key), ScalarNode))
    return next(found, "")


def _plain(name: str) -> str:
    """Return a name without what may differ: its capitals and underscores."""
    return " ".join(name.replace("_", " ").lower().split())


def _declared(wanted: str, sections: Sections) -> Iterator[str]:
    for section, declarations in sections.items():
        for found in declarations.values():
            if _plain(found.name) == wanted:
                yield _path([section, found.name], found.node)


def _within(wanted: str, sections: Sections) -> Iterator[str]:
    """Yield paths to entries of that name within declarations, where each leads to one
    place."""
    left = _LOOKED_AT
    for section, declarations in sections.items():
        for found in declarations.values():
            waiting: list[tuple[list[str], Node]] = [
                ([section, found.name], found.node)
            ]
            while waiting and left > 0:
                names, node = waiting.pop()
                left -= 1
                for name, inner in _entries(node):
                    waiting.append(([*names, name], inner))
                    if _plain(name) != wanted:
                        continue
                    path = _path([*names, name], inner)
                    parts = parts_of(_text(path))[2:]
                    places = find(found.node, parts)
                    if not isinstance(places, int) and len(places) == 1:
                        yield path


def _entries(node: Node) -> Iterator[tuple[str, Node]]:
    if isinstance(node, MappingNode):
        yield from ((key.text, value) for key, value in node.entries)
    elif isinstance(node, SequenceNode):
        yield from (("", item) for item in node.items)


def _path(names: list[str], node: Node) -> str:
    text = ".".join(path_of([PathPart(each, _nowhere(each))]) for each in names if each)
    value = to_value(node)
    return f"{text}.{value}" if value else text


def _text(text: str) -> ScalarNode:
    return ScalarNode(text, _nowhere(text), "")


def _nowhere(text: str) -> Span:
    return Span(Source("", text), 0, len(text))
