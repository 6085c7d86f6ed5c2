"""Room for all calls of a command in one piece.

CPython up to 3.14 keeps what calls need in pieces of 16 KiB, and gives a piece back to
the system as soon as the first call in it returns
(https://github.com/python/cpython/issues/142183). A loop that happens to call where a
piece ends gets a new one at every call. `check` of a large pack then did so ninety
thousand times and took up to a fifth longer; a line that was written elsewhere made
it so, or not.
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
