"""What a case is read against: a program, and the names of its world."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

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


@dataclass(frozen=True, slots=True)
class CaseContext:
    """A program and its names in the world of a scenario."""

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
        """Stand in a world; what is found is appended to `problems`."""
        world = reached.program.worlds[scenario]
        return cls(
            replace(names, problems=Diagnostics(problems), world=world),
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
        """Return the value of a type that stands there; None where it does not, and
        `hint` goes with what is wrong with it as a whole."""
        found: list[Diagnostic] = []
        names = replace(self.names, problems=Diagnostics(found))
        value = constant(names, figure(names, node, kind))
        for each in found:
            told = each.expected or spoken(kind)
            said = each.hint or (hint if each.span == node.span else "")
            self.names.problems.append(replace(each, expected=told, hint=said))
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


@dataclass(frozen=True, slots=True)
class CalledProcedure:
    """What a case runs, on its ground."""

    ground: CaseContext
    entry: EntryPoint


# Calls as people write them: a name, and perhaps arguments in brackets.

_CALL = re.compile(r"\s*([^()]+?)\s*(?:\((.*)\))?\s*\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class CallPart:
    """A part of a call, and where it begins in the text."""

    text: str
    start: int

    @property
    def end(self) -> int:
        """Where it ends in the text."""
        return self.start + len(self.text)


def call_in(text: str) -> tuple[CallPart, tuple[CallPart, ...]] | None:
    """Return the name and the arguments, with places; None for what is no call."""
    found = _CALL.match(text)
    if found is None:
        return None
    inside, start = found[2] or "", found.start(2)
    pieces = (CallPart(each.text, each.start + start) for each in _split(inside))
    return CallPart(found[1], found.start(1)), tuple(pieces)


def call_of(text: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the name and the texts of the arguments; None for what is no call."""
    found = call_in(text)
    return None if found is None else (found[0].text, tuple(e.text for e in found[1]))


def _split(text: str) -> Iterator[CallPart]:
    """Yield what stands between the commas that are in no bracket and no quotes."""
    depth, quoted, start = 0, False, 0
    for at, letter in enumerate(text):
        if letter == "'":
            quoted = not quoted
        elif not quoted:
            depth += (letter in "([") - (letter in ")]")
            if letter == "," and depth == 0:
                yield _stripped(text[start:at], start)
                start = at + 1
    if text[start:].strip():
        yield _stripped(text[start:], start)


def _stripped(text: str, start: int) -> CallPart:
    return CallPart(text.strip(), start + len(text) - len(text.lstrip()))
