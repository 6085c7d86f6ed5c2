"""Our side of the bench.

`pack` is a folder, `entry` one of its entry points, `arguments` name -> expression text
as after `--with`, with `scenario` for a scenario's name. Loading is not timed.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from random import random
from typing import Any
from unittest.mock import patch

from interpreter.codegen.generating import emit
from interpreter.engine.dice import SeededDice, secret_of_seed
from interpreter.engine.exact import query
from interpreter.engine.exact.forward_pass import ForwardPass, Group, Weights
from interpreter.engine.exact.model import ResumePoint
from interpreter.engine.exact.program import ExactProgram
from interpreter.engine.exact.program import odds as exact
from interpreter.engine.once import Engine, RunOutcome, initial, play_out
from interpreter.engine.policies import Answers
from interpreter.engine.simulation.direct import direct_plan
from interpreter.engine.simulation.estimates import SimulationResult
from interpreter.engine.simulation.estimates import simulate as simulated
from interpreter.engine.simulation.vectorised import VectorisedPlan
from interpreter.engine.stops import ChoiceStop, DrawStop, RollStop
from interpreter.ir.effects import reached_from, writes
from interpreter.ir.instructions import Program
from interpreter.pipeline.loading import Loaded, load, read_value, usable
from interpreter.semantics.state_view import kind_fields

_REPORT = re.compile(r"(?<!\w)_(trace|look)\(")
Given = Mapping[str, str]
Chance = Callable[[Any], Any]


@cache
def _loaded(pack: Path) -> Loaded:
    return load(pack)


def _ready(
    pack: Path, entry: str, arguments: Given
) -> tuple[Program, tuple[Any, ...], tuple[Any, ...]]:
    given = dict(arguments)
    scenario = given.pop("scenario", "")
    loaded = _loaded(pack)
    program = usable(loaded)
    takes = program.entries[entry].takes
    values = tuple(
        read_value(loaded, given[each.name], each.type, scenario, each.name)
        for each in takes
    )
    return program, values, initial(program, scenario)


def odds(pack: Path, entry: str, arguments: Given) -> Callable[[], object]:
    """Return a function that asks for the exact law again: emission and all."""
    program, values, state = _ready(pack, entry, arguments)
    return lambda: exact(program, entry, values, state)


def odds_emitted(pack: Path, entry: str, arguments: Given) -> Callable[[], object]:
    """Return one that asks again, with the program emitted before for this question;
    no law is kept."""
    program, values, state = _ready(pack, entry, arguments)
    emitted = ExactProgram.of(program, asked=program.entries[entry].procedure)
    return lambda: emitted.odds(entry, values, state)


def arrivals(pack: Path, entry: str, arguments: Given) -> int:
    """Return how many weights a question for the exact law adds up: a state that is run
    with one of the answers that it awaits, where those to a call are its ends."""
    program, values, state = _ready(pack, entry, arguments)
    emitted = ExactProgram.of(program, asked=program.entries[entry].procedure)
    count = 0

    class Counting(ForwardPass):
        def _resume(
            self, point: ResumePoint, total: int, group: Group, states: Weights
        ) -> None:
            nonlocal count
            awaited = [group or state[2] for state in states]
            count += sum(len(each.items) for each in awaited)
            super()._resume(point, total, group, states)

    with patch.object(query, "ForwardPass", Counting):
        emitted.odds(entry, values, state)
    return count


def plain_die(stop: RollStop | DrawStop) -> Any:
    """Answer a roll or an even draw with the fastest die of plain Python."""
    if isinstance(stop, DrawStop):
        assert stop.weights is None
        assert stop.how_many in (None, 1)
        found = stop.items[int(random() * len(stop.items))]
        return found if stop.how_many is None else (found,)
    sides = stop.sides
    if stop.single:
        return int(random() * sides) + 1
    return tuple([int(random() * sides) + 1 for _ in range(stop.number)])


def keyed(seed: str, pack: Path, arguments: Given) -> Chance:
    """Return what answers rolls with the keyed dice of a game that goes on."""
    initial_state = usable(_loaded(pack)).initial_states[arguments.get("scenario", "")]
    return SeededDice(secret_of_seed(seed), initial_state.ids)


def once(
    pack: Path, entry: str, arguments: Given, chance: Chance
) -> Callable[[], RunOutcome]:
    """Return a function that runs the entry once with stops, its answers kept."""
    _, values, state = _ready(pack, entry, arguments)
    made = engine(pack)
    return lambda: play_out(made, entry, values, state, chance, _default)


def keeping(
    pack: Path, entry: str, arguments: Given, chance: Chance, runs: int
) -> Callable[[], object]:
    """Return a function that only keeps the answers of some runs, as a run does."""
    run = once(pack, entry, arguments, chance)
    answers = [run().answers for _ in range(runs)]

    def keep() -> None:
        for given in answers:
            kept: list[Any] = []
            for each in given:
                kept.append(each)
            tuple(kept)

    return keep


def _default(stop: ChoiceStop) -> Any:
    """Answer what the judge is asked as he does who is not there."""
    assert stop.default is not None, "nothing is chosen in the bench"
    return stop.default


@cache
def engine(pack: Path) -> Engine:
    """Return a pack made callable, run by run."""
    return Engine.of(usable(_loaded(pack)))


def total(pack: Path, entry: str, arguments: Given) -> Callable[[], object]:
    """Return a call of the emitted total of the pack's first declaration."""
    _, values, state = _ready(pack, entry, arguments)
    names = engine(pack).names
    names["d0t"](state, *values)  # what is first called is compiled then
    function = names["d0t"]
    return lambda: function(state, *values)


def simulate(
    pack: Path, entry: str, arguments: Given, trials: int, workers: int = 1
) -> Callable[[], SimulationResult]:
    """Return a function that simulates `trials` trials on the direct rung."""
    program, values, state = _ready(pack, entry, arguments)
    procedure = program.entries[entry].procedure
    bodies, kinds = reached_from(program, procedure), list(program.declared.kinds)
    changed = {kind for body in bodies.values() for kind, _ in writes(body)}
    plan = direct_plan(
        emit(program, "direct"),
        procedure,
        values,
        state,
        Answers(),
        written=frozenset(map(kinds.index, changed)),  # as `umpire simulate` has it
    )
    return lambda: simulated(plan, trials, seed="bench", workers=workers, large=0)


def columns(
    pack: Path, entry: str, arguments: Given, trials: int
) -> Callable[[], SimulationResult] | None:
    """Return a function that simulates in columns; None where trials hardly meet."""
    program, values, state = _ready(pack, entry, arguments)
    procedure = program.entries[entry].procedure
    emitted = emit(program, "exact", observed=frozenset(), asked=procedure)
    kinds = kind_fields(program.declared)
    plan = VectorisedPlan(emitted, kinds, {}, procedure, values, state)
    return partial(simulated, plan, trials, seed="bench") if plan.meets() else None


def reports(pack: Path, form: str) -> int:
    """Return how often the emitted source of a form reports to a trace."""
    units = emit(usable(_loaded(pack)), form).units.values()
    return sum(len(_REPORT.findall(text)) for text, _ in units)
