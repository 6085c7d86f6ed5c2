"""Runs the cases of a pack that are wanted, here or in several processes.

A process that runs a case needs the pack as it reads under the case's options, which
costs far more than most cases. So cases with equal options stay together, in batches
small enough to be dealt evenly, and few cases are run where they are. What is known to
pass is told before any process is started.

While the files of a pack and of those below it are the same, and all cases passed, the
results are told without any YAML being read: the listing of the last run has each case
with its place and the key of its pass.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, chain
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from interpreter.app.testing.case_keys import Options
from interpreter.app.testing.case_runs import CaseRunner
from interpreter.app.testing.selection import Selection, selected
from interpreter.cache.entries import entry_of, text_in
from interpreter.cache.parsed_texts import remembered_texts
from interpreter.cache.verdicts import ListedCase, Listing, Verdicts
from interpreter.coverage.covered import Coverage, standings
from interpreter.diagnostics import UmpireError, UnknownName
from interpreter.engine.simulation.estimates import (
    Failed,
    Progress,
    copies,
    working,
)
from interpreter.pipeline.collector import passed_over
from interpreter.pipeline.loading import (
    Loaded,
    load,
    load_files,
    load_part,
    load_unproved,
    load_whole,
    usable,
    wrong,
)
from interpreter.reports.cases import CaseDifference, CaseResult, Gap
from interpreter.reports.rulebook import RuleStatus
from interpreter.ruleset.layers import owner_below
from interpreter.ruleset.mentions import words
from interpreter.ruleset.printed_tables import is_shaped
from interpreter.ruleset.ruleset import Declaration
from interpreter.semantics.sections.rulebook import listed
from interpreter.source import Source, Span, normalised
from interpreter.values.exact_numbers import numbers_of_any_length
from interpreter.yaml import MappingNode, name_of

Cases = dict[str, Declaration]


class CasesWanted(Struct, frozen=True):
    """Which cases of packs are run: those that `words` mean, all without any;
    `only_own`: only those of the packs themselves; `again`: also what is known to
    pass."""

    words: Sequence[str]
    only_own: bool
    workers: int
    again: bool


def results_of(
    folders: Sequence[Path], wanted: CasesWanted, progress: Progress | None
) -> list[CaseResult]:
    """Return the results of the cases of packs that are wanted, and remember those that
    pass."""
    known = [Verdicts.of(folder) for folder in folders]
    if not wanted.again and len(folders) == 1:
        found = unchanged_results(folders[0], known[0], wanted.words, wanted.only_own)
        if found is not None:
            return found
    if not wanted.words:
        packs = [_usable(load(folder)) for folder in folders]
        return _results(packs, [None] * len(packs), known, wanted, progress)
    with remembered_texts(folders[0]):  # for the expressions of the cases too
        packs = [_without_error(load_files(folder)) for folder in folders]
        every = [
            (each, CaseRunner(each, only_own=wanted.only_own).declared())
            for each in packs
        ]
        chosen = selected(every, wanted.words)
        with passed_over():
            return _results(packs, chosen, known, wanted, progress)


def _results(
    packs: Sequence[Loaded],
    chosen: Sequence[Selection | None],
    known: Sequence[Verdicts],
    wanted: CasesWanted,
    progress: Progress | None,
) -> list[CaseResult]:
    found: list[CaseResult] = []
    for loaded, meant, verdicts in zip(packs, chosen, known, strict=True):
        cases = CaseRunner(
            loaded,
            only_own=wanted.only_own,
            verdicts=verdicts,
            again=wanted.again,
        )
        try:
            with numbers_of_any_length():
                found += (
                    case_results(cases, wanted.workers, progress)
                    if meant is None
                    else chosen_results(cases, meant, wanted.workers, progress)
                )
            list_cases(cases, verdicts, meant)
        finally:
            verdicts.keep()
    return found


def gaps_of(
    folders: Sequence[Path], only_own: bool, progress: Progress | None
) -> tuple[list[CaseResult], list[Gap]]:
    """Run every case of packs; return the results, and what none of them touches."""
    found: list[CaseResult] = []
    gaps: list[Gap] = []
    for loaded in [_usable(load(folder)) for folder in folders]:
        coverage = Coverage(loaded)
        cases = CaseRunner(loaded, coverage, only_own)
        every = cases.declared().values()
        with numbers_of_any_length():
            for done, case in enumerate(every, 1):
                found.append(cases.result(case))
                _tell(progress, done, len(every))
            gaps += coverage.gaps()
    return found, gaps


def _usable(loaded: Loaded) -> Loaded:
    usable(loaded)
    return loaded


def _without_error(loaded: Loaded) -> Loaded:
    """Return a pack of which only the files were read; raises Unusable with all that is
    wrong with it if anything is wrong with them."""
    if wrong(loaded.problems):
        usable(load_whole(loaded) if loaded.layers else loaded)
    return loaded


def _tell(progress: Progress | None, done: int, of: int) -> None:
    if progress is not None:
        progress(done, of)


def covered_rules(
    loaded: Loaded,
    rule: str = "",
    verdicts: Verdicts | None = None,
    progress: Progress | None = None,
) -> tuple[tuple[RuleStatus, ...], tuple[CaseResult, ...]]:
    """Run every case of a pack; return the status of each rule of its source, and the
    results. With a `rule` only of that one: a case that is known to run through others
    alone is not run."""
    coverage, key = Coverage(loaded), normalised(rule)
    cases = CaseRunner(loaded, coverage, verdicts=verdicts)
    index = () if loaded.ruleset is None else tuple(listed(loaded.ruleset))
    if rule and all(each.key != key for each in index):
        raise UnknownName("rule", rule, [each.name for each in index])
    results: list[CaseResult] = []
    declared = cases.declared().values()
    with numbers_of_any_length():
        for done, case in enumerate(declared, 1):
            noted = cases.noted(case) if rule else None
            if noted is None or key in noted:
                results.append(cases.result(case))
            _tell(progress, done, len(declared))
    found = standings(coverage)
    if rule:
        pairs = zip(index, found, strict=True)
        found = tuple(status for entry, status in pairs if entry.key == key)
    return found, tuple(results)


FEW_CASES = 150
"""So many cases are run no slower in this process where each other must read the
pack."""
READ_BY_PART = 3
"""So many cases are run no slower if the pack is read for each, as far as it reaches,
than if it is read once as a whole."""
BATCH = 40
LOADING, SETTING = 270, 8
"""How many cases are run in the time in which a pack is loaded, and read again under
other options: of a large pack, and for others as good as any."""

WorkerAnswer = tuple[tuple[str, ...], tuple[CaseDifference, ...], str, bool]
"""The rules of a case, its differences, its error and whether it is unchanged: what a
result holds that the declaration of the case does not say."""
BatchAnswer = tuple[list[WorkerAnswer], tuple[str, ...]]
"""The answers of a batch, and the keys of the cases that passed."""


def case_results(
    cases: CaseRunner,
    workers: int,
    progress: Progress | None = None,
    names: frozenset[str] | None = None,
) -> Iterator[CaseResult]:
    """Yield the result of each case, or of those of these names, in the order of the
    files."""
    declared = {
        name: case
        for name, case in cases.declared().items()
        if names is None or name in names
    }
    known = {name: cases.known(case) for name, case in declared.items()}
    left = {name: case for name, case in declared.items() if known[name] is None}
    if workers > 1 and len(left) >= (BATCH if copies() else FEW_CASES):
        known |= _shared_out(cases, left, workers, progress)
    done = 0
    for name, case in declared.items():
        result = known[name]
        if result is None:
            result = cases.result(case)
            done += 1
            _tell(progress, done, len(left))
        yield result


def chosen_results(
    files: CaseRunner, chosen: Selection, workers: int, progress: Progress | None
) -> Iterator[CaseResult]:
    """Yield the results of the cases that are chosen of a pack of which only the files
    were read, in their order."""
    if chosen.rules:
        yield from _of_rules(_whole(files, marks=True), chosen, progress)
    elif len(chosen.names) > READ_BY_PART:
        yield from case_results(_whole(files), workers, progress, chosen.names)
    else:
        yield from _by_parts(files, chosen.names)


def _whole(files: CaseRunner, *, marks: bool = False) -> CaseRunner:
    """Return what runs cases with the whole pack, of which only the files were read."""
    loaded = _usable(load_whole(files.first))
    coverage = Coverage(loaded) if marks else None
    return replace(files, first=loaded, coverage=coverage)


def _by_parts(files: CaseRunner, names: frozenset[str]) -> Iterator[CaseResult]:
    """Yield the results of a few cases, for each of which no more of the pack is read
    than it can reach. One that does not pass so is run with the whole pack, which
    counts: it may want what its words do not show."""
    whole: CaseRunner | None = None
    for name, case in files.declared().items():
        if name not in names:
            continue
        result = files.known(case)
        if result is None and is_shaped(case, []) and not files.others(case):
            result = by_part(files, case).result(case)
        if result is None or not result.passed:
            whole = whole or _whole(files)
            result = whole.result(case)
        yield result


def by_part(files: CaseRunner, case: Declaration) -> CaseRunner:
    """Return what runs one case of a pack of which only the files were read, with no
    more of it than the case can reach."""
    named = case.node.get("scenario") if isinstance(case.node, MappingNode) else None
    scenario, text = name_of(named), words(case.node)

    def read(options: Options) -> Loaded:
        return load_part(files.first, dict(options), scenario, text)

    return CaseRunner(
        files.first,
        only_own=files.only_own,
        verdicts=files.verdicts,
        again=files.again,
        keys=files.keys,
        read_part=read,
    )


def _of_rules(
    cases: CaseRunner, chosen: Selection, progress: Progress | None
) -> Iterator[CaseResult]:
    """Yield the results of the cases that run through a rule or name it: where that is
    not noted of a case, it is run to find out."""
    declared = cases.declared()
    for done, (name, case) in enumerate(declared.items(), 1):
        wanted = name in chosen.names or chosen.named_by(case)
        noted = cases.noted(case)
        if noted is not None:
            if wanted or not chosen.rules.isdisjoint(noted):
                yield cases.result(case) if cases.again else cases.unchanged(case)
        else:
            result = cases.result(case)
            if wanted or not chosen.rules.isdisjoint(cases.touched(case)):
                yield result
        _tell(progress, done, len(declared))


def _shared_out(
    cases: CaseRunner, left: Cases, workers: int, progress: Progress | None
) -> dict[str, CaseResult | None]:
    """Return the results of cases by name, run in several processes."""
    loaded, batches = cases.first, _batches(cases, left)
    own = _own_share(batches, workers)
    answers: dict[str, WorkerAnswer] = {}
    pieces = [(batch,) for batch in batches[own:]]
    runner_arguments = (
        str(loaded.folder),
        cases.only_own,
        cases.verdicts is not None,
        cases.again,
    )
    results: dict[str, CaseResult | None] = {}
    made = _runs(cases, left)
    with working(_runner, runner_arguments, pieces, workers - 1, made) as others:
        for name in chain.from_iterable(batches[:own]):
            results[name] = cases.result(left[name])
            _tell(progress, len(results), len(left))
            others.collect()
        for batch, answer in zip(batches[own:], others, strict=True):
            if isinstance(answer, Failed):
                raise answer.error()
            found, passed = answer
            answers |= zip(batch, found, strict=True)
            if cases.verdicts is not None:
                cases.verdicts.add(passed)
            _tell(progress, len(results) + len(answers), len(left))
    for name in answers:
        case = left[name]
        *answer, unchanged = answers[name]
        below = owner_below(case, loaded.layers)
        given_ = (loaded.name, case.name, case.span, *answer, below, unchanged)
        results[name] = CaseResult(*given_)
    return results


def _own_share(batches: Sequence[tuple[str, ...]], workers: int) -> int:
    """Return how many of the batches this process does, so that it ends when others do,
    which load the pack first unless they are copies; all where others do not pay."""
    costs = [SETTING + len(batch) for batch in batches]
    loading = 0 if copies() else LOADING
    share = (sum(costs) + (workers - 1) * loading) / workers
    done = list(accumulate(costs))
    return bisect_left(done, share) + 1


def _batches(cases: CaseRunner, left: Cases) -> list[tuple[str, ...]]:
    """Return the names of cases, those of equal options together."""
    groups: dict[Options, list[str]] = {}
    for name, declared in left.items():
        groups.setdefault(cases.options(declared), []).append(name)
    batches = [
        tuple(names[first : first + BATCH])
        for names in groups.values()
        for first in range(0, len(names), BATCH)
    ]
    return sorted(batches, key=len, reverse=True)


def _runner(
    folder: str, only_own: bool, remembers: bool, again: bool
) -> Callable[[tuple[str, ...]], BatchAnswer]:
    """Return what runs a batch, in a process that has read nothing."""
    loaded = _usable(load_unproved(Path(folder)))
    verdicts = Verdicts.of(loaded.folder) if remembers else None
    cases = CaseRunner(loaded, only_own=only_own, verdicts=verdicts, again=again)
    return _runs(cases, cases.declared())


def _runs(
    cases: CaseRunner, declared: Cases
) -> Callable[[tuple[str, ...]], BatchAnswer]:
    """Return what runs a batch, given by its names, and says which keys it used."""
    verdicts = cases.verdicts

    def run(names: tuple[str, ...]) -> BatchAnswer:
        with numbers_of_any_length():
            results = [cases.result(declared[name]) for name in names]
        answers = [(e.rules, e.differences, e.error, e.unchanged) for e in results]
        return answers, () if verdicts is None else verdicts.taken()

    return run


def unchanged_results(
    folder: Path, verdicts: Verdicts, words: Sequence[str], own: bool
) -> list[CaseResult] | None:
    """Return the results of the cases of a pack that are wanted, if it has not changed
    and they all pass; None otherwise, for words that are no names of cases or of tables
    of cases, and without words where only a part of the pack was read."""
    listing, entry = verdicts.listing, entry_of(folder, {})
    if listing is None or not (words or listing.is_whole):
        return None
    if listing is None or entry is None or listing.chain[0][0] != folder:
        return None  # places are shown below the folder as it is written
    wanted = _wanted(listing.cases, words, own)
    if wanted is None or not all(verdicts.passed(case[-1]) for case in wanted):
        return None
    now = entry.of(listing.chain)
    if now is None or now.made != listing.digest:
        return None
    sources = {name: Source(name, text_in(data)) for name, data in now.texts.items()}
    return [
        CaseResult(
            listing.pack,
            name,
            Span(sources[file], start, end),
            rules,
            below=below,
            unchanged=True,
        )
        for _, name, file, start, end, rules, below, _ in wanted
    ]


def _wanted(
    cases: Sequence[ListedCase], words: Sequence[str], own: bool
) -> list[ListedCase] | None:
    """Return the cases that words mean, all without any; None for another word. With
    `own` only those of the pack itself."""
    cases = [case for case in cases if not (own and case[6])]
    meant: set[str] = set()
    for word in words:
        name = normalised(word)
        keys = [case[0] for case in cases]
        found = (
            {name} if name in keys else {k for k in keys if k.startswith(f"{name},")}
        )
        if not found:
            return None
        meant |= found
    return [case for case in cases if not words or case[0] in meant]


def list_cases(
    cases: CaseRunner, verdicts: Verdicts, chosen: Selection | None = None
) -> None:
    """Note the cases of a pack that was read from its files as they are; where only
    those that were `chosen` were run, of the others what was noted of these files."""
    loaded = cases.first
    ruleset, entry = loaded.ruleset, entry_of(loaded.folder, {})
    now = entry.of(ruleset.chain) if ruleset and entry is not None else None
    if ruleset is None or now is None or not _is_same(loaded, now.texts):
        return
    before = verdicts.listing
    if before is not None and before.digest != now.made:
        before = None
    known = {} if before is None else {each[0]: each[-1] for each in before.cases}
    listed: list[ListedCase] = []
    for key, case in replace(cases, only_own=False).declared().items():
        is_chosen = chosen is None or chosen.rules or key in chosen.names
        passed = cases.whole_key(case) if is_chosen else known.get(key, "")
        if passed is None:
            return
        span, below = case.span, owner_below(case, loaded.layers)
        place = (span.source.name, span.start, span.end)
        try:
            rules = cases.unchanged(case).rules
        except UmpireError:  # a row that is no case, which nobody asked for
            return
        listed.append((key, case.name, *place, rules, below, passed))
    is_whole = chosen is None or (before is not None and before.is_whole)
    every = tuple(listed)
    verdicts.listing = Listing(now.made, ruleset.chain, loaded.name, every, is_whole)


def _is_same(loaded: Loaded, texts: Mapping[str, bytes]) -> bool:
    files = loaded.ruleset.files if loaded.ruleset is not None else ()
    read = {each.name: each.text for each in files}
    return read == {name: text_in(data) for name, data in texts.items()}
