"""What a case is read against: a program, and the names of its entities."""

from collections.abc import Iterable, Sequence
from functools import partial

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
from interpreter.values.conversions import fit
from interpreter.values.types import Type, Unknown, Value, spoken
from interpreter.yaml.nodes import Node, ScalarNode


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

        def reword(found: Diagnostic) -> Diagnostic:
            expected = found.expected or spoken(kind)
            own = found.hint or (hint if found.span == node.span else "")
            return replace(found, expected=expected, hint=own)

        with self.names.problems.part(reword) as found:
            value = constant(self.names, figure(self.names, node, kind))
            is_read = not found
        return (value,) if is_read else None

    def fits(self, node: Node, kinds: Sequence[Type]) -> None:
        """Say what is wrong where a value is of none of these types, of which there is
        at least one: the problems are those of the first."""
        entity = self.names.entity(node.name) if isinstance(node, ScalarNode) else None
        other = partial(_is_other, entity[1] if entity else Unknown())
        for kind in sorted(kinds, key=other):  # the kind of what has that id first
            with self.names.problems.apart() as found:
                constant(self.names, figure(self.names, node, kind))
            if not found:
                return
        self.value(node, kinds[0])


def _is_other(kind: Type, wanted: Type) -> bool:
    return fit(kind, wanted) == "no"


class CalledProcedure(Struct, frozen=True):
    """What a case runs, on its ground."""

    ground: CaseContext
    entry: EntryPoint
