"""A step as read, and the record of a verb."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.checked.scope import Scope
from interpreter.document.nodes import Mapping, Node, Scalar
from interpreter.program.instructions import Instruction, Site

if TYPE_CHECKING:
    from interpreter.steps.lowering import Lowering

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


Lowered = tuple[tuple[Instruction, ...], Scope]
"""The instructions of a step and the scope behind it."""


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb: its clauses beside those of every step, and how it is lowered.

    `binds_map`: with `for_each` it binds a map from the element to what each pass bound.
    `loops_itself`: it reads `for_each` and `if` on its own.
    """

    name: str
    clauses: tuple[str, ...]
    lower: Callable[["Lowering", Step, Scope], Lowered]
    binds_map: bool = False
    loops_itself: bool = False
