"""A view as text: one table a kind, and what is the same of all said once."""

from interpreter.reports.entities import listed, side_by_side
from interpreter.reports.views import view_text
from interpreter.semantics.audience import EVERYONE
from interpreter.semantics.declarations import Field, Kind
from interpreter.source import Source, Span
from interpreter.values.types import Number, Text, Value
from interpreter.views.views import View, ViewedEntity

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
    things = tuple(ViewedEntity(BIRD, at, fields) for at, fields in enumerate(birds))
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


def rows(*things: dict[str, str]) -> list[str]:
    """Return how these things of one kind are said, named a, b, c."""
    fields = list(dict.fromkeys(each for one in things for each in one))
    return side_by_side("ship", dict(zip("abcdefgh", things, strict=False)), fields)


def test_what_most_have_is_said_once_and_the_others_say_their_own() -> None:
    """Nothing is left out: what is said where nothing else is, is known of each."""
    usual = {each: each * 36 for each in "pqt"}
    lines = rows(usual, usual | {"q": "other"}, usual, usual | {"t": "other"})
    assert lines == [
        "  ship a",
        "  ship b: q other",
        "  ship c",
        "  ship d: t other",
        f"  where not said: q {usual['q']},",
        f"    t {usual['t']}",
        f"  all: p {usual['p']}",
    ]


def test_a_table_holds_what_differs_most() -> None:
    """What few have otherwise is said below."""
    usual = {each: each * 36 for each in "pq"}
    known = [usual | {"x": each, "y": each} for each in "123"]
    assert rows(*known[:2], known[2] | {"p": "p", "q": "other"}) == [
        *("  ship  x  y", "  ----  -  -"),
        *("  a     1  1", "  b     2  2", "  c     3  3"),
        "  c: p p, q other",
        f"  where not said: p {usual['p']},",
        f"    q {usual['q']}",
    ]


def test_a_list_is_broken_only_where_it_has_no_line() -> None:
    """It begins on the next line instead."""
    area = "[0103, 0105, 0107, 0109]"
    lines = listed("  side red", {"nation": "x" * 45, "area": area, "points": "3"})
    assert lines == [f"  side red: nation {'x' * 45},", f"    area {area}, points 3"]
    (_, first, *_) = listed("  side red", {"area": ", ".join(["0103"] * 30)})
    assert first.startswith("    area 0103, 0103")


def test_what_tells_little_is_gathered() -> None:
    """Three fields that are no, and not two that are none."""
    known = dict(zip("abcdef", ["no", "none", "3", "no", "none", "no"], strict=True))
    assert listed("ship x", known) == ["ship x: no b, c 3, no e; no: a, d, f"]


def test_things_of_which_the_same_is_known_stand_together() -> None:
    """Where one table has no room: own ones in full, and the others below."""
    own = {"side": "red", "note": "n" * 50, "rating": "3"}
    other = {"side": "blue", "face": "f" * 30}
    lines = rows(own, own | {"rating": "4"}, other, other | {"face": "foot"})
    assert lines == [
        *("  ship  rating", "  ----  ------", "  a     3", "  b     4"),
        f"  these 2: side red, note {'n' * 50}",
        "",
        *("  ship  face", f"  ----  {'-' * 30}", f"  c     {'f' * 30}", "  d     foot"),
        "  these 2: side blue",
    ]
