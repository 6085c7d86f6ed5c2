"""What a simulation tries."""

from collections.abc import Mapping

from interpreter.commands.drivers import Spines, spines
from interpreter.commands.exact_form import Kinds, compiled_engine, kinds_of
from interpreter.commands.session import Session
from interpreter.emission.chunks import Emitted
from interpreter.running.policies import Answers
from interpreter.running.simulate import Plan, Trial
from interpreter.running.simulate_plans import Begin, Loading, segments
from interpreter.running.stream import Stream
from interpreter.source import Source
from interpreter.values.types import Value

RUNG = "segments"


def plan(session: Session, answers: Answers) -> Plan:
    """Return the plan of a simulation: source and values, so that it can be pickled."""
    program = session.program
    declared, world = program.declared, session.world
    named = (
        session.pack.sources,
        kinds_of(declared),
        dict(world.ids),
        declared.seat_kind,
    )
    procedure = session.entry.procedure
    begin = (session.pack.emitted("once"), named, procedure, session.values)
    return Loading(procedure, RUNG, _loaded, (*begin, spines(declared, world), answers))


Named = tuple[Mapping[str, Source], Kinds, Mapping[str, tuple[str, ...]], str]


def _loaded(
    emitted: Emitted,
    named: Named,
    procedure: str,
    values: tuple[Value, ...],
    world: Spines,
    answers: Answers,
) -> Begin:
    engine, compiled = compiled_engine(emitted, *named)
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
