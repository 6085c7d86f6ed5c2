"""What a command prints and where, and the time that it may take.

Only verbs that write nothing but their own output may be cut short.
"""

import os
import re
import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import StringIO
from typing import TextIO

from msgspec import Struct, field

from interpreter.app.alarms import TimeUp, at_most, can_ring, once_after
from interpreter.cli.parser import Parser
from interpreter.diagnostics import LimitExceeded, Unusable, UsageError
from interpreter.reports.colour import Paint, json_text, page
from interpreter.reports.outputs.encoding import VerbOutput, encoded
from interpreter.reports.text_layout import WIDTH, wrapped

NARROWEST, WIDEST = 40, 120  # cells of a line, whatever the terminal says
WIDEST_MAP = 240  # of a line of a map: letters on it are found by looking, not reading

BLOCKS = " ▏▎▍▌▋▊▉█"  # what bars are drawn with, where they can be shown

CLEARED = "\x1b[2J\x1b[3J\x1b[H"
"""What empties a terminal, also of what was scrolled away."""


LONG = 1.0
"""Seconds after which a person sees that something is done, or how far it is."""
WORKING = "working ..."
_LINE_AWAY = "\r\x1b[K"


class Sign(Struct):
    """What tells a person that a command works, until it prints something."""

    shown: bool = False
    is_over: bool = False


class Terminal(Struct, frozen=True):
    """The two ways out, and the way in, of one command."""

    out: TextIO
    talk: TextIO
    source: TextIO
    sign: Sign = field(default_factory=Sign)

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
        return min(self.map_cells, WIDEST)

    @property
    def map_cells(self) -> int:
        """How wide a line of a map on stdout may be; what is no terminal takes 80."""
        return _columns(self.out)

    @property
    def width(self) -> int:
        """How wide a line of a map in a message on stderr may be."""
        return _columns(self.talk)

    def show_sign(self) -> None:
        """Tell a person that the command works, if it has printed nothing yet."""
        if not self.sign.is_over:
            self.sign.shown = True
            self.talk.write(WORKING)
            self.talk.flush()

    def end_sign(self) -> None:
        """Take the sign away, for good."""
        if self.sign.shown and not self.sign.is_over:
            self.talk.write(_LINE_AWAY)
            self.talk.flush()
        self.sign.is_over = True

    def show(self, text: str) -> None:
        """Print data."""
        self.end_sign()
        with _until_left(self.out):
            self.out.write(page(text) + "\n")

    def pass_on(self, text: str) -> None:
        """Print a text of the user as it is, for a program or a file; a person sees
        control characters by name."""
        self.end_sign()
        with _until_left(self.out):
            self.out.write(page(text) if _is_terminal(self.out) else text)

    def show_json(self, output: VerbOutput) -> None:
        """Print the output of a verb as JSON, names as they are written."""
        text = json_text(encoded(output), self.plain_bars)
        self.end_sign()
        with _until_left(self.out):
            self.out.write(text + "\n")

    def say(self, text: str) -> None:
        """Talk; a person reads lines that are broken between words."""
        self.end_sign()
        said = page(text)
        said = wrapped(said, self.width) if self.talks_to_person() else said
        with _until_left(self.talk):
            self.talk.write(said + "\n")
            self.talk.flush()

    def flush(self) -> None:
        """Write now what was printed as data."""
        with _until_left(self.out):
            self.out.flush()

    def clear(self) -> None:
        """Clear the screen of a person at stderr; elsewhere print an empty line."""
        self.end_sign()
        if self.talks_to_person():
            self.talk.write(CLEARED)
        self.say("")

    @property
    def panes(self) -> None:
        """Nothing: all is one text, line after line."""

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


def _columns(stream: TextIO, environment: Mapping[str, str] = os.environ) -> int:
    """Return how many cells a line of a stream has: as COLUMNS says, else the terminal;
    80 of what is none, or where nobody knows."""
    if not _is_terminal(stream):
        return WIDTH
    try:
        columns = int(environment.get("COLUMNS", "")) or WIDTH
    except ValueError:
        try:
            columns = os.get_terminal_size(stream.fileno()).columns or WIDTH
        except (AttributeError, OSError, ValueError):
            columns = WIDTH
    return min(max(columns, NARROWEST), WIDEST_MAP)


def _is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except ValueError:  # closed while we ran
        return False


VERBS = frozenset(
    "check show find run odds simulate test coverage map view log replay verify".split()
)
_SECONDS = re.compile(r"\d{1,7}(\.\d{1,3})?\Z", re.ASCII)


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
    if seconds is not None and not can_ring():
        what = "--max-time needs alarms, which this system has not"
        raise UsageError(what, "leave it out")
    try:
        with at_most(seconds):
            yield
    except TimeUp:
        hint = "a larger --max-time lets it go on"
        raise LimitExceeded("seconds of this command", seconds or 0, hint) from None


@contextmanager
def telling_that_it_works(terminal: Terminal) -> Iterator[None]:
    """Tell a person so who has seen nothing of a block for a second."""
    if not terminal.talks_to_person():
        yield
        return
    try:
        with once_after(LONG, terminal.show_sign):
            yield
    finally:
        with _until_left(terminal.talk):
            terminal.end_sign()


def _seconds(text: str | None) -> float | None:
    if text is None:
        return None
    if not _SECONDS.match(text) or not float(text):
        hint = "write seconds, such as 10 or 0.5"
        raise Unusable(f"--max-time '{text}' is no time", hint=hint)
    seconds = float(text)
    return int(seconds) if seconds.is_integer() else seconds
