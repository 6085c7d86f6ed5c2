"""A call that stands as text in a step, read as far as its name and brackets."""

from interpreter.checked.expressions import Reading
from interpreter.checked.place import Place
from interpreter.document.nodes import Node, Scalar
from interpreter.language import tree
from interpreter.language.parsing import Unreadable, parse
from interpreter.steps.lowering import Lowering


def written_call(
    lowering: Lowering, node: Node | None, what: str
) -> tuple[Reading, tree.Call] | None:
    """Read the call of something, such as `a walk`; None: a problem."""
    if not isinstance(node, Scalar):
        return None
    place = Place(node, lowering.names.problems)
    try:
        parsed = parse(node.text)
    except Unreadable as fault:
        place.say("R201", fault.at, fault.message, fault.expected, fault.hint)
        return None
    if not isinstance(parsed, tree.Call):
        place.say("R201", parsed.at, f"{what} is called with brackets", "name(...)")
        return None
    return Reading(lowering.names, place), parsed
