"""A call that stands as text in a step, read as far as its name and brackets."""

from interpreter.expressions import tree
from interpreter.expressions.parsing import Unreadable, parse
from interpreter.lowering.blocks import Lowering
from interpreter.semantics.expressions.binding import ExpressionBinder
from interpreter.semantics.expressions.scope import TextLocation
from interpreter.yaml.nodes import Node, ScalarNode


def written_call(
    lowering: Lowering, node: Node | None, what: str
) -> tuple[ExpressionBinder, tree.Call] | None:
    """Read the call of something, such as `a walk`; None: a problem."""
    if not isinstance(node, ScalarNode):
        return None
    place = TextLocation(node, lowering.names.problems)
    try:
        parsed = parse(node.text)
    except Unreadable as fault:
        place.say("R201", fault.at, fault.message, fault.expected, fault.hint)
        return None
    if not isinstance(parsed, tree.Call):
        place.say("R201", parsed.at, f"{what} is called with brackets", "name(...)")
        return None
    return ExpressionBinder(lowering.names, place), parsed
