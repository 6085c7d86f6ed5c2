"""Digits where a number is wanted are read as the expression that they are."""

import pytest
from msgspec.structs import replace

from interpreter.diagnostics import Diagnostic, Diagnostics
from interpreter.expressions.typed import Typed
from interpreter.semantics.expressions.binding import expression
from interpreter.semantics.expressions.scope import Scope
from interpreter.semantics.expressions.yaml_values import figure
from interpreter.semantics.names import Names
from interpreter.source import Source, Span
from interpreter.values.types import INTEGER, ListOf, Maybe, Number, Type
from interpreter.yaml.nodes import ScalarNode
from tests.cache.strictly import same

WANTED: tuple[Type, ...] = (
    INTEGER,
    Number(),
    Number(1, 9, whole=True),
    Maybe(Number(0, 50)),
    Number(step=5),
    ListOf(INTEGER),
)
TEXTS = ("0", "7", "45", "007", "1000000000000", "-3", "2.5", " 4", "4\n", "٣", "")


def scalar(text: str, style: str) -> ScalarNode:
    """Return a text in quotes, or as it is."""
    mark = style if style != ">" else ">\n  "
    source = Source("a.yaml", f"n: {mark}{text}{mark}")
    begin = 3 + len(mark)
    places = tuple(range(begin, begin + len(text) + 1))
    span = Span(source, 3, begin + len(text) + len(mark))
    return ScalarNode(text, span, style, places)


@pytest.mark.parametrize("style", ["", "'", ">"])
@pytest.mark.parametrize("wanted", WANTED, ids=str)
@pytest.mark.parametrize("text", TEXTS, ids=repr)
def test_it_is_what_the_expression_is(text: str, wanted: Type, style: str) -> None:
    node = scalar(text, style)
    found: list[tuple[Typed, list[Diagnostic]]] = []
    for read in (
        lambda names: figure(names, node, wanted),
        lambda names: expression(names, node, Scope(), wanted),
    ):
        problems: list[Diagnostic] = []
        typed = read(Names(Diagnostics(problems)))
        # that a list is wanted is said of the value of a key alone
        plain = [replace(problem, hint="", fix=None) for problem in problems]
        found.append((typed, plain))
    assert same(*found)
