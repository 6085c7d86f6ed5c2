"""Offsets and positions of editors lead back to each other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.app.editing.moved_text import MovedText
from interpreter.app.editing.text_positions import (
    TextPosition,
    TextPositions,
    Units,
)

LETTERS = st.text(st.sampled_from("a é€🚣\t\n\r:\ufeff\u2028"), max_size=30)
UNITS = st.sampled_from(["utf-8", "utf-16", "utf-32"])


@given(LETTERS, UNITS)
def test_an_offset_leads_back_to_itself(text: str, units: Units) -> None:
    """But for one between CR and LF, which no position can name."""
    places = TextPositions(text, units)
    for offset in range(len(text) + 1):
        if text[max(offset - 1, 0) : offset + 1] != "\r\n":
            assert places.offset(places.position(offset)) == offset


@given(LETTERS, UNITS, st.integers(-2, 40), st.integers(-2, 40))
def test_any_position_is_taken_to_one_inside(
    text: str, units: Units, line: int, character: int
) -> None:
    offset = TextPositions(text, units).offset(TextPosition(line, character))
    assert 0 <= offset <= len(text)


@pytest.mark.parametrize(("units", "character"), [("utf-8", 5), ("utf-16", 3)])
def test_an_emoji_is_counted_in_code_units(units: Units, character: int) -> None:
    places = TextPositions("x\n🚣a", units)
    assert places.position(4) == TextPosition(1, character)
    assert places.offset(TextPosition(1, character)) == 4


@given(LETTERS, LETTERS, LETTERS)
def test_what_is_outside_an_edit_keeps_its_letters(
    first: str, middle: str, last: str
) -> None:
    before, after = first + middle + last, first + last
    moved = MovedText.between(before, after)
    for start in range(len(before)):
        place = moved.to_after(start, start + 1)
        if place is not None:
            assert after[slice(*place)] == before[start]
    for offset in range(len(after)):
        old = moved.to_before(offset)
        if old is not None and offset != moved.first:
            assert before[old : old + 1] == after[offset : offset + 1]
