"""Values in a journal: JSON with the names of the pack, written and read.

An entity of the scenario is `{"kind", "id"}`, one created while running, or the
judge, `{"kind", "number"}`; a record is an object, a map a list of pairs, a hex a pair,
a fraction "n/d".
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, cast

from interpreter.diagnostics import Unusable
from interpreter.values.exact_numbers import exact
from interpreter.values.types import (
    Cell,
    Entity,
    ListOf,
    MapOf,
    Number,
    Record,
    Seat,
    Type,
    Value,
    enumeration_of,
    present,
)

Ids = Mapping[str, tuple[str, ...]]


def to_data(value: Value, kind: Type, ids: Ids) -> object:
    """Return a value of a type as JSON."""
    if value is None:
        return None
    kind = present(kind)
    words = enumeration_of(kind)
    if words is not None:
        return words.values[cast(int, value)]
    match kind:
        case Entity() | Seat():
            number, known = cast(int, value), ids.get(kind.kind, ())
            if 0 <= number < len(known):
                return {"kind": kind.kind, "id": known[number]}
            return {"kind": kind.kind, "number": number}
        case ListOf():
            return [to_data(item, kind.item, ids) for item in _items(value)]
        case Record():
            pairs = zip(kind.fields, _items(value), strict=True)
            return {name: to_data(each, of, ids) for (name, of), each in pairs}
        case MapOf():
            return [
                [to_data(k, kind.key, ids), to_data(v, kind.value, ids)]
                for k, v in cast(tuple[tuple[Value, Value], ...], value)
            ]
        case _:
            return _plain(value)


def from_data(data: object, kind: Type, ids: Ids) -> Value:
    """Return the value of a type that JSON encodes; Unusable where there is none.

    Whether the value is offered, or within bounds, is checked by its stop.
    """
    try:
        return _value(data, kind, ids)
    except (LookupError, TypeError, ValueError, RecursionError):
        raise Unusable("what is written is no value of its type") from None


def _value(  # noqa: C901 - a case a type
    data: Any, kind: Type, ids: Ids
) -> Value:
    if data is None:
        return None
    kind = present(kind)
    words = enumeration_of(kind)
    if words is not None:
        return words.values.index(data)
    match kind:
        case Entity() | Seat():
            if data["kind"] != kind.kind:
                raise ValueError
            return _entity(data, ids.get(kind.kind, ()))
        case ListOf():
            return tuple([_value(each, kind.item, ids) for each in _list(data)])
        case Record():
            if data.keys() != {name for name, _ in kind.fields}:
                raise ValueError
            return tuple([_value(data[name], of, ids) for name, of in kind.fields])
        case MapOf():
            return tuple(
                [
                    (_value(k, kind.key, ids), _value(v, kind.value, ids))
                    for k, v in _list(data)
                ]
            )
        case Cell():
            q, r = _list(data)
            return q, r
        case Number() if isinstance(data, str):
            return exact(Fraction(data))
        case _:
            return _unplain(data)


def _entity(data: Any, known: tuple[str, ...]) -> int:
    if "id" in data:
        return known.index(data["id"])
    number = data["number"]
    if type(number) is not int or 0 <= number < len(known):
        raise ValueError
    return number


def _plain(value: Value) -> object:
    """Return a value of a type without names as JSON."""
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return str(value) if isinstance(value, Fraction) else value


def _unplain(data: object) -> Value:
    if isinstance(data, list):
        return tuple([_unplain(each) for each in data])
    if not isinstance(data, (bool, int, str)):
        raise TypeError
    return data


def _items(value: Value) -> tuple[Value, ...]:
    return cast(tuple[Value, ...], value)


def _list(data: object) -> list[Any]:
    if not isinstance(data, list):
        raise TypeError
    return data
