"""A command is killed at every act of the disk; the next one goes on by itself."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from interpreter.journal.secret import Disk
from tests.games.playing import (
    CAREFUL,
    NORTH,
    TABLE,
    begin,
    call,
    data,
    question,
    reply,
)
from tests.journal.faults import Killed

ACTS = (
    "open",
    "write",
    "fsync",
    "fsync_folder",
    "rename",
    "truncate",
    "remove",
    "close",
)


class Death:
    """Ends the command before an act of the disk, counted from 0; -1: never."""

    def __init__(self, patch: pytest.MonkeyPatch, last: int) -> None:
        self.acts = 0
        self.last = last
        self.dead = False
        self.open: list[int] = []
        for name in ACTS:
            patch.setattr(Disk, name, self.mortal(name, getattr(Disk, name)))

    def mortal(self, name: str, act: Callable[..., Any]) -> Callable[..., Any]:
        """Return an act that may be the last; syncing itself is left out."""

        def acts(disk: Disk, *given: Any) -> Any:
            self.acts += 1
            self.dead = self.dead or self.acts - 1 == self.last
            if self.dead and name == "close":
                return act(disk, *given)  # the system closes what a process leaves
            if self.dead:
                if name == "write" and self.acts - 1 == self.last:
                    act(disk, given[0], given[1][: len(given[1]) // 2])
                raise Killed
            return None if name.startswith("fsync") else act(disk, *given)

        return acts


def killed(last: int, *given: object) -> int:
    """Run a command that is killed before an act; return how many there were."""
    with pytest.MonkeyPatch.context() as patch:
        death = Death(patch, last)
        try:
            call(*given)
        except Killed:
            assert death.dead
    return death.acts


def test_play_is_killed(tmp_path: Path) -> None:
    """From the first act of the beginning to the last: the same game in the end."""
    begun = ("play", TABLE, "table", "--seed", "one", *CAREFUL, "--game")
    acts = killed(-1, *begun, tmp_path / "whole.game")
    assert acts > 10
    for last in range(acts):
        game = tmp_path / f"{last}.game"
        killed(last, *begun, game)
        lines = game.read_bytes().count(b"\n") if game.exists() else 0
        first = ("play", *CAREFUL, "--game") if lines else begun
        if game.exists() and not lines:
            code, out, talk = call("play", "--game", game)
            assert (code, out) == (2, "")
            assert f"PACK is missing: no game was begun in '{game}'" in talk
            assert call("view", game, "--as", "judge")[0] == 5
        code, _, talk = call(*first, game)
        assert code == 0, (last, talk)
        assert data("replay", game)["result"] == 11
        told = data("verify", game)
        assert (told["events"], told["fault"], told["torn"]) == (7, "", 0)


def test_answer_is_killed(tmp_path: Path) -> None:
    """The answer is in the game once: by the killed command, or by the next."""
    whole = tmp_path / "whole.game"
    begin(whole)
    token = question(whole, NORTH)["token"]
    file = tmp_path / "reply"
    file.write_text(f"token: {token}\nanswer: mirror\n", "utf-8")
    text, secret = whole.read_bytes(), whole.with_name("whole.game.secret").read_bytes()
    for last in range(8):
        game = tmp_path / f"{last}.game"
        game.write_bytes(text)
        beside = game.with_name(f"{last}.game.secret")
        beside.write_bytes(secret)
        beside.chmod(0o600)
        killed(last, "answer", game, file)
        code = reply(game, token, "mirror")[0]
        assert code in (0, 3)
        lines = [each["text"] for each in data("log", game)["events"]]
        assert lines[0] == "target: mirror (file)"
        assert 1 <= len(lines) <= 2
        assert data("verify", game)["fault"] == ""
