"""Lists figures that are not from the book (`house`) or missing (`needs_figure`)."""

from collections.abc import Iterator
from collections.abc import Mapping as Map
from collections.abc import Sequence as List
from types import MappingProxyType

from msgspec import Struct

from interpreter.diagnostics import Diagnostic, problem
from interpreter.ruleset.layers import Layer
from interpreter.ruleset.ruleset import Declaration, Ruleset
from interpreter.source import Span
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

MARKS: Map[str, tuple[str, str]] = MappingProxyType(
    {
        "needs_figure": ("R510", "missing figure"),
        "house": ("R511", "house figure"),
        "reported": ("R511", "reported figure"),
    }
)
"""The marks with their code and what they are called."""
_ROWS = ("cells", "rows", "weights")
_FIGURES = ("is", "add", "start", "default")
"""What holds the figures of a marked part that has no rows; without any, all of it."""
_NAMED = 5


class _Mark(Struct, frozen=True):
    """A mark: its declaration, the key of the marked part ("" for all), its node."""

    section: str
    declaration: Declaration
    part: str
    node: MappingNode
    word: str
    span: Span


def marked(ruleset: Ruleset, layers: List[Layer]) -> list[Diagnostic]:
    """Return one note a table, for the scenarios of a pack, and for the rest of a file.

    Figures that an overlay replaces are not listed.
    """
    packs = {
        file.name: number for number, layer in enumerate(layers) for file in layer.files
    }
    marks: dict[Span, _Mark] = {}
    for section, declarations in ruleset.sections.items():
        if section != "rulebook":
            for each in declarations.values():
                for mark in _marks(section, each):
                    marks.setdefault(mark.span, mark)  # once, where it is inherited
    groups: dict[tuple[str, ...], list[_Mark]] = {}
    for mark in marks.values():
        if _left(mark, packs):
            groups.setdefault(_place(mark, packs), []).append(mark)
    return [_listed(group, packs) for group in groups.values()]


def _marks(section: str, each: Declaration) -> Iterator[_Mark]:
    """Yield each mark of a declaration, with its key."""

    def below(node: Node, part: str) -> Iterator[_Mark]:
        if isinstance(node, MappingNode):
            for key, value in node.entries:
                if key.text != "status" or not isinstance(value, ScalarNode):
                    yield from below(value, key.text)
                elif value.text in MARKS:
                    yield _Mark(section, each, part, node, value.text, value.span)
        elif isinstance(node, SequenceNode):
            for item in node.items:
                yield from below(item, part)

    return below(each.node, "")


def _place(mark: _Mark, packs: Map[str, int]) -> tuple[str, ...]:
    """Return the grouping key of a mark: marks with the same key share a line."""
    file = mark.span.source.name
    if mark.section == "scenarios":
        return (mark.word, str(packs.get(file)))
    table = mark.declaration.key if mark.section == "tables" else ""
    return (mark.word, file, table)


def _left(mark: _Mark, packs: Map[str, int]) -> bool:
    """Return whether any marked figure still comes from the pack that marks it."""
    rows = _rows(mark.node)
    values = [each for key in _FIGURES if (each := mark.node.get(key)) is not None]
    values = values if rows is None else [rows]
    if not values and mark.section == "tables":  # the mark of a row
        values = [value for key, value in mark.node.entries if key.text != "status"]
    pack = packs.get(mark.span.source.name)
    return not values or any(_is_of(value, pack, packs) for value in values)


def _is_of(node: Node, pack: int | None, packs: Map[str, int]) -> bool:
    """Return whether any value of a node is written in the pack."""
    if isinstance(node, MappingNode) and node.entries:
        return any(_is_of(value, pack, packs) for _, value in node.entries)
    if isinstance(node, SequenceNode) and node.items:
        return any(_is_of(item, pack, packs) for item in node.items)
    return packs.get(node.span.source.name) == pack


def _listed(group: List[_Mark], packs: Map[str, int]) -> Diagnostic:
    """Return the line for marks that have their place in common."""
    first = group[0]
    code, called = MARKS[first.word]
    if first.section == "scenarios":
        scenarios = "1 scenario" if len(group) == 1 else f"{len(group)} scenarios"
        message = f"{called}s in {scenarios}: {_names(group)}"
    elif first.section == "tables" and first.part == "":
        rows = _rows_left(first, packs)
        count = f"{rows} {'row' if rows == 1 else 'rows'} of " if rows else ""
        message = f"table '{first.declaration.name}': {count}{called}s"
    else:
        names = _names(group)
        plural = "" if len(group) == 1 else "s"
        message = f"{len(group)} {called}{plural}: {names}"
        if first.section == "tables":
            message = f"table '{first.declaration.name}': {message}"
    return problem(code, first.span, message)


def _rows_left(mark: _Mark, packs: Map[str, int]) -> int:
    pack = packs.get(mark.span.source.name)
    rows = _rows(mark.node)
    values = [value for _, value in rows.entries] if rows is not None else []
    apart = [isinstance(row, MappingNode) and "status" in row for row in values]
    return sum(
        _is_of(row, pack, packs) and not has_own
        for row, has_own in zip(values, apart, strict=True)
    )


def _rows(node: MappingNode) -> MappingNode | None:
    """Return the node of the rows of a table; None if there are none."""
    found = next((each for key in _ROWS if (each := node.get(key)) is not None), None)
    return found if isinstance(found, MappingNode) else None


def _names(group: List[_Mark]) -> str:
    """Return the marked names, abbreviated if there are many."""
    quoted = []
    for mark in group[:_NAMED]:
        name = f"'{mark.declaration.name}'"
        if mark.section == "tables":
            quoted.append(mark.part)
        else:
            quoted.append(f"'{mark.part}' of {name}" if mark.part else name)
    more = len(group) - _NAMED
    return ", ".join(quoted) + (f" and {more} more" if more > 0 else "")
