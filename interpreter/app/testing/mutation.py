"""Mutation testing of rule data: which single faults in rows are found.

A fault (`ruleset.row_faults`) is planted into the text of a pack in memory, and the
pack is read as `check` reads it under its default options, as far as the edit reaches.
An error or a warning that the pack did not have finds it. Otherwise its cases are run,
those first that are likely to find it: cases that found another fault of the same
declaration, then those that name a rule of the row. A case that the edit cannot reach,
by the hash of all that it depends on, is not run. The first case that does not pass
finds the fault.

A fault that survives is compared with the pack as it is (`differences.effects`), under
options under which the row counts. If nothing that can be run has another meaning, or
the rule gives the same for all arguments there are, the fault is equivalent: no case
could find it, and that is a proof. (Equal odds of a roll are none: with the dice given
the result differs.) Otherwise the smallest arguments for which it shows are the case
that is missing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from random import Random
from typing import Final, get_args

from msgspec import Struct, field
from msgspec.structs import replace

from interpreter.app.differences.effects import (
    Meanings,
    Sides,
    effect_of,
    outcomes_of,
)
from interpreter.app.opening.session import Session
from interpreter.app.testing.case_keys import CaseKeys
from interpreter.app.testing.case_runs import CaseRunner
from interpreter.app.type_values import type_values
from interpreter.cache.codec import Unstorable
from interpreter.cache.slice_hashes import digest_of, node_text
from interpreter.cache.verdicts import KnownMutants, Verdicts
from interpreter.diagnostics import Diagnostic, UmpireError, Unusable
from interpreter.engine.simulation.estimates import Failed, working
from interpreter.expressions.typed import Constant
from interpreter.pipeline.checking import Checked, check
from interpreter.pipeline.loading import Loaded, usable
from interpreter.pipeline.opening import Pack
from interpreter.pipeline.option_readings import loaded_under
from interpreter.reports.case_values import as_yaml
from interpreter.reports.cases import CaseResult
from interpreter.reports.diffs import Effect
from interpreter.reports.mutation import Mutant, MutantVerdict, MutationReport
from interpreter.reports.odds import OddsReport
from interpreter.reports.sweep_statistics import Measured
from interpreter.reports.values import spaced
from interpreter.ruleset.changes import path_of
from interpreter.ruleset.option_combinations import planned
from interpreter.ruleset.option_values import holds
from interpreter.ruleset.options import OptionValue
from interpreter.ruleset.row_faults import RowFault, row_faults
from interpreter.ruleset.rule_index import all_rules
from interpreter.ruleset.ruleset import Declaration
from interpreter.semantics.declarations import EntryPoint, LookupTable, RollTable
from interpreter.values.exact_numbers import numbers_of_any_length
from interpreter.values.types import Value
from interpreter.yaml.writing import scalar

NOT_SHOWN: Final = (
    "none of the arguments that were tried shows it; others may, or it changes nothing"
)
MOST_TOTALS = 1_000  # sums of dice that are tried for a case
BATCH = 10  # faults that a worker takes at a time
Tell = Callable[[int, int], None]
Rule = tuple[str, str]


class FaultsWanted(Struct, frozen=True):
    """How many faults are tried (None: all), drawn by which seed, by how many
    processes; `left_out` of those that are drawn before them are not. `only_own`: no
    case of a pack below may find one."""

    count: int | None = 100
    seed: str = "1"
    workers: int = 1
    left_out: int = 0
    only_own: bool = False


def mutation_report(
    folder: Path, wanted: FaultsWanted, tell: Tell | None = None
) -> MutationReport:
    """Return which faults in the rows of a pack are found, and by what.

    Only rows that its own files have are changed. Raises Unusable for a pack with
    errors, or of which a case fails. `tell` hears (faults tried, of all).
    """
    base = check(folder, quick=True)
    usable(base.loaded)
    faults = _faults_of(base.loaded)
    drawn = list(range(len(faults)))
    Random(wanted.seed).shuffle(drawn)  # more of the same seed has the fewer too
    last = None if wanted.count is None else wanted.left_out + wanted.count
    chosen = sorted(drawn[wanted.left_out : last])
    results: dict[int, Mutant] = {}
    remembered = _Remembered.of(folder, base.loaded, faults, wanted.only_own)
    for number in chosen:
        mutant = remembered.mutant(number)
        if mutant is not None:
            results[number] = mutant
    left = [number for number in chosen if number not in results]
    tried: dict[int, Mutant] = {}
    try:

        def has_tried() -> None:
            if tell is not None:
                tell(len(results) + len(tried), len(chosen))

        for number, mutant in _tried(folder, base, left, wanted, has_tried):
            tried[number] = mutant
            has_tried()
    finally:
        remembered.keep(tried)
    results |= tried
    mutants = tuple(results[number] for number in chosen)
    return MutationReport(base.loaded.name, len(faults), mutants)


def _tried(
    folder: Path,
    base: Checked,
    numbers: Sequence[int],
    wanted: FaultsWanted,
    waits: Callable[[], None],
) -> Iterator[tuple[int, Mutant]]:
    """Yield what becomes of faults, given by their numbers: the caller tries every n-th
    batch itself, while n - 1 workers do the others. `waits` is called again and again
    before the first of them."""
    if not numbers:
        return
    workers, only_own = wanted.workers, wanted.only_own
    trying = _Trying.of(folder, base, only_own, waits)
    batches = [tuple(numbers[at : at + BATCH]) for at in range(0, len(numbers), BATCH)]
    own = batches[::workers]
    others = [batch for at, batch in enumerate(batches) if at % workers]
    pieces = [(batch,) for batch in others]
    given = (str(folder), only_own)
    with working(_worker, given, pieces, workers - 1, trying.mutants) as answers:
        for batch in own:
            for number in batch:
                (mutant,) = trying.mutants((number,))
                yield number, mutant
            answers.collect()
        for batch, answer in zip(others, answers, strict=True):
            if isinstance(answer, Failed):
                raise answer.error()
            found: list[Mutant] = answer
            yield from zip(batch, found, strict=True)


def _worker(folder: str, only_own: bool) -> Callable[[tuple[int, ...]], list[Mutant]]:
    """Return what tries a batch, in a process that has read nothing."""
    checked = check(Path(folder), quick=True)
    return _Trying.of(Path(folder), checked, only_own).mutants


def _faults_of(loaded: Loaded) -> tuple[RowFault, ...]:
    """Return every fault of the rows that the pack's own files have."""
    assert loaded.ruleset is not None
    own = frozenset(
        source.name
        for layer in loaded.layers
        if layer.folder == loaded.folder
        for source in layer.files
    )
    return tuple(row_faults(loaded.ruleset, own))


class _Remembered(Struct):
    """What became of faults when they were tried before, as far as that still holds.

    All holds only for the same pack without its cases. A case that found a fault still
    does if it is as it was; that nothing finds a fault holds while all cases are as
    they were. So an author who adds the cases that are missing has only the survivors
    tried again.
    """

    faults: tuple[RowFault, ...]
    keys: tuple[str, ...]
    cases: Mapping[str, str]
    """The hash of each case, by name."""
    every_case: str
    known: KnownMutants

    @classmethod
    def of(
        cls,
        folder: Path,
        loaded: Loaded,
        faults: tuple[RowFault, ...],
        only_own: bool,
    ) -> _Remembered:
        """Read what is known of the faults of a pack."""
        declared = CaseRunner(loaded, only_own=only_own).declared().values()
        cases = {case.name: digest_of(node_text(case.node)) for case in declared}
        every_case = digest_of(sorted(cases.items()))
        pack = CaseKeys.of(loaded).pack
        digest = digest_of([pack, "own cases"]) if only_own else pack
        known = KnownMutants.of(folder, digest)
        return cls(faults, _keys_of(faults), cases, every_case, known)

    def mutant(self, number: int) -> Mutant | None:
        """Return what became of a fault; None if it is to be tried."""
        result = self.known.of_fault(self.keys[number])
        if result is None:
            return None
        witness, word, *texts = result
        verdict = next(each for each in get_args(MutantVerdict) if each == word)
        mutant = _mutant(self.faults[number], verdict, *texts)
        return mutant if witness == self._witness(mutant) else None

    def _witness(self, mutant: Mutant) -> str:
        """Return the hash of the cases on which a verdict rests."""
        if mutant.verdict == "case":
            return self.cases.get(mutant.found_by, "")
        return self.every_case if mutant.verdict == "survived" else ""

    def keep(self, mutants: Mapping[int, Mutant]) -> None:
        """Remember what became of faults, by their numbers."""
        self.known.keep(
            {
                self.keys[number]: (self._witness(mutant), *_result(mutant))
                for number, mutant in mutants.items()
            }
        )


def _keys_of(faults: Sequence[RowFault]) -> tuple[str, ...]:
    """Return what tells each fault from all others, wherever in its file it stands: of
    equal ones also which it is."""
    seen: Counter[str] = Counter()
    keys = []
    for fault in faults:
        edits = [fault.before, [edit.text for edit in fault.edits]]
        key = digest_of([fault.section, fault.name, fault.path, fault.kind, edits])
        seen[key] += 1
        keys.append(f"{key}-{seen[key]}")
    return tuple(keys)


class _Trying(Struct):
    """A pack without a fault, and what is known of its cases."""

    folder: Path
    checked: Checked
    faults: tuple[RowFault, ...]
    verdicts: Verdicts
    only_own: bool = False
    found_by: dict[Rule, Counter[str]] = field(default_factory=dict)
    """How many faults of a declaration each case has found."""

    @classmethod
    def of(
        cls,
        folder: Path,
        checked: Checked,
        only_own: bool,
        waits: Callable[[], None] | None = None,
    ) -> _Trying:
        """Run the cases of a pack that has no error; `waits` is called after each."""
        loaded, verdicts = checked.loaded, Verdicts.in_memory()
        results: list[CaseResult] = []
        with numbers_of_any_length():
            runner = CaseRunner(loaded, verdicts=verdicts, only_own=only_own)
            for result in runner.results():
                if waits is not None and results:
                    waits()
                results.append(result)
        failed = [result for result in results if not result.passed]
        if failed:
            hint = "'umpire test PACK' says why; faults are tried once all cases pass"
            if failed[0].below:
                hint += "; --mutants with --own runs the overlay's own cases alone"
            raise Unusable(
                f"the case '{failed[0].name}' fails without any fault in a row",
                hint=hint,
            )
        return cls(folder, checked, _faults_of(loaded), verdicts, only_own)

    @property
    def base(self) -> Loaded:
        """The pack as it is."""
        return self.checked.loaded

    def mutants(self, batch: tuple[int, ...]) -> list[Mutant]:
        """Return what becomes of faults, given by their numbers."""
        with numbers_of_any_length():
            return [self.mutant(self.faults[number]) for number in batch]

    def mutant(self, fault: RowFault) -> Mutant:
        """Return what becomes of one fault."""
        made = partial(_mutant, fault)
        texts = {fault.file: fault.applied()}
        checked = check(self.folder, quick=True, texts=texts, before=self.base)
        reported = next(self._new(checked.problems), None)
        if reported is not None:
            return made("check", found_by=f"{reported.code} {reported.message}")
        case = self._failing_case(fault, checked.loaded)
        if case is not None:
            return made("case", found_by=case)
        return self._survived(fault, checked.loaded, made)

    def _new(self, problems: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
        """Yield the errors and warnings that the pack has not without a fault."""
        known = Counter(map(_identity, self.checked.problems))
        for problem in problems:
            known[_identity(problem)] -= 1
            if problem.severity != "note" and known[_identity(problem)] < 0:
                yield problem

    def _failing_case(self, fault: RowFault, loaded: Loaded) -> str | None:
        runner = CaseRunner(loaded, verdicts=self.verdicts, only_own=self.only_own)
        rule = (fault.section, fault.name)
        found = self.found_by.setdefault(rule, Counter())
        rules = {rule.casefold() for rule in fault.rules}

        def rank(case: Declaration) -> tuple[int, bool]:
            named = (rule.casefold() for rule in all_rules(case.node))
            return -found[case.key], rules.isdisjoint(named)

        for case in sorted(runner.declared().values(), key=rank):
            if not runner.result(case).passed:
                found[case.key] += 1
                return case.name
        return None

    # A fault that no case finds.

    def _survived(
        self, fault: RowFault, loaded: Loaded, made: Callable[..., Mutant]
    ) -> Mutant:
        """Return a proof that a fault is equivalent, or the case that is missing."""
        try:
            options = self._options(fault)
            if options is None:
                return made("survived", note="no options that are tried reach the row")
            before, after = self.base, loaded
            if options:
                before, after = (
                    loaded_under(each, options) for each in (self.base, loaded)
                )
                reported = next(self._new(after.problems), None)
                if reported is not None and reported.severity == "error":
                    return made("check", found_by=f"{reported.code} {reported.message}")
            sides = Sides(Pack.of(before), Pack.of(after), ("the pack", "the fault"))
        except UmpireError as error:
            return made("check", found_by=error.message)
        shown = _rolled(sides, fault, options) or _read(sides, fault, options)
        if shown:
            return made("survived", missing=shown)
        effect = _effect(sides, fault)
        if effect is None:
            return made("survived", note="the rule cannot be run alone")
        if effect.verdict == "same":
            note = "it means the same"
            if effect.tried:
                note = "the rule gives the same for all arguments that there are"
            return made("equivalent", note=note)
        if effect.verdict in ("differs", "estimated"):
            return made("survived", missing=_missing(fault.key, effect, options, sides))
        return made("survived", note=effect.note or NOT_SHOWN)

    def _options(self, fault: RowFault) -> dict[str, str] | None:
        """Return options under which the row of a fault counts, the defaults if they
        are such; None if it counts under none that `check` tries."""
        ruleset = self.base.ruleset
        assert ruleset is not None
        if _count_under(fault, ruleset.options):
            return {}
        plan = planned(list(self.base.layers), ruleset.sections["cases"], None)
        for trial in plan.trials:
            options = {
                name: replace(option, value=trial.values.get(name, option.value))
                for name, option in ruleset.options.items()
            }
            if _count_under(fault, options):
                return trial.texts
        return None


def _count_under(fault: RowFault, options: Mapping[str, OptionValue]) -> bool:
    return all(holds(only, options, []) is True for only in fault.conditions)


def _identity(problem: Diagnostic) -> tuple[str, str]:
    return problem.code, problem.message


def _result(mutant: Mutant) -> tuple[MutantVerdict, str, str, str]:
    return mutant.verdict, mutant.found_by, mutant.missing, mutant.note


def _mutant(
    fault: RowFault,
    verdict: MutantVerdict,
    found_by: str = "",
    missing: str = "",
    note: str = "",
) -> Mutant:
    """Return a fault with what became of it."""
    path = path_of([], fault.section, spaced(fault.name), *fault.path)
    before = "\n".join(text.strip() for text in fault.before)
    after = "\n".join(edit.text for edit in fault.edits)
    place = (fault.file, *fault.span.first)
    about = (fault.kind, path, fault.rules, *place, before, after)
    return Mutant(*about, verdict, found_by, missing, note)


def _effect(sides: Sides, fault: RowFault) -> Effect | None:
    """Return what a fault does to its rule alone, which is `same` only by a proof; None
    where the rule cannot be run."""
    name = fault.key
    if name not in sides.before.program.entries:
        return None
    meanings = [Meanings(pack) for pack in (sides.before, sides.after)]
    try:
        before, after = (meaning.of_entry(name) for meaning in meanings)
        if before == after:
            return Effect(spaced(name), "", "same")
    except Unstorable:  # what cannot be hashed is run
        pass
    return effect_of(sides, name)


def _rolled(sides: Sides, fault: RowFault, options: Mapping[str, str]) -> str:
    """Return a case of a roll on a table, with the dice for which a fault shows; "" of
    another rule. The odds may be the same, and the result of a roll is not."""
    one, other = (
        side.program.declared.tables.get(fault.key)
        for side in (sides.before, sides.after)
    )
    if not isinstance(one, RollTable) or not isinstance(other, RollTable):
        return ""
    if one.dice is None or any(row.rolls for row in (*one.rows, *other.rows)):
        return ""
    number, faces = one.dice
    for total in range(number, min(number * faces, number + MOST_TOTALS) + 1):
        before, after = (_at(table, total) for table in (one, other))
        if before is None or before == after:
            continue
        left, dice = total, []
        for others in range(number - 1, -1, -1):
            dice.append(min(faces, left - others))
            left -= dice[-1]
        session = Session(sides.before, "", sides.before.program.entries[fault.key], ())
        value = as_yaml(before[0], one.gives, session.edge)
        call = f"{fault.key}({'0' if one.plus else ''})"
        under = f", options: {_settings(options)}" if options else ""
        rest = f"dice: {{dice: {dice}}}, expect: {{result: {value}}}"
        return f"{{run: {call}{under}, {rest}}}"
    return ""


def _settings(options: Mapping[str, str]) -> str:
    """Return options as they are set in a case."""
    settings = (f"{spaced(name)}: {scalar(value)}" for name, value in options.items())
    return f"{{{', '.join(settings)}}}"


def _at(table: RollTable, total: int) -> tuple[Value] | None:
    """Return what a table gives for a number; None where no row, or no figure, is."""
    for row in table.rows:
        is_low = row.low is None or row.low <= total
        if is_low and (row.high is None or total <= row.high):
            return (row.gives.value,) if isinstance(row.gives, Constant) else None
    return None


def _read(sides: Sides, fault: RowFault, options: Mapping[str, str]) -> str:
    """Return a case that reads a row by its key, where a fault has taken it away."""
    table = sides.before.program.declared.tables.get(fault.key)
    entry = sides.before.program.entries.get(fault.key)
    if fault.kind != "deleted" or not isinstance(table, LookupTable) or entry is None:
        return ""
    domain = type_values(table.key, {})
    row = spaced(fault.path[-1])
    values = {} if domain is None else {spaced(k): v for k, v in domain.values.items()}
    if row not in values:
        return ""
    found = outcomes_of(sides.before, entry.name, "", (values[row],))
    if found.measured is None:
        return ""
    return _case_of(entry, [row], found.measured, "", options)


def _missing(key: str, effect: Effect, options: Mapping[str, str], sides: Sides) -> str:
    """Return the case that would find a fault, on one line of YAML; "" where its
    expectation cannot be written."""
    compared = effect.compared
    right = None if compared is None else compared.cells[0].against
    if right is None or not isinstance(right.report, OddsReport):
        return ""
    entry = sides.before.program.entries[key]
    values = dict(effect.example)
    names = [spaced(parameter.name) for parameter in entry.takes]
    given = [values[name] for name in names if name in values]
    return _case_of(entry, given, right, effect.scenario, options)


def _case_of(
    entry: EntryPoint,
    given: Sequence[str],
    measured: Measured,
    scenario: str,
    options: Mapping[str, str],
) -> str:
    """Return a call with what comes of it as a case, on one line of YAML."""
    report = measured.report
    if not isinstance(report, OddsReport):
        return ""
    words = ", ".join(text.replace(" ", "_") for text in given)
    call = f"{entry.name}({words})" if given else entry.name
    weights = {
        as_yaml(outcome.value, report.gives, measured.names): outcome.weight
        for outcome in report.outcomes
    }
    parts = {"run": scalar(call)}
    if scenario:
        parts["scenario"] = scalar(scenario)
    if options:
        parts["options"] = _settings(options)
    if len(weights) == 1:
        parts["expect"] = f"{{result: {next(iter(weights))}}}"
    else:
        parts = {"odds" if key == "run" else key: text for key, text in parts.items()}
        of = report.denominator
        chances = (f"{value}: {Fraction(w, of)}" for value, w in weights.items())
        parts["expect"] = f"{{{', '.join(chances)}}}"
    return f"{{{', '.join(f'{key}: {text}' for key, text in parts.items())}}}"
