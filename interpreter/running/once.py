"""A run, step by step: from an entry point to a stop, from an answer to the next."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from interpreter.emission.chunks import Emitted
from interpreter.emission.compiled import DEEPEST_CALL, Compiled, compile_emitted
from interpreter.emission.names import point
from interpreter.problems import LimitExceeded, UnknownName, Unusable, problem
from interpreter.program.instructions import Choice, Draw, Roll
from interpreter.program.program import Program
from interpreter.running.answers import checked_choice, checked_draw, checked_roll
from interpreter.running.stops import (
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
        # a stored program was emitted before: the generator is not needed again
        from interpreter.emission.emitted import emit

        return cls(emit(program, form), sources)

    def _trace(self, *given: Any) -> None:
        self.told.append(("step", *given))

    def _look(self, *given: Any) -> Any:
        self.told.append(("look", *given))
        return given[-1]


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
    engine.compiled.steps.reset()
    entries = engine.emitted.entries
    first = point(entry, 0)
    try:
        if entry in entries:
            function, procedure = entries[entry]
            given = engine.names[function](world, *arguments)
            if not procedure:
                return Finished(given, world)
            first, arguments = point(procedure, 0), given
        elif first not in engine.names:
            raise UnknownName("entry point", entry, entries)
        left = engine.names[first](world, *arguments)
        return _driven(engine, left, None)
    except Exception as error:
        _raise(engine, error)


def answer(stop: Stop, value: Value) -> Stop:
    """Check an answer and run on to the next stop; an impossible one is Unusable."""
    match stop:
        case RollStop():
            return stop.resume(stop.state, checked_roll(stop, value))
        case DrawStop():
            return stop.resume(stop.state, checked_draw(stop, value))
        case ChoiceStop():
            return stop.resume(stop.state, checked_choice(stop, value))
        case Finished():
            raise Unusable("the run is finished; nothing is asked")


def play_out(
    engine: Engine,
    entry: str,
    arguments: tuple[Value, ...],
    world: World,
    chance: Callable[[RollStop | DrawStop], Value],
    decide: Callable[[ChoiceStop], Value],
) -> Outcome:
    """Run to the end; `chance` answers dice and draws, `decide` choices."""
    engine.told.clear()
    steps = engine.compiled.steps
    answers = []
    stop = start(engine, entry, arguments, world)
    while not isinstance(stop, Finished):
        given = decide(stop) if isinstance(stop, ChoiceStop) else chance(stop)
        answers.append(given)
        left = steps.left
        # A run counts its steps from start to end, a game from answer to stop.
        steps.allowed, whole = left, steps.allowed
        try:
            stop = answer(stop, given)
        except LimitExceeded as error:
            raise LimitExceeded(error.what, whole) from error
        finally:
            steps.allowed = whole
    return Outcome(stop.result, stop.world, tuple(answers), tuple(engine.told))


def _resume(engine: Engine) -> Callable[[State, Value], Stop]:
    def resume(state: State, value: Value) -> Stop:
        engine.compiled.steps.reset()
        assert state.stack is not None
        (name, live), stack = state.stack
        try:
            return _driven(engine, engine.names[name](state.world, *live, value), stack)
        except Exception as error:
            _raise(engine, error)

    return resume


def _driven(engine: Engine, left: Left, stack: Stack) -> Stop:
    """Go on until the run needs an answer or is finished."""
    names = engine.names
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
                _allow_depth(engine, stack)
            left = names[payload[0]](world, *payload[1])
        else:
            return _stop(engine, kind, payload, State(world, stack))


def _allow_depth(engine: Engine, stack: Stack) -> None:
    depth = 0
    while stack is not None:
        (name, _), stack = stack
        depth += engine.emitted.functions[name][2] == "circle"
    if depth >= DEEPEST_CALL:
        raise LimitExceeded("calls inside calls", DEEPEST_CALL)


def _stop(engine: Engine, kind: str, payload: Any, state: State) -> Stop:
    site, *rest = payload
    instruction = engine.emitted.sites[site][1]
    resume = _resume(engine)
    if isinstance(instruction, Roll):
        number, sides, single, by, texts = rest
        if number > MOST_DICE:
            raise LimitExceeded("dice of a roll", MOST_DICE)
        if number < 0 or sides < 1:
            span, message = instruction.site.span, f"no roll of {number} d{sides}"
            raise Unusable(message, (problem("R701", span, message),))
        return RollStop(
            state, site, instruction, number, sides, single, by, texts, resume
        )
    if isinstance(instruction, Draw):
        items, weights, how_many, by, texts = rest
        if not items and how_many is None:
            span, message = instruction.site.span, "nothing is there to draw"
            raise Unusable(message, (problem("R705", span, message),))
        return DrawStop(
            state, site, instruction, items, weights, how_many, by, texts, resume
        )
    assert isinstance(instruction, Choice), kind
    by, offered, how_many, default, check, texts = rest

    def legal(value: Value) -> bool:
        if check is None:
            return True
        try:
            return bool(engine.names[check[0]](state.world, *check[1], value))
        except Exception as error:
            _raise(engine, error)

    return ChoiceStop(
        state,
        site,
        instruction,
        by,
        offered,
        how_many,
        default,
        check,
        texts,
        resume,
        legal,
    )


def _raise(engine: Engine, error: Exception) -> NoReturn:
    """Raise what an error of emitted code means."""
    found = engine.compiled.explained(error)
    if found is error:
        raise error
    raise found from error
