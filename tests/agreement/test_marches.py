"""Movement: every way that a walk allows, and no other, against ways found on paper.

The map, what it costs and the paces are typed in again; nothing of ours is asked.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from interpreter.boards.labels import Misfit
from interpreter.loading import load, usable
from interpreter.running.exact_program import odds
from interpreter.running.once import Engine, answer, initial, start
from interpreter.running.policies import Answers, Policy
from interpreter.running.stops import ChoiceStop, Finished

LOADED = load(Path(__file__).parents[1] / "packs" / "marches")
PROGRAM = usable(LOADED)
ENGINE = Engine.of(PROGRAM)
BOARD = LOADED.names.charts["meadow"]["field"].board
ANN, BOB = 0, 1

Spot = tuple[int, int]
"""A column and a row."""
ROCK, MARSH = {(4, 4)}, {(3, 3), (3, 4)}
FOE = (6, 6)


def on_paper(spot: Spot) -> Spot:
    """Return where a hex lies: rows 3 apart, hexes 2 apart, odd rows pushed by 1."""
    column, row = spot
    return 2 * column + row % 2, 3 * row


def beside(spot: Spot) -> list[Spot]:
    """Return the hexes that touch one on paper."""
    x, y = on_paper(spot)
    touching = {(x + dx, y + dy) for dx, dy in ((2, 0), (1, 3), (-1, 3), (-2, 0))}
    touching |= {(x + 1, y - 3), (x - 1, y - 3)}
    every = ((column, row) for column in range(1, 9) for row in range(1, 9))
    return [each for each in every if on_paper(each) in touching]


def steps_between(a: Spot, b: Spot) -> int:
    """Return how many steps lead from hex to hex, searched for."""
    reached, steps = {a}, 0
    while b not in reached:
        reached |= {each for one in reached for each in beside(one)}
        steps += 1
    return steps


def ways(
    at: Spot,
    budget: int,
    allowed: Callable[[Spot, Spot, int], bool],
    halting: bool = True,
    free: bool = False,
) -> Iterator[tuple[Spot, ...]]:
    """Yield every way from a hex, each also cut short."""

    def on(way: tuple[Spot, ...], spent: int) -> Iterator[tuple[Spot, ...]]:
        yield way
        here = way[-1]
        if halting and len(way) > 1 and here in beside(FOE):
            return
        for to in beside(here):
            cost = spent + (2 if to in MARSH else 1)
            pays = cost <= budget or (free and len(way) == 1)
            tight = here in beside(FOE) and to in beside(FOE)
            fits = pays and to not in ROCK | {FOE} and not tight
            if fits and allowed(here, to, len(way)):
                yield from on((*way, to), cost)

    return on((at,), 0)


def walked(procedure: str, arguments: tuple[Any, ...], at: Spot, pace: int) -> Any:
    """Yield every way that is offered, by answering every question in every way, with
    how the run ended."""
    world = list(initial(PROGRAM, "meadow"))
    pieces = list(world[1])
    row = list(pieces[ANN])
    row[1:3] = [hex_of(at), pace]
    pieces[ANN] = tuple(row)
    world[1] = tuple(pieces)
    waiting = [((at,), start(ENGINE, procedure, arguments, tuple(world)))]
    while waiting:
        way, stop = waiting.pop()
        if isinstance(stop, Finished):
            yield way, stop
            continue
        assert isinstance(stop, ChoiceStop)
        for each in stop.offered or ():
            more = () if each is None else (spot_of(each),)
            waiting.append(((*way, *more), answer(stop, each)))


def hex_of(spot: Spot) -> Any:
    """Return the hex of a column and a row."""
    found = BOARD.hex_of(f"{spot[0]:02}{spot[1]:02}")
    assert not isinstance(found, Misfit)
    return found


def spot_of(hex_: Any) -> Spot:
    """Return the column and the row of a hex."""
    label = BOARD.label(hex_)
    return int(label[:2]), int(label[2:])


def anywhere(*_: Any) -> bool:
    """Allow every step."""
    return True


@pytest.mark.parametrize("at", [(2, 2), (1, 1), (5, 5), (7, 6), (4, 3)])
@pytest.mark.parametrize("pace", [0, 1, 3])
def test_every_way_is_offered_and_no_other(at: Spot, pace: int) -> None:
    """And the path, the piece, and what is left of its pace are those of the way."""
    found = dict(walked("go", (ANN,), at, pace))
    assert {*found} == {*ways(at, pace, anywhere)}
    for way, end in found.items():
        row = end.world[1][ANN]
        cost = sum(2 if each in MARSH else 1 for each in way[1:])
        assert end.result == len(way) - 1
        assert row[1] == hex_of(way[-1])
        assert row[3] == tuple(hex_of(each) for each in reversed(way[1:]))
        assert row[4] == (pace - cost if len(way) > 1 else 0)


def test_the_first_step_may_be_free() -> None:
    """A pace of one leads into the marsh, but only at first."""
    found = {way for way, _ in walked("hobble", (ANN,), (2, 3), 1)}
    assert found == {*ways((2, 3), 1, anywhere, free=True)}
    assert ((2, 3), (3, 3)) in found


def test_the_first_step_may_have_a_condition_of_its_own() -> None:
    """The second may lead back; and what stops a march does not stop a flight."""

    def away(here: Spot, to: Spot, step: int) -> bool:
        return step > 1 or steps_between(to, FOE) > steps_between(here, FOE)

    found = dict(walked("run_away", (ANN, BOB), (5, 5), 3))
    assert {*found} == {*ways((5, 5), 3, away, halting=False)}
    assert all(
        end.result == tuple(hex_of(each) for each in way) for way, end in found.items()
    )


def test_what_happens_on_the_way_may_end_it() -> None:
    """Odds of a march of three steps, each of which one die in six ends."""
    answers = Answers(policy=Policy(default="first"))
    world = initial(PROGRAM, "meadow")
    found = odds(PROGRAM, "stagger", (ANN,), world, answers=answers)
    lengths = {len(way): weight for (way, _), weight in found.outcomes.items()}
    assert found.denominator == 6**3
    assert lengths == {2: 36, 3: 30, 4: 150}
