"""Files that are written at once and whole, and what is never overwritten."""

import stat
from pathlib import Path

import pytest

from interpreter.app.output import (
    PICTURE,
    PICTURE_MARK,
    TEXT,
    YAML_MARK,
    ending,
    write_file,
    write_folder,
)
from interpreter.diagnostics import Unusable


def mode(path: Path) -> int:
    """Return who may do what with a file."""
    return stat.S_IMODE(path.stat().st_mode)


def test_only_what_was_written_here_is_replaced(tmp_path: Path) -> None:
    """The last line says so; a picture has a line of its own."""
    for name, text, mark in (
        ("a.txt", "first\n", ""),
        ("a.svg", "<svg>1</svg>\n", PICTURE_MARK),
        ("a.yaml", "a: 1\n", YAML_MARK),
    ):
        path = tmp_path / name
        for _ in range(2):
            more = {"mark": mark} if mark == YAML_MARK else {}
            write_file(path, text, "it", private=False, **more)
        written = path.read_text(encoding="utf-8")
        assert written.startswith(text)
        assert mark in written.splitlines()[-1]
        path.write_text("of a person\n", encoding="utf-8")
        with pytest.raises(Unusable) as raised:
            write_file(path, text, "it", private=False)
        assert "it cannot be written" in str(raised.value)
        assert raised.value.hint
        assert path.read_text(encoding="utf-8") == "of a person\n"


def test_what_is_private_is_for_nobody_else(tmp_path: Path) -> None:
    """A file, and the files of a folder."""
    write_file(tmp_path / "a.txt", "secret\n", "it", private=True)
    write_folder(tmp_path / "b", {"c.txt": "secret\n"}, "it", private=True)
    for path in (tmp_path / "a.txt", tmp_path / "b" / "c.txt"):
        assert not mode(path) & (stat.S_IRWXG | stat.S_IRWXO)


def test_a_folder_holds_what_was_written_last(tmp_path: Path) -> None:
    """A file that is not written again is deleted, one of a person stays."""
    write_folder(tmp_path, {"a.txt": "1\n", "b.txt": "2\n"}, "they", private=False)
    (tmp_path / "mine.txt").write_text("mine\n", encoding="utf-8")
    write_folder(tmp_path, {"b.txt": "3\n"}, "they", private=False)
    assert not (tmp_path / "a.txt").exists()
    assert (tmp_path / "b.txt").read_text(encoding="utf-8") == "3\n"
    assert (tmp_path / "mine.txt").exists()
    with pytest.raises(Unusable):
        write_folder(tmp_path, {"mine.txt": "3\n"}, "they", private=False)
    assert (tmp_path / "mine.txt").read_text(encoding="utf-8") == "mine\n"


def test_what_the_system_refuses_is_a_sentence(tmp_path: Path) -> None:
    """No traceback: a folder in the place of a file, and a folder that is missing."""
    for path in (tmp_path, tmp_path / "none" / "a.txt"):
        with pytest.raises(Unusable) as raised:
            write_file(path, "1\n", "the map", private=False)
        assert str(raised.value).startswith(f"the map cannot be written to '{path}'")


def test_an_ending_says_what_is_wanted() -> None:
    """In small letters or capitals; standard output and no file have none."""
    assert ending("a.SVG", PICTURE, TEXT) == PICTURE
    assert ending("a.b.txt", PICTURE, TEXT) == TEXT
    for without in (None, "-", "map"):
        assert ending(without, PICTURE, TEXT) == ""
    with pytest.raises(Unusable) as raised:
        ending("a.png", PICTURE)
    assert PICTURE in raised.value.hint
    assert TEXT not in raised.value.hint
