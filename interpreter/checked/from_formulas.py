"""Formulas."""

from interpreter.checked.declared import Formula
from interpreter.checked.expressions import expression
from interpreter.checked.figures import rule_of
from interpreter.checked.from_types import type_of
from interpreter.checked.names import Names
from interpreter.checked.takes import parameters, scope_of
from interpreter.document.nodes import Mapping, Scalar
from interpreter.problems import problem
from interpreter.ruleset.ruleset import Declaration


def declare_formula(names: Names, each: Declaration) -> Formula | None:
    """Read a pure rule; without `gives` its type is that of its expression."""
    node = each.node
    if not isinstance(node, Mapping):
        return None
    takes = parameters(names, node)
    gives_node, body_node = node.get("gives"), node.get("is")
    wanted = None if gives_node is None else type_of(names, gives_node)
    if not isinstance(body_node, Scalar):
        names.problems.append(
            problem("R102", each.span, "the formula says nothing", expected="is")
        )
        return None
    body = expression(names, body_node, scope_of(takes), wanted)
    return Formula(each.key, takes, wanted or body.type, body, each.span, rule_of(node))
