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
_THOUSANDS = re.compile(r"[1-9]\d{0,2}\.\d{3}\Z")
"""How a number with a comma between thousands is read as one with a point."""


class ForeignToken(NamedTuple):
    """A sign or word with its place; `text` of a quoted text is without its quotes, and
    the `quote` of a number that was written with a comma is that."""

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
    found.append(ForeignToken("end", "", len(text), len(text)))
    return _with_decimal_commas(found) if "," in text else found


def _with_decimal_commas(found: list[ForeignToken]) -> list[ForeignToken]:
    """Return tokens in which `2,5` is one number where the comma cannot separate:
    beside a `;` between arguments, outside of brackets, and after `*0` or `/0`."""
    joined: list[ForeignToken] = []
    depth, at = 0, 0
    has_separator = _has_separator(found)
    while at < len(found):
        token = found[at]
        depth += _deeper(token)
        number = _number_with_comma(found, at)
        scales = token.text == "0" and found[max(at - 1, 0)].text in ("*", "/")
        if number is not None and (has_separator or depth == 0 or scales):
            is_thousands = depth == 0 and _THOUSANDS.match(number.text)
            text = number.text.replace(".", "") if is_thousands else number.text
            token = number._replace(text=text)
            at += 2
        joined.append(token)
        at += 1
    return joined


def _deeper(token: ForeignToken) -> int:
    if token.kind != "sign":
        return 0
    return (token.text[-1] in "([{") - (token.text[0] in ")]}")


def _has_separator(found: list[ForeignToken]) -> bool:
    """Return whether a `;` stands in brackets, where it separates arguments."""
    depth = 0
    for token in found:
        depth += _deeper(token)
        if token.kind == "sign" and token.text == ";" and depth > 0:
            return True
    return False


def _number_with_comma(found: list[ForeignToken], at: int) -> ForeignToken | None:
    """Return the number that digits, a comma and digits without a blank are; None for
    others, and for a row of them (`1,2,3`)."""
    if found[at].kind != "number" or len(found) < at + 3:
        return None
    whole, comma, digits = found[at : at + 3]
    if comma.text != "," or digits.kind != "number":
        return None
    if not (whole.text + digits.text).isdigit():
        return None
    before, after = found[max(at - 1, 0)], found[min(at + 3, len(found) - 1)]
    in_row = before.text == "," and before.end == whole.start
    in_row |= after.text == "," and after.start == digits.end
    if in_row or whole.end != comma.start or comma.end != digits.start:
        return None
    text = f"{whole.text}.{digits.text}"
    return ForeignToken("number", text, whole.start, digits.end, None, ",")


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
