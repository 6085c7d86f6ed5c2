"""Locals in scope, and which expressions are known to be present there."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from interpreter.diagnostics import Diagnostics, problem
from interpreter.expressions import tree
from interpreter.expressions.tree import At, Tree
from interpreter.expressions.typed import FieldRead, Invalid, Local, Typed, children
from interpreter.semantics.declarations import Parameter
from interpreter.semantics.names import Names
from interpreter.source import Span
from interpreter.values.names import plain
from interpreter.values.types import Type, spoken
from interpreter.yaml.nodes import ScalarNode

LOST = Invalid()
"""Stands among what is known where something could not be read that may have made sure
of anything."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Locals by name; `known` are expressions that are not none here."""

    locals: tuple[tuple[str, Local], ...] = ()
    known: frozenset[Typed] = frozenset()
    taken: frozenset[str] = frozenset()

    def find(self, name: str) -> Local | None:
        """Return the innermost local of a name."""
        return next((each for key, each in reversed(self.locals) if key == name), None)

    def bind(self, name: str, kind: Type, unique: str = "") -> "Scope":
        """Return a scope with one more local; `unique` is its name in the procedure."""
        key = plain(name)
        local = Local(unique or key, kind)
        return replace(
            self,
            locals=(*self.locals, (key, local)),
            known=frozenset(k for k in self.known if not reads(k, local.name)),
        )

    def changing(self, local: Local, kind: Type | None) -> "Scope":
        """Return a scope in which a local may have any value of its type; facts that
        read it are dropped."""
        free = Local(local.name, kind or local.type)
        now = tuple(
            (key, free if each.name == local.name else each)
            for key, each in self.locals
        )
        known = frozenset(k for k in self.known if not reads(k, local.name))
        return replace(self, locals=now, known=known)

    def knowing(self, *facts: Typed) -> "Scope":
        """Return a scope in which these expressions are not none."""
        return replace(self, known=self.known | set(facts)) if facts else self

    @property
    def is_lost(self) -> bool:
        """Whether an error made presence undecidable, so that all counts as present."""
        return LOST in self.known

    def knows(self, node: Typed) -> bool:
        """Return whether an expression is known not to be none."""
        return node in self.known or self.is_lost

    def losing(self, kind: str, field: str) -> "Scope":
        """Return a scope without the facts that read a field of a kind."""
        left = (each for each in self.known if not _looks_at(each, kind, field))
        return replace(self, known=frozenset(left))


def _looks_at(node: Typed, kind: str, field: str) -> bool:
    if isinstance(node, FieldRead) and (node.kind, node.name) == (kind, field):
        return True
    return any(_looks_at(each, kind, field) for each in children(node))


def reads(node: Typed, name: str) -> bool:
    """Return whether an expression reads a local."""
    if isinstance(node, Local):
        return node.name == name
    return any(reads(each, name) for each in children(node))


# Problems at a place within an expression's text.


@dataclass(frozen=True, slots=True)
class TextLocation:
    """A text in a file and the list for its problems; `offset` is its start in the
    scalar."""

    scalar: ScalarNode
    problems: Diagnostics
    offset: int = 0

    def span(self, at: At) -> Span:
        """Return the span in the file of a part of the text."""
        return self.scalar.part(at[0] + self.offset, at[1] + self.offset)

    def say(
        self, code: str, at: At, message: str, expected: str = "", hint: str = ""
    ) -> None:
        """Append a problem."""
        self.problems.append(
            problem(code, self.span(at), message, expected=expected, hint=hint)
        )


__all__ = ["TextLocation", "spoken"]


# What the parts of the pass over expressions need of the pass.


class Binder(Protocol):
    """The interface of `binding.ExpressionBinder` for the modules that it calls."""

    names: Names
    place: TextLocation

    def lost(
        self, code: str, at: At, message: str, expected: str = "", hint: str = ""
    ) -> Typed:
        """Append a problem and return an invalid expression of unknown type."""

    def read(self, node: Tree, scope: Scope, wanted: Type | None = None) -> Typed:
        """Return the typed expression, fitted to `wanted` if given."""

    def type_of(self, node: Tree, scope: Scope) -> Type:
        """Return the type of an expression that will be read again."""


# The arguments of a call, read by position.


def arguments(
    reading: Binder,
    node: tree.Call,
    takes: Sequence[Parameter],
    scope: Scope,
) -> tuple[Typed, ...] | None:
    """Read positional arguments; None and a problem if their number is wrong."""
    least = sum(each.default is None for each in takes)
    if not least <= len(node.arguments) <= len(takes):
        listed = ", ".join(f"{each.name}: {spoken(each.type)}" for each in takes)
        message = f"'{node.name.name}' takes {len(takes)}, not {len(node.arguments)}"
        reading.place.say("R309", node.at, message, listed or "no arguments")
        return None
    given = [
        reading.read(each, scope, wanted.type)
        for each, wanted in zip(node.arguments, takes, strict=False)
    ]
    rest = [each.default for each in takes[len(given) :] if each.default is not None]
    return (*given, *rest)
