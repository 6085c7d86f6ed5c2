"""How each rule stands is worked out by running; no declaration makes it so."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from interpreter.cli.main import main
from tests.cli.calling import HELLO, schema

PACK = """
name: carried
seen_by: everyone
types:
  colour: [red, green]
tables:
  fate:
    rule: R-TABLE
    of: 1d6
    gives: colour
    rows: {1-3: red, 4-6: green}
  size:
    takes: {n: integer}
    gives: colour
    hit: first
    rows:
      low: {if: n < 4, give: red, rule: R-LOW}
      high: {if: n >= 4, give: green, rule: R-HIGH}
  price:
    key: colour
    columns: {cost: integer}
    rows:
      red: {cost: 1, rule: R-RED}
      green: {cost: 2, rule: R-GREEN}
  omen: {rule: R-OMEN, gives: colour, weights: {red: 1, green: 2}}
events:
  dusk: {takes: {}, rule: R-DUSK}
entities:
  camp:
    single: yes
    fields:
      fires: {type: integer 0.., seen_by: everyone, start: 0, rule: R-FIRES}
modifiers:
  worth:
    takes: {n: integer}
    groups:
      luck:
        rule: R-GROUP
        rows:
          seven: {rule: R-SEVEN, if: n is 7, add: +2}
          eight: {rule: R-EIGHT, if: n is 8, add: +3}
formulas:
  twice: {rule: R-TWICE, takes: {n: integer}, gives: integer, is: n * 2}
options:
  gift: {rule: R-OPTION, values: [0, 1], default: 0}
procedures:
  cast:
    gives: colour
    steps:
      - roll: {die: d6}
      - let: {found: fate(die)}
      - if: price[size(die)].cost is 1
        return: found
      - return: green
  count up:
    rule: R-COUNT
    takes: {n: integer}
    gives: integer
    steps:
      - if: n > 3
        rule: R-BRANCH
        return: total(worth(n))
      - for_each: x in first_of([1, 2, 3], n)
        rule: R-LOOP
        set: {camp.fires: x}
      - return: twice(n) + option.gift
  read omens:
    gives: colour
    steps:
      - draw: found
        from: omen
      - happens: dusk
      - return: found
  be told:
    rule: R-RULED
    gives: integer
    steps:
      - ask: {bonus: integer}
        rule: R-ASKED
        of: judge
        default: 1
      - if: bonus is 2
        rule: R-PASSED
        return: bonus + 1
      - return: bonus
  outdo:
    takes: {mine: integer, yours: integer}
    gives: yes or no
    steps:
      - let: {lead: mine - yours}
      - roll: {die: d6}
      - if: lead > 0
        rule: R-AHEAD
        return: yes
      - return: die > 3
  weigh:
    rule: R-WEIGHED
    gives: integer
    steps:
      - ask: {bonus: integer}
        of: judge
        default: 7
      - return: total(worth(bonus))
cases:
"""
CAST = """
  low:
    run: cast()
    dice: {die: 2}
    expect: {result: red}
"""
NONE = """
  none:
    run: count_up(0)
    expect: {result: 0}
"""
TWO = """
  two:
    run: count_up(2)
    expect: {result: 4}
"""
SEVEN = """
  seven:
    run: count_up(7)
    expect: {result: 2}
"""
WRONG = """
  wrong:
    rule: R-COUNT
    run: count_up(8)
    expect: {result: 100}
"""
OMENS = """
  omens:
    odds: read_omens()
    expect: {red: 1/3, green: 2/3}
"""
LEAD = """
  lead:
    odds: outdo(2, 1)
    expect: {yes: 1}
"""
TOLD = """
  told:
    rule: [R-RULED, R-ASKED]
    run: be_told()
    answers: {bonus: 2}
    expect: {result: 3}
"""
WEIGHED = """
  weighed:
    run: weigh()
    answers: {bonus: 7}
    expect: {result: 2}
"""

DONE = "implemented"


def written(folder: Path, index: dict[str, str], *cases: str) -> Path:
    """Write a pack with an index of id -> "status / kinds"."""
    rows = []
    for name, said in index.items():
        status, _, kinds = said.partition(" / ")
        row = f"{name}: {{says: something, status: {status}, kinds: [{kinds}]}}"
        rows.append(row)
    (folder / "rulebook.yaml").write_text("\n".join(rows), encoding="utf-8")
    text = PACK + ("".join(cases) or "  {}\n")
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    return folder


def covered(
    folder: Path, capsys: pytest.CaptureFixture[str], code: int | None = None
) -> dict[str, Any]:
    """Return the rules of the verb's JSON by id."""
    found = main(["coverage", str(folder), "--json"])
    said = capsys.readouterr().out
    assert code in (None, found), said
    data = json.loads(said)
    jsonschema.validate(data, schema("coverage"), jsonschema.Draft7Validator)
    assert data["summary"]["covered"] == sum(
        each["status"] in ("exercised", "excused", "excepted") for each in data["rules"]
    )
    return {each["id"]: each for each in data["rules"]}


def stand(
    folder: Path, capsys: pytest.CaptureFixture[str], ids: str, *cases: str
) -> dict[str, str]:
    """Return how rules stand that are all called implemented, without a kind."""
    index = {f"R-{each}": DONE for each in ids.split()}
    rules = covered(written(folder, index, *cases), capsys)
    return {name.removeprefix("R-"): each["status"] for name, each in rules.items()}


def test_a_row_is_exercised_when_a_case_comes_to_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The table by any row, a row by itself alone."""
    found = stand(tmp_path, capsys, "TABLE LOW HIGH RED GREEN", CAST)
    assert found == {
        "TABLE": "exercised", "LOW": "exercised", "HIGH": "idle",
        "RED": "exercised", "GREEN": "idle",
    }  # fmt: skip


def test_a_modifier_is_exercised_when_its_row_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = stand(tmp_path, capsys, "GROUP SEVEN EIGHT", SEVEN)
    assert found == {"GROUP": "exercised", "SEVEN": "exercised", "EIGHT": "idle"}


def test_a_step_is_exercised_when_it_is_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not by a condition that does not hold, nor by a loop without a pass."""
    found = stand(tmp_path, capsys, "COUNT BRANCH LOOP TWICE FIRES", NONE)
    assert found == {
        "COUNT": "exercised", "BRANCH": "idle", "LOOP": "idle",
        "TWICE": "exercised", "FIRES": "idle",
    }  # fmt: skip
    found = stand(tmp_path, capsys, "BRANCH LOOP FIRES", TWO, SEVEN)
    assert set(found.values()) == {"exercised"}


def test_odds_exercise_also_what_their_answer_does_not_hang_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The table drawn from, the event and the field that nobody reads."""
    case = TWO.replace("run:", "odds:").replace("{result: 4}", "{4: 1}")
    assert stand(tmp_path, capsys, "LOOP FIRES", case) == {
        "LOOP": "exercised",
        "FIRES": "exercised",
    }
    assert stand(tmp_path, capsys, "OMEN DUSK") == {"OMEN": "idle", "DUSK": "idle"}
    found = stand(tmp_path, capsys, "OMEN DUSK", OMENS)
    assert found == {"OMEN": "exercised", "DUSK": "exercised"}


def test_odds_are_walked_also_where_a_comparison_is_made_before_its_step(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Such a comparison is no step of the pack, and is not marked as one."""
    assert stand(tmp_path, capsys, "AHEAD", LEAD) == {"AHEAD": "exercised"}


def test_a_case_that_fails_does_not_count(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Though it names the rule and runs through what carries it."""
    assert stand(tmp_path, capsys, "COUNT EIGHT", WRONG) == {
        "COUNT": "idle",
        "EIGHT": "idle",
    }
    main(["coverage", str(tmp_path)])
    assert "1 of 1 cases fails and is ignored" in capsys.readouterr().err


def test_a_case_that_only_names_a_rule_does_not_count(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = NONE.replace("run:", "rule: [R-TWICE, R-SEVEN]\n    run:")
    rules = stand(tmp_path, capsys, "TWICE SEVEN", case)
    assert rules == {"TWICE": "exercised", "SEVEN": "idle"}


def test_what_cannot_be_run_through_carries_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An option is a switch, not the rule; the hint says where it stands."""
    index = {"R-OPTION": DONE, "R-NOBODY": DONE}
    rules = covered(written(tmp_path, index, TWO), capsys, 1)
    assert rules["R-OPTION"]["status"] == rules["R-NOBODY"]["status"] == "uncarried"
    assert "nothing can be run through" in rules["R-OPTION"]["hint"]
    assert "ruleset.yaml:" in rules["R-OPTION"]["hint"]
    assert "'rule: R-NOBODY'" in rules["R-NOBODY"]["hint"]


@pytest.mark.parametrize(
    "kind", ["table", "modifier", "procedure", "condition", "geometry"]
)
def test_asking_the_judge_is_no_rule_of_figures(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The step that asks, what compares its answer, and the procedure around both."""
    ids = ("R-RULED", "R-ASKED", "R-PASSED")
    index = dict.fromkeys(ids, f"{DONE} / {kind}")
    rules = covered(written(tmp_path, index, TOLD), capsys, 1)
    assert {each["status"] for each in rules.values()} == {"asked"}
    index = dict.fromkeys(ids, f"{DONE} / judge, decision")
    rules = covered(written(tmp_path, index, TOLD), capsys, 0)
    assert {each["status"] for each in rules.values()} == {"exercised"}


@pytest.mark.parametrize("name", ["R-AHEAD", "R-LOOP"])
def test_a_clause_is_work_of_its_step(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where a condition or a list is worked out, a constant may be what is done."""
    rules = covered(
        written(tmp_path, {name: f"{DONE} / condition"}, LEAD, TWO), capsys, 0
    )
    assert rules[name]["status"] == "exercised"


def test_asking_beside_a_table_is_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    index = {"R-WEIGHED": f"{DONE} / modifier, judge"}
    rules = covered(written(tmp_path, index, WEIGHED), capsys, 0)
    assert rules["R-WEIGHED"]["status"] == "exercised"


@pytest.mark.parametrize(
    ("said", "standing"),
    [
        ("referee / judge", "excused"),
        ("judge / referee, decision", "excused"),
        ("judge / judge, procedure", "refused"),
        ("referee / table", "refused"),
        ("planned / planned", "excused"),
        ("planned by the author / procedure", "refused"),
        ("glossary / glossary", "excused"),
        ("blocked / blocked", "excused"),
        ("needs_figure / blocked, table", "excused"),
        ("needs_figure / table", "refused"),
        ("not in source / procedure, outside", "excused"),
        ("outside / procedure", "refused"),
        ("some day / judge, outside", "refused"),
        ("referee / ", "refused"),
        ("later / judge", "later"),
    ],
)
def test_a_reason_must_fit_the_kind(
    said: str, standing: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = covered(written(tmp_path, {"R-TWICE": said}, TWO), capsys)
    assert rules["R-TWICE"]["status"] == standing


@pytest.mark.parametrize(
    ("count", "rules", "code"), [(1, 50, 0), (1, 49, 1), (2, 99, 1)]
)
def test_two_in_a_hundred_may_have_another_reason(
    count: int,
    rules: int,
    code: int,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """They are listed one by one; one more, and none of them is let go."""
    index = {f"R-OTHER-{n}": "referee / table" for n in range(count)}
    index |= {f"R-GONE-{n}": "outside / outside" for n in range(rules - count)}
    written(tmp_path, index, TWO)
    found = covered(tmp_path, capsys, code)
    wanted = "refused" if code else "excepted"
    assert {found[each]["status"] for each in found if "OTHER" in each} == {wanted}
    main(["coverage", str(tmp_path)])
    text = capsys.readouterr().out
    assert all(f"  {each}  " in text for each in index if "OTHER" in each)
    assert "R-GONE" not in text


def test_a_pack_that_lists_no_rule_covers_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["coverage", HELLO]) == 1
    assert "rulebook.yaml lists no rule, so none is covered" in capsys.readouterr().out


def test_as_text_it_gives_shares_places_and_what_to_write(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    index = {
        "R-TWICE": f"{DONE} / procedure",
        "R-GROUP": f"{DONE} / modifier",
        "R-HIGH": f"{DONE} / table",
        "R-NOBODY": f"{DONE} / table",
        "R-ASKED": f"{DONE} / condition, judge",
        "R-JUDGE": "referee / judge",
        "R-FREE": "referee / table",
        "R-LATER": "later / secret",
        "R-COUNT": "later / procedure",
    }
    written(tmp_path, index, TWO, SEVEN, TOLD)
    monkeypatch.chdir(tmp_path)
    assert main(["coverage", "."]) == 1
    assert capsys.readouterr().out == GOLDEN


GOLDEN = """\
carried: 3 of 9 rules are covered

  rules  share  status
  -----  -----  -------------------------------------------------------
      2  22.2%  implemented, and a passing case runs through it
      1  11.1%  left out for a reason that its kind allows
      1  11.1%  no passing case runs through it
      1  11.1%  only the judge is asked
      1  11.1%  no element names it
      1  11.1%  left out, but neither its kind nor the number allows it
      2  22.2%  to be written later

No passing case runs through it:
  R-HIGH  rulebook.yaml:3:1
    write a case whose run comes by size / high, ruleset.yaml:18:7

Only the judge is asked:
  R-ASKED  rulebook.yaml:5:1
    be_told.ask.bonus, ruleset.yaml:78:9 works nothing out, and its kind is
    condition: write it as a table, modifier, formula or steps

No element names it:
  R-NOBODY  rulebook.yaml:4:1
    write 'rule: R-NOBODY' at the step, row, field or formula that does it, and
    a case that runs it

Left out, but neither its kind nor the number allows it:
  R-FREE  rulebook.yaml:7:1
    the reason is 'referee', its kind is table: carry it, or correct the reason
    or the kind; left out so: 1, may be: 0

To be written later (name it with 'rule:' where it is done, and write a case):
  R-LATER  rulebook.yaml:8:1
  R-COUNT  rulebook.yaml:9:1
    a case runs through count_up, ruleset.yaml:55:3: is it implemented?

Parts of these rules that no passing case runs through:
  ruleset.yaml:41:11  [R-GROUP]
    worth / luck / eight
"""


def test_without_an_index_it_shows_a_line_of_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What it tells to write is understood when it is written."""
    (tmp_path / "ruleset.yaml").write_text("name: bare\n", encoding="utf-8")
    assert main(["coverage", str(tmp_path)]) == 1
    line = capsys.readouterr().out.strip().partition("a line for each rule: ")[2]
    assert line.startswith("RULE-1: {")
    (tmp_path / "rulebook.yaml").write_text(f"{line}\n", encoding="utf-8")
    assert main(["coverage", str(tmp_path)]) == 1
    out = capsys.readouterr().out
    assert "No element names it:" in out
    assert "write 'rule: RULE-1' at the step" in out
