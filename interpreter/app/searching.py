"""What `umpire find` finds: where words and figures stand in a pack and its bases."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.diagnostics import UsageError, nearest
from interpreter.reports.search_results import FoundPlace, SearchPage
from interpreter.ruleset.finding import called
from interpreter.ruleset.search import Match, all_words, matches, wanted_words

if TYPE_CHECKING:
    from interpreter.pipeline.opening import Pack

__all__ = ["FoundPlace", "search"]


def search(pack: Pack, typed: Sequence[str]) -> SearchPage:
    """Return the places of a pack, and of those that it extends, where all words stand;
    the best first. `typed` are words, figures, or several in one text; a UsageError
    where there is none. Of words that occur nowhere, one that is near is named.
    """
    wanted = wanted_words(typed)
    if not wanted:
        raise UsageError("there is no word to find", "give a word, a figure or an id")
    ruleset = pack.ruleset().ruleset
    own = str(pack.folder)
    places = [_place(match, own, pack.folders) for match in matches(ruleset, wanted)]
    words = tuple(word.word for word in wanted)
    unknown: dict[str, str] = {}
    if not places:
        known = all_words(ruleset)
        for word in wanted:
            if not any(word.pattern.search(text) for text in known):
                near = None if word.is_number else nearest(word.word, sorted(known))
                unknown[word.word] = near or ""
    return SearchPage(ruleset.name, words, tuple(places), unknown)


def _place(match: Match, own: str, folders: Sequence[str]) -> FoundPlace:
    """Return a match with the base pack that has it, of `folders`; those of the pack
    `own` come from none."""
    line, _ = match.span.first
    source = match.span.source
    within = [folder for folder in folders if source.name.startswith(f"{folder}/")]
    base = max(within, key=len, default=own)  # a pack may lie inside another
    return FoundPlace(
        match.section,
        match.name,
        match.kind,
        match.rules,
        str(match.span),
        match.text or source.line(line).strip(),
        "" if base == own else called(Path(base)),
    )
