"""How things are drawn on maps: what their kinds say, or else what their fields are."""

from interpreter.checked.declared import Drawn, Kind
from interpreter.checked.hexes import DIRECTION
from interpreter.checked.names import Names
from interpreter.values.types import Entity, Hex, ListOf, Seat, Type, present


def drawn(names: Names, kind: Kind) -> Drawn:
    """Return how a kind is drawn: in the first hex of its fields, and in the others
    too; over its lists of hexes; facing where its first direction leads."""
    types = {each.name: present(each.type) for each in kind.fields}
    hexes = [name for name, each in types.items() if isinstance(each, Hex)]
    lists = [name for name, each in types.items() if is_list(each)]
    facing = [name for name, each in types.items() if each == DIRECTION]
    seats = [name for name, each in types.items() if _is_seat(names, each)]
    at, owner = hexes[0] if hexes else "", seats[0] if seats else ""
    facing_ = facing[0] if facing and at else ""
    return Drawn(at, tuple(hexes[1:]), (), tuple(lists), facing_, "", owner)


def is_list(of: Type) -> bool:
    """Tell whether a type is that of lists of hexes."""
    return isinstance(of, ListOf) and isinstance(present(of.item), Hex)


def _is_seat(names: Names, of: Type) -> bool:
    return isinstance(of, Seat) or of == Entity(names.seat_kind)
