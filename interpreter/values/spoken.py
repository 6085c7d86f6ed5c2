"""Types in the words of the language."""

from types import MappingProxyType

from interpreter.values.types import (
    Claim,
    Entity,
    Enumeration,
    Hex,
    ListOf,
    MapOf,
    Maybe,
    Moment,
    Nothing,
    Number,
    Part,
    Record,
    RowOf,
    Seat,
    SumOf,
    Text,
    Truth,
    Type,
    Unknown,
)

_PRINTED = MappingProxyType(
    {
        "place": ", such as 13 1/6, 4",
        "heading": "; or a point of the compass, such as north-east",
    }
)
"""What a plane adds to how its records are typed."""


def spoken(kind: Type) -> str:
    """Say a type in the words of the language."""
    match kind:
        case Truth():
            return "yes or no"
        case Number():
            return _spoken_number(kind)
        case Enumeration():
            return kind.name.replace("_", " ") or f"[{', '.join(kind.values)}]"
        case Part():
            names = [kind.of.values[rank] for rank in kind.ranks]
            return f"{spoken(kind.of)} ({', '.join(names)})"
        case ListOf():
            word = "deck" if kind.deck else "list"
            empty = isinstance(kind.item, Unknown)  # `[]`, whose type says no more
            return word if empty else f"{word} of {spoken(kind.item)}"
        case MapOf():
            return f"{spoken(kind.value)} for {spoken(kind.key)}"
        case Maybe():
            return f"{spoken(kind.item)} or none"
        case _:
            return _spoken_name(kind)


def parts_of(kind: Record) -> str:
    """Say what the parts of a record are, as they are typed in a line."""
    names = ", ".join(name.replace("_", " ") for name, _ in kind.fields)
    said = f"{spoken(kind)}: {names}, with commas between"
    return said + (_PRINTED.get(kind.name, "") if names == "x, y" else "")


def _spoken_number(kind: Number) -> str:
    word = "integer" if kind.whole else "number"
    if kind.low is not None and kind.low == kind.high:
        word += f" {kind.low}"
    elif kind.low is not None or kind.high is not None:
        low = "" if kind.low is None else str(kind.low)
        word += f" {low}..{'' if kind.high is None else kind.high}"
    return word if kind.step is None else f"{word} by {kind.step}"


def _spoken_name(kind: Type) -> str:
    match kind:
        case Record():
            return kind.name.replace("_", " ") or "a record"
        case Entity() | Claim():
            return kind.kind.replace("_", " ") or "claim"
        case Seat():
            return "seat"
        case Hex():
            return f"hex of {kind.board.replace('_', ' ')}"
        case SumOf():
            return f"labelled sum of {kind.modifiers.replace('_', ' ')}"
        case RowOf():
            return f"row of {kind.table.replace('_', ' ')}"
        case Text():
            return "text"
        case Moment():
            return "moment"
        case Nothing():
            return "none"
        case _:
            return "unknown"
