"""Checks a pack: its default options, option combinations, scenario starts and cases.

A combination is read by `rechecking`. An element counts as unreachable only if play
reaches it under no combination.
"""

from collections.abc import Callable, Iterable
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from interpreter.cases.checking import check_case
from interpreter.cases.expectations import check_pairs
from interpreter.cases.scenario_starts import (
    check_beginnings,
    notes_of_starts,
    shown_at_start,
)
from interpreter.diagnostics import Diagnostic
from interpreter.ir.reachability import Unreached, endless
from interpreter.ir.stopping import ReachableStops
from interpreter.pipeline.loading import (
    Loaded,
    in_order,
    layers_of,
    loaded_from,
    unread,
    without_collector,
)
from interpreter.pipeline.rechecking import Attempt, read_under, unproved_under
from interpreter.ruleset.changes import blamed, problems_of
from interpreter.ruleset.layers import Layer
from interpreter.ruleset.option_combinations import CombinationPlan, Trial, planned
from interpreter.ruleset.ruleset import Declaration, Ruleset
from interpreter.secrecy.analysis import hidden_again
from interpreter.secrecy.option_proofs import Proofs
from interpreter.yaml.nodes import MappingNode

Progress = Callable[[int, int], None]
_CONFLICTS = frozenset({"R803", "R804"})  # codes of conflicts between options


class Checked(Struct, frozen=True):
    """A pack under its default options, and the problems of every combination tried.

    `plan` is None if the defaults have errors, which must be corrected first.
    """

    loaded: Loaded
    problems: tuple[Diagnostic, ...]
    plan: CombinationPlan | None


def check(
    folder: Path, progress: Progress | None = None, *, quick: bool = False
) -> Checked:
    """Check a pack under its option combinations, or under the defaults alone if
    `quick`.

    `progress` is called with (combinations done, of all).
    """
    problems: list[Diagnostic] = []
    layers = layers_of(folder, problems)
    if layers is None:
        loaded = unread(folder, problems)
        return Checked(loaded, loaded.problems, None)
    return _checked(layers, problems, progress, quick=quick)


def _checked(
    layers: list[Layer],
    read: list[Diagnostic],
    progress: Progress | None = None,
    *,
    quick: bool = False,
) -> Checked:
    with without_collector():
        loaded = loaded_from(layers, {}, read)
        if loaded.program is None or loaded.ruleset is None:
            return Checked(loaded, loaded.problems, None)
        cases = loaded.ruleset.sections["cases"]
        plan = planned(layers, cases, loaded.ruleset.options)
        if quick:
            plan = replace(plan, trials=())
        problems = list(loaded.problems)
        by_default = Attempt((), loaded.names, loaded.program)
        problems += [*check_pairs(cases), *hidden_again(loaded.program)]
        problems += _case_problems([cases[key] for key in plan.cases], by_default)
    problems += _start_problems(loaded, loaded.ruleset, quick)
    problems += _combination_problems(loaded, loaded.ruleset, plan, layers, progress)

    def below() -> tuple[Diagnostic, ...]:
        under = problems_of(layers[:-1], read)
        return _checked(layers[:-1], under, quick=quick).problems

    return Checked(loaded, in_order(blamed(problems, layers, below)), plan)


def _combination_problems(
    loaded: Loaded,
    ruleset: Ruleset,
    plan: CombinationPlan,
    layers: list[Layer],
    progress: Progress | None,
) -> list[Diagnostic]:
    """Return the errors under other combinations, and what play reaches under none.

    Empty if no combination was planned, since reachability may depend on any option.
    """
    if loaded.proof is None or (ruleset.options and not plan.trials):
        return []
    problems: list[Diagnostic] = []
    seen = {(problem.code, str(problem.span)) for problem in loaded.problems}
    proofs = Proofs(loaded.proof)
    unreached = Unreached(ruleset)
    if loaded.program is not None:
        unreached.add(loaded.program, loaded.names.holds)
    for done, trial in enumerate(plan.trials):
        attempt = read_under(loaded, layers, trial)
        for each in (*_errors(attempt.problems), *_unsafe(attempt, proofs)):
            if (each.code, str(each.span)) not in seen:
                seen.add((each.code, str(each.span)))
                problems.append(_when(each, trial, plan))
        if attempt.program is not None:
            unreached.add(attempt.program, attempt.names.holds)
        problems += _case_problems(trial.cases, attempt)
        if progress is not None:
            progress(done + 1, len(plan.trials))
    reported = [problem.span for problem in loaded.problems]
    return [*problems, *unreached.problems(reported)]


def _start_problems(loaded: Loaded, ruleset: Ruleset, quick: bool) -> list[Diagnostic]:
    """Return the problems of scenario starts under the options that each sets.

    Conditions of entities must hold there, and scenarios for play must not show hidden
    entities. If `quick`, scenarios that set options are left out.
    """
    kinds = ruleset.uncut["entities"].values()
    has_conditions = any(
        "holds" in e.node for e in kinds if isinstance(e.node, MappingNode)
    )
    by_settings: dict[tuple[tuple[str, str], ...], list[Declaration]] = {}
    for key, scenario in loaded.scenarios.items():
        settings = tuple(sorted(scenario.settings.items()))
        if (settings and quick) or not (has_conditions or scenario.main):
            continue
        by_settings.setdefault(settings, []).append(ruleset.sections["scenarios"][key])
    problems: list[Diagnostic] = []
    shown: list[tuple[Declaration, str]] = []
    for settings, scenarios in by_settings.items():
        names, program = loaded.names, loaded.program
        if settings:
            under = unproved_under(loaded, dict(settings))
            names, program = under.names, under.program
        if program is not None:
            games = [each for each in scenarios if loaded.scenarios[each.key].main]
            problems += (
                check_beginnings(names, program, scenarios) if has_conditions else ()
            )
            shown += shown_at_start(program, games)
    return [*problems, *notes_of_starts(shown)]


def _unsafe(attempt: Attempt, proofs: Proofs) -> tuple[Diagnostic, ...]:
    """Return where a program may not terminate, or leaks to a seat."""
    program = attempt.program
    if program is None:
        return ()
    return (*endless(program.procedures), *proofs.problems(program))


def _case_problems(cases: Iterable[Declaration], attempt: Attempt) -> list[Diagnostic]:
    """Return the problems of cases under the options of this attempt."""
    if attempt.program is None:
        return [each for case in cases for each in _option_conflicts(case, attempt)]
    reached = ReachableStops(attempt.program)
    return [each for case in cases for each in check_case(attempt.names, reached, case)]


def _option_conflicts(case: Declaration, attempt: Attempt) -> list[Diagnostic]:
    """Return the conflicts between the options of a case."""
    key = case.node.key("options") if isinstance(case.node, MappingNode) else None
    span = case.span if key is None else key.span
    conflicts = [each for each in attempt.problems if each.code in _CONFLICTS]
    return [replace(each, span=span, related=()) for each in conflicts]


def _errors(problems: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return the errors; () if the options conflict, which is no error of the rules."""
    errors = tuple(each for each in problems if each.severity == "error")
    return () if all(each.code in _CONFLICTS for each in errors) else errors


def _when(problem: Diagnostic, trial: Trial, plan: CombinationPlan) -> Diagnostic:
    """Return the problem with the combination under which it occurs."""
    texts = [
        f"'{plan.options[key].name}' is {value}" for key, value in trial.texts.items()
    ]
    spans = [(plan.options[key].span, "the option") for key in trial.values]
    message = f"{problem.message} (when {' and '.join(texts)})"
    return replace(problem, message=message, related=(*problem.related, *spans))
