"""What is said of an answer that does not meet the condition of its choice."""

from interpreter.commands.session import Session
from interpreter.commands.why_not import why_unmet
from interpreter.games.questions import Question
from interpreter.reporting.posing import Posed
from interpreter.reporting.ruled import ruled_by, rules_of
from interpreter.values.types import Value


def unmet_hint(session: Session, question: Question, shown: Posed, value: Value) -> str:
    """Return the condition, the part of it that does not hold where the seat may know
    that, and the rules by which it is made, which stand in the pack."""
    made = question.stop.instruction
    needs = f"it has to be such that {shown.condition}" if shown.condition else ""
    rules = rules_of(made, made.such_that, session.program.declared)
    why = why_unmet(session, question, value)
    return "; ".join(filter(None, (needs, why, ruled_by(rules))))
