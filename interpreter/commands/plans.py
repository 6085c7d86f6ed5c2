"""What a simulation tries."""

from interpreter.commands.drivers import NotBuilt
from interpreter.commands.session import Session
from interpreter.running.policies import Answers
from interpreter.running.simulate import Plan


def plan(session: Session, answers: Answers) -> Plan:
    """Return what a simulation tries."""
    raise NotBuilt("simulate")
