"""Where words and figures stand in a pack.

The pack is walked as it was written, not as it is understood: names, titles, sentences,
expressions and the rules of its source are all texts of YAML. An *element* is an entry
of a map, or an item of a list, that is written on one line or is one text.

A word is looked for with its endings (`hex` finds `hexes`), a number also by its
English name (`seven` and `7` are one), and only as a whole: `7` is not found in `27`
or `7.5`. All words must be in the element; some may instead be in what it belongs to:
the name and the title of its declaration, and the rules that it names. A number must
be in the element itself, for it is the figure that is looked for.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from interpreter.ruleset.rule_index import RULEBOOK, all_rules, every_section, rules_of
from interpreter.ruleset.ruleset import Declaration, Ruleset
from interpreter.source import Span
from interpreter.yaml import MappingNode, Node, ScalarNode, SequenceNode

NUMBER_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen "
    "fourteen fifteen sixteen seventeen eighteen nineteen twenty"
).split()
DIGITS: Mapping[str, str] = MappingProxyType(
    {name: str(number) for number, name in enumerate(NUMBER_WORDS)}
)
_TOKEN = re.compile(r"\d*d\d+(?!\w)|\d+(?:[./]\d+)*|[^\W\d_]+\d*")
_NUMBER = re.compile(r"\d+(?:[./]\d+)*\Z")
BEGINNING = 4
"""Letters from which on a word finds those that begin with it."""

DRAWING = "drawing"
PART_OF = MappingProxyType(
    {
        "rows": "row",
        "cells": "row",
        "groups": "group",
        "fields": "field",
        "derived": "field",
        "steps": "step",
        "do": "step",
        "else": "step",
        "columns": "column",
        "values": "value",
        "entities": "entity",
        "briefing": "briefing",
        "drawn": DRAWING,
        "ranges": DRAWING,
        "facts": "fact",
        "holds": "condition",
        "change": "change",
    }
)
"""What a part of a declaration is called, by the key above it."""
TEXTS = MappingProxyType(
    {"title": "title", "say": "sentence", "says": "sentence", "for": "sentence"}
)
"""What a text is called, by its own key."""
SECTION_WORDS = MappingProxyType(
    {
        "types": "type",
        "boards": "board",
        "entities": "kind of entity",
        "events": "event",
        "claims": "claim",
        "tables": "table",
        "modifiers": "modifiers",
        "formulas": "formula",
        "walks": "walk",
        "procedures": "procedure",
        "triggers": "trigger",
        "options": "option",
        "policies": "policy",
        "scenarios": "scenario",
        "cases": "case",
        "entry_points": "entry point",
        RULEBOOK: "rule",
    }
)
HEAD = "head"
"""The section of what a pack says of itself."""
LAST = ("scenarios", "cases")
"""Sections that show what rules do, and are listed after those that have them."""


class Match(Struct, frozen=True):
    """An element that was found: the declaration that holds it, what it is, the rules
    that it or else its declaration names, and where the first word stands. `text` is
    what a rule of the source says; other elements are read where they stand.

    A lower `rank` is a better match: 0 for a name, 1 for a title, 2 for a rule of the
    source, 3 for any other text, 4 where some of the words are in what it belongs to;
    5 more in scenarios and cases.
    """

    section: str
    name: str
    kind: str
    rules: tuple[str, ...]
    span: Span
    rank: int
    text: str = ""


class Wanted(Struct, frozen=True):
    """A word that is looked for: the pattern of the texts in which it is."""

    word: str
    pattern: re.Pattern[str]
    is_number: bool


def wanted_words(typed: Sequence[str]) -> tuple[Wanted, ...]:
    """Return what is looked for, of words as they were typed; without a letter or digit
    there is none."""
    tokens = [token for text in typed for token in _TOKEN.findall(text.lower())]
    return tuple(map(_wanted, dict.fromkeys(map(_as_digits, tokens))))


def _as_digits(token: str) -> str:
    return DIGITS.get(token, token)


def _wanted(token: str) -> Wanted:
    if _NUMBER.match(token):
        names = [name for name, digits in DIGITS.items() if digits == token]
        inside = "|".join([re.escape(token), *names])
        pattern = rf"(?<![^\W_])(?<![\d][./])(?:{inside})(?![^\W_]|[./]\d)"
        return Wanted(token, re.compile(pattern, re.IGNORECASE), is_number=True)
    pattern = rf"(?<![^\W_]){_with_endings(token)}(?![^\W_])"
    return Wanted(token, re.compile(pattern, re.IGNORECASE), is_number=False)


def _with_endings(word: str) -> str:
    """Return a pattern for an English word, its singular and its plural; of a longer
    one also for words that begin with it."""
    beginning = r"[^\W_]*"
    if len(word) < BEGINNING:
        return rf"{re.escape(word)}(?:e?s)?"
    if word.endswith("ies"):
        return rf"{re.escape(word[:-3])}(?:y|ies?)"
    if word.endswith("y"):
        return rf"{re.escape(word[:-1])}(?:y{beginning}|ies)"
    stem = word
    if word.endswith(("xes", "ches", "shes", "sses")):
        stem = word[:-2]
    elif word.endswith("s") and not word.endswith("ss"):
        stem = word[:-1]
    ending = beginning if len(stem) >= BEGINNING else "(?:e?s)?"
    return re.escape(stem) + ending


def matches(ruleset: Ruleset, wanted: Sequence[Wanted]) -> list[Match]:
    """Return the elements of a pack that have all words, the best first and otherwise
    in file order; of those on one line the best."""
    search = _Search(tuple(wanted), _rule_texts(ruleset))
    found: list[Match] = []
    for section, declarations in every_section(ruleset).items():
        for declaration in declarations.values():
            found += search.in_declaration(section, declaration)
    for key, value in ruleset.head.entries:
        found += search.in_head(key, value)
    by_line: dict[tuple[str, int], Match] = {}
    for match in sorted(found, key=lambda match: match.rank):
        line = (match.span.source.name, match.span.first[0])
        by_line.setdefault(line, match)
    return list(by_line.values())


def all_words(ruleset: Ruleset) -> frozenset[str]:
    """Return every word of a pack, for one that is near."""
    nodes: list[Node] = [value for _, value in ruleset.head.entries]
    found: set[str] = set()
    for declarations in every_section(ruleset).values():
        for declaration in declarations.values():
            found.update(_TOKEN.findall(declaration.name.lower()))
            nodes.append(declaration.node)
    for scalar in (scalar for node in nodes for scalar in _scalars(node)):
        found.update(_TOKEN.findall(scalar.text.lower()))
    return frozenset(found)


def _rule_texts(ruleset: Ruleset) -> dict[str, str]:
    """Return what each rule of the source says, with its id, by its lower-case id."""
    texts = {}
    for declaration in every_section(ruleset).get(RULEBOOK, {}).values():
        node = declaration.node
        if not isinstance(node, MappingNode):
            continue
        parts = (node.get("title"), node.get("says"))
        said = " ".join(part.text for part in parts if isinstance(part, ScalarNode))
        texts[declaration.name.casefold()] = f"{declaration.name}: {said}"
    return texts


class _Owner(Struct, frozen=True):
    """What an element belongs to: its declaration, with the words (as indices) in its
    name and title, and anywhere in it; the rules that are named nearest above the
    element, and all that the declaration names."""

    section: str
    name: str
    words: frozenset[int]
    around: frozenset[int]
    rules: tuple[str, ...]
    all_rules: tuple[str, ...]


class _Search(Struct, frozen=True):
    wanted: tuple[Wanted, ...]
    rule_texts: Mapping[str, str]

    def in_declaration(self, section: str, declaration: Declaration) -> Iterator[Match]:
        """Yield what is found in a declaration, its name included."""
        node = declaration.node
        title = node.get("title") if isinstance(node, MappingNode) else None
        titled = title.text if isinstance(title, ScalarNode) else ""
        named = self._words_in(declaration.name)
        texts = [declaration.name, *(scalar.text for scalar in _scalars(node))]
        around = self._words_in("\n".join(texts))
        if not around:  # as it is with most
            return
        every = tuple(dict.fromkeys(all_rules(node)))
        own = tuple(rules_of(node)) if isinstance(node, MappingNode) else ()
        words = named | self._words_in(titled)
        owner = _Owner(section, declaration.name, words, around, own, every)
        if section == RULEBOOK:
            yield from self._in_rule(declaration, owner)
            return
        last = 5 if section in LAST else 0
        if self._is_all(named):
            kind = SECTION_WORDS.get(section, section)
            rules = own or every
            yield Match(section, owner.name, kind, rules, declaration.span, last)
        elif isinstance(title, ScalarNode) and self._is_all(words):
            span = self._first_span([title])
            yield Match(section, owner.name, "title", own or every, span, 1 + last)
        yield from self._inside(node, owner, SECTION_WORDS.get(section, section))

    def in_head(self, key: ScalarNode, value: Node) -> Iterator[Match]:
        """Yield what is found in what a pack says of itself."""
        nothing: frozenset[int] = frozenset()
        owner = _Owner(HEAD, key.text, nothing, nothing, (), ())
        yield from self._element((key, *_scalars(value)), owner, "pack")

    def _in_rule(self, declaration: Declaration, owner: _Owner) -> Iterator[Match]:
        """Yield a rule of the source: its id and all that is said of it are one."""
        scalars = list(_scalars(declaration.node))
        found = self._words_in(declaration.name)
        for scalar in scalars:
            found |= self._words_in(scalar.text)
        if self._is_all(found):
            is_id = self._is_all(self._words_in(declaration.name))
            span = declaration.span if is_id else self._first_span(scalars)
            name, rank = declaration.name, 0 if is_id else 2
            text = self.rule_texts[name.casefold()]
            yield Match(owner.section, name, "rule", (name,), span, rank, text)

    def _inside(self, node: Node, owner: _Owner, kind: str) -> Iterator[Match]:
        """Yield what is found inside a node; `kind` is what its parts are."""
        if isinstance(node, ScalarNode):
            yield from self._element((node,), owner, kind)
        elif isinstance(node, SequenceNode):
            for item in node.items:
                yield from self._part(None, item, owner, kind)
        else:
            named = tuple(rules_of(node))
            if named:
                owner = replace(owner, rules=named)
            for key, value in node.entries:
                yield from self._part(key, value, owner, kind)

    def _part(
        self, key: ScalarNode | None, value: Node, owner: _Owner, kind: str
    ) -> Iterator[Match]:
        below = kind
        if key is not None:
            below = PART_OF.get(key.text, kind)
            kind = TEXTS.get(key.text, below)
        head = () if key is None else (key,)
        if isinstance(value, ScalarNode) or _is_on_one_line(value):
            if isinstance(value, MappingNode) and (named := tuple(rules_of(value))):
                owner = replace(owner, rules=named)
            yield from self._element((*head, *_scalars(value)), owner, kind)
            return
        if head:
            yield from self._element(head, owner, kind)
        yield from self._inside(value, owner, below)

    def _element(
        self, scalars: Sequence[ScalarNode], owner: _Owner, kind: str
    ) -> Iterator[Match]:
        """Yield an element, of the texts that it is made of, if it has all words."""
        own: frozenset[int] = frozenset()
        for scalar in scalars:
            own |= self._words_in(scalar.text)
        if not own:
            return
        rank = 5 if owner.section in LAST else 0
        rules = owner.rules or tuple(
            rule for rule in owner.all_rules if self._words_in_rule(rule)
        )
        if self._is_all(own):
            rank += 3
        elif self._is_near(own, owner, rules, kind):
            rank += 4
        else:
            return
        span = self._first_span(scalars)
        yield Match(owner.section, owner.name, kind, rules, span, rank)

    def _is_near(
        self, own: frozenset[int], owner: _Owner, rules: Sequence[str], kind: str
    ) -> bool:
        """Return whether the words that an element lacks are in what it belongs to.

        Each number must be its own. Where a name or a title has all words, what is
        inside it counts only for a number: else every line of it would be found.
        A drawing has no rule of its own, so all of its declaration is around it.
        """
        has_number = any(wanted.is_number for wanted in self.wanted)
        if not self._has_numbers(own) or (self._is_all(owner.words) and not has_number):
            return False
        around = own | owner.words
        for rule in rules:
            around |= self._words_in_rule(rule)
        return self._is_all(around | (owner.around if kind == DRAWING else frozenset()))

    def _words_in_rule(self, rule: str) -> frozenset[int]:
        return self._words_in(self.rule_texts.get(rule.casefold(), rule))

    def _words_in(self, text: str) -> frozenset[int]:
        return frozenset(
            index
            for index, wanted in enumerate(self.wanted)
            if wanted.pattern.search(text)
        )

    def _is_all(self, words: frozenset[int]) -> bool:
        return len(words) == len(self.wanted)

    def _has_numbers(self, words: frozenset[int]) -> bool:
        """Return whether the numbers that are looked for are among these words."""
        return all(
            index in words
            for index, wanted in enumerate(self.wanted)
            if wanted.is_number
        )

    def _first_span(self, scalars: Sequence[ScalarNode]) -> Span:
        """Return where the first of the words stands; a number before other words."""
        for wanted in sorted(self.wanted, key=lambda wanted: not wanted.is_number):
            for scalar in scalars:
                if match := wanted.pattern.search(scalar.text):
                    return scalar.part(*match.span())
        return scalars[0].span


def _scalars(node: Node) -> Iterator[ScalarNode]:
    if isinstance(node, ScalarNode):
        yield node
    elif isinstance(node, SequenceNode):
        for item in node.items:
            yield from _scalars(item)
    else:
        for key, value in node.entries:
            yield key
            yield from _scalars(value)


def _is_on_one_line(node: Node) -> bool:
    return "\n" not in node.span.text
