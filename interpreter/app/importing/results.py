"""The type of a column of results, and its cells as values of that type.

A column is numbers, yes and no, words of a list, or else text. Cells without anything
in a column of numbers become `none`.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

from msgspec import Struct

from interpreter.app.importing.printed import PrintedRolls, with_plain_dashes
from interpreter.expressions.functions import NAMES
from interpreter.source import normalised
from interpreter.values.types import writable
from interpreter.yaml.writing import scalar

MOST_WORDS = 24
"""Different words of a column, above which its cells are texts."""
_WORDS_OF_A_VALUE = 3
_LONGEST_VALUE = 40
_LONGEST_NAME = 60
_INTEGER = re.compile(r"[+-]?\d{1,12}\Z")
_NUMBER = re.compile(r"[+-]?(?:\d{1,12}/[1-9]\d{0,11}|\d{1,12}\.\d{1,12}|\d{1,12})\Z")
_MIXED = re.compile(r"(\d{1,6}) (\d{1,3})/([1-9]\d{0,2})\Z")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_EMPTY = frozenset({"", "-", "--", "none", "n/a"})
_KEYS_OF_ROWS = frozenset({"rule", "say", "status", "title"})
"""What a row of a look-up table may say beside its columns."""


class ResultColumn(Struct, frozen=True):
    """The type of a column ("": the words of its cells, in the order of the rows), its
    cells as YAML, and what was guessed of each cell ("": nothing)."""

    type: str
    cells: tuple[str, ...]
    guesses: tuple[str, ...]


def column_of(texts: Sequence[str], *, is_inline: bool = False) -> ResultColumn:
    """Return a column of cells. `is_inline`: a list of words is written as a type."""
    plain = [_figure(text) for text in texts]
    filled = [text for text in plain if text.lower() not in _EMPTY]
    for kind, form in (("integer", _INTEGER), ("number", _NUMBER)):
        if filled and all(form.match(text) for text in filled):
            return _of_numbers(kind, texts, plain)
    none = ("",) * len(texts)
    if filled and {text.lower() for text in texts} <= {"yes", "no"}:
        return ResultColumn("yes or no", tuple(text.lower() for text in texts), none)
    if texts and len(set(texts)) <= MOST_WORDS and all(map(is_value, texts)):
        words = dict.fromkeys(texts)
        if len({key_of(word) for word in words}) == len(words):
            kind = f"[{', '.join(map(scalar, words))}]" if is_inline else ""
            return ResultColumn(kind, tuple(map(scalar, texts)), none)
    guesses = tuple("nothing is printed here" if not text else "" for text in texts)
    return ResultColumn("text", tuple(map(scalar, texts)), guesses)


def _of_numbers(kind: str, texts: Sequence[str], plain: Sequence[str]) -> ResultColumn:
    cells, guesses = [], []
    for text, figure in zip(texts, plain, strict=True):
        is_empty = figure.lower() in _EMPTY
        cells.append("none" if is_empty else figure)
        guesses.append("nothing is printed here" if not text else "")
    kind = f"{kind} or none" if "none" in cells else kind
    return ResultColumn(kind, tuple(cells), tuple(guesses))


def _figure(text: str) -> str:
    """Return a number as it is written here; any other text as it is."""
    text = _THOUSANDS.sub("", with_plain_dashes(text))
    if (mixed := _MIXED.match(text)) is not None:
        return str(int(mixed[1]) + Fraction(int(mixed[2]), int(mixed[3])))
    if len(text) <= 3 and text and unicodedata.category(text[-1]) == "No":
        fraction = unicodedata.normalize("NFKC", text[-1]).replace("\u2044", "/")
        if text[:-1] in ("", "+", "-") and "/" in fraction:
            return text[:-1] + fraction
    return text


def key_of(text: str) -> str:
    """Return a name by which those that differ in blanks and capitals are one."""
    return normalised(text).lower()


def is_value(text: str) -> bool:
    """Return whether a text can be a word of an enumeration that people would type."""
    few = len(text) <= _LONGEST_VALUE and len(text.split()) <= _WORDS_OF_A_VALUE
    return few and writable(text) and key_of(text) not in NAMES


def name_from(text: str, otherwise: str) -> str:
    """Return a name that a table can have, made from a text; `otherwise` for one
    without letters."""
    name = _letters(text, "")
    if not name or name[0].isdigit() or not writable(name) or key_of(name) in NAMES:
        name = f"{otherwise} {name}".strip()
    return name if writable(name) else otherwise


def row_name(text: str, otherwise: str) -> str:
    """Return the name of a row or a column, made from a text. It may have hyphens,
    begin with a digit and be the name of a function; expressions then quote it."""
    name = _letters(text, "-")
    plain = name.replace("-", " ")
    has_letter = any(map(str.isalpha, name))
    if has_letter and (
        writable(plain) or (name[0].isdigit() and writable(f"n {plain}"))
    ):
        return name
    name = f"{otherwise} {plain}".strip()
    return name if writable(name) else otherwise


def _letters(text: str, kept: str) -> str:
    """Return the letters and digits of a text, without accents, and what is `kept`
    within a word."""
    plain = unicodedata.normalize("NFKD", text.replace("'", "").replace("\u2019", ""))
    plain = plain.replace("\u00df", "ss")
    letters = "".join(
        letter if letter.isascii() and (letter.isalnum() or letter in kept) else " "
        for letter in plain
        if not unicodedata.combining(letter)
    )
    name = " ".join(word.strip("-") for word in letters.split() if word.strip("-"))
    if len(name) > _LONGEST_NAME:
        name = name[:_LONGEST_NAME].rpartition(" ")[0] or name[:_LONGEST_NAME]
    return name


def distinct_names(texts: Sequence[str], otherwise: str) -> tuple[str, ...]:
    """Return a name for each text, all different, none of which a row uses itself."""
    names: list[str] = []
    taken = set(_KEYS_OF_ROWS)
    for number, text in enumerate(texts, 1):
        numbered = f"{otherwise} {number}" if len(texts) > 1 else otherwise
        first = row_name(text, otherwise) if text else numbered
        name, further = first, 1
        while key_of(name) in taken:
            further += 1
            name = f"{first} {further}"
        taken.add(key_of(name))
        names.append(name)
    return tuple(names)


_TIMES: Mapping[str, int] = MappingProxyType(
    {
        "once": 1,
        "twice": 2,
        "thrice": 3,
        "two": 2,
        "three": 3,
        "four": 4,
        "five": 5,
    }
)
_OFTEN = r"once|twice|thrice|(?:two|three|four|five|\d{1,2}) times"
_ROLLS = re.compile(
    rf"(?:(?:re-?roll|roll(?: again)?)(?: (?P<often>{_OFTEN}))?(?: again)?)"
    r"(?: (?:on|from) (?P<table>.+?))?"
    r"(?:,? (?:and )?(?:keep|combine|use|apply|take)(?: both| all)?(?: results)?)?"
    r"(?P<distinct>,? (?:each|all|both) different)?[.!]?\Z",
    re.IGNORECASE,
)
_OWN = frozenset({"this table", "the same table", "the table", "this list", "it"})


def rolls_in(text: str) -> PrintedRolls | None:
    """Return what a text such as `Roll twice` rolls, None if it is no such text; the
    name of a table as it is printed."""
    found = _ROLLS.match(text)
    if found is None or text.lower().rstrip(".!") == "roll":
        return None
    often = (found["often"] or "once").lower().split()[0]
    times = int(often) if often.isdecimal() else _TIMES[often]
    table = (found["table"] or "").removeprefix("the ").strip()
    own = (found["table"] or "").lower() in _OWN
    return PrintedRolls("" if own else table, times, found["distinct"] is not None)
