"""Hexes in the language: every form agrees, and all of it is as drawn on paper.

The paper knows labels, columns and rows, and imports nothing of ours: columns stand
upright and those with an odd number are pushed down by half a hex. `x` is counted in
halves of a side, `y` in halves of a hex's height, so four squared lengths in sides are
whole numbers.
"""

from collections import Counter
from fractions import Fraction
from functools import cache, partial
from itertools import product
from math import atan2, degrees, sqrt
from pathlib import Path
from typing import Any

import pytest

from interpreter.codegen.generating import emit
from interpreter.codegen.loading import compile_emitted
from interpreter.diagnostics import LimitExceeded
from interpreter.engine.exact.program import ExactProgram, odds
from interpreter.engine.once import Engine, initial, start
from interpreter.engine.stops import Finished
from interpreter.expressions.functions import HEX_FUNCTIONS
from interpreter.pipeline.loading import load, usable
from interpreter.values import types
from interpreter.values.types import Entity, Enumeration, Number, Type
from tests.agreement.formulas import run_directly, worked_out
from tests.agreement.test_functions import Oracle, outcome

PACK = Path(__file__).parents[1] / "packs" / "boards"
PROGRAM = usable(load(PACK))
FORMULAS = [name for name in PROGRAM.declared.formulas if "." not in name]
LABELS = PROGRAM.declared.boards["campaign"].labels
COLUMNS, ROWS = range(1, 13), range(1, 11)

Cell = tuple[int, int]
"""A column and a row."""

EVERY = tuple(product(COLUMNS, ROWS))
SAMPLE = EVERY[::13]
CORNER_CASES = ((1, 1), (3, 5), (12, 10), (5, 5))
ROAD = ((1, 1), (2, 2), (3, 3), (3, 4))
WOOD = {(3, 4), (4, 4), (5, 5)}
FORMS = {form: Engine.of(PROGRAM, form) for form in ("once", "trace")}
EXACT = ExactProgram.of(PROGRAM)
DIRECT = compile_emitted(emit(PROGRAM, "direct"))
VALLEY = initial(PROGRAM, "valley")
OPEN = initial(PROGRAM, "open")


def label(cell: Cell) -> str:
    """Return what is printed in a hex."""
    return f"{cell[0]:02}{cell[1]:02}"


def hex_of(cell: Cell) -> Any:
    """Return the value of a hex, by its label."""
    return LABELS.place_of(label(cell))


def cells(given: Any) -> list[Cell]:
    """Return hexes as columns and rows, by their labels."""
    texts = [LABELS.label(each) for each in given]
    assert None not in texts
    return [(int(str(text)[:2]), int(str(text)[2:])) for text in texts]


def place(cell: Cell) -> tuple[int, int]:
    """Return where the centre of a hex is drawn."""
    return 3 * cell[0], 2 * cell[1] + cell[0] % 2


def squared(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Return four times the squared distance, in sides."""
    return (a[0] - b[0]) ** 2 + 3 * (a[1] - b[1]) ** 2


@cache
def beside(cell: Cell) -> tuple[Cell, ...]:
    """Return the hexes around one, clockwise from the south-east; the paper has no
    edge."""
    near = [
        other
        for other in product(
            range(cell[0] - 1, cell[0] + 2), range(cell[1] - 1, cell[1] + 2)
        )
        if squared(place(cell), place(other)) == 12
    ]
    assert len(near) == 6
    return tuple(sorted(near, key=lambda o: (bearing_of(cell, o) - 105) % 360))


def bearing_of(a: Cell, b: Cell) -> float:
    """Return the bearing in degrees clockwise of north."""
    (ax, ay), (bx, by) = place(a), place(b)
    return degrees(atan2(bx - ax, sqrt(3) * (ay - by))) % 360


@cache
def steps_from(cell: Cell) -> dict[Cell, int]:
    """Return the steps to every hex up to 24 away, by walking."""
    found, border = {cell: 0}, [cell]
    for far in range(1, 25):
        border = [n for each in border for n in beside(each) if n not in found]
        found |= dict.fromkeys(border, far)
        border = list(dict.fromkeys(border))
    return found


def besides(older: Cell, newer: Cell) -> list[Cell]:
    """Return what stands to the left and behind of each hex of a step, the newer first,
    then what stands to the right and behind; the newer may stand beside the older."""
    heading = bearing_of(older, newer)
    found = []
    for turn in (-120, 120):
        for at in (newer, older):
            by_turn = {
                round((bearing_of(at, n) - heading) % 360): n for n in beside(at)
            }
            found.append(by_turn[turn % 360])
    return [each for each in found if each in EVERY]


@cache
def group_of(cell: Cell) -> Cell:
    """Return the coarse hex: the nearest centre, of equal ones the least; one hex of
    the map is said to belong elsewhere."""
    if cell == (3, 5):
        return 1, 0
    x, y = place((3, 5))
    return min(
        product(range(-6, 7), repeat=2),
        key=lambda c: (
            squared(place(cell), (x + 12 * c[0], y + 4 * c[0] + 8 * c[1])),
            c,
        ),
    )


def apart(a: Cell, b: Cell) -> int:
    """Return the steps between coarse hexes: as far as their numbers say."""
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


def value(name: str, *given: Any, state: Any = VALLEY) -> Any:
    """Run a formula in segments."""
    stop = start(FORMS["once"], name, given, state)
    assert isinstance(stop, Finished)
    return stop.result


def given(kind: Type) -> tuple[Any, ...]:
    """Return arguments of a type."""
    match kind:
        case types.Cell():
            return tuple(map(hex_of, CORNER_CASES))
        case Number():
            return (-1, 0, 2)
        case Enumeration():
            return tuple(range(len(kind.values)))
        case Entity():
            return (0, 1)
    raise AssertionError(kind)


@pytest.mark.parametrize("name", FORMULAS)
def test_every_form_agrees(name: str) -> None:
    """Evaluator, segments, direct and exact; on a map and without one."""
    formula = PROGRAM.declared.formulas[name]
    choices = [given(each.type) for each in formula.takes]
    for state, arguments in product((VALLEY, OPEN), product(*choices)):
        oracle = Oracle(PROGRAM, state)
        locals_ = oracle.named(formula, arguments)
        wanted = outcome(partial(oracle.value, formula.body, locals_))
        for form, engine in FORMS.items():

            def run(engine: Engine = engine, w: Any = state, a: Any = arguments) -> Any:
                stop = start(engine, name, a, w)
                assert isinstance(stop, Finished)
                return stop.result

            assert outcome(run) == wanted, (form, arguments)
        assert outcome(partial(run_directly, DIRECT, name, arguments, state)) == wanted
        assert outcome(partial(worked_out, EXACT, name, arguments, state)) == wanted


def test_no_function_is_left_out() -> None:
    text = (PACK / "ruleset.yaml").read_text(encoding="utf-8")
    own = (name for name, each in HEX_FUNCTIONS.items() if "hexes" in each.boards)
    for name in (*own, "every", "rotated", "sixths"):
        assert f"{name}(" in text, name


@pytest.mark.parametrize("cell", SAMPLE, ids=label)
def test_what_lies_around_is_as_drawn(cell: Cell) -> None:
    here = hex_of(cell)
    around = steps_from(cell)
    assert cells(value("next_to", here)) == [e for e in beside(cell) if e in EVERY]
    for turn, each in enumerate(beside(cell)):
        found = value("next", here, turn)
        assert found == (hex_of(each) if each in EVERY else None)
    for n in (0, 1, 3, 30):
        near = {each for each in EVERY if each in around and around[each] <= n}
        found = cells(value("around", here, n))
        assert len(found) == len(set(found))
        assert set(found) == near
        assert [around[each] for each in found] == sorted(around[e] for e in near)
        ring = cells(value("at_distance", here, n))
        assert set(ring) == {each for each in near if around[each] == n}
    assert value("rim", here) is any(each not in EVERY for each in beside(cell))
    assert cells(value("by_label", here)) == sorted(set(beside(cell)) & set(EVERY))


@pytest.mark.parametrize("cell", SAMPLE, ids=label)
def test_two_hexes_are_as_drawn(cell: Cell) -> None:
    for other in EVERY:
        pair = (hex_of(cell), hex_of(other))
        assert value("apart", *pair) == steps_from(cell)[other]
        assert value("far_apart", *pair) == apart(group_of(cell), group_of(other))
        assert value("same", *pair) is (cell == other)
        points = value("heading", *pair)
        if cell == other:
            assert points is None
        else:
            off = abs(bearing_of(cell, other) - 45 * points)
            assert min(off, 360 - off) < 22.5
        farther = [
            each
            for each in beside(other)
            if steps_from(cell)[each] > steps_from(cell)[other] and each in EVERY
        ]
        assert set(cells(value("any_back", *pair))) == set(farther)
        for third in SAMPLE:
            on_the_way = steps_from(cell)[other] + steps_from(other)[third]
            wanted = third != other and on_the_way == steps_from(cell)[third]
            assert value("behind", *pair, hex_of(third)) is wanted
            (ax, ay), (bx, by), (cx, cy) = map(place, (cell, other, third))
            square = (bx - ax) * (cx - bx) + 3 * (by - ay) * (cy - by)
            assert value("square_past", *pair, hex_of(third)) is (square > 0)
        assert value("there_and_back", *pair) == 2
        if steps_from(cell)[other] == 1:
            assert cells(value("beside_step", *pair)) == besides(cell, other)
        went = (place(other)[0] - place(cell)[0], place(other)[1] - place(cell)[1])
        near = cells(value("around", hex_of(cell), 2))
        moved = {(place(n)[0] + went[0], place(n)[1] + went[1]) for n in near}
        carried = cells(value("carried", *pair, 2))
        assert set(carried) == {each for each in EVERY if place(each) in moved}


@pytest.mark.parametrize("cell", CORNER_CASES, ids=label)
def test_facing_a_corner_is_as_drawn(cell: Cell) -> None:
    """With sides up, D0 leads to 120 degrees and D1 due south, so C0 lies at 150."""
    here = hex_of(cell)
    for corner in range(6):
        ahead = 150 + 60 * corner  # degrees clockwise of north
        off = {each: turned_off(ahead, bearing_of(cell, each)) for each in EVERY}
        near = [each for each in beside(cell) if each in EVERY]
        parts = {30: "in_front", 90: "on_flanks", 150: "in_rear"}
        for degrees_off, name in parts.items():
            wanted = {each for each in near if round(off[each]) == degrees_off}
            assert set(cells(value(name, here, corner))) == wanted
        for other in EVERY:
            there = hex_of(other)
            if other == cell:
                assert value("aims_at", here, corner, there) is False
                assert value("met_on", there, here, corner) is None
                continue
            assert value("aims_at", here, corner, there) is (off[other] < 60 + SLIGHT)
            side = (
                0 if off[other] < 60 - SLIGHT else 2 if off[other] > 120 + SLIGHT else 1
            )
            assert value("met_on", there, here, corner) == side
            assert value("is_flanked", there, here, corner) is (side > 0)
    for other in EVERY:
        pair = (here, hex_of(other))
        aimed = [c for c in range(6) if value("aims_at", here, c, pair[1])]
        assert list(value("aims", *pair)) == aimed
        offs = [turned_off(120 + 60 * way, bearing_of(cell, other)) for way in range(6)]
        nearest = [way for way in range(6) if offs[way] < min(offs) + SLIGHT]
        assert list(value("straight", *pair)) == (nearest if other != cell else [])


SLIGHT = 1e-6  # of a degree: what is nearer to an edge lies on it


def turned_off(a: float, b: float) -> float:
    """Return the degrees from bearing to bearing, 0 to 180."""
    return min((a - b) % 360, (b - a) % 360)


def test_sixths_are_counted_the_short_way() -> None:
    for one, other in product(range(6), repeat=2):
        short = min(abs(one - other), 6 - abs(one - other))
        assert value("way_turns", one, other) == short
        assert value("veered", one, other - one) == other
        assert value("way_veered", other, 6 + one - other) == one
    assert [value("corner_turns", each) for each in range(6)] == [2, 3, 2, 1, 0, 1]


def test_coarse_hexes_are_as_drawn() -> None:
    groups = {each: group_of(each) for each in EVERY}
    for cell in EVERY:
        members = cells(value("held", hex_of(cell)))
        assert len(members) == len(set(members))
        assert set(members) == {e for e, own in groups.items() if own == groups[cell]}
    assert value("all_far") == tuple(sorted(set(groups.values())))
    for cell, other in product(CORNER_CASES, repeat=2):
        for n in (0, 1, 2):
            near = {e for e, g in groups.items() if apart(g, groups[other]) <= n}
            found = value("spread", hex_of(cell), hex_of(other), n)
            assert set(cells(found)) == near
        assert value("spread", hex_of(cell), hex_of(other), -1) == (hex_of(cell),)


def test_the_ground_and_the_road_are_those_of_the_scenario() -> None:
    words = ("meadow", "wood", "marsh")
    for cell in EVERY:
        wanted = "wood" if cell in WOOD else "marsh" if cell == (1, 1) else "meadow"
        assert words[value("soil", hex_of(cell))] == wanted
        assert value("on_road", hex_of(cell)) is (cell in ROAD)
    assert sorted(cells(value("all_hexes"))) == sorted(EVERY)
    assert value("woods") == len(WOOD)
    assert cells(value("road")) == list(ROAD)


def test_a_coarse_hex_owns_sixteen_and_its_borders_are_crossed_thirty_times() -> None:
    """Ledger, intelligence 1.4, 2 and 3; the set is typed in from there."""
    near = {(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)}
    owned = near | {(1, 1), (-1, -1), (2, -1), (-2, 1), (1, -2), (-1, 2)}
    owned |= {(2, 0), (0, 2), (2, -2)}
    assert set(value("held", (0, 0), state=OPEN)) == owned
    pairs = [(a, b) for a in owned for b in value("next_to", a, state=OPEN)]
    crossing = [value("far_apart", *pair, state=OPEN) for pair in pairs]
    assert Counter(crossing) == {0: 66, 1: 30}


@pytest.mark.parametrize("reach", [0, 2, 4])
def test_a_centre_is_drawn_among_all(reach: int) -> None:
    """1, 19 or 61 of them, each as likely; who looks at it alone has the plain law."""
    shares = Counter(
        apart((q, r), (0, 0))
        for q, r in product(range(-9, 10), repeat=2)
        if apart((q, r), (0, 0)) <= reach
    )
    count = sum(shares.values())
    assert count == {0: 1, 2: 19, 4: 61}[reach]
    found = odds(PROGRAM, "centred", (hex_of((5, 5)), reach), OPEN)
    laws = {key[0]: Fraction(n, found.denominator) for key, n in found.outcomes.items()}
    assert laws == {far: Fraction(n, count) for far, n in shares.items()}
    plain = odds(PROGRAM, "search", (hex_of((5, 5)), reach), OPEN)
    ways = {key[0]: Fraction(n, plain.denominator) for key, n in plain.outcomes.items()}
    assert ways == {0: Fraction(15, 36), 1: Fraction(21, 36)}


def test_no_list_is_longer_than_a_list_may_be() -> None:
    assert len(value("around", hex_of((5, 5)), 57, state=OPEN)) == 9919
    with pytest.raises(LimitExceeded):
        value("around", hex_of((5, 5)), 10**9, state=OPEN)
    with pytest.raises(LimitExceeded):
        value("spread", hex_of((5, 5)), hex_of((5, 5)), 10**9, state=OPEN)
