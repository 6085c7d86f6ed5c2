"""What a rule forbids: the same problem in every way of running, and nothing done."""

import json
from pathlib import Path

import pytest

from interpreter.app.testing.case_runs import CaseRunner
from interpreter.cli.main import main
from interpreter.coverage.covered import Coverage
from interpreter.pipeline.checking import check
from interpreter.pipeline.loading import load
from tests.cli.calling import call

PACK = "tests/packs/requirements"
FAIR = ("--scenario", "fair")
BUY = ("buy", *FAIR, "--with", "who=red", "--with", "price=5")
SECRET = """
name: kept
seats: side
seen_by: judge
entities:
  side:
    fields:
      marks: {type: integer 0..9, seen_by: nobody, start: 0}
procedures:
  idle:
    takes: {s: side}
    gives: integer
    steps:
      - set: {s.marks: 4}
      - roll: {die: d6}
        by: judge
      - require: die + s.marks > NEEDED
        rule: R-1
      - return: 1
scenarios:
  one: {entities: {red: {kind: side}}}
"""


@pytest.mark.parametrize("verb", ["run", "odds", "simulate"])
def test_every_way_of_running_says_the_same(
    verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Rule, sentence with its figures, what failed, at the step; stdout stays empty."""
    assert main([verb, PACK, *BUY]) == 3
    said = capsys.readouterr()
    assert said.out == ""
    assert "ruleset.yaml:27:9: R710 refused by SHOP-1" in said.err
    assert "refused by SHOP-1: red has 3, and 5 is asked" in said.err
    assert "hint: not so: who.purse >= price (here 3 and 5)" in said.err


def test_it_is_data_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    """`--json` has code, place and hint."""
    assert main(["run", PACK, *BUY, "--json"]) == 3
    said = json.loads(capsys.readouterr().err)
    (problem,) = said["problems"]
    assert (problem["code"], problem["line"]) == ("R710", 27)
    assert problem["hint"] == "not so: who.purse >= price (here 3 and 5)"


@pytest.mark.parametrize("verb", ["run", "odds", "simulate"])
def test_what_fell_is_told_as_it_fell(
    verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also where exact odds would have joined the dice, and compared early."""
    given = ("haggle", *FAIR, "--with", "who=red", "--with", "price=20")
    assert main([verb, PACK, *given]) == 3
    hint = next(
        each for each in capsys.readouterr().err.splitlines() if "not so" in each
    )
    _, _, here = hint.partition("not so: left + sum(dice) >= 0 (here ")
    assert -15 <= int(here.removesuffix(")")) < 0


def test_a_worker_says_it_too() -> None:
    """A refusal that one trial in many comes to goes from process to process."""
    given = ("gamble", *FAIR, "--with", "who=red", "--with", "stake=2")
    trials = ("--trials", "9000", "--workers", "2", "--seed", "1")
    said = call("simulate", PACK, *given, *trials)
    assert said.code == 3
    assert "refused by SHOP-6: the house has no 2" in said.talk
    assert "not so: die >= stake (here 1 and 2)" in said.talk


def test_a_loop_says_which(capsys: pytest.CaptureFixture[str]) -> None:
    """The sentence names the item of its pass."""
    assert main(["run", PACK, "pack up", *FAIR, "--with", "who=blue"]) == 3
    assert "refused by SHOP-3: lamp is not known" in capsys.readouterr().err


def test_what_holds_is_told_in_a_run(capsys: pytest.CaptureFixture[str]) -> None:
    """`--explain` says what was required, and its sentence is for refusals alone."""
    given = ("buy", *FAIR, "--with", "who=blue", "--with", "price=5")
    assert main(["run", PACK, *given, "--explain", "--all"]) == 0
    said = capsys.readouterr().out
    assert "it is so: who.purse >= price (here 12 and 5)" in said
    assert "is asked" not in said


def test_exact_odds_do_not_leave_it_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only the requirement reads what is rolled and set."""
    for needed, code in ((4, 0), (5, 3)):
        text = SECRET.replace("NEEDED", str(needed))
        (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
        given = ("idle", "--scenario", "one", "--with", "s=red")
        assert main(["odds", str(tmp_path), *given]) == code
    assert "not so: die + s.marks > 5 (here 5 and 5)" not in capsys.readouterr().out


def test_a_refusal_counts_for_its_rule() -> None:
    """A case that is refused ran through the requirement that refused it."""
    loaded = load(Path(PACK))
    coverage = Coverage(loaded)
    assert all(each.passed for each in CaseRunner(loaded, coverage).results())
    assert coverage.cases("SHOP-3") == ("what is not known", "too few hands")
    assert "too few hands" in coverage.cases("SHOP-5")


def test_a_report_reads_what_nothing_else_needs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The sentence of a question is reported behind its answer."""
    text = "name: asks\nseen_by: judge\nprocedures:\n  main:\n    takes: {n: integer}\n"
    text += (
        "    gives: integer\n    steps:\n      - ask: {m: integer}\n        of: judge\n"
    )
    text += "        say: how many beside {n}\n      - return: m\n"
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    given = ("--with", "n=3", "--answer", "m=2", "--explain", "--all")
    assert main(["run", str(tmp_path), "main", *given]) == 0
    assert "how many beside 3" in capsys.readouterr().out


def test_calls_that_multiply_their_ways_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Few states, but each level squares the number of ways: no memory holds them."""
    text = "name: deep\nseen_by: everyone\nprocedures:\n  delve:\n"
    text += "    takes: {n: integer 0..}\n    gives: integer\n    steps:\n"
    text += "      - {roll: {die: d6}, by: judge}\n"
    text += "      - {if: die is 1 or n is 0, return: '0'}\n"
    text += "      - {call: delve(n - 1), as: one}\n"
    text += "      - {call: delve(n - 1), as: two}\n      - return: one + two\n"
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    assert main(["odds", str(tmp_path), "delve", "--with", "n=40"]) == 4
    assert "limit exceeded: bits of the weights" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ("- {require: n > 2, seen_by: judge}", "a refusal ends the whole run"),
        ("- {require: n}", "this is"),
        ("- {require: n > 2, for: luck}", "'for'"),
    ],
)
def test_what_a_requirement_cannot_have(tmp_path: Path, step: str, told: str) -> None:
    """It needs yes or no, and nobody can be kept from its refusal."""
    text = "name: bad\nseen_by: everyone\nprocedures:\n  main:\n"
    text += f"    takes: {{n: integer}}\n    steps:\n      {step}\n"
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    assert [told in each.message for each in check(tmp_path).problems] == [True]
