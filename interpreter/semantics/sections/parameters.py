"""Parameters of procedures and formulas, and names that a pack may not take."""

import re
from collections.abc import Iterator
from collections.abc import Mapping as Mappings
from fractions import Fraction
from types import MappingProxyType

from interpreter.diagnostics import problem
from interpreter.expressions.functions import NAMES
from interpreter.ruleset.ruleset import Declaration, OptionValue
from interpreter.semantics.declarations import Formula, Parameter
from interpreter.semantics.expressions.binding import expression
from interpreter.semantics.expressions.scope import Scope
from interpreter.semantics.expressions.yaml_values import figure, rule_of
from interpreter.semantics.names import Names
from interpreter.semantics.sections.types import type_of
from interpreter.source import Name, Span, normalised
from interpreter.values.types import (
    RESERVED,
    WRITABLE,
    Boolean,
    Enumeration,
    Number,
    Type,
    Value,
    writable,
)
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode


def parameters(names: Names, node: MappingNode) -> tuple[Parameter, ...]:
    """Read `takes`: names to types, or to {type, default}."""
    takes = node.get("takes")
    found = []
    for key, value in takes.entries if isinstance(takes, MappingNode) else ():
        if not writable(key.text.replace("_", " ")) and not writable(key.text):
            message = f"expressions cannot write the name '{key.text}'"
            names.problems.append(problem("R203", key.span, message, expected=WRITABLE))
        if isinstance(value, MappingNode) and "type" in value:
            kind_node = value.get("type")
            default_node = value.get("default")
            kind = (
                type_of(names, kind_node)
                if kind_node is not None
                else type_of(names, value)
            )
            default = (
                None if default_node is None else figure(names, default_node, kind)
            )
        else:
            kind, default = type_of(names, value), None
        found.append(Parameter(key.name, kind, default))
    return tuple(found)


def scope_of(takes: tuple[Parameter, ...]) -> Scope:
    """Return the scope in which the parameters are locals."""
    scope = Scope()
    for each in takes:
        scope = scope.bind(each.name, each.type)
    return scope


# Formulas.


def declare_formula(names: Names, each: Declaration) -> Formula | None:
    """Read a pure rule; without `gives` its type is that of its expression."""
    node = each.node
    if not isinstance(node, MappingNode):
        return None
    takes = parameters(names, node)
    gives_node, body_node = node.get("gives"), node.get("is")
    wanted = None if gives_node is None else type_of(names, gives_node)
    if not isinstance(body_node, ScalarNode):
        names.problems.append(
            problem("R102", each.span, "the formula says nothing", expected="is")
        )
        return None
    body = expression(names, body_node, scope_of(takes), wanted)
    return Formula(each.key, takes, wanted or body.type, body, each.span, rule_of(node))


# Options as expressions read them: constants, since they are settled when loading.


def read_option(option: OptionValue) -> tuple[Value, Type]:
    """Return an option's value inside and its type; a name is one of an enumeration."""
    value, values = option.value, option.values
    if isinstance(value, bool):
        return value, Boolean()
    if isinstance(value, (int, Fraction)):
        numbers = [each for each in values if isinstance(each, (int, Fraction))]
        whole = all(isinstance(each, int) for each in numbers)
        return value, Number(min(numbers), max(numbers), whole)
    kind = Enumeration("", tuple(str(each) for each in values))
    return kind.values.index(str(value)), kind


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
    if declaration.key not in NAMES:
        return
    calls = list(_calls(declaration.key, sections))
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
    free = (each for each in proposed if normalised(each) not in NAMES | declared)
    return next(free, f"{proposed[0]} 2")


def _calls(
    name: Name, sections: Mappings[str, Mappings[str, Declaration]]
) -> Iterator[Span]:
    """Yield where the name is before a bracket, in the order of the pack."""
    words = r"[ _]+".join(map(re.escape, name.split("_")))
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
