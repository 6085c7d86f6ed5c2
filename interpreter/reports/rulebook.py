"""Rules of a source and the elements that implement them, as text and JSON."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import partial
from types import MappingProxyType

from msgspec import Struct

from interpreter.reports.colour import PLAIN, Paint, clean
from interpreter.reports.declarations import KINDS
from interpreter.reports.outputs.checks import (
    CoverageOutput,
    CoverageSummary,
    CoverageWord,
    ImplementedOutput,
    RuleCoverageOutput,
)
from interpreter.reports.outputs.packs import (
    RuleBearerOutput,
    RuleCaseOutput,
    RuleOutput,
)
from interpreter.reports.text_layout import WIDTH, columns, folded, referred
from interpreter.reports.values import spaced
from interpreter.ruleset.paths import STEPS, PathPart, bound_in, find
from interpreter.ruleset.rule_index import (
    RULEBOOK,
    IndexedRuleset,
    every_section,
    rules_of,
)
from interpreter.ruleset.ruleset import Declaration, Ruleset
from interpreter.source import Span, normalised
from interpreter.yaml import MappingNode, Node, ScalarNode
from interpreter.yaml import SequenceNode as Items
from interpreter.yaml.schemas import step_verbs


class CoverageStatus(Enum):
    """The coverage of a rule; the first three count as covered."""

    EXERCISED = "exercised"
    EXCUSED = "excused"
    EXCEPTED = "excepted"
    IDLE = "idle"
    ASKED = "asked"
    UNREACHED = "unreached"
    UNCARRIED = "uncarried"
    REFUSED = "refused"
    LATER = "later"

    @property
    def covered(self) -> bool:
        """Return whether nothing is missing."""
        return self in (
            CoverageStatus.EXERCISED,
            CoverageStatus.EXCUSED,
            CoverageStatus.EXCEPTED,
        )


_STATUS_TEXTS: Mapping[CoverageStatus, str] = MappingProxyType(
    {
        CoverageStatus.EXERCISED: "implemented, and a passing case runs through it",
        CoverageStatus.EXCUSED: "left out for a reason that its kind allows",
        CoverageStatus.EXCEPTED: "left out for another reason",
        CoverageStatus.IDLE: "no passing case runs through it",
        CoverageStatus.ASKED: "only the judge is asked",
        CoverageStatus.UNREACHED: "play never reaches the elements that name it",
        CoverageStatus.UNCARRIED: "no element names it",
        CoverageStatus.REFUSED: "left out, but neither its kind nor the number "
        "allows it",
        CoverageStatus.LATER: "to be written later",
    }
)


PARTS = "Parts of these rules that no passing case runs through"
UNREACHED = "Parts of these rules that play never reaches"


class Carrier(Struct, frozen=True):
    """An element that names a rule, whether a passing case ran it, and whether play can
    reach it."""

    name: str
    at: str
    exercised: bool
    reached: bool = True


class RuleStatus(Struct, frozen=True):
    """A rule of the index.

    `at` is its place in the index, `status` what is written there, `hint` what to write
    if it is not covered.
    """

    name: str
    at: str
    status: str
    kinds: tuple[str, ...]
    standing: CoverageStatus
    carriers: tuple[Carrier, ...]
    cases: tuple[str, ...]
    hint: str = ""


def rules_text(pack: str, rules: Sequence[RuleStatus], paint: Paint = PLAIN) -> str:
    """Return a table of percents, and what is missing, with place and hint."""
    if not rules:
        headline = f"{clean(pack)}: rulebook.yaml lists no rule, so none is covered"
        line = "RULE-1: {at: page 3, says: what it says}"
        return f"{headline}\n  write into it a line for each rule: {line}"
    covered = sum(rule.standing.covered for rule in rules)
    headline = f"{clean(pack)}: {covered} of {len(rules)} rules are covered"
    lines = [paint.good(headline) if covered == len(rules) else paint.bad(headline), ""]
    lines += _shares(rules)
    for standing in CoverageStatus:
        if standing not in (CoverageStatus.EXERCISED, CoverageStatus.EXCUSED):
            lines += _list(rules, standing)
    idle, unreached = (
        _parts(rules, PARTS, lambda each: each.reached and not each.exercised),
        _parts(rules, UNREACHED, lambda each: not each.reached),
    )
    return "\n".join([*lines, *idle, *unreached])


def _shares(rules: Sequence[RuleStatus]) -> list[str]:
    rows = [["rules", "share", "status"]]
    for standing in CoverageStatus:
        count = sum(each.standing is standing for each in rules)
        if count:
            share = Fraction(100 * count, len(rules))
            rows.append([str(count), f"{float(share):.1f}%", _STATUS_TEXTS[standing]])
    return columns(rows, right=frozenset({0, 1}))


def _list(rules: Sequence[RuleStatus], standing: CoverageStatus) -> list[str]:
    found = [each for each in rules if each.standing is standing]
    head = _STATUS_TEXTS[standing].capitalize()
    if standing is CoverageStatus.LATER:
        head += " (name it with 'rule:' where it is done, and write a case)"
    lines = ["", f"{head}:"] if found else []
    for rule in found:
        lines.append(f"  {clean(rule.name)}  {clean(rule.at)}")
        if rule.hint:
            lines += folded(clean(rule.hint), WIDTH, "    ")
    return lines


def _parts(
    rules: Sequence[RuleStatus], head: str, wanted: Callable[[Carrier], bool]
) -> list[str]:
    """Return the selected parts of exercised rules, by place."""
    found: dict[str, tuple[dict[str, None], dict[str, None]]] = {}
    for rule in rules:
        for carrier in rule.carriers:
            if rule.standing is CoverageStatus.EXERCISED and wanted(carrier):
                names, carried = found.setdefault(carrier.at, ({}, {}))
                names[carrier.name] = carried[rule.name] = None
    lines = ["", f"{head}:"] if found else []
    for at, (names, carried) in found.items():
        lines.append(f"  {clean(at)}  [{clean(' '.join(carried))}]")
        lines += folded(clean(", ".join(names)), WIDTH, "    ")
    return lines


def coverage_output(pack: str, rules: Sequence[RuleStatus]) -> CoverageOutput:
    """Return the coverage of the rules as the record for JSON."""
    count: dict[CoverageWord, int] = {status.value: 0 for status in CoverageStatus}
    for rule in rules:
        count[rule.standing.value] += 1
    covered = sum(rule.standing.covered for rule in rules)
    return CoverageOutput(
        pack=pack,
        rules=tuple(map(_rule_coverage_output, rules)),
        summary=CoverageSummary(rules=len(rules), covered=covered, standing=count),
    )


def _rule_coverage_output(rule: RuleStatus) -> RuleCoverageOutput:
    return RuleCoverageOutput(
        id=rule.name,
        at=rule.at,
        kinds=rule.kinds,
        said=rule.status,
        status=rule.standing.value,
        implemented=tuple(map(_implemented_output, rule.carriers)),
        cases=rule.cases,
        hint=rule.hint,
    )


def _implemented_output(carrier: Carrier) -> ImplementedOutput:
    return ImplementedOutput(
        name=carrier.name,
        at=carrier.at,
        exercised=carrier.exercised,
        reached=carrier.reached,
    )


# A rule of the source as on a printed page: what it says, and what carries it.

MOST = 24
"""Places, and cases, that are listed on a page; JSON has them all."""
_HOLDING = MappingProxyType(
    {
        "rows": "row",
        "cells": "row",
        "weights": "row",
        "columns": "column",
        "groups": "group",
        "fields": "field",
        "facts": "fact",
        "change": "change of",
        "values": "value",
    }
)
"""What stands by its name below a key, as it is called."""
_WORTH = MappingProxyType(
    {
        "formulas": ("is",),
        "modifiers": ("add",),
        "tables": ("give", "gives"),
    }
)
"""Keys that say what a formula, or a row, is worth."""


class Bearer(Struct, frozen=True):
    """An element that names a rule.

    It has the declaration, the part in it ("" for all of it), the place and a mark
    (`house`, `reported`, `needs_figure` or ""). `path` is its path for the `change` of
    an overlay: the steps of a procedure if the step has no name, "" for options, which
    an overlay sets.
    """

    section: str
    name: str
    part: str
    at: Span
    mark: str
    path: str

    @property
    def label(self) -> str:
        """Its name in lists; cases are listed separately, so theirs has no section."""
        kind = KINDS.get(self.section, self.section.replace("_", " ").removesuffix("s"))
        part = f", {self.part}" if self.part else ""
        return self.name if self.section == "cases" else f"{kind} {self.name}{part}"


class RulePage(Struct, frozen=True):
    """A rule of the source; all but its id is "" if no rulebook lists it.

    `stands` is its place in the source, `at` that in the rulebook.
    """

    name: str
    at: str
    stands: str
    title: str
    says: str
    kinds: tuple[str, ...]
    status: str
    bearers: tuple[Bearer, ...]
    cases: tuple[Bearer, ...]


def rules_with(ruleset: Ruleset, text: str) -> list[str]:
    """Return the listed rules whose id begins with a text or that contain all its
    words, in the order of the rulebook, ignoring case."""
    wanted = text.replace("_", " ").casefold().split()
    found = []
    for entry in ruleset.sections.get(RULEBOOK, {}).values() if wanted else ():
        says = _text(entry.node, "says").casefold()
        if entry.name.casefold().startswith(text.strip().casefold()) or all(
            re.search(rf"\b{re.escape(word)}", says) for word in wanted
        ):
            found.append(entry.name)
    return found


def rule_in(indexed: IndexedRuleset, folded: str) -> RulePage:
    """Return a rule by its lower-case id with all elements that name it, in file
    order."""
    ruleset, rules = indexed.ruleset, indexed.rules
    name, sections = rules.names[folded], every_section(ruleset)
    key = rules.listed.get(folded)
    entry = None if key is None else ruleset.sections[RULEBOOK][key]
    node = entry.node if entry is not None else None
    kinds = node.get("kinds") if isinstance(node, MappingNode) else None
    named = [
        bearer()
        for section, key in rules.places.get(folded, ())
        for id_, bearer in named_in(section, sections[section][key])
        if id_.casefold() == folded
    ]
    return RulePage(
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


def named_in(
    section: str, declaration: Declaration
) -> Iterator[tuple[str, Callable[[], Bearer]]]:
    """Yield each rule id that an element of a declaration names, with a function that
    finds the element: its path is expensive and few are asked for."""
    for part, node, way in _rule_parts(declaration.node, "", "", ()):
        bearer = partial(_bearer, section, declaration, part, node, way)
        yield from ((id_, bearer) for id_ in rules_of(node))


def _bearer(
    section: str,
    declaration: Declaration,
    part: str,
    node: MappingNode,
    way: tuple[str, ...],
) -> Bearer:
    at = node.span if part else declaration.span
    path = _path(section, declaration, node, way)
    return Bearer(section, declaration.name, part, at, _text(node, "status"), path)


def _rule_parts(
    node: Node, part: str, below: str, way: tuple[str, ...]
) -> Iterator[tuple[str, MappingNode, tuple[str, ...]]]:
    """Yield every map that names rules: its name, itself, and the names that lead to
    it.

    `below` is the key that contains it. A step without a name adds none.
    """
    if isinstance(node, Items):
        base = way[: way.index(STEPS) + 1] if STEPS in way else way
        for item in node.items:
            step_name = _called(item) if STEPS in way else ""
            inner = (*base, step_name) if step_name else base
            yield from _rule_parts(item, _step(item) or part, "", inner)
    elif isinstance(node, MappingNode):
        if "rule" in node:
            yield part, node, way
        word = _HOLDING.get(below, "")
        unnamed_step = way[-1:] == (STEPS,)
        for key, value in node.entries:
            name = f"{word} {spaced(key.text)}" if word else part
            inner = way if unnamed_step else (*way, key.text)
            yield from _rule_parts(value, name, "" if word else key.text, inner)


def _called(step: Node) -> str:
    """Return the name by which an overlay finds a step: its id, or what it binds."""
    names = bound_in(step) if isinstance(step, MappingNode) else []
    return _text(step, "id") or next((each.text for each in names), "")


def _path(
    section: str, declaration: Declaration, node: MappingNode, way: tuple[str, ...]
) -> str:
    """Return the overlay path of the value of a map that names a rule, otherwise of the
    map, cut to the part that is unique."""
    if section == "options":
        return ""
    worth = [key for key in _WORTH.get(section, ()) if key in node][:1]
    names = [*way, *(worth if way or section == "formulas" else [])]
    while names:
        found = find(
            declaration.node, [PathPart(name, declaration.span) for name in names]
        )
        if isinstance(found, list) and len(found) == 1:
            break
        names.pop()
    parts = [section, declaration.key, *map(normalised, names)]
    return ".".join(f"'{name}'" if "." in name else name for name in parts)


def _step(node: Node) -> str:
    """Return the name of a step on a page; "" if the node is no step."""
    if not isinstance(node, MappingNode):
        return ""
    name = _called(node)
    verbs = [key.text for key, _ in node.entries if key.text in step_verbs()]
    return f"step {spaced(name)}" if name else f"a step '{verbs[0]}'" if verbs else ""


def _texts(node: Node | None) -> list[str]:
    items = node.items if isinstance(node, Items) else ()
    return [each.text for each in items if isinstance(each, ScalarNode)]


def _text(node: Node | None, key: str) -> str:
    found = node.get(key) if isinstance(node, MappingNode) else None
    return " ".join(found.text.split()) if isinstance(found, ScalarNode) else ""


def rule_shown(rule: RulePage, paint: Paint, cells: int) -> str:
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
    lines += ["", *_rule_list("carried at", "place", rule.bearers, paint, cells)]
    lines += _rule_list("tried by", "case", rule.cases, paint, cells)
    return "\n".join(lines)


def _rule_list(
    word: str, thing: str, found: Sequence[Bearer], paint: Paint, cells: int
) -> list[str]:
    if not found:
        unnamed = (
            "no case names it; 'umpire coverage' tells whether one runs through it"
        )
        return [unnamed if thing == "case" else f"{word} no {thing}"]
    lines = [f"{word} {len(found)} {thing}{'' if len(found) == 1 else 's'}:"]
    for bearer in found[:MOST]:
        mark = f" ({bearer.mark})" if bearer.mark else ""
        place = clean(_line(str(bearer.at)))
        lines += referred(clean(f"{bearer.label}{mark}"), place, cells, paint, "  ")
        if bearer.path and bearer.section != "cases":
            path = f"      to change it: {clean(bearer.path)}"
            lines.append(paint.faint(path))
    return [*lines, *([f"  and {len(found) - MOST} more"] if found[MOST:] else [])]


def _line(at: str) -> str:
    """Return file and line of a place."""
    return at.rpartition(":")[0]


def rule_output(rule: RulePage) -> RuleOutput:
    """Return the page of a rule as the record for JSON."""
    return RuleOutput(
        id=rule.name,
        at=rule.at,
        stands=rule.stands,
        title=rule.title,
        says=rule.says,
        kinds=rule.kinds,
        status=rule.status,
        carried_by=tuple(map(_bearer_output, rule.bearers)),
        cases=tuple(
            RuleCaseOutput(name=case.name, at=str(case.at)) for case in rule.cases
        ),
    )


def _bearer_output(bearer: Bearer) -> RuleBearerOutput:
    return RuleBearerOutput(
        section=bearer.section,
        name=bearer.name,
        part=bearer.part,
        mark=bearer.mark,
        path=bearer.path,
        at=str(bearer.at),
    )
