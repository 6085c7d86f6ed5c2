"""The engine knows no wargame: words of games stand in packs only."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.architecture.engine import ROOT

LIST = Path(__file__).with_name("words.txt")
API = "interpreter/API.md"
"""A page for users: its examples run published packs."""
PIECE = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


@dataclass(frozen=True)
class Word:
    """A word, the files in which it may stand, the phrases it may be part of."""

    word: str
    files: tuple[str, ...] = ()
    phrases: tuple[tuple[str, ...], ...] = ()


def words() -> dict[str, Word]:
    """Return every form (singular, plural) of every word of the list."""
    found = {}
    for line in LIST.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        word, _, rest = line.partition(":")
        allowed = [each.strip().partition(" ") for each in rest.split(",") if rest]
        files = tuple(what for how, _, what in allowed if how == "in")
        phrases = tuple(tuple(what.split()) for how, _, what in allowed if how == "as")
        for form in forms(word):
            found[form] = Word(word, files, phrases)
    return found


def forms(word: str) -> tuple[str, ...]:
    """Return the singular and the plurals that English might make of it."""
    plurals = [f"{word}s", f"{word}es"]
    if word.endswith("y"):
        plurals.append(f"{word[:-1]}ies")
    if word.endswith("f"):
        plurals.append(f"{word[:-1]}ves")
    return (word, *plurals)


def found_in(name: str, text: str, listed: dict[str, Word]) -> Iterator[str]:
    """Yield a line for every listed word in a text that does not allow it there."""
    pieces = [(each.start(), each.group().lower()) for each in PIECE.finditer(text)]
    plain = [piece for _, piece in pieces]
    for index, (offset, piece) in enumerate(pieces):
        word = listed.get(piece)
        if word is None or any(fnmatch(name, each) for each in word.files):
            continue
        if not any(stands(plain, index, piece, phrase) for phrase in word.phrases):
            line = text.count("\n", 0, offset) + 1
            yield f"{name}:{line}: {piece}"


def stands(plain: list[str], index: int, piece: str, phrase: tuple[str, ...]) -> bool:
    """Return whether the piece at an index is part of that phrase."""
    return any(
        part == piece and tuple(plain[index - at : index - at + len(phrase)]) == phrase
        for at, part in enumerate(phrase)
        if at <= index
    )


def texts() -> Iterator[tuple[str, str]]:
    """Yield (path from the root, text) of every file of the engine and its schemas."""
    for folder in ("interpreter", "schemas"):
        for path in sorted((ROOT / folder).rglob("*")):
            name = str(path.relative_to(ROOT))
            if path.is_file() and "__pycache__" not in path.parts and name != API:
                yield name, path.read_text(encoding="utf-8")


def test_no_word_of_a_game_in_the_engine() -> None:
    """Identifiers, strings, comments and file names are free of the listed words."""
    listed = words()
    found = []
    for name, text in texts():
        found += found_in(name, text, listed)
        found += found_in(name, name, listed)
    assert not found, "\n" + "\n".join(found)


def test_no_pack_is_named_in_the_engine() -> None:
    """The engine works for any pack, so it names none."""
    heads = (ROOT / "rulesets").glob("*/ruleset.yaml")
    packs = [head.parent.name for head in heads]
    assert packs
    assert not [
        (name, pack)
        for name, text in texts()
        for pack in packs
        if re.search(rf"\b{re.escape(pack)}\b", text)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "armies",
        "elves",
        "wound_points",
        "AddWounds",
        "MORALE",
        "# the scout's view",
        "hit",
        "division of an army",
    ],
)
def test_the_test_sees_words(text: str) -> None:
    """Plurals and parts of names count."""
    assert list(found_in("interpreter/x.py", text, words()))


@pytest.mark.parametrize(
    "text",
    [
        "route",
        "white",
        "the hit policy",
        "HitPolicy",
        "ZeroDivisionError",
        "Division by zero",
    ],
)
def test_the_test_lets_others_be(text: str) -> None:
    """A word inside another word, or inside an allowed phrase, is none."""
    assert not list(found_in("interpreter/x.py", text, words()))


def test_files_may_be_allowed() -> None:
    """The key of a table is written in the files that read tables."""
    assert not list(found_in("interpreter/ruleset/tables.py", "hit: first", words()))
