"""Whole numbers of the command line."""

import os
from argparse import Namespace

from interpreter.app.opening.parser import Parser, UsageError
from interpreter.diagnostics import Unusable

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


# `--seed`: the secret from which all dice of a call follow.

SECRET_BYTES = 8


def configure(parser: Parser) -> None:
    """Add the seed."""
    parser.add_argument(
        "--seed",
        metavar="TEXT",
        help="any text on one line; the same text, the same dice",
    )


def given_seed(arguments: Namespace) -> str | None:
    """Return the seed given, or None; one that a line cannot show as it is, and which
    therefore nobody could type again, is Misused."""
    given: str | None = arguments.seed
    if given is not None and not given.isprintable():
        hint = "write it on one line, in letters, digits, signs and plain spaces"
        raise UsageError("--seed holds what cannot be printed", hint)
    return given


def seed_of(arguments: Namespace) -> str:
    """Return the seed given, or a fresh one."""
    given = given_seed(arguments)
    return os.urandom(SECRET_BYTES).hex() if given is None else given
