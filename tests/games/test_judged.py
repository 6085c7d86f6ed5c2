"""A judge at the keys sees all beside his first question, and then what is new."""

from pathlib import Path

from tests.games.playing import call

WEEK = ("play", "acks-reconnaissance", "campaign-week", "--seed", "one", "--rulings")
SIDES = ("--seat", "north_side=policy:first", "--seat", "south_side=policy:first")
ASKED = "judge rules: "


def asked(talk: str) -> list[str]:
    """Return what stands before each question to the judge."""
    return talk.split(ASKED)[:-1]


def test_he_is_shown_all_once_and_then_what_changed(tmp_path: Path) -> None:
    """What no seat may know, too; what a seat was told is told to him once."""
    game = tmp_path / "week.game"
    code, _, talk = call(*WEEK, *SIDES, "--game", game, text="\n\n\n\n\n\n\n")
    assert code == 1  # the input ended
    first, *others = asked(talk)
    assert "judge sees\n" in first
    assert "ear: north side; sent by" in first
    assert "country, as judge knows it" in first
    rest = "".join(others)
    assert "judge sees\n" not in rest
    assert "judge sees now" in rest
    assert "ear: north side" not in rest
    told = [each for each in talk.splitlines() if each.startswith("  ")]
    reports = [each for each in told if "it is the skull banner" in each]
    assert len(reports) == 1


def test_nothing_new_is_shown_where_nothing_changed(tmp_path: Path) -> None:
    game = tmp_path / "week.game"
    talk = call(*WEEK, *SIDES, "--game", game, text="\n\n\n")[2]
    between = asked(talk)[1]
    assert "integer 0..3" in between  # what belongs to the first question
    assert "sees" not in between
    assert "told" not in between
    assert "country" not in between


def test_who_sits_down_again_as_judge_sees_all(tmp_path: Path) -> None:
    """Asked or not; what a side sees then is its own."""
    game = tmp_path / "week.game"
    call(*WEEK, *SIDES, "--game", game)
    talk = call("play", "--game", game, "--as", "judge")[2]
    assert "judge sees\n" in asked(talk)[0]
    other = ("--seat", "judge=later", "--seat", "north_side=later")
    talk = call("play", "--game", game, "--as", "north_side", *other[:2])[2]
    assert "judge sees" not in talk
    assert "Skarn's Horde" not in talk
