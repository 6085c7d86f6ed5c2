"""Changes of a pack that are chosen in a form: a value of an option, figures of tables.

A figure or an option that the author's own files say is written anew where it stands;
one of a pack below becomes an entry of `change` or `options` in the head of the
overlay, with the figure that it replaces as `expect`. An entry is never taken out, for
comments about it would go or stay at the place of another. All are edits of the text at
known places, so comments and order stay. The edited text is read again and must say
what was chosen, because no edit of a text proves how YAML reads it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from interpreter.diagnostics import Diagnostic, UnknownName, Unusable
from interpreter.pipeline.loading import Loaded, layers_of
from interpreter.reports.text_edits import FileEdit
from interpreter.ruleset.changes import path_of
from interpreter.ruleset.finding import HEAD
from interpreter.ruleset.options import shown
from interpreter.ruleset.pack_files import PackFile
from interpreter.ruleset.reading import resolved
from interpreter.ruleset.rule_index import rules_of
from interpreter.ruleset.ruleset import Declaration, Ruleset
from interpreter.source import Source, Span
from interpreter.yaml import MappingNode, Node, ScalarNode
from interpreter.yaml.node_edits import (
    TextEdit,
    edited_text,
    insertion,
)
from interpreter.yaml.writing import inline, scalar

MOST_CELLS = 300
"""Figures of one form; a larger table is edited as text."""
LONGEST_CELL = 200
"""Characters of a figure in a form."""
CHANGE, OPTIONS = "change", "options"
BY_TEXT = "change it in the text of the file"
_BY_KEY = ("of", "key", "cells", "weights")
"""What tables have whose rows are figures by a key, and no conditions."""


class TableCell(Struct, frozen=True):
    """A figure of a table or of modifiers, with its path as overlays write it; `is_own`
    tells that the author's own files say it."""

    path: str
    row: str
    column: str
    text: str
    is_own: bool


class TableForm(Struct, frozen=True):
    """A table or modifiers as figures to be changed: by the name of its section its own
    name, the rules that it carries, and its rows, which need not have the same
    columns."""

    section: str
    name: str
    rules: tuple[str, ...]
    rows: tuple[tuple[TableCell, ...], ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """The headings of the columns; "" where a row has one figure without one."""
        return tuple(dict.fromkeys(cell.column for row in self.rows for cell in row))

    @property
    def cells(self) -> Iterator[TableCell]:
        """All figures."""
        return (cell for row in self.rows for cell in row)

    @property
    def is_changed(self) -> bool:
        """Tell whether the author's own files say any of its figures."""
        return any(cell.is_own for cell in self.cells)


class FigureChange(Struct, frozen=True):
    """Another text of a figure, by the path of its cell; `before` is what its author
    saw there."""

    path: str
    before: str
    after: str


class _Figure(Struct, frozen=True):
    """A cell of a table as it was read."""

    cell: TableCell
    node: ScalarNode


def table_forms(files: Loaded) -> tuple[TableForm, ...]:
    """Return the tables and modifiers of a pack that have figures to be changed, of
    files as `load_files` reads them; () where they could not be read."""
    if files.ruleset is None:
        return ()
    own = _own_files(files)
    forms = (
        _form(section, declaration, own)
        for section in ("tables", "modifiers")
        for declaration in files.ruleset.sections.get(section, {}).values()
    )
    return tuple(form for form in forms if form is not None)


def with_figures(
    files: Loaded, changes: Iterable[FigureChange]
) -> tuple[FileEdit, ...]:
    """Return the edits after which figures say other texts; those of which nothing is
    changed need none.

    Raises UnknownName for a path that no form has, and Unusable where a figure is
    another than its author saw, or an edit would not be read as it was meant.
    """
    own = _own_files(files)
    known = _figures(_ruleset(files), own)
    editing = _Editing(files)
    wanted: dict[str, str] = {}
    for change in changes:
        path, text = change.path, " ".join(change.after.split())
        if text == change.before:
            continue
        if path not in known:
            raise UnknownName("figure", path, known)
        node = known[path].node
        there = " ".join(node.text.split())
        if there != change.before:
            hint = f"it was '{change.before}' before somebody else changed it"
            raise Unusable(f"'{path}' is '{there}' by now", hint=hint)
        if not text:
            raise Unusable(f"'{path}' would be empty", hint="write a figure")
        wanted[path] = text
        file = own.get(node.span.source.name)
        if file is None:
            editing.change(path, node, text)
        else:
            editing.rewrite(file, node.span, scalar(text))
    edits = editing.edits()
    after = _figures(_read_again(files, edits), own)
    for path, text in wanted.items():
        if path not in after or after[path].node.text.split() != text.split():
            raise Unusable(f"'{path}' cannot be written so", hint=BY_TEXT)
    return edits


def with_option(
    files: Loaded, name: str, before: str, value: str
) -> tuple[FileEdit, ...]:
    """Return the edits after which an option has a value unless a caller sets it;
    `before` is what its author saw.

    The default of an option that the author's own files declare is written anew; one of
    a pack below is set in the head. Raises UnknownName, and Unusable for what is no
    value of it.
    """
    ruleset = _ruleset(files)
    key = ScalarNode(name, Span(Source("", name), 0, len(name)), "").name
    option = ruleset.options.get(key)
    if option is None:
        known = [each.name for each in ruleset.options.values()]
        raise UnknownName("option", name, known)
    if value not in map(shown, option.values):
        raise Unusable(f"'{value}' is no value of '{option.name}'", hint=option.listed)
    if value == before:
        return ()
    if shown(option.value) != before:
        hint = f"it was '{before}' before somebody else changed it"
        now = f"'{option.name}' is '{shown(option.value)}' by now"
        raise Unusable(now, hint=hint)
    editing = _Editing(files)
    file = _own_files(files).get(option.span.source.name)
    node = ruleset.sections[OPTIONS][key].node if file is not None else None
    if file is not None and isinstance(node, MappingNode):
        default = node.get("default")
        if isinstance(default, ScalarNode):
            editing.rewrite(file, default.span, scalar(value))
        else:
            new = [(_node("default"), _node(value))]
            editing.add(file, insertion(node, len(node.entries) - 1, new))
    else:
        editing.set_option(option.name, value)
    edits = editing.edits()
    after = _read_again(files, edits).options.get(key)
    if after is None or shown(after.value) != value:
        raise Unusable(f"'{option.name}' cannot be set so", hint=BY_TEXT)
    return edits


class _Editing:
    """Edits of the author's own files, all at places in their texts as they are."""

    def __init__(self, files: Loaded) -> None:
        self._parts = {part.file: part for part in files.layers[-1].parts}
        self._edits: dict[str, list[TextEdit]] = {}
        self._changes: list[tuple[ScalarNode, Node]] = []
        head = next((p for p in self._parts.values() if p.path == HEAD), None)
        if head is None or not isinstance(head.node, MappingNode):
            raise Unusable(f"{HEAD} cannot be read", hint=BY_TEXT)
        self._head = head
        self._node: MappingNode = head.node

    def add(self, part: PackFile, edit: TextEdit) -> None:
        """Add an edit of a file."""
        self._edits.setdefault(part.file, []).append(edit)

    def rewrite(self, part: PackFile, span: Span, text: str) -> None:
        """Write a value anew where it stands."""
        self.add(part, TextEdit(span.start, span.end, text))

    def change(self, path: str, node: ScalarNode, text: str) -> None:
        """Change a figure of a pack below, which is what it says there."""
        span = node.span
        expected = ScalarNode(" ".join(node.text.split()), span, "")
        body = MappingNode(
            ((_node("expect"), expected), (_node("to"), _node(text))), span
        )
        self._changes.append((_node(path), body))

    def set_option(self, name: str, value: str) -> None:
        """Set an option of a pack below in the head."""
        held = self._node.get(OPTIONS)
        key = _node(name)
        if not isinstance(held, MappingNode) or not held.entries:
            self._begin(OPTIONS, held, [(key, _node(value))])
            return
        there = held.get(key.name)
        if isinstance(there, ScalarNode):
            self.rewrite(self._head, there.span, scalar(value))
        else:
            new = [(key, _node(value))]
            self.add(self._head, insertion(held, len(held.entries) - 1, new))

    def edits(self) -> tuple[FileEdit, ...]:
        """Return the files with their texts before and after; Unusable where two edits
        overlap."""
        if self._changes:
            held = self._node.get(CHANGE)
            if isinstance(held, MappingNode) and held.entries:
                new = insertion(held, len(held.entries) - 1, self._changes)
                self.add(self._head, new)
            else:
                self._begin(CHANGE, held, self._changes)
        found: list[FileEdit] = []
        for file, edits in self._edits.items():
            source = self._parts[file].source
            assert source is not None  # an edit is at a place in it
            text = edited_text(source.text, edits)
            if text is None:
                raise Unusable("two of these figures stand at one place", hint=BY_TEXT)
            found.append(FileEdit(file, source.text, text))
        return tuple(found)

    def _begin(
        self, key: str, held: Node | None, entries: Sequence[tuple[ScalarNode, Node]]
    ) -> None:
        """Write a map into the head that it has not, or has without an entry."""
        text = self._node.span.source.text
        line_break = "\r\n" if "\r\n" in text else "\n"
        lines = [f"  {inline(name)}: {inline(value)}" for name, value in entries]
        if held is not None:
            written = self._node.key(key)
            assert written is not None  # something is held under it
            start = text.index(":", written.span.end) + 1
            end = max(start, held.span.end)
            body = line_break.join(["", *lines])
            self.add(self._head, TextEdit(start, end, body))
            return
        begin = "" if text.endswith("\n") or not text else line_break
        body = line_break.join([begin + line_break.join(["", f"{key}:"]), *lines, ""])
        self.add(self._head, TextEdit(len(text), len(text), body))


def _ruleset(files: Loaded) -> Ruleset:
    if files.ruleset is None or not files.layers:
        hint = "mend its problems in the text first"
        raise Unusable("the pack cannot be read at the moment", hint=hint)
    return files.ruleset


def _own_files(files: Loaded) -> dict[str, PackFile]:
    """Return the files of the pack itself by their names in problems."""
    return {part.file: part for part in files.layers[-1].parts} if files.layers else {}


def _read_again(files: Loaded, edits: Sequence[FileEdit]) -> Ruleset:
    """Return the declarations as they are after edits; Unusable where they cannot be
    read any more."""
    problems: list[Diagnostic] = []
    texts = {edit.file: edit.after for edit in edits}
    layers = layers_of(files.folder, problems, files, texts)
    before = sum(each.severity == "error" for each in files.read)
    if layers is None or sum(each.severity == "error" for each in problems) > before:
        raise Unusable("the file could not be read after that change", hint=BY_TEXT)
    return resolved(layers, files.folder, {}, problems, checks_cases=False)


def _figures(ruleset: Ruleset, own: Mapping[str, PackFile]) -> dict[str, _Figure]:
    return {
        figure.cell.path: figure
        for section in ("tables", "modifiers")
        for declaration in ruleset.sections.get(section, {}).values()
        for row in _rows(section, declaration, own)
        for figure in row
    }


def _form(
    section: str, declaration: Declaration, own: Mapping[str, PackFile]
) -> TableForm | None:
    rows = tuple(
        tuple(figure.cell for figure in row)
        for row in _rows(section, declaration, own)
        if row
    )
    if not 0 < sum(map(len, rows)) <= MOST_CELLS:
        return None
    node = declaration.node
    rules = tuple(rules_of(node)) if isinstance(node, MappingNode) else ()
    return TableForm(section, declaration.name, rules, rows)


def _rows(
    section: str, declaration: Declaration, own: Mapping[str, PackFile]
) -> Iterator[list[_Figure]]:
    """Yield the figures of a declaration row by row."""
    node = declaration.node
    if not isinstance(node, MappingNode):
        return
    begin = [section, declaration.name]
    if section == "modifiers":
        for group, held in _entries(node.get("groups")):
            for row, value in _entries(_held(held, "rows")):
                title = (
                    row if len(_entries(node.get("groups"))) == 1 else f"{group}: {row}"
                )
                path = [*begin, "groups", group, "rows", row]
                added = _held(value, "add")
                if added is not None:
                    path, value = [*path, "add"], added
                yield _cells(path, title, "adds", value, own)
        return
    if not any(node.get(word) is not None for word in _BY_KEY):
        return
    for key in ("rows", "cells", "weights"):
        for row, value in _entries(node.get(key)):
            path = [*begin, key, row]
            if isinstance(value, MappingNode):
                yield [
                    figure
                    for column, cell in _entries(value)
                    for figure in _cells([*path, column], row, column, cell, own)
                ]
            else:
                yield _cells(path, row, "", value, own)


def _cells(
    path: Sequence[str],
    row: str,
    column: str,
    node: Node,
    own: Mapping[str, PackFile],
) -> list[_Figure]:
    """Return a figure; [] for what is none that a form can hold."""
    if not isinstance(node, ScalarNode) or node.style in ("|", ">"):
        return []
    text = " ".join(node.text.split())
    there = node.span.text
    is_whole = (
        there[:1] == there[-1:] == node.style
        if node.style
        else there.split() == text.split()
    )
    if not text or len(text) > LONGEST_CELL or not is_whole:  # as of a printed table
        return []
    is_own = node.span.source.name in own
    return [_Figure(TableCell(path_of([], *path), row, column, text, is_own), node)]


def _held(node: Node, key: str) -> Node | None:
    return node.get(key) if isinstance(node, MappingNode) else None


def _entries(node: Node | None) -> list[tuple[str, Node]]:
    if not isinstance(node, MappingNode):
        return []
    return [(key.text, value) for key, value in node.entries]


def _node(text: str) -> ScalarNode:
    """Return a text as it is to be written."""
    return ScalarNode(text, Span(Source("", text), 0, len(text)), "")
