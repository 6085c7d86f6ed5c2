"""A game goes on from where its journal stands, whoever answers and however."""

from pathlib import Path

import pytest

from tests.games.playing import (
    CAREFUL,
    LATER,
    NORTH,
    SOUTH,
    TABLE,
    answered,
    begin,
    call,
    data,
    done,
    hand,
    question,
    reply,
    texts,
)

ALL = [
    "target: mirror (policy:careful)",
    "die: d6 fell 6",
    "target: crown (policy:careful)",
    "die: d6 fell 5",
    "bid: north side: 2 (policy:careful)",
    "bid: south side: 1 (policy:careful)",
    "die: d3 fell 3",
]


def without(lines: object) -> list[str]:
    """Return lines of a log without who answered."""
    assert isinstance(lines, list)
    return [str(each).partition(" (")[0] for each in lines]


def test_the_same_seed_is_the_same_game(tmp_path: Path) -> None:
    """Played at once by policies, or by lines, or by files, it is one game."""
    games = [tmp_path / name for name in ("a.game", "b.game", "c.game")]
    first = ("play", TABLE, "table", "--seed", "one", "--game")
    done(*first, games[0], *CAREFUL)
    done(*first, games[1], text="mirror\ncrown\n2\n1\n")
    begin(games[2])
    for seat, answer in ((NORTH, 2), (SOUTH, "crown"), (NORTH, 2), (SOUTH, 1)):
        answered(games[2], seat, answer)
    assert texts(games[0]) == ALL
    for game in games:
        assert without(texts(game)) == without(ALL)
        assert data("replay", game)["result"] == 11
        assert data("verify", game)["fault"] == ""


def test_it_goes_on_where_the_input_ended(tmp_path: Path) -> None:
    """One line at a time, each in a call of its own; what was answered is not asked
    again."""
    game = tmp_path / "a.game"
    code, out, talk = call(
        *("play", TABLE, "table", "--seed", "one", "--game", game), text="mirror\n"
    )
    assert code == 1
    assert not out
    assert "the game is kept" in talk
    for line in ("crown\n", "2\n"):
        assert call("play", "--game", game, text=line)[0] == 1
    assert done("play", "--game", game, text="1\n") == "the game is at its end\n"
    assert without(texts(game)) == without(ALL)
    before = game.read_bytes()
    assert done("play", "--game", game) == "the game is at its end\n"
    assert game.read_bytes() == before


def test_numbers_stand_for_options_but_not_for_numbers(tmp_path: Path) -> None:
    """The second of the pieces is taken by 2, and 2 of the bids is the bid of 2."""
    game = tmp_path / "a.game"
    done(
        *("play", TABLE, "table", "--seed", "one", "--game", game),
        text="2\n1\n2\n1\n",
    )
    assert texts(game)[0] == "target: mirror (person)"
    assert texts(game)[4] == "bid: north side: 2 (person)"


def test_an_empty_line_answers_nothing(tmp_path: Path) -> None:
    """Where one is to be chosen: what is offered is said, and nothing is written."""
    game = tmp_path / "a.game"
    given = ("play", TABLE, "table", "--seed", "one", "--game", game)
    code, _, talk = call(*given, text="\n")
    assert code == 3
    assert "line 1 of stdin: nothing was answered (offered is button, mirror" in talk
    assert texts(game) == []


def test_real_dice_are_typed_and_marked(tmp_path: Path) -> None:
    """They hold for the whole game; impossible ones are refused."""
    game = tmp_path / "a.game"
    begun = ("play", TABLE, "table", "--real-dice", "--game", game, *CAREFUL)
    assert call(*begun, text="7\n")[0] == 3
    assert done("play", "--game", game, *CAREFUL, text="2\n6\n1\n")
    assert [each for each in texts(game) if "fell" in each] == [
        "die: d6 fell 2 [typed in]",
        "die: d6 fell 6 [typed in]",
        "die: d3 fell 1 [typed in]",
    ]
    assert data("verify", game)["typed"] == 3


def test_choices_of_several_are_revealed_together(tmp_path: Path) -> None:
    """What one has bid is in nobody's view, log or question until the other has."""
    made = []
    for bid in ("0", "5"):
        game = tmp_path / f"{bid}.game"
        begin(game)
        answered(game, NORTH, "none")
        answered(game, SOUTH, "none")
        before = hand(game, SOUTH)
        answered(game, NORTH, bid)
        after = hand(game, SOUTH)
        assert {each: after[each] for each in before} == before
        made.append(after)
        assert data("play", "--game", game, *LATER)["waiting"] == [SOUTH]
        assert texts(game, "--as", NORTH)[-1] == f"bid: north side: {bid}"
    assert made[0] == made[1]


def test_they_may_answer_in_any_order(tmp_path: Path) -> None:
    """The seat that is asked second may be the first to answer."""
    game = tmp_path / "a.game"
    begin(game)
    answered(game, NORTH, "none")
    answered(game, SOUTH, "none")
    answered(game, SOUTH, 1)
    answered(game, NORTH, 2)
    assert data("replay", game)["result"] == 9


def test_an_answer_is_taken_once(tmp_path: Path) -> None:
    """The same file again, that of another seat, or of an older question: one error,
    the same words, and the game is unchanged."""
    game = tmp_path / "a.game"
    begin(game)
    token = question(game, NORTH)["token"]
    assert question(game, SOUTH) is None
    before = game.read_bytes()
    wrong = [
        reply(game, "0" * 32, "mirror"),
        reply(game, token, "mirror", seat=SOUTH),
        reply(game, token[:-1], "mirror"),
    ]
    assert game.read_bytes() == before
    assert reply(game, token, "mirror", seat=NORTH)[0] == 0
    before = game.read_bytes()
    wrong.append(reply(game, token, "mirror"))
    assert game.read_bytes() == before
    assert len(set(wrong)) == 1
    assert wrong[0][0] == 3


def test_a_line_too_many_is_said(tmp_path: Path) -> None:
    """With its place; nothing is taken of a file that says more than an answer."""
    game = tmp_path / "a.game"
    begin(game)
    token = question(game, NORTH)["token"]
    before = game.read_bytes()
    file = tmp_path / "reply.yaml"
    file.write_text(f"token: {token}\nanswer: mirror\nanser: hat\n", "utf-8")
    code, _, talk = call("answer", game, file)
    assert (code, game.read_bytes()) == (3, before)
    assert "reply.yaml:3:1: 'anser' is not a line of an answer" in talk
    assert "did you mean 'answer'?" in talk


@pytest.mark.parametrize("answer", [{"a": 1}, {"target": "mirror"}, {}])
def test_a_map_is_no_answer_to_one_question(tmp_path: Path, answer: object) -> None:
    """It is said what is offered instead, and the game takes nothing."""
    game = tmp_path / "a.game"
    begin(game)
    before = game.read_bytes()
    code, out, talk = reply(game, question(game, NORTH)["token"], answer)
    assert (code, out, game.read_bytes()) == (3, "", before)
    assert talk == (
        "umpire: one answer is needed, and a map is given\n"
        "  hint: offered is button, mirror, none\n"
    )


def test_an_undone_question_has_another_token(tmp_path: Path) -> None:
    """Who answered once does not answer again with the same file."""
    game = tmp_path / "a.game"
    begin(game)
    token = question(game, NORTH)["token"]
    answered(game, NORTH, "mirror")
    done("undo", game, "--consent")
    assert reply(game, token, "mirror")[0] == 3
    answered(game, NORTH, "mirror")


def test_what_was_not_offered_reads_the_same(tmp_path: Path) -> None:
    """What does not exist, what is no name; of what is seen it is said why."""
    game = tmp_path / "a.game"
    begin(game)
    token = question(game, NORTH)["token"]
    before = game.read_bytes()
    said = set()
    for answer in ("nobody", "valley", "captive 1", "d6", "piece 7"):
        code, out, talk = reply(game, token, answer)
        assert (code, out) == (3, "")
        said.add(talk.replace(answer, "X"))
    assert len(said) == 1
    assert "offered is button, mirror, none" in said.pop()
    code, out, talk = reply(game, token, "crown")
    assert (code, out) == (3, "")
    assert "'crown' is not offered\n  hint: not so: p.side is not who; offered" in talk
    for answer in ([], {}, ["mirror", "button"], {"a": "mirror"}, "", 4, None):
        assert reply(game, token, answer)[0] == 3
    assert game.read_bytes() == before


def test_a_handout_leaves_nothing_behind(tmp_path: Path) -> None:
    """A question that was answered is taken out of the folder; other files stay."""
    game = tmp_path / "a.game"
    begin(game)
    assert "question.json" in hand(game, NORTH)
    (tmp_path / f"a.game-{NORTH}" / "own.txt").write_text("mine", "utf-8")
    answered(game, NORTH, "mirror")
    assert sorted(hand(game, NORTH)) == [
        *("letter.html", "letter.json", "letter.md", "letter.txt"),
        *("log.json", "log.txt", "own.txt", "report.json", "report.txt"),
    ]
