"""What a declaration takes."""

from interpreter.diagnostics import problem
from interpreter.semantics.declarations import Parameter
from interpreter.semantics.expressions.scope import Scope
from interpreter.semantics.expressions.yaml_values import figure
from interpreter.semantics.names import Names
from interpreter.semantics.sections.types import type_of
from interpreter.values.names import WRITABLE, plain, writable
from interpreter.yaml.nodes import MappingNode


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
        found.append(Parameter(plain(key.text), kind, default))
    return tuple(found)


def scope_of(takes: tuple[Parameter, ...]) -> Scope:
    """Return the scope in which the parameters are locals."""
    scope = Scope()
    for each in takes:
        scope = scope.bind(each.name, each.type)
    return scope
