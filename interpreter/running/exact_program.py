"""Exact odds of a program's entry points and procedures."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from interpreter.emission.compiled import Compiled, compile_emitted
from interpreter.emission.emitted import Emitted, emit
from interpreter.emission.remembering import SETTLE
from interpreter.problems import UnknownName
from interpreter.program.analysis import Fields
from interpreter.program.program import Program
from interpreter.running.exact import MOST_STATES, ExactResult, column, law
from interpreter.running.exact_engine import Engine, World, engine
from interpreter.running.policies import Answers
from interpreter.source import Source


def odds(
    program: Program,
    entry: str,
    arguments: tuple[Any, ...],
    world: World,
    *,
    observed: Fields = frozenset(),
    answers: Answers | None = None,
    max_states: int = MOST_STATES,
    left_over: Fraction | None = None,
    sources: Mapping[str, Source] | None = None,
    seat: Callable[[Any], str] | None = None,
    every_write: bool = False,
    fusing: bool = True,
) -> ExactResult:
    """Return the exact law of an entry point, or else of a procedure of that name.

    Each of `observed`, pairs (kind, field), adds what the field ends as, for all
    entities in order; they are observed in sorted order. `every_write` and no `fusing`
    leave out what makes it fast: for tests. `seat` names a seat in messages.
    """
    keep = None if every_write else observed
    asked = program.entries[entry].procedure if entry in program.entries else entry
    if asked not in program.procedures:
        asked = ""
    emitted = emit(program, "exact", observed=keep, asked=asked, fusing=fusing)
    compiled = compile_emitted(emitted, sources)
    names = list(program.declared.kinds)
    observe = [
        column(names.index(kind), program.declared.kinds[kind].slot(field))
        for kind, field in sorted(observed)
    ]
    try:
        procedure, given, value = called(compiled, entry, arguments, world)
        if not procedure:
            read = tuple([each(world) for each in observe])
            return ExactResult({(value, read): 1}, 1, Fraction(0), "a value")
        return law(
            made(program, emitted, compiled, seat),
            procedure,
            given,
            world,
            observe=observe,
            answers=answers,
            max_states=max_states,
            left_over=left_over,
        )
    except Exception as error:
        raise compiled.explained(error) from error


def called(
    compiled: Compiled, entry: str, arguments: tuple[Any, ...], world: World
) -> tuple[str, tuple[Any, ...], Any]:
    """Return (procedure, its arguments, None), or ("", (), value) without one."""
    emitted = compiled.emitted
    if entry in emitted.entries:
        function, procedure = emitted.entries[entry]
        given = compiled.names[function](world, *arguments)
        return (procedure, given, None) if procedure else ("", (), given)
    known = {procedure for procedure, *_ in emitted.functions.values()}
    if entry not in known:
        raise UnknownName("entry point", entry, emitted.entries)
    return entry, arguments, None


def made(
    program: Program,
    emitted: Emitted,
    compiled: Compiled,
    seat: Callable[[Any], str] | None = None,
) -> Engine:
    """Return the engine of an emission in the exact form, or in once."""

    def function(name: str) -> Callable[..., Any]:
        compiled.load(emitted.functions[name][0])
        found: Callable[..., Any] = compiled.names[name]
        return found

    def site(number: int) -> tuple[str, str]:
        instruction = emitted.sites[number][1]
        return instruction.site.path, getattr(instruction, "label", "")

    declared = program.declared

    def name_of(number: int) -> str:
        return "the judge" if number < 0 else f"{declared.seat_kind} {number + 1}"

    kinds = tuple(
        (name, tuple([each.name for each in kind.fields]))
        for name, kind in declared.kinds.items()
    )
    return engine(
        emitted.functions,
        function,
        site=site,
        seat=seat or name_of,
        kinds=kinds,
        reset=compiled.steps.reset,
        settle=compiled.names.get(SETTLE),
    )
