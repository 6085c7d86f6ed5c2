"""How a ruleset differs from what it was: under other options, or before an edit."""

from collections.abc import Iterator

from interpreter.cache.slice_hashes import node_text
from interpreter.ruleset.ruleset import Declaration, Ruleset
from interpreter.semantics.names import Names
from interpreter.yaml.nodes import MappingNode

RULES = frozenset(
    "formulas tables modifiers walks procedures triggers scenarios entry_points"
    " policies cases options rulebook".split()
)
"""The sections on which no type, board, entity, event or claim depends, but for the
`foundation` of their declarations."""


def different(
    before: Ruleset, now: Ruleset
) -> Iterator[tuple[str, str, Declaration | None, Declaration | None]]:
    """Yield section and name of each declaration that differs, and its two versions."""
    for section, known in now.sections.items():
        old = before.sections[section] if section != "cases" else {}
        for name in dict.fromkeys((*old, *known)):
            one, other = old.get(name), known.get(name)
            if one is None or other is None or one.node != other.node:
                yield section, name, one, other


def different_options(before: Ruleset, now: Ruleset) -> Iterator[str]:
    """Yield the options with another value."""
    for name, option in now.options.items():
        if option != before.options.get(name):
            yield name


def foundation(section: str, declaration: Declaration | None) -> object:
    """Return the part of a declaration that every section may depend on, as plain data:
    the boards of a scenario (labels of hexes) and the keys of a look-up table (possibly
    a type)."""
    node = None if declaration is None else declaration.node
    if not isinstance(node, MappingNode):
        return None
    if section == "scenarios":
        return node_text(node.get("boards"))
    rows = node.get("rows") if section == "tables" and "key" in node else None
    return (
        [key.text for key, _ in rows.entries] if isinstance(rows, MappingNode) else None
    )


def has_same_boards(names: Names, before: Ruleset, now: Ruleset) -> bool:
    """Return whether the boards of all scenarios are what they were when these names
    were read, in the same order: reading those takes long."""
    for section in ("boards", "scenarios"):
        if list(before.sections[section]) != list(now.sections[section]):
            return False
    reads = names.dependencies.read_by(("types", ""))
    if any(("options", name) in reads for name in different_options(before, now)):
        return False
    for section, name, one, other in different(before, now):
        if foundation(section, one) != foundation(section, other):
            return False
        matters = section not in RULES or (section, name) in reads
        if matters and not is_said_alike(one, other):
            return False
    return True


def is_said_alike(one: Declaration | None, other: Declaration | None) -> bool:
    """Return whether two versions of a declaration differ by their places alone."""
    if one is None or other is None:
        return False
    return node_text(one.node) == node_text(other.node)
