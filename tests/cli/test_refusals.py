"""Answers as they are typed, and why a choice does not take one."""

from pathlib import Path

import pytest

from interpreter.cli.main import main
from tests.trial import ROOT

PACK = """
name: ch
seats: side
seen_by: everyone
types:
  way: [north, south, east]
  plan: {record: {a: integer, w: way}}
  report: {record: {a: integer, why: text or none}}
entities:
  side:
    fields:
      ready: {type: list of integer, seen_by: everyone, start: []}
procedures:
  pick:
    takes: {s: side, top: integer}
    gives: list of integer
    steps:
      - choose: some
        by: s
        from: s.ready
        how_many: 1..3
        such_that:
          - sum(some) <= top
          - count(some) > 1
      - return: some
  way:
    takes: {s: side}
    gives: way
    steps:
      - choose: w
        by: s
        from: values(way)
        such_that: w is not north
      - return: w
  orders:
    gives: integer for side
    steps:
      - choose: order
        for_each: x in every(side)
        by: x
        from: 1..3
        such_that: sum(values(order)) > 4
      - return: order
  rule:
    gives: plan
    steps:
      - ask: {p: plan}
      - return: p
  tidings:
    gives: report
    steps:
      - ask: {r: report}
      - return: r
  rules:
    gives: integer for side
    steps:
      - ask: {m: integer for side}
      - return: m
scenarios:
  three:
    entities:
      red: {kind: side, ready: [1, 4, 9]}
      blue: {kind: side, ready: [4, 5]}
"""
THREE = ("--scenario", "three", "--with", "s=red")


@pytest.fixture
def pack(tmp_path: Path) -> str:
    """Return the folder of the pack above."""
    (tmp_path / "ruleset.yaml").write_text(PACK, encoding="utf-8")
    return str(tmp_path)


@pytest.mark.parametrize(
    ("given", "message", "hint"),
    [
        (
            ("pick", *THREE, "--with", "top=9", "--answer", "some=[4, 9]"),
            "not allowed at pick.choose.some: [4, 9]",
            "not so: sum(some) <= top (here 13 and 9)",
        ),
        (
            ("pick", *THREE, "--with", "top=9", "--answer", "some=[4]"),
            "not allowed at pick.choose.some: [4]",
            "not so: count(some) > 1 (here 1)",
        ),
        (
            ("pick", *THREE, "--with", "top=9", "--answer", "some=[4, 8]"),
            "not offered at pick.choose.some: [4, 8]",
            "offered is 1, 4, 9; 1 to 3 of them are to be chosen",
        ),
        (
            ("way", *THREE, "--answer", "w=north"),
            "not allowed at way.choose.w: north",
            "not so: w is not north",
        ),
        (
            ("orders", "--scenario", "three", "--answer", "order=2"),
            "not allowed: {red: 2, blue: 2}",
            "not so: sum(values(order)) > 4 (here 4)",
        ),
    ],
)
def test_a_refusal_says_why(
    pack: str,
    given: tuple[str, ...],
    message: str,
    hint: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """In the words and values of the pack, never those of the program."""
    assert main(["run", pack, *given]) == 3
    said = capsys.readouterr().err
    assert message in said
    assert hint in said


RULED = """
name: ruled
seats: side
seen_by: everyone
entities:
  side: {fields: {ready: {type: list of integer, seen_by: everyone, start: [1, 4]}}}
formulas:
  fit: {rule: [A-1, A-2], takes: {s: side}, is: s.ready}
  small: {rule: A-4, takes: {n: integer}, is: n < 3}
procedures:
  pick:
    takes: {s: side}
    rule: B-1
    gives: integer
    steps:
      - choose: n
        rule: A-3
        by: s
        from: fit(s)
        such_that: small(n)
      - return: n
scenarios:
  two:
    entities:
      red: {kind: side}
"""


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (
            "7",
            "gives what is not offered at pick.choose.n: 7\n"
            "  hint: offered is 1, 4; by A-1, A-2, A-3\n",
        ),
        (
            "4",
            "gives what is not allowed at pick.choose.n: 4\n"
            "  hint: not so: small(n); by A-4, A-3\n",
        ),
    ],
)
def test_a_refusal_names_the_rules(
    answer: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those by which all else is offered, or of the condition that does not hold."""
    (tmp_path / "ruleset.yaml").write_text(RULED, encoding="utf-8")
    words = ("pick", "--scenario", "two", "--with", "s=red")
    assert main(["run", str(tmp_path), *words, "--answer", f"n={answer}"]) == 3
    assert said in capsys.readouterr().err


CASE = """
cases:
  nobody says which way:
    scenario: three
    run: way(red)
    expect: {result: south}
"""


def test_an_open_choice_says_what_is_offered(
    pack: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """And how to answer it: on the command line, or in the case that left it open."""
    told = "red must choose 'w' (at way.choose.w); offered is north, south, east"
    assert main(["run", pack, "way", *THREE]) == 1
    said = capsys.readouterr().err
    assert told in said
    assert "--answer w=" in said
    (Path(pack) / "cases.yaml").write_text(CASE, encoding="utf-8")
    assert main(["test", pack]) == 1
    shown = capsys.readouterr().out
    assert f"{told} (answer it under answers: or by a policy:)" in shown
    assert "--answer" not in shown


def test_odds_refuse_it_too(pack: str, capsys: pytest.CaptureFixture[str]) -> None:
    """There is no one state to take figures from, but nothing of the program shows."""
    given = ("pick", *THREE, "--with", "top=9", "--answer", "some=[4, 9]")
    assert main(["odds", pack, *given]) == 3
    assert capsys.readouterr().err.rstrip().endswith("not allowed at pick.choose.some")


@pytest.mark.parametrize(
    ("given", "result"),
    [
        (("rule", "--answer", "p={a: 1, w: north}"), "rule: {a: 1, w: north}"),
        (("rule", "--answer", "p=plan(1, north)"), "rule: {a: 1, w: north}"),
        (
            ("rules", "--scenario", "three", "--answer", "m={red: 1, blue: 1 + 2}"),
            "rules: {red: 1, blue: 3}",
        ),
        (
            ("pick", *THREE, "--with", "top=9", "--answer", "some=[1, 4]"),
            "pick: [1, 4]",
        ),
    ],
)
def test_maps_and_records_are_answered_in_a_line(
    pack: str, given: tuple[str, ...], result: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """As in YAML, typed against what is asked; an expression stays one."""
    assert main(["run", pack, *given]) == 0
    assert result in capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("target: []", "this is list, expected piece or none"),
        ("target: [crown]", "this is list of piece, expected piece or none"),
        ("target: 5", "this is integer 5, expected piece or none"),
        ("bid: []", "this is list\n  hint: expected integer 0..9"),
    ],
)
def test_an_answer_of_another_type_says_what_was_expected(
    answer: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also where names are listed that could be meant."""
    file = tmp_path / "answers.txt"
    file.write_text(answer, encoding="utf-8")
    words = ("day", "--scenario", "table", "--policy", "first", "--answers", str(file))
    assert main(["run", str(ROOT / "tests/packs/answering"), *words]) == 3
    assert f" does not fit: {said}\n" in capsys.readouterr().err


def test_they_stand_in_a_file_as_in_yaml(
    pack: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """On as many lines as one likes, and a wrong part is named with its place."""
    file = tmp_path / "answers.txt"
    file.write_text("p:\n  a: 4\n  w: south\n", encoding="utf-8")
    assert main(["run", pack, "rule", "--answers", str(file)]) == 0
    assert "rule: {a: 4, w: south}" in capsys.readouterr().out
    file.write_text("p:\n  a: x\n  w: south\n", encoding="utf-8")
    assert main(["run", pack, "rule", "--answers", str(file)]) == 3
    assert f"{file}:2:6: 'x' does not fit" in capsys.readouterr().err


def test_a_field_that_may_be_none_may_be_left_out(
    pack: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """As `export` does, which writes no field that is none."""
    assert main(["run", pack, "tidings", "--answer", "r={a: 1}"]) == 0
    assert "tidings: {a: 1, why: none}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("p={a: 1, w: nort}", "did you mean 'north'?"),
        ("p={a: 1}", "p:1:1: 'w' is missing\n  hint: it has the fields a, w"),
        ("p={a: 1, v: north}", "p:1:8: 'v' is no field of it\n  hint: it has the"),
        ("p={a: 1, w: north", "never closed"),
        ("p={a: {b: 1}, w: north}", "this is a map, expected integer"),
    ],
)
def test_what_is_wrong_in_a_line_is_one_sentence(
    pack: str, answer: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the name of the option."""
    assert main(["run", pack, "rule", "--answer", answer]) == 3
    err = capsys.readouterr().err
    assert said in err
    assert "--answer p" in err
