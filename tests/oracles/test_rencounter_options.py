"""Every switch of the author of Rencounter, and every reading of what he left unclear,
is an option of the pack, with the value of its default and what goes with what."""

from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from tests.cli.calling import ROOT, call, valid

FILE = Path(__file__).parent / "rencounter_options.yaml"
RULEBOOK = ROOT / "rulesets" / "rencounter" / "rulebook.yaml"
LINKS = ("requires", "conflicts", "implies")

Sheet = dict[str, dict[str, Any]]


def read(file: Path) -> Any:
    return YAML(typ="safe", pure=True).load(file.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    """The options of the pack by name, as a user gets them."""
    found = valid(call("show", "rencounter", "options", "--json"), "show")
    return {each["name"]: each for each in found["options"]}


def test_none_is_left_out() -> None:
    book = read(FILE)
    assert list(book["switches"]) == [f"SW-{number:02}" for number in range(1, 58)]
    assert list(book["readings"]) == [f"AMB-{number:02}" for number in range(1, 24)]


def test_each_is_an_option_with_its_default_or_a_rule_says_why_not(
    sheet: Sheet,
) -> None:
    book, rules = read(FILE), read(RULEBOOK)
    wrong = []
    for key, said in (book["switches"] | book["readings"]).items():
        for name, value in said.items():
            if name == "rule":
                good = value in rules
            else:
                good = name in sheet and sheet[name]["default"] == str(value)
            wrong += [] if good else [(key, name, value)]
    assert wrong == []


def test_what_goes_with_what(sheet: Sheet) -> None:
    book = read(FILE)["links"]
    for name, option in sheet.items():
        theirs = {key: book.get(name, {}).get(key, []) for key in LINKS}
        assert {key: option[key] for key in LINKS} == theirs, name
    assert set(book) <= set(sheet)


def test_each_has_a_title_a_rule_and_another_value(sheet: Sheet) -> None:
    for name, option in sheet.items():
        assert option["title"], name
        assert len(option["values"]) > 1, name
        assert option["rules"], name
