"""The files of a pack that its author edits: their texts, saving, and undoing saves.

A file is named by its path among those that the pack is read from, so no path leads
anywhere else; links are not edited. A save says which text was edited, by its digest: a
text that somebody else has saved meanwhile is never lost.
"""

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from threading import Lock

from msgspec import Struct

from interpreter.app.output import replace_text
from interpreter.diagnostics import (
    LimitExceeded,
    UnknownName,
    Unusable,
    UsageError,
)
from interpreter.files.single_file import open_file, read_all
from interpreter.reports.text_edits import FileEdit
from interpreter.ruleset.finding import find_pack, pack_folders, paths_below
from interpreter.yaml.composing import BYTES

MOST_UNDONE = 100
"""Saves that can be undone."""
BOM = "\ufeff"


class AuthoredText(Struct, frozen=True):
    """A file of a pack: its path in it, its text with line feeds as ends of lines, and
    a digest of what it says; `refused` is why it cannot be edited in a form, or ""."""

    path: str
    text: str
    digest: str
    refused: str = ""


class SaveResult(Struct, frozen=True):
    """What a save came to: `there` is what the file says now, which is the text of
    somebody else where it was not saved."""

    is_saved: bool
    there: AuthoredText


class AuthoredFiles:
    """The files of a pack of one's own, and the saves that can be undone."""

    def __init__(self, pack: str | Path) -> None:
        """Take a pack by its folder. UsageError for one that comes with the program or
        is installed, and what `find_pack` raises."""
        self.folder = find_pack(str(pack))
        if self.folder.resolve() in map(Path.resolve, pack_folders()):
            hint = (
                f"'umpire new my-rules --extends {self.folder.name}' makes an overlay"
            )
            what = f"'{pack}' comes with the program or is installed"
            raise UsageError(f"{what}, and is not changed", hint)
        self._lock = Lock()
        self._saves: list[tuple[FileEdit, ...]] = []

    def paths(self) -> tuple[str, ...]:
        """Return the paths of the files that can be edited, in order: those that can
        stand in an address, and are no links."""
        return tuple(
            path
            for path in sorted(paths_below(self.folder, []))
            if path.isprintable() and not (self.folder / path).is_symlink()
        )

    def read(self, path: str) -> AuthoredText:
        """Return a file; UnknownName for a path that is none of the pack's, Unusable
        where it cannot be read."""
        text = self._text(path)
        bare = text.replace("\r\n", "\n")
        is_mixed = "\r" in bare or (bare != text and "\n" in text.replace("\r\n", ""))
        why = (
            "Its lines end in different ways; edit it in an editor." if is_mixed else ""
        )
        return AuthoredText(path, bare, digest_of(text), why)

    def save(self, path: str, digest: str, text: str) -> SaveResult:
        """Write the text of a file that said what a digest is of.

        Ends of lines stay those of the file. LimitExceeded for a text that is too large
        for a file of a pack, Unusable where it cannot be written; all as `read` raises.
        """
        with self._lock:
            there = self.read(path)
            if there.refused:
                raise Unusable(there.refused)
            if there.digest != digest:
                return SaveResult(False, there)
            before = self._text(path)
            after = text.replace("\r\n", "\n").replace("\r", "\n")
            if "\r\n" in before:
                after = after.replace("\n", "\r\n")
            if len(after.encode("utf-8", "surrogatepass")) > BYTES:
                raise LimitExceeded(f"bytes in {path}", BYTES)
            if after != before:
                edit = FileEdit(str(self.folder / path), before, after)
                self._write((edit,))
            return SaveResult(True, self.read(path))

    def apply(self, edits: Iterable[FileEdit]) -> None:
        """Write edits of files that say what they said when the edits were made; else
        Unusable, as where one cannot be written."""
        listed = tuple(edits)
        with self._lock:
            own = {str(self.folder / path) for path in self.paths()}
            for edit in listed:
                if edit.file not in own:
                    raise Unusable(f"'{edit.file}' is no file of this pack")
            if listed:
                self._write(listed)

    @property
    def last_saved(self) -> tuple[str, ...]:
        """The paths of the files of the last save that can be undone; () for none."""
        saved = self._saves[-1] if self._saves else ()
        return tuple(str(Path(edit.file).relative_to(self.folder)) for edit in saved)

    def undo(self) -> None:
        """Write what the files of the last save said before; Unusable where there is
        none, or where one was changed since."""
        with self._lock:
            if not self._saves:
                raise Unusable("nothing was saved that could be undone")
            for edit in reversed(self._saves[-1]):
                replace_text(Path(edit.file), edit.after, edit.before, synced=True)
            self._saves.pop()

    def texts(self) -> dict[str, str]:
        """Return the texts of all files by their paths, as far as they can be read."""
        found: dict[str, str] = {}
        for path in sorted(paths_below(self.folder, [])):
            try:
                data = read_all(open_file(self.folder / path, links=True), BYTES + 1)
            except OSError:
                continue
            found[path] = data.decode("utf-8-sig", "replace")
        return found

    def _text(self, path: str) -> str:
        """Return the text of a file as it is read in a pack."""
        known = self.paths()
        if path not in known:
            raise UnknownName("file", path, known)
        try:
            data = read_all(open_file(self.folder / path), BYTES + 1)
            text = data.decode("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            why = getattr(error, "strerror", None) or "it is not UTF-8"
            raise Unusable(f"'{path}' cannot be read: {why}") from error
        if len(data) > BYTES:
            raise LimitExceeded(f"bytes in {path}", BYTES)
        return text.removeprefix(BOM)

    def _write(self, edits: tuple[FileEdit, ...]) -> None:
        """Write files, each at once and whole, and remember it as one save."""
        written: list[FileEdit] = []
        try:
            for edit in edits:
                replace_text(Path(edit.file), edit.before, edit.after, synced=True)
                written.append(edit)
        finally:
            if written:  # also where the second of two could not be written
                self._saves.append(tuple(written))
                del self._saves[:-MOST_UNDONE]


def digest_of(text: str) -> str:
    """Return the digest of a text."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
