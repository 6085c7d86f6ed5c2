"""A program in its exact form, and what is read of a world at the end."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from interpreter.checked.declared import CHARTS, Declared, World
from interpreter.commands.drivers import spines
from interpreter.commands.session import Session
from interpreter.emission.compiled import Compiled, compile_emitted
from interpreter.emission.emitted import Emitted, emit
from interpreter.emission.remembering import SETTLE
from interpreter.problems import UnknownName
from interpreter.program.program import Program
from interpreter.reporting.odds import Law, Outcome
from interpreter.reporting.values import Edge
from interpreter.running.exact import MOST_STATES, Observed, column, law
from interpreter.running.exact_engine import Engine, engine
from interpreter.running.exact_engine import Outcome as Left
from interpreter.running.policies import Answers
from interpreter.values.names import plain
from interpreter.values.types import ListOf, Type, maybe

Kinds = tuple[tuple[str, tuple[str, ...]], ...]
"""The kinds of a world and the fields of each, in order."""


def observing(
    names: Sequence[str], declared: Declared
) -> tuple[list[tuple[str, Type]], list[Observed]]:
    """Return names and types of fields (`kind.field`, or a field of one kind alone)."""
    types: list[tuple[str, Type]] = []
    readers: list[Observed] = []
    known = {
        f"{kind}.{each.name}": (number, slot, each.type)
        for number, (kind, made) in enumerate(declared.kinds.items())
        if kind != CHARTS
        for slot, each in enumerate(made.fields)
    }
    for name in names:
        wanted = plain(name)
        found = [key for key in known if wanted in (key, key.partition(".")[2])]
        if len(found) != 1:
            raise UnknownName("field", name, found or known)
        number, slot, kind_of = known[found[0]]
        types.append((found[0], ListOf(maybe(kind_of))))
        readers.append(column(number, slot))
    return types, readers


def compiled_engine(
    emitted: Emitted, kinds: Kinds, ids: Mapping[str, tuple[str, ...]], seat_kind: str
) -> tuple[Engine, Compiled]:
    """Return an engine of emitted code, and the code, which explains its errors."""
    compiled = compile_emitted(emitted)
    loaded: set[str] = set()

    def function(name: str) -> Callable[..., Left]:
        procedure = emitted.functions[name][0]
        if procedure not in loaded:
            loaded.add(procedure)
            compiled.load(procedure)
        found: Callable[..., Left] = compiled.names[name]
        return found

    def site(number: int) -> tuple[str, str]:
        one = emitted.sites[number][1]
        return one.site.path, getattr(one, "label", "")

    def seat(number: object) -> str:
        return Edge(ids).id(seat_kind, number) if isinstance(number, int) else "judge"

    made = engine(
        emitted.functions, function, site=site, seat=seat, kinds=kinds,
        reset=compiled.steps.reset, settle=compiled.names.get(SETTLE),
    )  # fmt: skip
    return made, compiled


def kinds_of(declared: Declared) -> Kinds:
    """Return the kinds with their fields, as emitted code has them."""
    return tuple(
        (name, tuple(each.name for each in kind.fields))
        for name, kind in declared.kinds.items()
    )


def exact_law(
    session: Session,
    answers: Answers,
    observe: Sequence[str] = (),
    max_states: int = MOST_STATES,
    left_over: Fraction | None = None,
) -> Law:
    """Return the exact law of what a session runs; a fault of the pack is a problem."""
    program, world = session.program, session.world
    observed, readers = observing(observe, program.declared)
    engine, compiled = exact_form(program, world, [name for name, _ in observed])
    try:
        found = law(
            engine,
            session.entry.procedure,
            session.values,
            spines(program.declared, world),
            observe=readers,
            answers=answers,
            max_states=max_states,
            left_over=left_over,
        )
    except Exception as error:  # what emitted code raises becomes a problem R7
        raise compiled.explained(error) from None
    return Law(
        session.entry.gives,
        tuple(Outcome(value, n, rest) for (value, rest), n in found.outcomes.items()),
        found.denominator,
        found.left_over,
        found.method,
        tuple(observed),
    )


def exact_form(
    program: Program, world: World, observed: Sequence[str]
) -> tuple[Engine, Compiled]:
    """Return a program in its exact form; `observed` are fields as `kind.field`."""
    seen = frozenset(
        (each.partition(".")[0], each.partition(".")[2]) for each in observed
    )
    emitted = emit(program, "exact", observed=seen)
    declared = program.declared
    kinds = kinds_of(declared)
    return compiled_engine(emitted, kinds, world.ids, declared.seat_kind)
