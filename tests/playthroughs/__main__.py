"""Plays all games again and says which texts differ: `python -m tests.playthroughs`.

`--write` keeps what came out. `--out DIR` writes every text whole, also those of which
only a hash is kept: done at two commits, the folders show what changed.
"""

import argparse
import sys
from pathlib import Path

from tests.playthroughs.files import differences, expected, write, write_whole


def main() -> int:
    """Return 0 when the texts are as they are kept or were written, else 1."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--out", type=Path, metavar="DIR")
    parser.add_argument("--only", default="", metavar="PACK")
    arguments = parser.parse_args()
    wanted = expected(arguments.only)
    if arguments.out is not None:
        write_whole(wanted, arguments.out)
    if arguments.write:
        write(wanted, arguments.only)
    if arguments.write or arguments.out is not None:
        return 0
    differing = differences(wanted, arguments.only)
    print("\n".join(differing) or "all texts are as the games are played")
    return 1 if differing else 0


if __name__ == "__main__":  # the processes that play import this module
    sys.exit(main())
