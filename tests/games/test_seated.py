"""Two sit at two terminals and play one game by turns, each shown only what is its."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from interpreter.journal.journal import Busy, opened
from tests.games.playing import (
    CAREFUL,
    NORTH,
    PACKS,
    SOUTH,
    TABLE,
    call,
    data,
    done,
    texts,
)
from tests.games.test_play import ALL, without

HIDING = str(PACKS / "hiding")
BEGUN = ("play", TABLE, "table", "--seed", "one", "--game")
WAITS = "is asked nothing now; the game waits for others\n"


def seated(game: Path, seat: str, *more: object, text: str = "") -> tuple[str, str]:
    """Return what a seat that sits at a game reads: stdout and stderr."""
    code, out, talk = call("play", "--game", game, "--as", seat, *more, text=text)
    assert code == 0, talk
    return out, talk


def test_two_terminals_play_one_game_by_turns(tmp_path: Path) -> None:
    """Whoever begins; who comes too early is told to wait, and nothing is written."""
    game = tmp_path / "a.game"
    assert done(*BEGUN, game, "--as", NORTH, text="mirror\n") == f"north side {WAITS}"
    before = game.read_bytes()
    assert seated(game, NORTH)[0] == f"north side {WAITS}"
    assert game.read_bytes() == before
    # both bid at once: the south first, though the north is the first to be asked
    out, talk = seated(game, SOUTH, text="crown\n1\n")
    assert out == f"south side {WAITS}"
    assert talk.count("south side sees\n") == 1, "the whole view is shown once"
    assert "south side sees now\n  piece crown: taken yes\n" in talk
    assert seated(game, NORTH, text="2\n")[0] == "the game is at its end\n"
    assert seated(game, SOUTH)[0] == "the game is at its end\n"
    bids = {ALL[4]: 5, ALL[5]: 4}
    wanted = [ALL[bids.get(each, at)] for at, each in enumerate(ALL)]
    assert without(texts(game)) == without(wanted)
    assert data("verify", game)["fault"] == ""


def test_alone_against_a_policy(tmp_path: Path) -> None:
    """All others are policies, and what they do comes about at once."""
    game = tmp_path / "a.game"
    others = ("--seat", f"{SOUTH}=policy:careful")
    out = done(*BEGUN, game, "--as", NORTH, *others, text="mirror\n2\n")
    assert out == "the game is at its end\n"
    assert sorted(without(texts(game))) == sorted(without(ALL))


def test_the_judge_sits_there_too(tmp_path: Path) -> None:
    """He types what fell, and answers for nobody else."""
    game = tmp_path / "a.game"
    done("play", TABLE, "table", "--real-dice", "--game", game, "--as", NORTH, text="1")
    out = done("play", "--game", game, "--as", "judge", text="6\n")
    assert out == "the game waits for south side\n"
    assert texts(game)[1] == "die: d6 fell 6 [typed in]"


@pytest.mark.parametrize(
    "more",
    [
        ("--as", "nobody"),
        ("--as", NORTH, "--seat", f"{SOUTH}=person"),
        ("--as", NORTH, "--answer", "target=mirror"),
        ("--as", NORTH, "--answers", "x"),
    ],
)
def test_words_that_do_not_fit(tmp_path: Path, more: tuple[str, ...]) -> None:
    """An unknown seat, another person, an answer that is no line."""
    game = tmp_path / "a.game"
    done(*BEGUN, game, "--as", NORTH, text="mirror\n")
    before = game.read_bytes()
    code, out, talk = call("play", "--game", game, *more)
    assert (code, out) == (2, ""), talk
    assert game.read_bytes() == before


def test_what_the_other_does_in_secret_shows_nowhere(tmp_path: Path) -> None:
    """Where the north hid and how many markers it has: all that the south reads, and
    its mistakes, are the same."""
    said = set()
    for post, many in (("wood", "0"), ("hill", "3")):
        game = tmp_path / f"{post}.game"
        begun = ("play", HIDING, "meadow", "--seed", "one", "--game", game)
        done(*begun, "--as", NORTH, text=f"{post}\n")
        said.add(call("play", "--game", game, "--as", SOUTH, text="hill\n"))
        seated(game, NORTH, text=f"{many}\n")
        wrong = [
            call("play", "--game", game, "--as", SOUTH, *form, text=text)
            for text in ("owls\n", "marker 2\n", "9\n", "")
            for form in ((), ("--json",))
        ]
        assert {code for code, *_ in wrong} == {1, 3}
        said.add(tuple(wrong))
        out, talk = seated(game, SOUTH, "--json", text="1\n")
        assert json.loads(out.replace(str(game), "")) == {
            **{"format": 1, "game": "", "finished": False, "waiting": []}
        }
        said.add(talk)
    assert len(said) == 3


def test_rules_that_do_not_go_on_say_nothing_to_a_seat(tmp_path: Path) -> None:
    """What another's policy lacks is for the umpire; the seat reads one sentence."""
    game = tmp_path / "a.game"
    others = ("--seat", f"{SOUTH}=policy:bidding(1, 9)")
    code, out, talk = call(*BEGUN, game, "--as", NORTH, *others, text="none\n1\n")
    assert (code, out) == (3, "")
    assert talk.endswith(
        "umpire: the game cannot go on\n"
        "  hint: 'umpire play' without --as tells the umpire why\n"
    )


def test_others_may_write_while_a_seat_thinks(tmp_path: Path) -> None:
    """Its answer counts all the same, unless it is no longer what was asked."""
    game = tmp_path / "a.game"
    done(*BEGUN, game, "--as", NORTH, text="none\n")
    assert call("play", "--game", game, "--as", SOUTH, text="none\n")[0] == 1

    def thinking(seat: str) -> subprocess.Popen[str]:
        words = ("play", "--game", str(game), "--as", seat)
        pipe = subprocess.PIPE
        found = subprocess.Popen(
            [sys.executable, "-m", "interpreter", *words],
            **{"stdin": pipe, "stdout": pipe, "stderr": pipe, "encoding": "utf-8"},  # type: ignore[call-overload]
        )
        assert found.stderr is not None
        while "answer:" not in found.stderr.readline():
            pass
        return found

    north = thinking(NORTH)
    seated(game, SOUTH, text="1\n")
    assert north.communicate("2\n", timeout=60)[0] == "the game is at its end\n"
    assert texts(game)[-3:-1] == [
        "bid: south side: 1 (person)",
        "bid: north side: 2 (person)",
    ]
    done("undo", game, "--to", 2, "--consent")
    late, quick = thinking(NORTH), seated(game, NORTH, text="4\n")
    out, talk = late.communicate("5\n", timeout=60)
    assert out == quick[0] == f"north side {WAITS}"
    assert "meanwhile the game has gone on without this answer" in talk
    assert "bid: north side: 4 (person)" in texts(game)[-1]


def test_who_is_busy_is_waited_for(tmp_path: Path) -> None:
    """For some seconds, and no longer."""
    game = tmp_path / "a.game"
    done(*BEGUN, game, *CAREFUL)
    began = time.monotonic()
    with opened(game), pytest.raises(Busy):
        opened(game, patience=0.1)
    assert 0.1 <= time.monotonic() - began < 5
