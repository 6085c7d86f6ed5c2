"""Which claims a seat has, and in which order."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from interpreter.values.claims import ABOUT, FACTS, KIND, LABEL, TO
from interpreter.views.block_labels import BlockLabels, Told
from interpreter.views.visibility import ALL_SEATS


def told_to(
    rows: Any,
    seat: int,
    seats: Sequence[int],
    labels: BlockLabels,
    pauses: Iterable[int],
) -> list[Told]:
    """Return the claims of a seat (EVERYONE: of all `seats` alike) as it has them: by
    labels, where no pause is between them; `pauses` are numbers of claims."""
    claims = _public(rows, seats) if seat == ALL_SEATS else _own(rows, seat)
    found: list[Told] = []
    for first, last in pairwise((0, *pauses, len(rows))):
        found += labels.told([each for each in claims if first <= each[0] < last])
    return found


def _own(rows: Any, seat: int) -> list[Told]:
    return [(at, row) for at, row in enumerate(rows) if row[TO] == seat]


def _public(rows: Any, seats: Sequence[int]) -> list[Told]:
    """Return the claims that every seat was told alike."""
    left = [Counter(_said(row) for _, row in _own(rows, each)) for each in seats[1:]]
    found = []
    for at, row in _own(rows, seats[0]) if seats else []:
        if all(each[_said(row)] for each in left):
            found.append((at, row))
            for each in left:
                each[_said(row)] -= 1
    return found


def _said(row: Any) -> tuple[Any, ...]:
    return row[KIND], row[ABOUT], row[LABEL], row[FACTS]
