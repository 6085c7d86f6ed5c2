"""`python -m interpreter` is `umpire`."""

import sys

from interpreter.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
