"""Checks a pack: its default options, option combinations, scenario starts and cases.

A combination is read by `combinations`. An element counts as unreachable only if play
reaches it under no combination.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import monotonic

from msgspec import Struct
from msgspec.structs import replace

from interpreter.cache.pack_verdicts import RuleNames
from interpreter.cache.parsed_texts import remembered_texts
from interpreter.cases.expectations import check_pairs
from interpreter.cases.scenario_starts import (
    check_beginnings,
    notes_of_starts,
    shown_at_start,
)
from interpreter.diagnostics import Diagnostic
from interpreter.engine.simulation.estimates import Failed, copies, working
from interpreter.ir.reachability import PlayReach, Unreached
from interpreter.pipeline.allowed import allowed
from interpreter.pipeline.collector import passed_over, without_collector
from interpreter.pipeline.combinations import TrialOptions, case_problems, found_under
from interpreter.pipeline.loading import (
    Loaded,
    in_order,
    layers_of,
    loaded_from,
    unread,
)
from interpreter.pipeline.option_readings import Attempt, unproved_under
from interpreter.ruleset.changes import blamed, problems_of
from interpreter.ruleset.layers import Layer, below_and_own
from interpreter.ruleset.option_combinations import CombinationPlan, Trial, planned
from interpreter.ruleset.repeated_figures import repeated_figures
from interpreter.ruleset.ruleset import Declaration, Ruleset
from interpreter.secrecy.analysis import hidden_again
from interpreter.secrecy.known_flows import KnownFlows
from interpreter.yaml.nodes import MappingNode


class Checked(Struct, frozen=True):
    """A pack under its default options, and the problems of every combination tried.

    `plan` is None if the defaults have errors, which must be corrected first.
    """

    loaded: Loaded
    problems: tuple[Diagnostic, ...]
    plan: CombinationPlan | None


def check(
    folder: Path,
    trying: TrialOptions | None = None,
    *,
    quick: bool = False,
    before: Loaded | None = None,
    texts: Mapping[str, str] | None = None,
    binds: bool = False,
) -> Checked:
    """Check a pack under its option combinations, or under the defaults alone if
    `quick`; `trying` says how the combinations are tried. Of the pack as it was loaded
    `before` an edit, without an error, only what differs is read again. `texts` are
    read in place of its files: as they will be. With `binds` the names of the pack
    keep what was bound."""
    problems: list[Diagnostic] = []
    layers = layers_of(folder, problems, before, texts)
    if layers is None:
        loaded = unread(folder, problems)
        return Checked(loaded, loaded.problems, None)
    trying = trying or TrialOptions()
    with remembered_texts(folder):
        return _checked(
            layers, problems, trying, quick=quick, before=before, binds=binds
        )


def _checked(
    layers: list[Layer],
    read: list[Diagnostic],
    trying: TrialOptions,
    *,
    quick: bool,
    before: Loaded | None = None,
    binds: bool = False,
) -> Checked:
    start = monotonic()
    with without_collector():
        loaded = _loaded(layers, read, before, binds=binds)
        seconds = monotonic() - start
        if loaded.program is None or loaded.ruleset is None:
            return Checked(loaded, loaded.problems, None)
        cases = loaded.ruleset.sections["cases"]
        plan = planned(layers, cases, loaded.ruleset.options)
    if quick:
        plan = replace(plan, trials=())
    problems = list(loaded.problems)
    ours = partial(_own_problems, loaded, plan, quick)
    with passed_over(), _beside(ours, trying.workers) as own:
        problems += _combination_problems(loaded, loaded.ruleset, plan, trying, seconds)
        problems += own()

    def below() -> tuple[Diagnostic, ...]:
        under, _ = below_and_own(layers)
        told = problems_of(under, read)
        return _checked(under, told, TrialOptions(), quick=quick).problems

    _, own_layers = below_and_own(layers)
    sources = [source for layer in own_layers for source in layer.files]
    found = blamed(problems, layers, below)
    return Checked(loaded, in_order(allowed(found, sources, whole=not quick)), plan)


def _loaded(
    layers: list[Layer],
    read: list[Diagnostic],
    before: Loaded | None,
    *,
    binds: bool,
) -> Loaded:
    """Return the pack of these layers under its default options."""
    if before is None or before.proof is None:
        return loaded_from(layers, {}, read, KnownFlows(), binds=binds)
    files = [file for layer in layers for file in layer.files]
    former = [file for layer in before.layers for file in layer.files]
    if (before.layers, former, before.read) == (tuple(layers), files, tuple(read)):
        return before
    return loaded_from(layers, {}, read, before.proof.flows, before, binds=binds)


@contextmanager
def _beside(
    work: Callable[[], list[Diagnostic]], workers: int
) -> Iterator[Callable[[], list[Diagnostic]]]:
    """Do work in a copy of this process, which goes on; else when it is asked for."""
    if workers == 1 or not copies():
        yield work
        return
    with working(lambda: work, (), [()], 1, work) as answers:

        def found() -> list[Diagnostic]:
            answer: list[Diagnostic] | Failed = next(iter(answers))
            if isinstance(answer, Failed):
                raise answer.error()
            return answer

        yield found


@without_collector()
def _own_problems(
    loaded: Loaded, plan: CombinationPlan, quick: bool
) -> list[Diagnostic]:
    """Return the problems of cases under the defaults and of scenario starts, what is
    shown and hidden again, and figures that are written twice."""
    ruleset, program = loaded.ruleset, loaded.program
    assert ruleset is not None
    assert program is not None
    cases = ruleset.sections["cases"]
    problems = [*check_pairs(cases), *hidden_again(program)]
    problems += repeated_figures(ruleset)
    by_default = Attempt((), loaded.names, program)
    problems += case_problems([cases[key] for key in plan.cases], by_default)
    return [*problems, *_start_problems(loaded, ruleset, quick)]


def _combination_problems(
    loaded: Loaded,
    ruleset: Ruleset,
    plan: CombinationPlan,
    trying: TrialOptions,
    load_seconds: float,
) -> list[Diagnostic]:
    """Return the errors under other combinations, and what play reaches under none.

    Empty if no combination was planned, since reachability may depend on any option.
    """
    if loaded.proof is None or (ruleset.options and not plan.trials):
        return []
    problems: list[Diagnostic] = []
    seen = {(problem.code, str(problem.span)) for problem in loaded.problems}
    unreached, reached = Unreached(ruleset), RuleNames()
    if loaded.program is not None:
        by_default = unreached.of(loaded.program, loaded.names.holds)
        unreached.add(by_default)
        reached = by_default.reached
    found = found_under(loaded, plan, trying, load_seconds, reached)
    for trial, verdict in zip(plan.trials, found.trials, strict=True):
        for each in verdict.errors:
            if (each.code, str(each.span)) not in seen:
                seen.add((each.code, str(each.span)))
                problems.append(_when(each, trial, plan))
        problems += verdict.cases.problems
        unreached.add(PlayReach(reached ^ verdict.differs, found.leads))
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


def _when(problem: Diagnostic, trial: Trial, plan: CombinationPlan) -> Diagnostic:
    """Return the problem with the combination under which it occurs."""
    texts = [
        f"'{plan.options[key].name}' is {value}" for key, value in trial.texts.items()
    ]
    spans = [(plan.options[key].span, "the option") for key in trial.values]
    message = f"{problem.message} (when {' and '.join(texts)})"
    return replace(problem, message=message, related=(*problem.related, *spans))
