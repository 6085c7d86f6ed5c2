"""Settings of every test."""

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings

# The gate must say the same of the same commit; `tools/check --long` looks further.
settings.register_profile("gate", derandomize=True, deadline=None)
settings.load_profile("gate")


@pytest.fixture(autouse=True, scope="session")
def _own_cache() -> Iterator[None]:
    """No test, and no process that one starts, meets the user's own cache."""
    with (
        TemporaryDirectory(prefix="umpire-tests-") as folder,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.delenv("UMPIRE_CACHE", raising=False)
        patch.setenv("XDG_CACHE_HOME", str(Path(folder).resolve()))
        patch.setenv("LOCALAPPDATA", os.environ["XDG_CACHE_HOME"])
        yield
