"""Tables as they are printed: cases as tables, and rows of tables as lists.

Cases: one head, and a row for each case. A row is a list with a value for each column,
or a map. In the head each column is a word: a value that is exactly this word becomes
the value of the row; in a longer text, such as the arguments of a call, the word is
replaced, except for the name of a call and a part of a longer name, and except in names
that are no expressions: values of options, the scenario. A column with the name of a
key that the head does not mention is that key of the case. A map row is merged into the
head key by key. Each row is a case of its own, named `HEAD, ROW`.

Rows of tables: a list of values in column order becomes a map before anything else
reads it, so that a house rule finds a cell by the name of its column.
"""

import re
from collections.abc import Iterator
from collections.abc import Mapping as Map
from collections.abc import Sequence as Several
from types import MappingProxyType

from msgspec.structs import replace

from interpreter.diagnostics import Diagnostic, LimitExceeded, problem
from interpreter.ruleset.ruleset import Declaration, TableOfCases
from interpreter.source import Name, normalised
from interpreter.values.types import RESERVED, writable
from interpreter.yaml import MappingNode, Node, ScalarNode, SequenceNode, name_of
from interpreter.yaml.shape import check_shape

Entries = tuple[tuple[ScalarNode, Node], ...]
Rows = Several[tuple[ScalarNode | str, Node]]
"""The rows of a head, each with what it is called, or its number."""
COLUMNS, ROWS = "columns", "rows"
MOST_TEXTS = 1_000_000  # of a head, for all its rows together
MOST_CHARACTERS = 65_536  # of a text, once the words of a row are in it
_PROSE = frozenset({"from", "title", "say", "rule", "status", "only", "seed"})
"""What says the same of every row, unless it is no more than the word of a column."""
_NAMES = frozenset({"options", "scenario"})
"""Where a text is a name, of one word or more, and never an expression."""
_OF_A_ROW = frozenset(
    "rule from title say status run odds scenario options dice seed answers policy "
    "expect views".split()
)
"""The keys of a case that a column may be."""
_OF_A_HEAD = frozenset([COLUMNS, ROWS])
"""What no row may say."""
MOST_LETTERS = 128  # looked at next to a word
_WORD_BEFORE = re.compile(r"([A-Za-z][A-Za-z0-9_]*) +\Z")
_WORD_AFTER = re.compile(r" +([A-Za-z0-9_]+)")


def spread(
    cases: Map[str, Declaration],
    problems: list[Diagnostic],
    before: Map[str, TableOfCases] = MappingProxyType({}),
    *,
    checks_shapes: bool = True,
) -> tuple[dict[str, Declaration], dict[str, TableOfCases]]:
    """Return all cases, those of tables each by itself, in their order; and the tables.

    A table that is the same as `before`, where it had no error, is not spread again.
    Without `checks_shapes` a row may be no case: the caller asks `is_shaped` of those
    that it uses.
    """
    found: dict[str, Declaration] = {}
    tables: dict[str, TableOfCases] = {}
    for case_ in cases.values():
        rows: tuple[Declaration, ...] = (case_,)
        if isinstance(case_.node, MappingNode) and ROWS in case_.node:
            known = before.get(case_.key)
            if known is not None and known[0].node is case_.node:
                rows = known[1]
            else:
                rows = tuple(_of_rows(case_, problems, checks_shapes))
            tables[case_.key] = case_, rows
        for one in rows:
            if one.key in found:
                message = f"the case '{one.name}' is there already"
                related = ((found[one.key].span, "the first"),)
                problems.append(problem("R306", one.span, message, related=related))
            else:
                found[one.key] = one
    return found, tables


def _of_rows(
    each: Declaration, problems: list[Diagnostic], checks_shapes: bool
) -> Iterator[Declaration]:
    head = each.node
    assert isinstance(head, MappingNode)
    rows = tuple(_rows(head.get(ROWS)))
    columns = _columns(head, each, rows, problems)
    if columns is None:
        return
    kept = tuple(
        (key, node) for key, node in head.entries if key.name not in (COLUMNS, ROWS)
    )
    texts = sum(1 for _, node in kept for _ in _texts(node))
    if texts * len(rows) > MOST_TEXTS:
        raise LimitExceeded("texts of a table of cases", MOST_TEXTS).at(each.span)
    keys = [name for name in columns if name in _OF_A_ROW and not _is_in(name, kept)]
    for name, row in rows:
        span = row.span if isinstance(name, str) else name.span
        title = f"{each.name}, {name if isinstance(name, str) else name.text}"
        cells = row.items if isinstance(row, SequenceNode) else ()
        if isinstance(row, MappingNode):
            entries = _added(kept, row)
        elif len(cells) != len(columns):
            message = f"the row has {len(cells)} of the {len(columns)} columns"
            expected = ", ".join(columns)
            problems.append(problem("R102", span, message, expected=expected))
            continue
        else:
            words = dict(zip(columns, cells, strict=True))
            entries = tuple(
                (key, _said(key, node, words, problems)) for key, node in kept
            )
            own = ((ScalarNode(key, words[key].span, ""), words[key]) for key in keys)
            entries = (*entries, *own)
        made = replace(
            each,
            name=title,
            key=normalised(title),
            node=MappingNode(entries, head.span),
            span=span,
        )
        is_right = isinstance(row, SequenceNode) and not keys
        if not is_right and _is_row(row, problems):
            is_right = not checks_shapes or is_shaped(made, problems)
        if is_right:
            yield made


def _is_in(name: str, head: Entries) -> bool:
    """Return whether a head has a key, or a text in which this word is replaced."""
    return any(
        key.name == name or _mentions(key.name, node, name) for key, node in head
    )


def _mentions(key: Name, node: Node, name: str) -> bool:
    texts = [text for text in _texts(node) if isinstance(text, ScalarNode)]
    if key in _PROSE or key in _NAMES:
        return any(text.name == name for text in texts)
    return any(re.search(rf"\b{name}\b", text.text) for text in texts)


def _said(
    key: ScalarNode, node: Node, words: Map[str, Node], problems: list[Diagnostic]
) -> Node:
    """Return what an entry of the head says for a row."""
    if key.name in _NAMES:
        return _named_by(node, words)
    if key.name not in _PROSE:
        return _put(node, words, problems)
    return words.get(node.name, node) if isinstance(node, ScalarNode) else node


def _named_by(node: Node, words: Map[str, Node]) -> Node:
    """Return a name, or a map or list of names, with the values of a row."""
    match node:
        case MappingNode():
            entries = ((key, _named_by(value, words)) for key, value in node.entries)
            return MappingNode(tuple(entries), node.span)
        case SequenceNode():
            return replace(
                node, items=tuple(_named_by(item, words) for item in node.items)
            )
    return words.get(node.name, node)


def _added(kept: Entries, row: MappingNode) -> Entries:
    """Return the entries of the head with what a row says itself."""
    own = {key.name: (key, node) for key, node in row.entries}
    found: list[tuple[ScalarNode, Node]] = []
    for key, node in kept:
        _, given = own.pop(key.name, (key, node))
        if given is not node and isinstance(node, MappingNode):
            found.append((key, _both(node, given)))
        else:
            found.append((key, given))
    return (*found, *own.values())


def _both(node: MappingNode, given: Node) -> Node:
    """Return what a row says of a map, with what the head has besides."""
    if not isinstance(given, MappingNode):
        return given
    return MappingNode(_added(node.entries, given), given.span)


def _is_row(row: Node, problems: list[Diagnostic]) -> bool:
    """Say which keys of a row belong to the head; tell if there are none."""
    entries = row.entries if isinstance(row, MappingNode) else ()
    strange = [key for key, _ in entries if key.name in _OF_A_HEAD]
    for key in strange:
        message = f"'{key.text}' is not allowed in a row"
        problems.append(problem("R101", key.span, message, expected="in the head"))
    return not strange


def is_shaped(made: Declaration, problems: list[Diagnostic]) -> bool:
    """Append what is wrong with the shape of the case of a row; tell if nothing is."""
    name = ScalarNode(made.name, made.span, "")
    held = MappingNode(((name, made.node),), made.node.span)
    section = ScalarNode("cases", made.span, "")
    found: list[Diagnostic] = []
    check_shape(MappingNode(((section, held),), made.node.span), "part", found)
    problems += found
    return not found


def _columns(
    head: MappingNode, each: Declaration, rows: Rows, problems: list[Diagnostic]
) -> tuple[str, ...] | None:
    """Return the words of the columns, none where all rows are maps; None: a problem
    that was said."""
    given = head.get(COLUMNS)
    if given is None and all(isinstance(row, MappingNode) for _, row in rows):
        return ()
    if not isinstance(given, SequenceNode):
        message = "the rows of a case need columns"
        hint = "write columns: [...], a word for each value of a row"
        problems.append(
            problem("R102", each.span, message, expected=COLUMNS, hint=hint)
        )
        return None
    names: list[str] = []
    for item in given.items:
        text = item.text if isinstance(item, ScalarNode) else ""
        if not writable(text) or name_of(item) in names:
            message = f"'{text}' cannot be a column" if text else "a column is a word"
            expected = "words of letters, digits and '_', each once"
            problems.append(problem("R203", item.span, message, expected=expected))
            return None
        names.append(name_of(item))
    return tuple(names)


def _rows(given: Node | None) -> Iterator[tuple[ScalarNode | str, Node]]:
    """Yield each row with its name: what it is called, or its number."""
    if isinstance(given, MappingNode):
        yield from given.entries
    elif isinstance(given, SequenceNode):
        yield from ((str(at), row) for at, row in enumerate(given.items, 1))


def _texts(entry: Node) -> Iterator[Node]:
    """Yield what of an entry of a head is written anew for each row."""
    left: list[Node] = [entry]
    while left:
        node = left.pop()
        yield node
        if isinstance(node, MappingNode):
            left += [each for _, each in node.entries]
        elif isinstance(node, SequenceNode):
            left += node.items


def _put(node: Node, words: Map[str, Node], problems: list[Diagnostic]) -> Node:
    """Return what is in the head with the values of a row."""
    match node:
        case MappingNode():
            entries = ((key, _put(each, words, problems)) for key, each in node.entries)
            return MappingNode(tuple(entries), node.span)
        case SequenceNode():
            items = (_put(each, words, problems) for each in node.items)
            return replace(node, items=tuple(items))
    whole = words.get(node.name)
    return whole if whole is not None else _exchanged(node, words, problems)


def _is_part_of_a_name(text: str, start: int, end: int) -> bool:
    """Return whether a neighbouring word makes it part of a longer name: a column
    `size` is no part of the value `whole size`."""
    before = _WORD_BEFORE.search(text[max(0, start - MOST_LETTERS) : start])
    after = _WORD_AFTER.match(text[end : end + MOST_LETTERS])
    beside = (each[1] for each in (before, after) if each is not None)
    return any(word not in RESERVED for word in beside)


def _exchanged(
    node: ScalarNode, words: Map[str, Node], problems: list[Diagnostic]
) -> ScalarNode:
    """Return a text in which words are exchanged; each character keeps its place, so
    that what is wrong with a value is said of the row."""
    longest = sorted(words, key=len, reverse=True)
    pattern = "|".join(each.replace("_", "[ _]+") for each in longest)
    texts: list[str] = []
    places: list[int] = []
    at = 0

    def keep(start: int, end: int) -> None:
        texts.append(node.text[start:end])
        places.extend(node.part(each, each).start for each in range(start, end))

    for hit in re.finditer(rf"(?<![\w.'])(?:{pattern})(?!\w|\s*\()", node.text):
        if _is_part_of_a_name(node.text, *hit.span()):
            continue
        value = words[normalised(hit[0])]
        if not isinstance(value, ScalarNode):
            message = f"a list or map is not allowed in '{node.text}'"
            hint = "only where the column is alone"
            problems.append(problem("R103", value.span, message, hint=hint))
            continue
        keep(at, hit.start())
        if len(places) + len(value.text) > MOST_CHARACTERS:
            raise LimitExceeded("characters of a text", MOST_CHARACTERS).at(node.span)
        texts.append(value.text)
        count = len(value.text)
        places.extend(value.part(each, each).start for each in range(count))
        at = hit.end()
    if not at:
        return node
    keep(at, len(node.text))
    end = node.part(len(node.text), len(node.text)).start
    return replace(node, text="".join(texts), places=(*places, end))


# --- Rows of tables ---


def unfold(
    tables: dict[str, Declaration],
    types: Map[str, Declaration],
    problems: list[Diagnostic],
) -> None:
    """Give every value of a listed row the name of its column."""
    for key, each in tables.items():
        if not isinstance(each.node, MappingNode):
            continue
        for section in ("rows", "cells"):
            rows = each.node.get(section)
            if not isinstance(rows, MappingNode) or not _is_listed(rows):
                continue
            columns = tuple(_printed_columns(each.node.get("columns"), types))
            if columns:
                entries = tuple(
                    (name, _named(row, columns, problems)) for name, row in rows.entries
                )
                node = _put_row(each.node, section, MappingNode(entries, rows.span))
                tables[key] = replace(each, node=node)


def _is_listed(rows: MappingNode) -> bool:
    return any(isinstance(row, SequenceNode) for _, row in rows.entries)


def _put_row(node: MappingNode, section: str, rows: MappingNode) -> MappingNode:
    entries = (
        (key, rows if key.name == section else value) for key, value in node.entries
    )
    return MappingNode(tuple(entries), node.span)


def _printed_columns(node: Node | None, types: Map[str, Declaration]) -> Iterator[str]:
    """Yield the names of columns: those that are declared, or the values of a type."""
    match node:
        case MappingNode():
            values = node.get("values")
            if isinstance(values, SequenceNode):
                yield from _printed_columns(values, types)
            else:
                yield from (key.text for key, _ in node.entries)
        case SequenceNode():
            yield from (
                item.text for item in node.items if isinstance(item, ScalarNode)
            )
        case ScalarNode() if node.name in types:
            named = types[node.name].node
            if not isinstance(named, ScalarNode):  # a name of a name may lead to itself
                yield from _printed_columns(named, types)


def _named(row: Node, columns: tuple[str, ...], problems: list[Diagnostic]) -> Node:
    """Return a listed row as a map; any other as it is."""
    if not isinstance(row, SequenceNode):
        return row
    for cell in row.items[len(columns) :][:1]:  # what is missing, its table reports
        message = f"this is one value more than there are columns ({len(columns)})"
        expected = ", ".join(columns)
        problems.append(problem("R101", cell.span, message, expected=expected))
    pairs = zip(columns, row.items, strict=False)
    entries = tuple((ScalarNode(name, cell.span, ""), cell) for name, cell in pairs)
    return MappingNode(entries, row.span)


def as_printed(row: MappingNode) -> SequenceNode | None:
    """Return the list that a row was; None where it was written as a map."""
    if not row.entries or any(key.span != value.span for key, value in row.entries):
        return None
    return SequenceNode(tuple(value for _, value in row.entries), row.span)
