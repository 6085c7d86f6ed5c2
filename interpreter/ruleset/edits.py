"""Edits of one node, applied at once, each at its address in the original node."""

import re
from fractions import Fraction
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from interpreter.ruleset.options import worth
from interpreter.ruleset.paths import Address
from interpreter.ruleset.printed_tables import as_printed
from interpreter.source import Span
from interpreter.yaml import MappingNode, Node, ScalarNode, SequenceNode

Act = Literal[
    "set", "splice", "remove", "add", "scale", "before", "after", "append", "enter"
]
SWEEPING = frozenset({"set", "splice", "remove"})
_COMMENT = re.compile(r"(?:^|(?<=\s))#[^\n]*(?=\n)")


class Edit(Struct, frozen=True):
    """What is done at an address; `key` is the new entry's, `amount` a number's."""

    address: Address
    act: Act
    nodes: tuple[Node, ...] = ()
    key: ScalarNode | None = None
    amount: Fraction = Fraction(0)
    span: Span | None = None


def rewritten(node: Node, edits: list[Edit], depth: int = 0) -> Node | None:
    """Return the node after the edits; None when it is removed."""
    here = [edit for edit in edits if len(edit.address) == depth]
    for each in here:
        if each.act in SWEEPING:
            return each.nodes[0] if each.nodes else None
    if isinstance(node, ScalarNode):
        return _counted(node, here)
    below: dict[int, list[Edit]] = {}
    for edit in edits:
        if len(edit.address) > depth:
            below.setdefault(edit.address[depth], []).append(edit)
    if isinstance(node, MappingNode):
        return _map(node, here, below, depth + 1)
    items: list[Node] = []
    for index, item in enumerate(node.items):
        items += _item(item, below.get(index, []), depth + 1)
    for each in here:
        items += each.nodes if each.act == "append" else ()
    return SequenceNode(tuple(items), node.span)


def _map(
    node: MappingNode, here: list[Edit], below: dict[int, list[Edit]], depth: int
) -> MappingNode:
    entries = []
    for index, (key, value) in enumerate(node.entries):
        kept = rewritten(value, below[index], depth) if index in below else value
        if kept is not None:
            entries.append((key, kept))
    for each in here:
        if each.act == "enter" and each.key is not None:
            entries.append((each.key, each.nodes[0]))
    return MappingNode(tuple(entries), node.span)


def _item(item: Node, edits: list[Edit], depth: int) -> list[Node]:
    """Return what is in a list instead of one item."""
    before: list[Node] = []
    after: list[Node] = []
    inner: list[Edit] = []
    middle: list[Node] | None = None
    for edit in edits:
        if len(edit.address) > depth:
            inner.append(edit)
        elif edit.act == "before":
            before += edit.nodes
        elif edit.act == "after":
            after += edit.nodes
        elif edit.act == "splice":
            middle = list(edit.nodes)
        else:
            inner.append(edit)
    if middle is None:
        kept = rewritten(item, inner, depth) if inner else item
        middle = [] if kept is None else [kept]
    return before + middle + after


def number_in(node: Node | None) -> Fraction | None:
    """Return the number that a text is, or None."""
    if not isinstance(node, ScalarNode):
        return None
    value = worth(node.text)
    return None if isinstance(value, (str, bool)) else Fraction(value)


def _counted(node: ScalarNode, edits: list[Edit]) -> ScalarNode:
    """Return the text of a number after additions, or after multiplications."""
    value = number_in(node)
    if value is None or not edits:
        return node
    for each in edits:
        value = value * each.amount if each.act == "scale" else value + each.amount
    sign = "+" if node.text.strip().startswith("+") and value > 0 else ""
    text = f"{sign}{value}"
    span = edits[-1].span or node.span
    places = (*[span.start] * len(text), span.end)
    return replace(node, text=text, span=span, style="", places=places)


def _letters(text: str) -> list[str]:
    """Return the words of a text; in a name a space and an underscore are the same.

    Comments of an expression on several lines count for nothing: who words one anew
    in the pack below changes no rule.
    """
    return _COMMENT.sub("", text).replace("_", " ").split()


def same(one: Node | None, other: Node | None) -> bool:
    """Return whether two nodes say the same, wherever they are; a row of a table that
    was printed as a list says the same as that list."""
    if isinstance(one, ScalarNode) and isinstance(other, ScalarNode):
        numbers = number_in(one), number_in(other)
        if None not in numbers:
            return numbers[0] == numbers[1]
        return _letters(one.text) == _letters(other.text)
    if isinstance(one, SequenceNode) and isinstance(other, SequenceNode):
        return len(one.items) == len(other.items) and all(
            map(same, one.items, other.items)
        )
    if isinstance(one, MappingNode) and isinstance(other, MappingNode):
        keys = [{key.name for key, _ in each.entries} for each in (one, other)]
        return keys[0] == keys[1] and all(
            same(value, other.get(key.name)) for key, value in one.entries
        )
    if isinstance(one, SequenceNode) and isinstance(other, MappingNode):
        row = as_printed(other)
        return row is not None and same(one, row)
    return one is other


def clash(one: Edit, other: Edit) -> bool:
    """Return whether it matters which of two edits comes first."""
    if one.address != other.address:
        short, long = sorted((one, other), key=lambda each: len(each.address))
        inside = long.address[: len(short.address)] == short.address
        apart = len(short.address) == len(long.address) or not inside
        return not apart and short.act in SWEEPING
    if one.act == other.act == "enter" and not _one_key(one, other):
        return False
    if one.act == other.act and one.act in (*SWEEPING, "enter"):
        equal = len(one.nodes) == len(other.nodes)
        return not equal or not all(map(same, one.nodes, other.nodes))
    if one.act in SWEEPING or other.act in SWEEPING:
        return True
    if {one.act, other.act} <= {"add", "scale"}:
        return one.act != other.act
    return one.act == other.act


def repeats(one: Edit, other: Edit) -> bool:
    """Return whether two edits that do not clash are one and the same."""
    if one.address != other.address or one.act != other.act:
        return False
    return _one_key(one, other) if one.act == "enter" else one.act in SWEEPING


def _one_key(one: Edit, other: Edit) -> bool:
    keys = [each.key.name for each in (one, other) if each.key is not None]
    return len(keys) == 2 and keys[0] == keys[1]
