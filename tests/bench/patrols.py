"""A whole game with policies: the patrol of Rencounter, ours and by hand.

All play the same games, for all read the same stream: both sides by the policy `bold`,
from the set-up to the end.
"""

from argparse import Namespace
from collections.abc import Callable
from functools import cache
from typing import Any

from interpreter.app.opening.session import Session
from interpreter.app.running.odds import trials_plan
from interpreter.app.running.once import answering
from interpreter.cli import arguments as cli_arguments
from interpreter.engine.dice import Stream, secret_of_seed, stream_keys
from interpreter.engine.once import Engine, RunOutcome, initial, play_out
from interpreter.engine.policies import Answers, asked
from interpreter.engine.simulation.estimates import SimulationPlan, simulate
from interpreter.engine.stops import ChoiceStop, DrawStop, RollStop
from tests.bench.by_hand import patrol
from tests.bench.figures import Figures
from tests.bench.measuring import Side, ratio, row

POLICY, SEED = "bold", "bench"
GAMES = 12  # of a call; all in the first chunk of a simulation
HAND, DIRECT, STOPS = "by hand", "ours, direct", "ours, with stops"

Die = Callable[[int], int]
"""Throws a die of so many sides."""


@cache
def opened() -> Session:
    """Return the pack with this scenario."""
    given = {"pack": "rencounter", "procedure": None, "scenario": "patrol"}
    return cli_arguments.opened(Namespace(**given, values=[], option=[]))


@cache
def _answers() -> Answers:
    return answering({}, POLICY, opened())


@cache
def plan() -> SimulationPlan:
    """Return how `umpire simulate` plays it."""
    return trials_plan(opened(), _answers())


@cache
def _engine() -> Engine:
    return Engine.of(opened().program)


def with_stops(die: Die) -> RunOutcome:
    """Play one game in the form that stops at each die and choice."""
    engine, answers = _engine(), _answers()

    def chance(stop: RollStop | DrawStop) -> Any:
        if isinstance(stop, DrawStop):
            return stop.items[die(len(stop.items)) - 1]
        assert stop.single
        return die(stop.sides)

    def decide(stop: ChoiceStop) -> Any:
        def rule(name: str, given: tuple[Any, ...]) -> Any:
            return engine.compiled.rule(name, stop.game_state, given)

        one = stop.instruction
        payload = (stop.site, stop.by, stop.offered, stop.how_many, stop.default)
        legal = None if stop.check is None else stop.legal
        (found,) = answers.answers_to(
            asked(one.site.path, one.label, str, payload, legal, rule)
        )
        return found

    program = opened().program
    state = initial(program, "patrol")
    return play_out(engine, opened().entry.name, (), state, chance, decide)


def stream(seed: str = SEED) -> Die:
    """Return the dice of the first chunk of a simulation."""
    key = stream_keys(secret_of_seed(seed), plan().procedure, plan().reading)(0)
    read = Stream(key)
    return lambda sides: read.die(sides)()


def _by_hand() -> object:
    return patrol.simulate(GAMES, patrol.thrown(stream()))


def _directly() -> object:
    return simulate(plan(), GAMES, seed=SEED)


def _with_stops() -> object:
    die = stream()
    return [with_stops(die).result for _ in range(GAMES)]


def patrols(rounds: int, figures: Figures) -> None:
    """Print what whole patrols cost, over the same games by hand."""
    sides: list[Side] = [
        (HAND, _by_hand),
        (DIRECT, _directly),
        (STOPS, _with_stops),
    ]
    print(f"whole patrols of Rencounter by policy, {GAMES} games a call (over by hand)")
    times = row("to the end", sides, rounds)
    found = [(each, ratio(times, each, HAND)) for each in (DIRECT, STOPS)]
    text = ", ".join(f"{name} {each:.0f} x" for name, each in found if each)
    figures.said("a whole patrol of 28 men over by hand", f"no figure: {text}")
