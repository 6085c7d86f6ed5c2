"""Tables as they are printed: texts in rows, before their meaning is known."""

import re
from collections.abc import Mapping
from html import unescape
from types import MappingProxyType
from typing import Literal
from unicodedata import category, normalize

from msgspec import Struct

from interpreter.diagnostics import LimitExceeded

BYTES = 4 * 1024 * 1024
LETTERS = 4_000  # of one cell
ROWS = 5_000
COLUMNS = 60
TABLES = 500

RemarkKind = Literal["guessed", "unread", "faulty"]


class Remark(Struct, frozen=True):
    """What a person should know of what was read: a guess, something that could not be
    read, or a fault that `check` reports too. `line` is 0 where a file has no lines."""

    kind: RemarkKind
    line: int
    text: str


class PrintedRolls(Struct, frozen=True):
    """What a row rolls: a table by its name ("": its own), how often, and whether the
    results differ."""

    table: str
    times: int
    distinct: bool


class PrintedRow(Struct, frozen=True):
    """A row: its first cell, the others, and what its reader guessed of it."""

    key: str
    cells: tuple[str, ...]
    line: int
    guesses: tuple[str, ...] = ()
    rolls: PrintedRolls | None = None


class PrintedTable(Struct, frozen=True):
    """A table as it is printed; `dice` and `corner` (the head of the first column) are
    "" where there are none, and so are `heads`, those of the other columns."""

    title: str
    rows: tuple[PrintedRow, ...]
    line: int
    dice: str = ""
    corner: str = ""
    heads: tuple[str, ...] = ()
    remarks: tuple[Remark, ...] = ()


_LIGATURES: Mapping[int, str] = MappingProxyType(
    {
        **{code: normalize("NFKC", chr(code)) for code in range(0xFB00, 0xFB07)},
        **dict.fromkeys((0xAD, 0xFEFF, 0x200B), ""),
    }
)
"""Letters that are printed as one sign, and what is not printed at all."""
_DASHES: Mapping[int, str] = MappingProxyType(
    dict.fromkeys((*range(0x2010, 0x2016), 0x2212), "-")
)
_CONTROLS = frozenset({"Cc", "Cf", "Cs", "Cn"})
_STRESS = re.compile(r"(\*{1,3}|__|~~|`)(?=\S)(.+?)(?<=\S)\1")
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,200}>")
_BREAK = re.compile(r"<br\s*/?>|</p>\s*<p[^<>]{0,200}>", re.IGNORECASE)
_LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]|\[([^\[\]]*)\]\([^()\s]*\)")


def cleaned(text: str) -> str:
    """Return a text without control characters and ligatures, with single blanks."""
    text = text.translate(_LIGATURES)
    text = "".join(
        " " if character.isspace() else character
        for character in text
        if character.isspace() or category(character) not in _CONTROLS
    )
    text = " ".join(text.split())
    if len(text) > LETTERS:
        raise LimitExceeded("characters of a cell", LETTERS)
    return text


def with_plain_dashes(text: str) -> str:
    """Return a text with a hyphen for each kind of dash and minus sign."""
    return text.translate(_DASHES)


def without_marks(text: str) -> str:
    """Return a text of Markdown or HTML as it is read aloud: without stress, tags and
    the targets of links; a line break is a blank."""
    text = _TAG.sub("", _BREAK.sub(" ", text))
    text = _LINK.sub(lambda link: link[1] or link[2] or "", text)
    for _ in range(3):  # stress within stress
        text = _STRESS.sub(r"\2", text)
    return cleaned(text)


_ESCAPED_LINK = re.compile(r"(\[\[[^\[\]|\\]{0,200})\\\|")
_ESCAPE = re.compile(r"\\([\\|*_`#\[\]<>~])")
_SHIFT = 0xF0000
_HIDDEN = re.compile(f"[{chr(_SHIFT)}-{chr(_SHIFT + 127)}]")
"""Characters of a private area, which stand for escaped ones while marks are taken
away."""


def of_markdown(text: str) -> str:
    """Return a text of Markdown as it is read aloud; what a backslash escapes stays."""
    text = _ESCAPED_LINK.sub(r"\1|", text)
    text = _ESCAPE.sub(lambda escaped: chr(_SHIFT + ord(escaped[1])), text)
    return _HIDDEN.sub(lambda sign: chr(ord(sign[0]) - _SHIFT), without_marks(text))


def of_html(text: str) -> str:
    """Return a text of HTML without its tags, on one line."""
    return cleaned(unescape(_TAG.sub("", _BREAK.sub(" ", text))))
