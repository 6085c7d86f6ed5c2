"""Questions to a person, answered line by line: at a terminal, or by a script.

A person is asked again after an answer that is not valid; a script ends there, with the
number of its line.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO, TypeVar

from interpreter.app.console import Console
from interpreter.diagnostics import OpenStop, UmpireError, Unusable
from interpreter.reports.colour import clean

Answered = TypeVar("Answered")


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

    def until_valid(
        self,
        question: str,
        missing: UmpireError,
        read: Callable[[str], Answered],
        every: str = "",
    ) -> Answered:
        """Return what `read` makes of a line, asking again as long as it raises an
        UmpireError; otherwise as `asked` and `refused`."""
        while True:
            line = self.asked(question, missing, every)
            try:
                return read(line)
            except UmpireError as fault:
                self.refused(fault)

    def refused(self, fault: UmpireError) -> None:
        """Report why an answer is not valid, with its hint; Unusable for a script."""
        hint = f" ({fault.hint})" if fault.hint else ""
        self.again(f"{fault.message}{hint}")

    def again(self, fault: str, wanted: str = "") -> None:
        """Report what is wrong at a terminal; for a script it is Unusable, with the
        number of the line and a hint what is `wanted`."""
        if not self.terminal.is_person():
            raise Unusable(f"line {self.lines} of stdin: {clean(fault)}", hint=wanted)
        self.terminal.say(f"  {clean(fault)}; please again")

    def rest(self) -> None:
        """Report the lines of a script that were not asked for; a terminal has none."""
        if self.terminal.is_person():
            return
        with _at_once(self.terminal.source) as source:
            left = [line.strip() for line in source if line.strip()]
        if left:
            first = f"line {self.lines + 1} of stdin is left over: '{clean(left[0])}'"
            more = f", and {len(left) - 1:,} more" if left[1:] else ""
            self.terminal.say(f"umpire: {first}{more}; nothing more was asked")


def input_ended(what: str, hint: str) -> OpenStop:
    """Return the error of an input that ended where `what` should happen."""
    return OpenStop(f"the input ended where {clean(what)}", hint)


@contextmanager
def _at_once(source: TextIO) -> Iterator[Iterator[str]]:
    """Give the lines that are there already, without waiting for the end of a pipe."""
    try:
        number = source.fileno()
        os.set_blocking(number, False)
    except (
        OSError,
        ValueError,
    ):  # text in memory, a closed file, or a system without it
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
    except (OSError, ValueError):  # nothing is there, or it is closed
        return
