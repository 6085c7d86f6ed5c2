"""Cases of an overlay, and those of the pack that it extends."""

import json
from pathlib import Path

import pytest

from interpreter.cli.main import main

BASE = """name: base
formulas:
  f: {is: 1}
cases:
  one: {run: f(), expect: {result: 1}}
"""
HOUSE = """name: house
extends: ../base
change:
  formulas.f.is: {expect: 1, to: 2}
cases:
  two: {run: f(), expect: {result: 2}}
"""


@pytest.fixture(name="house")
def _house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    for name, text in (("base", BASE), ("house", HOUSE)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "ruleset.yaml").write_text(text)
    monkeypatch.chdir(tmp_path)
    return "./house"


def test_what_a_change_breaks_below_is_said(
    house: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["test", house]) == 1
    said = capsys.readouterr().out
    assert (
        "1 of the 1 that failed belong to base: what house changes may be why" in said
    )


def test_its_own_cases_can_be_run_alone(
    house: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["test", house, "--own"]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"
    assert main(["test", "./base", "--own"]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"


def test_json_names_the_pack_below(
    house: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["test", house, "--json"]) == 1
    cases = json.loads(capsys.readouterr().out)["cases"]
    assert [(each["name"], each["below"]) for each in cases] == [
        ("one", "base"),
        ("two", ""),
    ]
