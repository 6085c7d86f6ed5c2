"""Letters read as they are written, whatever a pack or a player calls a thing."""

import re
from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from interpreter.reports.letters import (
    NO_NEWS,
    UNASKED,
    WHOLE,
    Answerable,
    Letter,
    SpokenKind,
    Table,
    letter_html,
    letter_markdown,
    letter_text,
)
from interpreter.reports.text_layout import WIDTH, width

ODD = "<b>*x*</b> | `y` [z](http://a.b) _w_ & ~~v~~ $u$"
LETTER = Letter(
    to="north side",
    game="mill, skirmish",
    moment=("calendar: week 4", "battle: " + "turn 1, " * 20 + "at dusk"),
    news=("A rider came.", f"{ODD}.", " ".join(["slowly"] * 40)),
    earlier=7,
    asked=(
        Answerable(
            "Way: where do you go", ("0405 – a ford", ODD), "token: 3c\nanswer: ..."
        ),
    ),
    known=(
        Table(
            "band", ("band", "at"), (("first foot", "0405"), (ODD, "–")), ("size 3",)
        ),
        SpokenKind("rider", (("the grey", "at 0506; " + "swift " * 30), (ODD, ""))),
    ),
    briefing=("You hold the mill.", ODD),
    waits=("comes(post) at turn begins(2)",),
)
PICTURE = "<?xml version='1.0'?>\n<svg><title>plan</title></svg>"


class Reader(HTMLParser):
    """Notes the tags of a page, and its text."""

    def __init__(self) -> None:
        """Begin with nothing read."""
        super().__init__()
        self.tags: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        """Note a tag."""
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        """Note a text."""
        self.text += data


def read(page: str) -> Reader:
    """Return what a browser finds in a page."""
    reader = Reader()
    reader.feed(page)
    return reader


def in_order(text: str, *parts: str) -> bool:
    """Return whether these parts are in a text, one after the other."""
    places = [text.find(part) for part in parts]
    return -1 not in places and places == sorted(places)


def test_the_news_come_first_then_what_is_asked() -> None:
    parts = (
        *("north side", "eek 4", "hold the mill", "A rider came.", "where do you go"),
        *("first foot", "The grey: at 0506"),
    )
    assert in_order(letter_markdown(LETTER, "map.svg"), *parts)
    assert in_order(letter_text(LETTER, "a plan"), *parts)
    assert in_order(read(letter_html(LETTER, PICTURE)).text, *parts)


def test_each_of_the_news_has_a_line() -> None:
    assert "\n- A rider came.\n" in letter_markdown(LETTER, "")
    assert "\n- A rider came.\n" in letter_text(LETTER, "")
    assert "<li>A rider came.</li>" in letter_html(LETTER, "")


def test_nothing_new_and_nothing_asked_is_said() -> None:
    quiet = Letter("red", "hill", (), (), 3, (), ())
    for text in (letter_markdown(quiet, ""), letter_text(quiet, "")):
        assert in_order(text, NO_NEWS, UNASKED)
    assert in_order(letter_html(quiet, ""), NO_NEWS, UNASKED)


def test_the_first_letter_does_not_speak_of_another() -> None:
    first = Letter("red", "hill", (), (), 0, (), ())
    assert NO_NEWS not in letter_markdown(first, "")


def test_odd_words_are_words_on_a_page() -> None:
    """The page has the tags of the letter alone, and reads as the words are."""
    reader = read(letter_html(LETTER, PICTURE))
    assert not {"b", "a", "script", "img", "link", "iframe"} & {*reader.tags}
    assert reader.text.count(ODD) == 5


def test_a_page_fetches_nothing() -> None:
    page = letter_html(LETTER, PICTURE)
    assert not re.search(r"(href|src)=|url\(|@import|<script", page)
    assert "<?xml" not in page
    assert "<svg><title>plan</title></svg>" in page


def plain(marked: str) -> str:
    """Return Markdown without the backslashes before signs."""
    return re.sub(r"\\([\\`*_\[\]<>|~&$#+=.)-])", r"\1", marked)


def test_odd_words_are_words_in_markdown() -> None:
    text = letter_markdown(LETTER, "map.svg")
    assert plain(text).count(ODD) == 5
    for sign in ("<b>", "*x*", "`y`", "[z]", "_w_", "~~v", "$u$", " & "):
        assert sign not in text.replace("![the map", "")
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert [len(re.findall(r"(?<!\\)\|", row)) for row in rows] == [3] * 4


@given(st.text(st.characters(codec="utf-8"), max_size=30))
def test_a_line_of_news_stays_one_line(words: str) -> None:
    """What begins a list, a heading or a quotation elsewhere does not here."""
    letter = Letter("red", "hill", (), (words.replace("\n", " "),), 0, (), ())
    (line,) = [
        each
        for each in letter_markdown(letter, "").split("\n")
        if each.startswith("- ")
    ]
    assert not re.match(r"- *(#|>|[-+*] |\d+[.)] |```|~~~)", line)


def test_lines_of_text_fit() -> None:
    """But for those with a word that is longer."""
    for line in letter_text(LETTER, "").splitlines():
        assert width(line) <= WIDTH


def test_the_answer_is_a_block_that_can_be_copied() -> None:
    assert "\n    token: 3c\n    answer: ...\n" in letter_markdown(LETTER, "")
    assert "<pre>token: 3c\nanswer: ...</pre>" in letter_html(LETTER, "")


def test_what_all_have_is_said_once() -> None:
    for text in (letter_markdown(LETTER, ""), letter_text(LETTER, "")):
        assert text.count("All: size 3.") == 1


def test_the_end_says_where_everything_is() -> None:
    for text in (letter_markdown(LETTER, ""), letter_text(LETTER, "")):
        assert text.rstrip().endswith(WHOLE)
    assert WHOLE in letter_html(LETTER, "")
