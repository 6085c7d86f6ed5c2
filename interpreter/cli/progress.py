"""How far a command is, said on one line of a terminal and nowhere else."""

import time
from typing import Final

from interpreter.cli.terminal import Terminal

SURE: Final = 2.0  # seconds after which the speed so far says something
MINUTE: Final = 60


class Progress:
    """Says each percent once, from `after` seconds on, and after a while how long the
    rest takes at the speed so far."""

    def __init__(self, terminal: Terminal, after: float = 0.0) -> None:
        """Begin now."""
        self.terminal = terminal
        self.printed = -1
        self._start = time.monotonic()
        self._begin = self._start + after
        self._width = 0

    def __call__(self, done: int, asked: int) -> None:
        """Say how much of all is done; the last time, end the line."""
        percent = 100 * done // max(asked, 1)
        if percent == self.printed or time.monotonic() < self._begin:
            return
        self.printed = percent
        self.terminal.end_sign()
        end = "\n" if done >= asked else ""
        text = f"{percent:>3}%{self._left(done, asked)}"
        self.terminal.talk.write(f"\r{text.ljust(self._width)}{end}")
        self.terminal.talk.flush()
        self._width = len(text)

    def _left(self, done: int, asked: int) -> str:
        """Return how long the rest takes, "" where that is not known or soon over."""
        passed = time.monotonic() - self._start
        if not done or passed < SURE:
            return ""
        left = passed * (asked - done) / done
        if left < 1:
            return ""
        if left < 2 * MINUTE:
            return f", about {left:.0f} s left"
        return f", about {left / MINUTE:.0f} min left"


def progress(terminal: Terminal, after: float = 0.0) -> Progress | None:
    """Return what tells a person who waits how far it is; None where nobody waits."""
    return Progress(terminal, after) if terminal.talks_to_person() else None
