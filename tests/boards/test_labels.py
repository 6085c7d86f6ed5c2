"""Printed labels: against a map laid out on paper, and there and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from interpreter.boards.hexes import Hex, Orientation, distance
from interpreter.boards.labels import Axial, Axis, HexLabels, Layout, Numbering
from interpreter.boards.protocol import Misfit
from tests.boards import paper

UP, FLAT = Orientation.CORNERS_UP, Orientation.SIDES_UP
LAYOUTS = some.builds(Layout, some.sampled_from(Orientation), some.booleans())
NUMBERS = some.integers(-200, 200)
FREE = Axis(digits=0)
LETTERS = Axis(Numbering.LETTERS)
DOUBLED = Axis(Numbering.DOUBLED)


def printed(layout: Layout, column: int, row: int) -> tuple[int, int]:
    """Return where a column and a row meet on paper, in the units of `paper`: straight
    lines 3 apart, hexes of a line 2 apart, every other line pushed by 1."""
    line, place = (column, row) if layout.orientation is FLAT else (row, column)
    pushed = (line % 2 == 1) is layout.odd_pushed
    return 2 * place + pushed, 3 * line


def centre(layout: Layout, hex_: Hex) -> tuple[int, int]:
    """Return where a hex lies on paper; with sides up the paper is turned over."""
    q, r = hex_
    return paper.centre((r, q) if layout.orientation is FLAT else (q, r))


@given(LAYOUTS, NUMBERS, NUMBERS)
def test_a_column_and_a_row_meet_where_they_do_on_paper(
    layout: Layout, column: int, row: int
) -> None:
    origin, at = layout.at(0, 0), layout.at(column, row)
    x0, y0 = printed(layout, 0, 0)
    x, y = printed(layout, column, row)
    a, b = centre(layout, origin), centre(layout, at)
    assert (b[0] - a[0], b[1] - a[1]) == (x - x0, y - y0)
    assert layout.numbers(at) == (column, row)


def test_columns_convert_as_in_the_ledger() -> None:
    odd, even = Layout(FLAT), Layout(FLAT, odd_pushed=False)
    for column in range(40):
        for row in range(40):
            shift = column % 2
            assert odd.at(column, row) == (column, row - (column - shift) // 2)
            assert even.at(column, row) == (column, row - (column + shift) // 2)


def test_the_push_changes_the_distance_of_the_ledger() -> None:
    found = set()
    for odd_pushed in (True, False):
        labels = HexLabels(Layout(FLAT, odd_pushed))
        a, b = labels.place_of("2114"), labels.place_of("2617")
        assert isinstance(a, tuple)
        assert isinstance(b, tuple)
        found.add(distance(a, b))
    assert found == {5, 6}


@pytest.mark.parametrize(
    ("labels", "column", "row", "text"),
    [
        (HexLabels(Layout(FLAT)), 21, 14, "2114"),
        (HexLabels(Layout(FLAT)), 0, 7, "0007"),
        (HexLabels(Layout(FLAT), rows_first=True), 21, 14, "1421"),
        (HexLabels(Layout(UP), Axis(digits=3), Axis(digits=1)), 7, 9, "0079"),
        (HexLabels(Layout(UP), FREE, FREE, between="."), 7, 112, "7.112"),
        (HexLabels(Layout(UP), LETTERS, FREE), 3, 12, "C12"),
        (HexLabels(Layout(UP), LETTERS, FREE), 28, 1, "AB1"),
        (HexLabels(Layout(UP), DOUBLED, FREE), 28, 1, "BB1"),
        (HexLabels(Layout(UP), FREE, LETTERS), 12, 3, "12C"),
        (HexLabels(Layout(UP), Axis(Numbering.LETTERS, first=0), FREE), 0, 0, "A0"),
        (HexLabels(Layout(UP), LETTERS, LETTERS, between="-"), 1, 702, "A-ZZ"),
    ],
)
def test_labels_read_as_printed(
    labels: HexLabels, column: int, row: int, text: str
) -> None:
    assert labels.label(labels.layout.at(column, row)) == text
    assert labels.place_of(text) == labels.layout.at(column, row)
    assert labels.place_of(text.lower()) == labels.layout.at(column, row)


AXES = some.builds(
    Axis, some.sampled_from(Numbering), some.integers(0, 4), some.integers(-3, 3)
)


@given(LAYOUTS, AXES, AXES, some.booleans(), NUMBERS, NUMBERS)
def test_what_is_printed_is_read_back(
    layout: Layout, columns: Axis, rows: Axis, rows_first: bool, column: int, row: int
) -> None:
    labels = HexLabels(layout, columns, rows, rows_first, between=".")
    at = layout.at(column, row)
    text = labels.label(at)
    if text is None:
        assert columns.text(column) is None or rows.text(row) is None
    else:
        assert labels.place_of(text) == at


@given(LAYOUTS, AXES, AXES, some.booleans(), some.text("019AaBZ.-éßı² ", max_size=8))
def test_what_is_read_is_printed_so(
    layout: Layout, columns: Axis, rows: Axis, rows_first: bool, text: str
) -> None:
    labels = HexLabels(layout, columns, rows, rows_first, between=".")
    found = labels.place_of(text)
    if isinstance(found, Misfit):
        assert repr(text)[1:-1] in found.message
    else:
        assert labels.label(found) == text.upper()


@pytest.mark.parametrize(
    "text", ["", "21", "211", "21145", "2I14", "21-14", " 2114", "\uff12114", "-114"]
)
def test_what_is_no_label_is_told_what_would_be(text: str) -> None:
    found = HexLabels(Layout(FLAT)).place_of(text)
    assert found == Misfit(f"'{text}' is not the label of a hex", "a label like 0808")


@pytest.mark.parametrize("text", ["007.1", "1.007", "0.00"])
def test_a_number_is_filled_up_as_printed_or_is_none(text: str) -> None:
    labels = HexLabels(Layout(UP), FREE, FREE, between=".")
    assert isinstance(labels.place_of(text), Misfit)


@pytest.mark.parametrize("text", ["AB1", "1AB"])
def test_doubled_letters_are_equal(text: str) -> None:
    axes = (DOUBLED, FREE) if text[0] == "A" else (FREE, DOUBLED)
    assert isinstance(HexLabels(Layout(UP), *axes).place_of(text), Misfit)


def test_a_label_never_has_two_readings() -> None:
    for columns, rows in [(LETTERS, DOUBLED), (FREE, FREE)]:
        with pytest.raises(ValueError, match="end"):
            HexLabels(Layout(FLAT), columns, rows)
    for between in ["x", "1", "-a-"]:
        with pytest.raises(ValueError, match="between"):
            HexLabels(Layout(FLAT), FREE, FREE, between=between)
    with pytest.raises(ValueError, match="digits"):
        HexLabels(Layout(FLAT), Axis(digits=10))


def test_without_print_a_hex_is_its_pair() -> None:
    assert Axial().label((3, -2)) == "3,-2"
    assert Axial().place_of("3,-2") == Axial().place_of("3 , -2") == (3, -2)
    for text in ["3", "3,", "3,-2,1", "a,b", "1" * 10 + ",0", "\uff13,2"]:
        found = Axial().place_of(text)
        assert found == Misfit(
            f"'{text}' is not a pair of hex numbers", "a pair like 3,-2"
        )
