"""A program compiled for exact odds: the entry point of the exact driver.

A program is generated and compiled once and can be queried many times; each query
computes its distribution anew. `model` is what the driver needs of a program,
`forward_pass` merges states, `query` memoises calls and enforces limits, `cycles`
solves loops and recursion, `chances` has the distributions of single stops.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from msgspec import Struct

from interpreter.codegen.loading import CompiledCode, compile_emitted
from interpreter.codegen.source import BUCKET, SETTLE, GeneratedCode
from interpreter.diagnostics import UnknownName
from interpreter.engine.exact.model import (
    CallDistribution,
    ExactModel,
    Outcome,
    exact_model,
)
from interpreter.engine.exact.query import Query
from interpreter.engine.once import Mark
from interpreter.engine.policies import Answers
from interpreter.ir.effects import Fields
from interpreter.ir.instructions import Program
from interpreter.semantics.state_view import (
    KindFields,
    StateReader,
    column_reader,
    kind_fields,
)
from interpreter.source import Source
from interpreter.values.types import GameState, Value

MAX_STATES = 1_000_000
NOTHING = Fraction(0)


class ExactResult(Struct, frozen=True):
    """Outcomes (result, observed values) by weight over a denominator.

    The denominator is not reduced (2d6 gives 36ths), except where a cycle was solved.
    `left_over` is the truncated probability mass; it belongs to no outcome, and weights
    are never scaled up to hide it.
    """

    outcomes: Mapping[tuple[Any, tuple[Hashable, ...]], int]
    denominator: int
    left_over: Fraction
    method: str


def distribution_of(
    engine: ExactModel,
    procedure: str,
    arguments: tuple[Value, ...],
    state: GameState,
    *,
    observe: Sequence[StateReader] = (),
    answers: Answers | None = None,
    max_states: int = MAX_STATES,
    left_over: Fraction | None = None,
) -> ExactResult:
    """Return the exact distribution of a procedure's result and observed values.

    `left_over`: repeat loops until at most this probability is pending, instead of
    solving them. Raises OpenStop for a choice without policy, LimitExceeded for too
    many states or for recursion on equal arguments.
    """
    query = Query(engine, answers or Answers(), max_states, left_over)
    distribution = query.call_distribution(
        procedure, arguments, query.game_states.number(state)
    )
    outcomes = _outcomes(distribution, query.game_states.known, observe)
    ended = sum(outcomes.values())
    truncated = NOTHING
    if ended != distribution.total:
        truncated = Fraction(distribution.total - ended, distribution.total)
    method = " and ".join(sorted(query.methods)) or "joined states"
    return ExactResult(outcomes, distribution.total, truncated, method)


def _outcomes(
    distribution: CallDistribution,
    known: Sequence[GameState],
    observe: Sequence[StateReader],
) -> dict[tuple[Any, tuple[Hashable, ...]], int]:
    """Return the weights of results and observed values."""
    outcomes: dict[tuple[Any, tuple[Hashable, ...]], int] = {}
    outcome: tuple[Any, tuple[Hashable, ...]]
    if not observe:
        for (result, _), weight in distribution.items:
            outcome = (result, ())
            outcomes[outcome] = outcomes.get(outcome, 0) + weight
        return outcomes
    for (result, number), weight in distribution.items:
        outcome = (result, tuple([read(known[number]) for read in observe]))
        outcomes[outcome] = outcomes.get(outcome, 0) + weight
    return outcomes


Seat: TypeAlias = Callable[[Any], str]
"""Returns the name of a seat for messages."""


class ExactProgram(Struct, frozen=True):
    """A program compiled for exact odds, and the observed values of its states."""

    compiled: CompiledCode
    engine: ExactModel
    observe: tuple[StateReader, ...]

    @classmethod
    def of(
        cls,
        program: Program,
        observed: tuple[tuple[str, str], ...] = (),
        *,
        seat: Seat | None = None,
        sources: Mapping[str, Source] | None = None,
        mark: Mark | None = None,
        emitted: GeneratedCode | None = None,
        asked: str = "",
        every_write: bool = False,
        fusing: bool = True,
    ) -> "ExactProgram":
        """Generate and compile a program; `emitted` has its code if it is cached.

        Each pair (kind, field) of `observed` adds the final values of the field, for
        all entities in order. With `asked` only that procedure is generated. `mark` is
        called for executed sites (coverage). `every_write` and not `fusing` disable
        optimisations, for tests.
        """
        if emitted is None:
            # a cached program has its code: the generator is not imported
            from interpreter.codegen.generating import emit

            keep = None if every_write else frozenset(observed)
            marked = mark is not None
            emitted = emit(
                program,
                "exact",
                observed=keep,
                asked=asked,
                fusing=fusing,
                marked=marked,
            )
        compiled = compile_emitted(emitted, sources, {"mark": mark} if mark else {})
        declared = program.declared
        observe = [column_reader(declared, kind, field) for kind, field in observed]
        named = seat or _numbered(declared.seat_kind)
        made = model_of(compiled, kind_fields(declared), named)
        return cls(compiled, made, tuple(observe))

    def odds(
        self, entry: str, arguments: tuple[Value, ...], state: GameState, **limits: Any
    ) -> ExactResult:
        """Return the exact distribution of an entry point, or of a procedure.

        `limits` are those of `distribution_of`.
        """
        procedure, given, value = resolve_entry(self.compiled, entry, arguments, state)
        if procedure:
            return self.distribution(procedure, given, state, **limits)
        read = tuple([each(state) for each in self.observe])
        return ExactResult({(value, read): 1}, 1, Fraction(0), "a value")

    def distribution(
        self,
        procedure: str,
        arguments: tuple[Value, ...],
        state: GameState,
        *,
        answers: Answers | None = None,
        max_states: int = MAX_STATES,
        left_over: Fraction | None = None,
    ) -> ExactResult:
        """Return the exact distribution of a procedure; faults raise problems R7xx."""
        try:
            return distribution_of(
                self.engine,
                procedure,
                arguments,
                state,
                observe=self.observe,
                answers=answers,
                max_states=max_states,
                left_over=left_over,
            )
        except Exception as error:
            raise self.compiled.explained(error) from error


def odds(
    program: Program,
    entry: str,
    arguments: tuple[Value, ...],
    state: GameState,
    *,
    observed: Fields = frozenset(),
    every_write: bool = False,
    fusing: bool = True,
    **limits: Any,
) -> ExactResult:
    """Return the exact distribution of an entry point; `observed` fields are sorted.

    `limits` are the keyword arguments of the method for procedures.
    """
    fields = tuple(sorted(observed))
    asked = program.entries[entry].procedure if entry in program.entries else entry
    exact = ExactProgram.of(
        program,
        fields,
        asked=asked if asked in program.procedures else "",
        every_write=every_write,
        fusing=fusing,
    )
    return exact.odds(entry, arguments, state, **limits)


def resolve_entry(
    compiled: CompiledCode, entry: str, arguments: tuple[Value, ...], state: GameState
) -> tuple[str, tuple[Value, ...], Value]:
    """Return (procedure, its arguments, None), or ("", (), value) without one."""
    emitted = compiled.emitted
    if entry in emitted.entries:
        function, procedure = emitted.entries[entry]
        try:
            given = compiled.names[function](state, *arguments)
        except Exception as error:
            raise compiled.explained(error) from error
        return (procedure, given, None) if procedure else ("", (), given)
    known = {procedure for procedure, *_ in emitted.functions.values()}
    if entry not in known:
        raise UnknownName("entry point", entry, emitted.entries)
    return entry, arguments, None


def model_of(compiled: CompiledCode, kinds: KindFields, seat: Seat) -> ExactModel:
    """Return the model of code generated for the target exact, or once."""
    emitted = compiled.emitted
    loaded: set[str] = set()

    def function(name: str) -> Callable[..., Outcome]:
        procedure = emitted.functions[name][0]
        if procedure not in loaded:
            loaded.add(procedure)
            compiled.load(procedure)
        found: Callable[..., Outcome] = compiled.names[name]
        return found

    def site(number: int) -> tuple[str, str]:
        instruction = emitted.sites[number][1]
        return instruction.site.path, getattr(instruction, "label", "")

    return exact_model(
        emitted.functions,
        function,
        lambda name: compiled.names.get(f"{name}{BUCKET}"),
        site=site,
        seat=seat,
        kinds=kinds,
        reset=compiled.steps.reset,
        settle=compiled.names.get(SETTLE),
        rule=compiled.rule,
        fault_at=compiled.fault_at,
        limit_in=compiled.limit_in,
    )


def _numbered(kind: str) -> Seat:
    return lambda number: "the judge" if number < 0 else f"{kind} {number + 1}"
