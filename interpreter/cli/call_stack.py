"""Room for all calls of a command in one piece.

CPython before its releases of spring 2026 keeps what calls need in pieces of 16 KiB,
and gives a piece back to the system as soon as the first call in it returns
(https://github.com/python/cpython/issues/142183). A loop that happens to call where a
piece ends gets a new one at every call. `check` of a large pack did so sixty thousand
times and took a seventh longer, since a function elsewhere had become one call deeper.
"""

from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")

_WORDS = 1 << 16
"""Of 8 bytes: half of a piece, so that as much is left for the calls below, a thousand
of which take some 250 KiB. What nobody writes to takes no memory."""


def in_one_piece(work: Callable[[], Result]) -> Result:
    """Return what the work returns; it is called with room for its calls."""
    return work()


# A call gets a piece of twice the size until it fits, and those below it use the rest.
in_one_piece.__code__ = in_one_piece.__code__.replace(co_stacksize=_WORDS)
