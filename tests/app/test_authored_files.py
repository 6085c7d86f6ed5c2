"""The files of an author: which there are, saving, what is never lost, undoing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from interpreter import UmpireError, UnknownName, Unusable, UsageError
from interpreter.app.authoring.authored_files import AuthoredFiles
from interpreter.reports.text_edits import FileEdit
from interpreter.ruleset.finding import published_folders
from interpreter.yaml.composing import BYTES
from tests.web.authored import overlay

HEAD = "ruleset.yaml"


@pytest.fixture
def files(tmp_path: Path) -> AuthoredFiles:
    return AuthoredFiles(overlay(tmp_path))


def test_a_pack_of_the_program_is_refused() -> None:
    """By its name and by its folder, with what to do instead."""
    for pack in (published_folders()[0], published_folders()[0].name):
        with pytest.raises(UsageError) as raised:
            AuthoredFiles(pack)
        assert "umpire new" in raised.value.hint


def test_only_files_of_the_pack_are_known(files: AuthoredFiles, tmp_path: Path) -> None:
    """No other ending, nothing hidden, nothing outside, no link, no pack below, and no
    name that cannot stand in an address."""
    folder = files.folder
    (folder / "more").mkdir()
    (folder / "more" / "tables.yaml").write_text("tables: {}\n", encoding="utf-8")
    (folder / "notes.md").write_text("mine", encoding="utf-8")
    (folder / ".hidden.yaml").write_text("a: b", encoding="utf-8")
    (folder / "inner").mkdir()
    (folder / "inner" / HEAD).write_text("name: inner\n", encoding="utf-8")
    (folder / "link.yaml").symlink_to(folder / HEAD)
    (folder / os.fsdecode(b"caf\xe9.yaml")).write_text("a: b", encoding="utf-8")
    (folder / "out.yaml").symlink_to(tmp_path / "weather" / HEAD)
    assert files.paths() == ("more/tables.yaml", HEAD)
    outside = ("../weather/ruleset.yaml", "notes.md", ".hidden.yaml", "link.yaml")
    for path in (*outside, f"./{HEAD}", str(folder / HEAD), "more/../ruleset.yaml", ""):
        with pytest.raises(UnknownName):
            files.read(path)
        with pytest.raises(UnknownName):
            files.save(path, "", "a: b")


def test_a_save_is_of_the_text_that_was_edited(files: AuthoredFiles) -> None:
    """A text that somebody saved meanwhile stays, and is given back."""
    before = files.read(HEAD)
    saved = files.save(HEAD, before.digest, before.text + "# one\n")
    assert saved.is_saved
    assert saved.there.text.endswith("# one\n")
    late = files.save(HEAD, before.digest, before.text + "# other\n")
    assert not late.is_saved
    assert late.there == saved.there == files.read(HEAD)
    assert files.save(HEAD, late.there.digest, "name: [\n").is_saved, "also with errors"


def test_ends_of_lines_and_a_byte_order_mark_stay(files: AuthoredFiles) -> None:
    """A browser ends lines in its own way."""
    path = files.folder / HEAD
    path.write_bytes(b"\xef\xbb\xbfname: a\r\ntitle: b\r\n")
    there = files.read(HEAD)
    assert there.text == "name: a\ntitle: b\n"
    files.save(HEAD, there.digest, "name: a\r\ntitle: c\r\n")
    assert path.read_bytes() == b"\xef\xbb\xbfname: a\r\ntitle: c\r\n"
    path.write_bytes(b"name: a\ntitle: b\n")
    files.save(HEAD, files.read(HEAD).digest, "name: a\r\ntitle: c\r\n")
    assert path.read_bytes() == b"name: a\ntitle: c\n"


@pytest.mark.parametrize("text", [b"a: b\r\nc: d\n", b"a: b\rc: d\n"])
def test_lines_that_end_in_several_ways_are_not_edited(
    files: AuthoredFiles, text: bytes
) -> None:
    """A form would write others than were there."""
    path = files.folder / HEAD
    path.write_bytes(text)
    there = files.read(HEAD)
    assert there.refused
    with pytest.raises(Unusable):
        files.save(HEAD, there.digest, "a: b\n")
    assert path.read_bytes() == text


def test_a_text_that_is_too_large_is_not_written(files: AuthoredFiles) -> None:
    there = files.read(HEAD)
    with pytest.raises(UmpireError) as raised:
        files.save(HEAD, there.digest, "#" + "ä" * BYTES)
    assert "bytes" in raised.value.message
    assert files.read(HEAD) == there


def test_saves_are_undone_one_after_the_other(files: AuthoredFiles) -> None:
    """Not one that an editor has written over since."""
    texts = [files.read(HEAD).text]
    for number in range(2):
        texts.append(f"{texts[-1]}# {number}\n")
        files.save(HEAD, files.read(HEAD).digest, texts[-1])
    assert files.last_saved == (HEAD,)
    files.undo()
    assert files.read(HEAD).text == texts[1]
    (files.folder / HEAD).write_text("name: other\n", encoding="utf-8")
    with pytest.raises(Unusable):
        files.undo()
    assert files.read(HEAD).text == "name: other\n"
    (files.folder / HEAD).write_text(texts[1], encoding="utf-8")
    files.undo()
    assert files.read(HEAD).text == texts[0]
    assert files.last_saved == ()
    with pytest.raises(Unusable):
        files.undo()


def test_edits_of_other_files_are_not_written(
    files: AuthoredFiles, tmp_path: Path
) -> None:
    other = tmp_path / "weather" / HEAD
    text = other.read_text(encoding="utf-8")
    with pytest.raises(Unusable):
        files.apply([FileEdit(str(other), text, "name: lost\n")])
    assert other.read_text(encoding="utf-8") == text
