"""The store of claims: rows of a kind of its own, appended and never changed.

A row is (kind, to, about, label, facts, moment). `facts` are pairs (place among all
facts of the kind, value) in the order of the declaration, and only what is shown:
nothing in a row tells whether a fact is true. Claims are numbered in the order in which
they were told, to whomever; no number of that count ever leaves the truth.
"""

from collections.abc import Sequence
from typing import Any

from interpreter.diagnostics import LimitExceeded

STORE = "claim"
"""The name of that kind."""

KIND, TO, ABOUT, LABEL, FACTS, MOMENT = range(6)
MOST_CLAIMS = 10_000

OWN = ("to", "about", "label", "moment")
"""What expressions read of any claim; no fact may be called so."""


def told_to(rows: Sequence[Any], kind: str, seat: Any) -> tuple[int, ...]:
    """Return the numbers of the claims of a kind to a seat, the oldest first."""
    return tuple(
        [i for i, row in enumerate(rows) if row[KIND] == kind and row[TO] == seat]
    )


def next_claim(rows: Sequence[Any]) -> int:
    """Return the number of the claim that is told next."""
    if len(rows) >= MOST_CLAIMS:
        raise LimitExceeded("claims that were told", MOST_CLAIMS)
    return len(rows)
