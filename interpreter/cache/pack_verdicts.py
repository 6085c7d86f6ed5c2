"""What `check` found, in the cache: verdicts on packs, and on their combinations.

A verdict on a pack is valid while its files, those of its base packs and the engine are
the same, and is found without parsing a file. The verdict on its option combinations
is valid as long as the files that reading under them depends on, so that an edit of a
case need not read the pack again under each (`pipeline.combinations`).

A diagnostic is stored with its spans as (file, start, end); the text of a file is not
stored, since it is known to be the same. Invalid and damaged entries are cache misses.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct

from interpreter.cache.codec import Damaged, Json
from interpreter.cache.content_hashes import Chain, engine
from interpreter.cache.entries import MADE, CacheEntry, entry_of, made_from
from interpreter.diagnostics import Diagnostic
from interpreter.source import Source, Span

Sources = Mapping[str, Source]
RuleNames = frozenset[tuple[str, str]]

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


class CombinationVerdicts(Struct, frozen=True):
    """What was found under each combination of a plan, in its order.

    `made` identifies the plan and all that the rules are read from, `names` the names
    of cases and rules, which only the text of a problem depends on. `errors` are those
    of the rules by combination, `cases` the verdicts on cases; `reached` is all that
    play reached, and `leads` to what each declaration led that was not reached.
    """

    made: str
    names: str
    errors: tuple[tuple[Diagnostic, ...], ...]
    cases: tuple[CaseVerdict, ...]
    reached: RuleNames
    leads: Mapping[tuple[str, str], RuleNames]


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

    def combinations(self, made: str, files: Sources) -> CombinationVerdicts | None:
        """Return the verdicts on the combinations of a plan; None for a cache miss."""
        bundle = self.entry.folder.find(f"{self.entry.name}.{COMBINATIONS}")
        try:
            if bundle is None or bundle.part(MADE) != [self.made_by, made]:
                return None
            data = bundle.part(COMBINATIONS)
            return CombinationVerdicts(
                made,
                data["names"],
                tuple(_decoded(each, files) for each in data["errors"]),
                tuple(
                    CaseVerdict(cases, _decoded(each, files))
                    for cases, each in data["cases"]
                ),
                _names_in(data["reached"]),
                {(s, name): _names_in(to) for s, name, to in data["leads"]},
            )
        except _INVALID:
            return None

    def keep_combinations(self, found: CombinationVerdicts, files: Sources) -> None:
        """Write the verdicts on combinations, unless the engine has changed."""
        if self._is_stale():
            return
        data = {
            "names": found.names,
            "errors": [_encoded(each, files) for each in found.errors],
            "cases": [
                (each.cases, _encoded(each.problems, files)) for each in found.cases
            ],
            "reached": sorted(found.reached),
            "leads": [(*name, sorted(to)) for name, to in found.leads.items()],
        }
        parts = {MADE: [self.made_by, found.made], COMBINATIONS: data}
        self.entry.folder.keep(f"{self.entry.name}.{COMBINATIONS}", parts)

    def _is_stale(self) -> bool:
        return engine() != self.made_by

    def _name(self, quick: bool) -> str:
        return f"{self.entry.name}.{'quick-' if quick else ''}{VERDICT}"


def verdict_entry(pack: Path) -> VerdictEntry | None:
    """Return where verdicts on a pack are cached; None where nothing is cached."""
    entry = entry_of(pack, {})
    return None if entry is None else VerdictEntry(entry, engine())


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
        )
        for code, severity, place, message, expected, hint, related in data
    )
