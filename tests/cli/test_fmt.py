"""`umpire fmt`: which files are written, how, and what is said."""

import os
import shutil
from pathlib import Path

import pytest

from tests.cli.calling import call

UNTIDY = "tables:\n    luck: {of: d6,rows: {1–3: bad, 4-6:   good}}\n"
TIDY = "tables:\n  luck: {of: d6, rows: {1-3: bad, 4-6: good}}\n"
BROKEN = "tables: [\n"


def put(folder: Path, **texts: str) -> None:
    """Write files; two underscores are a slash."""
    for name, text in texts.items():
        path = folder / f"{name.replace('__', '/')}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


def test_it_writes_what_changes_and_says_so(tmp_path: Path) -> None:
    """Files of folders at any depth; what has the layout already is not touched."""
    put(tmp_path, ruleset=UNTIDY, inner__part=UNTIDY, tidy=TIDY)
    (tmp_path / "notes.md").write_text("a:   1")
    before = (tmp_path / "tidy.yaml").stat()
    found = call("fmt", str(tmp_path))
    assert found.code == 0
    assert "2 of 3 files changed" in found.out
    assert (tmp_path / "ruleset.yaml").read_text() == TIDY
    assert (tmp_path / "inner/part.yaml").read_text() == TIDY
    assert (tmp_path / "notes.md").read_text() == "a:   1"
    assert (tmp_path / "tidy.yaml").stat().st_ino == before.st_ino
    assert "0 of 3 files changed" in call("fmt", str(tmp_path)).out
    assert not [name for name in os.listdir(tmp_path) if name.startswith(".")]


@pytest.mark.parametrize("option", ["--check", "--diff"])
def test_looking_writes_nothing(option: str, tmp_path: Path) -> None:
    """The one ends with 1 where something would change, the other prints it."""
    put(tmp_path, ruleset=UNTIDY)
    found = call("fmt", str(tmp_path), option)
    assert found.code == (1 if option == "--check" else 0)
    assert ("+  luck: {of: d6, rows" in found.out) == (option == "--diff")
    assert (tmp_path / "ruleset.yaml").read_text() == UNTIDY
    put(tmp_path, ruleset=TIDY)
    assert call("fmt", str(tmp_path), option).code == 0


def test_a_file_that_cannot_be_read_is_left_and_others_are_not(tmp_path: Path) -> None:
    """Its problem is printed, with the exit code of a file that does not fit."""
    put(tmp_path, broken=BROKEN, ruleset=UNTIDY, latin="a: 1")
    (tmp_path / "latin.yaml").write_bytes(b"a: \xe4")
    found = call("fmt", str(tmp_path))
    assert found.code == 3
    assert "R002" in found.talk
    assert "R013" in found.talk
    assert (tmp_path / "broken.yaml").read_text() == BROKEN
    assert (tmp_path / "ruleset.yaml").read_text() == TIDY
    listed = call("fmt", str(tmp_path), "--json").json["files"]
    assert {Path(file["file"]).name: file["status"] for file in listed} == {
        "broken.yaml": "unreadable",
        "latin.yaml": "unreadable",
    }


def test_json_says_what_was_written(tmp_path: Path) -> None:
    """Each file that is not the same, with its changes."""
    put(tmp_path, ruleset=UNTIDY, tidy=TIDY)
    for arguments, written in ((("--check",), False), ((), True)):
        output = call("fmt", str(tmp_path), "--json", *arguments).json
        (file,) = output["files"]
        assert output["same"] == 1
        assert file["status"] == "changed"
        assert file["written"] is written
        assert "+  luck" in file["diff"]


def test_standard_input() -> None:
    """It is printed in its layout, and as it is where it has none."""
    for text, printed, code in ((UNTIDY, TIDY, 0), (BROKEN, BROKEN, 3), ("", "", 0)):
        found = call("fmt", "-", text=text)
        assert (found.code, found.out) == (code, printed)
    assert call("fmt", "-", "--check", text=UNTIDY).code == 1


@pytest.mark.skipif(os.name != "posix", reason="links and modes are POSIX's")
def test_links_are_not_followed_and_modes_stay(tmp_path: Path) -> None:
    """A link in a folder is left out, one that is named is refused."""
    put(tmp_path, pack__ruleset=UNTIDY, other=UNTIDY)
    (tmp_path / "pack/link.yaml").symlink_to(tmp_path / "other.yaml")
    (tmp_path / "pack/ruleset.yaml").chmod(0o640)
    assert call("fmt", str(tmp_path / "pack")).code == 0
    assert (tmp_path / "pack/ruleset.yaml").stat().st_mode & 0o777 == 0o640
    found = call("fmt", str(tmp_path / "pack/link.yaml"))
    assert found.code == 3
    assert "link" in found.talk
    assert (tmp_path / "other.yaml").read_text() == UNTIDY


@pytest.mark.skipif(os.name != "posix" or os.getuid() == 0, reason="needs no rights")
def test_a_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    """The file stays, and a sentence says why."""
    put(tmp_path, pack__ruleset=UNTIDY)
    (tmp_path / "pack").chmod(0o500)
    found = call("fmt", str(tmp_path / "pack"))
    (tmp_path / "pack").chmod(0o700)
    assert found.code == 3
    assert (tmp_path / "pack/ruleset.yaml").read_text() == UNTIDY


def test_a_file_of_more_than_the_limit(tmp_path: Path) -> None:
    """It is refused with the exit code of a limit."""
    put(tmp_path, large="# " + "x" * (2 * 1024 * 1024))
    assert call("fmt", str(tmp_path)).code == 4
    shutil.rmtree(tmp_path)
    assert call("fmt", str(tmp_path)).code == 2
