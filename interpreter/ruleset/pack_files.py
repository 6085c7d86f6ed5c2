"""The files of a pack, and declarations that carry their signature in the key.

They are rewritten to `takes` and `gives` before anything else reads the file, so the
rest of the program knows one form. Each part keeps its position in the key.
"""

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Protocol

from msgspec import Struct, field

from interpreter.diagnostics import (
    Diagnostic,
    LimitExceeded,
    Unusable,
    nearest,
    problem,
)
from interpreter.ruleset.finding import (
    BYTES,
    FILES,
    HEAD,
    INDEX,
    paths_below,
    rename_head,
)
from interpreter.source import Source
from interpreter.yaml import MappingNode, Node, ScalarNode, SequenceNode
from interpreter.yaml.composing import read, read_text
from interpreter.yaml.schemas import ValidFiles
from interpreter.yaml.shape import check_file, is_known

SECTIONS = frozenset(
    "tables modifiers formulas walks procedures policies entry_points".split()
)
"""The sections whose declarations take arguments."""
_SIGNATURE = re.compile(
    r"(?P<name>[^(]*?) *\((?P<takes>.*)\)(?: +gives +(?P<gives>.+))?\Z", re.DOTALL
)
_PARAMETER = re.compile(r" *(?P<name>[^:]*?) *: *(?P<type>.*?) *\Z", re.DOTALL)
_BARE = re.compile(r"(?P<name>[^(]*\S) +gives +(?P<gives>\S.*)\Z", re.DOTALL)
"""A signature without its brackets, which would be read as a name."""
_EXPECTED = "name(parameter:type, ...) gives type"


def unfold(node: Node, problems: list[Diagnostic]) -> Node:
    """Return a file with each signature as `takes` and `gives` of its declaration."""
    if not isinstance(node, MappingNode):
        return node
    entries = (
        (key, _section(value, problems) if key.text in SECTIONS else value)
        for key, value in node.entries
    )
    return MappingNode(tuple(entries), node.span)


def _section(node: Node, problems: list[Diagnostic]) -> Node:
    if not isinstance(node, MappingNode):
        return node
    keys = [key.text for key, _ in node.entries]
    if not any("(" in text or _BARE.match(text) for text in keys):
        return node
    entries = (_declaration(key, value, problems) for key, value in node.entries)
    return MappingNode(tuple(entries), node.span)


def _declaration(
    key: ScalarNode, value: Node, problems: list[Diagnostic]
) -> tuple[ScalarNode, Node]:
    """Return a declaration by its name alone, with what its signature says."""
    if not isinstance(value, MappingNode):
        return key, value
    if "(" not in key.text:
        return _without_brackets(key, value, problems)
    found = _SIGNATURE.match(key.text)
    takes = None if found is None else _parameters(key, *found.span("takes"))
    if found is None or takes is None:
        message = f"'{key.text}' is no signature"
        problems.append(problem("R203", key.span, message, expected=_EXPECTED))
        return _part(key, 0, key.text.index("(")), value
    name = _part(key, *found.span("name"))
    own = [(_word("takes", name), takes)]
    if found["gives"]:
        own.append((_word("gives", name), _type(key, *found.span("gives"))))
    for word, _ in own:
        if (twice := value.key(word.name)) is not None:
            message = f"'{twice.text}' is said in '{key.text}' already"
            hint = "say it in the key or below it"
            problems.append(problem("R101", twice.span, message, hint=hint))
            return name, value
    return name, MappingNode((*own, *value.entries), value.span)


def _without_brackets(
    key: ScalarNode, value: MappingNode, problems: list[Diagnostic]
) -> tuple[ScalarNode, Node]:
    """Return a declaration by its name; a problem where the key says what it gives but
    has no brackets, since all of the key would be its name."""
    found = _BARE.match(key.text)
    if found is None:
        return key, value
    message = f"'{key.text}' is no signature: there are no brackets before 'gives'"
    hint = f"{found['name']}() gives {found['gives']}"
    problems.append(problem("R203", key.span, message, expected=_EXPECTED, hint=hint))
    name = _part(key, *found.span("name"))
    if value.key("gives") is not None:
        return name, value
    given = (_word("gives", name), _type(key, *found.span("gives")))
    return name, MappingNode((given, *value.entries), value.span)


def _parameters(key: ScalarNode, start: int, end: int) -> Node | None:
    """Return the parameters between these places; None if they are none."""
    entries: list[tuple[ScalarNode, Node]] = []
    if not key.text[start:end].strip():
        return MappingNode((), key.part(start, end))
    for first, last in _between_commas(key.text, start, end):
        found = _PARAMETER.match(key.text, first, last)
        if found is None or not found["name"] or not found["type"]:
            return None
        name = _part(key, *found.span("name"))
        entries.append((name, _type(key, *found.span("type"))))
    names = [name.text for name, _ in entries]
    if len(set(names)) < len(names):
        return None
    return MappingNode(tuple(entries), key.part(start, end))


def _type(key: ScalarNode, start: int, end: int) -> Node:
    """Return a type: a text, or the list of the words of an enumeration in place."""
    text = key.text[start:end]
    if not (text.startswith("[") and text.endswith("]")):
        return _part(key, start, end)
    words = _between_commas(key.text, start + 1, end - 1)
    items = (_part(key, first, last) for first, last in words)
    return SequenceNode(tuple(items), key.part(start, end))


def _between_commas(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield where the parts between commas begin and end, but for those in brackets."""
    depth, first = 0, start
    for at in range(start, end):
        depth += {"[": 1, "]": -1}.get(text[at], 0)
        if text[at] == "," and not depth:
            yield first, at
            first = at + 1
    yield first, end


def _part(key: ScalarNode, start: int, end: int) -> ScalarNode:
    """Return a part of a key without the blanks around it, at its place."""
    text = key.text[start:end]
    start += len(text) - len(text.lstrip())
    end -= len(text) - len(text.rstrip())
    places = key.places[start : end + 1]
    return ScalarNode(key.text[start:end], key.part(start, end), "", places)


def _word(text: str, name: ScalarNode) -> ScalarNode:
    return ScalarNode(text, name.span, "")


class PackFile(Struct, frozen=True):
    """A file of a pack: its path within the pack, as problems show it, what it says,
    and the problems of reading it."""

    path: str
    file: str
    node: Node | None
    problems: tuple[Diagnostic, ...] = ()

    @property
    def source(self) -> Source | None:
        """The text of the file; None if it could not be read."""
        return None if self.node is None else self.node.span.source


class FilesReadBefore(Protocol):
    """What files without a problem say, from one process to the next."""

    def find(self, path: str, source: Source) -> Node | None:
        """Return what a file says, if it is known."""

    def add(self, path: str, node: Node) -> None:
        """Note what a file says."""


class KnownFiles(Struct, frozen=True):
    """What is known of files before they are read.

    `valid` are the contents whose shape is right; `before` the files as this process
    read them last, by the names that problems show; `others` those that processes
    before it have read. `texts` are read in place of what is on the disk, by the same
    names: files as they will be.
    """

    valid: ValidFiles = field(default_factory=ValidFiles)
    before: Mapping[str, PackFile] = {}
    others: FilesReadBefore | None = None
    texts: Mapping[str, str] = {}


def read_parts(
    folder: Path, problems: list[Diagnostic], known: KnownFiles
) -> list[PackFile]:
    """Read every file of a pack, the head first; raises Unusable and LimitExceeded.

    Of a file that is known no more than its text is read. What is `valid` and what
    the `others` have read grows by what is read now.
    """
    if not folder.is_dir():
        raise Unusable(f"there is no folder '{folder}'")
    if not (folder / HEAD).exists():
        hint = rename_head(folder)
        raise Unusable(f"'{folder}' is no pack: it holds no {HEAD}", hint=hint)
    known_paths = set(paths_below(folder, problems))
    new_paths = {
        path for file in known.texts if (path := _path_in(folder, file)) is not None
    }
    paths = sorted(known_paths | new_paths, key=_order)
    if len(paths) > FILES:
        raise LimitExceeded(f"files in {folder}", FILES)
    if sum(os.path.getsize(folder / path) for path in known_paths) > BYTES:
        raise LimitExceeded(f"bytes in {folder}", BYTES)
    parts = [_read(folder, path, known) for path in paths]
    problems.extend(each for part in parts for each in part.problems)
    return parts


def _path_in(folder: Path, file: str) -> str | None:
    """Return the path of a file within a folder; None for one elsewhere, or in a pack
    that lies in the folder."""
    path = Path(file)
    if not path.is_relative_to(folder) or ".." in path.parts:
        return None
    parents = path.relative_to(folder).parents
    if any((folder / inner / HEAD).exists() for inner in parents if inner != Path()):
        return None
    return path.relative_to(folder).as_posix()


def _read(folder: Path, path: str, known: KnownFiles) -> PackFile:
    file = str(folder / path)
    found: list[Diagnostic] = []
    text = known.texts.get(file)
    source = (
        read_text(folder / path, file, found) if text is None else Source(file, text)
    )
    if source is None:
        return PackFile(path, file, None, tuple(found))
    last, others = known.before.get(file), known.others
    if last is not None and (last.path, last.source) == (path, source):
        return last
    node = None if others is None else others.find(path, source)
    if node is not None:
        return PackFile(path, file, node)
    node = read(source, found)
    if node is not None:
        node = node if path == INDEX else unfold(node, found)
        check_file(node, _kind(path, node), found, known.valid)
    if node is not None and others is not None and not found:
        others.add(path, node)
    return PackFile(path, file, node, tuple(found))


def _kind(path: str, node: Node) -> str:
    if path == INDEX:
        return "rulebook"
    if path != HEAD:
        return "part"
    return "overlay" if isinstance(node, MappingNode) and _extends(node) else "ruleset"


def _extends(node: MappingNode) -> bool:
    """Return whether a head is meant to extend another pack, perhaps misspelt."""
    if "extends" in node or "change" in node:
        return True
    strange = (key.text for key, _ in node.entries if not is_known("ruleset", key.text))
    return any(nearest(each, ["extends"]) for each in strange)


def _order(path: str) -> tuple[bool, bool, list[str]]:
    return (path != HEAD, path != INDEX, path.split("/"))
