"""A run, step by step: from an entry point to a stop, from an answer to the next."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from interpreter.emission.compiled import DEEPEST_CALL, Compiled, compile_emitted
from interpreter.emission.emitted import Emitted, emit
from interpreter.emission.names import point
from interpreter.problems import LimitExceeded, UnknownName, Unusable, problem
from interpreter.program.instructions import Draw, Roll
from interpreter.program.program import Program
from interpreter.running.answers import checked
from interpreter.running.stops import (
    Check,
    ChoiceStop,
    DrawStop,
    Finished,
    RollStop,
    Stack,
    State,
    Stop,
    World,
)
from interpreter.source import Source
from interpreter.values.types import Value

MOST_DICE = 10_000
Frames = tuple[tuple[str, tuple[Value, ...]], ...]
Left = tuple[str | None, World, Any, Frames]


class Engine:
    """A program made callable; `told` collects what a traced run reports."""

    def __init__(
        self, emitted: Emitted, sources: Mapping[str, Source] | None = None
    ) -> None:
        """Compile; the emission is of form once or trace."""
        self.told: list[tuple[Any, ...]] = []
        given = {"trace": self._trace, "look": self._look}
        self.compiled: Compiled = compile_emitted(emitted, sources, given)
        self.emitted = emitted
        self.names = self.compiled.names

    @classmethod
    def of(
        cls,
        program: Program,
        form: str = "once",
        sources: Mapping[str, Source] | None = None,
    ) -> "Engine":
        """Emit and compile a program."""
        return cls(emit(program, form), sources)

    def _trace(self, *given: Any) -> None:
        self.told.append(("step", *given))

    def _look(self, *given: Any) -> Any:
        self.told.append(("look", *given))
        return given[-1]

    def reset(self) -> None:
        """Allow a run all its steps again."""
        self.compiled.steps.reset()

    def begun(self, entry: str, arguments: tuple[Value, ...], world: World) -> Stop:
        """Run an entry point, or else a procedure of that name, to its first stop."""
        entries, names = self.emitted.entries, self.names
        first = point(entry, 0)
        try:
            if entry in entries:
                function, procedure = entries[entry]
                given = names[function](world, *arguments)
                if not procedure:
                    return Finished(given, world)
                first, arguments = point(procedure, 0), given
            elif first not in names:
                raise UnknownName("entry point", entry, entries)
            return self._driven(names[first](world, *arguments), None)
        except Exception as error:
            self._raise(error)

    def resumed(self, state: State, value: Value) -> Stop:
        """Run on with an answer to the next stop; it comes like a call's result."""
        try:
            return self._driven((None, state.world, value, ()), state.stack)
        except Exception as error:
            self._raise(error)

    def meets(self, value: Value, check: Check, world: World) -> bool:
        """Tell whether an answer meets a condition."""
        try:
            return bool(self.names[check[0]](world, *check[1], value))
        except Exception as error:
            self._raise(error)

    def _driven(self, left: Left, stack: Stack) -> Stop:
        """Go on until the run needs an answer or is finished."""
        names = self.names
        while True:
            kind, world, payload, frames = left
            for frame in reversed(frames):
                stack = (frame, stack)
            if kind is None:
                if stack is None:
                    return Finished(payload, world)
                (name, live), stack = stack
                left = names[name](world, *live, payload)
            elif kind == "go":
                if frames:
                    self._allow_depth(stack)
                left = names[payload[0]](world, *payload[1])
            else:
                return self._stop(kind, payload, State(world, stack))

    def _allow_depth(self, stack: Stack) -> None:
        depth = 0
        while stack is not None:
            (name, _), stack = stack
            depth += self.emitted.functions[name][2] == "circle"
        if depth >= DEEPEST_CALL:
            raise LimitExceeded("calls inside calls", DEEPEST_CALL)

    def _stop(self, kind: str, payload: Any, state: State) -> Stop:
        instruction: Any = self.emitted.sites[payload[0]][1]
        if kind == "roll":
            roll = RollStop(self, state, instruction, *payload)
            if not 0 <= roll.number <= MOST_DICE or roll.sides < 1:
                _refuse(roll)
            return roll
        if kind == "draw":
            draw = DrawStop(self, state, instruction, *payload)
            if not draw.items and draw.how_many is None:
                _fault(instruction, "R705", "nothing is there to draw")
            return draw
        return ChoiceStop(self, state, instruction, *payload)

    def _raise(self, error: Exception) -> NoReturn:
        """Raise what an error of emitted code means."""
        found = self.compiled.explained(error)
        if found is error:
            raise error
        raise found from error


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run came to: its result, world, answers in order, and reports if
    traced."""

    result: Value
    world: World
    answers: tuple[Value, ...]
    trace: tuple[tuple[Any, ...], ...] = ()


def initial(program: Program, scenario: str = "") -> World:
    """Return the world of a scenario."""
    rows = program.worlds[scenario].rows if scenario in program.worlds else {}
    return (*(rows.get(kind, ()) for kind in program.declared.kinds), (0, ()))


def start(
    engine: Engine, entry: str, arguments: tuple[Value, ...], world: World
) -> Stop:
    """Run an entry point, or else a procedure of that name, to its first stop."""
    engine.reset()
    return engine.begun(entry, arguments, world)


def answer(stop: Stop, value: Value) -> Stop:
    """Check an answer and run on to the next stop; an impossible one is Unusable.

    A game counts its steps from an answer to the next stop.
    """
    if isinstance(stop, Finished):
        raise Unusable("the run is finished; nothing is asked")
    given = checked(stop, value)
    stop.engine.reset()
    return stop.engine.resumed(stop.state, given)


def play_out(
    engine: Engine,
    entry: str,
    arguments: tuple[Value, ...],
    world: World,
    chance: Callable[[RollStop | DrawStop], Value],
    decide: Callable[[ChoiceStop], Value],
) -> Outcome:
    """Run to the end; `chance` answers dice and draws, `decide` choices.

    A run counts its steps from start to end.
    """
    engine.told.clear()
    stop, answers = start(engine, entry, arguments, world), []
    while not isinstance(stop, Finished):
        given = decide(stop) if isinstance(stop, ChoiceStop) else chance(stop)
        answers.append(given)
        stop = engine.resumed(stop.state, checked(stop, given))
    return Outcome(stop.result, stop.world, tuple(answers), tuple(engine.told))


def _refuse(roll: RollStop) -> NoReturn:
    if roll.number > MOST_DICE:
        raise LimitExceeded("dice of a roll", MOST_DICE)
    what = f"no roll of {roll.number} d{roll.sides}"
    _fault(roll.instruction, "R701", what)


def _fault(one: Roll | Draw, code: str, message: str) -> NoReturn:
    raise Unusable(message, (problem(code, one.site.span, message),))
