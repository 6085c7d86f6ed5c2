"""Chance of one run: dice hang on where they fall and on nothing else."""

from typing import Any

from interpreter.engine.dice import KeyedDice, RollPlace, SeededDice, drawn_by
from interpreter.engine.once import Engine, initial, play_out, start
from interpreter.engine.stops import DrawStop, RollStop
from tests.codegen.building import again, back, procedure, program, roll
from tests.engine.test_once import draw


def nobody(_: object) -> Any:
    """Decide nothing."""
    raise AssertionError


def test_rolls_are_the_dice_of_path_and_ordinal() -> None:
    """Nothing is there but two rolls, three times over."""
    body = (again(roll("a", 12), roll("b", 6, 2), times=3), back(0))
    given = program(procedure("p", "", *body))
    engine, state = Engine.of(given), initial(given)
    found = play_out(engine, "p", (), state, SeededDice(b"s"), nobody)
    places = [one.site.path for _, one in engine.emitted.sites if hasattr(one, "dice")]
    dice = KeyedDice(b"s")
    expected: list[Any] = []
    for ordinal in (1, 2, 3):
        expected += dice.roll((places[0], ordinal), 1, 12)
        expected.append(dice.roll((places[1], ordinal), 2, 6))
    assert found.answers == tuple(expected)


def test_a_place_reached_otherwise_counts() -> None:
    """Who types a roll lets its place count, and shifts no other."""
    given = program(procedure("p", "", roll("a", 12), roll("b", 6), back(0)))
    engine, seeded = Engine.of(given), SeededDice(b"s")
    first = start(engine, "p", (), initial(given))
    assert isinstance(first, RollStop)
    assert [seeded.reached(first).ordinal for _ in range(3)] == [1, 2, 3]
    second = engine.resumed(first.game_state, first.stack, 1)
    assert isinstance(second, RollStop)
    assert seeded.reached(second).key == (second.instruction.site.path, 1)


def test_draws() -> None:
    """One after the other, what was typed before them left out."""
    given = program(procedure("p", "", draw((4, 4, 5, 6), how_many=3), back(0)))
    stop = start(Engine.of(given), "p", (), initial(given))
    assert isinstance(stop, DrawStop)
    drawn = SeededDice(b"s")(stop)
    assert isinstance(drawn, tuple)
    assert len(drawn) == 3
    place = RollPlace(KeyedDice(b"s").under(stop.instruction.site.path))
    place.ordinal = 1
    assert drawn_by(place, stop) == drawn
    first, *rest = drawn_by(place, stop, (6,))
    assert first == 6
    assert 6 not in rest
