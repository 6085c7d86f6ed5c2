"""Locals in sight, and what is known of them there."""

from dataclasses import dataclass, replace

from interpreter.language.typed import FieldRead, Invalid, Local, Typed, children
from interpreter.values.names import plain
from interpreter.values.types import Type

LOST = Invalid()
"""Stands among what is known where something could not be read that may have made sure
of anything."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Names to locals; `known` are expressions that are not none here."""

    locals: tuple[tuple[str, Local], ...] = ()
    known: frozenset[Typed] = frozenset()
    taken: frozenset[str] = frozenset()

    def find(self, name: str) -> Local | None:
        """Return the innermost local of that name."""
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
        """Return a scope in which a local may be anything of its type: nothing is known
        that reads it, and no row narrows it."""
        free = Local(local.name, kind or local.type)
        now = tuple(
            (key, free if each.name == local.name else each)
            for key, each in self.locals
        )
        known = frozenset(k for k in self.known if not reads(k, local.name))
        return replace(self, locals=now, known=known)

    def knowing(self, *facts: Typed) -> "Scope":
        """Return a scope in which these are known not to be none."""
        return replace(self, known=self.known | set(facts)) if facts else self

    @property
    def is_lost(self) -> bool:
        """Whether nobody can tell any more what is none here."""
        return LOST in self.known

    def knows(self, node: Typed) -> bool:
        """Tell whether an expression is not none here, as far as anybody can tell."""
        return node in self.known or self.is_lost

    def losing(self, kind: str, field: str) -> "Scope":
        """Return a scope in which nothing is known that reads such a field."""
        left = (each for each in self.known if not _looks_at(each, kind, field))
        return replace(self, known=frozenset(left))


def _looks_at(node: Typed, kind: str, field: str) -> bool:
    if isinstance(node, FieldRead) and (node.kind, node.name) == (kind, field):
        return True
    return any(_looks_at(each, kind, field) for each in children(node))


def reads(node: Typed, name: str) -> bool:
    """Tell whether an expression reads a local."""
    if isinstance(node, Local):
        return node.name == name
    return any(reads(each, name) for each in children(node))
