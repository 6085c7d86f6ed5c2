"""`play --map FILE` keeps a map in a file: of one who may see it, and of now."""

from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace

from interpreter.app.maps import Plans
from interpreter.app.playing.map_file import ComparedMaps
from interpreter.maps.plan import PieceState
from tests.games.playing import call
from tests.maps.test_moves import ANN, MOVED_ANN, plan_of

GUNFIGHT = ("rencounter", "gunfight")


def play(folder: Path, *more: object, text: str = "", name: str = "m.svg") -> str:
    """Play as far as the lines go, and return the map that was kept."""
    game = folder / "a.game"
    begin = () if game.exists() else (*GUNFIGHT, "--seed", "3")
    words = ("--game", game, "--map", folder / name)
    call("play", *begin, *words, *more, text=text)
    return (folder / name).read_text("utf-8")


@pytest.mark.parametrize(
    ("players", "whose"),
    [
        (("--seat", "outlaws=policy:cautious"), "law"),
        (("--seat", "law=later"), "outlaws"),
        ((), "everyone"),
        (("--as", "law"), "law"),
        (("--as", "judge"), "judge"),
        (("--seat", "law=later", "--seat", "outlaws=later"), "judge"),
    ],
)
def test_it_is_the_map_of_who_is_at_the_keys(
    tmp_path: Path, players: tuple[str, ...], whose: str
) -> None:
    assert f"as {whose} knows it" in play(tmp_path, *players)


def test_it_is_written_again_when_something_moved(tmp_path: Path) -> None:
    """For the same looker, so that no title makes the difference."""
    first = play(tmp_path, "--as", "judge")
    bold = ("--seat", "law=policy:bold", "--seat", "outlaws=policy:bold")
    again = play(tmp_path, *bold)
    assert "as judge knows it" in first
    assert "as judge knows it" in again
    assert first != again


def test_a_page_is_read_again_by_the_browser(tmp_path: Path) -> None:
    page = play(tmp_path, "--as", "law", name="m.html")
    assert '<meta http-equiv="refresh"' in page
    assert "data:image/svg+xml;base64," in page
    assert "<script" not in page


@pytest.mark.parametrize("name", ["m.png", "m", "m.txt"])
def test_another_kind_of_file_is_refused_before_anything_is_played(
    tmp_path: Path, name: str
) -> None:
    game = tmp_path / "a.game"
    code, _, talk = call(
        "play", *GUNFIGHT, "--game", game, "--seed", "3", "--map", tmp_path / name
    )
    assert code == 3
    assert ".svg" in talk
    assert ".html" in talk
    assert not game.exists()


def test_nobody_else_may_read_it(tmp_path: Path) -> None:
    play(tmp_path, "--as", "law")
    assert (tmp_path / "m.svg").stat().st_mode & 0o077 == 0


def test_it_shows_what_moved_since_the_player_answered(tmp_path: Path) -> None:
    """However many answers of others came between, and nothing when play begins."""
    assert "moved: " not in play(tmp_path, "--as", "judge")
    bold = ("--seat", "law=policy:bold", "--seat", "outlaws=policy:bold")
    assert "<title>moved: " in play(tmp_path, *bold)


def test_maps_are_compared_with_what_the_same_player_was_shown() -> None:
    """From answer to answer; an answer that is taken back ends the comparison, and so
    does another at the keys."""
    first, second, third = (cast(Plans, (name,)) for name in "abc")
    shown = ComparedMaps("law", 0).followed("law", 0, first)
    assert shown.before == ()
    answered = shown.followed("law", 1, second)
    assert answered.before == first
    later = answered.followed("law", 1, third)
    assert later.before == first
    assert later.followed("law", 2, first).before == third
    assert later.followed("law", 0, first).before == ()
    assert later.followed("outlaws", 3, first).before == ()


def test_others_see_what_moved_last() -> None:
    """However often the map changed since in other ways."""
    first, second = ((plan_of(piece),) for piece in (ANN, MOVED_ANN))
    wounded = PieceState("wounded", 0)
    third = (plan_of(replace(MOVED_ANN, state=wounded)),)
    shown = ComparedMaps("judge", None).followed("judge", None, first)
    changed = shown.followed("judge", None, second)
    assert changed.before == first
    for later in (second, third):
        changed = changed.followed("judge", None, later)
        assert changed.before == first
