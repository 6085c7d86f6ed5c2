"""What a name is that is called, or read, as if it were something else."""

from types import MappingProxyType

from interpreter.checked.declared import Cross, Lookup
from interpreter.checked.names import Names
from interpreter.values.types import Enumeration

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
    """Return what is said of a declared name that cannot be called, with a hint; None
    where the pack declares none that we could speak of."""
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
    """Return how a declared rule is called, as a hint; "" for what is none."""
    if names.has("tables", name):
        names.need("tables", name)
        table = names.tables.get(name)
        by_key = isinstance(table, (Lookup, Cross))
        return f"write {name}[...]" if by_key else f"call it: {name}(...)"
    called = names.has("formulas", name) or names.has("modifiers", name)
    return f"call it: {name}(...)" if called else ""
