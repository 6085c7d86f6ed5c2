"""A view as text: one table a kind, and what is the same of all said once."""

from interpreter.checked.audience import EVERYONE
from interpreter.checked.declared import Field, Kind
from interpreter.reporting.knowing import view_text
from interpreter.running.views import Thing, View
from interpreter.source import Source, Span
from interpreter.values.types import Number, Text, Value

AT = Span(Source("birds", "x"), 0, 1)
COLOUR, SIZE, HOME = (
    Field(name, kind, EVERYONE, None, AT)
    for name, kind in (("colour", Text()), ("size", Number()), ("home_town", Text()))
)
BIRD = Kind("bird", (COLOUR, SIZE, HOME), {}, False, AT)
TOLD = "\n\nann was told\n  nothing"


def seen(*birds: tuple[tuple[Field, Value], ...]) -> list[str]:
    """Return what a seat reads that sees these birds, without its claims."""
    names = tuple(f"b{number}" for number in range(len(birds)))
    things = tuple(Thing(BIRD, at, fields) for at, fields in enumerate(birds))
    text = view_text(View("ann", (), things, (("bird", names),)))
    head, _, tail = text.partition("\n")
    assert (head, tail[-len(TOLD) :]) == ("ann sees", TOLD)
    return tail.removesuffix(TOLD).split("\n")


def test_what_differs_is_a_column_and_what_does_not_is_said_once() -> None:
    """A cell is empty where the seat does not know."""
    one = ((COLOUR, "red"), (SIZE, 3), (HOME, "Ulm"))
    two = ((COLOUR, "red"), (HOME, "Bonn"))
    assert seen(one, two) == [
        "  bird  size  home town",
        "  ----  ----  ---------",
        "  b0    3     Ulm",
        "  b1          Bonn",
        "  all: colour red",
    ]


def test_one_of_a_kind_is_a_line() -> None:
    """What it has stands behind it."""
    assert seen(((COLOUR, "red"), (SIZE, 3))) == ["  bird b0: colour red, size 3"]


def test_what_has_no_room_as_a_table_stands_in_lines() -> None:
    """A line is at most 80 cells long; a word stays whole."""
    long = "x" * 55
    lines = seen(((COLOUR, long), (HOME, long)), ((COLOUR, "red"), (HOME, "Ulm")))
    assert lines == [
        f"  bird b0: colour {long},",
        f"    home town {long}",
        "  bird b1: colour red, home town Ulm",
    ]


def test_who_sees_nothing_reads_so() -> None:
    """Nothing is a line, and no table without rows."""
    assert view_text(View("ann", (), (), ())).startswith("ann sees\n  nothing\n\n")
