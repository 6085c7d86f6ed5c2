"""Reads a loaded pack under other options.

Three ways, by what the caller needs: `read_under` (with `rules_under` and
`whole_under`) reads one option combination for `check`, with its problems;
`loaded_under` gives a pack that can be played under other options, `unproved_under` one
that is only run. Each first reads again what the options touch (`rechecking`), and the
whole pack where that is not enough.
"""

from collections.abc import Collection, Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from interpreter.diagnostics import Diagnostic, Diagnostics
from interpreter.ir.instructions import Program
from interpreter.ir.reachability import endless
from interpreter.pipeline.building import LOWERED, declare, program_of, scenarios_of
from interpreter.pipeline.differing import has_same_boards
from interpreter.pipeline.loading import Loaded, wrong
from interpreter.pipeline.rechecking import NeedsFullReload, Rechecking
from interpreter.ruleset.layers import Layer
from interpreter.ruleset.option_combinations import Trial
from interpreter.ruleset.reading import resolved
from interpreter.ruleset.ruleset import Ruleset
from interpreter.secrecy.analysis import SecrecyAnalysis
from interpreter.secrecy.option_proofs import Proofs
from interpreter.semantics.declarations import Declarations
from interpreter.semantics.dependencies import Place
from interpreter.semantics.names import BoundNode, Names
from interpreter.semantics.sections.scenarios import Scenario


class Attempt(Struct, frozen=True):
    """A pack read under one option combination; no program if that failed.

    `scenarios` are those that were read again; `again` are all declarations that were,
    None for the whole pack; `options` those that are not as they were.
    """

    problems: tuple[Diagnostic, ...]
    names: Names
    program: Program | None
    scenarios: Mapping[str, Scenario] = field(default_factory=dict)
    again: frozenset[Place] | None = None
    options: frozenset[str] = frozenset()


def read_under(loaded: Loaded, layers: list[Layer], trial: Trial) -> Attempt:
    """Read what a combination touches; everything if it touches more than rules."""
    attempt = rules_under(loaded, layers, trial)
    return whole_under(loaded, layers, trial) if attempt is None else attempt


def rules_under(loaded: Loaded, layers: list[Layer], trial: Trial) -> Attempt | None:
    """Read the rules that changed and their dependents; None if a full reload is
    needed."""
    problems: list[Diagnostic] = []
    ruleset = _resolved(loaded, layers, trial.texts, problems, ["cases"])
    if wrong(problems):
        return Attempt(tuple(problems), Names(Diagnostics(problems)), None)
    return reread(loaded, ruleset)


def unproved_under(loaded: Loaded, options: Mapping[str, str]) -> Loaded:
    """Return a pack under other options like `loaded_under`, but without proofs of
    secrecy and termination; for a caller that runs it and shows it to no seat."""
    return _under(loaded, options, proves=False)


def loaded_under(loaded: Loaded, options: Mapping[str, str]) -> Loaded:
    """Return a pack under other options like `Loaded.under`, with errors only; warnings
    and notes were reported when it was loaded. Its cases are left out: they are read
    under the options of the pack, and spreading tables of them takes longest here."""
    return _under(loaded, options, proves=True)


def _under(loaded: Loaded, options: Mapping[str, str], *, proves: bool) -> Loaded:
    problems: list[Diagnostic] = []
    proof = loaded.proof
    if loaded.program is None or loaded.ruleset is None or (proves and proof is None):
        return loaded.under(options)
    ruleset = _resolved(loaded, list(loaded.layers), options, problems, ["cases"])
    if not wrong(problems) and ruleset.options == loaded.ruleset.options:
        return replace(loaded, problems=())
    attempt = None if wrong(problems) else reread(loaded, ruleset)
    if attempt is None and not proves and not wrong(problems):
        attempt = _read_whole(loaded, ruleset, problems)
    if (
        attempt is None
        or attempt.program is None
        or (proves and proof is not None and _unsafe(proof, attempt.program))
    ):
        return loaded.under(options)
    return replace(
        loaded,
        ruleset=ruleset,
        program=attempt.program,
        names=attempt.names,
        scenarios=attempt.scenarios,
        problems=(),
        proof=None,
    )


def _resolved(
    loaded: Loaded,
    layers: list[Layer],
    options: Mapping[str, str],
    problems: list[Diagnostic],
    without: Collection[str] = (),
) -> Ruleset:
    folder, before = loaded.folder, loaded.ruleset
    return resolved(layers, folder, options, problems, without, before)


def _unsafe(proof: SecrecyAnalysis, program: Program) -> bool:
    """Return whether a program may not terminate, or leaks to a seat."""
    return bool(endless(program.procedures) or Proofs(proof).problems(program))


def reread(
    loaded: Loaded, ruleset: Ruleset, bound: list[BoundNode] | None = None
) -> Attempt | None:
    """Read a pack for a ruleset with other options, or with other rules; None if a full
    reload is needed. What is bound is added to `bound`."""
    try:
        reading = Rechecking(loaded, ruleset, bound)
    except NeedsFullReload:
        return None
    assert loaded.program is not None
    names, scenarios, before = reading.names, loaded.scenarios, loaded.program
    if any(section == "scenarios" for section, _ in reading.again):
        scenarios = scenarios_of(names, ruleset)
    lowered = {name for section, name in reading.again if section in LOWERED}
    known = {k: each for k, each in before.procedures.items() if k not in lowered}
    declared = _with_rules(before.declared, names)
    program = program_of(names, ruleset, declared, scenarios, known)
    problems = reading.problems
    usable = None if wrong(problems) else program
    again, options = frozenset(reading.again), frozenset(reading.options)
    return Attempt(problems, names, usable, scenarios, again, options)


def whole_under(loaded: Loaded, layers: list[Layer], trial: Trial) -> Attempt:
    """Read the whole pack under other options."""
    problems: list[Diagnostic] = []
    ruleset = _resolved(loaded, layers, trial.texts, problems, ["cases"])
    return _read_whole(loaded, ruleset, problems)


def _read_whole(
    loaded: Loaded, ruleset: Ruleset, problems: list[Diagnostic]
) -> Attempt:
    """Read a ruleset with other options; `problems` are those of resolving it."""
    names = Names(Diagnostics(problems))
    if wrong(problems):
        return Attempt(tuple(problems), names, None)
    assert loaded.ruleset is not None
    if has_same_boards(loaded.names, loaded.ruleset, ruleset):
        names.take_layouts(loaded.names)
    declared = declare(names, ruleset)
    scenarios = scenarios_of(names, ruleset)
    program = program_of(names, ruleset, declared, scenarios)
    usable = None if wrong(problems) else program
    return Attempt(tuple(problems), names, usable, scenarios)


def _with_rules(declared: Declarations, names: Names) -> Declarations:
    """Return declarations with the rules and options of these names."""
    return replace(
        declared,
        formulas=dict(names.formulas),
        tables=dict(names.tables),
        modifiers=dict(names.modifiers),
        options={key: value for key, (value, _) in names.options.items()},
    )
