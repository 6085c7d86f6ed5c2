"""Calls of a command never wait for memory at each call, however deep they are."""

import sys
from collections.abc import Callable

import pytest

from interpreter.cli.call_stack import in_one_piece

resource = pytest.importorskip("resource", reason="page faults are counted with it")
CALLS = 200  # of one loop: one that gets memory at each call has as many page faults
DEEPEST = 400


def most_page_faults(deepest: int) -> int:
    """Return the page faults of the loop that had most, one at each depth of calls."""

    def loop() -> int:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
        for _ in range(CALLS):
            leaf()
        return int(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)

    def descend(depth: int) -> int:
        here = loop()
        return max(here, descend(depth - 1)) if depth else here

    return descend(deepest)


def leaf() -> None:
    """Do nothing, in a frame of its own."""


def test_no_loop_gets_memory_at_each_call() -> None:
    assert in_one_piece(lambda: most_page_faults(DEEPEST)) < CALLS / 2


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="mended in later releases")
def test_without_room_some_loop_does() -> None:
    """Otherwise the test above shows nothing, and the module can go."""
    assert most_page_faults(DEEPEST) >= CALLS


@pytest.mark.parametrize("work", [lambda: 7, lambda: [1]])
def test_what_the_work_returns_is_returned(work: Callable[[], object]) -> None:
    assert in_one_piece(work) == work()


def test_what_the_work_raises_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        in_one_piece(lambda: 1 // 0)
