"""Between which bounds a number is, as types and operators prove.

Interval analysis without iteration: the type of an expression has bounds (None where
nothing is known), and the operands of `+`, `-`, `min`, `max` and `if` may narrow them,
since the type of `max(0, x)` is only what 0 and `x` have in common.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from interpreter.expressions.typed import Apply, Constant, IfElse, Typed
from interpreter.values.conversions import Bound
from interpreter.values.types import Number


class NumberBounds(NamedTuple):
    """The least and the greatest value of a number; None: open."""

    low: Bound
    high: Bound


OPEN = NumberBounds(None, None)


def bounds_of(node: Typed) -> NumberBounds:
    """Return the bounds of an expression; open ones of what is no number."""
    if not isinstance(node.type, Number):
        return OPEN
    by_type, by_operands = (node.type.low, node.type.high), _by_operands(node)
    return NumberBounds(
        _greatest(_known((by_type[0], by_operands.low))),
        _least(_known((by_type[1], by_operands.high))),
    )


def _by_operands(node: Typed) -> NumberBounds:
    match node:
        case Constant(value=int() | Fraction() as value):
            return NumberBounds(value, value)
        case IfElse():
            return _either(bounds_of(node.then), bounds_of(node.other))
        case Apply(name="+" | "-", arguments=(one, other)):
            return _sum(bounds_of(one), bounds_of(other), node.name)
        case Apply(name="min" | "max", arguments=(_, _, *_)):
            return _extreme(node.name, [bounds_of(each) for each in node.arguments])
        case _:
            return OPEN


def _either(one: NumberBounds, other: NumberBounds) -> NumberBounds:
    low = None if None in (one.low, other.low) else _least(_known((one.low, other.low)))
    if None in (one.high, other.high):
        return NumberBounds(low, None)
    return NumberBounds(low, _greatest(_known((one.high, other.high))))


def _sum(one: NumberBounds, other: NumberBounds, operator: str) -> NumberBounds:
    if operator == "-":
        low = None if other.high is None else -other.high
        other = NumberBounds(low, None if other.low is None else -other.low)
    return NumberBounds(_added(one.low, other.low), _added(one.high, other.high))


def _extreme(name: str, given: Sequence[NumberBounds]) -> NumberBounds:
    """Return the range of `min` or `max`: one bound is that of any operand, the other
    needs those of all."""
    lows, highs = [each.low for each in given], [each.high for each in given]
    if name == "max":
        return NumberBounds(
            _greatest(_known(lows)), None if None in highs else _greatest(_known(highs))
        )
    return NumberBounds(
        None if None in lows else _least(_known(lows)), _least(_known(highs))
    )


def _added(one: Bound, other: Bound) -> Bound:
    return None if one is None or other is None else one + other


def _known(bounds: Sequence[Bound]) -> list[Fraction | int]:
    return [each for each in bounds if each is not None]


def _greatest(bounds: list[Fraction | int]) -> Bound:
    return max(bounds, default=None)


def _least(bounds: list[Fraction | int]) -> Bound:
    return min(bounds, default=None)
