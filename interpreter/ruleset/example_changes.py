"""Changes that an overlay of a pack could make: examples for its author to begin with.

Each is small and says what it expects, and each is of another kind: a row of modifiers,
a new row of modifiers, a cell of a table, a formula. Whether the pack is still without
errors after it, only reading it can tell: who writes an example tries it.
"""

import re
from collections.abc import Iterator

from msgspec import Struct

from interpreter.ruleset.mentions import is_mentioned, words
from interpreter.ruleset.options import shown
from interpreter.ruleset.ruleset import Declaration, Ruleset
from interpreter.yaml import MappingNode, Node, ScalarNode
from interpreter.yaml.writing import inline, scalar

LONGEST = 100
"""Characters of an expression that is short enough for an example."""
OWN_ROW = "my own row"
_WHOLE = re.compile(r"([+-]?)(\d{1,6})\Z")
_LITERAL = re.compile(
    r"(?:(?<=\A)|(?<=[-+*<>] )|(?<=[<>]= ))(?:[3-9]|[1-9]\d)(?=\Z|[ ,)])"
)
"""A number that is added, multiplied or compared; others are often no figure of a rule,
as the index of a list or half a turn in degrees."""
LINKS = ("requires", "conflicts", "implies")
_ROWS = ("rows", "cells")


class ExampleChange(Struct, frozen=True):
    """A change with its path: `verbs` are its lines, as `expect` and its value. It
    changes the declaration `name` of a section; `about` says what is changed."""

    section: str
    name: str
    about: str
    path: str
    verbs: tuple[tuple[str, str], ...]

    @property
    def lines(self) -> list[str]:
        """The lines below `change:`, not indented."""
        return [f"{self.path}:", *(f"  {verb}: {value}" for verb, value in self.verbs)]


def changed_rows(ruleset: Ruleset) -> Iterator[ExampleChange]:
    """Yield changes of the number that a row of modifiers adds."""
    for declaration, group, name, row in _modifier_rows(ruleset):
        path, value = ["groups", group, "rows", name], row
        if isinstance(row, MappingNode):
            path, value = [*path, "add"], row.get("add") or row
        to = _next_number(value)
        if isinstance(value, ScalarNode) and to and to != "+1":
            about = f"What the row '{name}' of '{declaration.name}' adds."
            verbs = ("expect", value.text), ("to", to)
            yield _example("modifiers", declaration, about, path, verbs)


def added_rows(ruleset: Ruleset) -> Iterator[ExampleChange]:
    """Yield new rows of modifiers, each with the condition of a row that is there."""
    for declaration, group, name, row in _modifier_rows(ruleset):
        condition = row.get("if") if isinstance(row, MappingNode) else None
        if isinstance(condition, ScalarNode) and _is_short(condition):
            about = f"A new row beside '{name}', under the same condition."
            path = ["groups", group, "rows", OWN_ROW]
            value = f"{{if: {inline(condition)}, add: +1}}"
            yield _example("modifiers", declaration, about, path, (("add", value),))


def changed_cells(ruleset: Ruleset) -> Iterator[ExampleChange]:
    """Yield changes of one cell of a table: numbers first, then the words of rows, each
    changed to that of another row."""
    tables = ruleset.sections.get("tables", {}).values()
    for declaration in tables:
        for path, value in _cells(declaration.node):
            if to := _next_number(value):
                yield _changed_cell(declaration, path, value, to)
    for declaration in tables:
        words = [cell for cell in _cells(declaration.node) if len(cell[0]) == 2]
        plain = [(path, value) for path, value in words if not _next_number(value)]
        for path, value in plain:
            others = (other.text for _, other in plain if other.text != value.text)
            if to := next(others, ""):
                yield _changed_cell(declaration, path, value, to)


def changed_formulas(ruleset: Ruleset) -> Iterator[ExampleChange]:
    """Yield changes of a number in a formula; those that are nothing else first."""
    formulas = ruleset.sections.get("formulas", {}).values()
    for alone in (True, False):
        for declaration in formulas:
            node = declaration.node
            body = node.get("is") if isinstance(node, MappingNode) else None
            if not isinstance(body, ScalarNode) or not _is_short(body):
                continue
            if "'" in body.text or '"' in body.text:  # a number may be part of a name
                continue
            literal = _LITERAL.search(body.text)
            if literal is None or (literal.group() == body.text) is not alone:
                continue
            more = str(int(literal.group()) + 1)
            to = body.text[: literal.start()] + more + body.text[literal.end() :]
            about = f"The formula '{declaration.name}', with {more} in place of "
            about += f"{literal.group()}."
            verbs = ("expect", inline(body)), ("to", scalar(to))
            yield _example("formulas", declaration, about, ["is"], verbs)


def other_options(ruleset: Ruleset) -> Iterator[tuple[str, str, str]]:
    """Yield options that can be switched: the name, another value than the present one,
    and all values as text. One that is linked to others is none: with another value
    they may not be set as they are."""
    links = _links(ruleset)
    for key, option in ruleset.options.items():
        if key in links or any(is_mentioned(key, text) for text in links.values()):
            continue
        for value in option.values:
            if value != option.value:
                yield option.name, shown(value), option.listed


def _links(ruleset: Ruleset) -> dict[str, str]:
    """Return the words with which options say what they require, exclude or imply, by
    the key of the option; of those that do."""
    found = {}
    for key, declaration in ruleset.sections.get("options", {}).items():
        node = declaration.node
        if isinstance(node, MappingNode):
            held = [node.get(link) for link in LINKS]
            text = "".join(words(link) for link in held if link is not None)
            if text:
                found[key] = text
    return found


def _modifier_rows(
    ruleset: Ruleset,
) -> Iterator[tuple[Declaration, str, str, Node]]:
    """Yield each row of modifiers: of what, its group, its name and what it says."""
    for declaration in ruleset.sections.get("modifiers", {}).values():
        for group, held in _entries(declaration.node, "groups"):
            for name, row in _entries(held, "rows"):
                yield declaration, group, name, row


def _cells(table: Node) -> Iterator[tuple[list[str], ScalarNode]]:
    """Yield each short cell of a table, with its path within the table."""
    for key in _ROWS:
        for name, row in _entries(table, key):
            if isinstance(row, MappingNode):
                for column, cell in row.entries:
                    if isinstance(cell, ScalarNode) and _next_number(cell):
                        yield [key, name, column.text], cell
            elif isinstance(row, ScalarNode) and _is_short(row):
                yield [key, name], row


def _changed_cell(
    declaration: Declaration, path: list[str], value: ScalarNode, to: str
) -> ExampleChange:
    about = f"One cell of the table '{declaration.name}'."
    verbs = ("expect", inline(value)), ("to", scalar(to))
    return _example("tables", declaration, about, path, verbs)


def _example(
    section: str,
    declaration: Declaration,
    about: str,
    path: list[str],
    verbs: tuple[tuple[str, str], ...],
) -> ExampleChange:
    names = (section, declaration.name, *path)
    address = ".".join(f"'{name}'" if "." in name else name for name in names)
    return ExampleChange(section, declaration.name, about, scalar(address), verbs)


def _entries(node: Node, key: str) -> Iterator[tuple[str, Node]]:
    """Yield the parts of a map that another holds under a key."""
    held = node.get(key) if isinstance(node, MappingNode) else None
    if isinstance(held, MappingNode):
        yield from ((name.text, part) for name, part in held.entries)


def _next_number(node: Node) -> str:
    """Return a whole number one further from zero, with its sign; "" for another
    text."""
    found = _WHOLE.match(node.text) if isinstance(node, ScalarNode) else None
    return f"{found[1]}{int(found[2]) + 1}" if found else ""


def _is_short(node: ScalarNode) -> bool:
    return "\n" not in node.text.strip() and len(node.text) <= LONGEST
