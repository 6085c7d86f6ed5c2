"""What a seat hears of a refusal: the rule and what it says, where all may know it."""

from interpreter.checked.audience import EVERYONE
from interpreter.commands.forbidden import in_short, required
from interpreter.commands.session import Session
from interpreter.emission.compiled import Forbidden
from interpreter.games.course import Course
from interpreter.games.questions import Question
from interpreter.games.seeing import view_asked
from interpreter.program.walking import in_template
from interpreter.reporting.claims import edge_of
from interpreter.reporting.expressions import filled
from interpreter.running.views import Asked


def heard(session: Session, course: Course, one: Question, error: Forbidden) -> str:
    """Return why an answer is refused, in the seat's own names.

    "" where that may tell more than the answer did: not all see the step, others chose
    at the same time, or dice fell that the seat has not seen. That whoever sees the
    step may know what it compares and says, the checker has proved.
    """
    made, rule = required(session, error.unmet)
    alone = one.stop.instruction.each is None
    if made.site.seen_by != EVERYONE or not alone or not error.at_once:
        return ""
    kinds = [each.type for each in in_template(made.sentence)]
    pairs = zip(error.unmet.figures, kinds, strict=True)
    named = [Asked(*each) for each in pairs]
    view, values = view_asked(course, error.unmet.world, one.seat, named)
    names = edge_of(view, session.program.declared)
    return in_short(rule, filled(made.sentence, values, names))
