"""What is shown of a map: little enough to be read, and all that matters."""

import time

import pytest
from msgspec.structs import replace

from interpreter.boards.board import HexMap, Sheet, rectangle
from interpreter.boards.hexes import Hex, Orientation
from interpreter.boards.labels import Layout
from interpreter.boards.layout import HexLayout
from interpreter.maps.parts import PANELS
from interpreter.maps.plan import CellPiece, HexPlan
from interpreter.maps.renderers import map_text, picture
from interpreter.maps.windows import COLUMNS, ROWS, overview, windows
from tests.maps.looking import read

BOTH = pytest.mark.parametrize("orientation", list(Orientation))


def plan_of(
    orientation: Orientation, size: tuple[int, int] | None, *at: tuple[int, int]
) -> HexPlan:
    """Return a plan of so many columns and rows, with things in some of them."""
    layout = Layout(orientation)
    sheet = None
    if size is not None:
        sheet = rectangle(layout, range(size[0]), range(size[1]))
    board = HexMap("field", orientation, sheet=sheet)
    hexes = [layout.at(*each) for each in at]
    pieces = [CellPiece(f"p{n}", "post", f"P{n}", None, h) for n, h in enumerate(hexes)]
    return replace(empty(board), pieces=tuple(pieces))


def empty(board: HexMap) -> HexPlan:
    """Return a map on which nothing is."""
    return HexPlan(viewer="red", board="field", chart=HexLayout(board))


def shown(plan: HexPlan) -> set[Hex]:
    """Return the hexes of all panels."""
    return {each for window in windows(plan) for each in window.hexes}


@BOTH
def test_a_small_map_is_shown_whole(orientation: Orientation) -> None:
    """As long as its labels can be read."""
    plan = plan_of(orientation, (COLUMNS[orientation], ROWS), (1, 1))
    (window,) = windows(plan)
    assert len(window.hexes) == COLUMNS[orientation] * ROWS
    assert overview(plan, [window]) is None


@BOTH
def test_of_a_large_map_only_what_matters_is_shown(orientation: Orientation) -> None:
    """With a margin, and never more than a panel holds."""
    plan = plan_of(orientation, (100, 100), (50, 50), (52, 51), (3, 90))
    panels = windows(plan)
    assert len(panels) == 2
    for each in panels:
        assert len(each.columns) <= COLUMNS[orientation]
        assert len(each.rows) <= ROWS
    for piece in plan.pieces:
        around = plan.chart.board.within(piece.at, 1)
        assert any(set(around) <= set(each.hexes) for each in panels)


@BOTH
@pytest.mark.parametrize("at", [(0, 0), (99, 99), (0, 99), (99, 0)])
def test_what_stands_in_a_corner_is_shown(
    orientation: Orientation, at: tuple[int, int]
) -> None:
    """A panel never leaves the map."""
    plan = plan_of(orientation, (100, 100), at)
    assert plan.pieces[0].at in shown(plan)
    assert all(each in plan.chart.board for each in shown(plan))


@BOTH
def test_a_map_without_an_edge_is_shown_where_something_is(
    orientation: Orientation,
) -> None:
    """However far away that is."""
    plan = plan_of(orientation, None, (-900, 70), (1200, -3))
    assert {each.at for each in plan.pieces} <= shown(plan)
    assert len(shown(plan)) < 100


def test_a_map_as_large_as_it_may_be_takes_no_time() -> None:
    """Nor one with few hexes, or things, that lie far apart."""
    far = plan_of(Orientation.CORNERS_UP, None, (-(10**9), 5), (10**9, 10**9))
    sheet = Sheet(frozenset({(0, 0), (10**8, 3), (5, 10**8)}))
    board = HexMap("field", sheet=sheet)
    begun = time.perf_counter()
    assert {each.at for each in far.pieces} <= shown(far)
    assert overview(far, windows(far)) is None
    for plan in (far, empty(board)):
        assert len(windows(plan)) in (2, 3)
        read(picture([plan]))
        assert map_text([plan])
    assert time.perf_counter() - begun < 2


def test_a_map_on_which_nothing_is_is_shown_in_parts() -> None:
    """All of it, as long as there are not too many; a huge one is cut and says so."""
    plan = plan_of(Orientation.CORNERS_UP, (20, 20))
    assert shown(plan) == set(plan.chart.every())
    huge = plan_of(Orientation.CORNERS_UP, (300, 300))
    assert len(windows(huge)) > PANELS
    drawn = picture([huge])
    assert f"Only the first {PANELS} parts are drawn" in drawn
    read(drawn)
