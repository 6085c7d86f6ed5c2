"""Why the rules forbid a run, in the words of the pack."""

from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.commands.failing import first_failed
from interpreter.commands.scene import Emitted, Scene
from interpreter.commands.session import Session
from interpreter.emission.compiled import Forbidden
from interpreter.program.instructions import Require
from interpreter.program.stopping import carried
from interpreter.reporting.expressions import filled
from interpreter.reporting.paint import clean
from interpreter.running.once import Engine
from interpreter.values.faults import Unmet


@contextmanager
def in_words(session: Session) -> Iterator[None]:
    """Let whatever forbids a run say its rule, its sentence, and what it compared."""
    try:
        yield
    except Forbidden as error:
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


def _said(session: Session, error: Forbidden) -> Forbidden:
    unmet = error.unmet
    one, rule = required(session, unmet)
    message = in_short(rule, filled(one.sentence, unmet.figures, session.edge))
    compared = _failed(session, one, unmet)
    return Forbidden(message, one.site.span, unmet, compared, error.at_once)


def _failed(session: Session, one: Require, unmet: Unmet) -> str:
    """Return the first condition that does not hold, and what it compared."""
    engine = Engine(session.pack.emitted("once"), session.pack.sources)
    emitted = Emitted.of(session.program, engine)
    scene = Scene(emitted, unmet.world, dict(unmet.read))
    return first_failed(scene, one.condition, session.edge)
