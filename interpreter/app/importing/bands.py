"""The first cell of a row, read as a band of numbers.

Books write bands with every kind of dash, with leading zeros, `00` for 100 and words;
spreadsheets turn `3-5` into a date. What is more than another sign is a guess.
"""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct

from interpreter.app.importing.printed import with_plain_dashes
from interpreter.foreign.printed_bands import is_left_over, printed_band
from interpreter.semantics.tables.bands import Range, read_band
from interpreter.source import Source, Span
from interpreter.yaml.nodes import ScalarNode

LARGEST = 10**9
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_OTHER_MONTHS: Mapping[str, int] = MappingProxyType(
    {"mai": 5, "okt": 10, "dez": 12, "m\u00e4r": 3, "m\u00e4rz": 3}
)
_MONTH = r"([^\W\d_]{3,9})\.?"
_DATES = (
    re.compile(rf"(?P<one>\d{{1,2}})\.?[- /]{_MONTH}(?:[- /]\d{{2,4}})?\Z"),
    re.compile(rf"{_MONTH}[- /](?P<one>\d{{1,2}})\Z"),
)
_FIGURES = (
    re.compile(r"(\d{1,2})\.(\d{1,2})\.(?:\d{2,4})?\Z"),
    re.compile(r"\d{4}-(\d{1,2})-(\d{1,2})(?:[ T]00:00(?::00)?)?\Z"),
    re.compile(r"(\d{1,2})/(\d{1,2})/\d{2,4}\Z"),
)
_LIST = re.compile(r"\d{1,9}(?:\s*(?:,|;|&|and|or)\s*\d{1,9})+\Z", re.IGNORECASE)
_DIGITS = re.compile(r"(\d);(\d)(?:-(\d))?\Z")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_WHOLE = re.compile(r"(\d{1,9})[.,]0+\Z")
_ZEROS = re.compile(r"(?<![\d.])0+(?=\d)")
_MARKS = re.compile(r"[*#\u2020\u2021]+\Z|(?<=\w)[.:)]\Z")
_WORDS = re.compile(r"[^\W\d_]+")
_SIGNS = frozenset(
    "or and less fewer more up down below above under over higher lower better worse "
    "at least most to from through until natural than greater only exactly "
    "between".split()
)
_HIGHER = re.compile(r"(?:or\s+)?(?:higher|more|above|over|greater)\Z", re.IGNORECASE)
_LOWER = re.compile(r"(?:or\s+)?(?:lower|less|below|under|fewer)\Z", re.IGNORECASE)


class Band(Struct, frozen=True):
    """A band of whole numbers (None: open), and what was guessed to read it ("")."""

    low: int | None
    high: int | None
    guess: str = ""

    @property
    def text(self) -> str:
        """The band as tables of a pack have it."""
        low, high = self.low, self.high
        if low is None:
            return f"{high}-" if high is not None and high >= 0 else f"..{high}"
        if high is None:
            return f"{low}+"
        if low == high:
            return str(low)
        return f"{low}-{high}" if low >= 0 else f"{low}..{high}"

    def range(self, line: int = 0) -> Range:
        """Return it as proofs of tables have it; `line` is where its span begins."""
        return Range(self.low, self.high, Span(_NOWHERE, line, line), self.text)


_NOWHERE = Source("<row>", "")
REST = Band(None, None, "rest")
"""What no other row has, such as `any other`."""
ABOVE = Band(None, None, "above")
BELOW = Band(None, None, "below")


def extent(bands: Sequence[Band]) -> tuple[int | None, int | None]:
    """Return the lowest and the highest number of bands, None for an open end."""
    lows = [band.low for band in bands]
    highs = [band.high for band in bands]
    low = None if None in lows else min(low for low in lows if low is not None)
    high = None if None in highs else max(high for high in highs if high is not None)
    return low, high


def bands_in(text: str, top: int = 0) -> tuple[Band, ...]:
    """Return the bands that a cell names, () if it is none; several where it lists
    numbers that do not follow each other. `top` is the highest number of the dice, 0 if
    they are unknown."""
    if len(text) > 80:
        return ()
    text = with_plain_dashes(text).strip()
    if (date := _date(text)) is not None:
        return (date,)
    text = _MARKS.sub("", text).strip()
    text = _THOUSANDS.sub("", text)
    if (digits := _DIGITS.match(text)) is not None:
        low, high = (
            int(digits[1] + digits[2]),
            int(digits[1] + (digits[3] or digits[2])),
        )
        return (Band(low, high),) if low <= high else ()
    if (zero := _last_digits(text, top)) is not None:
        return (zero,)
    if (whole := _WHOLE.match(text)) is not None:
        return (Band(int(whole[1]), int(whole[1])),)
    if _LIST.match(text):
        return _listed(text)
    for form, band in ((_HIGHER, ABOVE), (_LOWER, BELOW)):
        if form.match(text):
            return (band,)
    return _plain(text)


def _plain(text: str) -> tuple[Band, ...]:
    """Return the band that a text is here, or was in a book."""
    here, guess = _ZEROS.sub("", text), ""
    band = _read(here)
    if band is None:
        known = printed_band(text)
        if known is None:
            return ()
        if not known.here:
            return (REST,) if is_left_over(text) and text.strip("-_*") else ()
        here, guess = known.here, f"'{text}' is read as {known.here}"
        band = _read(here)
    if band is None or any(
        abs(end) > LARGEST for end in (band.low or 0, band.high or 0)
    ):
        return ()
    return (Band(band.low, band.high, guess),)


def _read(text: str) -> Range | None:
    span = Span(Source("<row>", text), 0, len(text))
    return read_band(ScalarNode(text, span, ""), [])


def _last_digits(text: str, top: int) -> Band | None:
    """Return a band that ends with 00 for 100, or with 0 for 10."""
    if (found := re.match(r"(?:(\d{1,2})\s*-\s*)?(0|00|000)\Z", text)) is None:
        return None
    end = {"0": 10, "00": 100, "000": 1000}[found[2]]
    if found[2] == "0" and top != end:  # a table may begin with 0
        return None
    low = int(found[1]) if found[1] else end
    return Band(low, end, f"'{found[2]}' is read as {end}")


def _date(text: str) -> Band | None:
    """Return the band that a spreadsheet took for a day of a year."""
    ends: list[int] = []
    for form in _DATES:
        if (found := form.match(text)) is not None:
            name = next(group for group in found.groups() if not group.isdecimal())
            if (month := _month(name)) is not None:
                ends = sorted((int(found["one"]), month))
    for figures in _FIGURES:
        if (found := figures.match(text)) is not None:
            ends = sorted((int(found[1]), int(found[2])))
    if not ends:
        return None
    band = Band(ends[0], ends[1])
    return Band(
        band.low, band.high, f"a spreadsheet wrote '{text}'; this was {band.text}"
    )


def _month(name: str) -> int | None:
    name = name.lower()
    if name in _OTHER_MONTHS:
        return _OTHER_MONTHS[name]
    if len(name) in (3, 4) or name in _LONG_MONTHS:
        return _MONTHS.index(name[:3]) + 1 if name[:3] in _MONTHS else None
    return None


_LONG_MONTHS = frozenset(
    "january february march april june july august september october november "
    "december januar februar april juni juli august september oktober november "
    "dezember".split()
)


def _listed(text: str) -> tuple[Band, ...]:
    """Return the numbers of a list, those that follow each other as one band."""
    bands: list[Band] = []
    for number in sorted({int(part) for part in re.findall(r"\d+", text)}):
        if bands and bands[-1].high == number - 1:
            bands[-1] = Band(bands[-1].low, number)
        else:
            bands.append(Band(number, number))
    return tuple(bands)


def without_units(keys: Sequence[str]) -> list[str]:
    """Return cells without the words that all of them have, such as what is counted:
    `120 steps or less`, `121 steps or more`."""
    if not all(re.search(r"\d", key) for key in keys):
        return list(keys)
    spoken = [{word.lower() for word in _WORDS.findall(key)} for key in keys]
    common = set.intersection(*spoken) - _SIGNS if spoken else set()
    return [
        " ".join(
            _WORDS.sub(lambda word: "" if word[0].lower() in common else word[0], key)
            .strip()
            .split()
        )
        for key in keys
    ]
