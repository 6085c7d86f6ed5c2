"""The garbage collector of Python while a pack is read and checked."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


@contextmanager
def without_collector() -> Iterator[None]:
    """Pause the garbage collector: nearly all objects made while loading stay in use,
    so that each collection takes longer than the one before and frees next to nothing.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


_PASSED_OVER: ContextVar[bool] = ContextVar("passed over", default=False)


@contextmanager
def passed_over() -> Iterator[None]:
    """Let the garbage collector pass over all that there is now, which stays in use; it
    looks at what is made meanwhile. Where objects are frozen already, nothing changes:
    the caller that froze them decides how long."""
    # the count goes through all that is frozen, so it is taken once for what is nested
    if _PASSED_OVER.get() or gc.get_freeze_count():
        yield
        return
    _PASSED_OVER.set(True)
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
        _PASSED_OVER.set(False)
