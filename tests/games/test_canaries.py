"""A marker in a secret is in nothing that is left behind, nor in what a fault says."""

import stat
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from interpreter.app.playing import handouts
from interpreter.cli import view
from interpreter.cli.main import main
from tests.games.letters import BLUE, RED, begun
from tests.games.playing import answered, call, hand, question, reply

CANARY = "canary 4711"
BUG = 70


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    """Give all places where files may be left: the umpire's folder, that of temporary
    files, and the one in which commands are called."""
    found = {name: tmp_path / name for name in ("umpire", "temporary", "here")}
    for each in found.values():
        each.mkdir()
    monkeypatch.setenv("TMPDIR", str(found["temporary"]))
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.chdir(found["here"])
    return found


def files(*folders: Path) -> Iterator[Path]:
    """Yield all files in folders."""
    for folder in folders:
        yield from (each for each in folder.rglob("*") if each.is_file())


def holds(file: Path) -> bool:
    """Tell whether a file has the canary, in its name or inside."""
    return CANARY.encode() in file.name.encode() + file.read_bytes()


def played(game: Path) -> list[str]:
    """Play to the end, looking at all that blue gets; what the commands said to it."""
    said = []

    def looks() -> None:
        hand(game, BLUE)
        hand(game, RED)
        hand(game, "everyone")
        asked = question(game, BLUE)
        token = asked["token"] if asked else "0" * 32
        for wrong in ("owls", 99, ["a", "b"], {"red": 1}):
            said.extend(reply(game, token, wrong)[1:])
        for form in ((), ("--json",)):
            for verb in ("view", "log", "map"):
                said.extend(call(verb, game, "--as", BLUE, *form)[1:])
            said.extend(call("play", "--game", game, "--as", BLUE, *form)[1:])
            said.extend(call("view", game, "--as", "nobody", *form)[1:])
            said.extend(call("handout", game, "--as", BLUE, game / "x", *form)[1:])

    looks()
    for seat in (RED, BLUE):
        answered(game, seat, "something else")
    looks()
    answered(game, BLUE, "to wait")
    looks()
    answered(game, RED, f"{CANARY} home")
    looks()
    for seat in (BLUE, RED):
        answered(game, seat, "yes")
    looks()
    return said


def test_only_the_files_of_the_umpire_and_of_its_owner_hold_a_secret(
    places: dict[str, Path],
) -> None:
    """The pack, the game file and red's handout do; and nothing else is left."""
    game = begun(places["umpire"], "Letters", hidden=CANARY)
    said = played(game)
    assert CANARY not in "".join(said)
    assert [*files(places["temporary"], places["here"])] == []
    found = {each.relative_to(places["umpire"]) for each in files(places["umpire"])}
    own = {each for each in found if holds(places["umpire"] / each)}
    assert {each.parts[0] for each in own} == {"pack", "a.game", "a.game-red"}
    assert {each.parts[0] for each in found - own} == {
        *("a.game.secret", "a.game-red", "a.game-blue", "a.game-everyone"),
        *("reply.json",),
    }


def fault(monkeypatch: pytest.MonkeyPatch, *given: object) -> tuple[int, str, str]:
    """Call a command while the program has a fault whose text holds a secret."""

    def broken(*_: object, **__: object) -> None:
        raise KeyError(CANARY)

    monkeypatch.setattr(handouts, "handed_out", broken)
    monkeypatch.setattr(view, "view_of", broken)
    out, talk = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(talk):
        code = main([str(each) for each in given])
    return code, out.getvalue(), talk.getvalue()


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_fault_of_the_program_tells_nothing(
    places: dict[str, Path], monkeypatch: pytest.MonkeyPatch, form: tuple[str, ...]
) -> None:
    """Whatever its text is made of: stderr names the kind of the fault, and no file is
    left unless the umpire asks for one, which he alone may read."""
    game = begun(places["umpire"], "Letters", hidden=CANARY)
    for words in (("view", game), ("handout", game, places["here"] / "x")):
        code, out, talk = fault(monkeypatch, *words, "--as", BLUE, *form)
        assert (code, out) == (BUG, "")
        assert "KeyError" in talk
        assert CANARY not in talk
    assert not any(holds(each) for each in files(places["temporary"], places["here"]))
    monkeypatch.setenv("UMPIRE_DEBUG", "1")
    code, out, talk = fault(monkeypatch, "view", game, "--as", BLUE, *form)
    assert CANARY not in out + talk
    (left,) = files(places["temporary"])
    assert str(left) in talk
    assert stat.S_IMODE(left.stat().st_mode) == stat.S_IRUSR | stat.S_IWUSR


def test_the_canary_sings_where_it_may(places: dict[str, Path]) -> None:
    """Its owner and the judge read it: a marker that nobody could read proves
    nothing."""
    game = begun(places["umpire"], "Letters", hidden=CANARY)
    assert CANARY in hand(game, RED)["report.txt"]
    assert CANARY in call("view", game, "--as", "judge")[1]
    assert CANARY not in "".join(hand(game, BLUE).values())
