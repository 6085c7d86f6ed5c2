"""Signs of other languages and of books: what is written here in place of each."""

import re
import unicodedata
from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from interpreter.expressions.tree import At

_POWER = "a power is written as a product: a * a"
_DOUBLED: Mapping[str, str] = MappingProxyType(
    {
        "&&": "write 'and'",
        "||": "write 'or'",
        "<>": "write 'is not'",
        "=>": "write '>='",
        "=<": "write '<='",
        "**": _POWER,
        "//": "down(a / b) divides and rounds down",
    }
)
_SINGLE: Mapping[str, str] = MappingProxyType(
    {"&": "write 'and'", "|": "write 'or'"}
    | dict.fromkeys(("!", "\u00ac"), "'not' negates, with a blank after it")
    | dict.fromkeys(("\u2212", "\u2013", "\u2014"), "write '-'")
    | {"\u00d7": "write '*'", "\u00f7": "write '/'", "\u2260": "write 'is not'"}
    | {"\u2264": "write '<='", "\u2265": "write '>='", "\u2026": "write '..'"}
    | {"%": "remainder(n, by) is what a division leaves"}
    | {"?": "a choice is written: if A then B else C"}
    | dict.fromkeys(("^", "\u00b2", "\u00b3"), _POWER)
)
_CAPITALS = re.compile(r"(?<![\w'.])(?:AND|OR|NOT)(?![\w'])")
_DIGITS = re.compile(r"\d+\Z", re.ASCII)
_LARGEST_DENOMINATOR = 100  # of a fraction that is one character


def doubled_at(text: str, at: int) -> tuple[At, str] | None:
    """Return where a sign of two characters stands that begins or ends here, with a
    hint."""
    for start in (at, at - 1):
        hint = _DOUBLED.get(text[max(start, 0) : start + 2])
        if hint is not None:
            return (start, start + 2), hint
    return None


def sign_at(text: str, at: int) -> tuple[At, str]:
    """Return where a character stands that no expression has, with a hint or ""."""
    doubled = doubled_at(text, at)
    if doubled is not None:
        return doubled
    sign, alone = text[at], (at, at + 1)
    if sign in "\"'`\u2018\u2019\u201c\u201d":
        return alone, "texts are in single quotes"
    if sign.isspace():
        return alone, "write an ordinary blank"
    worth = Fraction(unicodedata.numeric(sign, 0))
    worth = worth.limit_denominator(_LARGEST_DENOMINATOR)
    if worth.denominator > 1:
        return _fraction(text, at, worth)
    return alone, _SINGLE.get(sign, "")


def _fraction(text: str, at: int, worth: Fraction) -> tuple[At, str]:
    """Return how a fraction that is one character is written, with the whole number
    before it."""
    before = _DIGITS.search(text[:at])
    start = at if before is None else before.start()
    whole = worth + int(before[0] if before else 0)
    return (start, at + 1), f"write '({whole.numerator} / {whole.denominator})'"


def lowered(text: str) -> str:
    """Return a text with AND, OR and NOT as the language writes them."""
    return _CAPITALS.sub(lambda found: found[0].lower(), text)


def first_capitals(text: str) -> At | None:
    """Return where the first AND, OR or NOT stands."""
    found = _CAPITALS.search(text)
    return None if found is None else found.span()


# Dice as other books write them: what was meant, and how it is written here.

MOST_DICE = 10_000  # of one roll
MOST_SIDES = 1_000_000  # of one die
POSSIBLE = f"1 to {MOST_DICE:,} dice of 1 to {MOST_SIDES:,} sides"
_CROSSED = re.compile(
    r"(?<![\w.])(?:(\d+)\s*[x\u00d7]\s*(\d+)|(\d*)\s*[WwD]\s*(\d+)|(\d*)d%)(?!\w)"
)
_DICE = re.compile(r"\s*\d*d\d+\s*\Z")
_HALF = re.compile(r"\s*\d+d(?!\w)")
_BY_DIGITS: Mapping[int, tuple[str, ...]] = MappingProxyType(
    {66: ("tens", "ones"), 666: ("hundreds", "tens", "ones")}
)


def misspelt_dice(text: str) -> tuple[At, str] | None:
    """Return where dice stand that are written otherwise, and how they are written."""
    found = _CROSSED.search(text)
    if found is None:
        return None
    number, sides = found[1] or found[3] or found[5] or "", found[2] or found[4]
    return found.span(), f"{number}d{sides or 100}"


def is_dice(text: str) -> bool:
    """Return whether a whole text is dice as they are written here."""
    return bool(_DICE.match(text))


def is_half_dice(text: str) -> bool:
    """Return whether a text begins with dice that have no sides."""
    return bool(_HALF.match(text))


def are_possible(number: int, sides: int) -> bool:
    """Return whether so many dice of so many sides can be thrown."""
    return 1 <= number <= MOST_DICE and 1 <= sides <= MOST_SIDES


def by_digits(number: int, sides: int) -> str:
    """Return how dice are written whose name is read digit by digit, or ""."""
    names = _BY_DIGITS.get(sides, ())
    if number != 1 or not names:
        return ""
    low = "1" * len(names)
    worths = [10**place for place in range(len(names) - 1, -1, -1)]
    pairs = zip(worths, names, strict=True)
    terms = [name if worth == 1 else f"{worth} * {name}" for worth, name in pairs]
    dice = ", ".join(f"{name}: d6" for name in names)
    return (
        f"for dice read as {' and '.join(names)} write 'of: integer {low}..{sides}' "
        f"with bands that leave no gap, roll {{{dice}}}, and read the table at "
        f"{' + '.join(terms)}"
    )
