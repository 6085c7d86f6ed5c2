"""What a declaration takes."""

from fractions import Fraction

from interpreter.diagnostics import problem
from interpreter.ruleset.ruleset import Declaration, OptionValue
from interpreter.semantics.declarations import Formula, Parameter
from interpreter.semantics.expressions.binding import expression
from interpreter.semantics.expressions.scope import Scope
from interpreter.semantics.expressions.yaml_values import figure, rule_of
from interpreter.semantics.names import Names
from interpreter.semantics.sections.types import type_of
from interpreter.values.names import WRITABLE, plain, writable
from interpreter.values.types import Boolean, Enumeration, Number, Type, Value
from interpreter.yaml.nodes import MappingNode, ScalarNode


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
