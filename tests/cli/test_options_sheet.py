"""`umpire show PACK options`: every option on one sheet."""

from pathlib import Path

import pytest

from tests.cli.calling import HELLO, call, valid

PACK = """
name: switched
seen_by: everyone
options:
  fog: {title: Whether there is fog, values: [yes, no], default: no, group: weather}
  sides: {values: 2..12, default: 4}
  night:
    title: How dark it is
    group: weather
    rule: [A-1, A-2]
    values: [light, as dark as can be]
    default: light
    requires: {sides: 6}
    conflicts: [fog]
procedures:
  go: {gives: integer, steps: [{return: option.sides}]}
"""


@pytest.fixture
def pack(tmp_path: Path) -> str:
    """A pack with three options, one of them in no group."""
    folder = tmp_path / "switched"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(PACK, encoding="utf-8")
    return str(folder)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("option", "did you mean 'options'?"),
        ("sheets", "lists every name"),
    ],
)
def test_a_name_that_is_not_there(pack: str, name: str, hint: str) -> None:
    """The sheet is one of the names; a section is told from a name."""
    found = call("show", pack, name)
    assert (found.code, found.out) == (2, "")
    assert hint in found.talk


def test_the_sheet(pack: str) -> None:
    lines = call("show", pack, "options", "--option", "fog=yes").out.splitlines()
    assert lines == [
        "switched: its options",
        "  --option NAME=VALUE; * is the default, what is set is in brackets",
        "",
        "weather",
        "  fog",
        "    Whether there is fog",
        "    = [yes]  no*",
        "  night  [A-1 A-2]",
        "    How dark it is",
        "    = [light]*  as_dark_as_can_be",
        "    requires: sides: 6",
        "    conflicts: fog",
        "",
        "others",
        "  sides",
        "    = [4]* of 2..12",
    ]


def test_as_json(pack: str) -> None:
    said = valid(call("show", pack, "options", "--json"), "show")
    assert [each["name"] for each in said["options"]] == ["fog", "night", "sides"]
    assert said["options"][1] == {
        "name": "night",
        "group": "weather",
        "title": "How dark it is",
        "rules": ["A-1", "A-2"],
        "values": ["light", "as dark as can be"],
        "default": "light",
        "value": "light",
        "requires": ["sides: 6"],
        "conflicts": ["fog"],
        "implies": [],
    }


def test_who_has_none_is_told_so() -> None:
    called = call("show", HELLO, "options")
    assert called.code == 2
    assert "unknown name 'options'" in called.talk


def test_something_else_of_that_name_is_shown(tmp_path: Path) -> None:
    table = "tables: {options: {of: d6, gives: [a, b], rows: {1-3: a, 4+: b}}}\n"
    folder = tmp_path / "named"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(f"name: named\n{table}", encoding="utf-8")
    assert "roll table" in call("show", str(folder), "options").out
