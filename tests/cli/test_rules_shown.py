"""`umpire show PACK RULE-ID`: what a rule says, and what carries it."""

from pathlib import Path

import pytest

from interpreter.pipeline.loading import load
from interpreter.reports.rulebook import MOST, named_in
from interpreter.ruleset.paths import find, node_at, parts_of
from interpreter.yaml import ScalarNode
from tests.cli.calling import HELLO, call, valid

PACK = """
name: ruled
seen_by: everyone
types:
  cover: [cloudy, clear]
options:
  fog: {rule: A-1, values: [yes, no], default: no}
tables:
  sky:
    key: cover
    columns: {drops: integer}
    rows:
      clear: {drops: 0}
      cloudy: {rule: [A-1, A-2], status: house, drops: 9}
procedures:
  go:
    rule: A-2
    gives: integer
    steps:
      - let: {n: 1}
      - require: n is 1
        only: fog
        rule: A-1
      - return: n
cases:
  one: {rule: A-1, run: go(), expect: {result: 1}}
"""
BOOK = """
A-1: {at: page 3, kinds: [condition, optional], says: "No [way] in fog", status: later}
A-2: {says: Rain wets}
A-3: {says: Nothing comes of it, status: referee}
"""


@pytest.fixture
def pack(tmp_path: Path) -> str:
    """A pack with three rules, one of which nothing carries."""
    folder = tmp_path / "ruled"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(PACK, encoding="utf-8")
    (folder / "rulebook.yaml").write_text(BOOK, encoding="utf-8")
    return str(folder)


def test_what_it_says_and_who_carries_it(pack: str) -> None:
    """In capitals or not; what an option cuts away carries it all the same."""
    found = call("show", pack, "a-1")
    lines = [each.replace(f"{pack}/", "") for each in found.out.splitlines()]
    assert found.code == 0
    assert lines[0] == "A-1"
    assert lines[3:7] == [
        "  No [way] in fog",
        "  in the source: page 3",
        "  kinds: condition, optional",
        "  status: later",
    ]
    said = " ".join(" ".join(lines[8:]).split())
    assert said == (
        "carried at 3 places: table sky, row cloudy (house) ruleset.yaml:14 "
        "to change it: tables.sky.rows.cloudy "
        "procedure go, a step 'require' ruleset.yaml:21 "
        "to change it: procedures.go.steps option fog ruleset.yaml:7 "
        "tried by 1 case: one ruleset.yaml:26"
    )


def test_a_rule_that_no_case_names(pack: str) -> None:
    """One may run through it all the same, which only running them tells."""
    assert "no case names it" in call("show", pack, "A-2").out


def test_as_data(pack: str) -> None:
    (rule,) = valid(call("show", pack, "A-2", "--json"), "show")["rules"]
    assert (rule["id"], rule["says"]) == ("A-2", "Rain wets")
    assert [(each["name"], each["part"]) for each in rule["carried_by"]] == [
        ("sky", "row cloudy"),
        ("go", ""),
    ]
    assert rule["carried_by"][0]["mark"] == "house"
    paths = [each["path"] for each in rule["carried_by"]]
    assert paths == ["tables.sky.rows.cloudy", "procedures.go"]
    (rule,) = valid(call("show", pack, "A-3", "--json"), "show")["rules"]
    assert (rule["status"], rule["carried_by"], rule["cases"]) == ("referee", [], [])


def test_a_misspelt_rule_is_told_the_nearest(pack: str) -> None:
    found = call("show", pack, "A-3x")
    assert (found.code, found.out) == (2, "")
    assert "did you mean 'A-3'?" in found.talk


@pytest.mark.parametrize(
    ("name", "rules"),
    [("way FOG", "A-1"), ("rain", "A-2"), ("a-", "A-1, A-2, A-3"), ("it", "A-3")],
)
def test_a_word_leads_to_the_rules_that_say_it(
    pack: str, name: str, rules: str
) -> None:
    """Whoever knows what he wants to change need not know what it is called."""
    found = call("show", pack, name)
    assert (found.code, found.out) == (2, "")
    assert found.talk.rstrip().endswith(f"rules with it: {rules}")


def test_a_word_that_no_rule_says(pack: str) -> None:
    assert "rules with it" not in call("show", pack, "ains").talk
    assert "rules with it" not in call("show", pack, "").talk
    assert "rules with it" not in call("show", pack, "(").talk


def test_a_rule_that_no_rulebook_lists(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(PACK, encoding="utf-8")
    found = call("show", str(tmp_path), "a-2")
    assert "no rulebook lists it" in found.out
    assert "carried at 2 places" in found.out


@pytest.mark.parametrize("name", ["acks-reconnaissance", "domains-at-war"])
def test_each_path_leads_to_one_place_that_carries_the_rule(name: str) -> None:
    """What a page tells a house ruler to write is found, and holds what it is about."""
    ruleset = load(Path("rulesets") / name).ruleset
    assert ruleset is not None
    sections = ruleset.uncut or ruleset.sections
    named = [
        find_bearer()
        for section, declarations in sections.items()
        for declaration in declarations.values()
        for _, find_bearer in named_in(section, declaration)
        if section != "rulebook"
    ]
    bearers = [each for each in named if each.path and each.section != "cases"]
    for each in bearers:
        section, key, *names = parts_of(ScalarNode(each.path, each.at, ""))
        declared = sections[section.text][key.text]
        places = find(declared.node, names)
        assert isinstance(places, list), each.path
        (place,) = places
        there = node_at(declared.node, place).span
        assert not each.part or there.holds(each.at) or each.at.holds(there), each.path
    assert len({each.path for each in bearers}) > 100


def test_a_rule_of_many_cases_fits_a_page() -> None:
    lines = call("show", "rencounter", "ren-gen-02").out.splitlines()
    assert max(map(len, lines)) <= 80
    assert sum(".yaml:" in each for each in lines) <= 2 * MOST + 1


def test_a_pack_without_rules_says_as_before() -> None:
    assert call("show", HELLO, "A-1").code == 2


def test_a_rule_with_its_signature_in_its_name_shows_it(tmp_path: Path) -> None:
    """As it is written; in flow style, on one line, quoted, and with `takes` below."""
    text = """name: signed
seen_by: everyone
formulas:
  twice(n:integer): {is: n * 2}
  "thrice(n: integer)":
    is: n * 3
  plain: {takes: {n: integer}, is: n}
procedures:
  add up(n:integer, more:yes or no) gives integer:
    title: A sum
    steps:
      - return: n + 1
"""
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")

    def shown(name: str) -> str:
        return call("show", str(tmp_path), name).out.partition("\n\n")[2]

    assert shown("twice") == "  twice(n:integer): {is: n * 2}\n"
    assert shown("thrice") == '  "thrice(n: integer)":\n    is: n * 3\n'
    assert shown("plain") == "  {takes: {n: integer}, is: n}\n"
    assert shown("add up").splitlines() == [
        "  add up(n:integer, more:yes or no) gives integer:",
        "    title: A sum",
        "    steps:",
        "      - return: n + 1",
    ]
