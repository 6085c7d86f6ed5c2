"""What happens to a block that takes long: an end by force, or a call while it goes on.

An alarm of the system goes off wherever the block is. TimeUp is no Exception, so that
no handler on the way takes it for a fault of a pack. There is one alarm for a process:
while a block inside has one, that of the block around it waits.
"""

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

HAS_ALARMS = hasattr(signal, "setitimer")
_AGAIN = 1.0  # seconds to the next alarm, should something swallow the first
_AT_ONCE = 1e-6  # seconds to an alarm that is overdue; 0 would set none


class TimeUp(BaseException):
    """The time of a block is over."""


def can_ring() -> bool:
    """Tell whether this thread can be woken by an alarm: the main thread of a system
    that has them."""
    return HAS_ALARMS and threading.current_thread() is threading.main_thread()


@contextmanager
def at_most(seconds: float | None) -> Iterator[None]:
    """Raise TimeUp in a block after so many seconds, where an alarm `can_ring`; None
    sets no limit.

    An alarm that the caller had set goes off when it was due, but not before the
    block ends: the system has one alarm for a process.
    """
    if seconds is None:
        yield
        return

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


@contextmanager
def once_after(seconds: float, act: Callable[[], None]) -> Iterator[None]:
    """Call this after so many seconds of a block, which goes on; never where there are
    no alarms. What it cannot write, because the block is just writing, is lost."""
    if not can_ring():
        yield
        return

    def ring(_number: int, _frame: FrameType | None) -> None:
        with suppress(OSError, RuntimeError, ValueError):
            act()

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
