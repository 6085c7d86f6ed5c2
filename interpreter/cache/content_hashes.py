"""What an entry was made from: the files of packs by their content, and the engine."""

import os
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Struct

from interpreter.diagnostics import Diagnostic, LimitExceeded
from interpreter.ruleset.finding import BYTES, pack_below, paths_below

Chain = tuple[tuple[Path, str], ...]
"""A pack and those below it: the folder of each, and what it extends ("": nothing)."""


class ContentHash(Struct, frozen=True):
    """A pack's files as they are: (path, digest), and their bytes by the shown name."""

    files: tuple[tuple[str, str], ...]
    texts: Mapping[str, bytes]


def print_of(folder: Path) -> ContentHash | None:
    """Read a pack's files, parsing none; None where reading it would have to say
    something."""
    problems: list[Diagnostic] = []
    files, texts, left = [], {}, BYTES
    try:
        for path in sorted(paths_below(folder, problems)):
            with (folder / path).open("rb") as file:
                data = file.read(left + 1)
            left -= len(data)
            if left < 0:
                return None
            files.append((path, sha256(data).hexdigest()))
            texts[str(folder / path)] = data
    except (OSError, ValueError, LimitExceeded):
        return None
    return None if problems else ContentHash(tuple(files), texts)


def prints_of(chain: Chain) -> tuple[ContentHash, ...] | None:
    """Return the prints of a pack and those below; None when one is found elsewhere."""
    found = []
    for place, (folder, extends) in enumerate(chain):
        # overlays beside each other stand in a row, before the pack that all extend
        later = [below for below, _ in chain[place + 1 :]]
        found_below = pack_below(folder, extends) if extends else None
        if extends and not any(_is_same(found_below, below) for below in later):
            return None
        each = print_of(folder)
        if each is None:
            return None
        found.append(each)
    return tuple(found)


def _is_same(one: Path | None, other: Path | None) -> bool:
    """Tell whether two paths lead to one folder; a game notes them in full, and where a
    command is given they may be relative."""
    if one is None or other is None:
        return one is other
    return one == other or one.resolve() == other.resolve()


@cache
def engine() -> str:
    """Return a digest of this engine's own files, by name, size and time, and of the
    versions of Python and of the libraries beside, as they are when a process first
    asks: later files are not what it runs.

    It changes with every change of the program and its schemas, so that neither a new
    version nor a developer ever meets what older code made.
    """
    package = Path(__file__).resolve().parents[1]
    seen = sha256(f"{package} {sys.version} {_libraries()}".encode())
    # an installed program has its schemas inside, a checkout beside
    for root in (package, package.parent / "schemas"):
        for line in sorted(_stamps(str(root))):
            seen.update(line.encode("utf-8", "surrogateescape"))
    return seen.hexdigest()


def _libraries() -> list[str]:
    """Return the installed libraries, each with its version."""
    try:
        beside = os.listdir(Path(msgspec.__file__).parents[1])
    except OSError:
        return []
    return sorted(name for name in beside if name.endswith(".dist-info"))


def _stamps(folder: str) -> Iterator[str]:
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_dir():
                    if entry.name not in ("__pycache__", "rulesets"):
                        yield from _stamps(entry.path)
                else:
                    status = entry.stat()
                    yield f"{entry.path} {status.st_size} {status.st_mtime_ns}\n"
    except OSError:
        yield f"{folder} cannot be read\n"
