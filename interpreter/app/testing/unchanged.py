"""The cases of a pack that has not changed at all, told without reading it.

Reading a pack lists its cases, each with its place and the key of its pass. While
the files of the pack and of those below it are the same, cases that passed are results
without any YAML being read; where one has not passed, the pack is read as ever.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from interpreter.app.testing.case_runs import CaseRunner
from interpreter.cache.entries import entry_of, text_in
from interpreter.cache.verdicts import ListedCase, Listing, Verdicts
from interpreter.pipeline.loading import Loaded
from interpreter.reports.cases import CaseResult
from interpreter.ruleset.layers import owner_below
from interpreter.source import Source, Span, normalised


def unchanged_results(
    folder: Path, verdicts: Verdicts, words: Sequence[str], own: bool
) -> list[CaseResult] | None:
    """Return the results of the cases of a pack that are wanted, if it has not changed
    and they all pass; None otherwise, and for words that are no names of cases or of
    tables of cases."""
    listing, entry = verdicts.listing, entry_of(folder, {})
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
    """Return the cases that words mean, all without any; None for another word."""
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
    return [
        case
        for case in cases
        if (not words or case[0] in meant) and not (own and case[6])
    ]


def list_cases(cases: CaseRunner, verdicts: Verdicts) -> None:
    """Note the cases of a pack that was read from its files as they are."""
    loaded = cases.first
    ruleset, entry = loaded.ruleset, entry_of(loaded.folder, {})
    now = entry.of(ruleset.chain) if ruleset and entry is not None else None
    if ruleset is None or now is None or not _is_same(loaded, now.texts):
        return
    listed: list[ListedCase] = []
    for key, case in cases.declared().items():
        passed = cases.whole_key(case)
        if passed is None:
            return
        span, below = case.span, owner_below(case, loaded.layers)
        place = (span.source.name, span.start, span.end)
        rules = cases.unchanged(case).rules
        listed.append((key, case.name, *place, rules, below, passed))
    verdicts.listing = Listing(now.made, ruleset.chain, loaded.name, tuple(listed))


def _is_same(loaded: Loaded, texts: Mapping[str, bytes]) -> bool:
    files = loaded.ruleset.files if loaded.ruleset is not None else ()
    read = {each.name: each.text for each in files}
    return read == {name: text_in(data) for name, data in texts.items()}
