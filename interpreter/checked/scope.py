"""Locals in sight, and what is known of them there."""

from dataclasses import dataclass, replace

from interpreter.language.typed import Apply, Constant, Local, Typed, children
from interpreter.values.names import plain
from interpreter.values.types import Type


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

    def knowing(self, *facts: Typed) -> "Scope":
        """Return a scope in which these are known not to be none."""
        return replace(self, known=self.known | set(facts)) if facts else self


def reads(node: Typed, name: str) -> bool:
    """Tell whether an expression reads a local."""
    if isinstance(node, Local):
        return node.name == name
    return any(reads(each, name) for each in children(node))


def facts(condition: Typed, truth: bool) -> tuple[Typed, ...]:
    """List what is not none when the condition has that truth."""
    if not isinstance(condition, Apply):
        return ()
    name, arguments = condition.name, condition.arguments
    if name == "not":
        return facts(arguments[0], not truth)
    if name == ("and" if truth else "or"):
        return facts(arguments[0], truth) + facts(arguments[1], truth)
    if name == ("is_not" if truth else "is"):
        one, other = arguments
        if isinstance(other, Constant) and other.value is None:
            return (one,)
    return ()
