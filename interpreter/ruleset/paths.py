"""Paths of changes (`section.name.part.part`) and how they are resolved."""

import re

from msgspec import Struct

from interpreter.source import Name, Span, normalised
from interpreter.yaml import MappingNode, Node, ScalarNode, SequenceNode
from interpreter.yaml.schemas import binding_keys, step_verbs

Address = tuple[int, ...]
"""The way down from a declaration's node: indices of entries and items."""

STEPS = "steps"
"""The key below which maps are steps."""
_STEP = "step"
"""The word for a step of any verb where one is named by its number."""
_PART = re.compile(r"\s*(?:'([^']*)'|\"([^\"]*)\"|([^.]*?))\s*(\.|\Z)")
_ORDINAL = re.compile(r"([a-z]*)[ _#]*\[?[0-9]+\]?\Z")


class PathPart(Struct, frozen=True):
    """A name in a path and its span."""

    text: str
    span: Span

    @property
    def name(self) -> Name:
        """The text as a name."""
        return normalised(self.text)

    @property
    def counts(self) -> bool:
        """Return whether it looks like a verb and its number in file order."""
        found = _ORDINAL.match(self.text)
        return found is not None and found[1] in {"", _STEP, *step_verbs()}


def parts_of(path: ScalarNode) -> list[PathPart]:
    """Return the parts of a path; quotes hold an id with a dot together."""
    found = []
    at = 0
    while at <= len(path.text):
        match = _PART.match(path.text, at)
        if match is None:
            break
        group = next(each for each in (1, 2, 3) if match[each] is not None)
        span = path.part(match.start(group), match.end(group))
        found.append(PathPart(match[group], span))
        at = match.end()
        if not match[4]:
            break
    return found


def find(node: Node, parts: list[PathPart]) -> list[Address] | int:
    """Return every place that the parts name; or how many parts were found.

    A part is a key, a value of a list, the id of a step, or a name that a step binds.
    """
    places: list[Address] = [()]
    for number, part in enumerate(parts):
        inner = [
            (*place, *more)
            for place in places
            for more in _inside(
                node_at(node, place), part.name, is_among_steps(node, place)
            )
        ]
        if not inner:
            return number
        places = inner
    return places


def node_at(node: Node, address: Address) -> Node:
    """Return the node at an address."""
    for index in address:
        if isinstance(node, MappingNode):
            node = node.entries[index][1]
        elif isinstance(node, SequenceNode):
            node = node.items[index]
    return node


def is_among_steps(node: Node, address: Address) -> bool:
    """Return whether an address leads through `steps`."""
    for index in address:
        if isinstance(node, MappingNode) and node.entries[index][0].text == STEPS:
            return True
        node = node_at(node, (index,))
    return False


def names_in(node: Node, among_steps: bool = False) -> list[str]:
    """Return the names that a next part of a path may have."""
    if isinstance(node, ScalarNode):
        return []
    found = list(dict.fromkeys(name.text for name, _ in _ids(node, among_steps)))
    if isinstance(node, MappingNode):
        return [key.text for key, _ in node.entries] + found
    return [each.text for each in node.items if isinstance(each, ScalarNode)] + found


def _inside(node: Node, wanted: Name, among_steps: bool) -> list[Address]:
    if isinstance(node, ScalarNode):
        return []
    if isinstance(node, MappingNode):
        keys = [key.name for key, _ in node.entries]
        if wanted in keys:
            return [(keys.index(wanted),)]
    else:
        texts = [
            (index,)
            for index, each in enumerate(node.items)
            if isinstance(each, ScalarNode) and each.name == wanted
        ]
        if texts:
            return texts  # type: ignore[return-value]  # a tuple of one is an Address
    called = [at for name, at in _ids(node, among_steps) if name.name == wanted]
    return list(dict.fromkeys(called))


def _ids(node: Node, among_steps: bool) -> list[tuple[ScalarNode, Address]]:
    """Return each id within a node (not its own) and each name that a step in it binds,
    with the map that carries it; `among_steps` tells that the node is below `steps`.

    A bound name stays when steps are put before it, as an id does; so an overlay can
    change a choice or a roll of a pack whose author gave no ids.
    """
    found: list[tuple[ScalarNode, Address]] = []
    waiting: list[tuple[Node, Address, bool]] = [(node, (), among_steps)]
    while waiting:
        inner, address, steps = waiting.pop()
        if isinstance(inner, ScalarNode):
            continue
        if isinstance(inner, MappingNode):
            own = inner.get("id")
            if address and isinstance(own, ScalarNode):
                found.append((own, address))
            if address and steps:
                found.extend((name, address) for name in bound_in(inner))
            below = [
                (value, (*address, index), steps or key.text == STEPS)
                for index, (key, value) in enumerate(inner.entries)
            ]
        else:
            below = [
                (each, (*address, index), steps)
                for index, each in enumerate(inner.items)
            ]
        waiting.extend(reversed(below))
    return found


def bound_in(step: MappingNode) -> list[ScalarNode]:
    """Return the names that a step binds, in the order of its keys."""
    binding = binding_keys()
    held = [value for key, value in step.entries if key.text in binding]
    names = [each for each in held if isinstance(each, ScalarNode)]
    maps = [each for each in held if isinstance(each, MappingNode)]
    return names + [key for each in maps for key, _ in each.entries]
