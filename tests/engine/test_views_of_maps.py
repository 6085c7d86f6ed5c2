"""Where others stand is in no view; what lies on the map is everybody's.

States that differ only in where the blue bodies are look alike to red, letter by letter
and in the whole view; to blue they do not.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from interpreter.engine.once import Engine, initial, play_out
from interpreter.engine.stops import DrawStop, RollStop
from interpreter.pipeline.loading import load, usable
from interpreter.reports.claims import claims_output, claims_text, names_of
from interpreter.reports.outputs.encoding import encoded_rows
from interpreter.reports.values import to_text
from interpreter.semantics.declarations import CHARTS
from interpreter.views.views import View, view

PACK = Path(__file__).parents[1] / "packs" / "campaign"
PROGRAM = usable(load(PACK))
ENGINE = Engine.of(PROGRAM)
KINDS = list(PROGRAM.declared.kinds)
IDS = PROGRAM.initial_states["border"].ids
RED, BLUE = 0, 1
HORDE, WING = (IDS["body"].index(each) for each in ("horde", "wing"))
REDS, BLUES = 0, 2
HEXES = some.tuples(some.integers(-4, 20), some.integers(1, 24))


def state(horde: Any, wing: Any) -> Any:
    """Return the border with blue bodies in these hexes."""
    first = list(initial(PROGRAM, "border"))
    bodies = list(first[KINDS.index("body")])
    for number, at in ((HORDE, horde), (WING, wing)):
        side, men, _ = bodies[number]
        bodies[number] = (side, men, at)
    first[KINDS.index("body")] = tuple(bodies)
    return tuple(first)


def seen(seat: int, at: Any) -> View:
    """Return the view of a side."""
    return view(PROGRAM.declared, IDS, at, seat)


def after(name: str, arguments: tuple[Any, ...], at: Any) -> Any:
    """Return the state after a run on middling dice."""

    def chance(stop: Any) -> Any:
        if isinstance(stop, RollStop):
            return (3, 3)
        assert isinstance(stop, DrawStop)
        return stop.items[0] if stop.how_many is None else stop.items[: stop.how_many]

    return play_out(ENGINE, name, arguments, at, chance, chance).game_state


@given(HEXES, HEXES, HEXES, HEXES)
def test_where_others_stand_is_in_no_view(a: Any, b: Any, c: Any, d: Any) -> None:
    """Nor in how many looks were made for it."""
    one, other = state(a, b), state(c, d)
    assert seen(RED, one) == seen(RED, other)
    assert (seen(BLUE, one) == seen(BLUE, other)) is ((a, b) == (c, d))
    ends = [after("week", (), each) for each in (one, other)]
    assert seen(RED, ends[0]) == seen(RED, ends[1])


@given(HEXES)
def test_two_false_reports_look_alike(wing: Any) -> None:
    """The centre is drawn among those that do not hold the truth: here the first."""
    ends = [
        after("report", (REDS, BLUES, 0, True), state(at, wing))
        for at in ((9, 20), (12, 18))
    ]
    told = [seen(RED, each) for each in ends]
    assert json.dumps(encoded_rows(claims_output(told[0]))) == json.dumps(
        encoded_rows(claims_output(told[1]))
    )
    assert list(claims_text(told[0])) == list(claims_text(told[1]))
    assert told[0] == told[1]
    assert seen(BLUE, ends[0]).claims == ()


def test_the_map_itself_is_no_thing_of_a_view() -> None:
    """But how its hexes are named is known, and one's own are shown so."""
    found = seen(RED, initial(PROGRAM, "border"))
    assert (
        CHARTS not in {each.kind.name for each in found.things} | dict(found.ids).keys()
    )
    texts = {
        to_text(value, field.type, names_of(found))
        for each in found.things
        for field, value in each.fields
        if field.name == "at"
    }
    assert texts == {"1508", "1008", "1710", "1109"}


@pytest.mark.parametrize("exact", [1, 2, 3])
def test_a_true_report_follows_the_truth(exact: int) -> None:
    """Other places are reported where they lie in other large hexes."""
    told = [
        encoded_rows(
            claims_output(seen(RED, after("report", (REDS, BLUES, exact, False), each)))
        )
        for each in (state((9, 20), (0, 3)), state((2, 4), (0, 3)))
    ]
    assert told[0] != told[1]
