"""`--seed`: the secret from which all dice of a call follow."""

import os
from argparse import Namespace

from interpreter.commands.parser import Misused, Parser

SECRET_BYTES = 8


def configure(parser: Parser) -> None:
    """Add the seed."""
    parser.add_argument(
        "--seed", metavar="TEXT", help="any text; the same text, the same dice"
    )


def given_seed(arguments: Namespace) -> str | None:
    """Return the seed given, or None; bytes that are no text are Misused."""
    given: str | None = arguments.seed
    if given is not None and not is_text(given):
        raise Misused("--seed is no text", "write it in letters of your system")
    return given


def is_text(given: str) -> bool:
    """Tell whether a word can be written as UTF-8: one of the command line may hold
    bytes that no encoding knows."""
    try:
        given.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def seed_of(arguments: Namespace) -> str:
    """Return the seed given, or a fresh one."""
    given = given_seed(arguments)
    return os.urandom(SECRET_BYTES).hex() if given is None else given
