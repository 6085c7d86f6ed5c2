"""What a procedure takes, told to whoever left an argument out."""

from interpreter.checked.declared import Entry, Parameter, World
from interpreter.commands.parser import Misused
from interpreter.reporting.takes import takes_text
from interpreter.values.names import plain
from interpreter.values.spoken import spoken
from interpreter.values.types import Entity, Maybe, Part, Truth, Type, enumeration_of


def missing(entry: Entry, name: Parameter, world: World, scenario: str) -> Misused:
    """Return the error for an argument without a value: all that are taken, and an
    example that could be typed."""
    takes = ", ".join(map(_taken, entry.takes))
    needed = [each for each in entry.takes if each.default is None]
    used: set[str] = set()
    example = " ".join(_example(each, world, used) for each in needed)
    hint = f"'{entry.name}' takes {takes}; give {example}"
    if not scenario and any(
        _kind(each.type) and not _some(each, world) for each in needed
    ):
        hint += "; who they are stands in a scenario: --scenario NAME"
    return Misused(f"the argument '{name.name}' is missing", hint)


def _taken(each: Parameter) -> str:
    said = takes_text([each])
    return said if each.default is None else f"{said} (may be left out)"


def _kind(kind: Type) -> str:
    inner = kind.item if isinstance(kind, Maybe) else kind
    return inner.kind if isinstance(inner, Entity) else ""


def _some(each: Parameter, world: World) -> tuple[str, ...]:
    return world.ids.get(_kind(each.type), ())


def _example(takes: Parameter, world: World, used: set[str]) -> str:
    """Return an argument as it could be typed, with an entity that is not used yet."""
    fresh = [each for each in _some(takes, world) if each not in used]
    value = fresh[0] if fresh else _like(takes.type)
    used.add(value)
    return f"--with {plain(takes.name)}={value}"


def _like(kind: Type) -> str:
    """Return a value of a type as it could be typed."""
    inner = kind.item if isinstance(kind, Maybe) else kind
    if isinstance(inner, Entity):
        return "ID"
    words = enumeration_of(inner)
    if words is not None and words.values:
        rank = inner.ranks[0] if isinstance(inner, Part) and inner.ranks else 0
        return words.values[rank].replace(" ", "_")
    low = getattr(inner, "low", None)
    if isinstance(inner, Truth):
        return "yes"
    return str(low) if low is not None else "1" if spoken(inner) in _NUMBERS else "..."


_NUMBERS = ("integer", "number")
