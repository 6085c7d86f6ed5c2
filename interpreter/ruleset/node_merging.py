"""Three-way merge of values: what the base had, what it has now, what an overlay says.

Maps are merged entry by entry, by name; anything else is one value. A value that both
sides changed, and not to the same, is a conflict. So are rows named by bands of numbers
where both sides added or removed some: bands must cover all numbers once, which a merge
by name does not know. If both sides put the entries that they share into another order,
the map as a whole is a conflict.
"""

from collections.abc import Sequence

from msgspec import Struct

from interpreter.ruleset.changes import is_band
from interpreter.ruleset.edits import same
from interpreter.ruleset.printed_tables import as_printed
from interpreter.source import Name
from interpreter.yaml.node_edits import is_equal
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

Path = tuple[str, ...]
"""Keys from the merged value to a part of it."""


class NodeMerge(Struct, frozen=True):
    """A merged value, and the parts on which both sides disagree: there it has what the
    overlay says."""

    node: Node | None
    conflicts: tuple[Path, ...] = ()


def merge_nodes(old: Node | None, new: Node | None, own: Node | None) -> NodeMerge:
    """Merge what changed from `old` to `new` with what changed from `old` to `own`;
    None is a value that is not there."""
    if is_unchanged(old, own) or is_equal(new, own):
        return NodeMerge(new)
    if is_unchanged(old, new):
        return NodeMerge(own)
    maps = [node for node in (old, new, own) if isinstance(node, MappingNode)]
    if len(maps) == 3:
        return _merged_maps(*maps)
    return NodeMerge(own, ((),))


def is_unchanged(one: Node | None, other: Node | None) -> bool:
    """Tell whether two values say the same, with the entries of maps in one order."""
    return same(one, other) and _has_order_of(one, other)


def _has_order_of(one: Node | None, other: Node | None) -> bool:
    if isinstance(one, MappingNode) and isinstance(other, MappingNode):
        pairs = zip(one.entries, other.entries, strict=True)
        return all(
            key.name == instead.name and _has_order_of(value, now)
            for (key, value), (instead, now) in pairs
        )
    if isinstance(one, SequenceNode) and isinstance(other, SequenceNode):
        return all(map(_has_order_of, one.items, other.items))
    return True


def _merged_maps(old: MappingNode, new: MappingNode, own: MappingNode) -> NodeMerge:
    order = _order(old, new, own)
    if order is None or (_moves_bands(old, new) and _moves_bands(old, own)):
        return NodeMerge(own, ((),))
    entries: list[tuple[ScalarNode, Node]] = []
    conflicts: list[Path] = []
    for name in order:
        merged = merge_nodes(*(node.get(name) for node in (old, new, own)))
        key = own.key(name) or new.key(name)
        assert key is not None  # the order has the names of both
        conflicts += [(key.text, *path) for path in merged.conflicts]
        if merged.node is not None:
            entries.append((key, merged.node))
    return NodeMerge(MappingNode(tuple(entries), own.span), tuple(conflicts))


def _order(
    old: MappingNode, new: MappingNode, own: MappingNode
) -> Sequence[Name] | None:
    """Return the names of both in one order: that of the side that changed it, with the
    names that the other added after those that they follow there."""
    names = [[key.name for key, _ in node.entries] for node in (old, new, own)]
    common = set(names[0]).intersection(*names[1:])
    was, now, mine = ([n for n in listed if n in common] for listed in names)
    if was not in (now, mine) and now != mine:
        return None
    first, second = (names[2], names[1]) if now == was else (names[1], names[2])
    known = set(first)
    added: dict[Name | None, list[Name]] = {None: []}
    before: Name | None = None
    for name in second:
        if name in known:
            before = name
        else:
            added.setdefault(before, []).append(name)
    return [*added[None], *(n for name in first for n in (name, *added.get(name, ())))]


def _moves_bands(one: MappingNode, other: MappingNode) -> bool:
    pairs = ((one, other), (other, one))
    return any(
        is_band(key) and key.name not in there
        for here, there in pairs
        for key, _ in here.entries
    )


def written_like(node: Node, pattern: Node | None) -> Node:
    """Return a value of a base as an overlay would write it: rows that the base prints
    as lists are lists again where the overlay writes its rows so."""
    if not isinstance(node, MappingNode):
        return node
    if isinstance(pattern, SequenceNode):
        return as_printed(node) or node
    if not isinstance(pattern, MappingNode) or not pattern.entries:
        return node
    beside = pattern.entries[0][1]
    entries = tuple(
        (key, written_like(value, pattern.get(key.name) or beside))
        for key, value in node.entries
    )
    return MappingNode(entries, node.span)
