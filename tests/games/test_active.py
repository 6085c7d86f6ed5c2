"""A text is words wherever it comes to: it makes no element, and moves no cursor."""

import re
import xml.etree.ElementTree as ElementTree
from itertools import pairwise
from pathlib import Path

import pytest

from tests.games.letters import BLUE, RED, begun
from tests.games.playing import answered, call, done, hand, question, reply

MARKUP = (
    "</text><script>alert(1)</script><text>",
    "<image href='https://example.org/seen'/>",
    "<a href='javascript:alert(1)'>look</a>",
    "<style>@import'https://example.org'</style>",
    "]]><!-- & -- \" ' &lt; &#60; <?x y?>",
)
CONTROLS = "\x1b[2J\x1b]0;mine\x07\x9b2J\u202e\u2066\r"
DRAWN = set(
    "svg title desc style defs pattern rect g path text clipPath use circle".split()
)
"""Elements of pictures. None of them fetches, runs, plays or leads anywhere."""


def told(game: Path, seat: str) -> dict[str, str]:
    """Return all that a seat gets, by what it is: its handout, what the verbs print
    for it, and what is said of its mistakes."""
    found = hand(game, seat)
    for verb in ("view", "log", "map"):
        found[verb] = "".join(map(str, call(verb, game, "--as", seat)[1:]))
    found["play"] = "".join(call("play", "--game", game, "--as", seat)[1:])
    asked = question(game, seat)
    for wrong in ("owls", ["owls"]) if asked else ():
        found[f"not {wrong}"] = "".join(reply(game, asked["token"], wrong)[1:])
    return found


def parsed(picture: str) -> ElementTree.Element:
    """Return a picture, which must be well-formed."""
    try:
        return ElementTree.fromstring(picture)
    except ElementTree.ParseError as fault:
        raise AssertionError(f"no well-formed picture: {fault}") from None


def skeleton(picture: str) -> list[tuple[str, dict[str, str]]]:
    """Return all elements of a picture with their attributes, without their words."""
    return [(each.tag, each.attrib) for each in parsed(picture).iter()]


@pytest.mark.parametrize("markup", MARKUP)
def test_markup_is_words(tmp_path: Path, markup: str) -> None:
    """With other words as long the picture is the same in every element; and the words
    stand in it as they were written."""
    plain = re.sub("[^ -]", "x", markup)  # breaks into lines where the other does
    pair = [
        hand(begun(tmp_path / name, text), BLUE)["map.svg"]
        for name, text in (("one", markup), ("other", plain))
    ]
    assert skeleton(pair[0]) == skeleton(pair[1])
    said = [each.text or "" for each in parsed(pair[0]).iter()]
    assert any(f"words: {markup}" in each for each in said)
    assert pair[0] != pair[1]


@pytest.mark.parametrize("markup", MARKUP)
@pytest.mark.parametrize("seat", [RED, BLUE, "everyone"])
def test_a_picture_leads_nowhere(tmp_path: Path, markup: str, seat: str) -> None:
    """Nothing is fetched, run or followed; the one address names the kind of XML."""
    picture = hand(begun(tmp_path, markup), seat)["map.svg"]
    for tag, attributes in skeleton(picture):
        assert tag.removeprefix("{http://www.w3.org/2000/svg}") in DRAWN
        for name, value in attributes.items():
            assert not name.startswith("on")
            assert re.search(r"url\((?!#)|:\s*//|javascript:|data:", value) is None
            assert not name.endswith("href") or value.startswith("#")
    style = next(each for each in parsed(picture).iter() if "style" in each.tag)
    assert re.search(r"@|url|//|\\", style.text or "") is None
    assert picture.count("<?") == 1
    assert "<!" not in picture


def test_no_text_moves_a_cursor(tmp_path: Path) -> None:
    """What is a control stands there as its number, in all that a seat reads."""
    game = begun(tmp_path, f"a{CONTROLS}b")
    for seat in (RED, BLUE):
        for name, text in told(game, seat).items():
            if name.endswith(".json"):
                continue  # is data; whoever shows it has to see to that
            assert re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e\u2066]", text) is None
    assert "a<U+001B>[2J<U+001B>]0;mine<U+0007>" in hand(game, BLUE)["report.txt"]


def test_a_text_is_told_as_it_is(tmp_path: Path) -> None:
    """Leaving texts out would fail: each is shown where its seat may know it."""
    game = begun(tmp_path, "<b>&", told="a & <i>")
    report = hand(game, BLUE)["report.txt"]
    assert "words: a & <i>" in report
    assert "motto <b>&" in report
    assert question(game, BLUE)["parts"][0]["options"] == ["<b>&", "something else"]
    answered(game, BLUE, "<b>&")
    assert "blue chose blue: <b>&" in done("log", game, "--as", BLUE)


def test_skeletons_differ_where_a_word_makes_an_element() -> None:
    """What tells nothing apart would catch nothing."""
    one, other = "<svg><text>a</text></svg>", "<svg><text><b>a</b></text></svg>"
    assert skeleton(one) != skeleton(other)
    lines = [f"<svg><text x='{at}'/></svg>" for at in range(3)]
    assert all(skeleton(a) != skeleton(b) for a, b in pairwise(lines))
    with pytest.raises(AssertionError):
        skeleton("<svg><b></svg>")
