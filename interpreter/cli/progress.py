"""How far a command is, said on one line of a terminal and nowhere else."""

import time

from interpreter.cli.terminal import Terminal


class Progress:
    """Says each percent once, from `after` seconds on."""

    def __init__(self, terminal: Terminal, after: float = 0.0) -> None:
        """Begin now."""
        self.terminal = terminal
        self.printed = -1
        self._begin = time.monotonic() + after

    def __call__(self, done: int, asked: int) -> None:
        """Say how much of all is done; the last time, end the line."""
        percent = 100 * done // max(asked, 1)
        if percent == self.printed or time.monotonic() < self._begin:
            return
        self.printed = percent
        self.terminal.end_sign()
        end = "\n" if done >= asked else ""
        self.terminal.talk.write(f"\r{percent:>3}%{end}")
        self.terminal.talk.flush()


def progress(terminal: Terminal, after: float = 0.0) -> Progress | None:
    """Return what tells a person who waits how far it is; None where nobody waits."""
    return Progress(terminal, after) if terminal.talks_to_person() else None
