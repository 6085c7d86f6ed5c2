"""What may be typed at a prompt beside an answer."""

from pathlib import Path

import pytest

from interpreter.app.playing.playing import _is_by_another
from tests.games.playing import TABLE, call, data, done, texts

WEEK = (
    *("play", "acks-reconnaissance", "campaign-week", "--seed", "one", "--rulings"),
    "--game",
)
PLAY = ("play", TABLE, "table", "--seed", "one", "--game")


RULED = """
name: ruled
seats: side
seen_by: everyone
entities: {side: {owner: it, seen_by: everyone, fields: {}}}
procedures:
  day:
    steps:
      - {choose: bid, by: "every(side)[1]", from: 1..3}
      - ask: {price: integer 0..9}
      - {choose: more, by: "every(side)[1]", from: 1..3}
scenarios: {one: {main: day, entities: {ann: {kind: side}}}}
"""


def shown_to(talk: str) -> str:
    """Return what is shown before the command ends."""
    return talk.partition("umpire: ")[0]


def test_commands_are_no_answers(tmp_path: Path) -> None:
    """Whatever is asked for in between, the game is the same."""
    games = [tmp_path / name for name in ("a.game", "b.game")]
    done(*PLAY, games[0], text="mirror\ncrown\n2\n1\n")
    text = "help\nmirror\nVIEW\ncrown\nmap\n2\nlog\nhelp\n1\n"
    code, _, talk = call(*PLAY, games[1], text=text)
    assert code == 0
    assert texts(games[0]) == texts(games[1])
    for each in ("help", "view", "map", "log", "why", "undo", "back", "quit"):
        assert f"\n  {each} " in talk


@pytest.mark.parametrize("command", ["view", "log"])
def test_a_seat_is_shown_what_the_verb_shows_it(tmp_path: Path, command: str) -> None:
    """And nothing else, though others of the same terminal may know more."""
    game = tmp_path / "a.game"
    call(*PLAY, game, text="mirror\ncrown\n")
    silent = shown_to(call("play", "--game", game, text="")[2])
    talk = shown_to(call("play", "--game", game, text=f"{command}\n")[2])
    own = done(command, game, "--as", "north_side").partition("\n\nnorth side holds")[0]
    question = silent[silent.rindex("north side chooses") :]
    assert own
    assert talk == f"{silent}\n{own}\n\n{question}"


@pytest.mark.parametrize("command", ["map", "log", "view"])
def test_the_judge_is_shown_everything(tmp_path: Path, command: str) -> None:
    """Nothing that he was shown before his question is taken for it."""
    game = tmp_path / "week.game"
    call(*WEEK, game, text="\n")
    silent = call("play", "--game", game, text="")[2]
    talk = call("play", "--game", game, text=f"{command}\n")[2]
    shown = done(command, game, "--as", "judge").strip("\n")
    assert talk.count(shown) == silent.count(shown) + 1


def test_real_dice_are_asked_for_again(tmp_path: Path) -> None:
    """Whoever types the faces is the judge."""
    game = tmp_path / "a.game"
    call("play", TABLE, "table", "--real-dice", "--game", game, text="mirror\n")
    silent = shown_to(call("play", "--game", game, text="")[2])
    talk = shown_to(call("play", "--game", game, text="view\n")[2])
    shown = done("view", game, "--as", "judge").rstrip("\n")
    assert silent.count("rolls d6") == 1
    assert talk == f"{silent}\n{shown}\n\n{silent[silent.index('north side rolls') :]}"


@pytest.mark.parametrize("line", ["quit\n", "QUIT \n"])
@pytest.mark.parametrize("given", [(), ("--as", "north_side"), ("--json",)])
def test_who_quits_finds_the_game_as_it_was(
    tmp_path: Path, line: str, given: tuple[str, ...]
) -> None:
    """As where the input ends, and with nothing on stdout."""
    game = tmp_path / "a.game"
    code, out, talk = call(*PLAY, game, *given, text=line)
    assert (code, out) == (1, "")
    assert "the game is kept" in talk
    before = game.read_bytes()
    assert call("play", "--game", game, *given, text=line)[0] == 1
    assert game.read_bytes() == before
    done("play", "--game", game, text="mirror\ncrown\n2\n1\n")
    assert data("verify", game)["fault"] == ""


SOLO = ("--seat", "south_side=policy:plain")


def test_an_answer_is_taken_back_at_the_next_prompt(tmp_path: Path) -> None:
    """With what the policies of all others made of it; other answers then count."""
    game = tmp_path / "a.game"
    typed = "undo\nmirror\nUndo\nundo\nbutton\n1\n"
    code, _, talk = call(*PLAY, game, *SOLO, text=typed)
    assert code == 0, talk
    assert talk.count("  taken back\n") == 1
    assert talk.count("you have chosen nothing that could be taken back") == 2
    other = tmp_path / "b.game"
    done(*PLAY, other, *SOLO, text="button\n1\n")
    counts = [each for each in texts(game) if not each.startswith("back to ")]
    assert counts == texts(other)
    assert data("verify", game)["fault"] == ""


def test_who_plays_with_others_leaves_it_to_the_umpire(tmp_path: Path) -> None:
    """Whatever they could have seen: whether they could is not said."""
    game = tmp_path / "a.game"
    call(*PLAY, game, text="mirror\n")
    before = game.read_bytes()
    for given in ((), ("--as", "south_side")):
        _, _, talk = call("play", "--game", game, *given, text="undo\n")
        assert "umpire takes back, with 'umpire undo'" in talk
        assert game.read_bytes() == before


def test_the_judge_takes_back_his_ruling(tmp_path: Path) -> None:
    """Where nobody else could have seen what came of it."""
    game = tmp_path / "week.game"
    code, _, talk = call(*WEEK, game, text="1\nundo\n")
    assert code == 1
    assert talk.count("  taken back\n") == 1
    assert texts(game)[-1] == "back to 0"
    assert data("verify", game)["fault"] == ""


GUNFIGHT = ("play", "rencounter", "gunfight", "--seed", "c", "--game")
ALONE = ("--as", "law", "--seat", "outlaws=policy:cautious")
SHARED = ("--seat", "outlaws=policy:cautious")


QUESTIONS = (
    ("The order for", "order"),
    ("Who acts next", "man"),
    ("What marshal does", "action"),
    ("How marshal goes", "gait"),
    ("Which way marshal goes", "way"),
)


def asks(talk: str) -> list[str]:
    """Return what was asked, in order, each by how its question begins."""
    asked = [line for line in talk.splitlines() if line.startswith("law chooses: ")]
    return [
        next(name for begins, name in QUESTIONS if begins in line) for line in asked
    ]


def test_back_leads_to_the_question_from_which_this_one_followed(
    tmp_path: Path,
) -> None:
    game = tmp_path / "a.game"
    begun = "each for himself\nmarshal\nmove half\nwalk\n"
    text = f"{begun}back\nback\nback\n"
    talk = call(*GUNFIGHT, game, *SHARED, text=text)[2]
    assert asks(talk) == [
        *("order", "man", "action", "gait", "way"),
        *("gait", "action", "man"),
    ]
    assert talk.count("taken back") == 3
    done("verify", game)


def test_back_takes_back_no_dice(tmp_path: Path) -> None:
    """Where something fell since, the order is carried out; 'undo' says more."""
    game = tmp_path / "a.game"
    talk = call(*GUNFIGHT, game, *SHARED, text="each for himself\nback\n")[2]
    assert "dice fell, or others chose" in talk
    assert asks(talk) == ["order", "man", "man"]


def test_who_sits_alone_against_policies_takes_back(tmp_path: Path) -> None:
    """Also at a shared file; the dice fall again as they fell."""
    game = tmp_path / "a.game"
    text = "each for himself\nmarshal\nback\nundo\nundo\n"
    talk = call(*GUNFIGHT, game, *ALONE, text=text)[2]
    assert asks(talk) == ["order", "man", "action", "man", "order", "order"]
    assert "you have chosen nothing" in talk
    done("verify", game)


def test_what_was_answered_before_is_the_umpires_to_take_back(tmp_path: Path) -> None:
    """He may have ruled in between, which a refusal must not tell."""
    game = tmp_path / "a.game"
    call(*GUNFIGHT, game, *ALONE, text="each for himself\nmarshal\n")
    talk = call("play", "--game", game, "--as", "law", text="move half\nundo\nundo\n")
    assert "taken back" in talk[2]
    assert "answered before you came" in talk[2]


def test_a_player_makes_nobody_a_policy_to_take_back(tmp_path: Path) -> None:
    """What the game keeps counts, not what a command says of the others."""
    game = tmp_path / "a.game"
    given = ("play", "rencounter", "gunfight", "--seed", "oak", "--game", game)
    call(*given, "--seat", "law=later", "--seat", "outlaws=later", text="")
    text = "each for himself\nundo\n"
    mine = ("--as", "law", "--seat", "outlaws=policy:cautious")
    talk = call("play", "--game", game, *mine, text=text)[2]
    assert "its umpire takes back" in talk


def test_only_the_umpire_takes_back_where_people_play(tmp_path: Path) -> None:
    given = ("play", "rencounter", "gunfight", "--seed", "oak", "--game")
    seats = ("--as", "law", "--seat", "outlaws=later")
    text = "each for himself\nundo\n"
    talk = call(*given, tmp_path / "a.game", *seats, text=text)[2]
    assert "its umpire takes back" in talk


@pytest.mark.parametrize("ruling", ["keys", "file", "order"])
def test_what_the_umpire_has_ruled_since_is_not_taken_back(
    tmp_path: Path, ruling: str
) -> None:
    """At his keys, in a file or in a command: what came before the player did."""
    pack, game = tmp_path / "pack", tmp_path / "a.game"
    pack.mkdir()
    (pack / "ruleset.yaml").write_text(RULED, encoding="utf-8")
    call("play", pack, "one", "--game", game, "--as", "ann", text="2\n")
    if ruling == "keys":
        done("play", "--game", game, "--as", "judge", text="4\n")
    elif ruling == "file":
        (tmp_path / "rulings.yaml").write_text("price: 4\n", "utf-8")
        call("play", "--game", game, "--answers", tmp_path / "rulings.yaml")
    else:
        call("play", "--game", game, "--answer", "price=4")
    assert "price: 4" in " ".join(texts(game))
    talk = call("play", "--game", game, "--as", "ann", text="undo\n1\n")[2]
    assert "answered before you came" in talk
    assert "taken back" not in talk


@pytest.mark.parametrize(
    ("event", "is_by_another"),
    [
        ({"event": "choice", "by": "person", "seat": "ann"}, False),
        ({"event": "choice", "by": "file", "seat": "ann"}, False),
        ({"event": "choice", "by": "policy:first", "seat": "bob"}, False),
        ({"event": "choice", "by": "default", "seat": "judge"}, False),
        ({"event": "roll"}, False),
        ({"event": "choice", "by": "person", "seat": "judge"}, True),
        ({"event": "choice", "by": "file", "seat": "bob"}, True),
        ({"event": "choice", "by": "given", "seat": "judge"}, True),
        ({"event": "roll", "typed": True}, True),
    ],
)
def test_what_came_of_another_person(
    event: dict[str, object], is_by_another: bool
) -> None:
    """In a game that somebody else writes to while a player sits at his prompt."""
    assert _is_by_another(event, "ann") is is_by_another
