"""Equality that lets nothing pass: types too, and what records do not compare."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from msgspec import Struct


def same(one: Any, other: Any) -> bool:
    """Tell whether two values are one in every part; a lazy map equals a dict."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return list(one) == list(other) and all(same(one[k], other[k]) for k in one)
    if type(one) is not type(other):
        return False
    if isinstance(one, (tuple, list)):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, frozenset):
        return len(one) == len(other) and all(
            any(same(each, its) for its in other) for each in one
        )
    if isinstance(one, Struct):
        return all(
            same(getattr(one, name), getattr(other, name))
            for name in one.__struct_fields__
        )
    if is_dataclass(one):
        return all(
            same(getattr(one, each.name), getattr(other, each.name))
            for each in fields(one)
        )
    return bool(one == other)
