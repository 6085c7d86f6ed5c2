"""A run, step by step: from an entry point to a stop, from an answer to the next."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, NoReturn, TypeAlias

from interpreter.codegen.loading import DEEPEST_CALL, CompiledCode, compile_emitted
from interpreter.codegen.source import GeneratedCode, point
from interpreter.diagnostics import LimitExceeded, UnknownName, Unusable
from interpreter.engine.stops import (
    Check,
    ChoiceStop,
    DrawStop,
    Finished,
    GameState,
    OptionTexts,
    Payload,
    RollStop,
    Stack,
    Stop,
    Waiting,
    checked,
    choice_fault,
    draw_fault,
    roll_fault,
)
from interpreter.ir.instructions import Program, Site
from interpreter.semantics.declarations import Declarations, InitialState
from interpreter.semantics.state_view import game_state
from interpreter.source import Source
from interpreter.values.faults import Fault
from interpreter.values.types import Value

# States of a run as its reports keep them: what two of them share is kept once.  A
# report is made after each step, and holds the state as it then was. A state is a
# tuple of rows for each kind, and a step replaces one of these tuples; so reports of
# n steps over n rows would take memory with the square of n. Here long tuples are cut
# into pieces of PIECE elements, and a piece that is equal to that of the report
# before is that very piece. A step then costs one piece, and a pointer for each of
# the other pieces.

PIECE = 64


class Pieces(tuple[tuple[Any, ...], ...]):
    """A long tuple, cut; it is no value of a pack."""

    __slots__ = ()


class Snapshots:
    """Packs states, one after the other; `packed` and `unpacked` undo each other.

    A function may own the rows that it is about to change, as a list; what is kept is
    what stands there now.
    """

    def __init__(self) -> None:
        """Begin with no state before; `pieces` counts those that were looked at."""
        self.pieces = 0
        self._before: GameState = ()
        self._packed: GameState = ()

    def packed(self, state: GameState) -> GameState:
        """Return a state as it is kept."""
        *kinds, (now, *logs) = state
        before, packed = self._before, self._packed
        whole = (*kinds, *logs)
        if len(whole) != len(before):
            before = packed = (None,) * len(whole)
        parts = tuple(
            [
                old if rows is known and type(rows) is tuple else self._cut(rows, old)
                for rows, known, old in zip(whole, before, packed, strict=True)
            ]
        )
        self._before, self._packed = whole, parts
        return (now, *parts)

    def _cut(self, rows: Sequence[Value], before: Value) -> tuple[Value, ...]:
        if len(rows) <= PIECE:
            return tuple(rows)
        pieces = [tuple(rows[at : at + PIECE]) for at in range(0, len(rows), PIECE)]
        self.pieces += len(pieces)
        if isinstance(before, Pieces):
            for at, (piece, known) in enumerate(zip(pieces, before, strict=False)):
                if piece == known:  # rows that are the same object are not compared
                    pieces[at] = known
        return Pieces(pieces)


def unpacked(kept: GameState, logs: int = 3) -> GameState:
    """Return a state as it was; its log has `logs` tuples after the moment."""
    now, *parts = kept
    whole = [_joined(each) for each in parts]
    return (*whole[:-logs], (now, *whole[-logs:]))


def _joined(part: tuple[Value, ...]) -> tuple[Value, ...]:
    if not isinstance(part, Pieces):
        return part
    return tuple([row for piece in part for row in piece])


MOST_DICE = 10_000
MOST_REPORTS = 1_000_000
MOST_REPORTS_OF_A_CHOICE = 100_000
"""Up to the next choice, with the pieces of states that were looked at for them."""
PIECES_OF_A_REPORT = 4  # that take as long as it
Frames = tuple[tuple[str, tuple[Value, ...]], ...]
Report: TypeAlias = tuple[Any, ...]
"""What a traced run says of a step or of a look-up, as `Engine` lists it."""

Mark = Callable[[str, Any, int], None]
"""Called for all that a marked run goes through (`codegen.generating.emit`)."""
Left = tuple[str | None, GameState, Any, Frames]


class Engine:
    """A program made callable; `reports` collects what a traced run reports.

    ("step", site, state, names with their values, values of what it says, shown), with
    the state after it as `Snapshots` packs it and `shown` as `ir.explained.step_values`
    lists it; ("look", section, name, arguments, value, shown), where `shown` is the
    number of a table's row, or of modifiers their `codegen.runtime.RowValues`. What is
    shown is worked out where it is read, before the step changes anything; where this
    is not known, and in an engine that does not explain, it is empty.
    """

    def __init__(
        self,
        emitted: GeneratedCode,
        sources: Mapping[str, Source] | None = None,
        mark: Mark | None = None,
        explains: bool = True,
        reports: bool = True,
    ) -> None:
        """Compile; the emission is of form once or trace, marked if there is `mark`.

        With `explains` a trace has the values that an explanation shows; not in an
        engine with marks, for what is read for them alone would be marked. Without
        `reports` a trace reports nothing, but its stops have their texts.
        """
        self.reports: list[Report] = []
        self._explains = explains and mark is None
        self._hushed = False
        self._snapshots = Snapshots()
        self._chosen = 0
        given: dict[str, Callable[..., Any]] = {}
        given |= {"trace": self._trace, "look": self._look}
        given |= {"shown": self._shown, "hush": self._hush}
        if not reports:
            given |= dict.fromkeys(("trace", "shown", "hush"), _silent)
            given["look"] = _read
        given |= {"mark": mark} if mark is not None else {}
        self.compiled: CompiledCode = compile_emitted(emitted, sources, given)
        self.emitted = emitted
        self.names = self.compiled.names
        self.reset = self.compiled.reset
        # What an entry point calls: what binds its arguments, then what is run.
        self._entries = {
            name: (function, procedure and point(procedure, 0))
            for name, (function, procedure) in emitted.entries.items()
        }

    @classmethod
    def of(
        cls,
        program: Program,
        form: str = "once",
        sources: Mapping[str, Source] | None = None,
        mark: Mark | None = None,
    ) -> "Engine":
        """Emit and compile a program."""
        # a stored program was emitted before: the generator is not needed again
        from interpreter.codegen.generating import emit

        return cls(emit(program, form, marked=mark is not None), sources, mark)

    def _trace(self, number: int, state: GameState, *given: Value) -> None:
        self._hushed = False
        self._tell(("step", number, self._snapshots.packed(state), *given))

    def _look(
        self,
        section: str,
        name: str,
        state: GameState,
        given: tuple[Value, ...],
        reads: Callable[..., Value],
        shows: Callable[..., Value] | None,
    ) -> Value:
        """Read a table or modifiers, and report it unless nobody would see it."""
        found = reads(state, *given)
        if not self._hushed:
            shown = () if shows is None else self._shown(partial(shows, state, *given))
            self._tell(("look", section, name, given, found, *(shown or ((),))))
        return found

    def _shown(self, *values: Callable[[], Value]) -> tuple[Value, ...]:
        """Return what an explanation shows, () where that is not known; look-ups for
        it alone are not reported."""
        if not self._explains or self._hushed:
            return ()
        self._hushed = True
        try:
            return tuple([self.compiled.steps.shown(each) for each in values])
        finally:
            self._hushed = False

    def _hush(self) -> None:
        """Report no look-ups up to the next step."""
        self._hushed = True

    def _tell(self, report: Report) -> None:
        count = len(self.reports)
        if not count:
            self._chosen = self._snapshots.pieces = 0
        since = count - self._chosen + self._snapshots.pieces // PIECES_OF_A_REPORT
        if count > MOST_REPORTS or since > MOST_REPORTS_OF_A_CHOICE:
            hint = "'umpire simulate' reports no steps and may take more"
            most = MOST_REPORTS if count > MOST_REPORTS else MOST_REPORTS_OF_A_CHOICE
            raise LimitExceeded("steps that are reported", most, hint)
        self.reports.append(report)

    def site(self, number: int) -> Site:
        """Return what is known of the place of a step."""
        return self.emitted.sites[number][1].site

    def begun(
        self,
        entry: str,
        arguments: tuple[Value, ...],
        state: GameState,
        answering: "Answering | None" = None,
    ) -> Stop:
        """Run an entry point, or else a procedure of that name, to its first stop.

        With `answering` to its end.
        """
        names = self.names
        self._hushed = False
        binding, first = self._entries.get(entry, ("", ""))
        try:
            if binding:
                arguments = names[binding](state, *arguments)
                if not first:
                    return Finished(arguments, state)
            else:
                first = point(entry, 0)
                if first not in names:
                    raise UnknownName("entry point", entry, self._entries)
            return self._driven(names[first](state, *arguments), None, answering)
        except Exception as error:
            self._raise(error)

    def resumed(
        self,
        state: GameState,
        stack: Stack,
        value: Value,
        answering: "Answering | None" = None,
    ) -> Stop:
        """Run on with an answer to the next stop; with `answering` to the end."""
        try:
            return self._driven((None, state, value, ()), stack, answering)
        except Exception as error:
            self._raise(error)

    def meets(self, value: Value, check: Check, state: GameState) -> bool:
        """Tell whether an answer meets a condition."""
        try:
            return bool(self.names[check[0]](state, *check[1], value))
        except Exception as error:
            self._raise(error)

    def texts_of(
        self, texts: OptionTexts, state: GameState, element: tuple[Value, ...]
    ) -> tuple[Any, ...]:
        """Return the values of what stands beside the options of a choice, and of what
        is said of an element of it."""
        try:
            with self.compiled.steps.apart():
                names = self.names
                found: tuple[Any, ...] = names[texts[0]](state, *texts[1], *element)
                return found
        except Exception as error:
            self._raise(error)

    def posed(self, stop: Waiting, state: GameState) -> Waiting:
        """Return the stop with what it asks worked out anew from another state. What
        steps have bound before it stays as it is; look-ups are not reported again."""
        if stop.posing is None:
            raise ValueError("only the stops of a traced run can be posed anew")
        kinds = {RollStop: "roll", DrawStop: "draw", ChoiceStop: "choose"}
        function, live = stop.posing
        self.reset()
        self._hushed = True
        try:
            payload = self.names[function](state, *live)
            return self._stop(kinds[type(stop)], state, stop.stack, payload)
        except Exception as error:
            self._raise(error)
        finally:
            self._hushed = False

    def _driven(self, left: Left, stack: Stack, answering: "Answering | None") -> Stop:
        """Go on until the run is finished, or needs an answer that nobody gives."""
        names = self.names
        kind, state, payload, frames = left
        while True:
            for frame in reversed(frames):
                stack = (frame, stack)
            if kind is None:
                if stack is None:
                    return Finished(payload, state)
                (name, live), stack = stack
                kind, state, payload, frames = names[name](state, *live, payload)
            elif kind == "go":
                if frames:
                    self._allow_depth(stack, payload[0])
                name, live = payload
                kind, state, payload, frames = names[name](state, *live)
            else:
                stop = self._stop(kind, state, stack, payload)
                if answering is None:
                    return stop
                ask = answering.chance
                if kind == "choose":
                    ask = answering.decide
                    self.compiled.steps.chosen()
                    self._chosen, self._snapshots.pieces = len(self.reports), 0
                given = ask(stop)
                answering.given.append(given)
                # An answer is handed on as the result of a call is.
                kind, payload, frames = None, checked(stop, given), ()

    def _allow_depth(self, stack: Stack, called: str) -> None:
        depth = 0
        while stack is not None:
            (name, _), stack = stack
            depth += self.emitted.functions[name][2] == "recursion"
        if depth >= DEEPEST_CALL:
            limit = LimitExceeded("calls inside calls", DEEPEST_CALL)
            raise self.compiled.limit_in(self.names[called], limit)

    def _stop(
        self, kind: str, state: GameState, stack: Stack, payload: Payload
    ) -> Waiting:
        one: Any = self.emitted.sites[payload[0]][1]
        given = (self, state, stack, one, *payload)
        if kind == "roll":
            roll = RollStop._make(given)
            if not 0 <= roll.number <= MOST_DICE or roll.sides < 1:
                self._refuse(roll)
            return roll
        if kind == "draw":
            draw = DrawStop._make(given)
            fault = draw_fault(draw.items, draw.weights, draw.how_many)
            if fault is not None:
                raise self.compiled.fault_at(draw.site, fault)
            return draw
        choice = ChoiceStop._make(given)
        fault = choice_fault(choice.by, choice.offered, choice.how_many)
        if fault is not None:
            raise self.compiled.fault_at(choice.site, fault)
        return choice

    def _refuse(self, roll: RollStop) -> None:
        found: Fault | LimitExceeded | None = roll_fault(roll.number, roll.sides)
        if roll.number > MOST_DICE:
            found = LimitExceeded("dice of a roll", MOST_DICE)
        if found is not None:
            raise self.compiled.fault_at(roll.site, found)

    def _raise(self, error: Exception) -> NoReturn:
        """Raise what an error of emitted code means."""
        found = self.compiled.explained(error)
        if found is error:
            raise error
        raise found from error


def _silent(*_: object) -> tuple[Value, ...]:
    """Report nothing."""
    return ()


def _read(
    _section: str,
    _name: str,
    state: GameState,
    given: tuple[Value, ...],
    reads: Callable[..., Value],
    _shows: Callable[..., Value] | None,
) -> Value:
    """Read a table or modifiers, and report nothing."""
    return reads(state, *given)


class Answering(NamedTuple):
    """Who answers a run: dice and draws, choices; and what was answered, in order."""

    chance: Callable[[Any], Value]
    decide: Callable[[Any], Value]
    given: list[Value]


class RunOutcome(NamedTuple):
    """What a run came to: its result, state, answers in order, and reports if
    traced."""

    result: Value
    game_state: GameState
    answers: tuple[Value, ...]
    trace: tuple[Report, ...] = ()


def initial_state(declared: Declarations, beginning: InitialState) -> GameState:
    """Return the game state with which a scenario begins: its rows, and no events."""
    return game_state(declared, beginning.rows)


def initial(program: Program, scenario: str = "") -> GameState:
    """Return the game state of a scenario by its name; of none without rows."""
    beginning = program.initial_states.get(scenario, InitialState({}, {}))
    return initial_state(program.declared, beginning)


def start(
    engine: Engine, entry: str, arguments: tuple[Value, ...], state: GameState
) -> Stop:
    """Run an entry point, or else a procedure of that name, to its first stop."""
    engine.reset()
    return engine.begun(entry, arguments, state)


def answer(stop: Stop, value: Value) -> Stop:
    """Check an answer and run on to the next stop; an impossible one is Unusable.

    A game counts its steps from an answer to the next stop.
    """
    if isinstance(stop, Finished):
        raise Unusable("the run is finished; nothing is asked")
    given = checked(stop, value)
    stop.engine.reset()
    return stop.engine.resumed(stop.game_state, stop.stack, given)


def play_on(
    stop: Waiting,
    value: Value,
    chance: Callable[[RollStop | DrawStop], Value],
    decide: Callable[[ChoiceStop], Value],
) -> Finished:
    """Answer a stop and run to the end, as `play_out` does from the beginning; an
    impossible answer is Unusable."""
    given = checked(stop, value)
    stop.engine.reset()
    answering = Answering(chance, decide, [])
    end = stop.engine.resumed(stop.game_state, stop.stack, given, answering)
    assert isinstance(end, Finished)
    return end


def play_out(
    engine: Engine,
    entry: str,
    arguments: tuple[Value, ...],
    state: GameState,
    chance: Callable[[RollStop | DrawStop], Value],
    decide: Callable[[ChoiceStop], Value],
) -> RunOutcome:
    """Run to the end; `chance` answers dice and draws, `decide` choices.

    A run counts its steps from choice to choice, and fifty times as many in all.
    """
    engine.reports.clear()
    engine.reset()
    answering = Answering(chance, decide, [])
    end = engine.begun(entry, arguments, state, answering)
    assert isinstance(end, Finished)
    return RunOutcome(
        end.result, end.game_state, tuple(answering.given), tuple(engine.reports)
    )
