"""Maps of scenarios: which hexes there are, and how they are named."""

from pathlib import Path

import pytest

from interpreter.boards.layout import HexLayout
from interpreter.diagnostics import LimitExceeded
from interpreter.pipeline.loading import load, usable

HEAD = """name: maps
boards:
  field: {cells: hexes, orientation: sides up, labels: LABELS}
scenarios:
  here:
    boards:
      field: MAP
    entities: {}
"""


def chart(folder: Path, labels: str, extent: str) -> HexLayout:
    """Return the map of a pack that has no more."""
    text = HEAD.replace("LABELS", labels).replace("MAP", extent)
    if not labels:
        text = text.replace(", labels: ", "")
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    loaded = load(folder)
    usable(loaded)
    return loaded.names.layouts["here"]["field"]


def labels_of(found: HexLayout) -> list[str]:
    """Return the labels of all hexes, in order."""
    return sorted(str(found.board.label(each)) for each in found.every() or ())


@pytest.mark.parametrize(
    ("labels", "extent", "wanted"),
    [
        ("{}", "{columns: 01..02, rows: 1..2}", ["0101", "0102", "0201", "0202"]),
        ("{columns: letters}", "{columns: B..C, rows: 07..07}", ["B07", "C07"]),
        ("{columns: letters}", "{columns: Z..AA, rows: 7..7}", ["AA07", "Z07"]),
        (
            "{rows: letters, first: rows, between: '.'}",
            "{columns: 9..10, rows: A..A}",
            ["A.09", "A.10"],
        ),
        (
            "{columns: digits, between: '/'}",
            "{columns: 99..100, rows: 1..1}",
            ["100/01", "99/01"],
        ),
        ("", "{columns: -1..0, rows: 2..2}", ["-1,2", "0,2"]),
        ("", "{hexes: ['5,5', '0,-1']}", ["0,-1", "5,5"]),
    ],
)
def test_hexes_are_named_as_printed(
    tmp_path: Path, labels: str, extent: str, wanted: list[str]
) -> None:
    assert labels_of(chart(tmp_path, labels, extent)) == wanted


def test_a_straight_rim_cuts_hexes(tmp_path: Path) -> None:
    """Odd columns are pushed down: of two rows they have one whole hex, two halves."""
    extent = "{columns: 01..02, rows: 01..02, rim: straight}"
    found = chart(tmp_path, "{}", extent)
    assert labels_of(found) == ["0100", "0101", "0102", "0201", "0202"]
    cut = [each for each in found.every() or () if not found.board.whole(each)]
    assert [found.board.label(each) for each in cut] == ["0100", "0102"]


@pytest.mark.parametrize("labels", ["", "{columns: digits, between: '-'}"])
def test_no_map_is_larger_than_a_map_may_be(tmp_path: Path, labels: str) -> None:
    with pytest.raises(LimitExceeded):
        chart(tmp_path, labels, "{columns: 1..99999999, rows: 1..9}")


@pytest.mark.parametrize(
    ("labels", "block", "wanted"),
    [
        ("{}", "0102..0203", ["0102", "0103", "0202", "0203"]),
        ("{}", "0203 .. 0102", ["0102", "0103", "0202", "0203"]),
        ("{}", "0301..0301", ["0301"]),
        ("{columns: letters}", "B02..C02", ["B02", "C02"]),
        ("", "0,-1..1,0", ["0,-1", "0,0", "1,-1", "1,0"]),
    ],
)
@pytest.mark.parametrize("orientation", ["sides up", "corners up"])
def test_a_block_is_what_lies_between_two_corners(
    tmp_path: Path, labels: str, block: str, wanted: list[str], orientation: str
) -> None:
    """As columns and rows are printed, however the hexes lie."""
    extent = f"{{hexes: [{block!r}]}}"
    text = HEAD.replace("sides up", orientation).replace("MAP", extent)
    text = (
        text.replace("LABELS", labels)
        if labels
        else text.replace(", labels: LABELS", "")
    )
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    loaded = load(tmp_path)
    usable(loaded)
    assert labels_of(loaded.names.layouts["here"]["field"]) == wanted


def test_a_block_holds_what_is_on_the_map(tmp_path: Path) -> None:
    """A map of single hexes has holes, and a block none of them."""
    extent = "{hexes: [0101, 0203, 0301], regions: {west: [0101..0203]}}"
    found = chart(tmp_path, "{}", extent.replace("0101..0203", "0101..0301"))
    assert [found.board.label(each) for each in found.regions["west"]] == [
        "0101",
        "0301",
    ]


def test_a_block_has_no_more_hexes_than_a_map(tmp_path: Path) -> None:
    """It is refused before one of them is made."""
    with pytest.raises(LimitExceeded):
        chart(
            tmp_path, "{columns: digits, between: '/'}", "{hexes: [1/01..99999999/99]}"
        )
