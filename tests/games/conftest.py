"""Settings of the tests of games."""

import pytest

from interpreter.journal.disk import Disk


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for the disk: that it is waited for, `tests/journal` shows."""
    monkeypatch.setattr(Disk, "fsync", lambda *_: None)
    monkeypatch.setattr(Disk, "fsync_folder", lambda *_: None)
