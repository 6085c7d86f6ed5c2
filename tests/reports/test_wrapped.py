"""Lines for a person are broken between words, and nothing else is done to them."""

from hypothesis import given
from hypothesis import strategies as st

from interpreter.reports.text_layout import width, wrapped

WORDS = st.text(st.characters(categories=("L", "N", "P")), min_size=1, max_size=12)
LINES = st.builds(
    lambda indent, words: " " * indent + " ".join(words),
    st.integers(0, 30),
    st.lists(WORDS, min_size=1, max_size=40),
)


@given(st.lists(LINES, max_size=5), st.integers(40, 120))
def test_no_word_is_lost_and_no_line_too_long(lines: list[str], cells: int) -> None:
    text = wrapped("\n".join(lines), cells)
    assert text.split() == " ".join(lines).split()
    assert all(width(line) <= cells for line in text.split("\n"))


@given(LINES, st.integers(40, 120))
def test_what_fits_is_as_it_was(line: str, cells: int) -> None:
    if width(line) <= cells:
        assert wrapped(line, cells) == line
    else:
        first, *more = wrapped(line, cells).split("\n")
        assert more
        assert first.startswith(" " * min(len(line) - len(line.lstrip()), cells // 2))


def test_what_follows_stands_further_in() -> None:
    assert wrapped("  a question of many words that goes on", 24) == (
        "  a question of many\n    words that goes on"
    )
