"""What a simulation tries: columns where trials meet, else direct, else segments."""

from collections.abc import Mapping

from interpreter.app.explaining.forbidden import in_words
from interpreter.app.opening.session import Session
from interpreter.app.running.odds import seats
from interpreter.codegen.loading import compile_emitted
from interpreter.codegen.source import GeneratedCode
from interpreter.engine.exact.program import Kinds, kinds_of, model_of
from interpreter.engine.once import initial_state
from interpreter.engine.policies import Answers
from interpreter.engine.simulation.direct import compiles, direct_plan
from interpreter.engine.simulation.estimates import (
    Progress,
    SimulationPlan,
    Trial,
    simulate,
)
from interpreter.engine.simulation.plans import Begin, Loading, segments
from interpreter.engine.simulation.stream import Stream
from interpreter.engine.stops import GameState
from interpreter.ir.effects import reached_from, writes
from interpreter.ir.instructions import Choice, Instruction
from interpreter.reports.simulation import SimulationReport
from interpreter.reports.values import spaced
from interpreter.semantics.declarations import Declarations
from interpreter.source import Source
from interpreter.values.types import Value

SEGMENTS = "segments"
Bodies = Mapping[str, tuple[Instruction, ...]]


def simulated(
    session: Session,
    answers: Answers,
    trials: int,
    *,
    seed: str,
    workers: int = 1,
    progress: Progress | None = None,
) -> SimulationReport:
    """Run a session many times, in so many processes, and return what is reported;
    `progress` hears (trials done, of all). After an interrupt it is what was done."""
    planned = plan(session, answers)
    with in_words(session):
        found = simulate(planned, trials, seed=seed, workers=workers, progress=progress)
    counts = {each.value: each.count for each in found.outcomes}
    kind, how = session.entry.gives, (found.strategy, found.seed)
    return SimulationReport(kind, counts, found.trials, *how, found.asked)


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
    from interpreter.engine.simulation.vectorised import VectorisedPlan

    declared, procedure = session.program.declared, session.entry.procedure
    found = VectorisedPlan(
        session.pack.emitted("exact", frozenset(), asked=procedure),
        kinds_of(declared),
        session.pack.sources,
        procedure,
        session.values,
        initial_state(declared, session.world),
    )
    return found if found.meets() else None


def trials_plan(session: Session, answers: Answers) -> SimulationPlan:
    """Return the plan that runs trial after trial."""
    program, procedure = session.program, session.entry.procedure
    emitted = session.pack.emitted("direct")
    bodies = reached_from(program, procedure)
    if not compiles(emitted, bodies):
        return segments_plan(session, answers)
    declared, world = program.declared, session.world
    return direct_plan(
        emitted,
        procedure,
        session.values,
        initial_state(declared, world),
        answers,
        written=_written(declared, bodies),
        seats=world.ids.get(declared.seat_kind, ()),
        sources=session.pack.sources,
    )


def _written(declared: Declarations, bodies: Bodies) -> frozenset[int]:
    """Return the numbers of the kinds that procedures may change."""
    changed = {kind for body in bodies.values() for kind, _ in writes(body)}
    return frozenset(at for at, kind in enumerate(declared.kinds) if kind in changed)


def segments_plan(session: Session, answers: Answers) -> SimulationPlan:
    """Return the plan in segments, which stop for every answer."""
    program = session.program
    declared, world = program.declared, session.world
    ids, sources = dict(world.ids), session.pack.sources
    named = (kinds_of(declared), ids, declared.seat_kind, sources)
    procedure = session.entry.procedure
    begin = (session.pack.emitted("once"), named, procedure, session.values)
    given = (*begin, initial_state(declared, world), answers)
    return Loading(procedure, SEGMENTS, _loaded, given)


Named = tuple[Kinds, Mapping[str, tuple[str, ...]], str, Mapping[str, Source]]


def _loaded(
    emitted: GeneratedCode,
    named: Named,
    procedure: str,
    values: tuple[Value, ...],
    world: GameState,
    answers: Answers,
) -> Begin:
    kinds, ids, seat_kind, sources = named
    compiled = compile_emitted(emitted, sources)
    engine = model_of(compiled, kinds, seats(ids, seat_kind))
    begin = segments(engine, procedure, values, world, answers)

    def explaining(stream: Stream) -> Trial:
        trial = begin(stream)

        def tried() -> object:
            try:
                return trial()
            except Exception as error:  # a fault of the pack is a problem R7
                raise compiled.explained(error) from None

        return tried

    return explaining
