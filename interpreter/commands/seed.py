"""`--seed`: the secret from which all dice of a call follow."""

import os
from argparse import Namespace

from interpreter.commands.parser import Misused, Parser

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
        raise Misused("--seed holds what cannot be printed", hint)
    return given


def seed_of(arguments: Namespace) -> str:
    """Return the seed given, or a fresh one."""
    given = given_seed(arguments)
    return os.urandom(SECRET_BYTES).hex() if given is None else given
