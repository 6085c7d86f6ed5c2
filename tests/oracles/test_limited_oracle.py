"""The oracle of limited intelligence against the figures of the ledger."""

import pytest

from tests.oracles import limited_intelligence as oracle

# ledger, table E5: counts of 36
TABLE_E5 = {
    3: (4, 5, 21, 3, 3),
    2: (5, 6, 15, 4, 6),
    1: (6, 5, 10, 5, 10),
    0: (5, 4, 6, 6, 15),
    -1: (4, 3, 3, 5, 21),
    -4: (1, 0, 0, 2, 33),
    -5: (0, 0, 0, 1, 35),
    -6: (0, 0, 0, 0, 36),
}


@pytest.mark.parametrize(("more", "counted"), TABLE_E5.items())
def test_rolls_in_36ths(more: int, counted: tuple[int, ...]) -> None:
    found = oracle.leads(more).values()
    assert tuple(int(each * 36) for each in found) == counted


def test_examples() -> None:
    assert oracle.adjustment((5 + 4) - (2 + 3)) == 3  # source, line 58
    assert oracle.adjustment((2 + 4) - (2 + 3)) == 1  # source, line 60
    assert oracle.half(9) == 5  # NOTES.md of the ruleset, figures, section 9
    assert [oracle.pool(n)[2] for n in range(4)] == [3, 3, 3, 3]
