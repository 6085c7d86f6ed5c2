"""A program in its exact form: the one way to ask for exact odds.

Emitted and compiled once, it may be asked for many laws; each is found anew.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from interpreter.codegen.loading import CompiledCode, compile_emitted
from interpreter.codegen.source import SETTLE, GeneratedCode
from interpreter.diagnostics import UnknownName
from interpreter.engine.exact.model import ExactModel, World, engine
from interpreter.engine.exact.query import Query
from interpreter.engine.once import Mark
from interpreter.engine.policies import Answers
from interpreter.ir.effects import Fields
from interpreter.ir.instructions import Program
from interpreter.semantics.declarations import Declarations
from interpreter.source import Source

# Exact odds: the law of a procedure's result, every way counted.  The parts:
# `exact_engine` (what it needs of a program), `exact_sweep` (joining states),
# `exact_query` (calls, limits), `exact_circles` and `exact_elimination` (loops
# without a counter), `exact_worlds`, `exact_chances`.

MOST_STATES = 1_000_000

Observed: TypeAlias = Callable[[World], Hashable]
"""What is read of the world at the end."""


@dataclass(frozen=True, slots=True)
class ExactResult:
    """Outcomes (result, observed values) by weight over a denominator.

    The denominator is not reduced: 2d6 gives 36ths; where a circle was solved it is the
    least one. `left_over` is the share that was still on its way, no part of any
    outcome: the weights are never scaled up to hide it.
    """

    outcomes: Mapping[tuple[Any, tuple[Hashable, ...]], int]
    denominator: int
    left_over: Fraction
    method: str


def law(
    engine: ExactModel,
    procedure: str,
    arguments: tuple[Any, ...],
    world: World,
    *,
    observe: Sequence[Observed] = (),
    answers: Answers | None = None,
    max_states: int = MOST_STATES,
    left_over: Fraction | None = None,
) -> ExactResult:
    """Return the exact law of a procedure.

    `left_over`: go round loops until at most this share is on its way, instead of
    solving them. An open choice is OpenStop; too many states, or recursion that waits
    for itself, are LimitExceeded.
    """
    query = Query(engine, answers or Answers(), max_states, left_over)
    found = query.kernel(procedure, arguments, query.worlds.number(world))
    known, ended = query.worlds.known, 0
    outcomes: dict[tuple[Any, tuple[Hashable, ...]], int] = {}
    for (result, number), weight in found.items:
        key = (result, tuple([read(known[number]) for read in observe]))
        outcomes[key] = outcomes.get(key, 0) + weight
        ended += weight
    left = Fraction(found.total - ended, found.total)
    method = " and ".join(sorted(query.methods)) or "joined states"
    return ExactResult(outcomes, found.total, left, method)


def column(kind: int, slot: int) -> Observed:
    """Return what reads a field of all entities of a kind; a removed one is None."""
    return lambda world: tuple(
        [None if row is None else row[slot] for row in world[kind]]
    )


def field(kind: int, entity: int, slot: int) -> Observed:
    """Return what reads a field of one entity."""
    return lambda world: world[kind][entity][slot]


Kinds: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]
"""The kinds of a world and the fields of each, in order."""

Seat: TypeAlias = Callable[[Any], str]
"""What gives the name of a seat for messages."""


@dataclass(frozen=True, slots=True)
class ExactProgram:
    """A program compiled for exact odds, and what is observed of its worlds."""

    compiled: CompiledCode
    engine: ExactModel
    observe: tuple[Observed, ...]

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
        """Emit a program, unless it was `emitted` for what is observed, and compile it.

        Each of `observed`, pairs (kind, field), adds what the field ends as, for all
        entities in order. With `asked` only that procedure is asked for. `mark` is told
        what is run through. `every_write` and no `fusing` leave out what makes it fast:
        for tests.
        """
        if emitted is None:
            # a stored program was emitted before: the generator is not needed again
            from interpreter.codegen.generating import emit

            keep = None if every_write else frozenset(observed)
            marked = mark is not None
            emitted = emit(
                program, "exact", observed=keep, asked=asked, fusing=fusing,
                marked=marked,
            )  # fmt: skip
        compiled = compile_emitted(emitted, sources, {"mark": mark} if mark else {})
        declared = program.declared
        names = list(declared.kinds)
        observe = [
            column(names.index(kind), declared.kinds[kind].slot(field))
            for kind, field in observed
        ]
        named = seat or _numbered(declared.seat_kind)
        made = engine_of(compiled, kinds_of(declared), named)
        return cls(compiled, made, tuple(observe))

    def odds(
        self, entry: str, arguments: tuple[Any, ...], world: World, **limits: Any
    ) -> ExactResult:
        """Return the exact law of an entry point, or else of a procedure of that name.

        `limits` are those of `law`.
        """
        procedure, given, value = called(self.compiled, entry, arguments, world)
        if procedure:
            return self.law(procedure, given, world, **limits)
        read = tuple([each(world) for each in self.observe])
        return ExactResult({(value, read): 1}, 1, Fraction(0), "a value")

    def law(
        self,
        procedure: str,
        arguments: tuple[Any, ...],
        world: World,
        *,
        answers: Answers | None = None,
        max_states: int = MOST_STATES,
        left_over: Fraction | None = None,
    ) -> ExactResult:
        """Return the exact law of a procedure; a fault of the pack is a problem R7."""
        try:
            return law(
                self.engine,
                procedure,
                arguments,
                world,
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
    arguments: tuple[Any, ...],
    world: World,
    *,
    observed: Fields = frozenset(),
    every_write: bool = False,
    fusing: bool = True,
    **limits: Any,
) -> ExactResult:
    """Return the exact law of an entry point of a program; `observed` in their order.

    `limits` are those of `Exact.law`.
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
    return exact.odds(entry, arguments, world, **limits)


def called(
    compiled: CompiledCode, entry: str, arguments: tuple[Any, ...], world: World
) -> tuple[str, tuple[Any, ...], Any]:
    """Return (procedure, its arguments, None), or ("", (), value) without one."""
    emitted = compiled.emitted
    if entry in emitted.entries:
        function, procedure = emitted.entries[entry]
        try:
            given = compiled.names[function](world, *arguments)
        except Exception as error:
            raise compiled.explained(error) from error
        return (procedure, given, None) if procedure else ("", (), given)
    known = {procedure for procedure, *_ in emitted.functions.values()}
    if entry not in known:
        raise UnknownName("entry point", entry, emitted.entries)
    return entry, arguments, None


def kinds_of(declared: Declarations) -> Kinds:
    """Return the kinds with their fields, as emitted code has them."""
    return tuple(
        (name, tuple([each.name for each in kind.fields]))
        for name, kind in declared.kinds.items()
    )


def engine_of(compiled: CompiledCode, kinds: Kinds, seat: Seat) -> ExactModel:
    """Return the engine of an emission in the exact form, or in once."""
    emitted = compiled.emitted
    loaded: set[str] = set()

    def function(name: str) -> Callable[..., Any]:
        procedure = emitted.functions[name][0]
        if procedure not in loaded:
            loaded.add(procedure)
            compiled.load(procedure)
        found: Callable[..., Any] = compiled.names[name]
        return found

    def site(number: int) -> tuple[str, str]:
        instruction = emitted.sites[number][1]
        return instruction.site.path, getattr(instruction, "label", "")

    return engine(
        emitted.functions,
        function,
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
