"""What a name means at a place, and what an unknown one may have meant."""

from collections.abc import Sequence
from types import MappingProxyType
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from interpreter.diagnostics import Diagnostic, Diagnostics, problem
from interpreter.expressions import tree
from interpreter.expressions.tree import At, Tree
from interpreter.expressions.typed import FieldRead, Invalid, Local, Typed, children
from interpreter.foreign.idioms import Rewriting
from interpreter.semantics.declarations import CrossTable, LookupTable, Parameter
from interpreter.semantics.names import Names
from interpreter.source import Span
from interpreter.values.conversions import fit
from interpreter.values.types import (
    Boolean,
    Entity,
    Enumeration,
    ListOf,
    Maybe,
    Number,
    Seat,
    Type,
    Unknown,
    enumeration_of,
    present,
    spoken,
    writable,
)
from interpreter.yaml.nodes import ScalarNode
from interpreter.yaml.scalar_edits import fix_of

LOST = Invalid()
"""Stands among what is known where something could not be read that may have made sure
of anything."""

CYCLE_HINT = "break the cycle: nothing may need its own result; a procedure can repeat"
"""What to do where a declaration needs itself, directly or through others (R506)."""


class Scope(Struct, frozen=True):
    """Locals by name; `known` are expressions that are not none here."""

    locals: tuple[tuple[str, Local], ...] = ()
    known: frozenset[Typed] = frozenset()
    taken: frozenset[str] = frozenset()

    def find(self, name: str) -> Local | None:
        """Return the innermost local of a name."""
        return next((each for key, each in reversed(self.locals) if key == name), None)

    def bind(self, name: str, kind: Type, unique: str = "") -> "Scope":
        """Return a scope with one more local; `unique` is its name in the procedure."""
        local = Local(unique or name, kind)
        return replace(
            self,
            locals=(*self.locals, (name, local)),
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


class TextLocation(Struct, frozen=True):
    """A text in a file and the list for its problems; `offset` is its start in the
    scalar, `end` its end, None for that of the scalar."""

    scalar: ScalarNode
    problems: Diagnostics
    offset: int = 0
    end: int | None = None

    def span(self, at: At) -> Span:
        """Return the span in the file of a part of the text."""
        return self.scalar.part(at[0] + self.offset, at[1] + self.offset)

    @property
    def text(self) -> str:
        """The text."""
        return self.scalar.text[self.offset : self.end]

    def say(
        self,
        code: str,
        at: At,
        message: str,
        expected: str = "",
        hint: str = "",
        rewriting: Rewriting | None = None,
    ) -> None:
        """Append a problem."""
        found = self.problem(code, at, message, expected, hint, rewriting)
        self.problems.append(found)

    def problem(
        self,
        code: str,
        at: At,
        message: str,
        expected: str = "",
        hint: str = "",
        rewriting: Rewriting | None = None,
    ) -> Diagnostic:
        """Return a problem; a rewriting of the text is its hint and its fix, and what
        was expected is then left out."""
        fix = None
        if rewriting is not None:
            expected, hint = "", rewriting.hint
            fix = fix_of(self.scalar, rewriting, self.offset)
        span = self.span(at)
        return problem(code, span, message, expected=expected, hint=hint, fix=fix)


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


_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve "
    "thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty"
)
_IN_WORDS = MappingProxyType({word: n for n, word in enumerate(_WORDS.split())})


def locals_that_fit(names: Names, scope: Scope, wanted: Type | None) -> list[str]:
    """Return the locals, and the fields of the entity being declared, that fit; names
    that no expression can write are left out."""
    known = {each.name for each in scope.known if isinstance(each, Local)}
    found = [
        (name, present(each.type) if each.name in known else each.type)
        for name, each in scope.locals
    ]
    it = scope.find("it")
    if it is not None and isinstance(it.type, Entity):
        kind = it.type.kind
        found += names.fields.get(kind, {}).items()
        found += [(each, _derived(names, kind, each)) for each in _own(names, kind)]
    fitting = (name for name, kind in found if writable(name) and _fits(kind, wanted))
    return list(dict.fromkeys(fitting))


def entities_that_fit(names: Names, wanted: Type | None) -> list[str]:
    """Return ids of the scenario being read, and kinds with a single entity, that
    fit."""
    kinds = names.initial_state.ids if names.initial_state is not None else {}
    found = [(each, kind) for kind, ids in kinds.items() for each in ids]
    found += [(name, name) for name, kind in names.kinds.items() if kind.single]
    fitting = [name for name, kind in found if _fits(Entity(kind), wanted)]
    return list(dict.fromkeys(fitting))


def number_in_words(word: str) -> int | None:
    """Return the number that a word names, or None."""
    return _IN_WORDS.get(word.lower())


def number_fits(number: int, wanted: Type | None) -> bool:
    """Return whether a number fits a type; True if no type is expected."""
    return wanted is None or _fits(Number(number, number, whole=True), wanted)


def words_that_fit(wanted: Type | None) -> list[str]:
    """Return the words of the language and the groups of values that fit."""
    found = ["yes", "no"] if isinstance(_inner(wanted), Boolean) else []
    found += ["none"] if isinstance(wanted, Maybe) else []
    found += ["judge"] if isinstance(_inner(wanted), Seat) else []
    item = wanted.item if isinstance(wanted, ListOf) else None
    listed = enumeration_of(item) if item is not None else None
    return found + _groups(listed)


def _groups(kind: Enumeration | None) -> list[str]:
    return [name for name, _ in kind.groups] if kind is not None else []


def _inner(wanted: Type | None) -> Type | None:
    return present(wanted) if wanted is not None else None


def _fits(kind: Type, wanted: Type | None) -> bool:
    return wanted is None or fit(kind, wanted) != "no"


def _own(names: Names, kind: str) -> list[str]:
    return [each for owner, each in sorted(names.derived) if owner == kind]


def _derived(names: Names, kind: str, name: str) -> Type:
    formula = names.formulas.get(f"{kind}.{name}")
    return formula.gives if formula is not None else Unknown()


# What a name is that is called, or read, as if it were something else.

_USED = MappingProxyType(
    {
        "procedures": ("a procedure", "a procedure is called by the verb 'call'"),
        "events": ("an event", "'events({0}, from)' lists when it happened"),
        "entities": ("a kind of entity", "'every({0})' lists all of them"),
        "boards": ("a board", "'every({0})' lists its hexes"),
        "walks": ("a walk", "ask 'can_walk({0}(...))' or 'reachable({0}(...))'"),
        "claims": ("a kind of claim", "'claims_to(seat, {0})' lists those of a seat"),
        "options": ("an option", "its value is option.{0}"),
        "triggers": ("a trigger", "make its event happen"),
        "policies": ("a policy", ""),
        "scenarios": ("a scenario", ""),
        "entry_points": ("an entry point", "call what it calls"),
    }
)


def miscalled(names: Names, name: str) -> tuple[str, str] | None:
    """Return (message, hint) for a declared name that cannot be called; None for an
    undeclared one."""
    section = names.sections.get(name, "")
    if section in _USED:
        what, hint = _USED[section]
        return f"'{name}' is {what}, and no function", hint.format(name)
    if section == "types":
        listed = isinstance(names.types.get(name), Enumeration)
        hint = f"'values({name})' lists its values" if listed else ""
        return f"'{name}' is a type, and no function", hint
    return None


def called_as(names: Names, name: str) -> str:
    """Return how a declared rule is called, as a hint, or ""."""
    if names.has("tables", name):
        names.need("tables", name)
        table = names.tables.get(name)
        by_key = isinstance(table, (LookupTable, CrossTable))
        return f"write {name}[...]" if by_key else f"call it: {name}(...)"
    called = names.has("formulas", name) or names.has("modifiers", name)
    return f"call it: {name}(...)" if called else ""
