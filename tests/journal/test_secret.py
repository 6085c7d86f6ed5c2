"""The secret of the dice: its owner's alone, and the one that was promised."""

import os
from pathlib import Path

import pytest

from interpreter.diagnostics import GameFileError
from interpreter.journal.secret import (
    commitment,
    find,
    fresh,
    keep,
    keys_of,
    secret_file,
)
from tests.journal.faults import Killed, MortalDisk

SECRET = bytes(range(32))


def test_what_was_kept_is_found(tmp_path: Path) -> None:
    """It lies beside the game, and others may not read it."""
    game = tmp_path / "a.game"
    keep(game, SECRET)
    assert find(game, commitment(SECRET)) == SECRET
    if os.name == "posix":
        assert secret_file(game).stat().st_mode & 0o777 == 0o600


def test_another_secret_is_refused(tmp_path: Path) -> None:
    """Who exchanged it is found out; so is who cut it or lost it."""
    game = tmp_path / "a.game"
    with pytest.raises(GameFileError, match="cannot be read"):
        find(game, commitment(SECRET))
    keep(game, SECRET[::-1])
    with pytest.raises(GameFileError, match="not the secret"):
        find(game, commitment(SECRET))
    secret_file(game).write_bytes(b"\xff\xff")
    with pytest.raises(GameFileError, match="not the secret"):
        find(game, commitment(SECRET))


def test_what_lay_there_is_put_aside_and_found_again(tmp_path: Path) -> None:
    """It may be that of a game whose file was lost and is brought back later."""
    game = tmp_path / "[a].game"
    assert keep(game, SECRET) is None
    aside = keep(game, SECRET[::-1])
    assert aside is not None
    with pytest.raises(GameFileError) as told:
        find(game, commitment(SECRET))
    assert told.value.hint == f"it was put aside: '{aside}'; move it back"
    aside.rename(secret_file(game))
    assert find(game, commitment(SECRET)) == SECRET


@pytest.mark.skipif(os.name != "posix", reason="modes are those of POSIX")
def test_a_secret_that_others_may_read_is_refused_for_play(tmp_path: Path) -> None:
    """It says how that is mended; who only looks at an opened game may read it."""
    game = tmp_path / "a.game"
    keep(game, SECRET)
    secret_file(game).chmod(0o644)
    with pytest.raises(GameFileError) as told:
        find(game, commitment(SECRET), private=True)
    assert told.value.hint.startswith("chmod 600")
    assert find(game, commitment(SECRET)) == SECRET


def test_killed_while_it_is_kept(tmp_path: Path) -> None:
    """It is there whole or not at all."""
    for last in range(6):
        game = tmp_path / f"{last}.game"
        disk = MortalDisk(last, half=True)
        try:
            keep(game, SECRET, disk)
        except Killed:
            disk.leave()
        disk.lose_power()
        if secret_file(game).exists():
            assert find(game, commitment(SECRET)) == SECRET


def test_a_secret_is_two_keys() -> None:
    """Each random and of 32 bytes; in format 1 one key serves for both."""
    made = {fresh() for _ in range(20)}
    assert len(made) == 20
    assert {len(each) for each in made} == {32}
    one, other, *_ = made
    assert keys_of(one + other) == (one, other)
    assert keys_of(one) == (one, one)
    assert commitment(one + other) != commitment(one)
