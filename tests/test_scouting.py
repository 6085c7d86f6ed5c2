"""The comparison of five books: its files are what the script makes, and its chances
what the books say."""

from fractions import Fraction
from itertools import product

from tools import scouting

SUMS = [one + two for one, two in product(range(1, 7), repeat=2)]


def test_the_files_are_what_the_script_makes() -> None:
    """`python -m tools.scouting --write` writes them anew."""
    found = scouting.curves()
    assert scouting.PICTURE.read_text("utf-8") == scouting.picture(found)
    assert scouting.TABLE.read_text("utf-8") == scouting.table(found)


def test_chances_are_those_of_the_books() -> None:
    """Counted by hand: 2d6 and a modifier from 6 on, a d12 under 12 less the inches."""
    for step, chance in scouting.by_modifier().items():
        assert chance == Fraction(sum(value + step >= 6 for value in SUMS), 36)
    for step, chance in scouting.by_inches().items():
        below = 12 - (6 - step)
        assert chance == Fraction(sum(face < below for face in range(1, 13)), 12)
    assert [*scouting.by_hexes().values()] == [0] * 6 + [1] * 7


def test_a_better_eye_never_finds_less() -> None:
    """In no book."""
    for chances in scouting.curves().values():
        figures = [chances[step] for step in scouting.STEPS]
        assert figures == sorted(figures)
