"""A person who waits is told that a command works, and what it prints is as ever."""

import sys
import time
from collections.abc import Callable
from io import StringIO

import pytest

from interpreter.cli import terminal as module
from interpreter.cli.progress import Progress
from interpreter.cli.terminal import Terminal, telling_that_it_works


class Screen(StringIO):
    """A stream that somebody watches."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(name="terminal")
def _terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setattr(module, "LONG", 0.05)
    return Terminal(StringIO(), Screen(), sys.stdin)


def wait() -> None:
    """Do nothing for longer than it takes until a person is told."""
    end = time.monotonic() + 0.2
    while time.monotonic() < end:
        pass


WAYS: dict[str, tuple[Callable[[Terminal], None], str]] = {
    "data": (lambda terminal: terminal.show("three"), ""),
    "talk": (lambda terminal: terminal.say("three"), "three\n"),
    "how far it is": (lambda terminal: Progress(terminal)(1, 2), "\r 50%"),
    "nothing": (lambda _: None, ""),
}


@pytest.mark.parametrize("way", WAYS)
def test_the_sign_is_gone_before_anything_is_printed(
    terminal: Terminal, way: str
) -> None:
    printing, talk = WAYS[way]
    with telling_that_it_works(terminal):
        wait()
        printing(terminal)
        wait()
    assert isinstance(terminal.talk, StringIO)
    assert terminal.talk.getvalue() == f"working ...\r\x1b[K{talk}"


def test_no_sign_after_the_first_line(terminal: Terminal) -> None:
    """It might stand in a question."""
    with telling_that_it_works(terminal):
        terminal.say("which?")
        wait()
    assert isinstance(terminal.talk, StringIO)
    assert terminal.talk.getvalue() == "which?\n"


def test_no_sign_for_nobody(terminal: Terminal) -> None:
    talk = StringIO()
    with telling_that_it_works(Terminal(terminal.out, talk, terminal.source)):
        wait()
    assert not talk.getvalue()


def test_what_is_raised_is_raised(terminal: Terminal) -> None:
    with pytest.raises(ZeroDivisionError), telling_that_it_works(terminal):
        wait_in_vain()
    terminal.say("no")
    assert isinstance(terminal.talk, StringIO)
    assert terminal.talk.getvalue() == "working ...\r\x1b[Kno\n"


def wait_in_vain() -> None:
    wait()
    _ = 1 / 0


def test_how_long_the_rest_takes_is_said_after_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """At the speed so far, and what is shorter covers what was longer."""
    now = 0.0
    monkeypatch.setattr("interpreter.cli.progress.time.monotonic", lambda: now)
    screen = Terminal(StringIO(), Screen(), sys.stdin)
    progress = Progress(screen)
    progress(1, 100)
    now = 4.0
    progress(4, 100)
    now = 600.0
    progress(50, 100)
    now = 1199.0
    progress(99, 100)
    progress(100, 100)
    assert isinstance(screen.talk, StringIO)
    parts = screen.talk.getvalue().split("\r")[1:]
    assert [part.strip() for part in parts] == [
        "1%",
        "4%, about 96 s left",
        "50%, about 10 min left",
        "99%, about 12 s left",
        "100%",
    ]
    assert len(parts[-1].rstrip("\n")) == len(parts[-2].rstrip())
