"""Types as other languages write them: what was meant, as it would be written here."""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from interpreter.problems import nearest

_WORDS: Mapping[str, str] = MappingProxyType(
    dict.fromkeys(("bool", "boolean", "flag", "truth", "yes", "no"), "yes or no")
    | dict.fromkeys(("int", "int32", "long", "whole"), "integer")
    | dict.fromkeys(("float", "double", "decimal", "fraction", "real"), "number")
    | dict.fromkeys(("str", "string", "char", "prose"), "text")
)
_BOUNDS = re.compile(
    r"(\w+)[\s(\[]*(-?\d+)?\s*(?:\.\.+|-|\+|:|,|to\b)\s*(-?\d+)?[)\]]*\Z"
)
_LISTS = ("list", "deck")
_NUMBERS = ("integer", "number")


def meant_types(text: str) -> Iterator[str]:
    """Yield the types that may have been meant by a text that is none, the likeliest
    first, never the text; whether they are types is for the caller to see."""
    yield from (each for each in _meant(text) if each != text)


def _meant(text: str) -> Iterator[str]:
    if (word := _WORDS.get(text.lower())) is not None:
        yield word
    if (bounded := _BOUNDS.match(text)) is not None:
        name, low, high = bounded.groups("")
        base = _WORDS.get(name.lower()) or nearest(name, _NUMBERS)
        if base is not None:
            yield f"{base} {low}..{high}"
    first, _, rest = re.sub(r"[\s(\[\])]+", " ", text).strip().partition(" ")
    if rest and (listed := nearest(first, _LISTS)) is not None:
        yield f"{listed} of {rest.removeprefix('of ')}"
