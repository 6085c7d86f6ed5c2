"""Settings of every test."""

import os
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import settings

from interpreter import loading, opening
from tests.reading import ANEW

# The gate must say the same of the same commit; `tools/check --long` looks further.
settings.register_profile("gate", derandomize=True, deadline=None)
settings.load_profile("gate")

ROOT = Path(__file__).resolve().parents[1]
PACKS_READ = 12  # kept by a process: a large one takes some 100 MiB

Options = Mapping[str, str]


def _once(
    reading: Callable[[Path, Options | None], Any],
) -> Callable[[Path, Options | None], Any]:
    """Return what reads a pack of this folder once in this process under the same
    options: hundreds of tests begin with it, and reading the largest takes seconds.

    What is read is never changed; packs that tests write elsewhere are read anew.
    """

    @lru_cache(maxsize=PACKS_READ)
    def once(folder: Path, _: str, options: tuple[tuple[str, str], ...]) -> Any:
        return reading(folder, dict(options))

    def read(folder: Path, options: Options | None = None) -> Any:
        if ANEW in os.environ or not folder.resolve().is_relative_to(ROOT):
            return reading(folder, options)
        return once(folder, os.getcwd(), tuple(sorted((options or {}).items())))

    return read


# before any test module imports them
loading.load = _once(loading.load)
opening.open_pack = _once(opening.open_pack)


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
