"""The games of a folder: their names, new and old, and how each of them stands.

A game is an ordinary file that ends in `.game`, or begins as one; what else lies there
is nobody's concern. Names of new games are refused where they could lead out of the
folder, or could not be written on the disks of others.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from stat import S_ISREG
from unicodedata import category, normalize

from msgspec import Struct, field

from interpreter.app.game import open_game
from interpreter.app.invitations import LOCK_ENDING, SEATS_ENDING
from interpreter.app.opening.games import is_begun
from interpreter.diagnostics import UmpireError, Unusable
from interpreter.journal import journal as journals
from interpreter.journal.journal import is_beside, is_journal
from interpreter.reports.colour import clean
from interpreter.reports.values import spaced

ENDING = ".game"
LONGEST = 60
"""Letters of the name of a new game."""
MOST_BYTES = 180
"""Bytes of it: what lies beside a game has longer names, and no file has more than
255."""
MOST_ENTRIES = 100_000
"""Files of a folder of which the names are read."""
MOST_OTHERS = 5_000
"""Files of a folder that are looked at, though their names are of no games."""
_SIGNS = frozenset(" -_'.,()")
_LETTERS = ("L", "M", "N")
_DEVICES = frozenset(
    {"con", "prn", "aux", "nul"}
    | {f"{port}{number}" for port in ("com", "lpt") for number in range(10)}
)


class GameSummary(Struct, frozen=True):
    """How a game stands, which the judge alone may know: what is played of which pack,
    its seats with the policies that play them ("": people do), how it stands in a
    sentence; `problem` is why it cannot be opened ("": it can)."""

    name: str
    scenario: str = ""
    pack: str = ""
    seats: Mapping[str, str] = field(default_factory=dict)
    standing: str = ""
    is_finished: bool = False
    problem: str = ""
    hint: str = ""


def games_in(folder: Path) -> tuple[Path, ...]:
    """Return the files of the games in a folder, the one that was written last first;
    Unusable for a folder that cannot be listed. Links are not followed."""
    found: list[tuple[int, str]] = []
    others = 0
    try:
        with os.scandir(folder) as entries:
            for entry in islice(entries, MOST_ENTRIES):
                if not _may_be_game(entry):
                    continue
                if not entry.name.endswith(ENDING):
                    others += 1
                    if others > MOST_OTHERS or not is_journal(Path(entry.path)):
                        continue
                with suppress(FileNotFoundError):  # it has gone since
                    found.append((entry.stat().st_mtime_ns, entry.name))
    except OSError as error:
        why = f"{error.strerror}".lower()
        raise Unusable(f"the folder '{folder}' cannot be read: {why}") from None
    return tuple(folder / name for _, name in sorted(found, reverse=True))


def game_named(folder: Path, name: str) -> Path | None:
    """Return the file of a game in a folder that is named as games are; None where
    there is none."""
    path = folder / f"{name}{ENDING}"
    if path.parent != folder or not _may_have_name(path.name):
        return None
    try:
        is_file = S_ISREG(os.lstat(path).st_mode)
    except (OSError, ValueError):  # no file can have such a name
        return None
    return path if is_file else None


def _may_be_game(entry: os.DirEntry[str]) -> bool:
    return _may_have_name(entry.name) and entry.is_file(follow_symlinks=False)


def _may_have_name(name: str) -> bool:
    return not (name.startswith(".") or _is_beside(name))


def _is_beside(name: str) -> bool:
    return is_beside(name) or name.endswith((SEATS_ENDING, LOCK_ENDING))


def identity_at(path: Path) -> str:
    """Return what no other game has (`Game.identity`) of the one in a file; "" where
    none can be read."""
    try:
        return "".join(journals.read(path).hashes[:1])
    except UmpireError:
        return ""


def game_summary(path: Path) -> GameSummary:
    """Return how a game stands; of one that is damaged, foreign or of another ruleset
    in words what is wrong, and nothing is raised."""
    name = path.stem
    try:
        game = open_game(path)
        policies = game.policies
        return GameSummary(
            name,
            spaced(game.scenario),
            game.pack,
            {seat: policies.get(seat, "") for seat in game.seats},
            "the game is at its end" if game.is_finished else "the game goes on",
            game.is_finished,
        )
    except UmpireError as error:
        message, hint = clean(error.message), clean(error.hint)
        return GameSummary(name, problem=message, hint=hint)


def new_game_path(folder: Path, name: str) -> Path:
    """Return the file of a new game of a name; Unusable for what is no good name, or is
    one that is taken, whatever its capitals."""
    name = normalize("NFC", name).strip().removesuffix(ENDING).strip()
    if not name:
        raise Unusable("the game needs a name", hint="it becomes the name of its file")
    if len(name) > LONGEST or len(name.encode("utf-8", "replace")) > MOST_BYTES:
        hint = f"it may have {LONGEST} letters, fewer of some scripts"
        raise Unusable("the name is too long", hint=hint)
    if not all(each in _SIGNS or category(each)[0] in _LETTERS for each in name):
        hint = "use letters, digits, blanks and - _ ' . , ( )"
        raise Unusable("the name has a sign that no name of a game may have", hint=hint)
    device = name.partition(".")[0].rstrip().casefold() in _DEVICES
    if device or name[0] == "." or name[-1] == ".":
        hint = "leave the point out, or add a word"
        raise Unusable("files cannot have this name everywhere", hint=hint)
    path = folder / f"{name}{ENDING}"
    names = map(_key, _taken(folder))
    if _key(name) in names and not _was_interrupted(path):
        hint = "choose another name"
        raise Unusable(f"there is a game '{name}' already", hint=hint)
    return path


def _was_interrupted(path: Path) -> bool:
    """Tell whether the beginning of a game was interrupted in a file, on a full disk
    for example: it is begun there again."""
    try:
        return os.path.lexists(path) and not is_begun(path)
    except UmpireError:
        return False


def free_name(folder: Path, wanted: str) -> str:
    """Return a name for a new game that is not taken: the wanted one, or it with a
    number."""
    taken = set(map(_key, _taken(folder)))
    words = spaced(wanted)[: LONGEST - 4]
    wanted = "".join(
        each for each in words if each in _SIGNS or category(each)[0] in _LETTERS
    ).strip(" .")
    numbered = (f"{wanted} {number}" for number in range(2, MOST_ENTRIES))
    return next((each for each in (wanted, *numbered) if _key(each) not in taken), "")


def _taken(folder: Path) -> Iterable[str]:
    """Return the names that games in a folder have, and files that are in the way."""
    try:
        return [Path(name).stem for name in os.listdir(folder) if not _is_beside(name)]
    except OSError:
        return []


def _key(name: str) -> str:
    return normalize("NFC", name).casefold()
