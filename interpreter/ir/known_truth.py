"""Conditions that are decided before anything is run, by constants such as options.

`ir.simplifying` decides more, and replaces what it decides; this leaves expressions as
they are written, for those who show them to people or ask what they read.
"""

from collections.abc import Iterator

from interpreter.expressions.typed import Apply, Constant, IfElse, Typed, children
from interpreter.ir.instructions import Instruction, When
from interpreter.ir.walking import blocks


def known_truth(node: Typed) -> bool | None:
    """Return what a condition is by its constants alone, such as a test of an option;
    None if it depends on anything else."""
    match node:
        case Constant(value=bool() as value):
            return value
        case Apply(name="is" | "is_not" as name, arguments=(left, right)):
            if isinstance(left, Constant) and isinstance(right, Constant):
                return (left.value == right.value) is (name == "is")
            return None
        case Apply(name="not", arguments=(inner,)):
            known = known_truth(inner)
            return None if known is None else not known
        case Apply(name="and" | "or" as name, arguments=arguments):
            found = [known_truth(each) for each in arguments]
            decides = name == "or"
            if decides in found:
                return decides
            return None if None in found else not decides
        case _:
            return None


def reached_nodes(*given: Typed) -> Iterator[Typed]:
    """Yield expressions and all inside them but branches that are never taken."""
    waiting = list(reversed(given))
    while waiting:
        node = waiting.pop()
        yield node
        inside = children(node)
        if isinstance(node, IfElse):
            known = known_truth(node.condition)
            if known is not None:
                inside = (node.then if known else node.other,)
        waiting += reversed(inside)


def reached_instructions(body: tuple[Instruction, ...]) -> Iterator[Instruction]:
    """Yield instructions and all inside them but blocks that are never run."""
    for one in body:
        yield one
        inside = blocks(one)
        known = known_truth(one.condition) if isinstance(one, When) else None
        if known is not None:
            inside = inside[:1] if known else inside[1:]
        for block in inside:
            yield from reached_instructions(block)
