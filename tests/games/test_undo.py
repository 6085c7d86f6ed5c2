"""What was taken back does not count, and nothing that others saw goes silently."""

from pathlib import Path

from tests.games.playing import (
    CAREFUL,
    NORTH,
    PACKS,
    SOUTH,
    TABLE,
    answered,
    begin,
    call,
    data,
    done,
    question,
    texts,
)

MASKS = str(PACKS / "masks")


def test_the_same_choice_meets_the_same_dice(tmp_path: Path) -> None:
    """Nobody undoes a roll away; another choice has dice of its own."""
    game = tmp_path / "a.game"
    begin(game)
    for _ in range(3):
        answered(game, NORTH, "mirror")
        assert texts(game)[-1] == "die: d6 fell 6"
        done("undo", game, "--consent")
    assert [each[:7] for each in texts(game)] == ["back to"] * 3
    answered(game, NORTH, "mirror")
    assert data("verify", game)["events"] == 11


def test_what_others_saw_wants_consent(tmp_path: Path) -> None:
    """Without it nothing is done; with it the log says who could have seen it."""
    game = tmp_path / "a.game"
    begin(game)
    answered(game, NORTH, "mirror")
    before = game.read_bytes()
    code, out, talk = call("undo", game)
    assert (code, out) == (1, "")
    assert "event 0: south side\n" in talk
    assert game.read_bytes() == before
    assert data("undo", game, "--consent")["seen_by"] == [SOUTH]
    assert texts(game) == ["back to 0; south side could have seen what came after"]


def test_who_saw_something_and_was_asked_nothing_is_a_witness(tmp_path: Path) -> None:
    """Blue sees two counters meet, though it is red who is asked next."""
    game = tmp_path / "a.game"
    later = ("--seat", "red=later", "--seat", "blue=later")
    done("play", MASKS, "room", "--game", game, "--seed", "one", *later)
    for seat, answer in (("red", "alpha"), ("blue", "none"), ("red", "yes")):
        answered(game, seat, answer)
    assert question(game, "blue") is None
    code, out, talk = call("undo", game)
    assert (code, out) == (1, "")
    assert "others could have seen what came after event 2: blue" in talk
    assert data("undo", game, "--consent")["seen_by"] == ["blue"]


def test_the_log_of_who_saw_it_says_that_it_was_taken_back(tmp_path: Path) -> None:
    """In its own numbers, before what came after; and that of who had chosen."""
    game = tmp_path / "a.game"
    begin(game)
    answered(game, NORTH, "mirror")
    done("undo", game, "--consent")
    (line,) = data("log", game, "--as", SOUTH)["events"]
    assert (line["number"], line["event"], line["seat"]) == (1, "undo", "judge")
    assert line["text"] == "back: something that you could have seen no longer counts"
    (own,) = data("log", game, "--as", NORTH)["events"]
    assert own["text"] == "back: what you chose no longer counts"
    answered(game, NORTH, "none")
    answered(game, SOUTH, "none")
    after = data("log", game, "--as", SOUTH)["events"]
    assert after[0] == line
    assert [each["event"] for each in after[1:]] == ["choice"]
    events = data("log", game, "--as", NORTH)["events"]
    assert [each["event"] for each in events] == ["undo", "choice"]


def test_who_neither_chose_nor_saw_it_reads_nothing_of_it(tmp_path: Path) -> None:
    """A bid that nobody has seen yet: only who made it reads that it is gone."""
    game = tmp_path / "a.game"
    begin(game)
    answered(game, NORTH, "none")
    answered(game, SOUTH, "none")
    answered(game, SOUTH, 1)
    done("undo", game)
    kinds = {
        seat: [each["event"] for each in data("log", game, "--as", seat)["events"]]
        for seat in (NORTH, SOUTH)
    }
    assert (kinds[NORTH].count("undo"), kinds[SOUTH].count("undo")) == (0, 1)


def test_what_nobody_else_saw_needs_none(tmp_path: Path) -> None:
    """A bid that is still hidden from the other may be thought over."""
    game = tmp_path / "a.game"
    begin(game)
    answered(game, NORTH, "none")
    answered(game, SOUTH, "none")
    answered(game, SOUTH, 1)
    told = data("undo", game)
    assert told["seen_by"] == []
    assert told["waiting"] == [NORTH, SOUTH]


def test_an_undo_can_be_undone_by_playing_on_only(tmp_path: Path) -> None:
    """One goes back to events that count, and not to those that were taken back."""
    game = tmp_path / "a.game"
    done("play", TABLE, "table", "--seed", "one", "--game", game, *CAREFUL)
    done("undo", game, "--to", 2, "--consent")
    before = game.read_bytes()
    for to in ("2", "5", "7", "8", "99", "x", "-1"):
        assert call("undo", game, f"--to={to}", "--consent")[0] == 3, to
    assert game.read_bytes() == before
    done("undo", game, "--to", 0, "--consent")
    code, _, talk = call("undo", game)
    assert code == 3
    assert "nobody has chosen" in talk
    done("play", "--game", game, *CAREFUL)
    assert data("replay", game)["result"] == 11


def test_what_was_taken_back_cannot_be_gone_back_to(tmp_path: Path) -> None:
    """The log numbers it, so it is said what it is, and where one can go back to."""
    game = tmp_path / "a.game"
    begin(game)
    answered(game, NORTH, "mirror")
    done("undo", game, "--consent")
    answered(game, NORTH, "mirror")
    before = game.read_bytes()
    code, _, talk = call("undo", game, "--to", "1", "--consent")
    assert (code, game.read_bytes()) == (3, before)
    assert "event 1 is a word, an undo, or was taken back" in talk
    assert "before it that counts is 0" in talk
    done("undo", game, "--to", "0", "--consent")
