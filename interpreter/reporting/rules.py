"""A rule of the source as on a printed page: what it says, and what carries it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from interpreter.document import Mapping, Node, Scalar
from interpreter.document import Sequence as Items
from interpreter.reporting.layout import folded, referred
from interpreter.reporting.listing import KINDS
from interpreter.reporting.paint import Paint, clean
from interpreter.reporting.values import spaced
from interpreter.ruleset.paths import VERBS
from interpreter.ruleset.ruleset import Ruleset
from interpreter.source import Span

MOST = 24
"""Places, and cases, that are listed on a page; JSON has them all."""
_HOLDING = MappingProxyType({
    "rows": "row", "cells": "row", "weights": "row", "columns": "column",
    "groups": "group", "fields": "field", "facts": "fact", "change": "change of",
    "values": "value",
})  # fmt: skip
"""What stands by its name below a key, as it is called."""


@dataclass(frozen=True, slots=True)
class Bearer:
    """What names a rule: the declaration, the part of it ("" for all of it), where, and
    its mark (`house`, `reported`, `needs_figure` or "")."""

    section: str
    name: str
    part: str
    at: Span
    mark: str

    @property
    def said(self) -> str:
        """What it is called; of cases the name, for they stand apart."""
        kind = KINDS.get(self.section, self.section.replace("_", " ").removesuffix("s"))
        part = f", {self.part}" if self.part else ""
        return self.name if self.section == "cases" else f"{kind} {self.name}{part}"


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the source; all but its id is "" where no rulebook lists it. `stands`
    is its place in the source, `at` that in the rulebook."""

    name: str
    at: str
    stands: str
    title: str
    says: str
    kinds: tuple[str, ...]
    status: str
    bearers: tuple[Bearer, ...]
    cases: tuple[Bearer, ...]


def rule_names(ruleset: Ruleset) -> dict[str, str]:
    """Return the rules that a pack lists, then those that it only names, each by its
    letters in small."""
    listed = [each.name for each in ruleset.sections.get("rulebook", {}).values()]
    named = [id_ for id_, _ in _named(ruleset)]
    found: dict[str, str] = {}
    for name in (*listed, *named):
        found.setdefault(name.casefold(), name)
    return found


def rule_in(ruleset: Ruleset, name: str) -> Rule:
    """Return a rule of `rule_names` with all that names it, in the order of the
    files."""
    entries = ruleset.sections.get("rulebook", {}).values()
    entry = next((each for each in entries if each.name == name), None)
    node = entry.node if entry is not None else None
    kinds = node.get("kinds") if isinstance(node, Mapping) else None
    wanted = name.casefold()
    named = [each for id_, each in _named(ruleset) if id_.casefold() == wanted]
    return Rule(
        name,
        str(entry.span) if entry is not None else "",
        _text(node, "at"),
        _text(node, "title"),
        _text(node, "says"),
        tuple(_texts(kinds)),
        (_text(node, "status") or "implemented") if entry is not None else "",
        tuple(each for each in named if each.section != "cases"),
        tuple(each for each in named if each.section == "cases"),
    )


def _named(ruleset: Ruleset) -> Iterator[tuple[str, Bearer]]:
    """Yield each rule id that something names, under whatever options it counts."""
    for section, declared in (ruleset.uncut or ruleset.sections).items():
        for each in declared.values() if section != "rulebook" else ():
            for part, node in _parts(each.node, "", ""):
                for id_ in _ids(node):
                    mark = _text(node, "status")
                    at = node.span if part else each.span
                    yield id_, Bearer(section, each.name, part, at, mark)


def _parts(node: Node, part: str, below: str) -> Iterator[tuple[str, Mapping]]:
    """Yield every map that names rules, with what it is called; `below` is the key
    under which it stands."""
    if isinstance(node, Items):
        for item in node.items:
            yield from _parts(item, _step(item) or part, "")
    elif isinstance(node, Mapping):
        if "rule" in node:
            yield part, node
        word = _HOLDING.get(below, "")
        for key, value in node.entries:
            name = f"{word} {spaced(key.text)}" if word else part
            yield from _parts(value, name, "" if word else key.text)


def _step(node: Node) -> str:
    if not isinstance(node, Mapping):
        return ""
    id_ = _text(node, "id")
    verbs = [key.text for key, _ in node.entries if key.text in VERBS]
    return f"step {id_}" if id_ else f"a step '{verbs[0]}'" if verbs else ""


def _ids(node: Mapping) -> list[str]:
    found = node.get("rule")
    return found.text.split() if isinstance(found, Scalar) else _texts(found)


def _texts(node: Node | None) -> list[str]:
    items = node.items if isinstance(node, Items) else ()
    return [each.text for each in items if isinstance(each, Scalar)]


def _text(node: Node | None, key: str) -> str:
    found = node.get(key) if isinstance(node, Mapping) else None
    return " ".join(found.text.split()) if isinstance(found, Scalar) else ""


def rule_shown(rule: Rule, paint: Paint, cells: int) -> str:
    """Return the page of a rule."""
    head = paint.bold(clean(rule.name))
    lines = [f"{head}{f': {clean(rule.title)}' if rule.title else ''}"]
    if rule.at:
        lines += [paint.faint(f"  {clean(_line(rule.at))}"), ""]
        lines += folded(clean(rule.says), cells, "  ")
        for word, text in (
            ("in the source", rule.stands),
            ("kinds", ", ".join(rule.kinds)),
            ("status", rule.status),
        ):
            lines += folded(f"{word}: {clean(text)}", cells, "  ") if text else []
    else:
        lines.append("  no rulebook lists it")
    lines += ["", *_list("carried at", "place", rule.bearers, paint, cells)]
    lines += _list("tried by", "case", rule.cases, paint, cells)
    return "\n".join(lines)


def _list(
    word: str, thing: str, found: Sequence[Bearer], paint: Paint, cells: int
) -> list[str]:
    if not found:
        return [f"{word} no {thing}"]
    lines = [f"{word} {len(found)} {thing}{'' if len(found) == 1 else 's'}:"]
    for each in found[:MOST]:
        mark = f" ({each.mark})" if each.mark else ""
        place = clean(_line(str(each.at)))
        lines += referred(clean(f"{each.said}{mark}"), place, cells, paint, "  ")
    return [*lines, *([f"  and {len(found) - MOST} more"] if found[MOST:] else [])]


def _line(at: str) -> str:
    """Return file and line of a place."""
    return at.rpartition(":")[0]


def rule_json(rule: Rule) -> dict[str, object]:
    """Return the same as data."""
    return {
        "id": rule.name,
        "at": rule.at,
        "stands": rule.stands,
        "title": rule.title,
        "says": rule.says,
        "kinds": list(rule.kinds),
        "status": rule.status,
        "carried_by": [_bearer_json(each) for each in rule.bearers],
        "cases": [{"name": each.name, "at": str(each.at)} for each in rule.cases],
    }


def _bearer_json(each: Bearer) -> dict[str, object]:
    return {
        "section": each.section,
        "name": each.name,
        "part": each.part,
        "mark": each.mark,
        "at": str(each.at),
    }
