"""Figures that nobody has, or that are of the house: listed, never silent."""

from collections.abc import Iterator

from interpreter.document.nodes import Mapping, Node, Scalar, Sequence
from interpreter.problems import Problem, problem
from interpreter.ruleset.ruleset import Ruleset

MARKS = (("needs_figure", "R510"), ("house", "R511"))


def marked(ruleset: Ruleset) -> list[Problem]:
    """List the figures marked `needs_figure` or `house`."""
    found = []
    for section, declarations in ruleset.sections.items():
        if section == "rulebook":
            continue
        for each in declarations.values():
            for node in _statuses(each.node):
                code = dict(MARKS).get(node.text)
                if code is not None:
                    found.append(
                        problem(
                            code, node.span, f"a figure in '{each.name}': {node.text}"
                        )
                    )
    return found


def _statuses(node: Node) -> Iterator[Scalar]:
    if isinstance(node, Mapping):
        for key, value in node.entries:
            if key.text == "status" and isinstance(value, Scalar):
                yield value
            else:
                yield from _statuses(value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _statuses(item)
