"""What `odds` asks of the exact driver, and what it shows of the answer."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from interpreter.app.explaining.forbidden import in_words
from interpreter.app.opening.session import Session
from interpreter.app.running.observed import observing
from interpreter.engine.exact.program import MAX_STATES, ExactProgram
from interpreter.engine.once import Mark, initial_state
from interpreter.engine.policies import Answers
from interpreter.reports.odds import OddsReport, Outcome
from interpreter.reports.values import ValueNames
from interpreter.semantics.declarations import Declarations
from interpreter.values.types import Entity, MapOf, Type, maybe


def exact_odds(
    session: Session,
    answers: Answers,
    observe: Sequence[str] = (),
    max_states: int = MAX_STATES,
    left_over: Fraction | None = None,
    mark: Mark | None = None,
) -> OddsReport:
    """Return the exact distribution of what a session runs; faults become diagnostics.

    `mark` is called with each element that is run through.
    """
    program, world = session.program, session.world
    declared = program.declared
    observed = observing(observe, declared, world.ids)
    asked = session.entry.procedure
    exact = ExactProgram.of(
        program,
        observed,
        seat=seats(world.ids, declared.seat_kind),
        sources=session.pack.sources,
        mark=mark,
        emitted=session.pack.emitted(
            "exact", frozenset(observed), mark is not None, asked
        ),
    )
    with in_words(session):
        found = exact.distribution(
            session.entry.procedure,
            session.values,
            initial_state(declared, world),
            answers=answers,
            max_states=max_states,
            left_over=left_over,
        )
    return OddsReport(
        session.entry.gives,
        tuple(
            Outcome(value, n, tuple(tuple(enumerate(_rows(each))) for each in rest))
            for (value, rest), n in found.outcomes.items()
        ),
        found.denominator,
        found.left_over,
        found.method,
        tuple(
            (f"{kind}.{name}", _column(declared, kind, name)) for kind, name in observed
        ),
    )


def seats(ids: Mapping[str, tuple[str, ...]], kind: str) -> Callable[[object], str]:
    """Return what names a seat, an entity of a kind, by its id."""
    names = ValueNames(ids)
    return lambda number: names.id(kind, number) if isinstance(number, int) else "judge"


def _rows(observed: object) -> tuple[object, ...]:
    """Return what a field is for each entity of its kind, in their order."""
    assert isinstance(observed, tuple)
    return observed


def _column(declared: Declarations, kind: str, name: str) -> Type:
    """Return the type of what a field is for all entities, by which entity it is."""
    made = declared.kinds[kind]
    return MapOf(Entity(kind), maybe(made.fields[made.slot(name)].type))
