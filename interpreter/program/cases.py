"""A case: a test of the rules, as data in a pack."""

from collections.abc import Mapping
from dataclasses import dataclass

from interpreter.checked.declared import Entry
from interpreter.document.nodes import Node, Scalar
from interpreter.program.instructions import Procedure
from interpreter.source import Span


@dataclass(frozen=True, slots=True)
class Case:
    """What to run, with what, and what must come of it.

    `odds` asks for the exact law, else it is run once. `dice`, `answers` and `expect`
    stay as written until the stop or value that they speak of gives the type.
    """

    name: str
    key: str
    rules: tuple[str, ...]
    comes_from: str
    entry: Entry
    procedure: Procedure
    odds: bool
    scenario: str
    dice: Mapping[str, Node]
    answers: Mapping[str, Node]
    policy: str
    expect: tuple[tuple[Scalar, Node], ...]
    span: Span
