"""A seat that sees no change of a correction gets the same bytes as before it."""

import pytest

from tests.sampled import sampled
from tests.secrets.corrected import corrected_games
from tests.secrets.sittings import OPEN, table, tables
from tests.secrets.test_midgame import in_gate

LIGHT = 60  # comparisons in a pack of the tests
HEAVY = 8  # in a scenario of the others


@pytest.mark.parametrize("name", sampled(tables(), in_gate))
def test_who_sees_no_change_gets_the_same(name: str) -> None:
    """Handout, page, prompt, refusals and receipt, to the letter; and the log of who
    sees one has one line more."""
    number = LIGHT if name.startswith("tests/") else HEAVY
    found = corrected_games(table(name), number, 1)
    assert not found.faults, found.faults[0]
    assert found.fitted >= min(number, found.unseen + found.seen) > 0
    if name == OPEN:
        assert found.unseen == 0
