"""Which cases words mean: names, tables of cases, rules, parts of names."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from interpreter.diagnostics import UmpireError, UnknownName
from interpreter.pipeline.loading import Loaded
from interpreter.ruleset.finding import find_pack
from interpreter.ruleset.rule_index import indexed
from interpreter.ruleset.ruleset import Declaration
from interpreter.semantics.sections.rulebook import listed
from interpreter.source import Name, normalised, rule_names
from interpreter.yaml import MappingNode, ScalarNode, SequenceNode

ASKED = "case, table of cases or rule"


class Selection(Struct, frozen=True):
    """The cases of these names, and those that try one of these rules."""

    names: frozenset[str]
    rules: frozenset[str]

    def named_by(self, declared: Declaration) -> bool:
        """Tell whether a case carries one of the rules."""
        return not self.rules.isdisjoint(_carried(declared))


def packs_and_words(arguments: Sequence[str]) -> tuple[list[Path], list[str]]:
    """Return the folders of packs, the first and what else names one, and all other
    words; raises UnknownName or NoPack for a path without a pack."""
    folders, words = [find_pack(arguments[0])], []
    for word in arguments[1:]:
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
            name = normalised(word)
            meant = _cases(name, cases)
            rule = "" if meant else _rule(name, loaded, cases)
            meant = meant or (set() if rule else _part(name, cases))
            names |= meant
            rules |= {rule} if rule else set()
            met |= {word} if meant or rule else set()
        known |= dict.fromkeys(_known(loaded, cases))
        found.append(Selection(frozenset(names), frozenset(rules)))
    for word in words:
        if word not in met:
            raise UnknownName(ASKED, word, known)
    return found


def _cases(name: Name, cases: Mapping[str, Declaration]) -> set[str]:
    """Return the case of this name, or the rows of the table of this name."""
    if name in cases:
        return {name}
    return {each for each in cases if each.startswith(f"{name},")}


def _rule(word: Name, loaded: Loaded, cases: Mapping[str, Declaration]) -> str:
    """Return the rule that a word means, in capitals or not; "" for none."""
    names = {} if loaded.ruleset is None else indexed(loaded.ruleset).rules.names
    carried = (rule for each in cases.values() for rule in _carried(each))
    indexed_names = (key for text in names.values() for key in rule_names(text))
    known = dict.fromkeys((*carried, *indexed_names))
    if word in known:
        return word
    like = word.casefold()
    return next((each for each in known if each.casefold() == like), "")


def _part(name: Name, cases: Mapping[str, Declaration]) -> set[str]:
    part = name.casefold()
    return {each for each in cases if part and part in each.casefold()}


def _carried(declared: Declaration) -> list[Name]:
    """Return the rules that a case names."""
    node = declared.node
    rule = node.get("rule") if isinstance(node, MappingNode) else None
    items = rule.items if isinstance(rule, SequenceNode) else (rule,)
    return [each.name for each in items if isinstance(each, ScalarNode)]


def _known(loaded: Loaded, cases: Mapping[str, Declaration]) -> Iterable[str]:
    """Yield what a word may be: cases, tables of cases, rules."""
    for case in cases.values():
        yield case.name
        yield case.name.partition(",")[0]
    if loaded.ruleset is not None:
        yield from (each.name for each in listed(loaded.ruleset))
