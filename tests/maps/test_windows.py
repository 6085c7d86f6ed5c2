"""What is shown of a map: little enough to be read, and all that matters."""

import time

import pytest
from msgspec.structs import replace

from interpreter.boards.board import HexMap, Sheet, rectangle
from interpreter.boards.hexes import Hex, Orientation
from interpreter.boards.labels import Layout
from interpreter.boards.layout import HexLayout
from interpreter.maps.parts import PANELS
from interpreter.maps.plan import CellPiece, CellReport, HexPlan
from interpreter.maps.renderers import map_text, picture
from interpreter.maps.windows import COLUMNS, ROWS, overview, windows
from interpreter.maps.words import TextPage
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


# Maps of text: as wide as they may be, without what is empty.


def labels(text: str) -> set[str]:
    """Return the labels of hexes that a map of text has in its grids."""
    return set(text.replace("\n", " ").split())


@BOTH
@pytest.mark.parametrize("cells", [40, 80, 160, 240])
def test_a_map_of_text_is_as_wide_as_it_may_be(
    orientation: Orientation, cells: int
) -> None:
    """No line is longer, and a wide page needs no more parts than a narrow one."""
    plan = plan_of(orientation, (20, 10), (0, 0), (19, 9))
    written = map_text([plan], TextPage(cells))
    grid = written.split("What is where")[0].splitlines()
    assert max(map(len, grid)) <= cells
    if cells == 240:
        assert "All of the map. " in written
        assert max(map(len, grid)) > 100


@BOTH
def test_a_part_with_plain_ground_only_is_left_out_and_named(
    orientation: Orientation,
) -> None:
    """And printed as soon as something stands there, or when all is asked for."""
    size = (18, 5)
    far = (size[0] - 1, 4)
    alone = plan_of(orientation, size, (0, 0))
    both = plan_of(orientation, size, (0, 0), far)
    (corner,) = (each.at for each in both.pieces if each.name == "p1")
    label = alone.label(corner)
    assert "Left out, with nothing but plain ground" in map_text([alone])
    assert label in map_text([alone]).split("\n\n")[0], "the sentence names the part"
    assert label not in labels(map_text([alone]).split("\n\n", 1)[1])
    assert label in labels(map_text([both]).split("\n\n", 1)[1])
    assert "Left out" not in map_text([both])
    whole = labels(map_text([alone], TextPage(whole=True)))
    assert {alone.label(each) for each in alone.chart.every()} <= whole


@BOTH
def test_ground_that_is_not_plain_is_printed(orientation: Orientation) -> None:
    """A wood is worth a part of the map, the ground of all other hexes is not, whatever
    it is."""
    size = (18, 5)
    plan = plan_of(orientation, size, (0, 0))
    far = Layout(orientation).at(size[0] - 1, 4)
    grounds = {"grounds": ("wood", "heath"), "looks": ("woods", "tufts")}
    for ground, elsewhere, is_printed in ((0, None, True), (0, 0, False), (0, 1, True)):
        chart = replace(plan.chart, grounds={far: ground}, elsewhere=elsewhere)
        written = map_text([replace(plan, chart=chart, **grounds)])
        assert ("Left out" not in written) == is_printed


def test_the_middle_of_an_area_makes_no_part_of_its_own() -> None:
    """What was reported may be far from it; it is named, and drawn where it lies in a
    part, or where nothing else is known."""
    plan = plan_of(Orientation.CORNERS_UP, (100, 100), (5, 5))
    far, near = (Layout(Orientation.CORNERS_UP).at(*e) for e in ((80, 80), (6, 6)))
    reports = tuple(
        CellReport(str(n), "", f"?{n}", "seen", (), ((at, plan.pieces[0].at),))
        for n, at in enumerate((far, near), 1)
    )
    board = map_text([replace(plan, reports=reports)]).split("What is where")[0]
    head, *grids = board.split("\n\n")
    assert f"?1 about {plan.label(far)}" in " ".join(head.split())
    assert labels(grids[0]) & {"?1", "?2"} == {"?2"}
    alone = map_text([replace(plan, reports=reports[:1], pieces=())])
    assert "?1" in labels(alone.split("What is where")[0])
    assert "Left out" not in alone
