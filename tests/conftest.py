"""Settings of every test."""

import gc
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import settings

from interpreter.pipeline import loading, opening
from interpreter.pipeline.collector import passed_over
from tests.reading import ANEW

# The gate must say the same of the same commit; `tools/check --long` looks further.
settings.register_profile("gate", derandomize=True, deadline=None)
settings.load_profile("gate")

ROOT = Path(__file__).resolve().parents[1]
PUBLISHED = ROOT / "rulesets"
PACKS_READ = 12  # published ones kept by a process: a large one takes some 100 MiB
SMALL_READ = 48  # of the others, which would push out those that take longest to read

Options = Mapping[str, str]

# Packs that are kept are most of what a process holds, and the collector would look at
# all of it again and again.
gc.set_threshold(100_000, 50, 100)


_PASSED_OVER = ExitStack()
_PASSED_OVER.enter_context(passed_over())


def pytest_collection_finish() -> None:
    """Let the collector pass over what the tests and what they import are made of, as
    over each pack once it is read (`_once`)."""
    gc.freeze()


def pytest_unconfigure() -> None:
    """Let it look at everything again."""
    _PASSED_OVER.close()


def _once(
    reading: Callable[[Path, Options | None], Any],
) -> Callable[[Path, Options | None], Any]:
    """Return what reads a pack of this folder once in this process under the same
    options: hundreds of tests begin with it, and reading the largest takes seconds.

    What is read is never changed; packs that tests write elsewhere are read anew.
    """

    def anew(folder: Path, _: str, options: tuple[tuple[str, str], ...]) -> Any:
        read = reading(folder, dict(options))
        gc.freeze()
        return read

    of_published = lru_cache(maxsize=PACKS_READ)(anew)
    of_others = lru_cache(maxsize=SMALL_READ)(anew)

    def read(folder: Path, options: Options | None = None) -> Any:
        whole = folder.resolve()
        if ANEW in os.environ or not whole.is_relative_to(ROOT):
            return reading(folder, options)
        once = of_published if whole.is_relative_to(PUBLISHED) else of_others
        return once(folder, os.getcwd(), tuple(sorted((options or {}).items())))

    return read


# before any test module imports them
loading.load = _once(loading.load)
opening.open_pack = _once(opening.open_pack)


@pytest.fixture(autouse=True, scope="session")
def _own_cache() -> Iterator[None]:
    """No test, and no process that one starts, meets the user's own
    cache or library."""
    with (
        TemporaryDirectory(prefix="umpire-tests-") as folder,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.delenv("UMPIRE_CACHE", raising=False)
        patch.setenv("XDG_CACHE_HOME", str(Path(folder).resolve()))
        patch.setenv("XDG_DATA_HOME", os.environ["XDG_CACHE_HOME"])
        patch.setenv("LOCALAPPDATA", os.environ["XDG_CACHE_HOME"])
        yield
