"""A whole battle with policies: *Domains at War: Battles*, ours and by hand.

All play the same battles, for all read the same stream: both sides by the policy
`advance`, with all options at their defaults, from the set-up to the casualties.
"""

from argparse import Namespace
from collections import Counter
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
from interpreter.values.types import Entity, Enumeration, ListOf, MapOf, Maybe, Record

PACK, POLICY, SEED = "domains-at-war", "advance", "bench"
SKIRMISH, FIFTY = "skirmish", "fifty_against_fifty"

Die = Callable[[int], int]
"""Throws a die of so many sides."""


class Ours:
    """A scenario of the pack, ready to be played."""

    def __init__(self, scenario: str, pack: str = PACK) -> None:
        """Open it."""
        given = {"pack": pack, "procedure": None, "scenario": scenario}
        self.scenario = scenario
        self.opened: Session = cli_arguments.opened(
            Namespace(**given, values=[], option=[])
        )
        self.answers: Answers = answering({}, POLICY, self.opened)
        self.plan: SimulationPlan = trials_plan(self.opened, self.answers)
        self.engine = Engine.of(self.opened.program)

    def with_stops(self, die: Die, asked_of: Counter[str] | None = None) -> RunOutcome:
        """Play one battle in the form that stops at each die and choice; count the
        choices by their labels."""
        engine, answers = self.engine, self.answers

        def chance(stop: RollStop | DrawStop) -> Any:
            if isinstance(stop, DrawStop):
                left = list(stop.items)
                lots = [left.pop(die(len(left)) - 1) for _ in range(stop.how_many or 1)]
                return lots[0] if stop.how_many is None else tuple(lots)
            if stop.single:
                return die(stop.sides)
            return tuple([die(stop.sides) for _ in range(stop.number)])

        def decide(stop: ChoiceStop) -> Any:
            def rule(name: str, given: tuple[Any, ...]) -> Any:
                return engine.compiled.rule(name, stop.game_state, given)

            one = stop.instruction
            payload = (stop.site, stop.by, stop.offered, stop.how_many, stop.default)
            legal = None if stop.check is None else stop.legal
            (found,) = answers.answers_to(
                asked(one.site.path, one.label, str, payload, legal, rule)
            )
            if asked_of is not None and found is not None:
                asked_of[one.label] += 1
            return found

        program = self.opened.program
        state = initial(program, self.scenario)
        return play_out(engine, self.opened.entry.name, (), state, chance, decide)

    def directly(self, battles: int) -> object:
        """Play so many as `umpire simulate` does."""
        return simulate(self.plan, battles, seed=SEED)

    def stream(self) -> Die:
        """Return the dice of the first chunk of a simulation."""
        plan = self.plan
        key = stream_keys(secret_of_seed(SEED), plan.procedure, plan.reading)(0)
        read = Stream(key)
        return lambda sides: read.die(sides)()

    def rows(self, state: Any, kind: str) -> dict[str, dict[str, Any]]:
        """Return all entities of a kind, by their ids: their fields by name, where an
        entity is its id and a value of an enumeration its word."""
        kinds = self.opened.program.declared.kinds
        ids = self.opened.initial_state.ids
        fields = kinds[kind].fields
        return {
            name: {
                field.name: self._plain(field.type, value)
                for field, value in zip(fields, row, strict=True)
            }
            for name, row in zip(ids[kind], state[list(kinds).index(kind)], strict=True)
        }

    def _plain(self, kind: Any, value: Any) -> Any:
        if value is None:
            return None
        match kind:
            case Maybe():
                return self._plain(kind.item, value)
            case Enumeration():
                return kind.values[value]
            case Entity():
                return self.opened.initial_state.ids[kind.kind][value]
            case ListOf():
                return tuple([self._plain(kind.item, each) for each in value])
            case MapOf():
                return {
                    self._plain(kind.key, key): self._plain(kind.value, each)
                    for key, each in value
                }
            case Record():
                types = [each for _, each in kind.fields]
                return tuple(map(self._plain, types, value))
        return value


@cache
def ours(scenario: str) -> Ours:
    """Return a scenario of the published pack."""
    return Ours(scenario)
