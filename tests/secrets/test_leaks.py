"""Leaks let in on purpose are seen: a sample of two; `tests/long` tries them all."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.secrets.declared import ROOT
from tests.secrets.leaks import FOLDER, leaks, tried

CHANNELS = 20
"""Ways by which secrets leaked elsewhere, each with a case that happened."""
SAMPLE = ("25-events-numbered-for-all",)
"""One that pairs find soon; the long job "leaks" lets in all."""


def test_every_leak_has_a_number_and_says_what_it_shows() -> None:
    """In order, without a gap; a sentence stands before the patch."""
    for number, patch in enumerate(leaks(), 1):
        assert patch.stem.startswith(f"{number:02}-")
        first, *_, rest = patch.read_text(encoding="utf-8").partition("\n\n")
        assert first.endswith(".")
        assert rest.startswith("diff --git")
    assert len(leaks()) >= 60


def test_every_channel_has_two_patches() -> None:
    """As the table of the page says, which names each patch."""
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    table = page.partition("| channel | patches |")[2].partition("\n\n")[0]
    rows = [[*map(str.strip, line.split("|")[1:3])] for line in table.splitlines()[2:]]
    named = {channel: re.findall(r"\d+", patches) for channel, patches in rows}
    assert len(named) == CHANNELS
    assert [each for each in named if len(set(named[each])) < 2] == []
    every = {int(each) for numbers in named.values() for each in numbers}
    assert every == set(range(1, len(leaks()) + 1))


@pytest.mark.parametrize("patch", leaks(), ids=lambda patch: patch.stem)
def test_every_leak_still_fits(patch: Path) -> None:
    """Who changes the place of a leak makes its patch anew."""
    words = ("git", "apply", "--check", str(patch))
    done = subprocess.run(words, cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()


@pytest.mark.slow
@pytest.mark.parametrize(
    "patch",
    [each for each in leaks() if each.stem in SAMPLE],
    ids=lambda patch: patch.stem,
)
def test_a_leak_is_caught(patch: Path) -> None:
    """By a pair that a seat can tell apart, not by something that broke."""
    found = tried(patch)
    assert found.caught, found.said
    assert found.said


@pytest.mark.long
def test_without_a_leak_nothing_is_caught() -> None:
    """What catches everything would catch nothing; a pair of each play is enough."""
    assert not tried(None, pairs=1).caught
