"""Results taken apart: a record field by field, a map key by key."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from operator import itemgetter
from typing import Any, cast

from interpreter.reporting.shares import value_order
from interpreter.reporting.values import Edge, spaced, to_text
from interpreter.values.types import MapOf, Record, Type, Value, maybe

Part = tuple[str, Type, Mapping[Value, int]]
"""What it is called ("" for a whole), its type, and how much each value of it weighs,
whatever came with it."""

Pairs = tuple[tuple[Value, Value], ...]


def parted(kind: Type, weights: Mapping[Value, int], names: Edge) -> list[Part]:
    """Return results as they are told: a record field by field and a map key by key,
    each under its name with its own weights; all else is one part without a name."""
    inner: list[Part] = []
    if isinstance(kind, Record):
        for at, (name, of) in enumerate(kind.fields):
            inner.append((spaced(name), of, _marginal(weights, itemgetter(at))))
    elif isinstance(kind, MapOf):
        every = {key for value in weights for key, _ in cast(Pairs, value)}
        for key in value_order(list(every)):
            found = _marginal(weights, partial(_held, key))
            of = kind.value if None not in found else maybe(kind.value)
            inner.append((to_text(key, kind.key, names), of, found))
    else:
        return [("", kind, weights)]
    return [
        (f"{name}: {deeper}" if deeper else name, below, weighed)
        for name, of, found in inner
        for deeper, below, weighed in parted(of, found, names)
    ]


def _held(key: Value, value: Value) -> Value:
    """Return what a map has for a key; None where it has nothing."""
    return dict(cast(Pairs, value)).get(key)


def _marginal(
    weights: Mapping[Value, int], part: Callable[[Any], Value]
) -> Counter[Value]:
    """Return how much each value of a part weighs, whatever came with it."""
    found: Counter[Value] = Counter()
    for value, weight in weights.items():
        found[part(value)] += weight
    return found
