"""States that reports keep: the same as they were, and shared where they are alike."""

import tracemalloc
from typing import Any

from interpreter.engine.once import Snapshots, unpacked
from interpreter.values.log import BEGINNING, Log


def test_what_was_packed_is_unpacked() -> None:
    """Of each length, with rows that change, come and go, and lists that are changed
    later."""
    snapshots = Snapshots()
    rows: list[Any] = [(number,) for number in range(200)]
    log: Log = (7, ((1, "event", ()),) * 70, (), ())
    kept, wanted = [], []
    for number in range(0, 200, 13):
        rows[number] = None if number % 2 else (-number,)
        rows.append((number, number))
        state = ((), rows, tuple(rows[:64]), log)
        kept.append(snapshots.packed(state))
        wanted.append(((), tuple(rows), tuple(rows[:64]), log))
    assert [unpacked(each) for each in kept] == wanted


def test_memory_grows_with_what_changes() -> None:
    """Two thousand rows, each made by a step: not two million pointers."""
    snapshots, rows, kept = Snapshots(), [], []
    tracemalloc.start()
    for number in range(2000):
        rows.append((number,))
        kept.append(snapshots.packed((tuple(rows), BEGINNING)))
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(kept) == 2000
    assert size < 4_000_000  # whole tuples would take 16 million bytes
