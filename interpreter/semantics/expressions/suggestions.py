"""Suggestions for unknown names: only names that would fit at their place."""

from types import MappingProxyType

from interpreter.expressions.typed import Local
from interpreter.semantics.declarations import CrossTable, LookupTable
from interpreter.semantics.expressions.scope import Scope
from interpreter.semantics.names import Names
from interpreter.values.conversions import fit
from interpreter.values.names import writable
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
)

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
    kinds = names.world.ids if names.world is not None else {}
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
