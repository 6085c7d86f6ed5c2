"""What is installed in the user's library, and whether it is still what was installed.

Each pack has a folder of its name, and in it a record with the hash of its files.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from interpreter.diagnostics import UmpireError
from interpreter.files.single_file import open_file, read_all
from interpreter.reports.outputs.packs import LibraryPackOutput, PackOutput
from interpreter.ruleset.finding import (
    BYTES,
    ENTRIES,
    HEAD,
    known_pack,
    library_folders,
    library_name,
    library_root,
    pack_below,
    published_folders,
)
from interpreter.ruleset.layers import ALSO
from interpreter.yaml.composing import read_file
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

RECORD = ".umpire-pack.json"
"""The record of an installed pack, in its folder; no reader of packs sees it."""
_RECORD_BYTES = 64 * 1024
_MOST_LINKS = 64  # packs that extend each other


class InstallRecord(Struct, frozen=True):
    """What was installed: the hash of the files, and where they were from."""

    hash: str
    installed_from: str


class InstalledPack(Struct, frozen=True):
    """A pack of the library: what its own files say of it ("" for what they do not),
    the hash that was noted when it was installed, and whether its files still have
    it."""

    name: str
    folder: Path
    title: str
    version: str
    licence: str
    credits: str
    source: str
    hash: str
    installed_from: str
    is_intact: bool


def hash_of(files: Mapping[str, bytes]) -> str:
    """Return the hash of a pack: SHA-256 of the paths and the SHA-256 of its files."""
    lines = (f"{path}\0{sha256(files[path]).hexdigest()}\n" for path in sorted(files))
    return sha256("".join(lines).encode()).hexdigest()


def record_text(record: InstallRecord) -> bytes:
    """Return a record as it is written."""
    texts = {"hash": record.hash, "installed_from": record.installed_from}
    return f"{json.dumps(texts, indent=1)}\n".encode()


def installed(folder: Path) -> InstalledPack:
    """Return what is known of a folder of the library."""
    record = _record(folder)
    texts = stated(head_of_pack(folder))
    noted = record.hash if record is not None else ""
    came = record.installed_from if record is not None else ""
    is_intact = bool(noted) and _hash_of_folder(folder) == noted
    return InstalledPack(folder.name, folder, *texts, noted, came, is_intact)


def library() -> tuple[InstalledPack, ...]:
    """Return every pack that the user has installed, by name."""
    return tuple(map(installed, library_folders()))


def head_of_pack(folder: Path) -> MappingNode | None:
    """Return what the first file of a pack says; None where it cannot be read."""
    try:
        head = read_file(folder / HEAD, folder.name, [], links=False)
    except UmpireError:
        return None
    return head if isinstance(head, MappingNode) else None


def stated(head: MappingNode | None) -> tuple[str, str, str, str, str]:
    """Return title, version, licence, credits and source that a pack states."""

    return (
        _text(head, "title"),
        _text(head, "version"),
        _text(head, "licence"),
        _text(head, "credits"),
        _text(head, "source"),
    )


def _text(head: MappingNode | None, key: str) -> str:
    value = None if head is None else head.get(key)
    return " ".join(value.text.split()) if isinstance(value, ScalarNode) else ""


def _record(folder: Path) -> InstallRecord | None:
    try:
        data = read_all(open_file(folder / RECORD), _RECORD_BYTES)
        texts = json.loads(data)
        return InstallRecord(str(texts["hash"]), str(texts["installed_from"]))
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None


def _hash_of_folder(folder: Path) -> str:
    """Return the hash of the files that are there, "" where one is no ordinary file or
    there are more than a pack may have."""
    files: dict[str, bytes] = {}
    waiting, left, seen = [""], BYTES, 0
    try:
        while waiting:
            inside = waiting.pop()
            with os.scandir(folder / inside) as entries:
                found = list(entries)
            seen += len(found)
            if seen > ENTRIES:
                return ""
            for entry in found:
                path = f"{inside}/{entry.name}" if inside else entry.name
                if path == RECORD:
                    continue
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(path)
                    continue
                data = read_all(open_file(folder / path), left + 1)
                left -= len(data)
                if left < 0:
                    return ""
                files[path] = data
    except OSError:
        return ""
    return hash_of(files)


# --- What is said of packs that are used ---


def notes_on(names: Iterable[str]) -> Iterator[str]:
    """Yield what a user should know of packs by the names that were typed: that an
    installed one, or one that another extends, was changed since it was installed; and
    that a folder here, not the installed pack, has the name."""
    root = library_root()
    known = {folder.name: folder for folder in library_folders()}
    if root is None or not known:
        return
    said: set[Path] = set()
    for name in names:
        folder = known_pack(name.rpartition("@")[0] or name)
        if folder is None:
            continue
        for text, used in _chain(name, folder):
            whole = used.resolve()
            if whole in said:
                continue
            said.add(whole)
            twin = known.get(library_name(text))
            if twin is not None and twin.resolve() != whole:
                yield f"'{text}' is the folder here, not the installed pack"
            if whole.parent == root.resolve() and not installed(used).is_intact:
                yield changed_note(used.name)


def extending(folder: Path) -> tuple[str, ...]:
    """Return the other installed packs that extend one, themselves or through
    others."""
    whole = folder.resolve()
    return tuple(
        other.name
        for other in library_folders()
        if other.resolve() != whole
        and any(used.resolve() == whole for _, used in _chain(other.name, other))
    )


def changed_note(name: str) -> str:
    """Return what is said of an installed pack that is not what was installed."""
    return (
        f"the installed pack '{name}' was changed since it was installed; install it "
        "again with --replace"
    )


def _chain(name: str, folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield a pack, what it extends, and overlays beside it, each with its name as it
    is written."""
    waiting, seen = [(name, folder)], set[Path]()
    while waiting and len(seen) < _MOST_LINKS:
        text, here = waiting.pop()
        if here.resolve() in seen:
            continue
        seen.add(here.resolve())
        yield text, here
        head = head_of_pack(here)
        if head is None:
            continue
        for written in names_below(head):
            below = pack_below(here, written)
            if below is not None:
                waiting.append((written, below))


def names_below(head: MappingNode) -> list[str]:
    """Return how a pack names what it extends and the overlays beside it."""
    also = head.get(ALSO)
    nodes: list[Node | None] = [head.get("extends")]
    nodes += also.items if isinstance(also, SequenceNode) else [also]
    return [node.text for node in nodes if isinstance(node, ScalarNode)]


# --- Packs that have a name ---


def installed_packs() -> list[PackOutput]:
    """Return name, folder, title, edition and source of each pack that comes with the
    program or is in the library, "" for what is not told; the name is that of its
    folder. A pack that cannot be read is listed too."""
    published = [_described(folder) for folder in published_folders()]
    return [*published, *map(_of_library, library())]


def _of_library(pack: InstalledPack) -> PackOutput:
    stored = LibraryPackOutput(
        version=pack.version,
        licence=pack.licence,
        credits=pack.credits,
        hash=pack.hash,
        installed_from=pack.installed_from,
        intact=pack.is_intact,
    )
    return replace(_described(pack.folder), library=stored)


def _described(folder: Path) -> PackOutput:
    """Return what the first file of a pack says of it, without reading the rest."""
    head = head_of_pack(folder)
    return PackOutput(
        name=folder.name,
        folder=str(folder),
        title=_text(head, "title"),
        edition=_text(head, "edition"),
        source=_text(head, "source"),
        library=None,
    )
