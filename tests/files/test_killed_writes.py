"""What a killed verb leaves is gone after the next one into the same place."""

import os
import shutil
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from interpreter.files import single_file
from tests.files.test_links import BOARD, tree
from tests.games.playing import LATER, NORTH, SOUTH, TABLE, answered, call, done

pytestmark = pytest.mark.skipif(os.name != "posix", reason="processes are forked")

ACTS = ("replace", "unlink", "mkdir", "rmdir", "fchmod", "rename")


def mortal(act: Callable[..., Any], acts: list[str], last: int) -> Callable[..., Any]:
    """Return an act that kills its process when it would be the last, and then does
    not happen."""

    def done_or_dead(*given: Any, **named: Any) -> Any:
        if len(acts) == last:
            os.kill(os.getpid(), signal.SIGKILL)
        acts.append(act.__name__)
        return act(*given, **named)

    return done_or_dead


def killed(last: int, *given: object) -> bool:
    """Run a verb in a process that is killed before an act, counted from 0; False if it
    had come to its end before that."""
    child = os.fork()
    if not child:
        acts: list[str] = []
        for name in ACTS:
            setattr(os, name, mortal(getattr(os, name), acts, last))
        single_file.open_file = mortal(single_file.open_file, acts, last)
        code = 70
        try:
            code = call(*given)[0]
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return True
    assert os.WEXITSTATUS(status) == 0
    return False


def test_nothing_of_a_killed_handout_is_handed_to_another_seat(tmp_path: Path) -> None:
    """Killed at each act, over an older handout; then another seat gets the folder."""
    (tmp_path / "judge").mkdir()
    game, before = tmp_path / "judge" / "a.game", tmp_path / "before"
    done("play", TABLE, "table", "--game", game, "--seed", "one", *LATER)
    done("handout", game, "--as", NORTH, before)
    answered(game, NORTH, "mirror")
    done("handout", game, "--as", SOUTH, tmp_path / "south")
    expected = tree(tmp_path / "south")
    for last in range(100):
        folder = tmp_path / f"{last}"
        shutil.copytree(before, folder)
        folder.chmod(0o755)
        was_killed = killed(last, "handout", game, "--as", NORTH, folder)
        done("handout", game, "--as", SOUTH, folder)
        assert tree(folder) == expected, last
        assert folder.stat().st_mode & 0o077 == 0
        if not was_killed:
            break
    assert 14 <= last < 99  # two for each file and manifest, one for each question


def test_nothing_of_a_killed_map_stays_beside_the_next(tmp_path: Path) -> None:
    """Killed at each act; then the map of another seat is written to the same path."""
    (tmp_path / "judge").mkdir()
    game = tmp_path / "judge" / "a.game"
    seats = ("--seat", "red=later", "--seat", "blue=later", "--seed", "one")
    done("play", BOARD, "ridge", "--game", game, *seats)
    for last in range(20):
        folder = tmp_path / f"{last}"
        folder.mkdir()
        path = folder / "map.txt"
        was_killed = killed(last, "map", game, "--as", "red", "--out", path)
        done("map", game, "--as", "blue", "--out", path)
        assert [*tree(folder)] == ["map.txt"]
        if not was_killed:
            break
    assert 1 < last < 19


def test_another_file_beside_is_not_removed(tmp_path: Path) -> None:
    """Neither one that is called otherwise, nor what is no ordinary file, nor what is
    being written to another path."""
    path = tmp_path / "map.txt"
    given = ("map", BOARD, "--scenario", "ridge", "--out", path)
    done(*given)
    odd = "0" * 12
    names = (f".umpire-{odd}-{odd}.half", ".umpire.half", "map.txt.half", ".half")
    for name in names:
        (tmp_path / name).write_text("another", "utf-8")
    before = tree(tmp_path)
    done(*given)
    assert tree(tmp_path) == before
    for name in names:
        (tmp_path / name).unlink()
        (tmp_path / name).symlink_to(path)
    before = tree(tmp_path)
    done("schemas", tmp_path)
    after = tree(tmp_path)
    assert {name: after[name] for name in before} == before
