"""Tries the option combinations of a plan, and knows which verdicts still hold.

What is found under a combination has two parts. The rules part (errors, what play
reaches) is a function of the plan and of every file without the rulebook and without
the cases at its end: cases are left out when a pack is read under a combination
(`without` in `ruleset.reading.resolved`), and rules of the source are compared with
what carries them under the defaults alone. Only the names of cases and rules are known
to what is read, to say of a wrong name what it is; so they count once there is a
problem. The part of the cases that set a combination is, beside, a function of the
files that hold them.

The rules parts of a plan are valid together or not at all, for leaks are reported under
the first combination that has them. With several workers each reports the first of its
own; the process that collects results keeps the first of all, so their number changes
nothing.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing
from hashlib import sha256
from time import monotonic
from typing import NamedTuple, Protocol

from msgspec import Struct
from msgspec.structs import replace

from interpreter.cache.codec import text_of
from interpreter.cache.pack_verdicts import (
    CaseVerdict,
    CombinationVerdicts,
    PackDigests,
    Place,
    RuleNames,
    Sources,
    TrialVerdict,
)
from interpreter.cache.parsed_texts import remembered_texts
from interpreter.cases.checking import check_case
from interpreter.diagnostics import Diagnostic
from interpreter.engine.simulation.estimates import Failed, copies, working
from interpreter.ir.effects import KnownCalls
from interpreter.ir.instructions import Program
from interpreter.ir.reachability import Unreached, endless
from interpreter.ir.stopping import ReachableStops
from interpreter.pipeline.loading import Loaded, loaded_from
from interpreter.pipeline.option_readings import Attempt, read_under
from interpreter.pipeline.rule_edits import digests_of, edit_between, touched_by
from interpreter.ruleset.finding import HEAD, INDEX
from interpreter.ruleset.layers import Layer
from interpreter.ruleset.option_combinations import CombinationPlan, Trial
from interpreter.ruleset.pack_files import PackFile
from interpreter.ruleset.ruleset import Declaration
from interpreter.secrecy.analysis import analyse_secrecy
from interpreter.secrecy.known_flows import KnownFlows
from interpreter.secrecy.option_proofs import Proofs
from interpreter.yaml.nodes import MappingNode, Node, SequenceNode

Progress = Callable[[int, int], None]
_CONFLICTS = frozenset({"R803", "R804"})  # codes of conflicts between options
_RULEBOOK, _CASES = "rulebook", "cases"
MOST_ALONE = 1.0
"""Seconds of work that one process does, however many may be started."""
MOST_OF_LOADING = 1 / 4
"""How long a combination takes at most, by the time that loading took, but for those
under which the whole pack is read."""
WORTH = 2 / 3
"""The share of the time that more processes may take, their start included."""


class CombinationCache(Protocol):
    """Where verdicts on the combinations of a pack are cached."""

    def combinations(self, files: Sources) -> CombinationVerdicts | None:
        """Return the last verdicts, perhaps of other files; None for a cache miss."""

    def keep_combinations(self, found: CombinationVerdicts, files: Sources) -> None:
        """Write verdicts."""


class TrialOptions(Struct, frozen=True):
    """How combinations are tried: `progress` is called with (combinations done, of
    all); more than one of the `workers` is started where work of seconds is left."""

    progress: Progress | None = None
    cache: CombinationCache | None = None
    workers: int = 1


class _Piece(NamedTuple):
    """A combination to be tried: its place in the plan, and whether for the rules, for
    the cases that set it, or for both."""

    place: int
    trial: Trial
    for_rules: bool
    for_cases: bool


class _Found(Struct, frozen=True):
    """What a piece of work found: a verdict, of which the caller knows setting and
    cases, empty where it was not asked for; and where what was not reached leads."""

    verdict: TrialVerdict
    leads: Mapping[Place, RuleNames] = {}


def found_under(
    loaded: Loaded,
    plan: CombinationPlan,
    trying: TrialOptions,
    load_seconds: float,
    by_default: RuleNames,
) -> CombinationVerdicts:
    """Return what is found under each combination of a plan.

    The pack has no errors under the defaults, and was loaded in so many seconds; play
    reaches `by_default` under them.
    """
    contents, cache = _PackContents(loaded), trying.cache
    files = {file.name: file for file in contents.files}
    made, names = contents.digest(plan), contents.names()
    known = None if cache is None else cache.combinations(files)
    holding = _holding(known, loaded, plan, made, names)
    trials, leads = _with_the_rest(holding, loaded, plan, trying, load_seconds)
    reached = by_default.union(*(by_default ^ each.differs for each in trials))
    never = leads.keys() - reached
    if holding.after_edit and any(leads[n] != holding.leads.get(n) for n in never):
        # of what play never reaches it is told where it leads under the last
        # combination, so that all must say it
        holding = replace(holding, trials={}, leads={})
        trials, leads = _with_the_rest(holding, loaded, plan, trying, load_seconds)
    digests = None
    if not _has_errors(loaded, trials):
        digests = holding.digests or digests_of(loaded)
    found = CombinationVerdicts(made, names, trials, leads, digests)
    if cache is not None and trials and found != known:
        cache.keep_combinations(found, files)
    return found


def _has_errors(loaded: Loaded, trials: Iterable[TrialVerdict]) -> bool:
    """Return whether there is a leak, or anything wrong under a combination: then
    others may have the same leak, which is told once."""
    leaks = loaded.proof is None or loaded.proof.problems
    return bool(leaks) or any(each.errors for each in trials)


class _Holding(Struct, frozen=True):
    """What holds of the last verdicts, by setting; `digests` are those of the pack now,
    None if they are not known. `after_edit`: of another version of the rules."""

    trials: Mapping[str, TrialVerdict] = {}
    leads: Mapping[Place, RuleNames] = {}
    digests: PackDigests | None = None
    after_edit: bool = False


def _holding(
    known: CombinationVerdicts | None,
    loaded: Loaded,
    plan: CombinationPlan,
    made: str,
    names: str,
) -> _Holding:
    """Return what holds of the last verdicts."""
    if known is not None and known.made == made and known.names != names:
        known = _without_wordings(known)
    if known is None:
        return _Holding()
    trials = {each.setting: each for each in known.trials}
    if known.made == made:
        return _Holding(trials, known.leads, known.digests)
    if known.digests is None:
        return _Holding()
    digests = digests_of(loaded)
    edit = edit_between(known.digests, digests, loaded)
    if edit is None:
        return _Holding(digests=digests)
    left = {
        setting: trials[setting]
        for trial in plan.trials
        if (setting := _setting(trial)) in trials and edit.leaves(trials[setting])
    }
    return _Holding(left, known.leads, digests, after_edit=True)


def _without_wordings(known: CombinationVerdicts) -> CombinationVerdicts | None:
    """Return the verdicts that hold whatever cases and rules of the source are called:
    those without a problem; None if the rules have one."""
    if any(each.errors for each in known.trials):
        return None
    trials = (
        replace(each, cases=CaseVerdict("", ())) if each.cases.problems else each
        for each in known.trials
    )
    return replace(known, trials=tuple(trials))


def _setting(trial: Trial) -> str:
    return text_of(list(trial.texts.items()))


def _with_the_rest(
    holding: _Holding,
    loaded: Loaded,
    plan: CombinationPlan,
    trying: TrialOptions,
    load_seconds: float,
) -> tuple[tuple[TrialVerdict, ...], Mapping[Place, RuleNames]]:
    """Return the verdicts that hold with those of what is tried now, and the leads of
    both."""
    contents, count = _PackContents(loaded), len(plan.trials)
    settings = list(map(_setting, plan.trials))
    digests = [contents.digest_of_cases(trial.cases) for trial in plan.trials]
    verdicts = [holding.trials.get(setting) for setting in settings]
    cases = [None if each is None else each.cases.cases for each in verdicts]
    todo = [
        _Piece(place, trial, cases[place] is None, cases[place] != digests[place])
        for place, trial in enumerate(plan.trials)
        if cases[place] != digests[place]
    ]
    leads = dict(holding.leads)
    with closing(_tried(loaded, todo, trying.workers, load_seconds)) as results:
        for done, (piece, found) in enumerate(zip(todo, results, strict=True)):
            place, verdict = piece.place, found.verdict
            known = verdicts[place]
            if piece.for_rules:
                leads |= found.leads
            elif known is not None:  # the cases may look into other rules
                cases_now, touched = verdict.cases, verdict.touched
                verdict = replace(known, cases=cases_now, touched=touched)
            verdicts[place] = replace(
                verdict,
                setting=settings[place],
                cases=replace(verdict.cases, cases=digests[place]),
            )
            if trying.progress is not None:
                trying.progress(count - len(todo) + done + 1, count)
    return tuple(each for each in verdicts if each is not None), leads


def _tried(
    loaded: Loaded, pieces: list[_Piece], workers: int, load_seconds: float
) -> Generator[_Found, None, None]:
    """Yield what is found for each piece, in order.

    Workers that are copies of this process are started at once, unless little is left
    to do. Others load the pack first, so they are started once it is known that they
    save enough of the time that is left, and this process goes on with the next pieces
    meanwhile. Of the rest all do the same share, each every so many-th piece, since the
    combinations of a plan become larger towards its end.
    """
    trials = _Trials(loaded)
    start, done, count, seconds = monotonic(), 0, 1, 1.0
    if copies():
        left = len(pieces) * load_seconds * MOST_OF_LOADING
        count, load_seconds = processes(workers, left, 0.0), 0.0
    while count == 1 and done < len(pieces):
        yield trials.found(*pieces[done])
        done += 1
        seconds = (monotonic() - start) / done
        left = seconds * (len(pieces) - done)
        count = processes(workers, left, load_seconds)
    given = (loaded.layers, loaded.read)
    alone = done + int(load_seconds / seconds)
    rest = pieces[alone:]
    others = [piece for place, piece in enumerate(rest) if place % count]
    with working(_worker, given, others, count - 1, trials.found) as answers:
        for piece in pieces[done:alone]:
            yield trials.found(*piece)
            answers.collect()
        theirs = iter(answers)
        for place, piece in enumerate(rest):
            if place % count == 0:
                yield trials.found(*piece)
                answers.collect()
                continue
            result = next(theirs)
            if isinstance(result, Failed):
                raise result.error()
            yield result


def processes(most: int, left: float, load_seconds: float) -> int:
    """Return how many processes should do what is left, in seconds of one; 1 where more
    do not pay. This process is one of them."""
    count = min(most, max(1, int(left / max(load_seconds, 0.01))))
    pays = seconds_with(count, left, load_seconds) < WORTH * left
    return count if pays and left > MOST_ALONE else 1


def seconds_with(count: int, left: float, load_seconds: float) -> float:
    """Return the seconds that processes take together for what is left, in seconds of
    one, if all but one load the pack first and all end at once."""
    return (left + (count - 1) * load_seconds) / count


def _worker(
    layers: tuple[Layer, ...], read: tuple[Diagnostic, ...]
) -> Callable[[int, Trial, bool, bool], _Found]:
    """Return what tries a piece, in a process of its own."""
    with remembered_texts(layers[-1].folder):
        loaded = loaded_from(list(layers), {}, list(read), KnownFlows())
    return _Trials(loaded).found


class _PackContents:
    """The contents of a pack's files, as they were read."""

    def __init__(self, loaded: Loaded) -> None:
        assert loaded.ruleset is not None
        self._layers, self._ruleset = loaded.layers, loaded.ruleset
        self.files = loaded.ruleset.files
        self._digests = {file.name: _digest(file.text) for file in self.files}

    def digest(self, plan: CombinationPlan) -> str:
        """Return the digest of all that the rules part of the verdicts depends on."""
        apart = not any(map(_may_change_rulebook, self._layers))
        layers = [
            (
                layer.name,
                str(layer.folder),
                layer.origin,
                [
                    (part.path, _digest(_rules_in(part)))
                    for part in layer.parts
                    if not (apart and part.path == INDEX)
                ],
            )
            for layer in self._layers
        ]
        trials = [
            (list(trial.texts.items()), bool(trial.cases)) for trial in plan.trials
        ]
        return _digest(text_of([layers, trials]))

    def names(self) -> str:
        """Return a digest of the names of cases and rules."""
        sections = self._ruleset.sections
        return _digest(text_of([list(sections[each]) for each in (_CASES, _RULEBOOK)]))

    def digest_of_cases(self, cases: Iterable[Declaration]) -> str:
        """Return a digest of the names of some cases and the files that hold them."""
        return _digest(
            text_of([(case.key, self._digests[case.file]) for case in cases])
        )


def _rules_in(part: PackFile) -> str:
    """Return the text of a file up to its cases, if these are its last section: what is
    before them reads the same whatever they are."""
    node = part.node
    text = "" if node is None else node.span.source.text
    if part.path in (HEAD, INDEX) or not isinstance(node, MappingNode):
        return text
    keys = [key for key, _ in node.entries]
    if not keys or keys[-1].name != _CASES:
        return text
    *others, last = keys
    if any(key.name == _CASES or key.span.start > last.span.start for key in others):
        return text
    return text[: last.span.start] if others else ""


def _may_change_rulebook(layer: Layer) -> bool:
    """Return whether an overlay or an option may change a rule of the source: a key in
    their changes names the rulebook."""
    maps = [part.node for part in layer.parts if isinstance(part.node, MappingNode)]
    changes = [layer.head.get("change"), *(node.get("options") for node in maps)]
    return any(
        _RULEBOOK in key for node in changes if node is not None for key in _keys(node)
    )


def _keys(node: Node) -> Iterator[str]:
    """Yield the text of every key in a node."""
    if isinstance(node, SequenceNode):
        for item in node.items:
            yield from _keys(item)
    elif isinstance(node, MappingNode):
        for key, value in node.entries:
            yield key.text
            yield from _keys(value)


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class _Trials:
    """Reads a pack under one combination after the other."""

    def __init__(self, loaded: Loaded) -> None:
        assert loaded.ruleset is not None
        assert loaded.program is not None
        assert loaded.proof is not None
        self._loaded, self._layers = loaded, list(loaded.layers)
        self._proofs, self._calls = Proofs(loaded.proof), KnownCalls()
        self._has_former_places = loaded.proof.has_former_places
        self._unreached = Unreached(loaded.ruleset)
        reach = self._unreached.of(loaded.program, loaded.names.holds)
        self._by_default = reach.reached

    def found(
        self, _place: int, trial: Trial, for_rules: bool, for_cases: bool
    ) -> _Found:
        """Return what is found under a combination: of leaks those that no earlier one
        had."""
        assert self._loaded.ruleset is not None
        attempt = read_under(self._loaded, self._layers, trial)
        program, differs = attempt.program, RuleNames()
        leads: Mapping[Place, RuleNames] = {}
        errors = _errors(attempt.problems) if for_rules else ()
        if for_rules and program is not None:
            errors += (
                *endless(program.procedures, self._calls),
                *self._leaks(program),
            )
            reach = self._unreached.of(program, attempt.names.holds)
            differs, leads = reach.reached ^ self._by_default, reach.leads
        cases = case_problems(trial.cases, attempt) if for_cases else ()
        touched = touched_by(trial, self._loaded.ruleset, attempt)
        verdict = CaseVerdict("", tuple(cases))
        found = TrialVerdict("", errors, verdict, differs, touched, attempt.options)
        return _Found(found, leads)

    def _leaks(self, program: Program) -> tuple[Diagnostic, ...]:
        """Return the leaks of a program that no earlier one had."""
        found = tuple(self._proofs.problems(program))
        if found and self._has_former_places:
            self._has_former_places = False
            assert self._loaded.program is not None
            self._proofs = Proofs(analyse_secrecy(self._loaded.program, KnownFlows()))
            found = tuple(self._proofs.problems(program))
        return found


def case_problems(cases: Iterable[Declaration], attempt: Attempt) -> list[Diagnostic]:
    """Return the problems of cases under the options of this attempt."""
    if attempt.program is None:
        return [each for case in cases for each in _option_conflicts(case, attempt)]
    reached, names, found = ReachableStops(attempt.program), attempt.names, []
    for case in cases:
        with names.dependencies.reading(_CASES, case.key):
            found += check_case(names, reached, case)
    return found


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
