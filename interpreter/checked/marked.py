"""Figures that nobody has, or that are of the house: listed, never silent."""

from collections.abc import Iterator

from interpreter.document.nodes import Mapping, Node, Scalar, Sequence
from interpreter.problems import Problem, problem
from interpreter.ruleset.ruleset import Ruleset
from interpreter.source import Span

MARKS = (
    ("needs_figure", "R510", "a figure that is still missing"),
    ("house", "R511", "a figure that the author of the pack chose"),
)


def marked(ruleset: Ruleset) -> list[Problem]:
    """List the figures marked `needs_figure` or `house`."""
    found: dict[tuple[str, Span], Problem] = {}
    for section, declarations in ruleset.sections.items():
        if section == "rulebook":
            continue
        for each in declarations.values():
            for owner, node in _statuses(each.node, ""):
                of = f"'{owner}' of '{each.name}'" if owner else f"'{each.name}'"
                for word, code, said in MARKS:
                    if word == node.text:  # once, where a scenario is inherited
                        made = problem(code, node.span, f"{of} has {said}")
                        found.setdefault((code, node.span), made)
    return list(found.values())


def _statuses(node: Node, owner: str) -> Iterator[tuple[str, Scalar]]:
    """Yield each status with the key under which it stands."""
    if isinstance(node, Mapping):
        for key, value in node.entries:
            if key.text == "status" and isinstance(value, Scalar):
                yield owner, value
            else:
                yield from _statuses(value, key.text)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _statuses(item, owner)
