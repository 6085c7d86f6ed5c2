"""Settings of the tests of games."""

from collections.abc import Iterator

import pytest

from interpreter.journal.secret import Disk
from tests.games.known_keys import known_keys


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for the disk: that it is waited for, `tests/journal` shows."""
    monkeypatch.setattr(Disk, "fsync", lambda *_: None)
    monkeypatch.setattr(Disk, "fsync_folder", lambda *_: None)


@pytest.fixture(autouse=True)
def _known_keys() -> Iterator[None]:
    """Random keys are the same in all games, so that two can be compared byte for
    byte; that they are random, `tests/journal/test_secret.py` shows."""
    with known_keys():
        yield
