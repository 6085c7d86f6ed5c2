"""Formulas."""

from interpreter.diagnostics import problem
from interpreter.ruleset.ruleset import Declaration
from interpreter.semantics.declarations import Formula
from interpreter.semantics.expressions.binding import expression
from interpreter.semantics.expressions.yaml_values import rule_of
from interpreter.semantics.names import Names
from interpreter.semantics.sections.parameters import parameters, scope_of
from interpreter.semantics.sections.types import type_of
from interpreter.yaml.nodes import MappingNode, ScalarNode


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
