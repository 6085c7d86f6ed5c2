"""Which functions can fail, as their records say; odds keep the calls of these.

What is not marked may be left out or evaluated early, so it must never fail: it is
tried with many arguments of the right types. What is marked must have a call that
fails, or nobody would notice that the mark is not needed.
"""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from msgspec.structs import replace

from interpreter.boards.areas import AreaLayout, AreaMap, Link
from interpreter.boards.board import HexMap, Nesting, Sheet
from interpreter.boards.layout import HexLayout
from interpreter.boards.plane.tabletop import Tabletop
from interpreter.diagnostics import LimitExceeded
from interpreter.expressions.functions import (
    FUNCTIONS,
    HEX_FUNCTIONS,
    OPERATORS,
    TABLE_FUNCTIONS,
    can_fail,
)
from interpreter.expressions.functions.hexes import CONTENTS
from interpreter.expressions.functions.operators import LONGEST_LIST
from interpreter.expressions.functions.plane import AREAS
from interpreter.expressions.typed import Apply, Constant
from interpreter.ir.instructions import Let
from interpreter.ir.slicing import sliced
from interpreter.ir.walking import instructions
from interpreter.pipeline.loading import load, usable
from interpreter.values.exact_numbers import exact
from interpreter.values.faults import Fault
from interpreter.values.types import (
    CORNER,
    DIRECTION,
    INTEGER,
    BoardType,
    Boolean,
    Cell,
    Enumeration,
    ListOf,
    MapOf,
    Maybe,
    Number,
    Record,
    Text,
    Type,
    Unknown,
    whole,
)

NUMBER, LIST = Number(), ListOf(INTEGER)
SIZE = Enumeration("size", ("small", "middle", "large"))
PAIR = Record("pair", (("x", INTEGER), ("y", NUMBER)))
MAP = MapOf(INTEGER, NUMBER)
FAILURES = (Fault, LimitExceeded)

TRIED: Mapping[str, tuple[tuple[Type, ...], ...]] = MappingProxyType(
    {
        **dict.fromkeys(
            ("up", "down", "nearest", "nearest_even", "toward_zero", "abs", "neg"),
            ((NUMBER,), (INTEGER,)),
        ),
        **dict.fromkeys(("highest", "lowest"), ((INTEGER, LIST),)),
        "matches": ((LIST, INTEGER),),
        **dict.fromkeys(("count", "first", "last"), ((LIST,), (ListOf(PAIR),))),
        "sum": ((LIST,), (ListOf(NUMBER),)),
        **dict.fromkeys(
            ("min", "max"), ((NUMBER, INTEGER), (SIZE, SIZE, SIZE), (LIST, LIST))
        ),
        **dict.fromkeys(("any", "all"), ((ListOf(Boolean()),),)),
        "or_else": ((Maybe(INTEGER), INTEGER), (Maybe(PAIR), PAIR)),
        **dict.fromkeys(("first_of", "last_of"), ((LIST, INTEGER),)),
        "without": ((LIST, INTEGER), (LIST, LIST), (ListOf(LIST), ListOf(LIST))),
        "distinct": ((LIST,), (ListOf(PAIR),)),
        "position": ((LIST, INTEGER), (ListOf(PAIR), PAIR)),
        "joined": ((ListOf(LIST),),),
        "sorted": ((LIST,), (ListOf(NUMBER),), (ListOf(SIZE),)),
        "prefer": ((LIST, LIST),),
        **dict.fromkeys(("keys", "values"), ((MAP,),)),
        "rotated": ((CORNER, INTEGER), (DIRECTION, INTEGER)),
        "sixths": ((CORNER, CORNER), (DIRECTION, DIRECTION)),
        "shift": ((SIZE, INTEGER),),
        "rank": ((SIZE,),),
        **dict.fromkeys(("+", "-", "*"), ((NUMBER, NUMBER), (INTEGER, NUMBER))),
        **dict.fromkeys(("and", "or"), ((Boolean(), Boolean()),)),
        "not": ((Boolean(),),),
        **dict.fromkeys(("is", "is_not"), ((NUMBER, NUMBER), (PAIR, Maybe(PAIR)))),
        **dict.fromkeys(("<", "<=", ">", ">="), ((NUMBER, INTEGER), (SIZE, SIZE))),
        **dict.fromkeys(("in", "not_in"), ((INTEGER, LIST), (PAIR, ListOf(PAIR)))),
        "range": ((whole(-20, 20), whole(-20, 20)), (whole(1), whole(None, 9_999))),
        **dict.fromkeys(("list", "record"), ((), (INTEGER, SIZE, PAIR))),
    }
)
"""Types of arguments for which a function is not marked."""

FAILING: Mapping[str, tuple[tuple[Type, ...], tuple[Any, ...]]] = MappingProxyType(
    {
        "/": ((INTEGER, INTEGER), (1, 0)),
        "remainder": ((INTEGER, INTEGER), (1, 0)),
        "min": ((LIST,), ((),)),
        "max": ((LIST,), ((),)),
        "range": ((INTEGER, INTEGER), (1, LONGEST_LIST + 1)),
        "repeated": ((LIST, INTEGER), ((1,), LONGEST_LIST + 1)),
        "index": ((LIST, INTEGER), ((1, 2), 3)),
        "at": ((MAP, INTEGER), (((1, 2),), 3)),
        "with_entry": (
            (MAP, INTEGER, NUMBER),
            (tuple((key, 0) for key in range(LONGEST_LIST)), -1, 0),
        ),
        "text": ((Text(), Text()), ("x" * LONGEST_LIST, "x")),
        "within": ((INTEGER, INTEGER, INTEGER), (9, 1, 6)),
        "in_steps": ((INTEGER, INTEGER), (3, 2)),
        "rank_in": ((SIZE, LIST), (2, (0, 1))),
        "present": ((Maybe(INTEGER),), (None,)),
        "untrue": ((INTEGER, INTEGER), (1, 1)),
        "enough": ((LIST, INTEGER), ((1,), 2)),
        "of_kind": ((Text(), Text(), Text()), ("claim", "rumour", "report")),
    }
)
"""A call that fails, of each function that is marked for these types."""
PLANE = {"squared", "in_reach", "parted", *(each.name for each in AREAS)}
"""All are marked; tests of the plane try how they fail."""


def python(name: str, kinds: tuple[Type, ...]) -> Any:
    """Return what a call of those types runs, with the constants that it is given."""
    if name in ("and", "or"):
        return lambda one, other: one and other if name == "and" else one or other
    if name in OPERATORS:
        return OPERATORS[name].python
    function = FUNCTIONS[name]
    function.typing(kinds)  # a Mismatch: the types in this test are wrong
    extra = function.extra(kinds) if function.extra else ()
    return lambda *values: function.python(*values, *extra)


def of(kind: Type) -> some.SearchStrategy[Any]:
    """Return the values of a type."""
    match kind:
        case Number(whole=True):
            low = -(10**6) if kind.low is None else int(kind.low)
            high = 10**6 if kind.high is None else int(kind.high)
            near = some.integers(max(low, -5), min(high, 5))
            return near | some.integers(low, high)
        case Number():
            return some.fractions(max_denominator=12).map(exact)
        case Boolean():
            return some.booleans()
        case Enumeration():
            return some.integers(0, len(kind.values) - 1)
        case ListOf():
            return some.lists(of(kind.item), max_size=5).map(tuple)
        case MapOf():
            entries = some.dictionaries(of(kind.key), of(kind.value), max_size=5)
            return entries.map(lambda found: tuple(found.items()))
        case Record():
            return some.tuples(*(of(each) for _, each in kind.fields))
        case Maybe():
            return some.none() | of(kind.item)
    raise AssertionError(kind)


def test_every_function_is_tried_or_fails() -> None:
    """A new function has to say which; one that fails for some types is in both."""
    every = {*FUNCTIONS, *OPERATORS, "and", "or"}
    assert {*TRIED} | {*FAILING} | PLANE == every
    assert {*TRIED} & {*FAILING} == {"min", "max", "range"}
    assert all(can_fail(name, (Unknown(),) * 5) for name in PLANE)


@pytest.mark.parametrize("name", TRIED)
@given(data=some.data())
@settings(max_examples=60, deadline=None)
def test_a_function_that_is_not_marked_never_fails(
    name: str, data: some.DataObject
) -> None:
    kinds = data.draw(some.sampled_from(TRIED[name]))
    assert not can_fail(name, kinds)
    values = data.draw(some.tuples(*map(of, kinds)))
    python(name, kinds)(*values)


@pytest.mark.parametrize("name", FAILING)
def test_a_marked_function_fails(name: str) -> None:
    kinds, values = FAILING[name]
    assert can_fail(name, kinds)
    with pytest.raises(FAILURES):
        python(name, kinds)(*values)


GRID = HexMap(
    "field", sheet=Sheet(frozenset((q, r) for q in range(5) for r in range(4)))
)
COARSE = HexMap("districts")
BOARDS = MappingProxyType(
    {
        "hexes": (
            HexLayout(replace(GRID, nesting=Nesting(2)), COARSE, {}, 0),
            HexLayout(HexMap("endless", nesting=Nesting(3)), COARSE),
        ),
        "areas": (
            AreaLayout(AreaMap("dale", ("A", "B", "C"), (Link(0, 1), Link(1, 0, 2)))),
        ),
    }
)


def taken(takes: str, board: str) -> some.SearchStrategy[Any]:
    """Return the values of an argument of a function of places."""
    near = some.integers(-3, 6)
    place = some.tuples(near, near)
    if board == "areas":
        place = some.tuples(some.integers(0, 2), some.just(0))
    of_takes = {
        "hex": place,
        "coarse": place,
        "hexes": some.lists(place, max_size=6).map(tuple),
        "integer": near,
        "direction": some.integers(0, 5),
        "corner": some.integers(0, 5),
    }
    return of_takes[takes]


def kinds_of(takes: tuple[str, ...], board: str) -> tuple[Type, ...]:
    """Return the types of a call: the board, then places and else nothing known."""
    place = Cell("board", "hex" if board == "hexes" else "area")
    return BoardType("board"), *(place if t == "hex" else Unknown() for t in takes)


METHODS = [
    (board, name)
    for name, each in HEX_FUNCTIONS.items()
    for board in each.boards
    if not can_fail(f".{name}", kinds_of(each.takes, board))
]


@pytest.mark.parametrize(("board", "name"), METHODS)
@given(data=some.data())
@settings(max_examples=60, deadline=None)
def test_a_function_of_places_that_is_not_marked_never_fails(
    board: str, name: str, data: some.DataObject
) -> None:
    takes = HEX_FUNCTIONS[name].takes
    values = data.draw(some.tuples(*(taken(each, board) for each in takes)))
    for layout in BOARDS[board]:
        getattr(layout, name)(*values)


FAR = 10 * LONGEST_LIST
HEXES, DALE = BOARDS["hexes"][1], BOARDS["areas"][0]
BOARDS_FAILING: Mapping[str, tuple[Any, tuple[Any, ...]]] = MappingProxyType(
    {
        "distance": (DALE, ((0, 0), (2, 0))),
        "within": (HEXES, ((0, 0), FAR)),
        "ring": (HEXES, ((0, 0), FAR)),
        "region": (HEXES, ((0, 0), (0, 0), FAR)),
        "line": (HEXES, ((0, 0), (FAR, FAR + 1))),
        "every": (HEXES, ()),
        "ground": (HEXES, ((0, 0),)),
        "named": (HEXES, ("nowhere",)),
        "order": (HEXES, (None,)),
        "ground_at": (Tabletop("table"), ((0, 0),)),
    }
)
"""A call that fails, of what is marked; of the others of the plane see PLANE."""
UNTRIED = {"members", "clear_line"} | {*TABLE_FUNCTIONS} - {"ground_at", "areas"}


@pytest.mark.parametrize("name", BOARDS_FAILING)
def test_a_marked_function_of_places_fails(name: str) -> None:
    layout, values = BOARDS_FAILING[name]
    with pytest.raises(FAILURES):
        getattr(layout, name)(*values)


def test_every_function_of_places_is_tried_or_fails() -> None:
    every = {*HEX_FUNCTIONS, *TABLE_FUNCTIONS, *CONTENTS}
    tried = {name for _, name in METHODS} | {"areas"}
    assert tried | {*BOARDS_FAILING} | UNTRIED == every
    assert tried & {*BOARDS_FAILING} == {"distance"}


PROGRAM = usable(load(Path(__file__).parents[1] / "packs" / "functions"))
CALLS = [(name, *FAILING[name]) for name in FAILING]
CALLS += [(name, (Unknown(),) * 5, (None,) * 5) for name in sorted(PLANE)]
CALLS += [(f".{name}", (Maybe(INTEGER),) * 2, (None,) * 2) for name in CONTENTS]


@pytest.mark.parametrize(("name", "kinds", "values"), CALLS)
def test_odds_keep_a_call_that_can_fail(
    name: str, kinds: tuple[Type, ...], values: tuple[Any, ...]
) -> None:
    """Nobody reads its value, but the fault is a result."""
    arguments = tuple(map(Constant, values, kinds))
    assert _kept(Apply(name, arguments, Unknown()))


def test_odds_leave_out_a_call_that_cannot_fail() -> None:
    assert not _kept(Apply("count", (Constant((), LIST),), whole(0)))


def _kept(call: Apply) -> bool:
    """Return whether a slice of a procedure still has a call whose value is unread."""
    procedure = next(iter(PROGRAM.procedures.values()))
    site = next(instructions(procedure.body)).site
    name, body = procedure.name, (Let(site, "unread", call),)
    changed = replace(procedure, body=body)
    program = replace(PROGRAM, procedures={**PROGRAM.procedures, name: changed})
    return sliced(program, frozenset(), name).procedures[name].body == body
