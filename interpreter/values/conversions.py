"""Whether a value of one type fits where another is expected, and what both have in
common."""

from collections.abc import Callable
from fractions import Fraction
from math import gcd
from typing import Literal

from interpreter.values.exact_numbers import quotient
from interpreter.values.types import (
    Claim,
    Entity,
    Enumeration,
    EnumerationPart,
    ListOf,
    MapOf,
    Maybe,
    Nothing,
    Number,
    Record,
    Seat,
    Type,
    Unknown,
    enumeration_of,
    stepped,
)

Bound = Fraction | int | None

Fit = Literal["yes", "no", "check"]
"""`check`: a value of the type may fit or not, which only running can tell."""


def fit(kind: Type, wanted: Type) -> Fit:
    """Tell whether `kind` fits `wanted`."""
    if isinstance(kind, Unknown) or isinstance(wanted, Unknown) or kind == wanted:
        return "yes"
    if isinstance(wanted, Maybe):
        if isinstance(kind, Nothing):
            return "yes"
        return fit(kind.item if isinstance(kind, Maybe) else kind, wanted.item)
    if isinstance(wanted, Number) and isinstance(kind, Number):
        return _number_fit(kind, wanted)
    if isinstance(wanted, (Enumeration, EnumerationPart)):
        return _enumeration_fit(kind, wanted)
    if isinstance(wanted, ListOf) and isinstance(kind, ListOf):
        return fit(kind.item, wanted.item)
    if isinstance(wanted, MapOf):
        return _map_fit(kind, wanted)
    if isinstance(wanted, Record) and isinstance(kind, Record):
        return _record_fit(kind, wanted)
    if isinstance(wanted, (Seat, Entity)) and isinstance(kind, (Seat, Entity)):
        return "yes" if kind.kind == wanted.kind else "no"
    return "yes" if wanted == Claim() and isinstance(kind, Claim) else "no"


def _map_fit(kind: Type, wanted: MapOf) -> Fit:
    if isinstance(kind, MapOf):
        return _least(fit(kind.key, wanted.key), fit(kind.value, wanted.value))
    return "yes" if kind == ListOf(Unknown()) else "no"  # `[]` is the empty map too


def _least(*fits: Fit) -> Fit:
    return "no" if "no" in fits else "check" if "check" in fits else "yes"


def _number_fit(kind: Number, wanted: Number) -> Fit:
    if wanted.whole and not kind.whole:
        return "no"
    low, high = kind.low, kind.high
    if wanted.low is not None and high is not None and high < wanted.low:
        return "no"
    if wanted.high is not None and low is not None and low > wanted.high:
        return "no"
    steps = _steps_fit(kind, wanted)
    if steps == "no":
        return "no"
    below = wanted.low is None or (low is not None and low >= wanted.low)
    above = wanted.high is None or (high is not None and high <= wanted.high)
    return steps if below and above else "check"


def _steps_fit(kind: Number, wanted: Number) -> Fit:
    if wanted.step is None:
        return "yes"
    if kind.low is not None and kind.low == kind.high:
        return "no" if kind.low % wanted.step else "yes"
    return "check" if kind.grain is None or kind.grain % wanted.step else "yes"


def common(one: Bound, other: Bound) -> Bound:
    """Return the greatest step of which both steps are multiples (None: unknown)."""
    if one is None or other is None:
        return None
    shared = gcd(one.numerator * other.denominator, other.numerator * one.denominator)
    return quotient(shared, one.denominator * other.denominator)


def _enumeration_fit(kind: Type, wanted: Enumeration | EnumerationPart) -> Fit:
    if isinstance(kind, Maybe):
        return "no"
    mine, theirs = enumeration_of(kind), enumeration_of(wanted)
    if mine is None or theirs is None or not same_enumeration(mine, theirs):
        return "no"
    have = set(ranks(kind))
    want = set(ranks(wanted))
    return "yes" if have <= want else "check" if have & want else "no"


def _record_fit(kind: Record, wanted: Record) -> Fit:
    if [name for name, _ in kind.fields] != [name for name, _ in wanted.fields]:
        return "no"
    pairs = zip(kind.fields, wanted.fields, strict=True)
    return _least(*(fit(mine, theirs) for (_, mine), (_, theirs) in pairs))


def same_enumeration(one: Enumeration, other: Enumeration) -> bool:
    """Tell whether two enumerations are one: the same name, or equal values."""
    return one.values == other.values


def ranks(kind: Type) -> tuple[int, ...]:
    """Return the ranks that a value of an enumeration or part may have."""
    if isinstance(kind, EnumerationPart):
        return kind.ranks
    if isinstance(kind, Enumeration):
        return tuple(range(len(kind.values)))
    return ()


def join(one: Type, other: Type) -> Type | None:
    """Return the least type that both fit, or None when they have nothing in common."""
    if isinstance(one, Unknown) or one == other:
        return other
    if isinstance(other, Unknown):
        return one
    if isinstance(one, Nothing) or isinstance(other, Nothing):
        rest = other if isinstance(one, Nothing) else one
        return rest if isinstance(rest, Maybe) else Maybe(rest)
    if isinstance(one, Maybe) or isinstance(other, Maybe):
        inner = join(
            one.item if isinstance(one, Maybe) else one,
            other.item if isinstance(other, Maybe) else other,
        )
        return None if inner is None else Maybe(inner)
    return _join_plain(one, other)


def _join_plain(one: Type, other: Type) -> Type | None:
    if isinstance(one, Number) and isinstance(other, Number):
        return stepped(
            _outer(one.low, other.low, min),
            _outer(one.high, other.high, max),
            common(one.grain, other.grain),
        )
    mine, theirs = enumeration_of(one), enumeration_of(other)
    if mine is not None and theirs is not None and same_enumeration(mine, theirs):
        return EnumerationPart(mine, tuple(sorted({*ranks(one), *ranks(other)})))
    if isinstance(one, ListOf) and isinstance(other, ListOf):
        item = join(one.item, other.item)
        return None if item is None else ListOf(item)
    if (
        isinstance(one, Record)
        and isinstance(other, Record)
        and fit(one, other) != "no"
    ):
        return other
    if isinstance(one, (Seat, Entity)) and isinstance(other, (Seat, Entity)):
        return one if one.kind == other.kind else None
    if isinstance(one, Claim) and isinstance(other, Claim):
        return Claim()
    return None


def _outer(one: Bound, other: Bound, choose: Callable[..., Fraction | int]) -> Bound:
    return None if one is None or other is None else choose(one, other)
