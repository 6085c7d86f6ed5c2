"""What one step of each row of the rules does to the odds of something that is run."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.app.opening.session import Session
from interpreter.app.running.odds import exact_odds
from interpreter.diagnostics import LimitExceeded, UmpireError
from interpreter.engine.exact.program import MAX_STATES
from interpreter.engine.policies import Answers
from interpreter.ir.effects import RuleName
from interpreter.ir.reachability import declaration, leads_to
from interpreter.ir.row_steps import RowKey, RowStep, row_steps
from interpreter.reports.sensitivity import RowEffect, SensitivityReport, StepEffect
from interpreter.reports.sweep_statistics import Measured, Statistic
from interpreter.reports.sweeps import SweepCell, difference, single
from interpreter.reports.values import ValueNames, spaced, to_text
from interpreter.ruleset.changes import path_of

MOST_ROWS = 1_000
STEPS = (-1, 1)
Tell = Callable[[int, int], None]


def sensitivity(
    session: Session,
    answers: Answers,
    title: str,
    chosen: Sequence[str] = (),
    max_states: int = MAX_STATES,
    tell: Tell | None = None,
) -> SensitivityReport:
    """Return by how much one step of each row that a run can reach moves the odds.

    `chosen` are the figures that count (`statistics_for`). A step after which the rules
    refuse to run has no effect, but says why. `tell` hears (rows done, of all). Raises
    LimitExceeded for more than MOST_ROWS rows.
    """
    base = Measured(exact_odds(session, answers, (), max_states), session.edge)
    statistics = single(title, base).statistics(chosen)
    steps = list(row_steps(session.program, reached_rules(session)))
    if len(steps) > MOST_ROWS:
        raise LimitExceeded("rows that a run can reach", MOST_ROWS)
    effects = []
    for number, step in enumerate(steps):
        effects.append(_effect(session, answers, base, statistics, step, max_states))
        if tell is not None:
            tell(number + 1, len(steps))
    figures = tuple(statistic.figure(base) for statistic in statistics)
    return SensitivityReport(title, tuple(statistics), figures, tuple(effects))


def reached_rules(session: Session) -> frozenset[RuleName]:
    """Return the rules that a run of the session can reach."""
    found: set[RuleName] = set()
    waiting: list[object] = [session.entry]
    if session.entry.procedure:
        waiting.append(session.program.procedures[session.entry.procedure])
    while waiting:
        for name in leads_to(waiting.pop()) - found:
            found.add(name)
            waiting.append(declaration(session.program, name))
    return frozenset(found)


def _effect(
    session: Session,
    answers: Answers,
    base: Measured,
    statistics: Sequence[Statistic],
    step: RowStep,
    max_states: int,
) -> RowEffect:
    """Return what both steps of a row do."""
    moved = [
        _moved(session, answers, base, statistics, step, steps, max_states)
        for steps in STEPS
    ]
    section, name = step.of
    texts = [_part(part, session.edge) for part in step.path]
    path = path_of([], section, spaced(name), *texts)
    place = f"{step.span.source.name}:{step.span.first[0]}"
    return RowEffect(path, step.rule, place, moved[0], moved[1])


def _moved(
    session: Session,
    answers: Answers,
    base: Measured,
    statistics: Sequence[Statistic],
    step: RowStep,
    steps: int,
    max_states: int,
) -> StepEffect:
    program = step.applied(session.program, steps)
    try:
        report = exact_odds(session, answers, (), max_states, program=program)
    except UmpireError as error:
        return StepEffect(refused=error.message)
    cell = SweepCell((), Measured(report, session.edge), base)
    found = [difference(cell, statistic) for statistic in statistics]
    return StepEffect(tuple(None if each is None else each.value for each in found))


def _part(part: str | RowKey, names: ValueNames) -> str:
    if isinstance(part, RowKey):
        return spaced(to_text(part.value, part.type, names))
    return spaced(part)
