"""Whole numbers of the command line."""

from interpreter.problems import Unusable

_DIGITS = 12


def positive(option: str, text: str) -> int:
    """Return a whole number from 1; raises Unusable."""
    plain = text.replace("_", "").replace(",", "")
    if not (plain.isascii() and plain.isdecimal()):
        raise Unusable(f"{option} '{text}' is no whole number from 1")
    if not plain.strip("0"):
        raise Unusable(f"{option} must be 1 or more")
    # a longer one is beyond every limit, and its limit says so
    return int(plain) if len(plain) <= _DIGITS else 10**_DIGITS


def from_zero(option: str, text: str) -> int:
    """Return a whole number from 0; raises Unusable."""
    if text.isascii() and text.isdecimal():
        return positive(option, text) if text.strip("0") else 0
    raise Unusable(f"{option} '{text}' is no whole number from 0")
