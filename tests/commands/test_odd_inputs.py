"""A sample of odd command lines and odd journals: never the program's fault.

The long jobs `argv` and `headers` run 5,000 of each.
"""

import os

import pytest

from tests.long.inputs import command_lines, journals

SAMPLE = 120
FOUND = (3482,)  # a folder within two thousand others
FOUND_IN_JOURNALS = (1033, 1179, 2411, 3522)  # options that are no map

posix = pytest.mark.skipif(os.name != "posix", reason="it needs pipes and links")


@posix
def test_odd_command_lines() -> None:
    """Those of a sample, and those that once were a fault."""
    for seeds in (range(SAMPLE), *(range(each, each + 1) for each in FOUND)):
        codes, faults = command_lines(seeds)
        assert not faults, faults[0]
        assert len(codes) >= min(len(seeds), 4)


@posix
def test_odd_journals() -> None:
    """Those of a sample, and those that once were a fault."""
    for seeds in (range(SAMPLE), *(range(e, e + 1) for e in FOUND_IN_JOURNALS)):
        codes, faults = journals(seeds)
        assert not faults, faults[0]
        assert len(codes) >= min(len(seeds), 4)
