"""Hosts on nested hexes against brute force: who counts as one, who is how near, odds.

The brute force imports nothing of ours. It knows columns and rows, as printed: rows lie
level and those with an odd number are pushed right by half a hex. `x` is counted in
halves of a hex's width, `y` in rows; four thirds of the squared distance is then
`x * x + 3 * y * y`, in squared half widths. What it works out is that of the ledger
(intelligence, 1.4): 2 nested hexes, 3 their distance, 4 nearness, 5 rows of the report,
6 anchors, 7 range, 9 the zone, 10 pools, 11 rolls on entering.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter.engine.exact.program import ExactProgram
from interpreter.engine.once import Engine, initial, play_out, start
from interpreter.engine.stops import DrawStop, Finished, RollStop
from interpreter.pipeline.loading import load, usable
from interpreter.values.log import BEGINNING

PACK = Path(__file__).parents[1] / "packs" / "campaign"
PROGRAM = usable(load(PACK))
ENGINE = Engine.of(PROGRAM)
EXACT = ExactProgram.of(PROGRAM)
KINDS = list(PROGRAM.declared.kinds)
SMALL = PROGRAM.declared.boards["small"].labels
COLUMNS, ROWS = range(1, 31), range(1, 25)
NEARNESS = ("same small hex", "adjacent", "same large hex", "apart")
SIDES = (0, 1)

Cell = tuple[int, int]
"""A column and a row."""


@dataclass(frozen=True)
class Body:
    """Some men in one small hex."""

    side: int
    men: int
    at: Cell


@dataclass(frozen=True)
class Host:
    """A host: numbers of bodies."""

    side: int
    divisions: tuple[int, ...]
    units: tuple[int, ...]


@dataclass(frozen=True)
class Field:
    """All that stands on the map; who is asked for is a number of a host."""

    bodies: tuple[Body, ...]
    hosts: tuple[Host, ...]

    def largest(self, numbers: list[int]) -> Body:
        """Return the body with most men, of equals the first."""
        most = max(self.bodies[each].men for each in numbers)
        return next(b for b in map(self.bodies.__getitem__, numbers) if b.men == most)

    def stands(self, host: int) -> Cell:
        """Return where a host alone counts as standing."""
        return self.largest([*self.hosts[host].divisions]).at

    def pool(self, host: int) -> list[int]:
        """Return the hosts that count as one with it: same side, same large hex."""
        own = (self.hosts[host].side, large(self.stands(host)))
        every = range(len(self.hosts))
        return [h for h in every if (self.hosts[h].side, large(self.stands(h))) == own]

    def divisions(self, host: int) -> list[int]:
        """Return the divisions of all of them."""
        return [d for h in self.pool(host) for d in self.hosts[h].divisions]

    def men(self, host: int) -> int:
        """Return the men of all of them."""
        return sum(self.bodies[each].men for each in self.divisions(host))

    def goal(self, host: int) -> Cell:
        """Return from where it is measured to them."""
        return self.largest(self.divisions(host)).at

    def post(self, observer: int, target: int) -> Cell:
        """Return from where they look: the best class, then the least distance."""
        goal = self.goal(target)
        hosts = [self.hosts[each] for each in self.pool(observer)]
        eyes = [u for host in hosts for u in (host.units or host.divisions)]
        best = min(
            (class_of(at, goal), steps(at, goal), place)
            for place, at in enumerate(self.bodies[each].at for each in eyes)
        )
        return self.bodies[eyes[best[2]]].at

    def apart(self, observer: int, target: int) -> int:
        """Return the large hexes between them, as the observer measures."""
        return apart(self.post(observer, target), self.goal(target))

    def near(self, observer: int, target: int) -> str:
        """Return how near they are."""
        return NEARNESS[class_of(self.post(observer, target), self.goal(target))[0]]

    def look(self, observer: int, target: int) -> dict[Any, Fraction]:
        """Return the law of a look: lost is 0, found 1, out of range None."""
        men, far = self.men(target), self.apart(observer, target)
        reach = 1 if men <= 120 else 2 if men <= 600 else 3 if men <= 3000 else 4
        if far > reach:
            return {None: Fraction(1)}
        worth = {"same small hex": 2, "adjacent": 1}.get(
            self.near(observer, target), -far
        )
        rolls = [a + b + worth for a, b in product(range(1, 7), repeat=2)]
        found = Fraction(sum(total >= 6 for total in rolls), 36)
        return {key: n for key, n in {0: 1 - found, 1: found}.items() if n}


def drawn(cell: Cell) -> tuple[int, int]:
    """Return where the centre of a hex is drawn."""
    return 2 * cell[0] + cell[1] % 2, cell[1]


def squared(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Return the squared distance, as above."""
    return (a[0] - b[0]) ** 2 + 3 * (a[1] - b[1]) ** 2


@cache
def beside(cell: Cell) -> tuple[Cell, ...]:
    """Return the hexes that touch one, on paper without an edge."""
    near = product(range(cell[0] - 1, cell[0] + 2), range(cell[1] - 1, cell[1] + 2))
    return tuple(each for each in near if squared(drawn(cell), drawn(each)) == 4)


@cache
def walked(start: Cell) -> dict[Cell, int]:
    """Return the steps to every hex of the map, by walking."""
    found, border = {start: 0}, [start]
    for far in range(1, 60):
        border = list({n for each in border for n in beside(each) if n not in found})
        found |= dict.fromkeys(border, far)
    return found


def steps(a: Cell, b: Cell) -> int:
    """Return the steps from hex to hex."""
    return walked(a)[b]


@cache
def large(cell: Cell) -> Cell:
    """Return the large hex: the nearest centre, of equal ones the least."""
    x, y = drawn((15, 10))
    return min(
        product(range(-7, 8), repeat=2),
        key=lambda c: (
            squared(drawn(cell), (x + 8 * c[0] + 4 * c[1], y + 4 * c[1])),
            c,
        ),
    )


def apart(a: Cell, b: Cell) -> int:
    """Return the steps between the large hexes of two hexes, by their numbers."""
    q, r = (one - other for one, other in zip(large(a), large(b), strict=True))
    return max(abs(q), abs(r), abs(q + r))


def class_of(a: Cell, b: Cell) -> tuple[int, int]:
    """Return how near, the nearest first: (class, large hexes where it is none)."""
    far = apart(a, b)
    if steps(a, b) <= 1:
        return steps(a, b), far
    return (2, 0) if far == 0 else (3, far)


def fields(count: int) -> Iterator[Field]:
    """Yield hosts strewn over the map, some of them crowded together."""
    random = Random(24)
    for number in range(count):
        wide = number % 3
        columns = COLUMNS if wide == 2 else range(12, 16 + 4 * wide)
        rows = ROWS if wide == 2 else range(8, 11 + 4 * wide)
        bodies = tuple(
            Body(
                each % 2,
                random.choice((60, 120, 121, 600, 601, 1500, 3001)),
                (random.choice(columns), random.choice(rows)),
            )
            for each in range(12)
        )
        hosts = []
        for side in SIDES:
            own = [each for each, body in enumerate(bodies) if body.side == side]
            for some in (own[:1], own[1:3], own[3:4]):  # the others are units alone
                units = tuple(random.sample(own, 2)) if random.random() < 0.5 else ()
                hosts.append(Host(side, tuple(some), units))
        yield Field(bodies, tuple(hosts))


FIELDS = tuple(fields(60))


def hex_of(cell: Cell) -> Any:
    """Return the value of a hex, by its label."""
    return SMALL.place_of(f"{cell[0]:02}{cell[1]:02}")


def state_of(field: Field) -> Any:
    """Return the state of the scenario with other hosts in it."""
    rows = dict(zip(KINDS, initial(PROGRAM, "border"), strict=False))
    rows["body"] = tuple(
        (each.side, each.men, hex_of(each.at)) for each in field.bodies
    )
    rows["host"] = tuple(
        (each.side, each.side, each.divisions, each.units, ()) for each in field.hosts
    )
    return (*rows.values(), BEGINNING)


def value(state: Any, name: str, *given: Any) -> Any:
    """Work out a formula."""
    stop = start(ENGINE, name, given, state)
    assert isinstance(stop, Finished)
    return stop.result


def pairs(field: Field) -> Iterator[tuple[int, int]]:
    """Yield every (observer, target) of two sides."""
    for one, other in product(range(len(field.hosts)), repeat=2):
        if field.hosts[one].side != field.hosts[other].side:
            yield one, other


@pytest.mark.parametrize("number", range(len(FIELDS)))
def test_pools_anchors_and_nearness_are_those_of_brute_force(number: int) -> None:
    field = FIELDS[number]
    state = state_of(field)
    for host in range(len(field.hosts)):
        assert list(value(state, "pool", host)) == field.pool(host)
        assert value(state, "men_of", host) == field.men(host)
        assert value(state, "goal_of", host) == hex_of(field.goal(host))
        own = field.hosts[host]
        spots = {field.bodies[each].at for each in (*own.divisions, *own.units)}
        assert value(state, "is_dispersed", host) is (len(spots) > 1)
    for one, other in pairs(field):
        assert value(state, "post_of", one, other) == hex_of(field.post(one, other))
        near = PROGRAM.declared.formulas["nearness_of"].gives
        found = value(state, "nearness_of", one, other)
        assert near.values[found] == field.near(one, other)  # type: ignore[union-attr]
        far = field.apart(one, other)
        assert value(state, "hexes_between", one, other) == far
        row = 0 if found == 0 else 1 if far == 0 else 2 if far < 3 else 3
        assert value(state, "row_for", one, other) == (4 if far > 4 else row)
        scouted = apart(field.stands(one), field.goal(other)) <= 1
        assert value(state, "is_scouted", one, other) is scouted


def test_the_fields_show_all_that_can_be() -> None:
    """Pools of several, every nearness, measures that differ by who looks."""
    seen = [(f.near(*pair), f.apart(*pair)) for f in FIELDS for pair in pairs(f)]
    assert {near for near, _ in seen} == set(NEARNESS)
    assert {far for _, far in seen} >= {0, 1, 2, 3, 4, 5}
    assert {len(f.pool(h)) for f in FIELDS for h in range(6)} == {1, 2, 3}
    both = [(f.apart(a, b), f.apart(b, a)) for f in FIELDS for a, b in pairs(f)]
    assert any(one != other for one, other in both)


@pytest.mark.parametrize("number", range(0, len(FIELDS), 4))
def test_the_odds_of_a_look_are_those_of_brute_force(number: int) -> None:
    field = FIELDS[number]
    state = state_of(field)
    for pair in pairs(field):
        found = EXACT.distribution("look", pair, state)
        law = {
            key[0]: Fraction(n, found.denominator) for key, n in found.outcomes.items()
        }
        assert {key: n for key, n in law.items() if n} == field.look(*pair)


@pytest.mark.parametrize("number", range(0, len(FIELDS), 4))
def test_a_week_rolls_once_for_each_pair_of_pools(number: int) -> None:
    """And not at all where the other is out of range."""
    field = FIELDS[number]
    firsts = [h for h in range(len(field.hosts)) if field.pool(h)[0] == h]
    every = [pair for pair in pairs(field) if set(pair) <= set(firsts)]
    wanted = sum(None not in field.look(*pair) for pair in every)
    rolls = Rolls()
    end = play_out(ENGINE, "week", (), state_of(field), rolls, rolls)
    assert (rolls.made, len(end.result)) == (wanted, len(every))


class Rolls:
    """Throws the same dice again and again, and counts."""

    def __init__(self) -> None:
        self.made = 0

    def __call__(self, stop: Any) -> Any:
        assert isinstance(stop, (RollStop, DrawStop))
        self.made += 1
        return (3, 3)


@pytest.mark.parametrize("number", range(0, len(FIELDS), 2))
def test_on_a_march_each_small_hex_of_others_makes_two_look(number: int) -> None:
    """However many stand there: in one small hex they are one."""
    field, random = FIELDS[number], Random(number)
    there = {
        field.bodies[b].at
        for host in field.hosts
        if host.side
        for b in (*host.divisions, *host.units)
    }
    path, at = [], field.stands(0)
    for _ in range(40):
        inside = [c for c in beside(at) if c[0] in COLUMNS and c[1] in ROWS]
        far = {c: min(squared(drawn(c), drawn(t)) for t in there) for c in inside}
        at = min(inside, key=lambda c: (far[c], random.random()))
        path.append(at)
    rolls = Rolls()
    given = (0, tuple(map(hex_of, path)))
    end = play_out(ENGINE, "march", given, state_of(field), rolls, rolls)
    met = sum(each in there for each in path)
    assert met
    assert (rolls.made, end.result) == (2 * met, met)
    assert value(end.game_state, "standpoint", 0) == hex_of(path[-1])


def test_a_report_is_centred_on_every_hex_that_leaves_it_true() -> None:
    """19 and 61 of them, each as likely; the map is wide enough here."""
    state = initial(PROGRAM, "wide")
    for exact, count in ((1, 1), (2, 19), (3, 61)):
        found = EXACT.distribution("report", (0, 1, exact, False), state)
        laws = [Fraction(n, found.denominator) for n in found.outcomes.values() if n]
        assert laws == [Fraction(1, count)] * count
