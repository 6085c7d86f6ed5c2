"""Cases in which the view of a seat is to be that of another case (`same_as`)."""

from collections.abc import Iterator, Mapping

from interpreter.cases.expectations import refusal
from interpreter.diagnostics import Diagnostic, did_you_mean, problem, there_are
from interpreter.ruleset.ruleset import Declaration
from interpreter.values.names import plain
from interpreter.yaml.nodes import MappingNode as MapNode
from interpreter.yaml.nodes import Node, ScalarNode

SAME_AS = "same_as"
ITSELF = "the view of a case is always the same as itself"


def check_pairs(cases: Mapping[str, Declaration]) -> Iterator[Diagnostic]:
    """Yield each `same_as` that names no case, or one that has no view to compare."""
    for case in cases.values():
        for name in named_in(case.node):
            other = cases.get(plain(name.text))
            if other is None:
                known = [each.name for each in cases.values() if each is not case]
                hint = did_you_mean(name.text, known) or there_are(known)
                message = f"unknown case '{name.text}'"
                yield problem("R301", name.span, message, hint=hint)
            elif other is case:
                message = ITSELF
                yield problem("R516", name.span, message, expected="another case")
            elif why := has_no_view(other):
                message = f"'{name.text}' {why}, so no view is left of it"
                yield problem("R401", name.span, message, expected="a case that runs")


def has_no_view(case: Declaration) -> str:
    """Return why there is no view at the end of a case; "" where there is one."""
    node = case.node
    if not isinstance(node, MapNode) or "run" not in node:
        return "runs nothing"
    return "" if refusal(node.get("expect")) is None else "is refused"


def named_in(case: Node) -> Iterator[ScalarNode]:
    """Yield each case named by `same_as` in the views of a case."""
    views = case.get("views") if isinstance(case, MapNode) else None
    for _, wanted in views.entries if isinstance(views, MapNode) else ():
        name = wanted.get(SAME_AS) if isinstance(wanted, MapNode) else None
        if isinstance(name, ScalarNode):
            yield name
