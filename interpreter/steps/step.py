"""A step as read."""

from dataclasses import dataclass

from interpreter.document.nodes import Mapping, Node, Scalar
from interpreter.program.instructions import Site

CLAUSES = (
    "if", "else", "only", "for_each", "times", "until", "id", "rule", "say", "seen_by",
    "discloses", "status",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Step:
    """One step: its verb, the verb's value, its clauses, where it stands."""

    node: Mapping
    verb: Scalar
    value: Node
    site: Site

    def clause(self, name: str) -> Node | None:
        """Return the node of a clause."""
        return self.node.get(name)

    def text(self, name: str) -> str:
        """Return the text of a clause, "" without it."""
        found = self.node.get(name)
        return found.text if isinstance(found, Scalar) else ""


def loops(step: Step) -> bool:
    """Tell whether a step may be done several times."""
    return any(step.clause(name) is not None for name in ("for_each", "times", "until"))
