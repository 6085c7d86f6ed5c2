"""Why the rules forbid a run, in the words of the pack."""

from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.app.explaining.trace_values import GeneratedFunctions, TraceValues
from interpreter.app.opening.session import Session
from interpreter.codegen.loading import RunForbidden
from interpreter.codegen.signatures import conjuncts
from interpreter.engine.once import Engine
from interpreter.expressions.typed import Typed
from interpreter.ir.instructions import Require
from interpreter.ir.stopping import carried
from interpreter.reports.calculations import here
from interpreter.reports.colour import clean
from interpreter.reports.source_text import compared, filled, written
from interpreter.reports.values import ValueNames
from interpreter.values.faults import Unmet

# The part of a condition that does not hold, in the words of the pack.


def first_failed(scene: TraceValues, condition: Typed, names: ValueNames) -> str:
    """Return the first part that does not hold, and what it compared; "" for none."""
    for each in conjuncts(condition):
        found = scene.value(each)
        if found is not None and found.value is False:
            told = here(scene.values(compared(each)), names)
            return f"not so: {written(each, names)}{told}"
    return ""


@contextmanager
def in_words(session: Session) -> Iterator[None]:
    """Let whatever forbids a run say its rule, its sentence, and what it compared."""
    try:
        yield
    except RunForbidden as error:
        raise _said(session, error) from None


def required(session: Session, unmet: Unmet) -> tuple[Require, str]:
    """Return the step that forbids a run, and the rules that it carries."""
    # all emissions number the pack's steps alike
    procedure, one = session.pack.emitted("once").sites[unmet.site]
    assert isinstance(one, Require)
    return one, carried(one, session.program.procedures[procedure])


def in_short(rule: str, said: str) -> str:
    """Return by which rules something is refused and, if they say it, why."""
    by = f"refused by {clean(rule)}" if rule else "refused"
    return f"{by}: {said}" if said else by


def _said(session: Session, error: RunForbidden) -> RunForbidden:
    unmet = error.unmet
    one, rule = required(session, unmet)
    message = in_short(rule, filled(one.sentence, unmet.figures, session.edge))
    compared = _failed(session, one, unmet)
    return RunForbidden(message, one.site.span, unmet, compared, error.at_once)


def _failed(session: Session, one: Require, unmet: Unmet) -> str:
    """Return the first condition that does not hold, and what it compared."""
    engine = Engine(session.pack.emitted("once"), session.pack.sources)
    emitted = GeneratedFunctions.of(session.program, engine)
    scene = TraceValues(emitted, unmet.world, dict(unmet.read))
    return first_failed(scene, one.condition, session.edge)
