"""Where packs are, and which files each has; no file is opened here."""

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from unicodedata import normalize

from interpreter.diagnostics import (
    Diagnostic,
    LimitExceeded,
    NoPack,
    UmpireError,
    UnknownName,
    UsageError,
    nearest,
    problem,
)
from interpreter.source import Source, Span

FEW = 6  # packs listed where none is near
FILES = 500
BYTES = 20 * 1024 * 1024
ENTRIES = 20_000
HEAD = "ruleset.yaml"
_OTHER = "files of a pack end in .yaml; this one would not be read"
_RENAME = "rename it to end in .yaml"
INDEX = "rulebook.yaml"
OWN_WAY = ("./", "../")
"""How a path begins that leads from a pack's own folder."""


def pack_folders() -> tuple[Path, ...]:
    """Return every folder of a pack that has a name on the command line: those that
    come with the program, then those of the user's library."""
    return (*published_folders(), *library_folders())


def library_root(environment: Mapping[str, str] = os.environ) -> Path | None:
    """Return where this user's packs are installed, by the custom of the system; None
    where that is not known. The folder may not be there."""
    if os.name == "nt":
        local = environment.get("LOCALAPPDATA", "")
        return Path(local, "umpire", "packs") if os.path.isabs(local) else None
    data_home = environment.get("XDG_DATA_HOME", "")
    if os.path.isabs(data_home):
        return Path(data_home, "umpire", "packs")
    home = environment.get("HOME", "")
    if not os.path.isabs(home):
        return None
    if sys.platform == "darwin":
        return Path(home, "Library", "Application Support", "umpire", "packs")
    return Path(home, ".local", "share", "umpire", "packs")


def library_folders() -> tuple[Path, ...]:
    """Return every folder of a pack that the user has installed, by name."""
    root = library_root()
    if root is None or not _is(root.is_dir):
        return ()
    heads = islice(root.glob(f"*/{HEAD}"), FILES)
    return tuple(sorted(head.parent for head in heads if head.parent.name[0] != "."))


def library_name(name: str) -> str:
    """Return by which name of a folder a pack is installed: `Iron Men` as
    `iron-men`."""
    return "-".join(normalize("NFC", name).casefold().replace("_", " ").split())


def published_folders() -> tuple[Path, ...]:
    """Return every folder of a pack that comes with the program, by name."""
    here = Path(__file__).resolve().parents[1]
    for root in (here.parent / "rulesets", here / "_data" / "rulesets"):
        if root.is_dir():
            return tuple(sorted(path.parent for path in root.glob("*/ruleset.yaml")))
    return ()


def find_pack(name_or_path: str) -> Path:
    """Return the folder of a pack by name or path; raises UnknownName."""
    path = Path(name_or_path)
    if _is_pack(path):
        return seen(path)
    if (named := named_pack(name_or_path)) is not None:
        return named
    raise _no_pack(name_or_path, path, {each.name: each for each in pack_folders()})


def named_pack(name: str) -> Path | None:
    """Return the folder of a pack that comes with the program, or is installed, by its
    name; None when there is none."""
    known = {each.name: each for each in reversed(pack_folders())}
    found = known.get(name) or known.get(library_name(name))
    return None if found is None else seen(found)


def pack_to_write(name_or_path: str) -> Path:
    """Return the folder of a pack whose files may be written: one given by its path,
    for nobody would look for changes in an installed one. Raises what `find_pack`
    raises, and UsageError."""
    folder = find_pack(name_or_path)
    is_installed = folder.resolve() in map(Path.resolve, pack_folders())
    if is_installed and not _is_pack(Path(name_or_path)):
        hint = f"name its folder: {folder}"
        raise UsageError(f"'{name_or_path}' is an installed pack", hint)
    return folder


def _no_pack(given: str, path: Path, known: Mapping[str, Path]) -> UmpireError:
    """Return the error that tells a path without a pack from an unknown name."""
    if _is(path.is_dir):
        inside = sorted(each.parent.name for each in path.glob("*/ruleset.yaml"))
        listed = ", ".join(inside[:FEW])
        hint = f"there are packs in it: {listed}" if inside else "is it another folder?"
        hint = rename_head(path) or hint
        return NoPack(f"there is no pack in '{given}': it has no ruleset.yaml", hint)
    if _is(path.is_file):
        return NoPack(f"'{given}' is a file", f"name its folder, '{path.parent}'")
    if path.name != given:
        return NoPack(f"there is no folder '{given}'", "'umpire packs' lists the names")
    return UnknownName("pack", given, known)


_MISNAMED = re.compile(
    r"ruleset(?:\.(?:ya?ml|txt|md))?(?:\.txt)?\Z|rule[ _-]?set\.ya?ml\Z", re.IGNORECASE
)
_ENTRIES = 1000  # of a folder, among which a misnamed file is looked for


def rename_head(folder: Path) -> str:
    """Return the hint that renames the file that was meant as the head of a pack, ""
    where there is none; editors and browsers add endings and capitals to its name."""
    try:
        names = [each.name for each in islice(folder.iterdir(), _ENTRIES)]
    except OSError:
        return ""
    found = sorted(filter(_MISNAMED.match, names))
    if not found or HEAD in names or not _is((folder / found[0]).is_file):
        return ""
    return f"rename {found[0]} to {HEAD}"


def seen(folder: Path) -> Path:
    """Return a folder as it is shown: as seen from here where it is below, and
    without detours."""
    try:
        here = Path.cwd()
        whole = Path(os.path.normpath(here / folder))
        shown = whole if folder.is_absolute() else Path(os.path.normpath(folder))
        if whole.is_relative_to(here):
            shown = whole.relative_to(here)
        return shown if shown.samefile(folder) else folder  # `..` after a link
    except OSError:
        return folder  # there is no working folder any more


def called(folder: Path) -> str:
    """Return what a pack is called on the command line: a published one by its name,
    any other by its folder."""
    whole = folder.resolve()
    return whole.name if whole in pack_folders() or folder == Path() else str(folder)


def known_pack(name_or_path: str) -> Path | None:
    """Return the folder of a pack by name or path; None when there is none."""
    try:
        return find_pack(name_or_path)
    except (NoPack, UnknownName):
        return None


Find = Callable[[str], Path | None]


def pack_below(folder: Path, name: str, find: Find = known_pack) -> Path | None:
    """Return the pack that one extends: by a path from its own folder, or found. What
    an installed pack names is an installed one, whatever folders are here."""
    if name.startswith(OWN_WAY):
        return seen(folder / name) if _is_pack(folder / name) else None
    root = library_root()
    if root is not None and folder.resolve().parent == root.resolve():
        return named_pack(name)
    return find(name)


def meant_below(folder: Path, name: str) -> str:
    """Return a hint: which pack may have been meant to be extended, or ""."""
    begin, _, last = name.rstrip("/").rpartition("/")
    begin = f"{begin}/" if name.startswith(OWN_WAY) else "../"
    known = {} if name.startswith(OWN_WAY) else {e.name: e.name for e in pack_folders()}
    own = folder.resolve()
    try:
        beside = list(islice((folder / begin).glob(f"*/{HEAD}"), FILES))
    except (OSError, ValueError):  # no path that could be one
        beside = []
    for each in sorted(path.parent for path in beside):
        if each.resolve() != own:
            known.setdefault(each.name, begin + each.name)
    found = nearest(last, known)
    if found is not None:
        return f"did you mean '{known[found]}'?"
    listed = ", ".join(list(known.values())[:FEW])
    return f"there are: {listed}" if known else ""


def _is_pack(folder: Path) -> bool:
    return _is((folder / HEAD).is_file)


def _is(tells: Callable[[], bool]) -> bool:
    """Return what a test of a path tells; no for what can be no path."""
    try:
        return tells()
    except (OSError, ValueError):  # a name that is too long for a file, or holds a NUL
        return False


def paths_below(folder: Path, problems: list[Diagnostic]) -> Iterator[str]:
    """Yield the path of each file to read, relative to the pack, in no order."""
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
                hint = _RENAME if why == _OTHER else ""
                problems.append(problem("R001", nowhere, why, hint=hint))
            elif entry.name.endswith(".yaml") and not entry.is_dir():
                yield path


def _refused(entry: os.DirEntry[str], root: Path) -> str:
    """Return why an entry that looks like a part of the pack is not read, or ""."""
    yaml = entry.name.endswith(".yaml")
    if entry.is_symlink() and (yaml or entry.is_dir()) and not _stays(entry, root):
        return "a link that leads out of the pack is not followed"
    if entry.name.endswith(".yml"):
        return _OTHER
    if yaml and not entry.is_dir() and not entry.is_file():
        return "this is no ordinary file"
    return ""


def _entries(folder: Path, problems: list[Diagnostic]) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError as error:
        nowhere = Span(Source(str(folder), ""), 0, 0)
        message = f"cannot read the folder: {error.strerror}"
        problems.append(problem("R001", nowhere, message))
        return []


def _stays(entry: os.DirEntry[str], root: Path) -> bool:
    """Return whether a link ends inside the pack."""
    try:
        return Path(entry.path).resolve(strict=True).is_relative_to(root)
    except (OSError, RuntimeError):  # a broken link, or a cycle of links
        return False
