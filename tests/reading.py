"""How tests read packs: once in a process, or anew (see `tests/conftest.py`)."""

ANEW = "UMPIRE_TESTS_READ_ANEW"
"""A variable with which a test reads packs as a process of its own would."""
