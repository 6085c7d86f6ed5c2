"""Declarations with the name of an engine function (R305), and what to do about it."""

import re
from collections.abc import Iterator
from collections.abc import Mapping as Mappings
from types import MappingProxyType

from interpreter.diagnostics import problem
from interpreter.expressions.functions import NAMES
from interpreter.ruleset.ruleset import Declaration
from interpreter.semantics.names import Names
from interpreter.source import Span
from interpreter.values.names import RESERVED, plain
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

_WORD_BEFORE = re.compile(r"([A-Za-z0-9_]+)[ _]+\Z")
_SHOWN = 8  # calls that are listed
_SUGGESTED = MappingProxyType(
    {
        "tables": "{} table",
        "modifiers": "{} modifiers",
        "walks": "{} walk",
        "procedures": "do {}",
    }
)
_ELSE = ("{} of", "{} here", "own {}")


def check_name(
    names: Names,
    declaration: Declaration,
    section: str,
    sections: Mappings[str, Mappings[str, Declaration]],
) -> None:
    """Append R305 where a declaration has the name of an engine function, with a name
    that is free and the places where the old one is called."""
    name = declaration.name
    if plain(name) not in NAMES:
        return
    calls = list(_calls(name, sections))
    more = f" (and {len(calls) - _SHOWN} more)" if len(calls) > _SHOWN else ""
    also = f" and where it is called{more}" if calls else ""
    free = _free_name(name, section, sections)
    names.problems.append(
        problem(
            "R305",
            declaration.span,
            f"'{name}' is a function of the engine",
            hint=f"rename it here{also}, for instance to '{free}'",
            related=tuple((span, "called here") for span in calls[:_SHOWN]),
        )
    )


def _free_name(
    name: str, section: str, sections: Mappings[str, Mappings[str, Declaration]]
) -> str:
    """Return a name like it that neither the engine nor the pack has."""
    declared = {key for each in sections.values() for key in each}
    patterns = (_SUGGESTED.get(section, _ELSE[0]), *_ELSE)
    proposed = [pattern.format(name.replace("_", " ")) for pattern in patterns]
    free = (each for each in proposed if plain(each) not in NAMES | declared)
    return next(free, f"{proposed[0]} 2")


def _calls(
    name: str, sections: Mappings[str, Mappings[str, Declaration]]
) -> Iterator[Span]:
    """Yield where the name is before a bracket, in the order of the pack."""
    words = r"[ _]+".join(map(re.escape, plain(name).split("_")))
    pattern = re.compile(rf"(?<![A-Za-z0-9_]){words}(?=\s{{0,8}}[(\[])")
    for declarations in sections.values():
        for each in declarations.values():
            for scalar in _scalars(each.node):
                for found in pattern.finditer(scalar.text):
                    before = _WORD_BEFORE.search(scalar.text[: found.start()][-64:])
                    if before is None or before[1] in RESERVED:
                        yield scalar.part(*found.span())


def _scalars(node: Node) -> Iterator[ScalarNode]:
    match node:
        case ScalarNode():
            yield node
        case SequenceNode():
            for each in node.items:
                yield from _scalars(each)
        case MappingNode():
            for _, each in node.entries:
                yield from _scalars(each)
