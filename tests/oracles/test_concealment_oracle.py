"""The oracle of concealment against itself, the figures of the ledger, and icepool."""

from fractions import Fraction

import icepool
import pytest

from tests.oracles import concealment

LEVELS = range(-6, 9)

# ledger, table E5: counts of 36
TABLE_E5 = {
    (0, 0): (6, 3, 6, 6, 6, 3, 6),
    (1, 1): (4, 2, 9, 6, 9, 2, 4),
    (2, 2): (2, 2, 11, 6, 11, 2, 2),
    (3, 3): (1, 1, 13, 6, 13, 1, 1),
    (1, 2): (6, 3, 12, 5, 8, 1, 1),
    (1, 3): (9, 3, 14, 4, 6, 0, 0),
    (3, 1): (0, 0, 6, 4, 14, 3, 9),
    (2, 3): (4, 2, 15, 5, 9, 1, 0),
    (-2, 3): (27, 3, 5, 1, 0, 0, 0),
    (3, -2): (0, 0, 0, 1, 5, 3, 27),
    (0, 3): (15, 3, 12, 3, 3, 0, 0),
    (3, 0): (0, 0, 3, 3, 12, 3, 15),
}


def ways(odds: dict[str, Fraction]) -> tuple[int, ...]:
    assert sum(odds.values()) == 1
    return tuple(int(chance * 36) for chance in odds.values())


@pytest.mark.parametrize(("skills", "counted"), TABLE_E5.items())
def test_bands_in_36ths(skills: tuple[int, int], counted: tuple[int, ...]) -> None:
    assert ways(concealment.contest(*skills)) == counted


@pytest.mark.parametrize("skills", [(0, 0), (1, 3), (-2, 3), (5, 2)])
def test_bands_as_icepool_has_them(skills: tuple[int, int]) -> None:
    perception, stealth = skills
    rolled = icepool.map(
        lambda look, hide: concealment.BANDS.index(
            concealment.at_least_one(look + perception, hide + stealth)
        ),
        icepool.d6,
        icepool.d6,
    )
    for index, band in enumerate(concealment.BANDS):
        assert (
            rolled.probability(index) == concealment.contest(perception, stealth)[band]
        )


@pytest.mark.parametrize("perception", LEVELS)
@pytest.mark.parametrize("stealth", LEVELS)
def test_the_watched_mirror_the_watchers(perception: int, stealth: int) -> None:
    there = ways(concealment.contest(perception, stealth))
    assert ways(concealment.contest(stealth, perception)) == there[::-1]


def test_one_narrow_column_holds_or_none_of_positive_totals() -> None:
    for p in range(1, 41):
        for s in range(1, 41):
            narrow = [concealment.columns(p, s)[at] for at in (0, 1, 5, 6)]
            assert sum(narrow) <= 1
            read = {reading(p, s) for reading in concealment.READINGS.values()}
            assert len(read) == 1  # the readings are of totals below 1


@pytest.mark.parametrize(
    ("totals", "bands"),  # ledger, X-CON-01
    [
        ((0, 0), ("tie", "tie", "bad failure")),
        ((-1, -2), ("tie", "critical success", "bad failure")),
        ((0, -2), ("tie", "critical success", "critical success")),
        ((-2, -1), ("tie", "failure", "fumble")),
    ],
)
def test_totals_below_one(totals: tuple[int, int], bands: tuple[str, ...]) -> None:
    read = tuple(reading(*totals) for reading in concealment.READINGS.values())
    assert read == bands


def test_help_from_elsewhere_and_from_beside() -> None:  # NOTES.md, 8
    assert concealment.at_least_one(4, 4 - 3) == "critical success"
    assert concealment.at_least_one(4 + 3, 4) == "success"
    assert concealment.helped(1, 1, 5, 0) == concealment.contest(4, 1)
