"""What a command prints and where, and the time that it may take.

An alarm of the system raises TimeUp wherever the command is. It is no Exception, so
that no handler on the way takes it for a fault of the pack; `main` says what it means.
Only verbs that write nothing but their own output take the option.
"""

import os
import re
import signal
import sys
import threading
import time
from argparse import Namespace
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import StringIO
from types import FrameType
from typing import TextIO

from msgspec import Struct

from interpreter.cli.parser import Parser
from interpreter.diagnostics import LimitExceeded, Unusable, UsageError
from interpreter.reports.colour import Paint, json_text, page
from interpreter.reports.outputs.encoding import VerbOutput, encoded
from interpreter.reports.text_layout import WIDTH

NARROWEST, WIDEST = 40, 120  # cells of a line, whatever the terminal says

BLOCKS = " ▏▎▍▌▋▊▉█"  # what bars are drawn with, where they can be shown

CLEARED = "\x1b[2J\x1b[3J\x1b[H"
"""What empties a terminal, also of what was scrolled away."""


class Terminal(Struct, frozen=True):
    """The two ways out, and the way in, of one command."""

    out: TextIO
    talk: TextIO
    source: TextIO

    @property
    def paint(self) -> Paint:
        """Colour for stdout."""
        return Paint(_coloured(self.out))

    @property
    def talk_paint(self) -> Paint:
        """Colour for stderr."""
        return Paint(_coloured(self.talk))

    @property
    def plain_bars(self) -> bool:
        """Tell whether stdout can show no more than plain letters."""
        encoding = getattr(self.out, "encoding", None) or "ascii"
        try:
            BLOCKS.encode(encoding)
        except (LookupError, UnicodeEncodeError):
            return True
        return False

    @property
    def cells(self) -> int:
        """How wide a line of stdout may be; what is no terminal takes 80."""
        if not _is_terminal(self.out):
            return WIDTH
        # imported here since it brings five libraries that no other use needs
        from shutil import get_terminal_size

        return min(max(get_terminal_size((WIDTH, 24)).columns, NARROWEST), WIDEST)

    def show(self, text: str) -> None:
        """Print data."""
        with _until_left(self.out):
            self.out.write(page(text) + "\n")

    def show_json(self, output: VerbOutput) -> None:
        """Print the output of a verb as JSON, names as they are written."""
        text = json_text(encoded(output), self.plain_bars)
        with _until_left(self.out):
            self.out.write(text + "\n")

    def say(self, text: str) -> None:
        """Talk."""
        with _until_left(self.talk):
            self.talk.write(page(text) + "\n")
            self.talk.flush()

    def flush(self) -> None:
        """Write now what was printed as data."""
        with _until_left(self.out):
            self.out.flush()

    def clear(self) -> None:
        """Clear the screen of a person at stderr; elsewhere print an empty line."""
        if self.talks_to_person():
            self.talk.write(CLEARED)
        self.say("")

    def is_person(self) -> bool:
        """Tell whether somebody sits at the other end of stdin."""
        return _is_terminal(self.source)

    def talks_to_person(self) -> bool:
        """Tell whether somebody watches stderr."""
        return _is_terminal(self.talk)


def here() -> Terminal:
    """Return the terminal of this process; a stream that is closed swallows all."""
    for stream in (sys.stdout, sys.stderr):
        # a name from the command line may hold bytes that no encoding knows
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    return Terminal(
        sys.stdout or StringIO(), sys.stderr or StringIO(), sys.stdin or StringIO()
    )


@contextmanager
def _until_left(stream: TextIO) -> Iterator[None]:
    """Write to a stream; if its reader has left, as `head` does, drop all that follows:
    the command goes on, and its exit code is the same."""
    try:
        yield
    except BrokenPipeError:
        drop(stream)


def drop(stream: TextIO) -> None:
    """Let what is still to be written go nowhere, or Python complains at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, stream.fileno())
    except (AttributeError, OSError, ValueError):
        pass  # closed, or no file at all
    finally:
        os.close(nowhere)


def _coloured(stream: TextIO, environment: Mapping[str, str] = os.environ) -> bool:
    if environment.get("NO_COLOR") or environment.get("TERM") == "dumb":
        return False
    return _is_terminal(stream)


def _is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except ValueError:  # closed while we ran
        return False


VERBS = frozenset(
    "check show run odds simulate test coverage map view log replay verify".split()
)
_SECONDS = re.compile(r"\d{1,7}(\.\d{1,3})?\Z", re.ASCII)
HAS_ALARMS = hasattr(signal, "setitimer")
_AGAIN = 1.0  # seconds to the next alarm, should something swallow the first
_AT_ONCE = 1e-6  # seconds to an alarm that is overdue; 0 would set none


class TimeUp(BaseException):
    """The time of a command is over."""


def configure(parser: Parser, verb: str) -> None:
    """Add the option to a verb that takes it."""
    if verb in VERBS:
        parser.add_argument(
            "--max-time",
            metavar="SECONDS",
            help="end with exit code 4 when it takes longer",
        )


@contextmanager
def limited(arguments: Namespace) -> Iterator[None]:
    """Run a block within the time that was given; more is LimitExceeded."""
    seconds = _seconds(getattr(arguments, "max_time", None))
    try:
        with at_most(seconds):
            yield
    except TimeUp:
        hint = "a larger --max-time lets it go on"
        raise LimitExceeded("seconds of this command", seconds or 0, hint) from None


@contextmanager
def at_most(seconds: float | None) -> Iterator[None]:
    """Raise TimeUp in a block after so many seconds; None sets no limit.

    An alarm that the caller had set goes off when it was due, but not before the
    block ends: the system has one alarm for a process.
    """
    if seconds is None:
        yield
        return
    in_main = threading.current_thread() is threading.main_thread()
    if not (HAS_ALARMS and in_main):
        raise UsageError(
            "--max-time needs alarms, which this system has not", "leave it"
        )

    def ring(_number: int, _frame: FrameType | None) -> None:
        raise TimeUp

    start = time.monotonic()
    outer, interval = signal.setitimer(signal.ITIMER_REAL, 0)
    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if outer:
            left = outer - (time.monotonic() - start)
            signal.setitimer(signal.ITIMER_REAL, max(left, _AT_ONCE), interval)


def _seconds(text: str | None) -> float | None:
    if text is None:
        return None
    if not _SECONDS.match(text) or not float(text):
        hint = "write seconds, such as 10 or 0.5"
        raise Unusable(f"--max-time '{text}' is no time", hint=hint)
    seconds = float(text)
    return int(seconds) if seconds.is_integer() else seconds
