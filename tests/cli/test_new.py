"""`umpire new`: what it prints is true, and each command that it prints works."""

import shlex
from pathlib import Path

import pytest

from tests.cli.calling import HELLO, ROOT, call

TABLE = str(ROOT / "tests" / "packs" / "answering")
BOARD = str(ROOT / "tests" / "packs" / "outposts")
WAYS = {
    "nothing": ("--from-nothing",),
    "house rules": ("--extends", str(ROOT / HELLO)),
    "house rules of a board": ("--extends", BOARD),
    "a scenario": ("--scenario", TABLE),
    "another scenario": ("--scenario", BOARD, "--like", "ridge"),
    "a published one": ("--extends", "concealment"),
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_the_commands_work_as_printed(way: tuple[str, ...], tmp_path: Path) -> None:
    """Each of the three; a game waits for its first answer."""
    called = call("new", "deep/in/my rules", *way, folder=tmp_path)
    assert called.code == 0, called
    _, _, after = called.out.partition("What to do next:\n")
    commands = [shlex.split(line) for line in after.splitlines()]
    assert len(commands) == 3
    for name, *words in commands:
        assert name == "umpire"
        done = call(*words, folder=tmp_path)
        waits = words[0] == "play" and "was to be answered" in done.talk
        assert done.code == 0 or waits, (words, done)


def test_commands_of_comments_work(tmp_path: Path) -> None:
    """Those that the files name, too."""
    call("new", "my rules", "--from-nothing", folder=tmp_path)
    call("new", "my house", "--extends", "concealment", folder=tmp_path)
    tried = 0
    for file in tmp_path.rglob("*.yaml"):
        for line in file.read_text(encoding="utf-8").splitlines():
            before, sign, command = line.partition("umpire ")
            if sign and line.startswith("#") and "'" not in before:
                words = shlex.split(command)
                words = [word.replace("NAME", "shooting modifiers") for word in words]
                assert call(*words, folder=tmp_path).code == 0, line
                tried += 1
    assert tried >= 5


def test_a_base_with_errors(tmp_path: Path) -> None:
    """They are said, and nothing is written."""
    (tmp_path / "broken").mkdir()
    text = "name: broken\nformulas:\n  one: {is: two}\n"
    (tmp_path / "broken" / "ruleset.yaml").write_text(text, encoding="utf-8")
    for way in ("--extends", "--scenario"):
        called = call("new", "mine", way, "broken", folder=tmp_path)
        assert called.code == 3
        assert "ruleset.yaml:3:13" in called.talk
        assert not (tmp_path / "mine").exists()


def test_house_rules_for_house_rules(tmp_path: Path) -> None:
    """And for a pack of the folder's own name."""
    call("new", "concealment", "--extends", "concealment", folder=tmp_path)
    called = call("check", "--quick", "./concealment", folder=tmp_path)
    assert called.code == 0, called
    call("new", "second", "--extends", "./concealment", folder=tmp_path)
    called = call("check", "--quick", "--strict", "second", folder=tmp_path)
    assert called.code == 0, called
    assert call("test", "second", "--own", folder=tmp_path).code == 0


def test_a_scenario_has_a_name_of_its_own(tmp_path: Path) -> None:
    """Also in a folder with the name of a scenario of the pack."""
    called = call("new", "ridge", "--scenario", BOARD, folder=tmp_path)
    assert called.code == 0, called
    assert call("check", "./ridge", folder=tmp_path).code == 0


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    called = call("new", "file/mine", "--from-nothing", folder=tmp_path)
    assert called.code == 3
    assert "cannot be written" in called.talk
    assert call("new", "", "--from-nothing", folder=tmp_path).code == 3
