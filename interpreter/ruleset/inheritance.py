"""Scenarios that build on another one (`like`), expanded.

A scenario inherits everything that it does not say itself and that `without` does not
remove. Entities are merged field by field, options and seats name by name, boards key
by key, and regions, areas and members of a board name by name; anything else replaces
what is inherited. Inherited nodes keep their position in the file.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from interpreter.diagnostics import (
    Diagnostic,
    LimitExceeded,
    did_you_mean,
    problem,
    there_are,
)
from interpreter.ruleset.ruleset import Declaration
from interpreter.source import Span
from interpreter.values.names import plain
from interpreter.yaml import MappingNode, Node, ScalarNode, SequenceNode

_OWN = frozenset("like without title rule status only say".split())
"""What a scenario never has from another."""

DEEPEST = 64
MOST_INHERITED = 200_000

_NAMED = frozenset("regions areas members".split())
"""Parts of a board that are merged name by name."""


def inherit(scenarios: dict[str, Declaration], problems: list[Diagnostic]) -> None:
    """Replace each scenario with a `like` by itself and what it inherits."""
    built: dict[str, _Built] = {}
    inherited = 0
    for key, scenario in scenarios.items():
        node = scenario.node
        whole = _build(key, scenarios, built, (), problems).scenario.node
        if whole is not node and isinstance(node, MappingNode):
            inherited += _size(whole) - _size(node)
            if inherited > MOST_INHERITED:
                what = "entities and fields that scenarios inherit"
                raise LimitExceeded(what, MOST_INHERITED).at(scenario.span)
    scenarios.update({key: each.scenario for key, each in built.items()})


@dataclass(frozen=True, slots=True)
class _Built:
    """A scenario with what it inherits, and the length of its chain of `like`."""

    scenario: Declaration
    depth: int


def _size(node: Node) -> int:
    """Return how many texts are in the maps of a scenario, three deep."""
    parts = node.entries if isinstance(node, MappingNode) else ()
    return sum(
        len(inner.entries) if isinstance(inner, MappingNode) else 1
        for _, part in parts
        for _, inner in (part.entries if isinstance(part, MappingNode) else ())
    )


def _build(
    key: str,
    scenarios: dict[str, Declaration],
    built: dict[str, _Built],
    open_: tuple[str, ...],
    problems: list[Diagnostic],
) -> _Built:
    """Return a scenario with what it inherits; `open_` are those that wait for it.

    The recursion is limited like the chain, which may be longer: a scenario that was
    built before is not built again.
    """
    if key in built:
        return built[key]
    scenario, depth = scenarios[key], 0
    node = scenario.node
    like = node.get("like") if isinstance(node, MappingNode) else None
    if len(open_) >= DEEPEST and isinstance(like, ScalarNode):
        raise _too_deep(like.span)
    if isinstance(node, MappingNode) and isinstance(like, ScalarNode):
        other = plain(like.text)
        if other in (*open_, key):
            message = f"'{like.text}' is like itself in a cycle"
            problems.append(problem("R506", like.span, message))
        elif other not in scenarios:
            names = [each.name for each in scenarios.values() if each is not scenario]
            hint = did_you_mean(like.text, names) or there_are(names)
            message = f"'{like.text}' is no scenario"
            problems.append(problem("R301", like.span, message, hint=hint))
        else:
            base = _build(other, scenarios, built, (*open_, key), problems)
            depth = base.depth + 1
            if depth > DEEPEST:
                raise _too_deep(like.span)
            if isinstance(base.scenario.node, MappingNode):
                merged = _merged(base.scenario.node, node, base.scenario.name, problems)
                scenario = replace(scenario, node=merged)
    built[key] = _Built(scenario, depth)
    return built[key]


def _too_deep(span: Span) -> LimitExceeded:
    return LimitExceeded("scenarios built on each other", DEEPEST).at(span)


def _merged(
    base: MappingNode, own: MappingNode, name: str, problems: list[Diagnostic]
) -> MappingNode:
    """Return a scenario of its own node and that of the scenario `name`."""
    base = _without(base, own.get("without"), name, problems)
    _check_kinds(base, own, name, problems)
    inherited = tuple(
        (key, value) for key, value in base.entries if plain(key.text) not in _OWN
    )
    found = MappingNode(inherited, base.span)
    entries = [
        (key, _part(plain(key.text), found.get(key.text), value))
        for key, value in own.entries
    ]
    rest = [pair for pair in inherited if pair[0].text not in own]
    return MappingNode((*entries, *rest), own.span)


def _part(key: str, base: Node | None, own: Node) -> Node:
    """Return what follows a key of a scenario, from both."""
    if not isinstance(base, MappingNode) or not isinstance(own, MappingNode):
        return own
    entries = []
    for name, value in own.entries:
        before = base.get(name.text)
        if isinstance(before, MappingNode) and isinstance(value, MappingNode):
            if key == "entities":
                value = _entity(before, value)
            elif key == "boards":
                value = _board(before, value)
        entries.append((name, value))
    return _over(base, MappingNode(tuple(entries), own.span))


def _entity(base: MappingNode, own: MappingNode) -> MappingNode:
    """Return an entity of both; one of another kind has nothing of the base's."""
    kinds = [each.get("kind") for each in (base, own)]
    before, now = (plain(k.text) if isinstance(k, ScalarNode) else "" for k in kinds)
    return own if now and now != before else _over(base, own)


def _board(base: MappingNode, own: MappingNode) -> MappingNode:
    entries = []
    for key, value in own.entries:
        before = base.get(key.text)
        named = plain(key.text) in _NAMED
        if named and isinstance(before, MappingNode) and isinstance(value, MappingNode):
            value = _over(before, value)
        entries.append((key, value))
    return _over(base, MappingNode(tuple(entries), own.span))


def _over(base: MappingNode, own: MappingNode) -> MappingNode:
    """Return the entries of both in the order of the base; of a name that both have
    the own value."""
    kept = [
        (own.key(key.text) or key, own.get(key.text) if key.text in own else value)
        for key, value in base.entries
    ]
    more = (pair for pair in own.entries if pair[0].text not in base)
    pairs = ((key, value) for key, value in (*kept, *more) if value is not None)
    return MappingNode(tuple(pairs), own.span)


def _without(
    base: MappingNode, without: Node | None, name: str, problems: list[Diagnostic]
) -> MappingNode:
    """Return a scenario without some of its entities, and without their seats."""
    items = without.items if isinstance(without, SequenceNode) else (without,)
    gone = [each for each in items if isinstance(each, ScalarNode)]
    entities = base.get("entities")
    known = _names(entities)
    for each in gone:
        if plain(each.text) not in map(plain, known):
            hint = did_you_mean(each.text, known) or there_are(known)
            message = f"no '{each.text}' is in the scenario '{name}'"
            problems.append(problem("R301", each.span, message, hint=hint))
    ids = {plain(each.text) for each in gone}
    if not ids:
        return base
    entries = []
    for key, value in base.entries:
        if isinstance(value, MappingNode) and plain(key.text) == "entities":
            kept = (pair for pair in value.entries if plain(pair[0].text) not in ids)
            value = MappingNode(tuple(kept), value.span)
        elif isinstance(value, MappingNode) and plain(key.text) == "seats":
            kept = (pair for pair in value.entries if not _is_one_of(pair[1], ids))
            value = MappingNode(tuple(kept), value.span)
        entries.append((key, value))
    return MappingNode(tuple(entries), base.span)


def _is_one_of(node: Node, ids: Iterable[str]) -> bool:
    return isinstance(node, ScalarNode) and plain(node.text) in ids


def _check_kinds(
    base: MappingNode, own: MappingNode, name: str, problems: list[Diagnostic]
) -> None:
    """Report each entity without a kind that the other scenario has not."""
    entities, placed = base.get("entities"), own.get("entities")
    known = _names(entities)
    for key, value in placed.entries if isinstance(placed, MappingNode) else ():
        if not isinstance(value, MappingNode) or "kind" in value:
            continue
        if plain(key.text) not in map(plain, known):
            message = f"no '{key.text}' is in '{name}', so it needs a 'kind'"
            hint = did_you_mean(key.text, known)
            found = problem("R301", key.span, message, expected="kind: ...", hint=hint)
            problems.append(found)


def _names(entities: Node | None) -> list[str]:
    pairs = entities.entries if isinstance(entities, MappingNode) else ()
    return [key.text for key, _ in pairs]
