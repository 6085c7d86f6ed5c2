"""A command that is refused begins no game."""

from pathlib import Path

import pytest

from tests.games.playing import NORTH, SOUTH, TABLE, call, done

TWICE = "- {target: mirror}\n- {target: none}\n"


@pytest.mark.parametrize(
    ("code", "words", "text", "said"),
    [
        (
            2,
            ("--answer", "target=mirror", "--answer", "target=none"),
            "",
            "several answers to 'target'",
        ),
        (2, ("--answers", "-"), TWICE, "several answers to 'target'"),
        (2, ("--answers", "-"), TWICE.splitlines()[0], "several answers to 'target'"),
        (2, ("--answer", "token=mirror"), "", "unknown question 'token'"),
        (2, ("--answer", "target"), "", "has no value"),
        (3, ("--answer", "target=owl"), "", "owl"),
        (3, ("--answers", "missing.yaml"), "", "missing.yaml"),
        (2, ("--as", NORTH, "--answer", "target=mirror"), "", "exclude each other"),
        (2, ("--as", NORTH, "--seat", f"{SOUTH}=person"), "", "nobody else"),
        (2, ("--as", "west_side"), "", "unknown seat 'west_side'"),
        (2, ("--seat", f"{SOUTH}=policy:owl"), "", "owl"),
        (2, ("--seat", f"{SOUTH}=owl"), "", "nobody who could answer"),
        (2, ("--with", "owl=1"), "", "unknown argument 'owl'"),
        (2, ("--words", "--as", NORTH), "", "exclude each other"),
    ],
)
def test_a_refused_command_leaves_no_file(
    tmp_path: Path, code: int, words: tuple[str, ...], text: str, said: str
) -> None:
    """The corrected one then begins the game, with a seed of its own."""
    game = tmp_path / "a.game"
    begun = ("play", TABLE, "table", "--game", game, "--seed", "one")
    found, _, talk = call(*begun, *words, text=text)
    assert (found, said in talk) == (code, True), talk
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("given", [(), ("--answer", "target=none")])
def test_answers_are_read_once(tmp_path: Path, given: tuple[str, ...]) -> None:
    """From a file or from stdin, in a game that begins and in one that goes on."""
    game = tmp_path / "a.game"
    begun = ("play", TABLE, "table", "--game", game, "--seed", "one", *given)
    done(*begun, "--answers", "-", text="{target: none, bid: 1}\n")
    done("play", "--game", game, "--answers", "-", text="{target: none, bid: 1}\n")
