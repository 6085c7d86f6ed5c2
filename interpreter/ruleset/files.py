"""The files of a pack: found below its folder, never outside it."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from interpreter.document import Node, check_shape, read_file
from interpreter.problems import LimitExceeded, Problem, Unusable, problem
from interpreter.source import Source, Span

FILES = 500
BYTES = 20 * 1024 * 1024
ENTRIES = 20_000
HEAD = "ruleset.yaml"
INDEX = "rulebook.yaml"


@dataclass(frozen=True, slots=True)
class Part:
    """A file of a pack: its path within the pack, as problems show it, what it says."""

    path: str
    file: str
    node: Node | None


def read_parts(folder: Path, problems: list[Problem]) -> list[Part]:
    """Read every file of a pack, the head first; raises Unusable and LimitExceeded."""
    if not folder.is_dir():
        raise Unusable(f"there is no folder '{folder}'")
    if not (folder / HEAD).exists():
        near = (folder / "ruleset.yml").exists()
        hint = f"rename ruleset.yml to {HEAD}" if near else ""
        raise Unusable(f"'{folder}' is no pack: it holds no {HEAD}", hint=hint)
    paths = sorted(_found(folder, problems), key=_order)
    if len(paths) > FILES:
        raise LimitExceeded(f"files in {folder}", FILES)
    if sum(os.path.getsize(folder / each) for each in paths) > BYTES:
        raise LimitExceeded(f"bytes in {folder}", BYTES)
    return [_read(folder, each, problems) for each in paths]


def _read(folder: Path, path: str, problems: list[Problem]) -> Part:
    file = str(folder / path)
    found: list[Problem] = []
    node = read_file(folder / path, file, found)
    if node is not None:
        check_shape(node, _kind(path, node), found)
    problems.extend(found)
    return Part(path, file, node)


def _kind(path: str, node: Node) -> str:
    if path == INDEX:
        return "rulebook"
    if path != HEAD:
        return "part"
    return "overlay" if hasattr(node, "get") and node.get("extends") else "ruleset"


def _order(path: str) -> tuple[bool, bool, list[str]]:
    return (path != HEAD, path != INDEX, path.split("/"))


def _found(folder: Path, problems: list[Problem]) -> Iterator[str]:
    """Give the path of each file to read, relative to the pack, in no order."""
    root = folder.resolve()
    waiting = [""]
    seen = 0
    while waiting:
        inside = waiting.pop()
        for entry in _entries(folder / inside, problems):
            seen += 1
            if seen > ENTRIES:
                raise LimitExceeded(f"files and folders below {folder}", ENTRIES)
            path = f"{inside}/{entry.name}" if inside else entry.name
            if entry.name.startswith("."):
                continue
            if entry.is_dir(follow_symlinks=False):
                if not (folder / path / HEAD).exists():  # that is a pack of its own
                    waiting.append(path)
            elif why := _refused(entry, root):
                nowhere = Span(Source(str(folder / path), ""), 0, 0)
                problems.append(problem("R001", nowhere, why))
            elif entry.name.endswith(".yaml") and not entry.is_dir():
                yield path


def _refused(entry: os.DirEntry[str], root: Path) -> str:
    """Return why an entry that looks like a part of the pack is not read, or ""."""
    yaml = entry.name.endswith(".yaml")
    if entry.is_symlink() and (yaml or entry.is_dir()) and not _stays(entry, root):
        return "a link that leads out of the pack is not followed"
    if entry.name.endswith(".yml"):
        return "files of a pack end in .yaml; this one would not be read"
    if yaml and not entry.is_dir() and not entry.is_file():
        return "this is no ordinary file"
    return ""


def _entries(folder: Path, problems: list[Problem]) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError as error:
        nowhere = Span(Source(str(folder), ""), 0, 0)
        message = f"cannot read the folder: {error.strerror}"
        problems.append(problem("R001", nowhere, message))
        return []


def _stays(entry: os.DirEntry[str], root: Path) -> bool:
    """Tell whether a link ends inside the pack."""
    try:
        return Path(entry.path).resolve(strict=True).is_relative_to(root)
    except (OSError, RuntimeError):  # a broken link, or one in a circle
        return False
