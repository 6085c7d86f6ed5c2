"""Bad input: a clear error, the documented code, and the game as it was."""

import json
from pathlib import Path

import pytest

from interpreter.journal.journal import line_of, lines_of, opened
from tests.games.playing import CAREFUL, LATER, NORTH, TABLE, begin, call, data, done

LOOKS = (
    ("view", "{}", "--as", "judge"),
    ("log", "{}"),
    ("replay", "{}"),
    ("verify", "{}"),
    ("handout", "{}", "--as", NORTH, "{}-out"),
    ("undo", "{}", "--to", "0", "--consent"),
    ("play", "--game", "{}", *CAREFUL),
)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game that two policies have played."""
    path = tmp_path / "a.game"
    done("play", TABLE, "table", "--game", path, "--seed", "one", *CAREFUL)
    return path


def every(path: Path) -> list[tuple[int, str, str]]:
    """Return what each verb says of a game."""
    return [call(*(each.replace("{}", str(path)) for each in one)) for one in LOOKS]


def rewritten(path: Path, *changes: tuple[int, str, str]) -> None:
    """Change texts of lines, from 0, and give all lines the hashes they then need."""
    written, before = b"", ""
    for number, event in enumerate(lines_of(path.read_bytes()).events):
        body = {key: value for key, value in event.items() if key != "hash"}
        line, _ = line_of(body, before)
        text = line.decode().rpartition(', "hash"')[0] + "}"
        for at, one, other in changes:
            if at == number:
                assert one in text
                text = text.replace(one, other)
        line, before = line_of(json.loads(text), before)
        written += line
    path.write_bytes(written)


def test_a_damaged_game(game: Path) -> None:
    """Every verb says so, with the line, and changes nothing."""
    data = bytearray(game.read_bytes())
    data[len(data) // 2] ^= 1
    game.write_bytes(data)
    for code, out, talk in every(game):
        assert (code, out) == (5, "")
        assert "is damaged" in talk
    assert game.read_bytes() == data


def test_a_torn_game(game: Path) -> None:
    """Who looks says so and touches nothing; who plays on keeps it beside."""
    whole = game.read_bytes()
    game.write_bytes(whole + b'{"event": "choi')
    # done with a warning: what was torn was never acknowledged, so nothing is missing
    code, out, talk = call("verify", game)
    assert code == 0
    assert "follow each other and the rules" in out
    assert "umpire: the last line was torn while it was written (15 bytes)" in talk
    assert data("verify", game)["torn"] == 15
    assert game.read_bytes() != whole
    code, _, talk = call("play", "--game", game)
    assert code == 0
    assert "it is kept in" in talk
    assert game.read_bytes() == whole


def test_a_busy_game(game: Path) -> None:
    """Another command writes: it is said at once; looking is allowed."""
    with opened(game):
        for verb in (("undo", game, "--consent"), ("play", "--game", game)):
            code, out, talk = call(*verb)
            assert (code, out) == (5, "")
            assert "another command is writing" in talk
        assert call("log", game)[0] == 0


def test_a_lost_or_other_secret(game: Path) -> None:
    """Nobody plays on with other dice; verify says that it cannot."""
    secret = game.with_name("a.game.secret")
    kept = secret.read_bytes()
    secret.unlink()
    assert call("play", "--game", game)[0] == 5
    code, out, _ = call("verify", game)
    assert code == 1
    assert "no roll was recomputed" in out
    secret.write_bytes(kept[::-1].strip() + b"\n")
    secret.chmod(0o600)
    for code, _, talk in every(game):
        assert code == 5
        assert "secret" in talk


def test_a_forged_roll_is_found(game: Path) -> None:
    """Even when every hash was made anew."""
    rewritten(game, (2, '"faces": [6]', '"faces": [5]'))
    code, out, _ = call("verify", game)
    assert code == 1
    assert "event 2 does not fit: the result does not follow from the secret" in out
    assert call("log", game)[0] == 5
    assert call("undo", game, "--consent")[0] == 5


@pytest.mark.parametrize(
    ("at", "one", "other"),
    [
        (1, '"id": "mirror"', '"id": "crown"'),
        (1, '"id": "mirror"', '"id": "nobody"'),
        (1, '"seat": "north_side"', '"seat": "south_side"'),
        (1, '"values": [', '"values": [[null, null], '),
        (1, '"event": "choice"', '"event": "roll"'),
        (1, '"event": "choice"', '"event": "dance"'),
        (1, '"at": "grab', '"et": "grab'),
        (2, '"faces": [6]', '"faces": [7]'),
        (2, '"faces": [6]', '"faces": 6'),
        (2, '"key": [', '"key": [1, '),
        (2, '"event": "roll"', '"event": ["roll"]'),
        (0, '"scenario": "table"', '"scenario": 7'),
        (0, '"with": []', '"with": 5'),
        (0, '"chain": [[', '"chain": [[[], '),
    ],
)
def test_a_forged_line_is_found(game: Path, at: int, one: str, other: str) -> None:
    """What the rules do not allow is no game, whatever its hashes say."""
    rewritten(game, (at, one, other))
    before = game.read_bytes()
    for code, _, talk in every(game):
        assert code in (1, 2, 3, 5), talk
    assert game.read_bytes() == before


def test_other_words_for_a_game_that_goes_on(game: Path) -> None:
    """Another pack, scenario, option or seed is refused in mid-game."""
    before = game.read_bytes()
    for given, code in (
        (("tests/packs/hiding", "meadow"), 3),
        ((TABLE, "tabel"), 3),
        ((TABLE, "table", "bids"), 3),
        ((TABLE, "table", "--option", "fog=yes"), 2),
        ((TABLE, "table", "--with", "who=north_side"), 3),
        ((TABLE, "table", "--seed", "two"), 2),
        ((TABLE, "table", "--real-dice"), 3),
        ((TABLE, "table", "--seat", "east=later"), 2),
        ((TABLE, "table", "--seat", "north_side=nobody"), 2),
        ((TABLE, "table", "--seat", "north_side=policy:brave"), 2),
        ((TABLE, "table", "--answer", "targt=crown"), 2),
    ):
        found, out, talk = call("play", *given, "--game", game)
        assert (found, out) == (code, ""), (given, talk)
        assert talk
    assert game.read_bytes() == before


def test_a_refused_beginning_leaves_no_game(tmp_path: Path) -> None:
    """Nothing is made before all words are understood."""
    for given in (
        (TABLE, "nowhere"),
        (TABLE, "table", "--option", "fog=yes"),
        ("nowhere", "table"),
    ):
        assert call("play", *given, "--game", tmp_path / "a.game")[0] in (2, 3)
    assert not list(tmp_path.iterdir())


def test_a_game_in_a_folder_that_is_not_there(tmp_path: Path) -> None:
    """It is said so, and no folder is made."""
    code, _, talk = call("play", TABLE, "table", "--game", tmp_path / "b" / "a.game")
    assert code == 5
    assert "no such file" in talk
    assert not list(tmp_path.iterdir())


def test_a_folder_for_a_game(tmp_path: Path) -> None:
    """It is no file."""
    assert call("play", TABLE, "table", "--game", tmp_path)[0] == 5
    assert call("log", tmp_path)[0] == 5


def test_an_unreadable_answer(tmp_path: Path) -> None:
    """No YAML, no map, no token: one error each, and the game is as it was."""
    game, file = tmp_path / "a.game", tmp_path / "reply"
    begin(game)
    before = game.read_bytes()
    for text in ("", "hello", "[1, 2]", "token: x", "answer: y", "{a: [", "\0"):
        file.write_text(text, "utf-8")
        code, out, talk = call("answer", game, file)
        assert (code, out) == (3, ""), text
        assert talk
    assert game.read_bytes() == before


def test_a_game_that_was_lost_leaves_its_secret(tmp_path: Path) -> None:
    """A new one begins in its place; the copy that is brought back finds its secret."""
    game, secret = tmp_path / "a.game", tmp_path / "a.game.secret"
    begin(game)
    copy, before = game.read_bytes(), secret.read_bytes()
    game.write_bytes(b"")
    talk = call("play", TABLE, "table", "--game", game, "--seed", "two", *LATER)[2]
    (aside,) = tmp_path.glob("a.game.secret.before-*")
    assert f"was found there and is kept in '{aside}'" in talk
    assert aside.read_bytes() == before
    game.write_bytes(copy)
    code, _, talk = call("view", game, "--as", NORTH)
    assert (code, f"'{aside}'; move it back" in talk) == (5, True)
    aside.replace(secret)
    done("view", game, "--as", NORTH)


def test_who_looks_may_be_everyone_or_the_judge(tmp_path: Path) -> None:
    """A seat that is not there is answered with all who may look."""
    game = tmp_path / "a.game"
    begin(game)
    code, _, talk = call("view", game, "--as", "nobody")
    assert code == 2
    assert "there are: everyone, judge, north_side, south_side" in talk


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--as", "east_side"), "unknown seat 'east_side'"),
        (("--seat", "east_side=later"), "unknown seat 'east_side'"),
        (("--seat", f"{NORTH}=policy:nobody"), "unknown policy 'nobody'"),
    ],
)
def test_no_game_is_begun_for_who_is_not_there(
    given: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    """The command mended is a beginning again, with its own seed."""
    game = tmp_path / "a.game"
    code, _, talk = call("play", TABLE, "table", "--game", game, *given)
    assert (code, said in talk) == (2, True)
    assert not list(tmp_path.iterdir())
    done("play", TABLE, "table", "--game", game, "--seed", "one", *CAREFUL)
