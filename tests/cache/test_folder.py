"""The cache folder: private, whole, bounded, and silent when it cannot be."""

import os
import stat
import sys
from collections.abc import Mapping
from multiprocessing import get_context
from pathlib import Path

import pytest

from interpreter.cache import folder as module
from interpreter.cache.folder import Folder, user_folder

posix = pytest.mark.skipif(os.name == "nt", reason="who owns a file is POSIX")


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """Return a folder that is not there yet."""
    return Folder(tmp_path / "cache" / "umpire")


def value(folder: Folder, name: str = "one") -> object:
    """Return what was kept under a name."""
    found = folder.find(name)
    return None if found is None else found.part("what")


@posix
@pytest.mark.parametrize(
    ("environment", "found"),
    [
        ({"XDG_CACHE_HOME": "/x", "HOME": "/h"}, "/x/umpire"),
        ({"XDG_CACHE_HOME": "/x", "UMPIRE_CACHE": "on"}, "/x/umpire"),
        ({"XDG_CACHE_HOME": "x"}, None),
        ({"XDG_CACHE_HOME": "/x", "UMPIRE_CACHE": "off"}, None),
        ({"XDG_CACHE_HOME": "/x", "UMPIRE_CACHE": "OFF"}, None),
        ({"HOME": ""}, None),
        ({"HOME": "h"}, None),
        ({}, None),
    ],
)
def test_where_it_lies(environment: Mapping[str, str], found: str | None) -> None:
    """XDG says it; a path that is not absolute says nothing."""
    assert user_folder(environment) == (found and Path(found))


@posix
def test_where_it_lies_in_a_home() -> None:
    """Each system has its custom."""
    custom = "Library/Caches" if sys.platform == "darwin" else ".cache"
    assert user_folder({"HOME": "/h"}) == Path("/h", custom, "umpire")


def test_what_is_kept_is_found(folder: Folder) -> None:
    """Nothing is made before something is kept; the later one of a name is found."""
    assert value(folder) is None
    assert not folder.path.parent.exists()
    folder.keep("one", {"what": 1})
    folder.keep("one", {"what": [2, "é"]})
    folder.keep("two", {"what": 3})
    assert value(folder) == [2, "é"]
    assert value(Folder(folder.path), "two") == 3
    assert not list(folder.path.glob(".*")), "no half is left"


@posix
def test_nobody_else_may_look(folder: Folder) -> None:
    """The folder is 0700, each file 0600, whatever the umask."""
    before = os.umask(0)
    try:
        folder.keep("one", {"what": 1})
    finally:
        os.umask(before)
    assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700
    modes = {stat.S_IMODE(each.stat().st_mode) for each in folder.path.iterdir()}
    assert modes == {0o600}


def test_damage_is_no_file(folder: Folder) -> None:
    """Each byte is under the seal; a shorter or longer file is damaged too."""
    folder.keep("one", {"what": "x" * 20})
    file = folder.path / "one.json"
    whole = file.read_bytes()
    for at in range(len(whole)):
        changed = bytearray(whole)
        changed[at] ^= 1
        file.write_bytes(changed)
        assert value(folder) is None, at
    for damaged in (b"", whole[:40], whole[:64], whole[:65], whole[:-1], whole + b"\n"):
        file.write_bytes(damaged)
        assert value(folder) is None
    file.write_bytes(whole)
    assert value(folder) == "x" * 20


def test_a_file_of_another_is_no_file(folder: Folder, tmp_path: Path) -> None:
    """Neither one sealed with another key, nor one that bears another name."""
    other = Folder(tmp_path / "other")
    other.keep("one", {"what": "theirs"})
    folder.keep("two", {"what": "ours"})
    (folder.path / "one.json").write_bytes((other.path / "one.json").read_bytes())
    assert value(folder) is None
    (folder.path / "one.json").write_bytes((folder.path / "two.json").read_bytes())
    assert value(folder) is None
    assert value(folder, "two") == "ours"


@pytest.mark.parametrize("key", [b"", b"short", b"x" * 65])
def test_a_bad_key_is_no_key(folder: Folder, key: bytes) -> None:
    """With a damaged key nothing is found; what is kept next has a new one."""
    folder.keep("one", {"what": 1})
    (folder.path / "key").write_bytes(key)
    assert value(folder) is None
    folder.keep("two", {"what": 2})
    assert value(folder, "two") == 2
    assert value(folder) is None


@posix
@pytest.mark.parametrize("guilty", ["", "key", "one.json"])
@pytest.mark.parametrize("mode", [0o722, 0o720, 0o702])
def test_what_others_may_write_is_not_read(
    folder: Folder, guilty: str, mode: int
) -> None:
    """The folder, the key and the file: group or world-writable is refused."""
    folder.keep("one", {"what": 1})
    (folder.path / guilty).chmod(mode)
    assert value(folder) is None


@posix
@pytest.mark.parametrize("guilty", ["key", "one.json"])
def test_links_and_pipes_are_not_read(
    folder: Folder, guilty: str, tmp_path: Path
) -> None:
    """A link could lead to what others wrote; a pipe would never end."""
    folder.keep("one", {"what": 1})
    file = folder.path / guilty
    (tmp_path / "elsewhere").write_bytes(file.read_bytes())
    file.unlink()
    file.symlink_to(tmp_path / "elsewhere")
    assert value(folder) is None
    file.unlink()
    os.mkfifo(file, 0o600)
    assert value(folder) is None
    file.unlink()
    file.mkdir()
    assert value(folder) is None


@posix
def test_a_linked_folder_is_not_used(folder: Folder, tmp_path: Path) -> None:
    """Our own name must be a folder itself."""
    folder.keep("one", {"what": 1})
    link = tmp_path / "link"
    link.symlink_to(folder.path)
    assert value(Folder(link)) is None
    Folder(link).keep("two", {"what": 2})
    assert value(folder, "two") is None


@posix
def test_what_another_owns_is_not_used(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Called as somebody else, nothing is found, kept or made."""
    folder.keep("one", {"what": 1})
    monkeypatch.setattr(os, "getuid", lambda: folder.path.stat().st_uid + 1)
    assert value(folder) is None
    folder.keep("one", {"what": 2})
    other = Folder(folder.path.parent / "other")
    other.keep("one", {"what": 2})
    assert not other.path.exists()
    monkeypatch.undo()
    assert value(folder) == 1


@pytest.mark.parametrize("above", ["file", "file/deep", "\0"])
def test_where_no_folder_can_be(tmp_path: Path, above: str) -> None:
    """Nothing is raised where nothing can be made."""
    (tmp_path / "file").write_text("")
    folder = Folder(tmp_path / above / "umpire")
    folder.keep("one", {"what": 1})
    assert value(folder) is None


def test_a_disk_that_refuses(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full or read-only disk: what was there stays, and no half is left."""
    folder.keep("one", {"what": 1})

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    for name in ("replace", "open"):
        with monkeypatch.context() as patch:
            patch.setattr(os, name, refuse)
            folder.keep("one", {"what": 2})
    assert value(folder) == 1
    assert sorted(each.name for each in folder.path.iterdir()) == ["key", "one.json"]


def test_what_cannot_be_kept_is_left(folder: Folder) -> None:
    """A value that JSON cannot say exactly is no file."""
    folder.keep("one", {"what": float("nan")})
    folder.keep("two", {"what": 10**5000})
    assert value(folder) is None
    assert value(folder, "two") is None


@pytest.mark.parametrize(("limit", "most"), [("MOST_FILES", 3), ("MOST_BYTES", 3000)])
def test_the_oldest_go(
    folder: Folder, monkeypatch: pytest.MonkeyPatch, limit: str, most: int
) -> None:
    """Beyond a number of files, or of bytes, those used longest ago are removed."""
    names = ("one", "two", "three", "four")
    for place, name in enumerate(names):
        folder.keep(name, {"what": "x" * 800})
        os.utime(folder.path / f"{name}.json", (place, place))
    assert folder.find("one")  # so it is the youngest now
    monkeypatch.setattr(module, limit, most)
    folder.keep("five", {"what": "x" * 800})
    left = {each.stem for each in folder.path.glob("*.json")}
    assert left == {"one", "four", "five"}
    assert value(folder) == "x" * 800


def test_a_file_that_is_too_long(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is neither written nor read."""
    folder.keep("one", {"what": "x" * 800})
    monkeypatch.setattr(module, "LONGEST", 300)
    assert value(folder) is None
    folder.keep("two", {"what": "x" * 800})
    assert not (folder.path / "two.json").exists()


def busy(path: Path, number: int) -> int:
    """Keep and find one name many times; return how often what was found was odd."""
    folder, odd = Folder(path), 0
    for turn in range(60):
        folder.keep("one", {"what": [number, turn], "more": "x" * 5000})
        found = value(folder)
        odd += not (isinstance(found, list) and len(found) == 2)
    return odd


def test_many_processes_at_once(folder: Folder) -> None:
    """Each finds a whole file, its own or another's, and all use one key."""
    with get_context("spawn").Pool(3) as pool:
        odd = pool.starmap(busy, [(folder.path, number) for number in range(3)])
    assert odd == [0, 0, 0]
    assert sorted(each.name for each in folder.path.iterdir()) == ["key", "one.json"]
