"""R527: a figure of a rule that is written twice."""

from pathlib import Path

import pytest

from interpreter.pipeline.checking import check
from interpreter.ruleset.finding import pack_folders
from tests.ruleset.packs import write

FORMULAS = """\
name: carts
entities:
  cart:
    fields:
      speed: {type: integer 0.., seen_by: everyone}
      load: {type: integer 0.., seen_by: everyone}
formulas:
  too fast(speed:integer): {rule: CART-1, is: speed > 6}
  may turn(c:cart): {rule: [CART-2, CART-1], is: not c.speed > 6}
"""
BOARD = """\
name: towers
seats: side
seen_by: everyone
boards:
  field: {cells: hexes, labels: {columns: 2 digits, rows: 2 digits}}
entities:
  side: {fields: {}}
  cart:
    owner: side
    drawn: {at: at, ranges: {sight: 7}}
    fields:
      side: {type: side, seen_by: everyone}
      at: {rule: SEE-1, type: hex of field, seen_by: everyone}
"""
TOWER = BOARD[BOARD.index("  cart:") :].replace("cart", "tower")
SOMETIMES = TOWER.replace("sight: 7", "sight: if side is none then 3 else 7")


def notes(folder: Path) -> list[tuple[int, str, list[int]]]:
    """Return the line of each R527, its message, and the lines of its other places."""
    return [
        (
            problem.span.first[0],
            problem.message,
            [span.first[0] for span, _ in problem.related],
        )
        for problem in check(folder, quick=True).problems
        if problem.code == "R527"
    ]


def lines(folder: Path, text: str) -> list[tuple[int, list[int]]]:
    """Return the lines of the notes on a pack of one file."""
    pack = write(folder, {"ruleset.yaml": text})
    return [(line, others) for line, _, others in notes(pack)]


def test_the_same_thing_compared_twice(tmp_path: Path) -> None:
    """A parameter and a field of one name measure the same; the rule is named."""
    pack = write(tmp_path, {"ruleset.yaml": FORMULAS})
    ((line, message, others),) = notes(pack)
    assert (line, others) == (8, [9])
    assert message == "6 stands here and in another place for CART-1"


def test_two_figures_in_the_same_places_are_one_note(tmp_path: Path) -> None:
    text = FORMULAS.replace("is: speed > 6", "is: speed > 6 and speed <= 20")
    text = text.replace("is: not c.speed > 6", "is: 20 >= c.speed and 6 < c.speed")
    ((_, message, _),) = notes(write(tmp_path, {"ruleset.yaml": text}))
    assert message.startswith("6 and 20 stand here and in another place")


def test_modifiers_count_too(tmp_path: Path) -> None:
    """Three places are one note; a row has a rule of its own."""
    text = f"""{FORMULAS}modifiers:
  going(c:cart):
    rule: CART-3
    groups: {{a: {{rows: {{fast: {{rule: CART-2, if: c.speed > 6, add: -1}}}}}}}}
"""
    assert lines(tmp_path, text) == [(8, [9, 13])]


@pytest.mark.parametrize(
    ("other", "why"),
    [
        ("{rule: CART-9, is: not c.speed > 6}", "another rule"),
        ("{is: not c.speed > 6}", "no rule"),
        ("{rule: CART-1, is: c.load > 6}", "another thing"),
        ("{rule: CART-1, is: c.speed > 7}", "another figure"),
        ("{rule: CART-1, is: c.speed > -6}", "another sign"),
        ("{rule: CART-1, is: c.speed + 6}", "not compared"),
        ("{rule: CART-1, is: c.speed is 6}", "one value of many"),
        ("{rule: CART-1, title: Above speed > 6, is: c.speed > 1}", "prose"),
    ],
)
def test_what_is_no_figure_of_the_same(other: str, why: str, tmp_path: Path) -> None:
    text = FORMULAS.replace("{rule: [CART-2, CART-1], is: not c.speed > 6}", other)
    assert text != FORMULAS, why
    assert lines(tmp_path, text) == []


@pytest.mark.parametrize("usual", ["0", "1", "2", "-1"])
def test_the_usual_numbers_are_no_figures(usual: str, tmp_path: Path) -> None:
    assert lines(tmp_path, FORMULAS.replace("> 6", f"> {usual}")) == []


def test_the_size_of_a_die_is_no_figure(tmp_path: Path) -> None:
    """In the declaration that rolls it."""
    text = f"""{FORMULAS.replace("not c.speed > 6", "c.speed > 1")}procedures:
  rolls(c:cart) gives yes or no:
    rule: CART-1
    seen_by: everyone
    steps:
      - roll: {{die: d6}}
      - return: c.speed > 6
"""
    assert lines(tmp_path, text) == []
    assert lines(tmp_path, text.replace("d6", "d8")) == [(8, [16])]


def test_what_maps_draw_and_what_is_measured(tmp_path: Path) -> None:
    """In whatever words; it belongs to each rule that its declaration names."""
    formula = "formulas:\n  near(a:cart, b:cart): {rule: SEE-1, is: NEAR}\n"
    near = formula.replace("NEAR", '"distance(a.at, b.at) <= 7"')
    assert lines(tmp_path, BOARD + near) == [(10, [15])]
    assert lines(tmp_path, BOARD + near.replace("SEE-1", "SEE-2")) == []


def test_two_that_are_drawn_under_one_name(tmp_path: Path) -> None:
    assert lines(tmp_path, BOARD + TOWER) == [(10, [16])]
    assert lines(tmp_path, BOARD + SOMETIMES) == [(10, [16])]
    assert lines(tmp_path, BOARD + TOWER.replace("sight", "hearing")) == []


def test_an_overlay_that_changes_one_of_two(tmp_path: Path) -> None:
    """It is told of the other; who changes both, or neither, is not."""
    one = "  formulas.too fast.is: {to: speed > 8}\n"
    both = f"{one}  formulas.may turn.is: {{to: not c.speed > 8}}\n"

    def of(changes: str) -> list[tuple[int, str, list[int]]]:
        head = "name: house\nextends: ../base\n"
        text = f"{head}change:\n{changes}" if changes else head
        files = {"base/ruleset.yaml": FORMULAS, "house/ruleset.yaml": text}
        return notes(write(tmp_path, files) / "house")

    ((line, message, others),) = of(one)
    assert (line, others) == (4, [9])
    assert message == "6 is changed here, and stands still elsewhere for CART-1"
    twice = "8 stands here and in another place for CART-1"
    assert [message for _, message, _ in of(both)] == [twice]
    assert of("") == []


@pytest.mark.parametrize("pack", pack_folders(), ids=lambda folder: folder.name)
def test_the_published_packs_have_none(pack: Path) -> None:
    """Their figures have names: what was noted there is mended."""
    assert notes(pack) == []


def test_the_hint_is_true(tmp_path: Path) -> None:
    """With a name for the figure nothing is noted."""
    named = FORMULAS.replace("> 6", "> fast()") + "  fast: {rule: CART-1, is: 6}\n"
    assert lines(tmp_path, named) == []
