"""What of a pack differs from the book: changes, options, figures, rules left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from interpreter.pipeline.opening import Pack
from interpreter.pipeline.verdicts import verdict_on
from interpreter.reports.rulings import Ruling, RulingKind
from interpreter.reports.sheet_changes import added_by, book_option, is_of_sheet
from interpreter.ruleset.options import shown
from interpreter.ruleset.paths import find, node_at, parts_of
from interpreter.ruleset.rule_index import every_section, rules_of
from interpreter.ruleset.ruleset import Origin, Ruleset
from interpreter.source import Span, normalised
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode
from interpreter.yaml.writing import one_line

FIGURES: Mapping[str, RulingKind] = MappingProxyType(
    {"R510": "missing figure", "R511": "house figure"}
)
IMPLEMENTED = "implemented"


def rulings_of(pack: Pack) -> tuple[Ruling, ...]:
    """Return what differs from the book under the options of a pack: the changes of
    overlays, options that are not at their default, figures that the pack's author made
    up, figures that nobody has, and rules of the source that are not carried out."""
    ruleset = pack.ruleset().ruleset
    return (
        *_changes(ruleset),
        *_options(ruleset),
        *_figures(pack),
        *_left_out(ruleset),
    )


def _changes(ruleset: Ruleset) -> Iterator[Ruling]:
    for origin in ruleset.origins:
        if book_option(ruleset, origin) is not None or origin.section == "cases":
            continue  # an option of the book is named by itself
        if is_of_sheet(origin):
            continue
        before, now = (
            "" if node is None else one_line(node)
            for node in (origin.before, origin.after)
        )
        rules = tuple(rules_around(ruleset, origin))
        place = _place(origin.span)
        yield Ruling("change", origin.path, before, now, origin.by, rules, place)


def rules_around(ruleset: Ruleset, origin: Origin) -> list[str]:
    """Return the rules that what was changed carries, or what is around it."""
    declared = every_section(ruleset)[origin.section].get(normalised(origin.key))
    node = None if declared is None else declared.node
    rules: list[str] = []
    parts = parts_of(ScalarNode(origin.path, origin.span, ""))[2:]
    for number in range(len(parts) + 1):
        places = None if node is None else find(node, parts[:number])
        if node is None or places is None or isinstance(places, int):
            break
        inner = node_at(node, places[0])
        rules = _own_rules(inner) or rules
    return rules


def _own_rules(node: Node) -> list[str]:
    return rules_of(node) if isinstance(node, MappingNode) else []


def _options(ruleset: Ruleset) -> Iterator[Ruling]:
    for option in ruleset.options.values():
        declared = ruleset.sections["options"].get(option.key)
        if option.value == option.default or added_by(declared):
            continue  # what an option of an overlay changes is named by itself
        rules = () if declared is None else tuple(_own_rules(declared.node))
        default, value = shown(option.default), shown(option.value)
        place = _place(option.span)
        yield Ruling("option", option.name, default, value, "", rules, place)


def _figures(pack: Pack) -> Iterator[Ruling]:
    for problem in verdict_on(pack.folder, quick=True).problems:
        if problem.code in FIGURES:
            place = _place(problem.span)
            kind = FIGURES[problem.code]
            yield Ruling(kind, problem.message, "", "", "", (), place)


def _left_out(ruleset: Ruleset) -> Iterator[Ruling]:
    """Yield the rules of the index that are not carried out, by the reason that stands
    there."""
    reasons: dict[str, list[str]] = {}
    for entry in ruleset.sections["rulebook"].values():
        status = (
            entry.node.get("status") if isinstance(entry.node, MappingNode) else None
        )
        if isinstance(status, ScalarNode) and status.text != IMPLEMENTED:
            reasons.setdefault(status.text, []).append(entry.name)
    for reason, rules in reasons.items():
        yield Ruling("left out", reason, "", "", "", tuple(rules), "")


def _place(span: Span) -> str:
    return f"{span.source.name}:{span.first[0]}"
