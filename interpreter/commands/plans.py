"""What a simulation tries: direct functions where Python takes them, else segments."""

from collections.abc import Mapping

from interpreter.commands.drivers import Spines, spines
from interpreter.commands.exact_form import seats
from interpreter.commands.once_form import sources_of
from interpreter.commands.session import Session
from interpreter.emission.compiled import compile_emitted
from interpreter.emission.emitted import Emitted, emit
from interpreter.program.analysis import analyse
from interpreter.running.exact_program import Kinds, engine_of, kinds_of
from interpreter.running.policies import Answers
from interpreter.running.simulate import Plan, Trial
from interpreter.running.simulate_direct import compiles, direct_plan
from interpreter.running.simulate_plans import Begin, Loading, segments
from interpreter.running.stream import Stream
from interpreter.source import Source
from interpreter.values.types import Value

SEGMENTS = "segments"


def plan(session: Session, answers: Answers) -> Plan:
    """Return the plan of a simulation: source and values, so that it can be pickled.

    Answers are functions of what is asked, so nothing has to wait for them; segments
    remain for what nests too deeply for one Python function.
    """
    program, procedure = session.program, session.entry.procedure
    analysis = analyse(program)
    emitted = emit(program, "direct", analysis=analysis)
    if not compiles(emitted, (procedure, *analysis.reached[procedure])):
        return segments_plan(session, answers)
    declared, world = program.declared, session.world
    changed = {kind for kind, _ in analysis.writes[procedure]}
    return direct_plan(
        emitted,
        procedure,
        session.values,
        spines(declared, world),
        answers,
        written=frozenset(
            n for n, kind in enumerate(declared.kinds) if kind in changed
        ),
        seats=world.ids.get(declared.seat_kind, ()),
        sources=sources_of(session.loaded),
    )


def segments_plan(session: Session, answers: Answers) -> Plan:
    """Return the plan in segments, which stop for every answer."""
    program = session.program
    declared, world = program.declared, session.world
    ids, sources = dict(world.ids), sources_of(session.loaded)
    named = (kinds_of(declared), ids, declared.seat_kind, sources)
    procedure = session.entry.procedure
    begin = (emit(program, "once"), named, procedure, session.values)
    given = (*begin, spines(declared, world), answers)
    return Loading(procedure, SEGMENTS, _loaded, given)


Named = tuple[Kinds, Mapping[str, tuple[str, ...]], str, Mapping[str, Source]]


def _loaded(
    emitted: Emitted,
    named: Named,
    procedure: str,
    values: tuple[Value, ...],
    world: Spines,
    answers: Answers,
) -> Begin:
    kinds, ids, seat_kind, sources = named
    compiled = compile_emitted(emitted, sources)
    engine = engine_of(compiled, kinds, seats(ids, seat_kind))
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
