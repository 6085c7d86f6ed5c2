"""Maps with an edge, and boards: against filtering by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from interpreter.boards import hexes
from interpreter.boards.board import MOST_CELLS, HexMap, Nesting, Sheet, rectangle
from interpreter.boards.hexes import Hex, Orientation
from interpreter.boards.labels import Axial, HexLabels, Layout
from interpreter.boards.protocol import Misfit
from interpreter.diagnostics import LimitExceeded

UP, FLAT = Orientation.CORNERS_UP, Orientation.SIDES_UP
CELLS = some.tuples(some.integers(-6, 6), some.integers(-6, 6))
SHEETS = some.builds(
    lambda whole, cut: Sheet(frozenset(whole), frozenset(cut) - frozenset(whole)),
    some.sets(CELLS, max_size=60),
    some.sets(CELLS, max_size=9),
)
LEUTHEN = HexLabels(Layout(FLAT))


def map_of(columns: int, rows: int) -> HexMap:
    """Return a board of printed columns and rows from 0101."""
    sheet = rectangle(LEUTHEN.layout, range(1, columns + 1), range(1, rows + 1))
    return HexMap("battle", FLAT, LEUTHEN, sheet)


@given(SHEETS, CELLS, some.integers(-1, 20))
def test_a_board_leaves_out_what_is_off_the_map_in_order(
    sheet: Sheet, centre: Hex, radius: int
) -> None:
    board = HexMap("map", sheet=sheet)
    on_map = sheet.whole | sheet.cut
    for ours, plain in [
        (board.within(centre, radius), hexes.within(centre, radius)),
        (board.ring(centre, radius), hexes.ring(centre, radius)),
        (board.neighbours(centre), hexes.neighbours(centre)),
    ]:
        assert ours == tuple(each for each in plain if each in on_map)


@given(SHEETS, CELLS)
def test_a_hex_is_whole_or_cut_or_off_the_map(sheet: Sheet, hex_: Hex) -> None:
    board = HexMap("map", sheet=sheet)
    assert (hex_ in board) is (hex_ in sheet.whole or hex_ in sheet.cut)
    assert board.whole(hex_) is (hex_ in sheet.whole)
    rim = hex_ in board and len(board.neighbours(hex_)) < 6
    assert board.on_edge(hex_) is rim
    for direction in range(6):
        there = hexes.neighbour(hex_, direction)
        expected = there if there in board else None
        assert board.neighbour(hex_, direction) == expected
    assert sheet.hexes == tuple(sorted(sheet.whole | sheet.cut))
    assert len(sheet) == len(sheet.hexes)


def test_without_a_map_there_is_no_edge() -> None:
    board = HexMap("endless")
    assert (10**9, 5) in board
    assert board.whole((10**9, 5))
    assert not board.on_edge((10**9, 5))
    assert board.within((3, 3), 2) == hexes.within((3, 3), 2)
    assert board.coarse_sheet() is None


def test_far_radii_on_a_small_map_cost_no_more_than_the_map() -> None:
    board = map_of(5, 5)
    assert set(board.within((3, 3), 10**30)) == set(board.sheet.hexes)
    assert board.ring((3, 3), 10**30) == ()


def test_a_list_of_a_large_map_has_its_limit_and_no_other() -> None:
    wide = HexMap("wide", sheet=rectangle(Layout(UP), range(19_000), range(5)))
    corner = wide.within((0, 0), 60)  # over 10,000 hexes, of which few are on the map
    assert len(corner) == sum(
        hexes.distance((0, 0), each) <= 60 for each in wide.sheet.hexes
    )
    far = wide.ring((0, 0), 5_000)  # five rows, of which the first ends in that hex
    assert (far[0], len(far)) == ((5_000, 0), 5)
    with pytest.raises(LimitExceeded):
        wide.within((0, 0), 10_000)


def test_columns_of_a_rectangle_are_as_long_as_said() -> None:
    board = map_of(7, 4)
    labels = [board.label(each) for each in board.sheet.hexes]
    assert sorted(map(str, labels)) == [
        f"0{column}0{row}" for column in range(1, 8) for row in range(1, 5)
    ]


@pytest.mark.parametrize("orientation", Orientation)
@pytest.mark.parametrize("odd_pushed", [True, False])
def test_a_trimmed_map_has_half_hexes_at_both_ends_of_every_other_line(
    orientation: Orientation, odd_pushed: bool
) -> None:
    layout = Layout(orientation, odd_pushed)
    sheet = rectangle(layout, range(1, 7), range(1, 7), trimmed=True)
    lines: dict[int, list[int]] = {}
    for whole in sheet.whole:
        column, row = layout.numbers(whole)
        line, place = (column, row) if orientation is FLAT else (row, column)
        lines.setdefault(line, []).append(place)
    for line, places in lines.items():
        pushed = (line % 2 == 1) is odd_pushed
        assert sorted(places) == list(range(1, 6 if pushed else 7))
    assert len(sheet.cut) == 2 * 3
    ends = [min, max]
    for cut in sheet.cut:
        column, row = layout.numbers(cut)
        line, place = (column, row) if orientation is FLAT else (row, column)
        assert place in [ends[0](lines[line]) - 1, ends[1](lines[line]) + 1]
        assert sheet.on_edge(cut)


def test_beside_a_half_hex_the_rim_is_one_hex_off() -> None:
    layout = Layout(UP)
    board = HexMap(
        "map", sheet=rectangle(layout, range(1, 7), range(0, 7), trimmed=True)
    )
    assert board.on_edge(layout.at(1, 2))
    assert not board.on_edge(layout.at(1, 3))
    assert not board.whole(layout.at(0, 3))
    assert board.neighbour(layout.at(1, 3), 3) == layout.at(0, 3)


def test_a_label_off_the_map_is_told_what_the_map_has() -> None:
    board = map_of(26, 20)
    assert board.place_of("2114") == LEUTHEN.place_of("2114")
    assert board.place_of("2721") == Misfit(
        "hex '2721' is not on the map", "a hex from 0101 to 2620"
    )
    assert board.place_of("21x4") == LEUTHEN.place_of("21x4")
    nothing = HexMap("empty", labels=Axial(), sheet=Sheet(frozenset()))
    assert nothing.place_of("0,0") == Misfit(
        "hex '0,0' is not on the map", "nothing: the map has no hexes"
    )


def test_maps_have_a_limit_that_is_checked_first() -> None:
    for columns, rows in [(range(10**30), range(2)), (range(2), range(10**30))]:
        with pytest.raises(LimitExceeded):
            rectangle(Layout(UP), columns, rows)
    with pytest.raises(LimitExceeded):
        Sheet(frozenset((q, 0) for q in range(MOST_CELLS + 1)))
    with pytest.raises(ValueError, match="whole and cut"):
        Sheet(frozenset({(0, 0)}), frozenset({(0, 0)}))


@given(SHEETS, some.integers(1, 5))
def test_large_hexes_are_whole_when_all_their_small_ones_are(
    sheet: Sheet, side: int
) -> None:
    nesting = Nesting(side)
    coarse = HexMap("fine", sheet=sheet, nesting=nesting).coarse_sheet()
    assert coarse is not None
    assert set(coarse.hexes) == {nesting.group(each) for each in sheet.hexes}
    for each in coarse.hexes:
        full = set(nesting.members(each)) <= sheet.whole
        assert (each in coarse.whole) is full
