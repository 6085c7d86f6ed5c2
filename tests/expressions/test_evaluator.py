"""The plain evaluator, through the reading that packs go through."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from interpreter.diagnostics import Diagnostic, Diagnostics, LimitExceeded
from interpreter.expressions.evaluator import Environment, evaluate
from interpreter.expressions.typed import Use
from interpreter.semantics.expressions.binding import embedded
from interpreter.semantics.expressions.scope import Scope, TextLocation
from interpreter.semantics.names import Names
from interpreter.source import Source, Span
from interpreter.values.exact_numbers import quotient
from interpreter.values.faults import Fault
from interpreter.values.types import INTEGER, Enumeration, ListOf, Maybe, Number, Type
from interpreter.yaml.nodes import ScalarNode

SIZE = Enumeration("size", ("small", "middle", "large"), (("big", (1, 2)),))
LOCALS: dict[str, tuple[Any, Type]] = {
    "n": (7, INTEGER),
    "l": ((3, 1, 2, 3), ListOf(INTEGER)),
    "none_yet": (None, Maybe(INTEGER)),
    "empty": ((), ListOf(INTEGER)),
    "size": (1, SIZE),
    "any_number": (0, Number()),
}


def _no_use(use: Use, arguments: tuple[Any, ...]) -> Any:
    raise AssertionError(use.name)


def value(text: str, **more: Any) -> Any:
    """Read an expression against LOCALS and evaluate it."""
    found: list[Diagnostic] = []
    problems = Diagnostics(found)
    names = Names(problems, types={"size": SIZE})
    scope = Scope()
    for name, (_, kind) in LOCALS.items():
        scope = scope.bind(name, kind)
    scalar = ScalarNode(text, Span(Source("test", text), 0, len(text)), "", ())
    typed = embedded(names, TextLocation(scalar, problems), text, scope)
    assert not found, found[0].message
    given_ = {name: each for name, (each, _) in LOCALS.items()}
    return evaluate(typed, Environment({**given_, **more}, {}, {}, _no_use))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("n / 2", quotient(7, 2)),
        ("down(n / 2)", 3),
        ("up(n / 2)", 4),
        ("nearest(n / 2)", 4),
        ("nearest(-n / 2)", -3),
        ("nearest_even(n / 2)", 4),
        ("nearest_even(5 / 2)", 2),
        ("nearest_even(-n / 2)", -4),
        ("nearest_even(n / 3)", 2),
        ("toward_zero(-n / 2)", -3),
        ("down(-n / 2)", -4),
        ("remainder(-n, 3)", 2),
        ("0.1 + 0.2 is 0.3", True),
        ("l[1]", 3),
        ("first(empty)", None),
        ("position(l, 2)", 3),
        ("position(l, 9)", None),
        ("without(l, 3)", (1, 2)),
        ("distinct(l)", (3, 1, 2)),
        ("sorted(l)", (1, 2, 3, 3)),
        ("highest(2, l)", (3, 3)),
        ("lowest(2, l)", (1, 2)),
        ("matches(l, 3)", 2),
        ("first_of(l, 9)", (3, 1, 2, 3)),
        ("last_of(l, 2)", (2, 3)),
        ("prefer(l, empty)", (3, 1, 2, 3)),
        ("prefer(l, [9])", (9,)),
        ("repeated([1, 2], 2)", (1, 2, 1, 2)),
        ("3..1", ()),
        ("list(x * 2 for x in l where x > 1 by -x)", (6, 6, 4)),
        ("count(x in l where x is 3)", 2),
        ("any(x in l where x > 3)", False),
        ("all(x > 0 for x in l)", True),
        ("first(x in l where x < 3 by -x)", 2),
        ("groups(x in l by remainder(x, 2))", ((3, 1, 3), (2,))),
        ("if none_yet is none then 0 else none_yet + 1", 0),
        ("none_yet is not none and none_yet > 3", False),
        ("size in big", True),
        ("size < large", True),
        ("shift(size, 5) is large", True),
        ("rank(size)", 2),
        ("values(size)", (0, 1, 2)),
    ],
)
def test_a_value(text: str, expected: object) -> None:
    found = value(text)
    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("n / any_number", "R703"),
        ("l[5]", "R705"),
        ("empty[1]", "R705"),
        ("max(empty)", "R705"),
        ("min(x * 2 for x in l where x > 99)", "R705"),
        ("remainder(n, n - 7)", "R703"),
    ],
)
def test_a_fault_has_its_code(text: str, code: str) -> None:
    with pytest.raises(Fault) as caught:
        value(text)
    assert caught.value.code == code


def test_lists_are_limited() -> None:
    with pytest.raises(LimitExceeded):
        value("count(1..10001)")


def test_the_second_side_is_not_read_in_vain() -> None:
    """`or` and `and` stop as soon as they know."""
    assert value("n is 7 or n / any_number is 1") is True
    assert value("n is 8 and n / any_number is 1") is False


@given(some.integers(-99, 99), some.integers(-99, 99).filter(bool))
def test_a_quotient_and_its_remainder_make_the_number(one: int, by: int) -> None:
    text = f"down(n / ({by})) * ({by}) + remainder(n, {by})"
    assert value(text, n=one) == one
