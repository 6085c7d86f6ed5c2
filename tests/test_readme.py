"""What the README shows is true: every ruleset checks, every command runs."""

import os
import re
import shlex
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest

from interpreter.cli.main import LATER, VERBS, main
from tests.sampled import sampled

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
FENCE = re.compile(r"```(\w*)\n(.*?)```", re.DOTALL)
FILE = re.compile(r"`([\w-]+/[\w-]+\.yaml)`")


def files() -> Iterator[tuple[str, str]]:
    """Yield each file of YAML with the name that the text before it gives."""
    for found in FENCE.finditer(README):
        if found[1] == "yaml":
            yield FILE.findall(README[: found.start()])[-1], found[2]


def commands() -> list[str]:
    """Return every command line, in order, but the gate that runs this test."""
    lines = [
        line
        for found in FENCE.finditer(README)
        if found[1] == "sh"
        for line in found[2].splitlines()
    ]
    return [line for line in lines if line != "./tools/check"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with every file of the README, in which we stand."""
    for name, text in files():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", StringIO(""))
    return tmp_path


def run(line: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """Run a command line of the README; `echo ... |` gives it its input."""
    typed, pipe, rest = line.rpartition("|")
    if pipe:
        said = shlex.split(typed)
        assert said[0] == "echo"
        monkeypatch.setattr(sys, "stdin", StringIO(" ".join(said[1:]) + "\n"))
    program, *given = shlex.split(rest)
    assert program in ("umpire", "./tools/umpire")
    return main(given)


def test_the_first_block_holds_exactly_two_commands() -> None:
    """The main job and the tests, each on a line of its own."""
    first = FENCE.search(README)
    assert first is not None
    lines = [line for line in first[2].splitlines() if line.strip()]
    assert len(lines) == 2
    assert lines[0].startswith("./tools/umpire run acks-reconnaissance reconnoiter")
    assert lines[1] == "./tools/check"


def test_the_first_ruleset_has_seven_lines() -> None:
    """As it says."""
    assert len(dict(files())["hello/ruleset.yaml"].splitlines()) == 7


def test_every_ruleset_checks(folder: Path) -> None:
    """Pasted into the folder that it names, it has no problems."""
    packs = sorted({name.partition("/")[0] for name, _ in files()})
    assert packs == ["hello", "my-house"]
    for pack in packs:
        assert main(["check", f"./{pack}", "--strict"]) == 0


CHECKED = "umpire check ./my-house"
"""What the test before does too, and more strictly."""


@pytest.mark.parametrize("line", sampled(commands(), lambda line: line != CHECKED))
def test_every_command_runs(
    line: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Typed as it stands, it ends with 0; a game waits where nobody answers."""
    assert os.listdir(folder)
    assert run(line, monkeypatch) == int(line.startswith("umpire play "))


def test_the_game_asks_and_can_be_looked_at(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first game that the README begins asks whom it says, and what it says next
    of looking at this game can be typed."""
    (line,) = [each for each in commands() if each.startswith("umpire play ")]
    patrol = "patrol_side chooses target: What sergeant searches"
    defence = "defence_side chooses story: What is believed by a watcher"
    for typed, asked in (("", patrol), ("echo 2 | ", defence)):
        assert run(typed + line, monkeypatch) == 1
        assert asked in capsys.readouterr().err
    game = re.search(r"--game (\S+)", line)
    assert game is not None
    (look,) = re.findall(rf"`(umpire view {game[1]} [^`]*)`", README)
    assert run(look, monkeypatch) == 0


def test_the_map_is_of_a_game_that_has_one(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The README begins this game too, and its picture shows a map."""
    ((look, game),) = re.findall(r"`(umpire map (\S+\.game) [^`]*)`", README)
    (begun,) = re.findall(rf"`(umpire play [^`]* --game {game} [^`]*)`", README)
    assert run(begun, monkeypatch) == 1
    assert run(look, monkeypatch) == 0
    (picture,) = re.findall(r"--out (\S+)", look)
    assert "no map" not in (folder / picture).read_text(encoding="utf-8")


def stands_in(shown: str, printed: str) -> bool:
    """Tell whether lines were printed in that order; `...` leaves some out."""
    rest = iter(line.rstrip() for line in printed.splitlines())
    wanted = [line.rstrip() for line in shown.splitlines() if line != "..."]
    return all(any(line == each for each in rest) for line in wanted)


def outputs() -> list[str]:
    """Return what the README shows as printed."""
    return [found[2] for found in FENCE.finditer(README) if found[1] == "text"]


def test_what_is_printed_is_shown(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The explanation, the odds and the problem are those of the program."""
    explanation, odds, problem = outputs()
    first = f"{commands()[0]} --dice 5,3"
    assert run(first, monkeypatch) == 0
    assert stands_in(explanation, capsys.readouterr().out)
    assert run("umpire odds ./hello weather", monkeypatch) == 0
    printed = re.sub(" *[#\u2580-\u259f]+", "", capsys.readouterr().out)
    assert stands_in(odds, printed)
    file = folder / "hello" / "ruleset.yaml"
    spoilt = file.read_text(encoding="utf-8").replace("6-8", "7-8")
    file.write_text(spoilt, encoding="utf-8")
    assert run("umpire check ./hello", monkeypatch) == 3
    assert stands_in(problem, capsys.readouterr().out)


def test_the_verbs_are_those_that_stand() -> None:
    """The table names each verb of the program, and no other."""
    table = README.partition("## The verbs")[2].partition("## ")[0]
    named = re.findall(r"^\| `(\w+)", table, re.MULTILINE)
    assert sorted(named) == sorted(name for name, _ in VERBS)


def test_what_comes_later_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    """A verb that the README announces is no unknown word; it just is not there yet."""
    (line,) = (each for each in README.splitlines() if "come later" in each)
    announced = re.findall("`([a-z]+)`", line)
    assert "new" in announced
    assert set(announced) <= set(LATER)
    assert not set(LATER) & {name for name, _ in VERBS}
    for verb in LATER:
        for given in ([verb, "hello"], ["help", verb]):
            assert main(given) == 2
            said = capsys.readouterr()
            assert f"'{verb}' comes later" in said.err
            assert not said.out
