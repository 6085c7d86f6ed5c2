"""The files of a pack are known by where they are, however the way to them is said."""

from pathlib import Path

import pytest

from interpreter.cache import content_hashes
from tests.ruleset.packs import write


def test_a_base_that_is_found_by_a_relative_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game notes whole paths; a base found below the folder of the command has a
    relative one, and the pack would be read again for every command."""
    base = write(tmp_path / "rulesets" / "ground", {"ruleset.yaml": "name: ground\n"})
    over = write(tmp_path / "over", {"ruleset.yaml": "name: over\nextends: ground\n"})
    monkeypatch.chdir(tmp_path)
    found = Path("rulesets/ground")
    monkeypatch.setattr(content_hashes, "pack_below", lambda folder, name: found)
    noted = ((over.resolve(), "ground"), (base.resolve(), ""))
    assert content_hashes.prints_of(noted) is not None
    elsewhere = ((over.resolve(), "ground"), (over.resolve(), ""))
    assert content_hashes.prints_of(elsewhere) is None
