"""What the rules say between two stops is heard by whoever may know it, once."""

from pathlib import Path

import pytest

from tests.games.playing import call, data, done

BIDDING = """
name: bidding
seats: side
seen_by: everyone
entities:
  side: {fields: {gold: {type: integer, seen_by: everyone, start: 3}}}
procedures:
  opens:
    steps:
      - let: {round: 1, price: round + 1}
        say: A bell rings
      - for_each: s in every(side)
        do:
          - choose: bid
            by: s
            from: 0..3
            say: "What {s} bids"
            if_none: [{return: none}]
          - roll: {luck: d6}
            for: "the luck of {s}"
            needs: "{bid} or more"
          - if: luck >= bid
            say: "{s} may be lucky"
            set: {s.gold: s.gold + 1}
            else:
              - set: {s.gold: s.gold - bid}
                say: "{s} has lost {bid}"
          - set: {s.gold: s.gold + 0}
            seen_by: judge
            say: "nobody but the judge hears of {s}"
scenarios:
  one:
    main: opens
    entities: {north_side: {kind: side}, south_side: {kind: side}}
"""
BELL = "      A bell rings"
HEARD = "nobody but the judge hears of"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A pack whose rules say this and that."""
    folder = tmp_path / "bidding"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(BIDDING, encoding="utf-8")
    return folder


@pytest.fixture
def game(pack: Path, tmp_path: Path) -> Path:
    """A game to its end: the north bids nothing, the south 3."""
    game = tmp_path / "a.game"
    there = ("--game", game, "--seed", "one")
    done("play", pack, "one", *there, text="0\n3\n")
    return game


def test_the_judge_reads_all_that_was_said(game: Path) -> None:
    """Behind the event that led there; what a stop says is its question, what a clause
    says is said by the step, and names given together say it once."""
    lines = done("log", game).splitlines()
    assert lines[0] == BELL
    assert [each for each in lines if BELL in each] == [BELL]
    assert "   1. north side chose 0 (What north side bids) (person)" in lines
    assert sum("What north side bids" in each for each in lines) == 1
    assert lines.count("      north side may be lucky") == 1
    assert lines.count(f"      {HEARD} north side") == 1
    assert lines.count(f"      {HEARD} south side") == 1
    assert any(", for the luck of south side, needing 3 or more" in e for e in lines)


def test_a_seat_reads_what_all_may_know(game: Path) -> None:
    """Also what was said to others; its own numbers count events alone."""
    events = data("log", game, "--as", "south_side")["events"]
    said = [each["text"] for each in events if each["event"] == "said"]
    assert said[0] == "A bell rings"
    assert "north side may be lucky" in said
    assert not any(HEARD in each for each in said)
    numbers = [each["number"] for each in events if each["event"] != "said"]
    assert numbers == list(range(1, len(numbers) + 1))


def test_who_sits_down_hears_what_was_said_since_he_chose(
    pack: Path, tmp_path: Path
) -> None:
    """Not what was before, nothing twice, and nothing that is for the judge."""
    game = tmp_path / "a.game"
    there = ("--game", game, "--seed", "one", "--seat", "south_side=later")
    talk = call("play", pack, "one", *there, text="0\n")[2]
    assert talk.count("meanwhile\n  A bell rings\n") == 1
    talk = call("play", "--game", game, "--as", "south_side", text="9\n")[2]
    assert talk.count("meanwhile\n  A bell rings\n  d6 fell ") == 1
    assert talk.count("  north side may be lucky\n") == 1
    assert HEARD not in talk
    talk = call("play", "--game", game, "--as", "south_side", text="3\n")[2]
    assert talk.count("A bell rings") == 1
    assert talk.count("  north side may be lucky\n") == 1
    assert talk.count("the luck of south side, needing 3 or more") == 1


def test_who_chose_first_does_not_hear_the_beginning_again(
    pack: Path, tmp_path: Path
) -> None:
    """It is asked again, and hears what came of its choice."""
    file = pack / "ruleset.yaml"
    twice = file.read_text("utf-8").replace(
        "s in every(side)", "s in joined([every(side), every(side)])"
    )
    file.write_text(twice, "utf-8")
    there = ("--game", tmp_path / "a", "--seat", "south_side=policy:first")
    talk = call("play", pack, "one", *there, text="0\n0\n")[2]
    assert talk.count("What north side bids") == 2
    assert talk.count("A bell rings") == 1
    assert talk.count("  north side may be lucky\n") == 2


def test_who_types_dice_hears_what_they_are_for(pack: Path, tmp_path: Path) -> None:
    """The sentence stands before the prompt."""
    game = tmp_path / "a.game"
    text = pack / "ruleset.yaml"
    changed = text.read_text("utf-8").replace(
        "          - roll: {luck: d6}",
        '          - let: {twice: 2 * bid}\n            say: "Now {s} tries its luck"\n'
        "          - roll: {luck: d6}",
    )
    text.write_text(changed, "utf-8")
    talk = call("play", pack, "one", "--game", game, "--real-dice", text="0\n5\n")[2]
    before, _, behind = talk.partition("Now north side tries its luck\n")
    asked = "d6 for the luck of north side, needing 0 or more"
    assert (asked in before, asked in behind) == (False, True)


FAIR = """
name: fair
seats: side
seen_by: everyone
entities:
  side: {fields: {gold: {type: integer, seen_by: everyone, start: 3}}}
modifiers:
  worth:
    takes: {s: side}
    groups:
      purse:
        rows: {full: {if: s.gold > 2, add: +2}, empty: {if: s.gold is 0, add: -1}}
      mood: {rows: {mood: {add: -1}, weather: {add: 0}}}
procedures:
  opens:
    steps:
      - let: {first: 1, second: 2}
        for_each: s in every(side)
        say: "{s} comes, worth {worth(s)}"
      - set: {s.gold: 0}
        for_each: s in every(side)
        say: "{s} pays, and has {s.gold}"
      - set: {s.gold: 1}
        for_each: s in every(side)
        say: All get one back
      - choose: bid
        by: s
        for_each: s in every(side)
        from: 0..1
      - return: none
scenarios:
  one:
    main: opens
    entities: {north_side: {kind: side}, south_side: {kind: side, gold: 1}}
"""


def test_a_loop_says_of_each(tmp_path: Path) -> None:
    """What a step says stands once for each of its own loop, but what is the same of
    all only once, as names given together say it; and a sum says what it is made of, to
    each seat too."""
    (tmp_path / "fair").mkdir()
    (tmp_path / "fair" / "ruleset.yaml").write_text(FAIR, encoding="utf-8")
    game = tmp_path / "a.game"
    done("play", tmp_path / "fair", "one", "--game", game, text="0\n1\n")
    said = [
        "      north side comes, worth +1 (purse full +2, mood -1)",
        "      south side comes, worth -1 (mood -1)",
        "      north side pays, and has 0",
        "      south side pays, and has 0",
        "      All get one back",
    ]
    assert done("log", game).splitlines()[:5] == said
    assert done("log", game, "--as", "south_side").splitlines()[:5] == said
