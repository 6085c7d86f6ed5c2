"""What a function of the expression language is; the operators among them."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, TypeVar

from msgspec import Struct

from interpreter.diagnostics import LimitExceeded
from interpreter.values.exact_numbers import (
    ExactFraction,
    Rational,
    divided,
    exact,
    mixed,
)
from interpreter.values.faults import Fault
from interpreter.values.types import Number, Type, Value

Item = TypeVar("Item")

Typing = Callable[[tuple[Type, ...]], Type]
"""From the types of the arguments to the type of the value; raises Mismatch."""


Failing = Callable[[tuple[Type, ...]], bool]
"""From the types of the arguments: whether a call can raise a Fault, or exceed a limit
of its own, for arguments of these types.

The limits on the size of a number and on the length of a gathered list do not count:
nearly every expression could exceed them.
"""


def never(_kinds: tuple[Type, ...]) -> bool:
    """Say that no call fails."""
    return False


def always(_kinds: tuple[Type, ...]) -> bool:
    """Say that calls can fail, whatever the types."""
    return True


class Mismatch(Exception):  # turned into a problem R401
    """Argument `index` is not of a fitting type; `expected` says what would be."""

    def __init__(self, index: int, expected: str) -> None:
        """Keep both."""
        super().__init__(expected)
        self.index = index
        self.expected = expected


class Function(Struct, frozen=True):
    """A pure function of the language.

    `least`/`most` arguments (most None: any number); `like` is the argument whose type
    the others are read against (a bare value of an enumeration needs it); `extra` gives
    further constants from the types, passed to `python` after the arguments. `later`
    gives what `python` calls, where that is imported when it is first wanted. `fails`
    says which calls can fail: the others may be left out or evaluated early.
    """

    name: str
    least: int
    most: int | None
    typing: Typing
    python: Callable[..., Any]
    says: str
    like: int | None = None
    extra: Callable[[tuple[Type, ...]], tuple[int, ...]] | None = None
    later: Callable[[], Callable[..., Any]] | None = None
    fails: Failing = never


class Operator(Struct, frozen=True):
    """What an operator or a check calls; `fails` as of a `Function`."""

    python: Callable[..., Any]
    fails: Failing = never


LONGEST_LIST = 10_000
LONGEST_TEXT = 10_000


def _long(kinds: tuple[Type, ...]) -> bool:
    """Return whether a range of numbers of these types can be longer than a list."""
    low, high = kinds
    if not isinstance(low, Number) or not isinstance(high, Number):
        return True
    if low.low is None or high.high is None:
        return True
    return high.high - low.low >= LONGEST_LIST


def divide(one: Rational, other: Rational) -> int | ExactFraction:
    """Divide exactly; a whole quotient is an int."""
    if other == 0:
        raise Fault("R703", "division by zero")
    return divided(one, other)


def tidy(value: Value) -> Value:
    """Make a whole Fraction an int, so that equal numbers look alike."""
    kind = type(value)
    if kind is int or kind is ExactFraction:
        return value
    return exact(value) if isinstance(value, Fraction) else value


def span(low: int, high: int) -> tuple[int, ...]:
    """List the whole numbers from `low` to `high`."""
    if high - low >= LONGEST_LIST:
        raise LimitExceeded("elements of a list", LONGEST_LIST)
    return tuple(range(low, high + 1))


def item(values: tuple[Item, ...], place: int) -> Item:
    """Return an element; lists count from 1."""
    if not 1 <= place <= len(values):
        raise Fault("R705", f"a list of {len(values)} has no element {place}")
    return values[place - 1]


def at(pairs: tuple[tuple[Value, Item], ...], key: Value) -> Item:
    """Return the value of a map at a key."""
    for each, value in pairs:
        if each == key:
            return value
    raise Fault("R705", "the map has no entry there")


def with_entry(
    pairs: tuple[tuple[Value, Value], ...], key: Value, value: Value
) -> Value:
    """Return a map with one entry set: where the key stands already, else last."""
    entries = dict(pairs)
    entries[key] = value
    if len(entries) > LONGEST_LIST:
        raise LimitExceeded("entries of a map", LONGEST_LIST)
    return tuple(entries.items())


def text_of(*parts: str | Rational) -> str:
    """Return texts and numbers as one text; a number is `8`, `1/4` or `8 1/4`."""
    found = "".join([p if isinstance(p, str) else mixed(p) for p in parts])
    if len(found) > LONGEST_TEXT:
        raise LimitExceeded("characters of a text", LONGEST_TEXT)
    return found


def within(value: Rational, low: Rational | None, high: Rational | None) -> Rational:
    """Return a number that must be between bounds (None: open)."""
    if (low is not None and value < low) or (high is not None and value > high):
        raise Fault("R701", f"{value} is not between {_bound(low)} and {_bound(high)}")
    return value


def _bound(value: Value) -> str:
    return "any" if value is None else str(value)


def in_steps(value: Rational, step: Rational) -> Rational:
    """Return a number that must be a whole multiple of a step."""
    if value % step:
        raise Fault("R701", f"{value} is no multiple of {step}")
    return value


def rank_in(value: Value, ranks: tuple[int, ...]) -> Value:
    """Return a value of an enumeration that must be one of some."""
    if value not in ranks:
        raise Fault("R701", "a value that does not belong there")
    return value


def there(value: Value) -> Value:
    """Return a value that must not be none."""
    if value is None:
        raise Fault("R704", "there is none where a value is needed")
    return value


def untrue(said: Value, truth: Value) -> Value:
    """Return what is said for the truth, which it may not be."""
    if said == truth:
        raise Fault("R708", "what was to be false is true")
    return said


def enough(values: tuple[Value, ...], number: int) -> tuple[Value, ...]:
    """Return the facts that can be false, of which so many must be."""
    if number > len(values):
        can = f"only {len(values)} of the facts shown can be false"
        raise Fault("R708", f"{can}, where {number} must be")
    return values


def of_kind(claim: Value, kind: str, wanted: str) -> Value:
    """Return a claim that must be of a kind."""
    if kind != wanted:
        raise Fault("R701", "a claim of another kind is told again")
    return claim


OPERATORS: Mapping[str, Operator] = MappingProxyType(
    {
        "+": Operator(lambda a, b: tidy(a + b)),
        "-": Operator(lambda a, b: tidy(a - b)),
        "*": Operator(lambda a, b: tidy(a * b)),
        "/": Operator(divide, always),
        "neg": Operator(lambda a: -a),
        "not": Operator(lambda a: not a),
        "is": Operator(lambda a, b: a == b),
        "is_not": Operator(lambda a, b: a != b),
        "<": Operator(lambda a, b: a < b),
        "<=": Operator(lambda a, b: a <= b),
        ">": Operator(lambda a, b: a > b),
        ">=": Operator(lambda a, b: a >= b),
        "in": Operator(lambda a, b: a in b),
        "not_in": Operator(lambda a, b: a not in b),
        "range": Operator(span, _long),
        "list": Operator(lambda *a: a),
        "record": Operator(lambda *a: a),
        "index": Operator(item, always),
        "at": Operator(at, always),
        "with_entry": Operator(with_entry, always),
        "text": Operator(text_of, always),
        "within": Operator(within, always),
        "in_steps": Operator(in_steps, always),
        "rank_in": Operator(rank_in, always),
        "present": Operator(there, always),
        "untrue": Operator(untrue, always),
        "enough": Operator(enough, always),
        "of_kind": Operator(of_kind, always),
    }
)
