"""No verb follows a link, or writes over what it did not write."""

import errno
import json
import os
import socket
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from unittest.mock import patch

import pytest

from interpreter.files.folder import MANIFEST
from tests.games.playing import CAREFUL, LATER, NORTH, TABLE, begin, call, done

HELLO = Path(TABLE).with_name("hello")
BOARD = Path(TABLE).with_name("outposts")
PRECIOUS = "all that was acknowledged\n"

posix = pytest.mark.skipif(os.name != "posix", reason="links and modes are POSIX's")


def picture(folder: Path, name: str) -> tuple[object, ...]:
    return ("map", BOARD, "--scenario", "ridge", "--out", folder / name)


def estimate(folder: Path, name: str) -> tuple[object, ...]:
    few = ("--trials", "10", "--seed", "s")
    return ("simulate", HELLO, "weather", *few, "--out", folder / name)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game in which a seat is asked something, in a folder of its own."""
    (tmp_path / "judge").mkdir()
    path = tmp_path / "judge" / "a.game"
    begin(path)
    return path


def tree(folder: Path) -> dict[str, tuple[int, str]]:
    """Return the mode, and the text or the goal of a link, of all below a folder."""
    found = {}
    for path in sorted(folder.rglob("*")):
        mode = path.lstat().st_mode
        text = ""
        if stat.S_ISLNK(mode):
            text = os.readlink(path)
        elif stat.S_ISREG(mode):
            text = path.read_text("utf-8")
        found[str(path.relative_to(folder))] = (mode, text)
    return found


def obstacles(place: Path, target: Path) -> Iterator[str]:
    """Put at a place, one after the other, all that must not be replaced."""
    place.symlink_to(target)
    yield "a link"
    place.unlink()
    place.symlink_to(target.with_name("nowhere"))
    yield "a link to nothing"
    place.unlink()
    os.mkfifo(place)
    yield "a pipe"
    place.unlink()
    place.mkdir()
    yield "a folder"
    place.rmdir()
    before = Path.cwd()
    os.chdir(place.parent)  # the name of a socket must be short
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(place.name)
    os.chdir(before)
    yield "a socket"
    place.unlink()
    place.write_text(PRECIOUS, "utf-8")
    yield "another file"
    place.unlink()


HANDED = (
    *("letter.md", "letter.html", "letter.txt", "letter.json"),
    *("report.txt", "report.json", "log.txt", "log.json"),
    *("question.txt", "question.json", MANIFEST),
)


@posix
@pytest.mark.parametrize("name", HANDED)
def test_handout_replaces_nothing_that_is_not_its_own(
    name: str, game: Path, tmp_path: Path
) -> None:
    """Neither on the first call nor on a later one; the game stays as it was."""
    folder = tmp_path / "north"
    for earlier in (False, True):
        folder.mkdir()
        if earlier:
            done("handout", game, "--as", NORTH, folder)
            (folder / name).unlink()
        for what in obstacles(folder / name, game):
            before = tree(tmp_path)
            code, out, talk = call("handout", game, "--as", NORTH, folder)
            assert (code, out) == (3, ""), what
            assert name in talk, talk
            assert tree(tmp_path) == before, what
        for each in folder.iterdir():
            each.unlink()
        folder.rmdir()


@posix
@pytest.mark.parametrize("name", ["map.svg", "map.txt"])
def test_handout_replaces_no_map_that_is_not_its_own(name: str, tmp_path: Path) -> None:
    """Where a seat knows a board, its files have two names more."""
    (tmp_path / "judge").mkdir()
    game, folder = tmp_path / "judge" / "a.game", tmp_path / "red"
    seats = ("--seat", "red=later", "--seat", "blue=later", "--seed", "one")
    done("play", BOARD, "ridge", "--game", game, *seats)
    folder.mkdir()
    for what in obstacles(folder / name, game):
        before = tree(tmp_path)
        code, out, talk = call("handout", game, "--as", "red", folder)
        assert (code, out, name in talk) == (3, "", True), (what, talk)
        assert tree(tmp_path) == before, what
    done("handout", game, "--as", "red", folder)
    assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600


@pytest.mark.parametrize("act", ["replace", "open"])
def test_a_disk_that_is_full(act: str, game: Path, tmp_path: Path) -> None:
    """One sentence; what was written stays whole, and nothing half-done is left."""
    folder = tmp_path / "north"
    done("handout", game, "--as", NORTH, folder)
    before = tree(tmp_path)
    fault = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    name = (
        "os.replace" if act == "replace" else "interpreter.files.single_file.open_file"
    )
    with patch(name, side_effect=fault):
        for given in (
            ("handout", game, "--as", NORTH, folder),
            ("schemas", tmp_path / "schemas"),
            ("map", game, "--as", NORTH, "--out", tmp_path / "a.svg"),
        ):
            code, out, talk = call(*given)
            assert (code, out) == (3, "")
            assert "no space left on device" in talk
    if (tmp_path / "schemas").exists():
        (tmp_path / "schemas").rmdir()
    assert tree(tmp_path) == before


@posix
def test_each_file_of_a_handout_was_tried(game: Path, tmp_path: Path) -> None:
    """The names above are those that are written, and all are private."""
    folder = tmp_path / "north"
    done("handout", game, "--as", NORTH, folder)
    assert {each.name for each in folder.iterdir()} == set(HANDED)
    assert {stat.S_IMODE(each.stat().st_mode) for each in folder.iterdir()} == {0o600}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@posix
def test_the_folder_of_a_handout_is_closed_where_all_in_it_is_ours(
    game: Path, tmp_path: Path
) -> None:
    """An empty one too; one with other files in it keeps its mode."""
    folder, shared = tmp_path / "north", tmp_path / "shared"
    for each in (folder, shared):
        each.mkdir(mode=0o755)
    (shared / "notes").write_text(PRECIOUS, "utf-8")
    for each, mode in ((folder, 0o700), (shared, 0o755)):
        done("handout", game, "--as", NORTH, each)
        assert stat.S_IMODE(each.stat().st_mode) == mode


def test_a_handout_replaces_and_deletes_its_own(game: Path, tmp_path: Path) -> None:
    """What the seat is asked no more goes; a file of the seat's own stays."""
    folder = tmp_path / "north"
    done("handout", game, "--as", NORTH, folder)
    (folder / "notes.txt").write_text(PRECIOUS, "utf-8")
    done("play", "--game", game, *CAREFUL)
    done("handout", game, "--as", NORTH, folder)
    names = {each.name for each in folder.iterdir()}
    assert names == {*HANDED, "notes.txt"} - {"question.txt", "question.json"}


def test_a_manifest_that_names_files_elsewhere(game: Path, tmp_path: Path) -> None:
    """Whoever has the folder may write there what he likes; nothing outside goes."""
    from hashlib import sha256
    from json import dumps

    folder, precious = tmp_path / "north", tmp_path / "precious"
    precious.write_text(PRECIOUS, "utf-8")
    done("handout", game, "--as", NORTH, folder)
    digest = sha256(PRECIOUS.encode()).hexdigest()
    names = ("../precious", str(precious), "./../precious", "out/precious")
    told = {"umpire files": {name: [digest] for name in names}}
    (folder / MANIFEST).write_text(dumps(told), "utf-8")
    with suppress(OSError):
        (folder / "out").symlink_to(tmp_path)
    call("handout", game, "--as", NORTH, folder)
    assert precious.read_text("utf-8") == PRECIOUS


@pytest.mark.parametrize(
    "told",
    [
        *(5, [], None, {"report.txt": 5}, {"report.txt": None}, {"report.txt": {}}),
        *({"report.txt": [[1]]}, {"report.txt": [1, 2]}, {"report.txt": ["a", 1]}),
        *({"report.txt": "0" * 64}, {"report.txt": ["0" * 63]}, {"elsewhere": [{}]}),
        {"report.txt": ["0" * 64, "F" * 64]},
    ],
)
def test_a_manifest_that_is_not_written_as_ours(
    told: object, game: Path, tmp_path: Path
) -> None:
    """Whatever stands in it, it is refused, and nothing is changed."""
    folder = tmp_path / "north"
    done("handout", game, "--as", NORTH, folder)
    (folder / MANIFEST).write_text(json.dumps({"umpire files": told}), "utf-8")
    before = tree(folder)
    code, out, talk = call("handout", game, "--as", NORTH, folder)
    assert (code, out, MANIFEST in talk) == (3, "", True), talk
    assert tree(folder) == before


@posix
def test_a_folder_that_is_none(game: Path, tmp_path: Path) -> None:
    """A link to a folder, a pipe, a file: refused, and nothing waits."""
    folder = tmp_path / "north"
    (tmp_path / "other").mkdir()
    for what in obstacles(folder, tmp_path / "other"):
        if what == "a folder":
            continue
        before = tree(tmp_path)
        for given in (("handout", game, "--as", NORTH), ("schemas",)):
            code, out, talk = call(*given, folder)
            assert (code, out) == (3, ""), (what, talk)
        assert tree(tmp_path) == before, what


def test_no_folder_of_a_game_is_written_into(game: Path, tmp_path: Path) -> None:
    """Not that of its own game, whatever that is called, nor that of another."""
    other = tmp_path / "log.json"
    game.rename(other)
    game.with_name("a.game.secret").rename(tmp_path / "log.json.secret")
    for given in (("handout", other, "--as", NORTH), ("schemas",)):
        before = tree(tmp_path)
        code, _, talk = call(*given, tmp_path)
        assert code == 3
        assert "it contains a game" in talk
        assert tree(tmp_path) == before
    (tmp_path / "log.json.secret").rename(tmp_path / "kept")
    code, _, talk = call("schemas", tmp_path)
    assert (code, "it contains a game" in talk) == (3, True)


def kept_of_a_game(folder: Path, kind: str) -> Path:
    """Let the program leave a file of a kind beside a game, and return it."""
    game = folder / "a.game"
    begin(game)
    secret = folder / "a.game.secret"
    if kind == "before":
        game.unlink()
        done("play", TABLE, "table", "--game", game, "--seed", "two", *LATER)
        (kept,) = folder.glob("a.game.secret.before-*")
        return kept
    if kind == "secret":
        return secret
    if kind.startswith("torn"):
        with game.open("a", encoding="utf-8") as file:
            file.write('{"event": "choi')
        done("play", "--game", game, *LATER)
        (kept,) = folder.glob("a.game.torn-*")
    else:
        kept = secret
    # what a process leaves that is killed before it puts the file in place
    return kept.rename(f"{kept}.half") if kind.endswith("half") else kept


@pytest.mark.parametrize(
    "kind", ["secret", "secret half", "before", "torn", "torn half"]
)
@pytest.mark.parametrize("others", [0, 12_000])
def test_what_was_kept_of_a_game_is_no_part_of_a_handout(
    kind: str, others: int, game: Path, tmp_path: Path
) -> None:
    """Whatever the game wrote beside itself, and however much else lies there."""
    folder, judge = tmp_path / "north", tmp_path / "other"
    folder.mkdir()
    judge.mkdir()
    kept = kept_of_a_game(judge, kind)
    names = [kept.name, *(f"{number}" for number in range(others))]
    (folder / kept.name).write_bytes(kept.read_bytes())
    with patch("os.listdir", lambda _: names[::-1]):
        code, _, talk = call("handout", game, "--as", NORTH, folder)
    assert (code, "it contains a game" in talk) == (3, True), talk
    assert [path.name for path in folder.iterdir()] == [kept.name]


@posix
@pytest.mark.parametrize(
    ("made", "name"),
    [(picture, "a.svg"), (picture, "a.txt"), (picture, "a"), (estimate, "b.svg")],
)
def test_a_picture_replaces_nothing_but_a_picture_of_ours(
    made: object, name: str, tmp_path: Path
) -> None:
    """A second call draws anew; what another wrote stays."""
    assert callable(made)
    given = made(tmp_path, name)
    (tmp_path / "game").write_text(PRECIOUS, "utf-8")
    for what in obstacles(tmp_path / name, tmp_path / "game"):
        before = tree(tmp_path)
        code, out, talk = call(*given)
        assert (code, out) == (3, ""), (what, talk)
        assert tree(tmp_path) == before, what
    done(*given)
    drawn = (tmp_path / name).read_text("utf-8")
    done(*given)
    assert (tmp_path / name).read_text("utf-8") == drawn
    assert {each.name for each in tmp_path.iterdir()} == {name, "game"}


@pytest.mark.parametrize("name", ["a.svg", "a.txt"])
def test_an_empty_file_is_not_replaced(name: str, tmp_path: Path) -> None:
    """It may stand there for a reason; what to do is said."""
    (tmp_path / name).touch()
    code, out, talk = call(*picture(tmp_path, name))
    assert (code, out) == (3, "")
    assert "there is an empty file, which umpire did not write" in talk
    assert "delete it, or name another place" in talk
    assert (tmp_path / name).read_bytes() == b""


def test_the_longest_names_are_written(tmp_path: Path) -> None:
    """As long as the system takes: 255 bytes, whatever letters they are."""
    for name in ("\u5730" * 80 + ".txt", "a" * 251 + ".txt"):
        done(*picture(tmp_path, name))
        done(*picture(tmp_path, name))
        assert (tmp_path / name).stat().st_size
    code, out, talk = call(*picture(tmp_path, "a" * 252 + ".txt"))
    assert (code, out, "name too long" in talk) == (3, "", True), talk


@posix
def test_a_map_of_a_game_is_private(game: Path, tmp_path: Path) -> None:
    """It holds what a seat knows; how a scenario begins is no secret."""
    done("map", game, "--as", NORTH, "--out", tmp_path / "north.txt")
    done(*picture(tmp_path, "ridge.svg"))
    modes = [stat.S_IMODE((tmp_path / n).stat().st_mode) for n in ("north.txt",)]
    assert modes == [0o600]
    assert stat.S_IMODE((tmp_path / "ridge.svg").stat().st_mode) & 0o044


@posix
def test_schemas_replace_nothing_that_is_not_theirs(tmp_path: Path) -> None:
    """Neither a file nor the folder below."""
    target, folder = tmp_path / "precious", tmp_path / "schemas"
    target.write_text(PRECIOUS, "utf-8")
    done("schemas", folder)
    names = [str(each.relative_to(folder)) for each in folder.rglob("*.json")]
    assert {"index.json", MANIFEST, "output/run.schema.json"} <= {*names}
    for name in names:
        kept = (folder / name).read_text("utf-8")
        (folder / name).unlink()
        (folder / name).symlink_to(target)
        code, out, talk = call("schemas", folder)
        assert (code, out, name in talk) == (3, "", True), talk
        assert target.read_text("utf-8") == PRECIOUS
        (folder / name).unlink()
        (folder / name).write_text(kept, "utf-8")
    done("schemas", folder)
    inner = folder / "output"
    inner.rename(tmp_path / "elsewhere")
    inner.symlink_to(tmp_path / "elsewhere")
    assert call("schemas", folder)[0] == 3


@posix
def test_a_game_begins_in_no_place_of_another_kind(tmp_path: Path) -> None:
    """Nor its secret, nor the file beside in which that is written first."""
    target = tmp_path / "precious"
    target.write_text(PRECIOUS, "utf-8")
    for name in ("a.game", "a.game.secret", "a.game.secret.half"):
        for what in obstacles(tmp_path / name, target):
            if what == "another file" and name != "a.game":
                continue  # the secret of a game that was moved, or of a killed process
            before = tree(tmp_path)
            given = ("play", TABLE, "table", "--game", tmp_path / "a.game", *LATER)
            code, out, talk = call(*given)
            assert (code, out) == (5, ""), (name, what, talk)
            after = tree(tmp_path)
            # who begins a game has its file before he writes the secret
            assert after.pop("a.game", ("", ""))[1] in ("", *before.get("a.game", ()))
            before.pop("a.game", None)
            assert after == before, (name, what)
            if name != "a.game":
                (tmp_path / "a.game").unlink()


@posix
def test_the_torn_end_of_a_game_is_kept_in_no_place_of_another(
    game: Path, tmp_path: Path
) -> None:
    """The name follows from what was torn, so it can be foreseen."""
    target = tmp_path / "precious"
    target.write_text(PRECIOUS, "utf-8")
    torn = '{"event": "choi'
    whole = game.read_text("utf-8")
    game.write_text(whole + torn, "utf-8")
    done("play", "--game", game, *LATER)
    (kept,) = game.parent.glob("a.game.torn-*")
    kept.unlink()
    for place in (kept, kept.with_name(f"{kept.name}.half")):
        for what in obstacles(place, target):
            if what == "another file":
                continue
            game.write_text(whole + torn, "utf-8")
            before = tree(tmp_path)
            assert call("play", "--game", game, *LATER)[0] == 5, what
            assert tree(tmp_path) == before, what


@posix
def test_what_is_read_of_a_game_is_an_ordinary_file(game: Path, tmp_path: Path) -> None:
    """No verb waits for a pipe, and none reads through a link."""
    odd = tmp_path / "odd"
    for what in obstacles(odd, game):
        if what == "another file":
            continue
        for given in (
            ("view", odd, "--as", "judge"),
            ("log", odd),
            ("replay", odd),
            ("verify", odd),
            ("map", odd, "--as", NORTH),
            ("handout", odd, "--as", NORTH, tmp_path / "h"),
            ("answer", odd, tmp_path / "reply"),
            ("undo", odd),
            ("play", "--game", odd),
        ):
            code, out, talk = call(*given)
            assert code in (2, 3, 5), (what, given, talk)
            assert out == ""
        code, out, talk = call("answer", game, odd)
        assert (code, out) == (3, ""), (what, talk)
        code, out, talk = call("run", HELLO, "weather", "--answers", odd)
        assert (code, out) == (3, ""), (what, talk)
    secret = game.with_name("a.game.secret")
    secret.rename(tmp_path / "kept")
    for what in obstacles(secret, tmp_path / "kept"):
        code, out, talk = call("view", game, "--as", NORTH)
        assert (code, out) == (5, ""), (what, talk)
