"""Operators: types of operands and results, and bounds by interval arithmetic."""

from interpreter.expressions import tree
from interpreter.expressions.functions.operators import OPERATORS
from interpreter.expressions.typed import Apply, Constant, Invalid, Typed
from interpreter.semantics.expressions.presence import facts
from interpreter.semantics.expressions.scope import Binder, Scope, spoken
from interpreter.semantics.expressions.words import own_field
from interpreter.values.conversions import Bound, common, join
from interpreter.values.types import (
    INTEGER,
    Boolean,
    Cell,
    ListOf,
    Maybe,
    Moment,
    Number,
    Seat,
    Text,
    Type,
    Unknown,
    enumeration_of,
    present,
    stepped,
)

MOST_BITS = 1 << 12  # of a bound of a type


def operation(
    reading: Binder, node: tree.Operation, scope: Scope, wanted: Type | None
) -> Typed:
    """Read an operator and its operands."""
    at = reading.place.span(node.at)
    operator = node.operator
    if operator in ("and", "or"):
        one = reading.read(node.operands[0], scope, Boolean())
        inner = scope.knowing(*facts(reading.names, one, operator == "and"))
        other = reading.read(node.operands[1], inner, Boolean())
        return Apply(operator, (one, other), Boolean(), at)
    if operator == "not":
        return Apply(
            "not", (reading.read(node.operands[0], scope, Boolean()),), Boolean(), at
        )
    if operator in ("in", "not in"):
        return _membership(reading, node, scope)
    if operator in ("is", "is not", "<", "<=", ">", ">="):
        return _comparison(reading, node, scope)
    if operator == "..":
        pair = tuple(reading.read(each, scope, INTEGER) for each in node.operands)
        return Apply("range", pair, ListOf(_covering(pair)), at)
    return _calculation(reading, node, scope, wanted)


def _covering(pair: tuple[Typed, ...]) -> Number:
    low, high = (each.type for each in pair)
    return Number(
        low.low if isinstance(low, Number) else None,
        high.high if isinstance(high, Number) else None,
        whole=True,
    )


def _bare(node: tree.Tree, reading: Binder, scope: Scope) -> bool:
    """Return whether the type of a node can only come from the other operand."""
    if isinstance(node, tree.Quoted):
        return True
    if not isinstance(node, tree.Word) or node.name in ("yes", "no", "none", "now"):
        return False
    return scope.find(node.name) is None and reading.names.entity(node.name) is None


def _comparison(reading: Binder, node: tree.Operation, scope: Scope) -> Typed:
    left, right = node.operands
    if _bare(left, reading, scope) and not _bare(right, reading, scope):
        other = reading.read(right, scope)
        one = reading.read(left, scope, _against_bare(other.type, left))
    else:
        one = reading.read(left, scope)
        if isinstance(one.type, Unknown) and _bare(right, reading, scope):
            return one  # one operand is reported already, the other depends on it
        against = _against(one.type)
        if against is None and _bare(right, reading, scope):
            against = _against_bare(one.type, right)
        other = reading.read(right, scope, against)
    ordered = node.operator not in ("is", "is not")
    kind = join(one.type, other.type)
    if kind is None or (ordered and not _orderable(kind)):
        message = (
            f"{spoken(one.type)} and {spoken(other.type)} cannot be "
            f"compared with '{node.operator}'"
        )
        hint = _truth_hint(reading, one, other, node)
        hint = hint or _sum_hint(reading, one, other, node)
        return reading.lost("R404", node.at, message, hint=hint)
    return Apply(
        node.operator.replace(" ", "_"),
        (one, other),
        Boolean(),
        reading.place.span(node.at),
    )


def _truth_hint(reading: Binder, one: Typed, other: Typed, node: tree.Operation) -> str:
    """Return how yes or no is compared with a `yes` that was written in quotes."""
    for side, operand in zip((other, one), node.operands, strict=True):
        is_word = isinstance(operand, tree.Quoted) and operand.text in ("yes", "no")
        if is_word and isinstance(present(side.type), Boolean):
            text, (start, end) = reading.place.text, operand.at
            before, after = text[node.at[0] : start], text[end : node.at[1]]
            return f"write '{before}{text[start + 1 : end - 1]}{after}'"
    return ""


def _sum_hint(reading: Binder, one: Typed, other: Typed, node: tree.Operation) -> str:
    """Return how dice that were rolled together are compared with a number."""
    for side, number, operand in zip(
        (one, other), (other, one), node.operands, strict=True
    ):
        is_dice = isinstance(side.type, ListOf) and isinstance(side.type.item, Number)
        if (
            is_dice
            and isinstance(number.type, Number)
            and isinstance(operand, tree.Word)
        ):
            text, start = reading.place.text, node.at[0]
            before, after = (
                text[start : operand.at[0]],
                text[operand.at[1] : node.at[1]],
            )
            return f"write '{before}sum({operand.name}){after}'"
    return ""


def _against(kind: Type) -> Type | None:
    """Return the type that the other operand of a comparison is read against: for
    enumerations, seats and hexes, whose values are bare names; otherwise None."""
    enumeration = enumeration_of(kind)
    if enumeration is not None:
        return Maybe(enumeration)
    return Maybe(present(kind)) if isinstance(present(kind), (Seat, Cell)) else None


def _against_bare(kind: Type, node: tree.Tree) -> Type | None:
    """Return the type that a bare name is read against: beside a text it was meant as
    a text without its quotes."""
    if isinstance(present(kind), Text) and isinstance(node, tree.Word):
        return Maybe(Text())
    return _against(kind)


def _orderable(kind: Type) -> bool:
    words = enumeration_of(kind)
    if words is not None:
        return words.ordered and not isinstance(kind, Maybe)
    return isinstance(kind, (Number, Moment, Unknown))


def _membership(reading: Binder, node: tree.Operation, scope: Scope) -> Typed:
    left, right = node.operands
    operator = node.operator.replace(" ", "_")
    at = reading.place.span(node.at)
    own = isinstance(left, tree.Word) and own_field(reading, left, scope)
    if _bare(left, reading, scope) and not own:
        other = reading.read(right, scope)
        item = other.type.item if isinstance(other.type, ListOf) else None
        one = reading.read(left, scope, item)
    else:
        one = reading.read(left, scope)
        group = _group(one.type, right)
        if group is not None:
            ranks = Constant(group, ListOf(one.type))
            return Apply(operator, (one, ranks), Boolean(), at)
        other = reading.read(right, scope, _list_against(one.type))
    if isinstance(one.type, Unknown) or isinstance(other.type, Unknown):
        return Invalid(at)
    if not isinstance(other.type, ListOf) or join(other.type.item, one.type) is None:
        message = f"this is {spoken(other.type)}"
        return reading.lost("R404", right.at, message, f"a list of {spoken(one.type)}")
    return Apply(operator, (one, other), Boolean(), at)


def _list_against(kind: Type) -> Type | None:
    enumeration = enumeration_of(kind)
    if isinstance(present(kind), Cell):
        return ListOf(present(kind))
    return ListOf(enumeration) if enumeration is not None else None


def _group(kind: Type, node: tree.Tree) -> tuple[int, ...] | None:
    enumeration = enumeration_of(kind)
    if enumeration is None or not isinstance(node, (tree.Word, tree.Quoted)):
        return None
    name = node.name
    return None if enumeration.rank(name) is not None else enumeration.group(name)


def _calculation(
    reading: Binder, node: tree.Operation, scope: Scope, wanted: Type | None
) -> Typed:
    lists = wanted if isinstance(wanted, ListOf) else None
    one = reading.read(node.operands[0], scope, lists)
    at = reading.place.span(node.at)
    if isinstance(one.type, ListOf) and node.operator == "+":
        other = reading.read(node.operands[1], scope, lists)
        kind = join(one.type, other.type)
        if isinstance(other.type, Number) and isinstance(one.type.item, Number):
            place, span = node.operands[0].at, reading.place.span(node.operands[0].at)
            hint = f"add it up: sum({span.text})"
            return reading.lost(
                "R401", place, f"this is {spoken(one.type)}", "a number", hint
            )
        if kind is None:
            return reading.lost(
                "R401",
                node.operands[1].at,
                f"this is {spoken(other.type)}",
                spoken(one.type),
            )
        return Apply("+", (one, other), kind, at)
    operands = (one, *(reading.read(each, scope) for each in node.operands[1:]))
    kinds = []
    for each, part in zip(operands, node.operands, strict=True):
        if isinstance(each.type, Unknown):
            return Invalid(at)
        if not isinstance(each.type, Number):
            hint = "ask 'is not none' before" if isinstance(each.type, Maybe) else ""
            code = "R407" if hint else "R401"
            return reading.lost(
                code, part.at, f"this is {spoken(each.type)}", "a number", hint
            )
        kinds.append(each.type)
    if (
        node.operator == "/"
        and isinstance(operands[1], Constant)
        and operands[1].value == 0
    ):
        return reading.lost("R703", node.at, "division by zero")
    kind = bounds(node.operator, *kinds)
    figures = [each.value for each in operands if isinstance(each, Constant)]
    if node.operator in ("neg", "/") and len(figures) == len(operands):
        # `-2` and `1/2` are numbers, and so are shown as such.
        value = OPERATORS[node.operator].python(*figures)
        return Constant(value, Number(value, value, kind.whole), at)
    return Apply(node.operator, operands, kind, at)


def bounds(operator: str, one: Number, other: Number | None = None) -> Number:
    """Return the type of a calculation, with bounds by interval arithmetic.

    A bound with very many digits is dropped, otherwise each formula in a chain of
    squares would double them; the wider type is still correct.
    """
    found = _bounds(operator, one, other)
    figures = (found.low, found.high, found.grain)
    low, high, grain = map(_short, figures)
    if (low, high, grain) == figures:
        return found
    # a multiple of a whole number is a whole number at least
    return stepped(low, high, 1 if grain is None and found.whole else grain)


def _short(figure: Bound) -> Bound:
    """Return a bound; None if it has too many digits."""
    if figure is None:
        return None
    bits = figure.numerator.bit_length() + figure.denominator.bit_length()
    return figure if bits <= MOST_BITS else None


def _bounds(operator: str, one: Number, other: Number | None) -> Number:
    if other is None:
        return stepped(_minus(one.high), _minus(one.low), one.grain)
    both = common(one.grain, other.grain)
    if operator == "+":
        return stepped(_plus(one.low, other.low), _plus(one.high, other.high), both)
    if operator == "-":
        return stepped(
            _plus(one.low, _minus(other.high)), _plus(one.high, _minus(other.low)), both
        )
    grain = None
    if operator == "*" and one.grain is not None and other.grain is not None:
        grain = one.grain * other.grain
    ends = (one.low, one.high, other.low, other.high)
    if operator == "*" and all(each is not None for each in ends):
        products = [
            a * b for a in ends[:2] for b in ends[2:] if a is not None and b is not None
        ]
        return stepped(min(products), max(products), grain)
    positive = (
        one.low is not None
        and one.low >= 0
        and other.low is not None
        and other.low >= 0
    )
    return stepped(0 if positive else None, None, grain)


def _minus(bound: Bound) -> Bound:
    return None if bound is None else -bound


def _plus(one: Bound, other: Bound) -> Bound:
    return None if one is None or other is None else one + other
