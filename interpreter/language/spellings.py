"""Dice as other books write them: what was meant, and how it is written here."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from interpreter.language.tree import At

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
    """Tell whether a whole text is dice as they are written here."""
    return bool(_DICE.match(text))


def is_half_dice(text: str) -> bool:
    """Tell whether a text begins with dice that have no sides."""
    return bool(_HALF.match(text))


def are_possible(number: int, sides: int) -> bool:
    """Tell whether so many dice of so many sides can be thrown."""
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
