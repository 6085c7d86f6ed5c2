"""What packs are called, and where they lie as seen from here."""

import os
from pathlib import Path

import pytest

from interpreter.cli.main import main
from interpreter.ruleset.finding import called, find_pack, pack_folders

HOLE = """
name: a name of its own
tables: {weather: {of: 2d6, gives: [rain, sun], rows: {2-5: rain, 7+: sun}}}
"""
ABOVE = "name: above\nextends: ../below\n"


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of two packs, one that extends the other; we stand in it."""
    for name, text in (("below", HOLE), ("above", ABOVE)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "ruleset.yaml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_folder_is_shown_without_detours(
    house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As short as it can be, from wherever one stands."""
    for typed in ("above", "./above", "below/../above", str(house / "above")):
        assert str(find_pack(typed)) == "above"
    monkeypatch.chdir(house / "above")
    for typed in (".", "../above", "../below/../above"):
        assert str(find_pack(typed)) == "."
    assert str(find_pack("../above/../below")) == "../below"
    assert str(find_pack(str(house / "below"))) == str(house / "below")


def test_a_way_back_from_behind_a_link_stays(house: Path) -> None:
    """Without it another folder would be shown."""
    (house / "far" / "away").mkdir(parents=True)
    (house / "link").symlink_to(house / "far" / "away")
    (house / "far" / "ruleset.yaml").write_text(HOLE, encoding="utf-8")
    assert str(find_pack("link/..")) == os.path.join("link", "..")


def test_a_problem_of_a_pack_below_has_a_tidy_place(
    house: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And the summary names the pack as it could be typed."""
    assert main(["check", "above"]) == 3
    out = capsys.readouterr().out
    assert out.startswith("below/ruleset.yaml:3:56: R501")
    assert out.endswith("\nabove: 1 error\n")
    assert main(["run", "below", "weather"]) == 3
    assert "the pack 'below' has problems" in capsys.readouterr().err


def test_a_pack_is_called_as_it_is_typed(
    house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A published one by its name; the folder we stand in has one too."""
    assert [called(each) for each in pack_folders()] == [
        each.name for each in pack_folders()
    ]
    assert called(Path("above")) == "above"
    monkeypatch.chdir("above")
    assert called(find_pack(".")) == "above"
    assert called(find_pack("../below")) == "../below"
