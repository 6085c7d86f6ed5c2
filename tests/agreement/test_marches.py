"""Movement: every way that a walk allows, and no other, against ways found on paper.

The map, what it costs and the paces are typed in again; nothing of ours is asked.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from interpreter.boards.protocol import Misfit
from interpreter.codegen.generating import emit
from interpreter.codegen.loading import compile_emitted
from interpreter.engine.exact.program import ExactProgram, odds
from interpreter.engine.once import Engine, answer, initial, start
from interpreter.engine.policies import Answers, Policy
from interpreter.engine.stops import ChoiceStop, Finished
from interpreter.pipeline.loading import load, usable
from interpreter.values.types import Cell, Entity
from tests.agreement.formulas import run_directly, worked_out
from tests.agreement.test_functions import Oracle

LOADED = load(Path(__file__).parents[1] / "packs" / "marches")
PROGRAM = usable(LOADED)
ENGINE = Engine.of(PROGRAM)
BOARD = LOADED.names.layouts["meadow"]["field"].board
ANN, BOB, CID = 0, 1, 2

Spot = tuple[int, int]
"""A column and a row."""
ROCK, MARSH = {(4, 4)}, {(3, 3), (3, 4)}
FOE, FRIEND = (6, 6), (4, 5)


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


@dataclass(frozen=True)
class Rules:
    """A walk as typed in again: a step leads from hex to hex, with the steps and the
    cost before it; at a hex it came from the one before, after so many steps."""

    allowed: Callable[[Spot, Spot, int, int], bool]
    cost: Callable[[Spot, int], int] = lambda to, _: 2 if to in MARSH else 1
    must: Callable[[Spot, Spot], bool] = lambda *_: False
    may: Callable[[Spot, int], bool] = lambda *_: True
    free: bool = False


def open_(here: Spot, to: Spot, *_: int) -> bool:
    """Tell whether a march may enter, and does not go from foe to foe."""
    tight = here in beside(FOE) and to in beside(FOE)
    return to not in ROCK | {FOE, FRIEND} and not tight


def away(here: Spot, to: Spot, steps: int, _: int) -> bool:
    """Tell whether a flight may step so: the first step leads away."""
    farther = steps_between(to, FOE) > steps_between(here, FOE)
    return open_(here, to) and (steps > 0 or farther)


def rushing(_: Spot, to: Spot, steps: int, spent: int) -> bool:
    """Tell whether a rush may enter."""
    return spent < 4 or to not in MARSH | ROCK


MARCH = Rules(open_, must=lambda _, at: at in beside(FOE))
LIMP = Rules(open_, must=lambda _, at: at in beside(FOE), free=True)
FLIGHT = Rules(away)
THROUGH = Rules(
    lambda _, to, *__: to not in ROCK | {FOE}, may=lambda at, _: at != FRIEND
)
RUSH = Rules(
    rushing, cost=lambda _, steps: steps + 1, may=lambda _, steps: steps != 1,
    must=lambda came, at: came in MARSH and at not in MARSH | ROCK,
)  # fmt: skip


def ways(at: Spot, budget: int, rules: Rules) -> Iterator[tuple[tuple[Spot, ...], int]]:
    """Yield every way from a hex that ends where it may, with what it costs."""

    def on(way: tuple[Spot, ...], spent: int) -> Any:
        here, steps = way[-1], len(way) - 1
        if rules.may(here, steps):
            yield way, spent
        if steps and rules.must(way[-2], here):
            return
        for to in beside(here):
            cost = spent + rules.cost(to, steps)
            pays = cost <= budget or (rules.free and not steps)
            if pays and rules.allowed(here, to, steps, spent):
                yield from on((*way, to), cost)

    return on((at,), 0)


def standing(at: Spot, pace: int) -> tuple[Any, ...]:
    """Return the state in which Ann stands there and has that pace."""
    state = list(initial(PROGRAM, "meadow"))
    pieces = list(state[1])
    row = list(pieces[ANN])
    row[1:3] = [hex_of(at), pace]
    pieces[ANN] = tuple(row)
    state[1] = tuple(pieces)
    return tuple(state)


def walked(procedure: str, arguments: tuple[Any, ...], at: Spot, pace: int) -> Any:
    """Yield every way that is offered, by answering every question in every way, with
    how the run ended."""
    waiting = [((at,), start(ENGINE, procedure, arguments, standing(at, pace)))]
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
    found = BOARD.place_of(f"{spot[0]:02}{spot[1]:02}")
    assert not isinstance(found, Misfit)
    return found


def spot_of(hex_: Any) -> Spot:
    """Return the column and the row of a hex."""
    label = BOARD.label(hex_)
    return int(label[:2]), int(label[2:])


@pytest.mark.parametrize("at", [(2, 2), (1, 1), (5, 5), (7, 6), (4, 3)])
@pytest.mark.parametrize("pace", [0, 1, 3])
def test_every_way_is_offered_and_no_other(at: Spot, pace: int) -> None:
    """And the path, the piece, and what is left of its pace are those of the way."""
    found, known = dict(walked("go", (ANN,), at, pace)), dict(ways(at, pace, MARCH))
    assert {*found} == {*known}
    for way, end in found.items():
        row = end.game_state[1][ANN]
        assert end.result == len(way) - 1
        assert row[1] == hex_of(way[-1])
        assert row[3] == tuple(hex_of(each) for each in reversed(way[1:]))
        assert row[4] == (pace - known[way] if len(way) > 1 else 0)


def test_the_first_step_may_be_free() -> None:
    """A pace of one leads into the marsh, but only at first."""
    found = {way for way, _ in walked("hobble", (ANN,), (2, 3), 1)}
    assert found == {*dict(ways((2, 3), 1, LIMP))}
    assert ((2, 3), (3, 3)) in found


def test_the_first_step_may_have_a_condition_of_its_own() -> None:
    """The second may lead back; and what stops a march does not stop a flight."""
    found = dict(walked("run_away", (ANN, BOB), (5, 5), 3))
    assert {*found} == {*dict(ways((5, 5), 3, FLIGHT))}
    assert all(
        end.result == tuple(hex_of(each) for each in way) for way, end in found.items()
    )


@pytest.mark.parametrize("at", [(3, 5), (4, 6), (5, 6), (5, 5)])
@pytest.mark.parametrize("pace", [1, 2, 3])
def test_no_step_leads_to_where_it_may_not_end(at: Spot, pace: int) -> None:
    """A friend may be passed, as long as enough is left to come out behind him."""
    found = {way for way, _ in walked("slip_through", (ANN,), at, pace)}
    assert found == {*dict(ways(at, pace, THROUGH))}
    passed = any(FRIEND in way for way in found)
    assert passed == (pace > 1)


@pytest.mark.parametrize("at", [(2, 3), (4, 3), (2, 5)])
@pytest.mark.parametrize("pace", [0, 2, 3, 5, 6])
def test_what_a_walk_knows_of_its_way_counts(at: Spot, pace: int) -> None:
    """Steps, cost and the hex before are those of the way, not of the cheapest."""
    found = {way for way, _ in walked("rush_on", (ANN,), at, pace)}
    assert found == {*dict(ways(at, pace, RUSH))}


Stance = tuple[Spot, int]
"""A hex, and the corner that is faced."""


def clockwise(spot: Spot) -> list[Spot | None]:
    """Return the hexes around one from the east on; None beyond the edge."""
    x, y = on_paper(spot)
    on_the_map = {on_paper(each): each for each in beside(spot)}
    # rows count downwards
    around = ((2, 0), (1, 3), (-1, 3), (-2, 0), (-1, -3), (1, -3))
    return [on_the_map.get((x + dx, y + dy)) for dx, dy in around]


def wheeled(
    begin: Stance,
    pace: int,
    turned: Callable[[int, int, int], int | None],
    enters: Callable[[Spot], bool],
    may: Callable[[Stance], bool],
) -> Iterator[tuple[tuple[Stance, ...], int]]:
    """Yield every way of a piece that goes ahead alone: a turn, perhaps none, then a
    step, and so on, and a turn at the end."""

    def on(way: tuple[Stance, ...], spent: int, steps: int) -> Any:
        here, facing = way[-1]
        for new in range(6):
            cost = 0 if new == facing else turned(facing, new, steps)
            if cost is None or spent + cost > pace:
                continue
            there = way if new == facing else (*way, (here, new))
            if may((here, new)):
                yield there, spent + cost
            around = clockwise(here)
            for to in (around[new], around[(new + 1) % 6]):
                price = 2 if to in MARSH else 1
                if to is not None and enters(to) and spent + cost + price <= pace:
                    gone = (*there, (to, new))
                    yield from on(gone, spent + cost + price, steps + 1)

    return on((begin,), 0, 0)


def sixths(old: int, new: int) -> int:
    """Return the turn, counted on the fingers."""
    return {0: 0, 1: 1, 2: 2, 3: 3, 4: 2, 5: 1}[(new - old) % 6]


def wheeling(begin: Stance, pace: int) -> dict[tuple[Stance, ...], int]:
    """Return the ways of `wheel`."""
    return dict(
        wheeled(
            begin, pace, lambda old, new, steps: sixths(old, new) if steps else 0,
            lambda to: to not in ROCK | {FOE, FRIEND}, lambda _: True,
        )
    )  # fmt: skip


def in_column(begin: Stance, pace: int) -> dict[tuple[Stance, ...], int]:
    """Return the ways of `column`."""
    return dict(
        wheeled(
            begin, pace, lambda old, new, _: 1 if sixths(old, new) == 1 else None,
            lambda to: to not in ROCK | {FOE},
            lambda at: at[0] != FRIEND and at[1] == 1,
        )
    )  # fmt: skip


def facing(state: tuple[Any, ...], corner: int) -> tuple[Any, ...]:
    """Return the state in which Ann faces a corner."""
    every = list(state)
    pieces = list(every[1])
    pieces[ANN] = (*pieces[ANN][:6], corner, *pieces[ANN][7:])
    every[1] = tuple(pieces)
    return tuple(every)


def stances(procedure: str, begin: Stance, pace: int) -> set[tuple[Stance, ...]]:
    """Return every way that is offered; a piece that could not end any way stays."""
    state = facing(standing(begin[0], pace), begin[1])
    found = set()
    waiting = [((begin,), start(ENGINE, procedure, (ANN,), state))]
    while waiting:
        way, stop = waiting.pop()
        if isinstance(stop, Finished):
            row = stop.game_state[1][ANN]
            assert (spot_of(row[1]), row[6]) == way[-1]
            found.add(way)
            continue
        assert isinstance(stop, ChoiceStop)
        for each in stop.offered or ():
            here, corner = way[-1]
            now: tuple[Stance, ...] = ()
            if stop.instruction.label == "turn":
                now = () if each == corner else ((here, each),)
            elif each is not None:
                now = ((spot_of(each), corner),)
            waiting.append(((*way, *now), answer(stop, each)))
    return found


@pytest.mark.parametrize("at", [(2, 2), (3, 5), (5, 5), (1, 8)])
@pytest.mark.parametrize("corner", [0, 2, 5])
@pytest.mark.parametrize("pace", [0, 1, 2, 3])
def test_a_piece_turns_before_a_step_and_at_the_end(
    at: Spot, corner: int, pace: int
) -> None:
    """Only ahead; the first turn is free, later ones cost what the walk says."""
    found = stances("wheel_about", (at, corner), pace)
    assert found == {*wheeling((at, corner), pace)}


@pytest.mark.parametrize("at", [(3, 5), (4, 6), (2, 2)])
@pytest.mark.parametrize("corner", [0, 1, 4])
@pytest.mark.parametrize("pace", [2, 3, 4])
def test_no_turn_and_no_step_leads_to_where_the_way_may_not_end(
    at: Spot, corner: int, pace: int
) -> None:
    """It must come out behind a friend and have turned to the south by then."""
    known = {*in_column((at, corner), pace)}
    found = stances("in_column", (at, corner), pace)
    if known:
        assert found == known
    else:
        assert found == {((at, corner),)}


@pytest.mark.parametrize("name", ["wheel_reach", "column_reach"])
@pytest.mark.parametrize("corner", [0, 1, 4])
@pytest.mark.parametrize("pace", [0, 2, 3])
def test_what_can_be_reached_by_turning(name: str, corner: int, pace: int) -> None:
    """The cheapest first, in every form."""
    known = wheeling if name == "wheel_reach" else in_column
    least: dict[Spot, int] = {}
    for way, cost in known(((3, 5), corner), pace).items():
        spot = way[-1][0]
        least[spot] = min(cost, least.get(spot, cost))
    least.pop((3, 5), None)
    state = facing(standing((3, 5), pace), corner)
    end = start(ENGINE, f"{name}__entry", (ANN,), state)
    assert isinstance(end, Finished)
    found = [spot_of(each) for each in end.result]
    assert {*found} == {*least}
    assert [least[each] for each in found] == sorted(least.values())
    formula = PROGRAM.declared.formulas[name]
    oracle = Oracle(PROGRAM, state)
    wanted = oracle.value(formula.body, oracle.named(formula, (ANN,)))
    assert wanted == end.result == run_directly(DIRECT, name, (ANN,), state)
    assert wanted == worked_out(EXACT, name, (ANN,), state)


REACHES = {"march_reach": MARCH, "through_reach": THROUGH, "rushed_reach": RUSH}


FORMULAS = [name for name in PROGRAM.declared.formulas if "." not in name]
SLOW = "reached_by_both"  # which the gate tries where it has the least to walk
EXACT = ExactProgram.of(PROGRAM)
DIRECT = compile_emitted(emit(PROGRAM, "direct"))


@pytest.mark.parametrize(
    ("at", "pace", "name"),
    [
        pytest.param(
            *(at, pace, name),
            marks=pytest.mark.long if name == SLOW and at != (5, 5) else (),
        )
        for at, pace in (((2, 2), 3), ((3, 5), 4), ((5, 5), 2))
        for name in FORMULAS
    ],
)
def test_a_search_is_the_same_in_every_form(name: str, at: Spot, pace: int) -> None:
    """And as the plain evaluator finds it; after it the piece stands where it stood."""
    state = standing(at, pace)
    formula = PROGRAM.declared.formulas[name]
    kinds = {Entity("piece"): (ANN, BOB), Cell("field"): (hex_of((3, 3)),)}
    for given in product(*(kinds[each.type] for each in formula.takes)):
        oracle = Oracle(PROGRAM, state)
        wanted = oracle.value(formula.body, oracle.named(formula, given))
        for form in ("once", "trace"):
            end = start(Engine.of(PROGRAM, form), f"{name}__entry", given, state)
            assert isinstance(end, Finished)
            assert (end.result, end.game_state) == (wanted, state)
        assert run_directly(DIRECT, name, given, state) == wanted
        assert worked_out(EXACT, name, given, state) == wanted


@pytest.mark.parametrize("name", REACHES)
@pytest.mark.parametrize("at", [(2, 2), (4, 3), (2, 5), (5, 5), (7, 6)])
@pytest.mark.parametrize("pace", [0, 1, 2, 3, 5])
def test_what_can_be_reached_is_where_ways_end(name: str, at: Spot, pace: int) -> None:
    """The cheapest first, without where it stands."""
    least: dict[Spot, int] = {}
    for way, cost in ways(at, pace, REACHES[name]):
        least[way[-1]] = min(cost, least.get(way[-1], cost))
    least.pop(at, None)
    end = start(ENGINE, f"{name}__entry", (ANN,), standing(at, pace))
    assert isinstance(end, Finished)
    found = [spot_of(each) for each in end.result]
    assert {*found} == {*least}
    assert len(found) == len({*found})
    costs = [least[each] for each in found]
    assert costs == sorted(costs)


def test_what_happens_on_the_way_may_end_it() -> None:
    """Odds of a march of three steps, each of which one die in six ends."""
    answers = Answers(policy=Policy(default="first"))
    state = initial(PROGRAM, "meadow")
    found = odds(PROGRAM, "stagger", (ANN,), state, answers=answers)
    lengths = {len(way): weight for (way, _), weight in found.outcomes.items()}
    assert found.denominator == 6**3
    assert lengths == {2: 36, 3: 30, 4: 150}
