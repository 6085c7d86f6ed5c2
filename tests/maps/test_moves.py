"""What moved since the map before: only what both maps of one viewer show."""

import pytest
from msgspec.structs import replace

from interpreter.boards.areas import AreaLayout
from interpreter.boards.plane.points import INCH
from interpreter.maps.moves import labels_of, with_moves, with_moves_from
from interpreter.maps.plan import CellPiece, HexPlan, Move
from interpreter.maps.renderers import map_text, picture
from interpreter.maps.words import MOVED
from tests.maps.looking import plans, read, tables, titles
from tests.maps.test_area_map import plan_of as valley

START, GOAL = (2, 2), (5, 1)


def plan_of(*pieces: CellPiece) -> HexPlan:
    """Return a map with some things on it, and no others."""
    (plan, *_) = plans("tests/packs/boards", "valley")
    return replace(plan, pieces=pieces)


ANN = CellPiece("ann", "scout", "Ann", None, START)
MOVED_ANN = replace(ANN, at=GOAL)


def moves(now: HexPlan, before: HexPlan) -> tuple[Move[object], ...]:
    """Return what moved."""
    (plan,) = with_moves([now], [before])
    return plan.moves


def test_what_stands_elsewhere_has_moved() -> None:
    bob = CellPiece("bob", "scout", "Bob", None, GOAL)
    found = moves(plan_of(MOVED_ANN, bob), plan_of(ANN, bob))
    assert found == (Move("ann", "Ann", START, GOAL),)


@pytest.mark.parametrize(
    ("now", "before"),
    [
        ((MOVED_ANN,), ()),
        ((), (ANN,)),
        ((ANN,), (ANN,)),
        ((replace(MOVED_ANN, name="bob"),), (ANN,)),
        ((replace(MOVED_ANN, kind="guard"),), (ANN,)),
        ((replace(MOVED_ANN, role="seen"),), (ANN,)),
        ((MOVED_ANN,), (replace(ANN, role="seen"),)),
        ((MOVED_ANN, ANN), (ANN,)),
        ((MOVED_ANN,), (ANN, replace(ANN, at=(3, 3)))),
    ],
)
def test_what_one_map_lacks_or_has_twice_has_no_arrow(
    now: tuple[CellPiece, ...], before: tuple[CellPiece, ...]
) -> None:
    """Nor what is known by another name."""
    assert moves(plan_of(*now), plan_of(*before)) == ()


def test_maps_of_two_viewers_are_never_compared() -> None:
    """One may know where a thing stood, and the other not."""
    before = replace(plan_of(ANN), viewer="another")
    assert moves(plan_of(MOVED_ANN), before) == ()
    assert moves(plan_of(MOVED_ANN), replace(plan_of(ANN), board="another")) == ()


def test_labels_say_as_much_as_a_map() -> None:
    """Of the places that a letter has noted; what is no place is left out."""
    now, before = plan_of(MOVED_ANN), plan_of(ANN)
    noted = labels_of([before])
    assert with_moves_from([now], noted) == with_moves([now], [before])
    assert with_moves_from([now], dict.fromkeys(noted, "nowhere")) == [now]


def test_picture_and_text_say_the_same() -> None:
    """And a map with nothing to compare says nothing of moves."""
    (plan,) = with_moves([plan_of(MOVED_ANN)], [plan_of(ANN)])
    said = f"{plan.label(START)} to {plan.label(GOAL)}"
    drawn = picture([plan])
    assert f"moved: Ann: ann: {said}" in titles(read(drawn))
    assert said in map_text([plan]).partition(MOVED)[2]
    for paper in ("desk", "board"):
        assert said in picture([plan], paper=paper)
    assert "moved" not in picture([plan_of(MOVED_ANN)]).lower()
    assert MOVED not in map_text([plan_of(MOVED_ANN)])


def test_a_table_has_arrows_to_the_rim_of_a_base() -> None:
    (plan,) = tables("rulesets/rencounter", "gunfight")
    first = plan.pieces[0]
    aside = replace(first, at=(first.at[0], first.at[1] + 3 * INCH))
    (moved,) = with_moves([replace(plan, pieces=(aside, *plan.pieces[1:]))], [plan])
    assert moved.moves == (Move(first.name, first.mark, first.at, aside.at),)
    assert sum(each.startswith("moved: ") for each in titles(read(picture([moved]))))


def test_areas_have_arrows() -> None:
    plan = valley("judge")
    assert isinstance(plan.chart, AreaLayout)
    piece = next(each for each in plan.pieces if not each.role)
    other = next(cell for cell in plan.chart.every() if cell != piece.at)
    alone = replace(plan, pieces=(piece,))
    before = replace(plan, pieces=(replace(piece, at=other),))
    (moved,) = with_moves([alone], [before])
    said = f"{plan.label(other)} to {plan.label(piece.at)}"
    assert any(said in each for each in titles(read(picture([moved]))))
    assert said in map_text([moved])
