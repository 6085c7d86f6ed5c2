"""`--seed`: the secret from which all dice of a call follow."""

import os
from argparse import Namespace

from interpreter.commands.parser import Parser

SECRET_BYTES = 8


def configure(parser: Parser) -> None:
    """Add the seed."""
    parser.add_argument(
        "--seed", metavar="TEXT", help="any text; the same text, the same dice"
    )


def seed_of(arguments: Namespace) -> str:
    """Return the seed given, or a fresh one."""
    given: str | None = arguments.seed
    return os.urandom(SECRET_BYTES).hex() if given is None else given
