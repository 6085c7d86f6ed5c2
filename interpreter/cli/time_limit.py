"""`--max-time`: the seconds that a command may take, for packs that nobody knows.

An alarm of the system raises TimeUp wherever the command is. It is no Exception, so
that no handler on the way takes it for a fault of the pack; `main` says what it means.
Only verbs that write nothing but their own output take the option.
"""

import re
import signal
import threading
import time
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from interpreter.cli.parser import Parser
from interpreter.diagnostics import LimitExceeded, UsageError

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
        raise UsageError(f"--max-time '{text}' is no time", hint)
    seconds = float(text)
    return int(seconds) if seconds.is_integer() else seconds
