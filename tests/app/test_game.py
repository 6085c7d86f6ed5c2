"""The public API: a game in its file, asked, answered and looked at."""

from pathlib import Path

import pytest

from interpreter import (
    Game,
    GameFileError,
    OpenStop,
    UnknownName,
    Unusable,
    open_game,
    open_ruleset,
)
from tests.cli.calling import ROOT, call

ANSWERING = ROOT / "tests" / "packs" / "answering"
OUTPOSTS = ROOT / "tests" / "packs" / "outposts"


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """A game in which north is asked first what it takes."""
    return open_ruleset(ANSWERING).new_game("table", tmp_path / "a.game", seed="one")


def test_a_question_offers(game: Game) -> None:
    """Who is asked what, and what may be answered."""
    (question,) = game.questions()
    assert game.waiting_for == ("north_side",)
    assert question.seat == "north_side"
    assert question.name == "target"
    assert question.options is not None
    assert set(question.options) == {"button", "mirror", "none"}
    assert not question.several
    assert game.questions(seat="south_side") == ()
    assert game.questions("north side") == (question,)
    assert game.seats == ("north_side", "south_side")
    assert game.scenario == "table"


def test_the_game_goes_on(game: Game) -> None:
    """To its end, with what was answered and what fell in the file."""
    (question,) = game.questions()
    game.answer(question, "mirror")
    (question,) = game.questions()
    assert question.seat == "south_side"
    game.answer(question, None)
    bids = game.questions()
    assert [each.seat for each in bids] == ["north_side", "south_side"]
    with pytest.raises(OpenStop):
        _ = game.result
    game.answer(bids[1], 2)
    assert game.waiting_for == ("north_side",)
    game.answer(game.questions("north_side")[0], 5)
    assert game.is_finished
    assert game.questions() == ()
    assert isinstance(game.result, int)
    assert call("verify", str(game.path)).code == 0
    text = game.log().text()
    assert call("log", str(game.path)).out == f"{text}\n"


def test_what_is_not_offered_is_refused(game: Game) -> None:
    """And leaves the game as it was; the hint says what is offered."""
    (question,) = game.questions()
    before = game.path.read_bytes()
    with pytest.raises(Unusable, match="'crown' is not offered") as caught:
        game.answer(question, "crown")
    assert "button" in caught.value.hint
    assert game.path.read_bytes() == before
    assert "taken" in question.why_not("crown") or "side" in question.why_not("crown")


def test_an_answer_counts_once(game: Game) -> None:
    """A question that was answered is not open any more."""
    (question,) = game.questions()
    game.answer(question, "button")
    with pytest.raises(Unusable, match="no question that is open"):
        game.answer(question, "mirror")


def test_a_game_is_opened_again(game: Game) -> None:
    """By another object, which sees what the first wrote, and the other way round."""
    other = open_game(game.path)
    (question,) = other.questions()
    assert question == game.questions()[0]
    other.answer(question, "button")
    assert game.questions()[0].seat == "south_side"
    with pytest.raises(GameFileError):
        open_game(game.path.with_name("none.game"))


def test_views_are_those_of_the_command(game: Game) -> None:
    """Of a seat, of all seats, and of the judge."""
    for seat in ("north_side", "everyone", "judge"):
        told = call("view", str(game.path), "--as", seat, "--json").json
        view = game.view(seat)
        assert view.to_json().items() <= told.items()
        assert call("view", str(game.path), "--as", seat).out.startswith(view.text())
    with pytest.raises(UnknownName):
        game.view("west_side")
    with pytest.raises(UnknownName):
        game.questions(seat="west_side")


def test_a_choice_is_taken_back(game: Game) -> None:
    """Without consent only what nobody else could have seen."""
    (question,) = game.questions()
    game.answer(question, "mirror")
    with pytest.raises(OpenStop, match="south side"):
        game.undo()
    assert game.undo(consent=True) == ("south_side",)
    (again,) = game.questions()
    assert (again.seat, again.options) == (question.seat, question.options)


def test_nobody_asks_a_policy_for_its_consent(tmp_path: Path) -> None:
    """What an opponent played by a policy could have seen is taken back at once; what a
    person chose once for its seat is not."""
    ruleset = open_ruleset(ANSWERING)
    path = tmp_path / "b.game"
    policies = {"south side": "plain"}
    game = ruleset.new_game("table", path, seed="two", policies=policies)
    (question,) = game.questions()
    game.answer(question, "mirror")
    assert game.undo(0) == ("south_side",)
    assert game.questions()[0].seat == "north_side"
    assert call("verify", str(path)).code == 0
    assert call("undo", str(path)).code == 3


def test_who_has_ever_played_a_seat_is_asked(tmp_path: Path) -> None:
    """Also where what it chose was taken back, and a policy plays on."""
    path = tmp_path / "c.game"
    game = open_ruleset(ANSWERING).new_game("table", path, seed="two")
    for _ in range(2):
        (question,) = game.questions()
        game.answer(question, question.options[0])
    game.undo(consent=True)
    seat = ("--seat", "south side=policy:plain")
    assert call("play", "--game", str(path), *seat, text="").code == 1
    with pytest.raises(OpenStop, match="south side"):
        game.undo(0)


def test_policies_answer_for_their_seats(tmp_path: Path) -> None:
    """For the whole game; a game that is begun twice is refused."""
    ruleset = open_ruleset(ANSWERING)
    path = tmp_path / "b.game"
    policies = {"north_side": "careful", "south side": "plain"}
    game = ruleset.new_game("table", path, seed="two", policies=policies)
    assert game.is_finished
    with pytest.raises(Unusable, match="was begun"):
        ruleset.new_game("table", path)
    with pytest.raises(UnknownName):
        ruleset.new_game("table", tmp_path / "c.game", policies={"west": "plain"})
    assert not (tmp_path / "c.game").exists()


def test_a_map_is_that_of_its_seat(tmp_path: Path) -> None:
    """Picture, text and JSON as the command gives them to the seat."""
    ruleset = open_ruleset(OUTPOSTS)
    path = tmp_path / "d.game"
    game = ruleset.new_game(ruleset.scenarios[0], path, seed="three")
    seat = game.seats[0]
    drawn = game.map(seat)
    assert "<svg" in drawn.svg()
    told = call("map", str(path), "--as", seat, "--json").json
    assert drawn.to_json() == told
    assert call("map", str(path), "--as", seat).out == f"{drawn.text()}\n"
    assert drawn._repr_html_() in drawn.svg()
    assert drawn._repr_html_().startswith("<svg")
    with pytest.raises(UnknownName):
        game.map("nobody")


def test_a_torn_last_line_is_noted_once(game: Game) -> None:
    """However often the file is read again, which each call does."""
    with game.path.open("ab") as file:
        file.write(b'{"event": "cho')
    opened = open_game(game.path)
    for _ in range(3):
        assert opened.waiting_for == ("north_side",)
    assert len(opened.notes) == 1


def test_a_file_without_a_game_is_told_when_it_is_opened(tmp_path: Path) -> None:
    """Not by the first call that needs it."""
    path = tmp_path / "empty.game"
    path.write_bytes(b"")
    with pytest.raises(GameFileError):
        open_game(path)
