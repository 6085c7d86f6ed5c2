"""A single sign of another language, for a text that cannot be read again as a whole
because something else is wrong with it too."""

import unicodedata
from fractions import Fraction

from interpreter.foreign.operators import FIXED, SIGNS

At = tuple[int, int]

_QUOTES = "\"'`\u2018\u2019\u201c\u201d"
_FORMS = {"**": "power", "^": "power", "\u00b2": "power", "\u00b3": "power"}


def _hint(sign: str) -> str:
    """Return what a sign means elsewhere, or ""."""
    idiom = SIGNS.get(sign) or FIXED.get(_FORMS.get(sign, sign))
    if idiom is None:
        return ""
    slots = {"{0:5}", "{1:5}", "{0:6}", "{1:7}", "{0:7}", "{1:8}", "{0:1}", "{1:2}"}
    slots |= {"{0:2}", "{1:3}", "{1:6}", "{0:3}"}
    here = idiom.here
    for slot in slots | {"{0}", "{1}", "{2}"}:
        here = here.replace(slot, "abc"[int(slot[1])])
    return f"write '{here}'; {idiom.typed} is {idiom.meaning} ({idiom.origin})"


def doubled_at(text: str, at: int) -> tuple[At, str] | None:
    """Return where a sign of two characters stands that begins or ends there, with a
    hint."""
    for start in (at, at - 1):
        sign = text[max(start, 0) : start + 2]
        if len(sign) == 2 and (sign in SIGNS or sign in _FORMS):
            return (start, start + 2), _hint(sign)
    return None


def sign_at(text: str, at: int) -> tuple[At, str]:
    """Return where a character stands that no expression has, with a hint or ""."""
    doubled = doubled_at(text, at)
    if doubled is not None:
        return doubled
    sign, alone = text[at], (at, at + 1)
    if sign in _QUOTES:
        return alone, "texts are in single quotes"
    if sign.isspace():
        return alone, "write an ordinary space"
    worth = Fraction(unicodedata.numeric(sign, 0)).limit_denominator(100)
    if worth.denominator > 1:
        return alone, f"write '({worth.numerator} / {worth.denominator})'"
    return alone, _hint(sign)
