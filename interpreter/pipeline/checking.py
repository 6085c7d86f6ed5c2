"""A pack checked: at its default, under its options, and each of its cases."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from interpreter.cases.checking import check_case
from interpreter.cases.pairs import check_pairs
from interpreter.cases.scenario_starts import check_beginnings, shown_at_start
from interpreter.diagnostics import Diagnostic
from interpreter.ir.reachability import Unreached
from interpreter.ir.recursion import endless
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
from interpreter.ruleset.change_origins import blamed, problems_of
from interpreter.ruleset.layers import Layer
from interpreter.ruleset.option_combinations import CombinationPlan, Trial, planned
from interpreter.ruleset.ruleset import Declaration, Ruleset
from interpreter.secrecy.analysis import hidden_again
from interpreter.secrecy.option_proofs import Proofs
from interpreter.yaml.nodes import MappingNode

Progress = Callable[[int, int], None]
_APART = frozenset({"R803", "R804"})  # what is said of options that do not go together


@dataclass(frozen=True, slots=True)
class Checked:
    """A pack with all options at their default, and the problems of every setting that
    was tried; `plan` is None where the default has errors, which come first."""

    loaded: Loaded
    problems: tuple[Diagnostic, ...]
    plan: CombinationPlan | None


def check(
    folder: Path, progress: Progress | None = None, *, quick: bool = False
) -> Checked:
    """Check a pack under its options, or quickly with their defaults alone; `progress`
    hears (settings done, of all)."""
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
        found = list(loaded.problems)
        by_default = Attempt((), loaded.names, loaded.program)
        found += [*check_pairs(cases), *hidden_again(loaded.program)]
        found += _of_cases([cases[key] for key in plan.cases], by_default)
    found += _beginnings(loaded, loaded.ruleset, quick)
    found += _under_trials(loaded, loaded.ruleset, plan, layers, progress)

    def below() -> tuple[Diagnostic, ...]:
        under = problems_of(layers[:-1], read)
        return _checked(layers[:-1], under, quick=quick).problems

    return Checked(loaded, in_order(blamed(found, layers, below)), plan)


def _under_trials(
    loaded: Loaded,
    ruleset: Ruleset,
    plan: CombinationPlan,
    layers: list[Layer],
    progress: Progress | None,
) -> list[Diagnostic]:
    """Return what is wrong under other options than the defaults, and what play reaches
    under none; without trials nothing, for that may hang on any option."""
    if loaded.proof is None or (ruleset.options and not plan.trials):
        return []
    found: list[Diagnostic] = []
    seen = {(each.code, str(each.span)) for each in loaded.problems}
    proofs = Proofs(loaded.proof)
    unreached = Unreached(ruleset)
    if loaded.program is not None:
        unreached.add(loaded.program, loaded.names.holds)
    for done, trial in enumerate(plan.trials):
        attempt = read_under(loaded, layers, trial)
        for each in (*_errors(attempt.problems), *_unsafe(attempt, proofs)):
            if (each.code, str(each.span)) not in seen:
                seen.add((each.code, str(each.span)))
                found.append(_when(each, trial, plan))
        if attempt.program is not None:
            unreached.add(attempt.program, attempt.names.holds)
        found += _of_cases(trial.cases, attempt)
        if progress is not None:
            progress(done + 1, len(plan.trials))
    told = [each.span for each in loaded.problems]
    return [*found, *unreached.problems(told)]


def _beginnings(loaded: Loaded, ruleset: Ruleset, quick: bool) -> list[Diagnostic]:
    """Return what does not hold where scenarios begin, and what those that are played
    show of hidden entities, under the options that each sets; quickly of those alone
    that set none."""
    kinds = ruleset.uncut["entities"].values()
    held = any("holds" in e.node for e in kinds if isinstance(e.node, MappingNode))
    alike: dict[tuple[tuple[str, str], ...], list[Declaration]] = {}
    for key, scenario in loaded.scenarios.items():
        settings = tuple(sorted(scenario.settings.items()))
        if (settings and quick) or not (held or scenario.main):
            continue
        alike.setdefault(settings, []).append(ruleset.sections["scenarios"][key])
    found: list[Diagnostic] = []
    for settings, scenarios in alike.items():
        names, program = loaded.names, loaded.program
        if settings:
            under = unproved_under(loaded, dict(settings))
            names, program = under.names, under.program
        if program is not None:
            games = [each for each in scenarios if loaded.scenarios[each.key].main]
            found += check_beginnings(names, program, scenarios) if held else ()
            found += shown_at_start(program, games)
    return found


def _unsafe(attempt: Attempt, proofs: Proofs) -> tuple[Diagnostic, ...]:
    """Return where a program never ends, or tells a seat too much."""
    program = attempt.program
    if program is None:
        return ()
    return (*endless(program.procedures), *proofs.problems(program))


def _of_cases(cases: Iterable[Declaration], attempt: Attempt) -> list[Diagnostic]:
    """Return what is wrong with cases whose options were tried."""
    if attempt.program is None:
        return [each for case in cases for each in _of_options_apart(case, attempt)]
    reached = ReachableStops(attempt.program)
    return [each for case in cases for each in check_case(attempt.names, reached, case)]


def _of_options_apart(case: Declaration, attempt: Attempt) -> list[Diagnostic]:
    """Return why the options of a case do not go together."""
    key = case.node.key("options") if isinstance(case.node, MappingNode) else None
    span = case.span if key is None else key.span
    apart = [each for each in attempt.problems if each.code in _APART]
    return [replace(each, span=span, related=()) for each in apart]


def _errors(problems: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return the errors; none where the options do not go together."""
    found = tuple(each for each in problems if each.severity == "error")
    return () if all(each.code in _APART for each in found) else found


def _when(found: Diagnostic, trial: Trial, plan: CombinationPlan) -> Diagnostic:
    """Return a problem that says under which options it is one."""
    texts = [
        f"'{plan.options[key].name}' is {value}" for key, value in trial.texts.items()
    ]
    spans = [(plan.options[key].span, "the option") for key in trial.values]
    message = f"{found.message} (when {' and '.join(texts)})"
    return replace(found, message=message, related=(*found.related, *spans))
