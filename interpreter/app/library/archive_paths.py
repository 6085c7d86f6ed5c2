"""Which paths an archive of a pack may have, and which of its files are taken.

A path must mean the same file on every system: what only some systems would read as
another folder, another file or a device is refused, and so are two paths that some
system could not tell apart.
"""

from pathlib import PurePosixPath
from unicodedata import category, normalize

from interpreter.diagnostics import LimitExceeded, Unusable

DEEPEST = 8  # folders in each other
LONGEST_PATH = 240  # characters
LONGEST_NAME = 100
TAKEN = frozenset({".yaml", ".md", ".txt", ".csv", ".svg", ".png"})
"""Endings of files that are taken; all others are left out."""
ALSO_TAKEN = frozenset({"LICENSE", "LICENCE", "COPYING", "NOTICE", "README", "CREDITS"})
_SIGNS = frozenset('<>:"|?*\\')
_DEVICES = frozenset(
    ["con", "prn", "aux", "nul"]
    + [f"{name}{number}" for name in ("com", "lpt") for number in range(1, 10)]
)


class ArchivePaths:
    """The paths of one archive, each allowed once."""

    def __init__(self, source: str) -> None:
        """Begin with none; `source` names the archive in messages."""
        self._source = source
        self._known: dict[str, tuple[str, bool]] = {}
        """The path as it is written, and whether it is a folder, by what all systems
        can tell apart."""

    def path_of(self, name: str, *, is_folder: bool) -> str:
        """Return the path of a file or folder in the archive, "" for its top; raises
        Unusable for one that is not allowed, LimitExceeded for one that is too deep or
        too long."""
        parts = [part for part in name.split("/") if part != "."]
        if is_folder and parts and not parts[-1]:
            parts.pop()
        for part in parts:
            if why := _why_not(part):
                raise self.refused(name, why)
        if len(parts) - (not is_folder) > DEEPEST:
            raise LimitExceeded(f"folders in each other in {self._source}", DEEPEST)
        path = "/".join(parts)
        if len(path) > LONGEST_PATH or any(len(part) > LONGEST_NAME for part in parts):
            raise LimitExceeded("characters of a path in an archive", LONGEST_PATH)
        for number in range(1, len(parts)):
            self._add(name, "/".join(parts[:number]), is_folder=True)
        if path:
            self._add(name, path, is_folder=is_folder)
        return path

    def _add(self, name: str, path: str, *, is_folder: bool) -> None:
        key = normalize("NFC", path).casefold()
        known = self._known.get(key)
        if known is None:
            self._known[key] = (path, is_folder)
        elif known[0] != path:
            raise self.refused(name, f"the same as '{known[0]}' on some systems")
        elif known[1] != is_folder:
            raise self.refused(name, "both a file and a folder")
        elif not is_folder:
            raise self.refused(name, "there twice")

    def refused(self, name: str, why: str) -> Unusable:
        """Return the error for a path."""
        shown = name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}..."
        hint = "install no archive of which you do not know who made it"
        return Unusable(f"{self._source} is refused: '{shown}' is {why}", hint=hint)


def _why_not(part: str) -> str:
    """Return why a part of a path is not allowed, or ""."""
    if part == "..":
        return "a path out of the archive"
    if not part:
        return "a path with an empty name, or an absolute one"
    if any(category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp") for sign in part):
        return "a path with a sign that cannot be seen"
    for sign in part:
        if sign in _SIGNS:
            return f"a path with '{sign}'"
    if part[-1] in ". " or part[0] == " ":
        return "a path with a dot or a blank at the end of a name"
    if part.partition(".")[0].casefold() in _DEVICES:
        return "a device on some systems"
    return ""


def is_taken(path: str) -> bool:
    """Return whether a file is of a kind that packs have; files and folders that begin
    with a dot are none."""
    pure = PurePosixPath(path)
    if any(part.startswith(".") for part in pure.parts):
        return False
    return pure.suffix.lower() in TAKEN or pure.name in ALSO_TAKEN
