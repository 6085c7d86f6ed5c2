"""What `check` found, in the cache: verdicts on packs, and on their combinations.

A verdict on a pack is valid while its files, those of its base packs and the engine are
the same, and is found without parsing a file. The verdicts on its option combinations
are valid as long as the files that reading under them depends on, so that an edit of a
case need not read the pack again under each (`pipeline.combinations`); after an edit
of a rule those are valid that it does not concern (`pipeline.rule_edits`).

A diagnostic is stored with its spans as (file, start, end); the text of a file is not
stored, since it is known to be the same. Invalid and damaged entries are cache misses.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct

from interpreter.cache.codec import Damaged, Json
from interpreter.cache.content_hashes import Chain, engine
from interpreter.cache.entries import MADE, CacheEntry, entry_of, made_from
from interpreter.diagnostics import Diagnostic, Fix
from interpreter.source import Source, Span

Sources = Mapping[str, Source]
Place = tuple[str, str]
"""(section, name) of a declaration."""

RuleNames = frozenset[Place]
Touched = RuleNames | None
"""The declarations that something concerns; None if it concerns the whole pack."""

VERDICT, COMBINATIONS = "verdict", "combinations"
_INVALID = (Damaged, AttributeError, IndexError, KeyError, TypeError, ValueError)


class CombinationCounts(Struct, frozen=True):
    """How many option combinations were tried, and how many they represent."""

    alone: tuple[int, int]
    pairs: tuple[int, int]
    sampled: tuple[int, int]
    by_cases: tuple[int, int]


class Verdict(Struct, frozen=True):
    """The problems of a pack, sorted; `tried` is None if it has no options, or errors
    under their defaults. `folders` are its own and those of its base packs, () if one
    of them is missing."""

    problems: tuple[Diagnostic, ...]
    tried: CombinationCounts | None
    folders: tuple[Path, ...] = ()


class CaseVerdict(Struct, frozen=True):
    """The problems of the cases that set one option combination; `cases` identifies
    them by content."""

    cases: str
    problems: tuple[Diagnostic, ...]


class TrialVerdict(Struct, frozen=True):
    """What was found under one combination.

    `setting` are its options with their values, as text. `errors` are those of the
    rules; a leak is among those of the first combination that has it. `differs` are the
    declarations that play reaches here and not under the defaults, or the other way
    round. `touched` is what reading the pack under the combination touched.
    """

    setting: str
    errors: tuple[Diagnostic, ...] = ()
    cases: CaseVerdict = CaseVerdict("", ())
    differs: RuleNames = frozenset()
    touched: Touched = None
    options: frozenset[str] = frozenset()


class PackDigests(Struct, frozen=True):
    """Digests of a pack under its defaults, with which it is compared after an edit.

    `written` is of each rule as it is written, `around` of all that is no rule. `seen`
    is of what checks see of rules that they do not read again, `outlines` of what that
    depends on beside what a rule uses (`pipeline.rule_edits`).
    """

    around: str
    written: Mapping[Place, str]
    seen: Mapping[Place, str]
    outlines: Mapping[Place, str]


class CombinationVerdicts(Struct, frozen=True):
    """What was found under each combination of a plan, in its order.

    `made` identifies the plan and all that the rules are read from, `names` the names
    of cases and rules, which only the text of a problem depends on. `leads` is to what
    each declaration leads that some combination does not reach. `digests` are those of
    the pack, None if it has errors under a combination.
    """

    made: str
    names: str
    trials: tuple[TrialVerdict, ...]
    leads: Mapping[Place, RuleNames]
    digests: PackDigests | None = None


class VerdictEntry(Struct, frozen=True):
    """Where the verdicts on a pack are cached; `made_by` is the digest of the engine
    before it began to check."""

    entry: CacheEntry
    made_by: str

    def verdict(self, *, quick: bool) -> Verdict | None:
        """Return the valid verdict; None for a cache miss."""
        bundle = self.entry.folder.find(self._name(quick))
        try:
            entry = None if bundle is None else self.entry.current(bundle)
            if bundle is None or entry is None:
                return None
            sources = {name: Source(name, entry.text(name)) for name in entry.texts}
            data = bundle.part(VERDICT)
            counts = data["tried"]
            tried = None if counts is None else CombinationCounts(*map(tuple, counts))
            folders = tuple(Path(folder) for folder, _ in bundle.part(MADE)["chain"])
            return Verdict(_decoded(data["problems"], sources), tried, folders)
        except _INVALID:
            return None

    def keep_verdict(
        self, verdict: Verdict, chain: Chain, files: Iterable[Source], *, quick: bool
    ) -> None:
        """Write a verdict on these files, unless they or the engine have changed."""
        sources = {source.name: source for source in files}
        entry = self.entry.of(chain)
        if entry is None or not entry.is_of(sources.values()) or self._is_stale():
            return
        tried = verdict.tried
        counts = None
        if tried is not None:
            counts = [tried.alone, tried.pairs, tried.sampled, tried.by_cases]
        data = {"problems": _encoded(verdict.problems, sources), "tried": counts}
        parts = {MADE: made_from(chain, entry.made), VERDICT: data}
        self.entry.folder.keep(self._name(quick), parts)

    def combinations(self, files: Sources) -> CombinationVerdicts | None:
        """Return the last verdicts on combinations of the pack, which may be of other
        files; None for a cache miss."""
        bundle = self.entry.folder.find(f"{self.entry.name}.{COMBINATIONS}")
        try:
            if bundle is None or bundle.part(MADE) != self.made_by:
                return None
            data = bundle.part(COMBINATIONS)
            digests = data["digests"]
            return CombinationVerdicts(
                data["made"],
                data["names"],
                tuple(_trial(each, files) for each in data["trials"]),
                {(s, name): _names_in(to) for s, name, to in data["leads"]},
                None if digests is None else _digests(*digests),
            )
        except _INVALID:
            return None

    def keep_combinations(self, found: CombinationVerdicts, files: Sources) -> None:
        """Write the verdicts on combinations, unless the engine has changed."""
        if self._is_stale():
            return
        digests = found.digests
        data = {
            "made": found.made,
            "names": found.names,
            "trials": [
                (
                    each.setting,
                    _encoded(each.errors, files),
                    each.cases.cases,
                    _encoded(each.cases.problems, files),
                    sorted(each.differs),
                    None if each.touched is None else sorted(each.touched),
                    sorted(each.options),
                )
                for each in found.trials
            ],
            "leads": [(*name, sorted(to)) for name, to in found.leads.items()],
            "digests": digests
            and (
                digests.around,
                *(
                    [(*place, digest) for place, digest in each.items()]
                    for each in (digests.written, digests.seen, digests.outlines)
                ),
            ),
        }
        parts = {MADE: self.made_by, COMBINATIONS: data}
        self.entry.folder.keep(f"{self.entry.name}.{COMBINATIONS}", parts)

    def _is_stale(self) -> bool:
        return engine() != self.made_by

    def _name(self, quick: bool) -> str:
        return f"{self.entry.name}.{'quick-' if quick else ''}{VERDICT}"


def verdict_entry(pack: Path) -> VerdictEntry | None:
    """Return where verdicts on a pack are cached; None where nothing is cached."""
    entry = entry_of(pack, {})
    return None if entry is None else VerdictEntry(entry, engine())


def _trial(data: Json, files: Sources) -> TrialVerdict:
    setting, errors, cases, problems, differs, touched, options = data
    return TrialVerdict(
        setting,
        _decoded(errors, files),
        CaseVerdict(cases, _decoded(problems, files)),
        _names_in(differs),
        None if touched is None else _names_in(touched),
        frozenset(options),
    )


def _digests(around: str, *by_place: Json) -> PackDigests:
    written, seen, outlines = (
        {(section, name): digest for section, name, digest in each} for each in by_place
    )
    return PackDigests(around, written, seen, outlines)


def _names_in(data: Json) -> RuleNames:
    return frozenset((section, name) for section, name in data)


def _encoded(problems: Iterable[Diagnostic], files: Sources) -> Json:
    def span(of: Span) -> Json:
        known = files.get(of.source.name)
        same = known is not None and known.text == of.source.text
        place = [of.source.name, of.start, of.end]
        return place if same else [*place, of.source.text]

    return [
        [
            problem.code,
            problem.severity,
            span(problem.span),
            problem.message,
            problem.expected,
            problem.hint,
            [[span(place), why] for place, why in problem.related],
            None
            if (fix := problem.fix) is None
            else [span(fix.span), fix.replacement, fix.safe],
            problem.allowed,
        ]
        for problem in problems
    ]


def _decoded(data: Json, files: Sources) -> tuple[Diagnostic, ...]:
    def span(of: Json) -> Span:
        name, start, end, *text = of
        return Span(Source(name, *text) if text else files[name], start, end)

    return tuple(
        Diagnostic(
            code,
            severity,
            span(place),
            message,
            expected,
            hint,
            tuple((span(other), why) for other, why in related),
            None if fix is None else Fix(span(fix[0]), fix[1], fix[2]),
            reason,
        )
        for code, severity, place, message, expected, hint, related, fix, reason in data
    )
