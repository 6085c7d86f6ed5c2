"""`only`: what an option leaves out is gone before anything else is read."""

from collections.abc import Mapping as MappingOf
from dataclasses import replace

from interpreter.document.nodes import Node, Scalar, Sequence
from interpreter.language import tree
from interpreter.language.parsing import Unreadable, parse
from interpreter.problems import Problem, did_you_mean, problem
from interpreter.ruleset.ruleset import OptionValue
from interpreter.values.names import plain
from interpreter.values.types import Value

_ORDER = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


class _Lost(Exception):
    def __init__(self, at: tree.At, name: str) -> None:
        super().__init__(name)
        self.at = at
        self.name = name


def settled(
    node: Node, options: MappingOf[str, OptionValue], problems: list[Problem]
) -> Node | None:
    """Return the node without what its `only` clauses leave out; None when all of it goes."""
    if isinstance(node, Scalar):
        return node
    if isinstance(node, Sequence):
        items = (settled(each, options, problems) for each in node.items)
        return replace(node, items=tuple(each for each in items if each is not None))
    only = node.get("only")
    if isinstance(only, Scalar) and not _holds(only, options, problems):
        return None
    entries = []
    for key, value in node.entries:
        if key.text == "only":
            continue
        kept = settled(value, options, problems)
        if kept is not None:
            entries.append((key, kept))
    return replace(node, entries=tuple(entries))


def _holds(
    node: Scalar, options: MappingOf[str, OptionValue], problems: list[Problem]
) -> bool:
    try:
        return bool(_value(parse(node.text), options))
    except Unreadable as fault:
        span = node.part(*fault.at)
        problems.append(problem("R201", span, fault.message, expected=fault.expected))
    except _Lost as lost:
        hint = did_you_mean(lost.name, options)
        message = f"unknown option '{lost.name}'"
        problems.append(problem("R301", node.part(*lost.at), message, hint=hint))
    return True


def _value(node: tree.Tree, options: MappingOf[str, OptionValue]) -> Value:
    match node:
        case tree.Figure():
            return node.value
        case tree.Word(name="yes" | "no"):
            return node.name == "yes"
        case tree.Word():
            if node.name not in options:
                raise _Lost(node.at, node.name)
            return options[node.name].value
        case tree.Operation():
            return _operation(node, options)
        case _:
            raise _Lost(node.at, "this")


def _operation(node: tree.Operation, options: MappingOf[str, OptionValue]) -> Value:
    operator, parts = node.operator, node.operands
    if operator == "not":
        return not _value(parts[0], options)
    if operator in ("and", "or"):
        one = bool(_value(parts[0], options))
        return one if one is (operator == "or") else bool(_value(parts[1], options))
    if operator == "neg":
        inner = _value(parts[0], options)
        return -inner if isinstance(inner, int) else inner
    left = _value(parts[0], options)
    if operator in ("in", "not in"):
        items = parts[1].items if isinstance(parts[1], tree.Series) else (parts[1],)
        return any(_same(left, each, options) for each in items) is (operator == "in")
    if operator in ("is", "is not"):
        return _same(left, parts[1], options) is (operator == "is")
    right = _value(parts[1], options)
    if operator in _ORDER and isinstance(left, int) and isinstance(right, int):
        return bool(_ORDER[operator](left, right))
    raise _Lost(node.at, "this")


def _same(value: Value, node: tree.Tree, options: MappingOf[str, OptionValue]) -> bool:
    if isinstance(value, str):
        name = node.name if isinstance(node, tree.Word) else getattr(node, "text", "")
        return plain(value) == plain(name)
    return value == _value(node, options)
