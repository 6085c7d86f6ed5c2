"""Bands of tables as books and other programs write them."""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from interpreter.foreign.idioms import BOOKS, SQL, Idiom

NUMBERS: Mapping[str, str] = MappingProxyType(
    {
        word: str(number)
        for number, word in enumerate(
            (
                "zero one two three four five six seven eight nine ten eleven twelve"
            ).split()
        )
    }
)
_HUNDRED = 100
_NUMBER = r"(-?\d+|" + "|".join(NUMBERS) + ")"
_MORE = r"(?:or|and)\s+(?:more|up|higher|above|greater|over|better|upwards?)"
_LESS = r"(?:or|and)\s+(?:less|fewer|below|lower|under|down|worse)"


class PrintedBand(NamedTuple):
    """What a band means: its idiom, how it is written here ("" where that depends on
    the other rows), and what else there is to say."""

    idiom: Idiom
    here: str
    note: str = ""


_Form = tuple[str, Idiom, Callable[[re.Match[str]], str]]


def _figure(text: str) -> int:
    return int(NUMBERS.get(text.lower(), text))


def _from(found: re.Match[str]) -> str:
    return f"{_figure(found[1])}+"


def _to(found: re.Match[str]) -> str:
    number = _figure(found[1])
    return f"{number}-" if number >= 0 else f"..{number}"


def _above(found: re.Match[str]) -> str:
    return f"{_figure(found[1]) + 1}+"


def _below(found: re.Match[str]) -> str:
    number = _figure(found[1]) - 1
    return f"{number}-" if number >= 0 else f"..{number}"


def band(low: int, high: int) -> str:
    """Return a band of numbers as tables have it."""
    if low == high:
        return str(low)
    return f"{low}-{high}" if low >= 0 else f"{low}..{high}"


def _between(found: re.Match[str]) -> str:
    low, high = _figure(found[1]), _figure(found[2])
    return band(min(low, high), max(low, high))


def _to_hundred(found: re.Match[str]) -> str:
    return band(int(found[1]), _HUNDRED)


def _hundred(_: re.Match[str]) -> str:
    return str(_HUNDRED)


def _listed(found: re.Match[str]) -> str:
    numbers = sorted({int(part) for part in re.findall(r"\d+", found[0])})
    is_row = numbers == list(range(numbers[0], numbers[-1] + 1))
    return band(numbers[0], numbers[-1]) if is_row else ""


def _alone(found: re.Match[str]) -> str:
    return str(_figure(found[1]))


def _left_over(_: re.Match[str]) -> str:
    return ""


def _row(
    form: str, make: Callable[[re.Match[str]], str], typed: str, meaning: str, here: str
) -> tuple[re.Pattern[str], Idiom, Callable[[re.Match[str]], str]]:
    origin = SQL if "BETWEEN" in typed else BOOKS
    idiom = Idiom(typed, origin, meaning, here)
    return re.compile(rf"(?:{form})\Z", re.IGNORECASE), idiom, make


_LEFT = "others|other|all\\s+others?|any(?:thing)?(?:\\s+else)?|\\*|default|otherwise|"
_LEFT += "else|rest|the\\s+rest|_|--?|\u2013|\u2014|all"
_ROWS = (
    _row(
        r"0*(\d+)\s*[-\u2013\u2014]\s*0?00",
        _to_hundred,
        "96-00",
        "up to 100, of which dice show the last digits",
        "96-100",
    ),
    _row("00|000", _hundred, "00", "100, of which dice show the last digits", "100"),
    _row(
        rf"{_NUMBER}\s*{_MORE}",
        _from,
        "10 or more, 6 and up",
        "that number and all above",
        "10+",
    ),
    _row(
        rf"(?:at\s+least|from|minimum|min\.?)\s+{_NUMBER}",
        _from,
        "at least 10",
        "that number and all above",
        "10+",
    ),
    _row(
        rf"(?:>=|=>|\u2265)\s*{_NUMBER}",
        _from,
        ">= 10, \u2265 10",
        "that number and all above",
        "10+",
    ),
    _row(
        rf"{_NUMBER}\s*(?:>=|\u2265)",
        _from,
        "10 >=",
        "that number and all above",
        "10+",
    ),
    _row(
        rf"(?:>|more\s+than|above|over|greater\s+than)\s*{_NUMBER}",
        _above,
        "> 9, more than 9",
        "all above that number",
        "10+",
    ),
    _row(
        rf"{_NUMBER}\s*{_LESS}",
        _to,
        "5 or less, 5 and below",
        "that number and all below",
        "5-",
    ),
    _row(
        rf"(?:at\s+most|up\s+to|until|maximum|max\.?)\s+{_NUMBER}",
        _to,
        "up to 5",
        "that number and all below",
        "5-",
    ),
    _row(
        rf"(?:<=|=<|\u2264)\s*{_NUMBER}",
        _to,
        "<= 5, \u2264 5",
        "that number and all below",
        "5-",
    ),
    _row(
        rf"(?:<|less\s+than|fewer\s+than|below|under)\s*{_NUMBER}",
        _below,
        "< 6, less than 6",
        "all below that number",
        "5-",
    ),
    _row(
        rf"(?:between\s+|from\s+)?{_NUMBER}\s*(?:to|through|thru|and|\u2026|\.\.\.|:|/"
        rf"|~|until)\s*{_NUMBER}",
        _between,
        "2 to 5, BETWEEN 2 AND 5",
        "from one to the other",
        "2-5",
    ),
    _row(
        rf"{_NUMBER}\s*[-\u2013\u2014]+\s*{_NUMBER}",
        _between,
        "5-2",
        "from one to the other, the lower one first",
        "2-5",
    ),
    _row(
        r"\d+(?:\s*(?:,|or|and|/|;)\s*\d+)+",
        _listed,
        "4, 5, 6 or 4 or 5",
        "each of these numbers",
        "4-6",
    ),
    _row(
        rf"(?:natural|nat\.?|unmodified)\s+{_NUMBER}",
        _alone,
        "natural 6",
        "the die itself, before what is added to it",
        "6",
    ),
    _row(
        rf"(?:=|==|is|a|exactly|only)\s*{_NUMBER}",
        _alone,
        "= 6, a 6",
        "that number",
        "6",
    ),
    _row(
        rf"{_NUMBER}\s*(?:\.|!|only|exactly|:)?", _alone, "six, 6.", "that number", "6"
    ),
    _row(
        _LEFT,
        _left_over,
        "all others, any, *, default, --",
        "what no other row has",
        "the numbers that are left, such as 7+",
    ),
)
_NATURAL = (
    "a row reads the total; for the die itself write a decision table whose first row "
    "asks 'die is {0}'"
)


def printed_band(text: str) -> PrintedBand | None:
    """Return what a text means that is no band as tables have it, or None."""
    text = " ".join(text.split())
    for form, idiom, make in _ROWS:
        if (found := form.match(text)) is not None:
            here = make(found)
            note = ""
            if idiom.typed.startswith("natural"):
                note = _NATURAL.format(here)
            return PrintedBand(idiom, here, note)
    return None


def is_left_over(text: str) -> bool:
    """Return whether a text is a word for what no other row has."""
    found = printed_band(text)
    return found is not None and found.idiom is _ROWS[-1][1]


def listed() -> tuple[Idiom, ...]:
    """Return every row of this table."""
    return tuple(idiom for _, idiom, _ in _ROWS)
