"""Splits a text into the signs and words of many languages."""

import re
from typing import Literal, NamedTuple

from interpreter.foreign.dice_notations import WrittenDice, dice_at

Kind = Literal["number", "name", "text", "sign", "dice", "end"]

LONGEST = 1_000
"""Characters of a text that is read again."""

_NUMBER = re.compile(r"\d+(?:\.\d+)?|\.\d+")
_LETTERS = r"A-Za-z_\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0370-\u1fff"
_NAME = re.compile(rf"[Ii]sn['\u2019]t\b|[{_LETTERS}][{_LETTERS}0-9]*")
_TEXT = re.compile(
    r"""[fFrR]?(?:"([^"\\\n]*)"|'([^'\\\n]*)'|`([^`\\]*)`|[\u201c]([^\u201d]*)[\u201d])"""
)
_SIGNS = re.compile(
    r"===|!==|\*\*=?|//=?|\.\.\.?|<=>|<=|>=|=>|=<|<>|==|!=|~=|&&|\|\||\?\?|\?\."
    r"|->|:=|\+=|-=|\*=|/=|\+\+|--|\{\{|\}\}|[@$?#]\{|\S"
)
_COMMENT = re.compile(r"#[ \t][^\n]*|#\Z")
_BLANK = re.compile(r"\s+")


class ForeignToken(NamedTuple):
    """A sign or word with its place; `text` of a quoted text is without its quotes."""

    kind: Kind
    text: str
    start: int
    end: int
    dice: WrittenDice | None = None
    quote: str = ""


def tokens(text: str) -> list[ForeignToken]:
    """Return the tokens of a text and one for its end; own comments are left out."""
    found: list[ForeignToken] = []
    at = 0
    while at < len(text):
        if blank := _BLANK.match(text, at) or _COMMENT.match(text, at):
            at = blank.end()
            continue
        token = _token(text, at, found[-1] if found else None)
        found.append(token)
        at = token.end
    return [*found, ForeignToken("end", "", len(text), len(text))]


def _token(text: str, at: int, before: ForeignToken | None) -> ForeignToken:
    # a word or number that goes on (`x2d6`) holds no dice
    begins = at == 0 or not (text[at - 1].isalnum() or text[at - 1] in "_.")
    if begins and (dice := dice_at(text, at)) is not None:
        return ForeignToken("dice", text[at : dice.end], at, dice.end, dice)
    if quoted := _TEXT.match(text, at):
        content = next(part for part in quoted.groups() if part is not None)
        quote = quoted[0].lstrip("fFrR")[0]
        return ForeignToken("text", content, at, quoted.end(), None, quote)
    if number := _NUMBER.match(text, at):
        # `1..6` is a range, not the number `1.`
        return ForeignToken("number", number[0], at, number.end())
    if name := _NAME.match(text, at):
        return ForeignToken("name", name[0], at, name.end())
    sign = _SIGNS.match(text, at)
    assert sign is not None, "any character that is no blank is a sign"
    return ForeignToken("sign", sign[0], at, sign.end())
