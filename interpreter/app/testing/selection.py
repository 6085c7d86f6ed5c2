"""Which cases words mean: names, tables of cases, rules, parts of names."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from interpreter.app.testing.case_comparisons import case_of
from interpreter.coverage.covered import Coverage
from interpreter.diagnostics import UmpireError, UnknownName
from interpreter.pipeline.loading import Loaded
from interpreter.ruleset.finding import find_pack
from interpreter.ruleset.ruleset import Declaration
from interpreter.semantics.sections.rulebook import listed
from interpreter.source import normalised

ASKED = "case, table of cases or rule"


class Selection(Struct, frozen=True):
    """The cases of these names, and those that try one of these rules."""

    names: frozenset[str]
    rules: frozenset[str]

    def named_by(self, declared: Declaration) -> bool:
        """Tell whether a case carries one of the rules."""
        return not self.rules.isdisjoint(_carried(declared))


def packs_and_words(given: Sequence[str]) -> tuple[list[Path], list[str]]:
    """Return the folders of packs, the first and what else names one, and all other
    words; raises UnknownName or NoPack for a path without a pack."""
    folders, words = [find_pack(given[0])], []
    for word in given[1:]:
        try:
            folders.append(find_pack(word))
        except UmpireError:
            if Path(word).name != word:
                raise
            words.append(word)
    return folders, words


def selected(
    packs: Iterable[tuple[Loaded, Mapping[str, Declaration]]], words: Sequence[str]
) -> list[Selection]:
    """Return what is meant in each pack, given with its cases; raises UnknownName for a
    word that means nothing in any of them.

    A word is the name of a case, else of a table of cases, else a rule, else a part of
    names of cases.
    """
    found: list[Selection] = []
    met: set[str] = set()
    known: dict[str, None] = {}
    for loaded, cases in packs:
        names: set[str] = set()
        rules: set[str] = set()
        for word in words:
            meant = _cases(word, cases)
            rule = _rule(word, loaded, cases) if not meant else ""
            meant = meant or (set() if rule else _part(word, cases))
            names |= meant
            rules |= {rule} if rule else set()
            met |= {word} if meant or rule else set()
        known |= dict.fromkeys(_known(loaded, cases))
        found.append(Selection(frozenset(names), frozenset(rules)))
    for word in words:
        if word not in met:
            raise UnknownName(ASKED, word, known)
    return found


def _cases(word: str, cases: Mapping[str, Declaration]) -> set[str]:
    """Return the case of this name, or the rows of the table of this name."""
    name = normalised(word)
    if name in cases:
        return {name}
    return {each for each in cases if each.startswith(f"{name},")}


def _rule(word: str, loaded: Loaded, cases: Mapping[str, Declaration]) -> str:
    rule = normalised(word)
    carried = any(rule in _carried(each) for each in cases.values())
    return rule if carried or Coverage(loaded).knows(rule) else ""


def _part(word: str, cases: Mapping[str, Declaration]) -> set[str]:
    part = normalised(word).casefold()
    return {name for name in cases if part and part in name.casefold()}


def _carried(declared: Declaration) -> list[str]:
    try:
        return [normalised(rule) for rule in case_of(declared).rules]
    except UmpireError:  # said when it is run
        return []


def _known(loaded: Loaded, cases: Mapping[str, Declaration]) -> Iterable[str]:
    """Yield what a word may be: cases, tables of cases, rules."""
    for each in cases.values():
        yield each.name
        yield each.name.partition(",")[0]
    if loaded.ruleset is not None:
        yield from (each.name for each in listed(loaded.ruleset))
