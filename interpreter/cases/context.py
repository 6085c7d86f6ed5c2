"""What a case is read against: a program, and the names of its entities."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from interpreter.diagnostics import (
    Diagnostic,
    Diagnostics,
    did_you_mean,
    problem,
    there_are,
)
from interpreter.ir.instructions import Program
from interpreter.ir.stopping import ReachableStops
from interpreter.semantics.declarations import EntryPoint
from interpreter.semantics.expressions.yaml_values import figure
from interpreter.semantics.names import Names
from interpreter.semantics.sections.scenarios import constant
from interpreter.source import Span
from interpreter.values.types import Type, Value, spoken
from interpreter.yaml.nodes import Node


class CaseContext(Struct, frozen=True):
    """A program and its names in the state in which a scenario begins."""

    names: Names
    reached: ReachableStops
    scenario: str

    @classmethod
    def of(
        cls,
        names: Names,
        reached: ReachableStops,
        scenario: str,
        problems: list[Diagnostic],
    ) -> "CaseContext":
        """Begin in a game state; what is found is appended to `problems`."""
        initial_state = reached.program.initial_states[scenario]
        return cls(
            replace(names, problems=Diagnostics(problems), initial_state=initial_state),
            reached,
            scenario,
        )

    @property
    def program(self) -> Program:
        """The program that the case runs."""
        return self.reached.program

    def say(
        self, code: str, span: Span, message: str, expected: str = "", hint: str = ""
    ) -> None:
        """Append a problem."""
        found = problem(code, span, message, expected=expected, hint=hint)
        self.names.problems.append(found)

    def unknown(self, span: Span, what: str, name: str, known: Iterable[str]) -> None:
        """Say that there is no such name, and which was meant or there are."""
        names = list(known)
        hint = did_you_mean(name, names) or there_are(names) or "there are none"
        self.say("R301", span, f"unknown {what} '{name}'", hint=hint)

    def value(self, node: Node, kind: Type, hint: str = "") -> tuple[Value] | None:
        """Return the value of a type that is written there; None where it does not, and
        `hint` goes with what is wrong with it as a whole."""
        found: list[Diagnostic] = []
        names = replace(self.names, problems=Diagnostics(found))
        value = constant(names, figure(names, node, kind))
        for each in found:
            expected = each.expected or spoken(kind)
            hint_ = each.hint or (hint if each.span == node.span else "")
            self.names.problems.append(replace(each, expected=expected, hint=hint_))
        return None if found else (value,)

    def fits(self, node: Node, kinds: Iterable[Type]) -> None:
        """Say what is wrong where a value is of none of these types."""
        first: list[Diagnostic] = []
        for kind in kinds:
            found: list[Diagnostic] = []
            other = replace(self.names, problems=Diagnostics(found))
            if replace(self, names=other).value(node, kind) is not None:
                return
            first = first or found
        self.names.problems.extend(first)


class CalledProcedure(Struct, frozen=True):
    """What a case runs, on its ground."""

    ground: CaseContext
    entry: EntryPoint
