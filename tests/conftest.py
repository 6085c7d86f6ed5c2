"""Settings of every test."""

import os
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings

from interpreter import loading
from interpreter.loading import Loaded

# The gate must say the same of the same commit; `tools/check --long` looks further.
settings.register_profile("gate", derandomize=True, deadline=None)
settings.load_profile("gate")

ROOT = Path(__file__).resolve().parents[1]
PACKS_READ = 12  # kept by a process: a large one takes some 100 MiB


def _read_once() -> None:
    """Let a process read a pack of this folder once under the same options.

    Reading the largest takes seconds, and hundreds of tests begin with it. What is
    read is never changed; packs that tests write elsewhere are read anew.
    """
    reading = loading.load

    @lru_cache(maxsize=PACKS_READ)
    def once(folder: Path, _: str, options: tuple[tuple[str, str], ...]) -> Loaded:
        return reading(folder, dict(options))

    def load(folder: Path, options: Mapping[str, str] | None = None) -> Loaded:
        if not folder.resolve().is_relative_to(ROOT):
            return reading(folder, options)
        return once(folder, os.getcwd(), tuple(sorted((options or {}).items())))

    loading.load = load


_read_once()  # before any test module imports it


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
