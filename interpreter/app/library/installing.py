"""Installs a pack or an overlay into the user's library, and removes it.

A source is read whole into memory first (`archives`). Then it is written into a new
folder of the library and checked there under its default options; only what has no
error is put in place, by renaming that folder. Whatever fails, the new folder goes.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace as changed

from interpreter.app.library.archives import PackFiles, read_source
from interpreter.app.library.shelf import (
    RECORD,
    InstalledPack,
    InstallRecord,
    extending,
    hash_of,
    installed,
    names_below,
    record_text,
)
from interpreter.diagnostics import Diagnostic, UnknownName, Unusable, UsageError
from interpreter.pipeline.checking import check
from interpreter.reports.outputs.library import InstallOutcome
from interpreter.ruleset.finding import (
    HEAD,
    library_folders,
    library_name,
    library_root,
    published_folders,
)
from interpreter.ruleset.layers import is_pack_name
from interpreter.source import Source, Span
from interpreter.yaml.composing import read
from interpreter.yaml.nodes import MappingNode, ScalarNode

LONGEST_NAME = 60
_HASH = re.compile(r"(?:sha256:)?([0-9a-fA-F]{64})")
_BESIDE = re.compile(r"\.\./([^/]+)/?")
_NEW, _OLD = ".new-", ".old-"


class Installation(Struct, frozen=True):
    """What came of installing: the pack, how many files it has, the files that were
    left out, and what the check says under the default options."""

    pack: InstalledPack
    outcome: InstallOutcome
    """What was done; "not installed" if it was only looked at."""
    files: int
    left_out: tuple[str, ...]
    problems: tuple[Diagnostic, ...]


def install_pack(
    source: str,
    *,
    replace: bool = False,
    hash: str | None = None,
    dry_run: bool = False,
) -> Installation:
    """Install a pack or an overlay from a folder, a .zip or a .tar.gz.

    `hash` must be that of its files, if it is given; `replace`: in place of another
    content under the same name; `dry_run`: only look at it. Raises NoPack for what is
    no pack, UsageError for what is no hash, Unusable for a source that is refused, a
    hash that differs, errors of the pack, or another content under its name, and
    LimitExceeded. Then nothing is changed.
    """
    wanted = _wanted_hash(hash)
    root = _root()
    files = read_source(source)
    found = hash_of(files.files)
    if wanted is not None and found != wanted:
        message = f"the hash of '{source}' is {found}, not {wanted}"
        hint = "it is not what somebody gave you the hash of: do not install it"
        raise Unusable(message, hint=hint)
    name = _name(files, source)
    goal = root / name
    before = installed(goal) if goal.is_dir() else None
    if before is not None and before.is_intact and before.hash == found:
        problems = check(goal, quick=True).problems
        return _result(goal, "there already", files, problems)
    if before is not None and not replace and not dry_run:
        why = "" if before.is_intact else ", which was changed since"
        message = f"another pack is installed as '{name}'{why}"
        hint = (
            f"--replace puts this one in its place, 'umpire uninstall {name}' ends it"
        )
        raise Unusable(message, hint=hint)
    record = InstallRecord(found, os.path.abspath(source))
    with _written(root, files, record) as place:
        problems = check(place, quick=True).problems
        problems = tuple(_of_source(each, place, source) for each in problems)
        errors = tuple(each for each in problems if each.severity == "error")
        if errors:
            count = f"{len(errors)} error{'s' * (len(errors) != 1)}"
            raise Unusable(f"'{source}' is not installed: it has {count}", errors)
        if dry_run:
            return _result(place, "not installed", files, problems, name)
        _put(place, goal)
    outcome: InstallOutcome = "installed" if before is None else "replaced"
    return _result(goal, outcome, files, problems)


def uninstall_pack(name: str) -> Path:
    """Remove an installed pack and return the folder where it was; UnknownName for one
    that is not installed, UsageError for one that comes with the program."""
    folder = _installed_folder(name)
    try:
        if folder.is_symlink():
            folder.unlink()
        else:
            aside = _aside(folder.parent, _OLD)
            os.rename(folder, aside)
            shutil.rmtree(aside)
    except OSError as error:
        raise Unusable(f"cannot remove '{folder}': {error.strerror}") from None
    return folder


def packs_on(name: str) -> tuple[str, ...]:
    """Return the installed packs that extend one; raises as `uninstall_pack`."""
    return extending(_installed_folder(name))


def _installed_folder(name: str) -> Path:
    folders = {folder.name: folder for folder in library_folders()}
    folder = folders.get(library_name(name))
    if folder is None:
        if library_name(name) in {each.name for each in published_folders()}:
            raise UsageError(f"'{name}' comes with the program", "it stays")
        raise UnknownName("installed pack", name, folders)
    return folder


def _wanted_hash(text: str | None) -> str | None:
    if text is None:
        return None
    match = _HASH.fullmatch(text.strip())
    if match is None:
        raise UsageError(f"'{text}' is no hash", "it has 64 digits of 0-9 and a-f")
    return match[1].lower()


def _root() -> Path:
    root = library_root()
    if root is None:
        message = "nobody knows where packs of this user are installed"
        raise Unusable(message, hint="set HOME or XDG_DATA_HOME to a folder")
    return root


def _name(files: PackFiles, source: str) -> str:
    """Return under which name a pack is installed: its own, or that of its source."""
    text = files.files[HEAD].decode("utf-8-sig", "replace")
    head = read(Source(HEAD, text), [])
    node = head.get("name") if isinstance(head, MappingNode) else None
    stem = Path(source).resolve().name
    for ending in (".zip", ".tgz", ".gz", ".tar"):
        stem = stem.removesuffix(ending)
    typed = node.text if isinstance(node, ScalarNode) else stem
    name = library_name(typed)
    if not is_pack_name(typed) or not is_pack_name(name) or len(name) > LONGEST_NAME:
        hint = (
            f"write a 'name' of at most {LONGEST_NAME} letters, digits, '-' in {HEAD}"
        )
        raise Unusable(f"'{typed[:LONGEST_NAME]}' is no name of a pack", hint=hint)
    if name in {folder.name for folder in published_folders()}:
        message = f"a pack that comes with the program is called '{name}'"
        raise Unusable(message, hint=f"give this one another 'name' in {HEAD}")
    if isinstance(head, MappingNode):
        _must_stay_in_library(head)
    return name


def _must_stay_in_library(head: MappingNode) -> None:
    """Refuse an overlay that names what it extends by a path: elsewhere that path leads
    to another pack, or to none."""
    for text in names_below(head):
        beside = _BESIDE.fullmatch(text)
        if not is_pack_name(beside[1] if beside else text):
            message = (
                f"it extends '{text}', a path that is only of its author's machine"
            )
            raise Unusable(message, hint="name an installed pack, or '../NAME' of one")


@contextmanager
def _written(root: Path, files: PackFiles, record: InstallRecord) -> Iterator[Path]:
    """Write a pack into a new folder of the library, which goes if it is not put in
    place."""
    place = _aside(root, _NEW)
    try:
        try:
            root.mkdir(mode=0o700, parents=True, exist_ok=True)
            place.mkdir(mode=0o700)
            for path, data in (*files.files.items(), (RECORD, record_text(record))):
                file = place / path
                file.parent.mkdir(parents=True, exist_ok=True)
                with file.open("xb") as new:
                    new.write(data)
        except OSError as error:
            raise Unusable(f"cannot write to '{root}': {error.strerror}") from None
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)
        with suppress(OSError):
            root.rmdir()  # if it was made for nothing
            root.parent.rmdir()


def _of_source(found: Diagnostic, place: Path, source: str) -> Diagnostic:
    """Return a problem as one of the source, not of the folder where it was checked."""

    def span_of(span: Span) -> Span:
        name = span.source.name
        if not name.startswith(f"{place}{os.sep}"):
            return span
        inside = name.removeprefix(f"{place}{os.sep}")
        return Span(
            Source(f"{source}/{inside}", span.source.text), span.start, span.end
        )

    related = tuple((span_of(span), why) for span, why in found.related)
    return changed(found, span=span_of(found.span), related=related, fix=None)


def _put(place: Path, goal: Path) -> None:
    """Put a new folder in place of what is there, if anything is."""
    aside = _aside(goal.parent, _OLD)
    try:
        with suppress(FileNotFoundError):
            os.rename(goal, aside)
        try:
            os.rename(place, goal)
        except OSError:
            with suppress(OSError):
                os.rename(aside, goal)
            raise
    except OSError as error:
        raise Unusable(f"cannot install to '{goal}': {error.strerror}") from None
    if aside.is_symlink():  # rmtree leaves a link where it is
        aside.unlink(missing_ok=True)
    else:
        shutil.rmtree(aside, ignore_errors=True)


def _aside(root: Path, prefix: str) -> Path:
    return root / f"{prefix}{os.getpid()}-{os.urandom(6).hex()}"


def _result(
    folder: Path,
    outcome: InstallOutcome,
    files: PackFiles,
    problems: tuple[Diagnostic, ...],
    name: str = "",
) -> Installation:
    pack = installed(folder)
    if name:  # only looked at, and gone when the caller reads this
        pack = changed(pack, name=name, folder=folder.parent / name)
    return Installation(pack, outcome, len(files.files), files.left_out, problems)
