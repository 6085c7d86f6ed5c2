"""Handouts for all seats at once are those that each seat gets for itself."""

import json
from pathlib import Path

import jsonschema
import pytest

from tests.cli.calling import schema
from tests.games.playing import LATER, NORTH, SOUTH, TABLE, call, done
from tests.games.playing import without_receipts as plain


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Return a game in which both seats are asked by mail."""
    path = tmp_path / "a.game"
    call("play", TABLE, "table", "--seed", "one", "--game", path, *LATER)
    return path


def contents(folder: Path) -> dict[str, str]:
    """Return the text of each file below a folder."""
    return {
        str(each.relative_to(folder)): plain(each.read_text(encoding="utf-8"))
        for each in folder.rglob("*")
        if each.is_file()
    }


def test_each_seat_has_its_own(game: Path, tmp_path: Path) -> None:
    folder = tmp_path / "letters"
    printed = done("handout", game, folder).splitlines()
    assert sorted(each.name for each in folder.iterdir()) == [NORTH, SOUTH]
    for seat in (NORTH, SOUTH):
        own = tmp_path / f"for-{seat}"
        done("handout", game, "--as", seat, own)
        assert contents(folder / seat) == contents(own)
        assert str(folder / seat / "report.txt") in printed


def test_nobody_else_may_read_them(game: Path, tmp_path: Path) -> None:
    done("handout", game, tmp_path / "letters")
    files = [each for each in (tmp_path / "letters").rglob("*") if each.is_file()]
    assert len(files) > 4
    assert all(each.stat().st_mode & 0o077 == 0 for each in files)


def test_as_data(game: Path, tmp_path: Path) -> None:
    output = json.loads(done("handout", game, tmp_path / "letters", "--json"))
    jsonschema.validate(output, schema("handout"), jsonschema.Draft202012Validator)
    assert f"{NORTH}/report.txt" in output["files"]
    assert f"{SOUTH}/log.json" in output["files"]


def test_what_is_not_asked_any_more_is_taken_away(game: Path, tmp_path: Path) -> None:
    """As it is for one seat."""
    folder = tmp_path / "letters"
    done("handout", game, folder)
    asked = [each for each in contents(folder) if each.endswith("question.json")]
    assert asked
    for each in asked:
        question = json.loads((folder / each).read_text())
        back = tmp_path / "back.json"
        offered = question["parts"][0]["options"][0]
        back.write_text(json.dumps({"token": question["token"], "answer": offered}))
        done("answer", game, back)
    done("handout", game, folder)
    again = [each for each in contents(folder) if each.endswith("question.json")]
    assert again != asked


@pytest.mark.parametrize("seat", [NORTH, SOUTH])
def test_a_folder_of_somebody_else_is_left_alone(
    game: Path, tmp_path: Path, seat: str
) -> None:
    file = tmp_path / "letters" / seat / "report.txt"
    file.parent.mkdir(parents=True)
    file.write_text("mine")
    code, _, talk = call("handout", game, tmp_path / "letters")
    assert code == 3
    assert "move it away" in talk
    assert file.read_text() == "mine"
