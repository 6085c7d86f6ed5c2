"""Chance of one run: each place counts its own rolls."""

from typing import Any

from interpreter.running.keyed_dice import KeyedDice
from interpreter.running.once import Engine, initial, play_out, start
from interpreter.running.seeded import Seeded, drawn_by
from interpreter.running.stops import DrawStop
from tests.emission.building import again, back, procedure, program, roll
from tests.running.test_once import draw


def nobody(_: object) -> Any:
    """Decide nothing."""
    raise AssertionError


def test_rolls_are_the_dice_of_place_and_ordinal() -> None:
    body = (again(roll("a", 12), roll("b", 6, 2), times=3), back(0))
    given = program(procedure("p", "", *body))
    engine, world = Engine.of(given), initial(given)
    found = play_out(engine, "p", (), world, Seeded(b"s"), nobody)
    places = [one.site.path for _, one in engine.emitted.sites if hasattr(one, "dice")]
    dice = KeyedDice(b"s")
    expected: list[Any] = []
    for ordinal in (1, 2, 3):
        expected += dice.roll((places[0], ordinal), 1, 12)
        expected.append(dice.roll((places[1], ordinal), 2, 6))
    assert found.answers == tuple(expected)


def test_a_place_reached_elsewhere_counts() -> None:
    """Who types a roll lets the place count, and shifts no other."""
    seeded = Seeded(b"s")
    assert [seeded.reached("a")[1] for _ in range(3)] == [1, 2, 3]
    assert seeded.reached("b")[1] == 1


def test_draws() -> None:
    given = program(procedure("p", "", draw((4, 4, 5, 6), how_many=3), back(0)))
    stop = start(Engine.of(given), "p", (), initial(given))
    assert isinstance(stop, DrawStop)
    drawn = Seeded(b"s")(stop)
    assert isinstance(drawn, tuple)
    assert len(drawn) == 3
    dice = KeyedDice(b"s").under(stop.instruction.site.path)
    assert drawn_by(dice, 1, stop) == drawn
    first, *rest = drawn_by(dice, 1, stop, (6,))
    assert first == 6
    assert 6 not in rest
