"""Maps for a seat or the judge, without a command line."""

import pytest

from interpreter.app.maps import check_asked, maps_of_scenario
from interpreter.diagnostics import UnknownName, Unusable
from interpreter.maps.plan import AnyPlan, CellPlan
from interpreter.pipeline.opening import open_pack
from tests.maps.looking import ROOT

LIMITED = "rulesets/limited-intelligence"
TABLETOP, VALLEY = "tests/packs/tabletop", "tests/packs/valley"


def maps(
    pack: str, scenario: str, seat: str = "judge", asked: tuple[str, ...] = ()
) -> tuple[list[AnyPlan], list[str]]:
    """Return the maps of a scenario, and what was said."""
    said: list[str] = []
    found = open_pack(ROOT / pack, {})
    return list(maps_of_scenario(found, scenario, seat, asked, said.append)), said


def test_each_seat_has_its_own_map() -> None:
    """The judge has all; an unknown seat is an error that names those there are."""
    (own,), _ = maps(VALLEY, "summer", "red")
    (every,), _ = maps(VALLEY, "summer")
    assert own.viewer == "red"
    assert {piece.name for piece in own.pieces} == {"guards"}
    assert {piece.name for piece in every.pieces} == {"guards", "rifles"}
    with pytest.raises(UnknownName) as raised:
        maps(VALLEY, "summer", "rad")
    assert "red" in raised.value.hint


def test_examples_of_labels_are_said_only_where_things_are_masked() -> None:
    """Each game deals its own."""
    assert len(maps(LIMITED, "meeting")[1]) == 1
    assert not maps(VALLEY, "summer")[1]


@pytest.mark.parametrize(
    ("asked", "names"),
    [((), set()), (("guards",), {"guards"}), (("blue",), {"rifles"})],
)
def test_zones_are_drawn_only_of_what_was_asked_for(
    asked: tuple[str, ...], names: set[str]
) -> None:
    """By the name of a thing, or of the seat whose things they are."""
    (plan,), _ = maps(VALLEY, "summer", asked=asked)
    assert isinstance(plan, CellPlan)
    assert {zone.name for zone in plan.zones} == names
    check_asked(asked, [plan])


def test_what_is_on_no_map_cannot_be_asked_for() -> None:
    """Nor what stands on a table, which has no zones."""
    plans, _ = maps(VALLEY, "summer")
    with pytest.raises(UnknownName) as raised:
        check_asked(["guard"], plans)
    assert "guards" in raised.value.hint
    tables, _ = maps(TABLETOP, "field")
    with pytest.raises(Unusable, match="no such map"):
        check_asked(["ann"], tables)
