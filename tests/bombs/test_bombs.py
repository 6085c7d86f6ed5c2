"""Small packs that ask for much are refused within a second, or done."""

import json
import os
import subprocess
import sys

import pytest

from tests.bombs.running import MOST_BYTES, bombs
from tests.trial import ROOT

SECONDS = 2.0  # of the processor; one on a machine that does nothing else
LEAST = 60


@pytest.mark.parametrize(
    "part", [5, pytest.param(1, marks=pytest.mark.long)], ids=["some", "all"]
)
@pytest.mark.skipif(os.name != "posix", reason="memory is limited as POSIX has it")
def test_each_bomb_is_refused_or_done(part: int) -> None:
    """With the exit code that its corpus says, in time, within the memory limit."""
    every = bombs()
    assert len(every) >= LEAST
    tried = list(every)[::part]
    done = subprocess.run(
        [sys.executable, "-m", "tests.bombs.running", *tried],
        cwd=ROOT,
        env={**os.environ, "UMPIRE_CACHE": "off"},
        capture_output=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(results) == sum(len(every[each]["calls"]) for each in tried)
    for each in results:
        assert each["code"] == each["wanted"], each
        assert each["seconds"] < SECONDS, each
        for fault in ("Traceback", "R901", "not enough memory"):
            assert fault not in each["said"], (each, MOST_BYTES)
