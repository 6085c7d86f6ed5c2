"""A pack that was read, read again under other options, so that all can be tried.

Most of a pack is as it was, and only what an option touches is read again: where it
touches rules alone, and what it changes of them is no more than what they hold, or is
read by few others.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from interpreter.building import (
    LAZY,
    LOWERED,
    declare,
    default_audience,
    policies_of,
    program_of,
    scenarios_of,
    store,
)
from interpreter.checked.declared import Declared
from interpreter.checked.from_options import read_option
from interpreter.checked.from_scenarios import Scenario, declare_scenario
from interpreter.checked.names import Names
from interpreter.loading import Loaded, wrong
from interpreter.problems import Diagnostics, Problem
from interpreter.program.endless import endless
from interpreter.program.program import Program
from interpreter.program.proofs import Proofs
from interpreter.program.secrets import SecrecyAnalysis
from interpreter.rereading import OfTheWhole, Rereading
from interpreter.ruleset.layers import Layer
from interpreter.ruleset.only import pruned
from interpreter.ruleset.reading import options_under, resolved
from interpreter.ruleset.ruleset import Ruleset
from interpreter.ruleset.trials import Trial

_OF_SCENARIOS = frozenset("types boards entities tables scenarios".split())


@dataclass(frozen=True, slots=True)
class Attempt:
    """A pack read under a setting of its options; no program where that went wrong.
    `scenarios` are those of rules that were read again."""

    problems: tuple[Problem, ...]
    names: Names
    program: Program | None
    scenarios: Mapping[str, Scenario] = field(default_factory=dict)


def read_under(loaded: Loaded, layers: list[Layer], trial: Trial) -> Attempt:
    """Read what a setting touches, or all where it touches more than rules."""
    if not trial.whole:
        return readers_under(loaded, layers, trial)
    found = rules_under(loaded, layers, trial)
    return whole_under(loaded, layers, trial) if found is None else found


def rules_under(loaded: Loaded, layers: list[Layer], trial: Trial) -> Attempt | None:
    """Read the rules that are otherwise, and those that read what changed of them;
    None where that is not enough."""
    problems: list[Problem] = []
    ruleset = resolved(layers, loaded.folder, trial.texts, problems, ["cases"])
    if wrong(problems):
        return Attempt(tuple(problems), Names(Diagnostics(problems)), None)
    return _reread(loaded, ruleset)


def unproved_under(loaded: Loaded, options: Mapping[str, str]) -> Attempt:
    """Return a pack under other options, of which nothing is proved: for who runs it
    and shows it to no seat."""
    problems: list[Problem] = []
    ruleset = resolved(list(loaded.layers), loaded.folder, options, problems)
    found = None if wrong(problems) else _reread(loaded, ruleset)
    if found is not None:
        return found
    whole = loaded.under(options)
    return Attempt(whole.problems, whole.names, whole.program)


def loaded_under(loaded: Loaded, options: Mapping[str, str]) -> Loaded:
    """Return a pack under other options, as `Loaded.under` does, but for what is no
    error: that was said of it as it was loaded."""
    problems: list[Problem] = []
    if loaded.program is None or loaded.proof is None:
        return loaded.under(options)
    ruleset = resolved(list(loaded.layers), loaded.folder, options, problems)
    found = None if wrong(problems) else _reread(loaded, ruleset)
    if found is None or found.program is None or _unsafe(loaded.proof, found.program):
        return loaded.under(options)
    return replace(
        loaded, ruleset=ruleset, program=found.program, names=found.names,
        scenarios=found.scenarios, problems=(), proof=None,
    )  # fmt: skip


def _unsafe(proof: SecrecyAnalysis, program: Program) -> bool:
    """Tell whether a program never ends, or tells a seat too much."""
    return bool(endless(program.procedures) or Proofs(proof).problems(program))


def _reread(loaded: Loaded, ruleset: Ruleset) -> Attempt | None:
    """Read a pack as a ruleset with other options has it; None where reading rules
    again is not enough."""
    try:
        reading = Rereading(loaded, ruleset)
    except OfTheWhole:
        return None
    assert loaded.program is not None
    names, again = reading.names, {name for _, name in reading.again}
    scenarios = loaded.scenarios
    if any(section == "scenarios" for section, _ in reading.again):
        scenarios = scenarios_of(names, ruleset)
    before = loaded.program
    known = {k: each for k, each in before.procedures.items() if k not in again}
    declared = _with_rules(before.declared, names)
    program = program_of(names, ruleset, declared, scenarios, known)
    problems = reading.problems
    usable = None if wrong(problems) else program
    return Attempt(problems, names, usable, scenarios)


def whole_under(loaded: Loaded, layers: list[Layer], trial: Trial) -> Attempt:
    """Read a pack again under other options."""
    problems: list[Problem] = []
    # What options do not touch reads as it did.
    touched = {section for section, _ in trial.places}
    world = touched & _OF_SCENARIOS or trial.cases
    same = ["cases"] if world else ["cases", "scenarios"]
    ruleset = resolved(layers, loaded.folder, trial.texts, problems, same)
    names = Names(Diagnostics(problems))
    program = None
    if not wrong(problems):
        if "scenarios" in same:
            names.charts = dict(loaded.names.charts)
            names.tabletops = dict(loaded.names.tabletops)
        declared = declare(names, ruleset)
        program = program_of(names, ruleset, declared, scenarios_of(names, ruleset))
    return Attempt(tuple(problems), names, None if wrong(problems) else program)


def readers_under(loaded: Loaded, layers: list[Layer], trial: Trial) -> Attempt:
    """Read the declarations that read options, or lose steps, under other values."""
    problems: list[Problem] = []
    ruleset = loaded.ruleset
    assert ruleset is not None
    assert loaded.program is not None
    values = options_under(layers, ruleset.sections, trial.texts, problems)
    names = replace(
        loaded.names,
        problems=Diagnostics(problems),
        options={name: read_option(each) for name, each in values.items()},
        formulas=dict(loaded.names.formulas),
        tables=dict(loaded.names.tables),
        modifiers=dict(loaded.names.modifiers),
        walks=dict(loaded.names.walks),
    )
    procedures, worlds = dict(loaded.program.procedures), dict(loaded.program.worlds)
    for section, key in () if wrong(problems) else sorted(trial.places):
        each = ruleset.sections[section].get(key)
        if each is None:  # an overlay removed it
            continue
        if section in LOWERED:
            node = pruned(ruleset.uncut[section][key].node, values, problems)
            each = each if node is None else replace(each, node=node)
            made = LOWERED[section](names, each, default_audience(names, ruleset))
            procedures |= {} if made is None else {key: made}
        elif section == "scenarios":
            placed = declare_scenario(names, each)
            worlds |= {} if placed is None else {key: placed.world}
        else:
            store(names, section, key, each, LAZY[section])
    policies = policies_of(names, ruleset, procedures)
    declared = _with_rules(loaded.program.declared, names)
    program = Program(declared, procedures, loaded.program.entries, worlds, policies)
    return Attempt(tuple(problems), names, None if wrong(problems) else program)


def _with_rules(declared: Declared, names: Names) -> Declared:
    """Return declarations with the rules and the options of these names."""
    return replace(
        declared,
        formulas=names.formulas, tables=names.tables, modifiers=names.modifiers,
        options={key: value for key, (value, _) in names.options.items()},
    )  # fmt: skip
