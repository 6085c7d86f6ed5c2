"""What is written otherwise in one version of rules than in another.

Compared is what holds after all overlays and options: declarations as trees of YAML, by
their names. Comments, layout, the order of keys and the way in which a name or an
expression is spaced make no difference; the order of rows, groups, values and steps
does. Steps are found by their `id` or by a name that they bind, other items of lists by
what they say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest

from interpreter.reports.diffs import ChangeSign, RuleChange
from interpreter.ruleset.options import shown
from interpreter.ruleset.paths import bound_in
from interpreter.ruleset.rule_index import rules_of
from interpreter.ruleset.ruleset import SECTIONS, Ruleset
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode, name_of
from interpreter.yaml.writing import inline

ORDERED = frozenset({"rows", "groups", "values", "cells"})
"""Keys below which the order of a map has a meaning."""
PROSE = frozenset(
    "title say label briefing source edition note text option_says".split()
)
"""Keys of texts that only people read."""
NOT_RULES = frozenset(
    "name title version extends also source edition licence credits language change "
    "options".split()
)
"""Keys at the head of a pack that say nothing about play."""
APART = ("cases", "rulebook", "options")
LONGEST = 4000  # characters of a text
_COMMENT = re.compile(r"#[^\n]*")  # only blocks may hold them
_WORDS = re.compile(r"[\s_]+")
_SIGNS = re.compile(r" ?([^\w\s'\"]) ?")


def rule_changes(before: Ruleset, after: Ruleset) -> Iterator[RuleChange]:
    """Yield what is written otherwise, section by section; cases and the index of rules
    are no rules, and left out."""
    for key in dict.fromkeys((*before.options, *after.options)):
        one, other = before.options.get(key), after.options.get(key)
        old = "" if one is None else shown(one.value)
        new = "" if other is None else shown(other.value)
        if old != new:
            yield RuleChange(_sign(one, other), f"options.{_part(key)}", old, new)
    yield from _of_maps(
        "", before.head, after.head, "", left_out=NOT_RULES | {*SECTIONS}
    )
    for section in SECTIONS:
        if section in APART:
            continue
        old_ones, new_ones = before.sections[section], after.sections[section]
        for key in dict.fromkeys((*old_ones, *new_ones)):
            one_node = old_ones[key].node if key in old_ones else None
            other_node = new_ones[key].node if key in new_ones else None
            yield from _changes(f"{section}.{_part(key)}", one_node, other_node, "")


def _changes(
    path: str, one: Node | None, other: Node | None, rule: str
) -> Iterator[RuleChange]:
    """Yield the changes at and below a path; `rule` is that of what is around it."""
    if one is None or other is None:
        node = one if other is None else other
        if node is not None:
            yield _change(path, one, other, _rule(node) or rule)
    elif isinstance(one, MappingNode) and isinstance(other, MappingNode):
        yield from _of_maps(path, one, other, _rule(other) or rule)
    elif isinstance(one, SequenceNode) and isinstance(other, SequenceNode):
        yield from _of_lists(path, one, other, rule)
    elif canonical(one) != canonical(other):
        yield _change(path, one, other, rule)


def _of_maps(
    path: str,
    one: MappingNode,
    other: MappingNode,
    rule: str,
    left_out: frozenset[str] = frozenset(),
) -> Iterator[RuleChange]:
    old, new = (
        {key.name: value for key, value in node.entries if key.name not in left_out}
        for node in (one, other)
    )
    for name in dict.fromkeys((*old, *new)):
        below = f"{path}.{_part(name)}" if path else _part(name)
        yield from _changes(below, old.get(name), new.get(name), rule)
    before, after = (
        [n for n in names if n in old and n in new] for names in (old, new)
    )
    if before != after and path.rpartition(".")[2] in ORDERED:
        was, now = (_cut(", ".join(map(_part, names))) for names in (before, after))
        yield RuleChange("order", path, was, now, rule, *_places(one, other))


def _of_lists(
    path: str, one: SequenceNode, other: SequenceNode, rule: str
) -> Iterator[RuleChange]:
    """Yield the changes of a list: its items are matched by their `id`, or by what they
    say; what is between two that match is compared in order."""
    if canonical(one) == canonical(other):
        return
    if not any(isinstance(item, MappingNode) for item in (*one.items, *other.items)):
        yield _change(path, one, other, rule)
        return
    old, new = ([_key(item) for item in node.items] for node in (one, other))
    matcher = SequenceMatcher(a=old, b=new, autojunk=False)
    for _, start, end, begin, stop in matcher.get_opcodes():
        pairs = zip_longest(one.items[start:end], other.items[begin:stop])
        for number, (item, instead) in enumerate(pairs):
            name = _id(instead or item) or str(begin + number + 1)
            yield from _changes(f"{path}.{_part(name)}", item, instead, rule)


def _key(item: Node) -> str:
    """Return by what an item of a list is found again."""
    return f"id {name}" if (name := _id(item)) else str(canonical(item))


def _id(item: Node | None) -> str:
    """Return the name by which a path finds an item: its id, or what it binds."""
    if not isinstance(item, MappingNode):
        return ""
    bound = bound_in(item)
    return name_of(item.get("id")) or (bound[0].name if bound else "")


def canonical(node: Node | None) -> object:
    """Return what a node says as plain data, without layout: equal for texts that mean
    the same name or expression."""
    if node is None:
        return None
    if isinstance(node, ScalarNode):
        text = _COMMENT.sub("", node.text) if "\n" in node.text else node.text
        return _SIGNS.sub(r"\1", _WORDS.sub(" ", text.strip()))
    if isinstance(node, SequenceNode):
        return tuple(canonical(item) for item in node.items)
    return frozenset((key.name, canonical(value)) for key, value in node.entries)


def _change(path: str, one: Node | None, other: Node | None, rule: str) -> RuleChange:
    before, after = (
        "" if node is None else _cut(inline(node)) for node in (one, other)
    )
    names = {name.strip("'") for name in path.split(".")}
    is_prose = not names.isdisjoint(PROSE)
    sign, places = _sign(one, other), _places(one, other)
    return RuleChange(sign, path, before, after, rule, *places, is_prose=is_prose)


def _sign(before: object, after: object) -> ChangeSign:
    return "+" if before is None else "-" if after is None else "~"


def _places(one: Node | None, other: Node | None) -> tuple[str, str]:
    return _place(one), _place(other)


def _place(node: Node | None) -> str:
    if node is None:
        return ""
    return f"{node.span.source.name}:{node.span.first[0]}"


def _rule(node: Node) -> str:
    return " ".join(rules_of(node)) if isinstance(node, MappingNode) else ""


def _part(name: str) -> str:
    """Return a part of a path, in quotes where it holds a dot."""
    spaced = name.replace("_", " ")
    return f"'{spaced}'" if "." in spaced else spaced


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def sections_changed(changes: Sequence[RuleChange]) -> frozenset[tuple[str, str]]:
    """Return (section, name) of the declarations in which something changed."""
    parts = (change.path.split(".") for change in changes if not change.is_prose)
    return frozenset((path[0], path[1]) for path in parts if len(path) > 1)
