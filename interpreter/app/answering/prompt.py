"""Whoever answers line by line: somebody at a terminal, or a script in a pipe."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from interpreter.app.console import Console
from interpreter.diagnostics import OpenStop, UmpireError, Unusable
from interpreter.reports.colour import clean


class Prompt:
    """Asks on stderr, reads answers from stdin, and counts the lines."""

    def __init__(self, terminal: Console) -> None:
        """Begin before the first line."""
        self.terminal = terminal
        self.lines = 0

    def asked(self, question: str, missing: UmpireError, every: str = "") -> str:
        """Return the next line; raises `missing` where the input ends.

        Where the question could not list all, a `?` is answered with `every`.
        """
        while True:
            self.terminal.say(question)
            line = self.terminal.source.readline()
            if not line:
                raise missing
            self.lines += 1
            if line.strip() != "?" or not every:
                return line.strip()
            self.terminal.say(f"  {every}")

    def again(self, fault: str, wanted: str = "") -> None:
        """Say what was wrong to somebody who can be asked again; else it is Unusable,
        with the line at which the script is wrong and what was `wanted`."""
        if not self.terminal.is_person():
            raise Unusable(f"line {self.lines} of stdin: {clean(fault)}", hint=wanted)
        self.terminal.say(f"  {clean(fault)}; please again")

    def rest(self) -> None:
        """Say which lines of a script nobody asked for; a terminal has none."""
        if self.terminal.is_person():
            return
        with _at_once(self.terminal.source) as source:
            left = [line.strip() for line in source if line.strip()]
        if left:
            first = f"line {self.lines + 1} of stdin is left over: '{clean(left[0])}'"
            more = f", and {len(left) - 1:,} more" if left[1:] else ""
            self.terminal.say(f"umpire: {first}{more}; nothing more was asked")


def input_ended(what: str, hint: str) -> OpenStop:
    """Return the error for an input that ended where `what` should happen."""
    return OpenStop(f"the input ended where {clean(what)}", hint)


@contextmanager
def _at_once(source: TextIO) -> Iterator[Iterator[str]]:
    """Give the lines that lie there already: nobody waits for a pipe to be closed."""
    try:
        number = source.fileno()
        os.set_blocking(number, False)
    except (OSError, ValueError):  # a text in memory, closed, or a system without it
        number = -1
    try:
        yield iter(_lines(source))
    finally:
        if number >= 0:
            os.set_blocking(number, True)


def _lines(source: TextIO) -> Iterator[str]:
    try:
        while line := source.readline():
            yield line
    except (OSError, ValueError):  # nothing lies there, or it is closed
        return
