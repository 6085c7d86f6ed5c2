"""The place of every character of a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.source import Source
from interpreter.yaml import MappingNode, ScalarNode
from interpreter.yaml.composing import read


def scalar(text: str) -> ScalarNode:
    """Return the value of the first key."""
    node = read(Source("x", text), [])
    assert isinstance(node, MappingNode)
    value = node.entries[0][1]
    assert isinstance(value, ScalarNode)
    return value


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("a: one word here", "word"),
        ("a: 'one word here'", "word"),
        ("a: 'it''s one word here'", "word"),
        ('a: "one\\ttab and word here"', "word"),
        ('a: "\\u00e9\\x41 word \\"here"', "word"),
        ("a: one\n  two\n\n  word", "word"),
        ("a: 'one\n  two\n\n  word'", "word"),
        ('a: "one \\\n  two word"', "word"),
        ("a: |\n  one\n  word two\n", "word"),
        ("a: |\n  one\n\n    word two\n", "word"),
        ("a: |2\n    one\n  word two\n", "word"),
        ("a: |-\n  one  # two\n  word two", "word"),
        ("a: >-\n  one\n  two\n\n  word two\n", "word"),
        ("a: >\n  one\n\n    more\n  word\n", "word"),
        ("a:\n  b\r\n  c word\r\nb: 1", "word"),
        ("a: |\r\n  b\r\n  word\r\nb: 1", "word"),
        ("é: '\U0001f3b2 word'", "word"),
    ],
)  # fmt: skip
def test_a_part_of_a_text_is_found_in_the_file(text: str, word: str) -> None:
    """A word of the text is that word in the file."""
    value = scalar(text)
    at = value.text.index(word)
    assert value.part(at, at + len(word)).text == word
    assert value.part(at, at + len(word)).start == text.index(word)


WORDS = st.lists(st.text("abc", min_size=1, max_size=4), min_size=1, max_size=8)


@given(WORDS, st.sampled_from(["", "'", '"', "|", ">"]), st.data())
def test_every_letter_stands_where_it_says(
    words: list[str], style: str, data: st.DataObject
) -> None:
    """However a text is folded, quoted or escaped, each letter finds its own."""
    gaps = ["\n  ", " ", "\n\n  "]
    body = words[0]
    for word in words[1:]:
        body += data.draw(st.sampled_from(gaps)) + word
    if style in ("|", ">"):
        text = f"a: {style}\n  {body}\nb: 1"
    else:
        text = f"a: {style}{body}{style}\nb: 1"
    value = scalar(text)
    letters = [at for at, letter in enumerate(value.text) if letter in "abc"]
    assert "".join(value.text[at] for at in letters) == "".join(words)
    found = [value.part(at, at + 1).start for at in letters]
    assert [text[at] for at in found] == [value.text[at] for at in letters]
    assert found == sorted(set(found))


def test_the_end_of_a_text_is_a_place() -> None:
    """A problem at the end of an expression points behind its last letter."""
    value = scalar("a: 'x +'")
    assert value.part(3, 3).start == 7
    assert value.part(99, 120).start == 7
