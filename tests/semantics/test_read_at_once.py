"""Digits and plain words are read at once, as the expression that they are."""

import pytest
from msgspec.structs import replace

from interpreter.diagnostics import Diagnostic, Diagnostics
from interpreter.expressions.typed import Typed
from interpreter.semantics.declarations import InitialState, Kind
from interpreter.semantics.expressions.binding import expression
from interpreter.semantics.expressions.scope import Scope
from interpreter.semantics.expressions.yaml_values import figure
from interpreter.semantics.names import Names
from interpreter.source import Source, Span, normalised
from interpreter.values.types import (
    INTEGER,
    Boolean,
    Entity,
    ListOf,
    Maybe,
    Number,
    Type,
    Unknown,
)
from interpreter.yaml.nodes import ScalarNode
from tests.cache.strictly import same

NUMBERS: tuple[Type, ...] = (
    INTEGER,
    Number(),
    Number(1, 9, whole=True),
    Maybe(Number(0, 50)),
    Number(step=5),
    ListOf(INTEGER),
)
DIGITS = ("0", "7", "45", "007", "1000000000000", "-3", "-0", "- 3", "2.5", " 4")
BEYOND = ("4\n", "٣", "", "-1000000000000")
OTHERS: tuple[Type, ...] = (
    Boolean(),
    Maybe(Boolean()),
    Entity("man"),
    Maybe(Entity("man")),
    Entity("weather"),
    ListOf(Entity("man")),
    Unknown(),
)
WORDS = ("yes", "no", "none", "hal", "Hal", "spear", "weather", "nobody", "if", "now")
CASES = [
    *((text, wanted) for text in (*DIGITS, *BEYOND, "yes") for wanted in NUMBERS),
    *((text, wanted) for text in (*WORDS, "7", "hal ", "") for wanted in OTHERS),
]


def names_of(problems: list[Diagnostic]) -> Names:
    """Return the names of a scenario with a man, a spear and the weather."""
    source = Source("kinds.yaml", "kinds: {}")
    names = Names(Diagnostics(problems))
    for kind in ("man", "item", "weather"):
        single = kind == "weather"
        names.kinds[normalised(kind)] = Kind(kind, (), {}, single, Span(source, 0, 5))
    ids = {"man": ("hal",), "item": ("spear",), "weather": ("weather",)}
    names.initial_state = InitialState({}, ids)
    return names


def scalar(text: str, style: str) -> ScalarNode:
    """Return a text in quotes, or as it is."""
    mark = style if style != ">" else ">\n  "
    source = Source("a.yaml", f"n: {mark}{text}{mark}")
    begin = 3 + len(mark)
    places = tuple(range(begin, begin + len(text) + 1))
    span = Span(source, 3, begin + len(text) + len(mark))
    return ScalarNode(text, span, style, places)


@pytest.mark.parametrize("style", ["", "'", ">"])
@pytest.mark.parametrize(("text", "wanted"), CASES, ids=repr)
def test_it_is_what_the_expression_is(text: str, wanted: Type, style: str) -> None:
    node = scalar(text, style)
    found: list[tuple[Typed, list[Diagnostic]]] = []
    for read in (figure, as_expression):
        problems: list[Diagnostic] = []
        typed = read(names_of(problems), node, wanted)
        # that a list is wanted is said of the value of a key alone
        plain = [replace(problem, hint="", fix=None) for problem in problems]
        found.append((typed, plain))
    assert same(*found)


def as_expression(names: Names, node: ScalarNode, wanted: Type) -> Typed:
    """Return what the language reads there."""
    return expression(names, node, Scope(), wanted)


def test_a_word_that_is_a_local_is_that() -> None:
    wanted = Maybe(Entity("man"))
    scope = Scope().bind("hal", Maybe(Entity("item")))
    node = scalar("hal", "")
    problems: list[Diagnostic] = []
    others: list[Diagnostic] = []
    read = figure(names_of(problems), node, wanted, scope)
    assert same(read, expression(names_of(others), node, scope, wanted))
    assert problems
    assert same(problems, others)
