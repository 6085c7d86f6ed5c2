"""One program in every way of running, each answered from the same script."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from random import Random
from typing import Any

from msgspec.structs import replace

from interpreter.codegen.generating import GeneratedCode, emit
from interpreter.codegen.loading import CompiledCode, compile_emitted, depth_counter
from interpreter.codegen.source import direct
from interpreter.diagnostics import LimitExceeded, OpenStop, Unusable
from interpreter.engine.exact.program import distribution_of, model_of, resolve_entry
from interpreter.engine.once import Engine, play_out
from interpreter.engine.policies import Answers, Policy
from interpreter.engine.stops import (
    ChoiceStop,
    DrawStop,
    RollStop,
    choice_fault,
    draw_fault,
    roll_fault,
)
from interpreter.ir.instructions import Choice, Program
from interpreter.semantics.state_view import column_reader, kind_fields
from tests.agreement.targets import Target, values
from tests.codegen.building import choosing_of, unborn

MAX_STATES = 2_000
Spoil = Callable[[str], str]


class TooMany(Exception):
    """There are more states, or more ways, than a test should walk."""


class Stuck(Exception):
    """Nothing that is offered is legal."""


@dataclass
class Ways:
    """A program, emitted in each form once.

    `spoil` changes the source of forms: once, trace, direct, exact, or of those exact
    emissions alone that fuse (`fused`) or leave out writes (`lean`).
    """

    program: Program
    spoil: Mapping[str, Spoil] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Begin with nothing emitted."""
        self._engines: dict[str, Engine] = {}
        self._exact: dict[tuple[bool, bool, bool], tuple[CompiledCode, Any]] = {}
        self.script = Script(self.program, "", 0)

    @property
    def engine(self) -> Engine:
        """The segments of form once, as they are, unspoilt: what the oracle walks."""
        if "oracle" not in self._engines:
            self._engines["oracle"] = Engine(emit(self.program, "once"))
        return self._engines["oracle"]

    def emitted(self, form: str, **more: Any) -> GeneratedCode:
        """Emit, and spoil where that is wanted."""
        found = emit(self.program, form, **more)
        lean = form == "exact" and more["observed"] is not None
        names = [form, *(["fused"] * bool(more.get("fusing"))), *(["lean"] * lean)]
        spoil = next((self.spoil[each] for each in names if each in self.spoil), None)
        if spoil is None:
            return found
        units = {name: (spoil(text), at) for name, (text, at) in found.units.items()}
        return replace(found, units=units)

    def once(self, form: str, target: Target, seed: int) -> Any:
        """Run in segments, form once or trace; return result, end and answers."""
        engine = self._engines.get(form)
        if engine is None:
            engine = self._engines[form] = Engine(self.emitted(form))
        script = Script(self.program, target.scenario, seed)
        given = (target.entry, target.arguments, target.game_state)
        try:
            found = play_out(engine, *given, script.chance, script.decide)
        except (Unusable, LimitExceeded, Stuck) as error:
            return what_failed(error)
        return found.result, unborn(found.game_state), script.said

    @cached_property
    def _direct(self) -> CompiledCode:
        deeper, back = depth_counter()
        given: dict[str, Callable[..., Any]] = {
            "die": lambda sides: self.script.faces(1, sides)[0],
            "dice": lambda number, sides: self.script.faces(number, sides),
            "draw": lambda site, *more: self.script.drawn(*more),
            "choose": self._choose,
            "choose_of": choosing_of(self._choose),
            "deeper": deeper,
            "back": back,
        }
        self._form = self.emitted("direct")
        return compile_emitted(self._form, given=given)

    def _choose(self, state: Any, site: int, *payload: Any) -> Any:
        by, offered, how_many, default, check = payload
        instruction = self._form.sites[site][1]
        assert isinstance(instruction, Choice)
        legal = check or (lambda answer: True)
        return self.script.chosen(instruction, by, offered, how_many, default, legal)

    def direct(self, target: Target, seed: int) -> Any:
        """Run as direct functions; return result, end and answers."""
        compiled = self._direct
        self.script = Script(self.program, target.scenario, seed)
        compiled.steps.reset()
        entry = self.program.entries[target.entry]
        compiled.load(entry.procedure)
        *kinds, log = target.game_state
        lists = [[None if row is None else [*row] for row in each] for each in kinds]
        state: list[Any] = [*lists, log]
        try:
            arguments = compiled.names[self._form.entries[target.entry][0]](
                state, *target.arguments
            )
            result = compiled.names[direct(entry.procedure)](state, *arguments)
        except Exception as error:
            return what_failed(compiled.explained(error))
        *kinds, log = state
        rows = [
            tuple(None if row is None else tuple(row) for row in each) for each in kinds
        ]
        return result, (*rows, log), self.script.said

    def exact(
        self, target: Target, default: Any, *, fusing: bool, writes: bool, fields: bool
    ) -> Any:
        """Return the law of (result, fields at the end); choices go by `default`.

        `fusing` reads pools, `writes` keeps writes that nobody reads, `fields` are
        all observed, or none.
        """
        key = (fusing, writes, fields)
        declared = self.program.declared
        every = frozenset(
            (name, each.name)
            for name, kind in declared.kinds.items()
            for each in kind.fields
        )
        if key not in self._exact:
            observed = None if writes else every if fields else frozenset[Any]()
            form = self.emitted("exact", observed=observed, fusing=fusing)
            compiled = compile_emitted(form)
            self._exact[key] = compiled, model_of(compiled, kind_fields(declared), str)
        compiled, engine = self._exact[key]
        columns = [
            column_reader(declared, kind.name, field.name)
            for kind in declared.kinds.values()
            for field in kind.fields
        ]
        try:
            procedure, arguments, _ = resolve_entry(
                compiled, target.entry, target.arguments, target.game_state
            )
            found = distribution_of(
                engine,
                procedure,
                arguments,
                target.game_state,
                observe=columns if fields else (),
                answers=Answers(policy=Policy("p", default=default)),
                max_states=MAX_STATES,
            )
        except Exception as error:
            failed = what_failed(compiled.explained(error))
            if failed[0] == "limit":
                raise TooMany from error
            return failed
        assert found.left_over == 0
        return {
            key: Fraction(weight, found.denominator)
            for key, weight in found.outcomes.items()
            if weight
        }


REPORTED = "steps that are reported"


def what_failed(error: Exception) -> Any:
    """Return what every way must say alike of a run that fails: code or limit."""
    if isinstance(error, Unusable) and error.problems:
        return "fault", error.problems[0].code
    if isinstance(error, (Stuck, OpenStop)):
        return ("stuck",)
    if isinstance(error, LimitExceeded):
        # a trace keeps every step, so its limit comes sooner than that of other ways
        return "limit", "steps of a run" if error.what == REPORTED else error.what
    raise error


class Script:
    """Answers from a seed in the order in which they are asked, and remembers them."""

    def __init__(self, program: Program, scenario: str, seed: int) -> None:
        """Begin."""
        self.random = Random(seed)
        self.program = program
        self.scenario = scenario
        self.said: list[Any] = []

    def keep(self, value: Any) -> Any:
        """Remember an answer."""
        self.said.append(value)
        return value

    def faces(self, number: int, sides: int) -> tuple[int, ...]:
        """Throw dice."""
        fault = roll_fault(number, sides)
        if fault is not None:
            raise fault
        thrown = tuple(self.random.randint(1, sides) for _ in range(number))
        self.keep(thrown)
        return thrown

    def drawn(self, items: Any, weights: Any, how_many: int | None) -> Any:
        """Draw, without replacement where it is several."""
        fault = draw_fault(items, weights, how_many)
        if fault is not None:
            raise fault
        left, chance = list(items), list(weights or [1] * len(items))
        taken = []
        for _ in range(1 if how_many is None else min(how_many, len(left))):
            at = self.random.choices(range(len(left)), chance)[0]
            taken.append(left.pop(at))
            del chance[at]
        return self.keep(taken[0] if how_many is None else tuple(taken))

    def chosen(
        self,
        one: Choice,
        by: Any,
        offered: Any,
        how_many: Any,
        default: Any,
        legal: Any,
    ) -> Any:
        """Choose anything legal; of several seats at once for each what it may. Too
        little that is offered is the fault that each driver raises."""
        fault = choice_fault(by, offered, how_many)
        if fault is not None:
            raise fault
        if one.each is None:
            every = list(
                answers(one, offered, how_many, default, self.program, self.scenario)
            )
            fitting = [each for each in every if legal(each)]
            if not fitting:
                raise Stuck(one.site.path)
            return self.keep(self.random.choice(fitting))
        for _ in range(1000):
            found = tuple(
                (element, self.random.choice(self.every(one, some, how_many, default)))
                for element, _, some in offered
            )
            if legal(found):
                return self.keep(found)
        raise Stuck(one.site.path)

    def every(self, one: Choice, offered: Any, how_many: Any, default: Any) -> Any:
        """Return all that may be answered for one of several."""
        given = (one, offered, how_many, default, self.program, self.scenario)
        return list(answers(*given))

    def chance(self, stop: RollStop | DrawStop) -> Any:
        """Answer a stop for chance."""
        if isinstance(stop, DrawStop):
            return self.drawn(stop.items, stop.weights, stop.how_many)
        faces = self.faces(stop.number, stop.sides)
        return faces[0] if stop.single else faces

    def decide(self, stop: ChoiceStop) -> Any:
        """Answer a stop for a choice."""
        given = (stop.instruction, stop.by, stop.offered, stop.how_many, stop.default)
        return self.chosen(*given, stop.legal)


def answers(
    one: Choice,
    offered: Any,
    how_many: Any,
    default: Any,
    program: Program,
    scenario: str,
) -> Iterator[Any]:
    """Yield what one seat may answer; to a ruling, its default or any of its type."""
    if offered is None:
        assert one.open_type is not None
        spread = values(one.open_type, program, scenario)
        yield from spread if default is None else [default, *spread]
    else:
        yield from several(offered, how_many)


def several(offered: Any, how_many: Any) -> Iterator[Any]:
    """Yield what may be chosen of what is offered: one, or so many."""
    if how_many is None:
        yield from offered
        return
    there = [each for each in offered if each is not None]
    for size in range(how_many[0], min(how_many[1], len(there)) + 1):
        yield from combinations(there, size)
