"""`python -m tests.games.known_keys VERB ...`: umpire with a key that is no secret.

The key of labels, tokens and receipts is random in every game, so no two game files are
the same byte for byte. Tests that compare games need one that they know.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from interpreter.cli.main import main
from interpreter.engine.dice import secret_of_seed
from interpreter.journal import secret

KEY = secret_of_seed("one")


@contextmanager
def known_keys(key: bytes = KEY) -> Iterator[None]:
    """Use a key wherever a random one would be made."""
    with patch.object(secret, "fresh", lambda: key):
        yield


if __name__ == "__main__":
    with known_keys():
        sys.exit(main())
