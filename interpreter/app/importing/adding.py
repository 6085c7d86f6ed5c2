"""Adds tables to a file of a pack as text.

A file of a pack is its author's: the new lines go to the end of its section `tables`
(and `types`), and every other character stays as it is. What results is read again
before it is written: if another declaration changed, nothing is.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from interpreter.app.importing.printed import BYTES
from interpreter.app.importing.results import key_of
from interpreter.app.importing.shaping import ShapedTable
from interpreter.app.importing.table_yaml import STEP, record_lines, table_lines
from interpreter.diagnostics import Diagnostic, LimitExceeded, Unusable
from interpreter.files.single_file import open_file, put, read_all
from interpreter.pipeline.loading import load
from interpreter.ruleset.edits import same
from interpreter.ruleset.finding import HEAD, seen
from interpreter.source import Source
from interpreter.yaml import MappingNode
from interpreter.yaml.composing import read


class TargetFile(Struct, frozen=True):
    """A file of a pack: its folder, its path, and its text ("" if it is new)."""

    folder: Path
    path: Path
    text: str


def pack_file(typed: str) -> TargetFile:
    """Return a file of a pack by its path; it may be a new one in the folder of a pack.
    Raises Unusable for what is none."""
    path = Path(typed)
    folder = _pack_around(path)
    hint = "name a file below the folder of a pack, such as mine/tables.yaml"
    if path.suffix != ".yaml":
        raise Unusable(
            f"'{typed}' is no file of a pack: it must end in .yaml", hint=hint
        )
    if folder is None:
        raise Unusable(f"'{typed}' is no file of a pack", hint=hint)
    try:
        data = read_all(open_file(path), BYTES + 1)
    except FileNotFoundError:
        data = b""
    except OSError as error:
        raise Unusable(f"cannot read '{typed}': {error.strerror}") from None
    if len(data) > BYTES:
        raise LimitExceeded("bytes of a file to which a table is added", BYTES)
    try:
        return TargetFile(folder, path, data.decode("utf-8"))
    except UnicodeDecodeError:
        raise Unusable(f"'{typed}' is not in UTF-8") from None


def _pack_around(path: Path) -> Path | None:
    """Return the folder of the pack to which a file belongs."""
    with suppress(OSError, ValueError):
        for folder in list(path.absolute().parents)[:8]:
            if (folder / HEAD).is_file():
                return seen(folder)
    return None


def add_tables(
    file: TargetFile, tables: Sequence[ShapedTable]
) -> tuple[Diagnostic, ...]:
    """Write tables into a file of a pack, and return what is wrong with the pack that
    was not before; that nothing uses them yet is no such problem.

    Raises Unusable, and writes nothing, if one has the name of another table or type,
    or if the file cannot take it.
    """
    before = load(file.folder)
    sections = {} if before.ruleset is None else before.ruleset.sections
    taken = {
        key_of(each.key): str(each.span)
        for section in ("tables", "types")
        for each in sections.get(section, {}).values()
    }
    for table in tables:
        for name in (table.name, table.record):
            where = taken.get(key_of(name)) if name else None
            if where is not None:
                message = f"the pack has '{name}' already, in {where}"
                raise Unusable(message, hint="give another name: --name NAME")
    text = file.text
    if any(table.record for table in tables):
        indent = _indent(file, text, "types")
        records = [line for table in tables for line in record_lines(table, indent)]
        text = _with_lines(file, text, "types", records)
    indent = _indent(file, text, "tables")
    lines = [line for table in tables for line in table_lines(table, indent)]
    text = _with_lines(file, text, "tables", lines)
    _must_keep(file, text, tables)
    try:
        put(file.path.parent, file.path.name, text.encode(), private=False)
    except OSError as error:
        raise Unusable(f"cannot write '{file.path}': {error.strerror}") from None
    known = {(problem.code, problem.message) for problem in before.problems}
    known |= {("R504", f"nothing uses '{table.name}'") for table in tables}
    after = load(file.folder).problems
    return tuple(each for each in after if (each.code, each.message) not in known)


def _section(
    file: TargetFile, text: str, section: str
) -> tuple[MappingNode | None, Mapping[str, int]]:
    """Return a section of a file, None if there is none, and on which line (from 0)
    each key of the file begins."""
    problems: list[Diagnostic] = []
    if not text.strip():
        return None, {}
    root = read(Source(os.fspath(file.path), text), problems)
    if problems:
        message = f"'{file.path}' has errors, so nothing is written to it"
        raise Unusable(message, tuple(problems))
    if not isinstance(root, MappingNode):
        raise Unusable(f"'{file.path}' has no sections")
    keys = {key.text: key.span.first[0] - 1 for key, _ in root.entries}
    node = root.get(section)
    if node is None:
        return None, keys
    lines = text.split("\n")
    written = lines[keys[section]].partition(":")[2].strip()
    if not isinstance(node, MappingNode) or (written and written[0] != "#"):
        message = f"'{section}' of '{file.path}' is written on one line"
        hint = "write each entry of it on a line of its own, below it"
        raise Unusable(message, hint=hint)
    return node, keys


def _indent(file: TargetFile, text: str, section: str) -> str:
    """Return the blanks before an entry of a section."""
    node, _ = _section(file, text, section)
    if node is None or not node.entries:
        return STEP
    return " " * (node.entries[0][0].span.first[1] - 1)


def _with_lines(file: TargetFile, text: str, section: str, lines: Iterable[str]) -> str:
    """Return a text with lines at the end of a section, which begins at the end of the
    file if there is none; lines end as they do in the file."""
    end = "\r\n" if "\r\n" in text else "\n"
    node, keys = _section(file, text, section)
    if node is None:
        text += "" if not text or text.endswith("\n") else end
        blank = end if text.strip() else ""
        return f"{text}{blank}{section}:{end}" + "".join(
            f"{line}{end}" for line in lines
        )
    old = text.split("\n")
    begins = keys[section]
    last = min((line for line in keys.values() if line > begins), default=len(old))
    while last > begins + 1 and not old[last - 1].startswith((" ", "\t")):
        last -= 1  # empty lines and comments belong to what follows
    while last > begins + 1 and not old[last - 1].strip():
        last -= 1
    if last == len(old):
        old[-1] += end[:-1]
    carriage = end[:-1]
    new = [f"{line}{carriage}" for line in lines]
    joined = "\n".join([*old[:last], *new, *old[last:]])
    return joined if joined.endswith("\n") else joined + "\n"


def _must_keep(file: TargetFile, text: str, tables: Sequence[ShapedTable]) -> None:
    """Raise Unusable unless a text says what the file said, and the new tables."""
    problems: list[Diagnostic] = []
    after = read(Source(os.fspath(file.path), text), problems)
    before = read(Source("", file.text), []) if file.text.strip() else None
    added = {key_of(name) for t in tables for name in (t.name, t.record) if name}
    is_kept = not problems and isinstance(after, MappingNode)
    if is_kept and isinstance(before, MappingNode) and isinstance(after, MappingNode):
        for key, node in before.entries:
            now = after.get(key.name)
            if key.text in ("tables", "types") and isinstance(now, MappingNode):
                rest = tuple(e for e in now.entries if key_of(e[0].name) not in added)
                now = MappingNode(rest, now.span)
            is_kept = is_kept and same(node, now)
    if not is_kept:
        message = f"a table cannot be added to '{file.path}' as a text"
        hint = "leave --into out, and copy what is printed to its place"
        raise Unusable(message, tuple(problems), hint)
