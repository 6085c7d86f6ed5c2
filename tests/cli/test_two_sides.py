"""Two packs or two settings beside each other: which options hold, and which side is
left."""

from pathlib import Path

import pytest

from tests.cli.calling import call, valid

BOOK = """name: book
seen_by: everyone
options: {mist: {values: [yes, no], default: no}}
tables: {sight: {of: integer 1..12, gives: [far, near], rows: {1-6: near, 7+: far}}}
modifiers: {look: {groups: {air: {rows: {mist: {only: mist, add: -2}}}}}}
procedures:
  look:
    gives: [far, near]
    steps:
      - {roll: {die: d6}}
      - {return: "sight(max(1, die + 4 + total(look())))"}
entry_points: {see: {call: look()}}
"""
HOUSE = """name: house
extends: ../book
options: {night: {values: [yes, no], default: no}}
change:
  modifiers.look.groups.air.rows.dark: {add: {only: night, add: -2}}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write a book and a house rule with an option of its own, beside each other."""
    for name, text in (("book", BOOK), ("house", HOUSE)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "ruleset.yaml").write_text(text, encoding="utf-8")
    return tmp_path


SIDES = {
    "./house see --option night=yes --against ./book": (
        ("book, without night", 0.6667),
        ("house, night yes", 0.3333),
    ),
    "./book see --option night=yes --against ./house": (
        ("house, night yes", 0.3333),
        ("book, without night", 0.6667),
    ),
    "./house see --option night=yes --option mist=yes --against ./book": (
        ("book, without night", 0.3333),
        ("house, night yes", 0.0),
    ),
    "./book see --house ./house --option night=yes --against ./book": (
        ("book, without night", 0.6667),
        ("book with house, night yes", 0.3333),
    ),
    "./house see --against-option night=yes": (
        ("as it is", 0.6667),
        ("night yes", 0.3333),
    ),
    "./house see --option night=yes --against-option night=no": (
        ("night yes", 0.3333),
        ("night no", 0.6667),
    ),
}
"""The chance to see far: what is compared with first, then what it is compared to."""


@pytest.mark.parametrize("line", SIDES)
def test_options_hold_where_a_side_has_them(folder: Path, line: str) -> None:
    """The heading of each column says so; the change goes from left to right."""
    left, right = SIDES[line]
    done = call("odds", *line.split(), "--outcome", "far", "--json", folder=folder)
    assert done.code == 0, done.talk
    found = valid(done, "odds")
    assert found["sides"] == [right[0], left[0]]
    text = call("odds", *line.split(), "--outcome", "far", folder=folder).out
    row = next(line for line in text.splitlines() if line.strip().startswith("far"))
    percents = [f"{100 * chance:.2f}%" for _, chance in (left, right)]
    assert row.split()[1:3] == percents
    assert row.split()[3].startswith("+" if right[1] > left[1] else "-")


def test_an_option_that_no_side_has_is_unknown(folder: Path) -> None:
    """Also where there are two packs."""
    for verb in (
        ("odds", "./house", "see", "--against", "./book"),
        ("diff", "./house"),
    ):
        done = call(*verb, "--option", "nigt=yes", folder=folder)
        assert done.code == 2
        assert "unknown option 'nigt'" in done.talk


def test_the_values_of_an_option_of_one_side_vary(folder: Path) -> None:
    """The other side is the same for each of them."""
    line = "odds ./house see --option night=all --against ./book --outcome far"
    done = call(*line.split(), folder=folder)
    assert done.code == 0, done.talk
    rows = [line.split() for line in done.out.splitlines() if "%" in line]
    assert {row[1] for row in rows if row[0] in ("yes", "no")} == {"66.67%"}


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("./house --option night=yes", "book, without night -> house, night yes"),
        (
            "./book --house ./house --option night=yes",
            "book, without night -> book with house, night yes",
        ),
        ("./house --against-option night=yes", "house -> house with night yes"),
    ],
)
def test_diff_with_an_option_of_one_side(folder: Path, line: str, title: str) -> None:
    """As in odds."""
    done = call("diff", *line.split(), folder=folder)
    assert done.code == 1, done.talk
    assert done.out.splitlines()[0] == title
