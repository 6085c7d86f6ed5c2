"""The odds of an entry point, exact or estimated by simulation."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from math import gcd

from interpreter.app.explaining.refusals import explaining_refusals
from interpreter.app.opening.session import Session
from interpreter.codegen.loading import compile_emitted
from interpreter.codegen.source import GeneratedCode
from interpreter.diagnostics import (
    Unavailable,
    UnknownName,
    Unusable,
    UsageError,
    did_you_mean,
)
from interpreter.engine.exact.program import MAX_STATES, ExactProgram, model_of
from interpreter.engine.once import Mark, initial_state
from interpreter.engine.policies import Answers
from interpreter.engine.simulation.direct import (
    Loading,
    compiles,
    direct_plan,
    segments,
)
from interpreter.engine.simulation.estimates import (
    CHUNK,
    GAME_CHUNK,
    Begin,
    Progress,
    Share,
    SimulationPlan,
    explaining,
    simulate,
)
from interpreter.engine.stops import GameState
from interpreter.ir.effects import reached_from, writes
from interpreter.ir.instructions import Assign, Choice, Instruction, Program
from interpreter.ir.stopping import ReachableStops
from interpreter.reports.odds import OddsReport, Outcome
from interpreter.reports.simulation import SimulationReport
from interpreter.reports.values import ValueNames, spaced
from interpreter.semantics.declarations import CHARTS, Declarations
from interpreter.semantics.state_view import KindFields, kind_fields, kind_indices
from interpreter.source import Source, normalised
from interpreter.values.log import STORE
from interpreter.values.types import (
    JUDGE_NAME,
    Entity,
    MapOf,
    Nothing,
    Type,
    Value,
    maybe,
    places,
)

Fields = tuple[tuple[str, str], ...]
Ids = Mapping[str, tuple[str, ...]]
"""The ids of the things of a scenario by their kind."""


def observable(declared: Declarations) -> dict[str, tuple[str, str]]:
    """Return (kind, field) of every field that can be observed, by `kind.field`."""
    return {
        f"{kind}.{each.name}": (kind, each.name)
        for kind, made in declared.kinds.items()
        if kind not in (STORE, CHARTS)
        for each in made.fields
    }


def observing(names: Sequence[str], declared: Declarations, ids: Ids) -> Fields:
    """Return (kind, field) of fields (`kind.field`, or a field of one kind alone).

    Raises UnknownName; where an entity was named instead of its kind, its hint names
    the kind.
    """
    found = []
    known = observable(declared) if names else {}
    for name in names:
        wanted = normalised(name)
        fits = [key for key in known if wanted in (key, key.partition(".")[2])]
        if len(fits) != 1:
            failed = UnknownName("field", name, fits or known)
            failed.hint = _kind_meant(wanted, known, ids) or failed.hint
            raise failed
        found.append(known[fits[0]])
    return tuple(found)


def _kind_meant(wanted: str, known: Mapping[str, object], ids: Ids) -> str:
    """Return the hint that names the kind of a thing, with the field; "" for no
    thing."""
    thing, _, name = wanted.partition(".")
    for kind, entities in ids.items():
        fits = [each for each in known if each.startswith(f"{kind}.")]
        if name and fits and thing in places(entities):
            near = did_you_mean(f"{kind}.{name}", fits)
            near = near or f"fields: {', '.join(fits)}"
            return f"{near} ('{thing}' is of kind '{spaced(kind)}')"
    return ""


def nothing_given(session: Session, how: str = "") -> str:
    """Return what to say of a procedure that gives nothing, with a field that it sets
    as an example; "" of one that gives something. `how` goes before `--observe`."""
    entry = session.entry
    if not isinstance(entry.gives, Nothing):
        return ""
    message = f"'{spaced(entry.name)}' returns nothing"
    known = observable(session.program.declared)
    body = (
        ReachableStops(session.program).of(entry.procedure) if entry.procedure else ()
    )
    for instruction in body:
        for change in instruction.changes if isinstance(instruction, Assign) else ():
            if (field := f"{change.kind}.{change.field}") in known:
                option_text = f"{how}--observe {field}"
                return f"{message}; {option_text} reports that field"
    return f"{message}, and sets no field that {how}--observe could report"


_SHARE = re.compile(r"\d{1,9}(\.\d{1,18})?([eE]-?\d{1,3})?(/\d{1,18})?\Z")


def left_over_of(text: str | None) -> Fraction | None:
    """Return the share that is left over, above 0 and below 1, as it is typed; None
    of None."""
    if text is None:
        return None
    try:
        found = Fraction(text) if _SHARE.match(text) else Fraction(0)
    except (ValueError, ZeroDivisionError):
        found = Fraction(0)
    if not 0 < found < 1:
        hint = "write a share such as 1e-9 or 1/1000"
        raise Unusable(f"--left-over '{text}' is no share between 0 and 1", hint=hint)
    return found


def exact_odds(
    session: Session,
    answers: Answers,
    observe: Sequence[str] = (),
    max_states: int = MAX_STATES,
    left_over: Fraction | None = None,
    mark: Mark | None = None,
    program: Program | None = None,
) -> OddsReport:
    """Return the exact distribution of what a session runs; faults become diagnostics.

    `mark` is called with each element that is run through. A `program` with other rules
    is run in place of that of the pack, and nothing of it is cached.
    """
    is_own = program is None
    program, beginning = program or session.program, session.initial_state
    declared = program.declared
    observed = observing(observe, declared, beginning.ids)
    asked = session.entry.procedure
    exact = ExactProgram.of(
        program,
        observed,
        seat=seats(beginning.ids, declared.seat_kind),
        sources=session.pack.sources,
        mark=mark,
        emitted=session.pack.emitted(
            "exact", frozenset(observed), mark is not None, asked
        )
        if is_own
        else None,
        asked=asked,
    )
    with explaining_refusals(session):
        found = exact.distribution(
            session.entry.procedure,
            session.values,
            initial_state(declared, beginning),
            answers=answers,
            max_states=max_states,
            left_over=left_over,
        )
    session.pack.keep_byte_code()
    # what falls and changes nothing multiplies all ways alike
    common = gcd(found.denominator, *found.outcomes.values())
    return OddsReport(
        session.entry.gives,
        tuple(
            Outcome(
                value,
                n // common,
                tuple(tuple(enumerate(_rows(each))) for each in rest),
            )
            for (value, rest), n in found.outcomes.items()
        ),
        found.denominator // common,
        found.left_over,
        found.method,
        tuple(
            (f"{kind}.{name}", _column(declared, kind, name)) for kind, name in observed
        ),
    )


def seats(ids: Mapping[str, tuple[str, ...]], kind: str) -> Callable[[object], str]:
    """Return what names a seat, an entity of a kind, by its id."""
    names = ValueNames(ids)
    return lambda number: (
        names.id(kind, number) if isinstance(number, int) else JUDGE_NAME
    )


def _rows(observed: object) -> tuple[object, ...]:
    """Return what a field is for each entity of its kind, in their order."""
    assert isinstance(observed, tuple)
    return observed


def _column(declared: Declarations, kind: str, name: str) -> Type:
    """Return the type of what a field is for all entities, by which entity it is."""
    made = declared.kinds[kind]
    return MapOf(Entity(kind), maybe(made.fields[made.slot(name)].type))


RESUMABLE = "resumable"
Bodies = Mapping[str, tuple[Instruction, ...]]


def simulated(
    session: Session,
    answers: Answers,
    trials: int,
    *,
    seed: str,
    workers: int = 1,
    cluster: str | None = None,
    progress: Progress | None = None,
) -> SimulationReport:
    """Run a session many times, in so many processes or on the cluster of a Dask
    scheduler, and return what is reported; `progress` hears (trials done, of all).
    After an interrupt it is what was done."""
    if cluster is not None and workers > 1:
        hint = "leave out the workers or the cluster"
        raise UsageError("trials run here or on a cluster, not both", hint)
    planned = plan(session, answers)
    with explaining_refusals(session), _shared(cluster) as share:
        found = simulate(
            planned,
            trials,
            seed=seed,
            workers=workers,
            share=share,
            progress=progress,
        )
    counts = {outcome.value: outcome.count for outcome in found.outcomes}
    kind, how = session.entry.gives, (found.strategy, found.seed)
    return SimulationReport(kind, counts, found.trials, *how, found.asked)


@contextmanager
def _shared(cluster: str | None) -> Iterator[Share | None]:
    """Yield what shares the work with a cluster; None without one."""
    if cluster is None:
        yield None
        return
    try:
        # imported late: an extra, of which one machine has no need
        from interpreter.engine.simulation.cluster import clustered, connected
    except ImportError as error:
        hint = 'pip install "wargame-umpire[cluster]"'
        raise Unavailable("a cluster needs the library Dask", hint) from error
    with connected(cluster) as client:
        yield partial(clustered, client)


def title_of(session: Session) -> str:
    """Return what is simulated: the pack, the procedure, the scenario."""
    named = f"{session.pack.name}: {spaced(session.entry.name)}"
    return f"{named}, {spaced(session.scenario)}" if session.scenario else named


def plan(session: Session, answers: Answers) -> SimulationPlan:
    """Return the plan of a simulation: source and values, so that it can be pickled.

    What asks nobody goes in columns, if enough of its trials meet. Answers are
    functions of what is asked, so nothing has to wait for them; segments remain for
    what nests too deeply for one Python function.
    """
    program, procedure = session.program, session.entry.procedure
    bodies = reached_from(program, procedure)
    found = None if any(map(_chooses, bodies.values())) else columns_plan(session)
    return found or trials_plan(session, answers)


def _chooses(body: tuple[Instruction, ...]) -> bool:
    return any(isinstance(each, Choice) for each in body)


def columns_plan(session: Session) -> SimulationPlan | None:
    """Return the plan in columns; None where trials do not meet."""
    # imported late: it brings numpy, for which no other question waits
    from interpreter.engine.simulation.vectorised import VectorisedPlan

    declared, procedure = session.program.declared, session.entry.procedure
    found = VectorisedPlan(
        session.pack.emitted("exact", frozenset(), asked=procedure),
        kind_fields(declared),
        session.pack.sources,
        procedure,
        session.values,
        initial_state(declared, session.initial_state),
    )
    return found if found.meets() else None


def trials_plan(session: Session, answers: Answers) -> SimulationPlan:
    """Return the plan that runs trial after trial."""
    program, procedure = session.program, session.entry.procedure
    emitted = session.pack.emitted("direct")
    bodies = reached_from(program, procedure)
    if not compiles(emitted, bodies):
        return segments_plan(session, answers)
    declared, beginning = program.declared, session.initial_state
    return direct_plan(
        emitted,
        procedure,
        session.values,
        initial_state(declared, beginning),
        answers,
        written=_written(declared, bodies),
        seats=beginning.ids.get(declared.seat_kind, ()),
        sources=session.pack.sources,
        largest_chunk=_largest_chunk(bodies),
    )


def _largest_chunk(bodies: Bodies) -> int:
    """Return the most trials of a chunk: the same in every strategy, for each chunk has
    dice of its own."""
    return GAME_CHUNK if any(map(_chooses, bodies.values())) else CHUNK


def _written(declared: Declarations, bodies: Bodies) -> frozenset[int]:
    """Return the numbers of the kinds that procedures may change."""
    changed = {kind for body in bodies.values() for kind, _ in writes(body)}
    return kind_indices(declared, changed)


def segments_plan(session: Session, answers: Answers) -> SimulationPlan:
    """Return the plan in segments, which stop for every answer."""
    program = session.program
    declared, beginning = program.declared, session.initial_state
    ids, sources = dict(beginning.ids), session.pack.sources
    named = (kind_fields(declared), ids, declared.seat_kind, sources)
    procedure = session.entry.procedure
    begin = (session.pack.emitted("once"), named, procedure, session.values)
    loading_arguments = (*begin, initial_state(declared, beginning), answers)
    largest = _largest_chunk(reached_from(program, procedure))
    return Loading(procedure, RESUMABLE, _loaded, loading_arguments, largest)


Named = tuple[KindFields, Mapping[str, tuple[str, ...]], str, Mapping[str, Source]]


def _loaded(
    emitted: GeneratedCode,
    named: Named,
    procedure: str,
    values: tuple[Value, ...],
    state: GameState,
    answers: Answers,
) -> Begin:
    kinds, ids, seat_kind, sources = named
    compiled = compile_emitted(emitted, sources)
    engine = model_of(compiled, kinds, seats(ids, seat_kind))
    begin = segments(engine, procedure, values, state, answers)
    return explaining(compiled.explained, begin)
