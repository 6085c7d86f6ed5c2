"""Leaks let in on purpose are seen: a sample of one; `tests/long` tries them all."""

import re
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType

import pytest

from interpreter.reports import claims, colour
from interpreter.views.visibility import Visibility
from tests.secrets import leaks as package
from tests.secrets.declared import ROOT
from tests.secrets.leaks import leak_by_name, leaks
from tests.secrets.leaks.seams import Channel, Leak, Seams, installed
from tests.secrets.leaks.trying import tried

CHANNELS = 20
"""Ways by which secrets leaked elsewhere, each with a case that happened."""
SAMPLE = ("25-events-numbered-for-all",)
"""One that pairs find soon; the long job "leaks" lets in all."""
EVERY_LEAK = pytest.mark.parametrize("leak", leaks(), ids=lambda leak: leak.title)


def test_every_leak_has_a_number_and_says_what_it_shows() -> None:
    assert [leak.number for leak in leaks()] == list(range(1, len(leaks()) + 1))
    assert len({leak.name for leak in leaks()}) == len(leaks())
    assert [leak.title for leak in leaks() if not leak.shows.endswith(".")] == []
    assert len(leaks()) >= 80


def test_every_module_of_leaks_is_read() -> None:
    files = Path(package.__file__).parent.glob("*.py")
    others = {"__init__", "seams", "trying"}
    names = {module.__name__.rpartition(".")[2] for module in package.MODULES}
    assert {file.stem for file in files} - others == names


def test_every_channel_has_two_leaks() -> None:
    assert len(Channel) == CHANNELS
    for channel in Channel:
        assert sum(channel in leak.channels for leak in leaks()) >= 2, channel
    assert [leak.title for leak in leaks() if not leak.channels] == []


def test_the_page_lists_the_leaks_of_each_channel() -> None:
    page = Path(package.__file__).with_name("README.md").read_text(encoding="utf-8")
    table = page.partition("| channel | leaks |")[2].partition("\n\n")[0]
    rows = [[*map(str.strip, line.split("|")[1:3])] for line in table.splitlines()[2:]]
    listed = {channel: [*map(int, re.findall(r"\d+", cell))] for channel, cell in rows}
    assert listed == {
        channel.value: [leak.number for leak in leaks() if channel in leak.channels]
        for channel in Channel
    }


def test_a_leak_is_named_by_number_name_or_both() -> None:
    for name in ("9", "dice-by-number", "09-dice-by-number"):
        assert leak_by_name(name).number == 9
    with pytest.raises(KeyError):
        leak_by_name("dice")


@EVERY_LEAK
def test_every_leak_installs(leak: Leak) -> None:
    """Its seams exist and take the parameters that it takes."""
    with ExitStack() as stack:
        seams = Seams(stack)
        leak.install(seams)
        assert seams.replaced


def test_a_leak_reaches_every_module_and_leaves_none_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Modules that import the function before or after, and the one that has it."""
    late, clean = ModuleType("tests.imported_late"), colour.clean
    with installed(leak_by_name("65")):
        assert colour.clean("\x1b[2J") == claims.clean("\x1b[2J") == "\x1b[2J"
        monkeypatch.setitem(sys.modules, late.__name__, late)
        late.clean = colour.clean  # type: ignore[attr-defined]
    assert late.clean is claims.clean is colour.clean is clean
    assert clean("\x1b") == "<U+001B>"


def test_a_leak_at_a_seam_that_is_gone_fails() -> None:
    with ExitStack() as stack:
        seams = Seams(stack)
        with pytest.raises(AttributeError, match="no_such_method"):
            seams.replace(Visibility, "no_such_method", lambda self: None)
        with pytest.raises(AttributeError, match="no_such_function"):
            seams.replace(colour, "no_such_function", lambda: None)
        assert not seams.replaced


def test_a_leak_at_a_seam_that_takes_something_else_fails() -> None:
    with ExitStack() as stack:
        seams = Seams(stack)
        with pytest.raises(TypeError, match=r"colour\.clean takes \['text'\]"):
            seams.replace(colour, "clean", lambda text, width: text)
        assert not seams.replaced


@pytest.mark.parametrize(
    "start",
    [
        "import subprocess; subprocess.run(['true'])",
        "import os; os.fork()",
        "import multiprocessing as m; m.get_context('spawn').Process().start()",
    ],
    ids=["subprocess", "fork", "multiprocessing"],
)
def test_with_a_leak_no_other_process_is_started(start: str) -> None:
    """The leak would not be there, and nothing that it does would be seen."""
    lines = (
        "from tests.secrets.__main__ import _let_in",
        "from tests.secrets.leaks import leak_by_name",
        "with _let_in(leak_by_name('1')):",
        f"    {start}",
    )
    words = [sys.executable, "-c", "\n".join(lines)]
    done = subprocess.run(
        words, cwd=ROOT, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 1
    assert "the leak does not reach another process" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    "leak",
    [leak for leak in leaks() if leak.title in SAMPLE],
    ids=lambda leak: leak.title,
)
def test_a_leak_is_caught(leak: Leak) -> None:
    """By a pair that a seat can tell apart, not by something that broke."""
    found = tried(leak)
    assert found.caught, found.said
    assert found.said


@pytest.mark.long
def test_without_a_leak_nothing_is_caught() -> None:
    """What catches everything would catch nothing; a pair of each play is enough."""
    assert not tried(None, pairs=1).caught
