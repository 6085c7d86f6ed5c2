"""Writes the files anew: `python -m tests.playthroughs --write`; without it, says which
differ."""

import argparse
import sys

from tests.playthroughs.files import differences, expected, write


def main() -> int:
    """Return 0 when the files are as the games are played, else 1."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    if parser.parse_args().write:
        write(expected())
        return 0
    found = differences(expected())
    print("\n".join(found) or "all files are as the games are played")
    return 1 if found else 0


sys.exit(main())
