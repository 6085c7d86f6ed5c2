"""Our side of the bench.

`pack` is a folder, `entry` one of its entry points, `arguments` name -> expression text
as after `--with`, with `scenario` for a scenario's name. Loading is not timed.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import count
from pathlib import Path
from typing import Any

from interpreter.commands.plans import plan
from interpreter.commands.session import Session
from interpreter.loading import Loaded, load, read_value, usable
from interpreter.program.program import Program
from interpreter.running.exact_program import odds as exact
from interpreter.running.keyed_dice import KeyedDice, secret_of_seed
from interpreter.running.once import Engine, initial, play_out
from interpreter.running.policies import Answers
from interpreter.running.simulate import simulate as simulated
from interpreter.running.stops import ChoiceStop, DrawStop, RollStop

Law = Mapping[str, Fraction]


def _ready(
    pack: Path, entry: str, arguments: Mapping[str, str]
) -> tuple[Program, tuple[Any, ...], tuple[Any, ...]]:
    _, program, scenario, values = _opened(pack, entry, arguments)
    return program, values, initial(program, scenario)


def _opened(
    pack: Path, entry: str, arguments: Mapping[str, str]
) -> tuple[Loaded, Program, str, tuple[Any, ...]]:
    given = dict(arguments)
    scenario = given.pop("scenario", "")
    loaded = load(pack)
    program = usable(loaded)
    takes = program.entries[entry].takes
    values = tuple(
        read_value(loaded, given[each.name], each.type, scenario, each.name)
        for each in takes
    )
    return loaded, program, scenario, values


def odds(pack: Path, entry: str, arguments: Mapping[str, str]) -> Callable[[], object]:
    """Return a function that asks for the exact law again: emission and all."""
    program, values, world = _ready(pack, entry, arguments)
    return lambda: exact(program, entry, values, world)


def once(
    pack: Path, entry: str, arguments: Mapping[str, str], seed: str
) -> Callable[[], object]:
    """Return a function that runs the entry once with keyed dice and trace."""
    program, values, world = _ready(pack, entry, arguments)
    engine = Engine.of(program)
    dice = KeyedDice(secret_of_seed(seed))
    ordinal = count()

    def chance(stop: RollStop | DrawStop) -> Any:
        assert isinstance(stop, RollStop)
        path = (stop.instruction.site.path, next(ordinal))
        faces = dice.roll(path, stop.number, stop.sides)
        return faces[0] if stop.single else faces

    def decide(stop: ChoiceStop) -> Any:
        raise AssertionError("nothing is chosen in the bench")

    return lambda: play_out(engine, entry, values, world, chance, decide).result


def simulate(
    pack: Path, entry: str, arguments: Mapping[str, str], trials: int
) -> Callable[[], object]:
    """Return a function that simulates as `umpire simulate` does: which rung fits."""
    loaded, program, scenario, values = _opened(pack, entry, arguments)
    session = Session(loaded, program, scenario, program.entries[entry], values)
    made = plan(session, Answers())
    return lambda: simulated(made, trials, seed="bench")
