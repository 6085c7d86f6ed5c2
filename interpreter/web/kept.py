"""What takes long to make: made once, in a thread, and kept while nothing changes it.

Who asks waits for a moment; what is not there by then is said to be under way, and is
there when it is asked for again. So a large ruleset that is read keeps no other page
waiting, and nothing is made twice.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Generic, Protocol, TypeVar

from interpreter.diagnostics import UmpireError

Value = TypeVar("Value")
PATIENCE = 3.0
"""Seconds for which a page waits for what takes long, before it says so."""
LOOKS_EACH = 0.02
"""Seconds between two looks whether something is made."""


class KeptResults(Generic[Value]):
    """Results by their keys, made one after the other.

    What is wrong with what was given is kept like a result, for who waits for it asks
    several times; who has told it forgets it, so that it is tried again. Any other
    failure is tried again whenever it is asked for.
    """

    def __init__(self, most: int) -> None:
        """Keep so many, those that were asked for last."""
        self._most = most
        self._worker = ThreadPoolExecutor(1)
        self._results: OrderedDict[Hashable, Future[Value]] = OrderedDict()

    def known(self, key: Hashable) -> Future[Value] | None:
        """Return what is made or was made under a key, or None."""
        return self._results.get(key)

    def forget(self, result: Future[Value]) -> None:
        """Make a result again when it is asked for next."""
        keys = [key for key, known in self._results.items() if known is result]
        for key in keys:
            del self._results[key]

    def asked(self, key: Hashable, make: Callable[[], Value]) -> Future[Value]:
        """Return the result of a key, which is made now if it is not there."""
        result = self._results.pop(key, None)
        if result is None or _broke(result):
            result = self._worker.submit(make)
        self._results[key] = result
        while len(self._results) > self._most:
            oldest = next(iter(self._results))
            if not self._results[oldest].done():
                break  # all that are newer are still to be made, too
            del self._results[oldest]
        return result


def _broke(result: Future[Value]) -> bool:
    failure = result.exception() if result.done() else None
    return failure is not None and not isinstance(failure, UmpireError)


class Awaited(Protocol):
    """A result of any type that is made, or will be."""

    def done(self) -> bool:
        """Tell whether it is there."""


async def is_made(result: Awaited, seconds: float) -> bool:
    """Tell whether a result is there, after so many seconds at the most."""
    until = time.monotonic() + seconds
    while not result.done() and time.monotonic() < until:
        await asyncio.sleep(LOOKS_EACH)
    return result.done()
