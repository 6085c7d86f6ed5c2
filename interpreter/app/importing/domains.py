"""What a printed table is read with: its dice, or the numbers of its rows."""

import re
from collections.abc import Sequence

from msgspec import Struct

from interpreter.app.importing.bands import Band, extent
from interpreter.app.importing.printed import with_plain_dashes
from interpreter.expressions.parsing import are_possible
from interpreter.foreign.dice_notations import BY_DIGITS, dice_written

DICE_OF_ONE = frozenset({2, 3, 4, 6, 8, 10, 12, 20, 30, 100})
"""Sides of dice that are guessed from rows which begin with 1."""
_INTEGER = re.compile(r"integer(?:\s+(-?\d{1,9})?\.\.(-?\d{1,9})?)?\Z")
_FACES = re.compile(r"(\d*)d(\d+)\Z")
_ADDED = re.compile(r"\s*([+-])\s*(.+)\Z", re.DOTALL)
_DIGITS = re.compile(r"1?[dDwW](\d+)\Z")
_ROLLED = re.compile(r"\b(?:roll|rolls|die|dice|result|wurf|d)\b", re.IGNORECASE)
_ADJUSTED = re.compile(r"\b(?:adjusted|modified|total|modifiers?)\b", re.IGNORECASE)


class TableDomain(Struct, frozen=True):
    """What `of` says, its bounds (None: open), whether it is dice alone, and what was
    guessed ("": nothing). `digits`: the numbers are read from dice digit by digit."""

    of: str
    low: int | None
    high: int | None
    is_dice: bool = False
    guess: str = ""
    digits: bool = False


def domain_in(text: str) -> TableDomain | None:
    """Return the domain that a text names: dice in some notation, perhaps with what is
    added to them, or whole numbers; None if it names none."""
    text = with_plain_dashes(text).strip()[:60]
    text = re.sub(r"\A(?:dice\s*:|roll)\s*", "", text, flags=re.IGNORECASE).strip()
    if (numbers := _INTEGER.match(text)) is not None:
        low, high = (None if end is None else int(end) for end in numbers.groups())
        return TableDomain(" ".join(text.split()), low, high)
    if text.replace(" ", "").lower() in ("1d6;1d6", "d6;d6"):
        text = "d66"
    digits = _DIGITS.match(text)
    if digits is not None and int(digits[1][:9]) in BY_DIGITS:
        high = int(digits[1])
        low = int("1" * len(digits[1]))
        guess = f"{text} is read digit by digit, so its numbers are {low} to {high}"
        return TableDomain(
            f"integer {low}..{high}", low, high, guess=guess, digits=True
        )
    first = re.split(r"(?<=[\d%])\s*(?=[+-])", text, maxsplit=1)
    faces = _FACES.match(dice_written(first[0]) or "")
    if faces is None:
        return None
    count, sides = int(faces[1] or 1), int(faces[2])
    if not are_possible(count, sides):
        return None
    added = _ADDED.match(first[1]) if len(first) > 1 else None
    if added is None:
        return TableDomain(faces[0], count, count * sides, is_dice=True)
    if added[2].strip().isdecimal():
        return _shifted(faces[0], count, sides, added)
    guess = ""
    if added[2].strip() != "integer":
        guess = f"'{added[2].strip()}' is read as any number that is added to the dice"
    return TableDomain(f"{faces[0]} + integer", None, None, guess=guess)


def _shifted(faces: str, count: int, sides: int, added: re.Match[str]) -> TableDomain:
    """Return the domain of dice with a number that is always added."""
    shift = int(added[2].strip()[:9]) * (1 if added[1] == "+" else -1)
    low, high = count + shift, count * sides + shift
    sign = added[1]
    guess = (
        f"a table is read by dice alone or by a number: roll {faces} and read it at "
        f"the dice {sign} {abs(shift)}"
    )
    return TableDomain(f"integer {low}..{high}", low, high, guess=guess)


def with_modifier(domain: TableDomain, bands: Sequence[Band], head: str) -> TableDomain:
    """Return a domain of dice alone as one to which a number is added, if a row without
    an end lies beyond the dice, or if the head of the rows says so."""
    if not domain.is_dice or domain.low is None or domain.high is None:
        return domain
    outside = [
        band
        for band in bands
        if (band.low is not None and band.low > domain.high and band.high is None)
        or (band.high is not None and band.high < domain.low and band.low is None)
    ]
    is_open = {None} <= {band.low for band in bands} & {band.high for band in bands}
    if outside:
        guess = f"the row {outside[0].text} is beyond {domain.of}: a number is added"
    elif is_open and _ADJUSTED.search(head):
        guess = f"'{head}' is read as dice to which a number is added"
    else:
        return domain
    return TableDomain(f"{domain.of} + integer", None, None, guess=guess)


def domain_of_rows(bands: Sequence[Band], corner: str) -> TableDomain:
    """Return the domain that rows without dice cover, from the lowest to the highest:
    numbers of dice, unless the head of the rows, `corner`, says that it is something
    else."""
    low, high = extent(bands)
    is_rolled = not corner or _ROLLED.search(corner)
    if low is not None and high is not None and is_rolled:
        if low == 1 and high in DICE_OF_ONE:
            guess = f"no dice are printed; 1 to {high} is read as d{high}"
            return TableDomain(f"d{high}", 1, high, is_dice=True, guess=guess)
        if low in (2, 3) and high == 6 * low:
            guess = f"no dice are printed; {low} to {high} is read as {low}d6"
            return TableDomain(f"{low}d6", low, high, is_dice=True, guess=guess)
    ends = f"{'' if low is None else low}..{'' if high is None else high}"
    of = "integer" if ends == ".." else f"integer {ends}"
    guess = "no dice are printed; the table is read with a number"
    return TableDomain(of, low, high, guess=guess)


def without_gaps_of_digits(bands: Sequence[Band]) -> list[Band]:
    """Return bands of numbers read digit by digit, in ascending order, each up to the
    next one: no dice show the numbers between."""
    ordered = sorted(bands, key=lambda band: band.low or 0)
    extended: list[Band] = []
    for number, band in enumerate(ordered):
        following = ordered[number + 1].low if number + 1 < len(ordered) else None
        high = band.high
        if high is None or following is None or following <= high + 1:
            extended.append(band)
            continue
        between = range(high + 1, min(following, high + 1000))
        if any(set(str(gap)) <= set("123456") for gap in between):
            extended.append(band)
            continue
        guess = f"{Band(band.low, high).text}, and no dice show what is up to the next"
        extended.append(Band(band.low, following - 1, guess))
    return extended
