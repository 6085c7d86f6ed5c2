"""No character of a pack or a command line moves a cursor or turns the writing."""

import json
import re
from pathlib import Path

import pytest

from interpreter.reports.colour import json_text, page
from tests.games.playing import call

ODD = "a\x1b[2Jb\x9b31mc\u202ed\u2066e\x85f\x7fg"
SEEN = "a<U+001B>[2Jb<U+009B>31mc<U+202E>d<U+2066>e<U+0085>f<U+007F>g"
MOVING = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")

PACK = """
name: odd
title: {odd}
seats: player
seen_by: everyone
types: {{answer: [{odd}, fine]}}
entities:
  player:
    fields: {{hue: {{type: answer, seen_by: everyone, start: {odd}}}}}
tables:
  weather:
    title: {odd}
    of: d6
    gives: [{odd}, sun]
    rows: {{1-3: {odd}, 4-6: sun}}
claims:
  word: {{title: {odd}, facts: {{said: {{type: answer, title: {odd}}}}}}}
procedures:
  day:
    title: {odd}
    steps:
      - choose: taken
        by: every(player)[1]
        from: values(answer)
        say: {odd}
      - tell: word
        to: every(player)[1]
        show: [said]
        facts: {{said: taken}}
      - roll: {{die: d6}}
        by: judge
        for: {odd}
scenarios:
  {odd}: {{title: {odd}, main: day, entities: {{anna: {{kind: player}}}}}}
cases:
  {odd}:
    run: day()
    scenario: {odd}
    answers: {{taken: fine}}
    dice: {{die: 3}}
    expect: {{anna.hue: fine}}
"""


@pytest.fixture(name="pack")
def _pack(tmp_path: Path) -> Path:
    """Return a pack whose texts hold what a terminal must not see."""
    folder = tmp_path / "odd"
    folder.mkdir()
    text = PACK.format(odd=json.dumps(ODD))  # JSON strings are YAML strings
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    return folder


DAY = ("run", "PACK", "day", "--scenario", ODD)
WORDS = [
    ("show", "PACK"),
    ("show", "PACK", "weather"),
    ("show", "PACK", ODD),
    (*DAY, "--answer", "taken=fine"),
    (*DAY, "--answer", "taken=fine", "--explain"),
    DAY,
    ("odds", "PACK", "weather"),
    ("simulate", "PACK", "weather", "--trials", "9"),
    ("test", "PACK"),
    ("check", "PACK"),
    ("play", "PACK", ODD, "--game", "FILE"),
    ("run", ODD),
    ("explain", ODD),
    ("schemas", f"FILE{ODD}"),
]


def given(words: tuple[str, ...], pack: Path) -> list[str]:
    """Return a command line with its places."""
    names = {"PACK": str(pack), "FILE": str(pack.with_name("file"))}
    return [re.sub("PACK|FILE", lambda found: names[found[0]], each) for each in words]


@pytest.mark.parametrize("more", [(), ("--json",)], ids=["text", "json"])
@pytest.mark.parametrize(
    "words", WORDS, ids=lambda one: " ".join(one[:2]).split(ODD)[0]
)
def test_none_is_printed(pack: Path, words: tuple[str, ...], more: tuple[str]) -> None:
    """Whether the command ends well or not."""
    _, out, talk = call(*given(words, pack), *more, text="fine\n")
    assert out + talk
    assert MOVING.search(out + talk) is None


def test_what_is_printed_says_which_they_were(pack: Path) -> None:
    """As text by their numbers, as JSON by escapes that mean the same."""
    as_a_name = SEEN.replace("<U+0085>", "_")  # the end of a line is a blank in a name
    for words in WORDS[:3]:
        shown = call(*given(words, pack))[1]
        assert SEEN in shown or as_a_name in shown
    outcomes = json.loads(call("odds", pack, "weather", "--json")[1])["outcomes"]
    assert [each["value"] for each in outcomes] == [ODD, "sun"]


def test_a_page_keeps_its_lines_and_its_colour() -> None:
    """And nothing else of what moves a cursor."""
    assert page("\x1b[1;31mred\x1b[0m\n\tin") == "\x1b[1;31mred\x1b[0m\n\tin"
    assert page("\x1b[2J\r\u202e") == "<U+001B>[2J <U+202E>"
    assert json.loads(json_text([ODD, "ä", "\ud800"])) == [ODD, "ä", "\ud800"]
    assert "ä" in json_text(["ä"])
    assert json_text(["ä"], ascii_only=True).isascii()
