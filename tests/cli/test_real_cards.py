"""`--real-cards`: a person draws from a deck of his own, the program asks."""

import json
from pathlib import Path

import pytest

from tests.cli.calling import call

PACK = """\
name: cards
seen_by: everyone
types:
  suit: [clubs, hearts]
  card: {record: {rank: integer 1..3, suit: suit}}
entities:
  table:
    single: yes
    fields:
      pile: {type: deck of suit, seen_by: everyone, start: "[clubs, clubs, hearts]"}
procedures:
  hand:
    gives: integer
    steps:
      - draw: cards
        from: "list(card(r, s) for r in 1..3 for s in values(suit))"
        how_many: 2
        for: the hand
      - roll: {die: d6}
      - return: 10 * sum(c.rank for c in cards) + die
  pile:
    gives: list of suit
    steps:
      - draw: one
        from: table.pile
      - draw: other
        from: values(suit)
        weight: "[0, 2]"
      - draw: last
        from: "first_of(values(suit), 1)"
      - let: {seen: {type: list of suit, is: "[one, other, last]"}}
      - return: "joined([[seen[1]], table.pile])"
"""
BOTH = ("--real-dice", "--real-cards")
HAND = "{rank: 3, suit: hearts}; {rank: 2, suit: clubs}"


@pytest.fixture
def pack(tmp_path: Path) -> str:
    """Return the folder of a pack with two hands of cards."""
    (tmp_path / "ruleset.yaml").write_text(PACK, encoding="utf-8")
    return str(tmp_path)


def test_what_was_drawn_is_typed(pack: str) -> None:
    """Several in a line, and the dice between them."""
    called = call("run", pack, "hand", *BOTH, text=f"{HAND}\n4\n")
    assert called.code == 0, called
    assert "hand: 54" in called.out
    assert "[typed in]" in called.out
    assert "draw 2 of cards for the hand (such as {rank: 1, suit: clubs}" in called.talk


def test_an_empty_line_leaves_it_to_the_program(pack: str) -> None:
    """As every draw is without the option, of which nobody is asked."""
    called = call("run", pack, "hand", *BOTH, "--json", text="\n4\n")
    assert called.code == 0, called
    assert json.loads(called.out)["seed"]
    assert call("run", pack, "hand", "--real-dice", text="4\n").code == 0


def test_a_card_leaves_the_deck(pack: str) -> None:
    """Of a draw from one thing alone nobody is asked."""
    called = call("run", pack, "pile", *BOTH, text="clubs\nhearts\n")
    assert called.code == 0, called
    assert "pile: [clubs, clubs, hearts]" in called.out
    assert "last" not in called.talk


@pytest.mark.parametrize(
    ("procedure", "lines", "said"),
    [
        ("hand", "{rank: 3, suit: hearts}", "1 were typed, but 2 are drawn"),
        ("hand", HAND.replace("2, suit: clubs", "3, suit: hearts"), "cannot be drawn"),
        ("hand", HAND.replace("hearts", "spades"), "spades"),
        ("pile", "hearts\nclubs", "'other': clubs cannot be drawn"),
        ("hand", "?\n" + HAND, "the input ended"),
    ],
)
def test_what_cannot_be_drawn(pack: str, procedure: str, lines: str, said: str) -> None:
    """It is told with its line; `?` lists all that is there."""
    called = call("run", pack, procedure, *BOTH, text=f"{lines}\n")
    assert called.code in (1, 3), called
    assert said in called.talk
    if lines.startswith("?"):
        assert (
            "there are {rank: 1, suit: clubs}; {rank: 1, suit: hearts}" in called.talk
        )


def test_somebody_must_be_there(pack: str) -> None:
    """Cards alone are no dice."""
    called = call("run", pack, "hand", "--real-cards")
    assert called.code == 2
    assert "add --real-dice" in called.talk
