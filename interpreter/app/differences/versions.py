"""Versions of a pack that are compared: a pack, an overlay, or one of an older commit.

`PACK@REVISION` is the pack as a commit of its git repository has it, with all other
packs of that repository as they were then. The files are copied into a folder that
lives as long as the comparison.
"""

from __future__ import annotations

import subprocess
import tarfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from interpreter.app.authoring.houses import shown_name
from interpreter.diagnostics import LimitExceeded, UnknownName, Unusable, UsageError
from interpreter.pipeline.opening import Pack, open_pack
from interpreter.ruleset.finding import BYTES, called, find_pack, pack_below
from interpreter.ruleset.ruleset import Ruleset

PATIENCE = 30  # seconds for one call of git
AT = "@"


class Version(Struct, frozen=True):
    """A pack under options, and what it is called in a comparison."""

    name: str
    folder: Path
    options: Mapping[str, str]
    copied_to: str = ""
    """Where the files of a commit are for now; "" for a pack as it is."""

    def placed(self, place: str) -> str:
        """Return a place in a file as it is told: of a commit, in the files of it."""
        if not self.copied_to or not place.startswith(self.copied_to):
            return place
        revision = self.name.rpartition(AT)[2]
        return f"{revision}:{place.removeprefix(self.copied_to).lstrip('/')}"

    def pack(self) -> Pack:
        """Return the pack, opened."""
        return open_pack(self.folder, self.options)


def rules_of(version: Version) -> Ruleset:
    """Return the declarations of a version, under its options."""
    return version.pack().ruleset().ruleset


@contextmanager
def version_of(text: str, options: Mapping[str, str]) -> Iterator[Version]:
    """Yield the version that a text names: `PACK`, or `PACK@REVISION`.

    Raises UnknownName or NoPack for a pack that is not there, UsageError for one that
    is in no repository, UnknownName for a revision that is not.
    """
    name, sign, revision = text.rpartition(AT)
    if not sign or not name or not revision:
        folder = find_pack(text)
        yield Version(shown_name(folder), folder, options)
        return
    folder = find_pack(name)
    with TemporaryDirectory(prefix="umpire-version-") as place:
        copy = _copied(folder, revision, Path(place))
        yield Version(f"{called(folder)}{AT}{revision}", copy, options, place)


def base_of(folder: Path) -> str | None:
    """Return the pack that one extends, as it is called; None for none."""
    chain = open_pack(folder).ruleset().ruleset.chain
    for own, extends in chain:
        if extends:
            below = pack_below(own, extends)
            return None if below is None else called(below)
    return None


def _copied(folder: Path, revision: str, place: Path) -> Path:
    """Copy the YAML files of a commit into a place; return the folder of the pack
    there."""
    top = _git(folder, "rev-parse", "--show-toplevel")
    if top is None:
        hint = "name a folder with the older version instead"
        raise UsageError(f"'{folder}' is in no git repository", hint)
    root = Path(top.decode("utf-8", "surrogateescape").strip())
    commit = _git(root, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
    if revision.startswith("-") or commit is None:
        names = _git(root, "for-each-ref", "--format=%(refname:short)") or b""
        raise UnknownName(
            "revision", revision, names.decode("utf-8", "replace").split()
        )
    inside = folder.resolve().relative_to(root.resolve())
    archive = _git(
        root, "archive", "--format=tar", commit.decode().strip(), "--", "*.yaml"
    )
    if archive is None:
        raise Unusable(f"git could not read the files of '{revision}'")
    _unpack(archive, place)
    copy = place / inside
    if not copy.is_dir():
        raise Unusable(f"'{inside}' is not there in '{revision}'")
    return copy


def _git(folder: Path, *words: str) -> bytes | None:
    """Return what git prints; None where it fails, or is not installed."""
    command = ["git", "-C", str(folder), *words]
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            timeout=PATIENCE,
            check=True,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout


def _unpack(archive: bytes, place: Path) -> None:
    """Write the ordinary files of an archive into a place, and nothing outside."""
    with tarfile.open(fileobj=BytesIO(archive)) as files:
        members = [member for member in files.getmembers() if member.isfile()]
        if sum(member.size for member in members) > BYTES:
            raise LimitExceeded("bytes of an older version", BYTES)
        files.extractall(place, members, filter="data")
