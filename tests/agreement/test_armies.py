"""The reconnaissance modifier of the first pack equals the oracle's, army for army."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from interpreter.engine.exact.program import ExactProgram
from interpreter.engine.once import Engine, start
from interpreter.engine.stops import Finished
from interpreter.expressions.evaluator import Environment, evaluate
from interpreter.ir.instructions import Program
from interpreter.pipeline.loading import Loaded
from interpreter.semantics.declarations import CHARTS
from interpreter.values.log import BEGINNING
from interpreter.values.types import Enumeration
from tests.agreement.targets import Options, loaded, program
from tests.oracles import acks
from tests.oracles.acks_armies import (
    Army,
    Cell,
    Division,
    Look,
    Meeting,
    Readings,
    Unit,
    meeting,
)

PACK = "rulesets/acks-reconnaissance"
OTHER: Options = (
    ("adjacent across a border", "apart"),
    ("air observation", "near only"),
    ("camouflage reach", "size only"),
    ("camouflaged riders", "lie still"),
    ("cavalry majority", "at any distance"),
    ("close terrain", "0"),
    ("pool leader", "the ablest"),
    ("repeated spells", "count once"),
    ("spies help", "every army of their side"),
)
READINGS = (
    ((), Readings()),
    (OTHER, Readings(0, *(False,) * 8)),
    (OTHER[::2], Readings(-1, False, False, True, False, False, True, True, False)),
)
KINDS = ("initial", "on contact")
MAP = "places"
CELLS = {  # what the map of that scenario has that is no taiga
    "barrens": [404], "desert": [507], "grasslands": [504], "low scrub": [505],
    "sparse scrub": [606], "rocky hills": [607], "high scrub": [503],
    "dense scrub": [604], "marshy swamp": [605], "deciduous forest": [706],
    "forested hills": [603], "jungle": [704, 1306], "mountains": [804],
    "scrubby swamp": [907], "forested swamp": [904],
}  # fmt: skip
MAPPED = {(n // 100, n % 100): name for name, every in CELLS.items() for n in every}
PARTS = {  # the pack's groups beside the oracle's lines
    "army_size": ("size",), "proximity": ("proximity",), "leadership": ("leadership",),
    "magic": ("magic",), "other_eyes": ("spies", "air"), "scouting": ("scouting",),
    "screening": ("screening",), "cavalry": ("cavalry",), "ground": ("ground",),
    "familiarity": ("familiarity",),
}  # fmt: skip


class ArmyState:
    """Rows of the pack's kinds, made from a meeting; entities are numbered as made."""

    def __init__(self, pack: Loaded, made: Program, given: Meeting) -> None:
        """Make them all; army 0 is the observer, the first of the targets follows."""
        self.pack, self.kinds = pack, made.declared.kinds
        self.rows: dict[str, list[tuple[Any, ...]]] = {name: [] for name in self.kinds}
        self.rows[CHARTS] = list(made.initial_states[MAP].rows[CHARTS])
        self.labels = made.declared.boards["country"].labels
        ours, theirs = self.add("side"), self.add("side")
        observers = list(self.armies(given.observers, ours))
        self.target = len(observers)
        targets = list(self.armies(given.targets, theirs))
        for each in given.spells:
            self.add(
                "spell_use",
                side=ours,
                caster=observers[each.caster][0],
                aim=targets[each.aim][0],
                spell=self.rank("observation_spell", each.name),
                possible=each.possible,
                sought=None
                if each.sought is None
                else targets[each.aim][1][each.sought],
                named=self.hex(each.hex),
            )
        for host, inside, sender in given.spies:
            self.add(
                "spy",
                side=theirs if sender is None else ours,
                sender=(targets[host] if sender is None else observers[sender])[0],
                host=targets[host][0],
                infiltrated=inside,
            )

    @property
    def spine(self) -> tuple[Any, ...]:
        """The state as a run takes it."""
        return (*(tuple(self.rows[name]) for name in self.kinds), BEGINNING)

    def armies(
        self, given: tuple[Army, ...], side: int
    ) -> Iterator[tuple[int, list[int]]]:
        """Make the armies of a side; yield each and its officers, the leader first."""
        for army in given:
            officers = [
                self.add(
                    "character",
                    side=side,
                    strategic_ability=army.ability,
                    indiscernible=protected,
                )
                for protected in army.protected
            ]
            divisions = [
                self.add(
                    "division",
                    side=side,
                    units=tuple(self.unit(unit, side) for unit in division.units),
                    at=self.hex(division.at),
                )
                for division in army.divisions
            ]
            domain = None
            if army.garrison is not None:
                domain = self.add("domain", hexes=tuple(map(self.hex, army.garrison)))
            made = self.add(
                "army",
                side=side,
                leader=officers[0],
                officers=tuple(officers[1:]),
                divisions=tuple(divisions),
                mode=self.rank("mode", "campaign" if domain is None else "garrison"),
                domain=domain,
                familiarity=army.familiarity,
            )
            yield made, officers

    def unit(self, unit: Unit, side: int) -> int:
        """Make a unit, and the camouflage on it."""
        made = self.add(
            "unit",
            side=side,
            scale=self.rank("scale", unit.scale),
            strength=unit.strength,
            mounted=unit.mounted,
            flies=unit.flies,
            at=self.hex(unit.at),
        )
        if unit.hidden:
            self.add("camouflage", side=side, spell=0, unit=made)
        return made

    def hex(self, cell: Cell | None) -> Any:
        """Return the value of a hex, by its label."""
        return (
            None if cell is None else self.labels.place_of(f"{cell[0]:02}{cell[1]:02}")
        )

    def rank(self, kind: str, value: str) -> int:
        """Return the inside of a value of an enumeration."""
        found = self.pack.names.types[kind]
        assert isinstance(found, Enumeration)
        return [each.replace("_", " ") for each in found.values].index(value)

    def add(self, kind: str, **given: Any) -> int:
        """Add a row; what is not given starts as the pack says."""
        row = []
        for each in self.kinds[kind].fields:
            if each.name in given:
                row.append(given.pop(each.name))
            else:
                assert each.start is not None, (kind, each.name)
                row.append(evaluate(each.start, Environment({}, {}, {}, None)))  # type: ignore[arg-type]
        assert not given, given
        self.rows[kind].append(tuple(row))
        return len(self.rows[kind]) - 1


@pytest.mark.parametrize(("options", "readings"), READINGS)
def test_every_line_of_the_modifier(options: Options, readings: Readings) -> None:
    """Group by group, for both kinds of roll; and every line took many values."""
    pack, made = loaded(PACK, options), program(PACK, options)
    engine = Engine.of(made)
    groups = [
        group.name
        for group, _ in made.declared.modifiers["reconnaissance_modifiers"].rows
    ]
    random = Random(f"armies {options}")
    seen: dict[str, Counter[int]] = {name: Counter() for name in PARTS}
    totals: set[int] = set()
    for _ in range(100):
        given = meeting(random, MAPPED)
        state = ArmyState(pack, made, given)
        for kind, name in enumerate(KINDS):
            asked = (0, state.target, kind)
            stop = start(engine, "look_of", asked, state.spine)
            assert isinstance(stop, Finished)
            sight = (stop.result,)
            stop = start(engine, "reconnaissance_modifiers", sight, state.spine)
            assert isinstance(stop, Finished)
            expected = Look(given, name == "initial", readings).lines()
            values: Any = stop.result
            for group, lines in PARTS.items():
                found = sum(
                    value
                    for value, where in zip(values, groups, strict=True)
                    if where == group and value is not None
                )
                assert found == sum(expected[line] for line in lines), (group, given)
                seen[group][found] += 1
            totals.add(sum(value for value in values if value is not None))
    assert set(seen["army_size"]) == {-2, -1, 0, 1, 2, 3}
    assert {2, 1, 0, -1, -4} <= set(seen["proximity"])
    assert set(seen["leadership"]) == set(seen["cavalry"]) == {-1, 0, 1}
    assert set(seen["familiarity"]) == {-1, 0, 1}
    assert {0, 1, 2} <= set(seen["magic"])
    assert {0, 1, 2, 3} <= set(seen["other_eyes"])
    assert {0, 1, 2} <= set(seen["scouting"])
    assert {0, -1, -2} <= set(seen["screening"])
    assert set(seen["ground"]) == {1, 0, *((readings.woods,) if readings.woods else ())}
    assert len(totals) > 12


@pytest.mark.parametrize(
    ("options", "readings"),
    [READINGS[0], pytest.param(*READINGS[1], marks=pytest.mark.long)],
)
def test_reconnoiter(options: Options, readings: Readings) -> None:
    """Its odds: nobody rolls out of range, else 2d6 and the modifier."""
    pack, made = loaded(PACK, options), program(PACK, options)
    exact = ExactProgram.of(made, asked=made.entries["reconnoiter"].procedure)
    random = Random(f"looks {options}")
    rolled = Counter[bool]()
    for number in range(15):
        given = meeting(random, MAPPED, 60 if number % 2 else 0)
        state = ArmyState(pack, made, given)
        found = exact.odds("reconnoiter", (0, state.target), state.spine)
        ours = {
            "none" if result is None else acks.DEGREES[result]: Fraction(
                weight, found.denominator
            )
            for (result, _), weight in found.outcomes.items()
            if weight
        }
        look = Look(given, True, readings)
        rolled[look.in_range()] += 1
        theirs = {"none": Fraction(1)}
        if look.in_range():
            theirs = acks.reconnaissance_roll(sum(look.lines().values()))
        assert ours == {name: share for name, share in theirs.items() if share}
    assert min(rolled[True], rolled[False]) > 2


def test_the_oracle_has_the_two_worked_looks() -> None:
    """Lines 101-105: +1 and -2, as the smaller oracle has them."""
    assert acks.reconnaissance_modifier("elves", "goblins") == 1
    elves = armies_of_the_example()
    for swap, expected in ((False, 1), (True, -2)):
        given = replace(elves, observers=elves.targets, targets=elves.observers)
        look = Look(given if swap else elves, True)
        assert sum(look.lines().values()) == expected


def armies_of_the_example() -> Meeting:
    """Both in woods, in one 24-mile hex."""
    foot = Unit("company", 1020, False, False, False)
    horse = Unit("company", 60, True, False, False)
    hawks = Unit("company", 60, False, True, False)
    wolves = Unit("battalion", 240, True, False, False)
    slings = Unit("battalion", 480, False, False, False)
    elves = Army(
        2,
        1,
        None,
        (False,),
        (Division((5, 6), (foot, horse, horse, hawks)),),
    )
    goblins = Army(
        -1,
        0,
        None,
        (False,),
        (Division((7, 4), (wolves,) * 4 + (slings,) * 7),),
    )
    woods = dict.fromkeys(((5, 6), (7, 4)), "deciduous forest")
    return Meeting((elves,), (goblins,), woods, (), ())
