"""`check` finds in a case what can be known without running it; `test` agrees."""

from pathlib import Path

import pytest

from interpreter.app.testing.case_runs import CaseRunner
from interpreter.pipeline.checking import check
from interpreter.pipeline.loading import load
from tests.bad_cases import BAD, expected
from tests.cli.calling import call

FOLDERS = sorted(BAD.glob("R*-case*")) + sorted(BAD.glob("R516-*"))
FEW = """
name: few
seen_by: everyone
options:
  fog: {values: [yes, no], default: no}
  rain: {values: [yes, no], default: no}
tables:
  sky: {of: 2d6, gives: [rain, sun], rows: {7-: rain, 8+: sun}}
procedures:
  cut: {only: fog, gives: integer, steps: [{return: 1}]}
  throw:
    gives: integer
    steps:
      - times: 2
        do:
          - roll: {pair: 2d6}
            by: judge
            for: luck
      - return: 1
cases:
"""


def said(tmp_path: Path, cases: str) -> list[tuple[int, int, str, str]]:
    """Return line (from the first case), column, code and message of each problem."""
    (tmp_path / "ruleset.yaml").write_text(FEW + cases, encoding="utf-8")
    head = FEW.count("\n")
    return [
        (each.span.first[0] - head, each.span.first[1], each.code, each.message)
        for each in check(tmp_path).problems
    ]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda each: each.name)
def test_a_case_with_a_problem_fails(folder: Path) -> None:
    """`umpire test` fails the cases that `check` finds fault with, and no other."""
    found = list(CaseRunner(load(folder)).results())
    starts = [each.span.first[0] for each in found]
    wrong = {
        max(start for start in starts if start <= each.line)
        for each in expected(folder)
    }
    failed = {each.span.first[0] for each in found if each.error}
    assert failed == wrong


def test_a_word_in_a_call_is_marked_alone(tmp_path: Path) -> None:
    """The place is that of the word, also in a text with quotes."""
    cases = '  one:\n    run: "sky( cloud )"\n    expect: {result: sun}\n'
    assert said(tmp_path, cases) == [(2, 10, "R309", "'sky' takes 0, not 1")]


def test_dice_may_fall_several_times(tmp_path: Path) -> None:
    """Faces come in one list or in several maps, always as many as the dice."""
    good = "  one:\n    run: throw\n    dice: DICE\n    expect: {result: 1}\n"
    assert said(tmp_path, good.replace("DICE", "{pair: [1, 2, 3, 4]}")) == []
    twice = "[{pair: [1, 2]}, {pair: [3, 4]}]"
    assert said(tmp_path, good.replace("DICE", twice)) == []
    three = said(tmp_path, good.replace("DICE", "[{pair: [1, 2]}, {pair: 3}]"))
    assert [each[2:] for each in three] == [
        ("R309", "3 faces for 'pair', where 2 dice fall each time")
    ]


def test_a_case_is_read_under_its_options(tmp_path: Path) -> None:
    """What its options bring is there, and what they do not bring is not."""
    cases = "  one: {run: cut, expect: {result: 1}}\n"
    assert said(tmp_path, cases)[0][2:] == ("R301", "unknown procedure 'cut'")
    assert said(tmp_path, cases.replace("run", "options: {fog: yes}, run")) == []
    both = cases.replace("run", "options: {fog: yes, rain: yes}, run")
    assert said(tmp_path, both) == []
    assert said(tmp_path, both.replace("1}", "x}"))[0][2] == "R301"


def test_a_refusal_is_expected_alone(tmp_path: Path) -> None:
    """What is refused gives nothing, tells nobody, and has a rule that is there."""
    rule = """  strict:
    takes: {n: integer}
    gives: integer
    steps:
      - {require: n > 2, rule: R-1}
      - return: n
cases:
"""
    for expect, found in (
        ("expect: {refused: R-1}", []),
        ("expect: {refused: strict.require}", []),
        ("expect: {refused: R-2}", ["unknown rule that refuses: 'R-2'"]),
        (
            "expect: {refused: R-1, result: 1}",
            ["a run that is refused has no 'result'"],
        ),
        (
            "expect: {refused: R-1}, views: {judge: {none: []}}",
            ["a run that is refused tells nobody anything"],
        ),
    ):
        text = FEW.replace("cases:\n", rule) + f"  one: {{run: strict(1), {expect}}}\n"
        (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
        assert [each.message for each in check(tmp_path).problems] == found
        (result,) = CaseRunner(load(tmp_path)).results()
        assert result.passed == (not found)


def test_a_case_that_is_not_refused_fails(tmp_path: Path) -> None:
    """Neither a run that goes through nor another rule is what was expected."""
    rule = """  strict:
    takes: {n: integer}
    gives: integer
    steps:
      - {require: n > 2, rule: R-1}
      - {require: n < 5, rule: R-2}
      - return: n
cases:
  goes through: {run: strict(3), expect: {refused: R-1}}
  another: {run: strict(9), expect: {refused: R-1}}
  not expected: {run: strict(1), expect: {result: 1}}
"""
    text = FEW.replace("cases:\n", rule)
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    through, another, unexpected = CaseRunner(load(tmp_path)).results()
    assert [each.found for each in through.differences] == ["not refused"]
    (found,) = (each.found for each in another.differences)
    assert found == "refused by R-2 (strict.require_2)"
    assert unexpected.error == "refused by R-1 (not so: n > 2 (here 1))"


def test_a_faulty_case_does_not_stop_a_run(tmp_path: Path) -> None:
    """Nothing that is run hangs on a case."""
    (tmp_path / "ruleset.yaml").write_text(
        FEW + "  one: {run: sky}\n", encoding="utf-8"
    )
    assert call("check", str(tmp_path)).code == 3
    assert call("run", str(tmp_path), "sky", "--seed", "1").code == 0


@pytest.mark.parametrize(
    ("dice", "column", "told"),
    [
        ("{some: [1, 2, 3], pair: [1, 2, 3, 4, 5, 6]}", 35, "5,6 of 'pair' are left"),
        ("{some: [1, 2]}", 18, "'some' has 2 faces, but judge rolls 3d6"),
    ],
)
def test_dice_that_do_not_come_are_told_where_they_stand(
    tmp_path: Path, dice: str, column: int, told: str
) -> None:
    """What only a run shows is told at the dice of the case; nobody said `--dice`."""
    several = """  throw several:
    takes: {n: integer 0..9}
    gives: integer
    steps:
      - roll:
          some: dice(n, 6)
        by: judge
        for: luck
      - call: throw()
      - return: 1
cases:
"""
    case = f"""  one:
    run: throw several(3)
    dice: {dice}
    expect: {{result: 1}}
"""
    text = FEW.replace("cases:\n", several) + case
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    (found,) = CaseRunner(load(tmp_path)).results()
    line = text.splitlines().index(f"    dice: {dice}") + 1
    assert f"ruleset.yaml:{line}:{column}: {told}" in found.error
    assert "--dice" not in found.error


def test_a_share_with_an_exponent_is_no_share(tmp_path: Path) -> None:
    """A few letters of it would be a number of a million digits."""
    cases = "  odd: {odds: sky(), expect: {rain: 1e99999999}}\n"
    message = "'1e99999999' is no share"
    assert said(tmp_path, cases) == [(1, 37, "R401", message)]
    found = call("test", str(tmp_path))
    assert found.code == 1
    assert message in found.out


CHANCE = """
name: chance
seats: side
seen_by: everyone
entities:
  side: {fields: {fame: {type: integer, seen_by: everyone}}}
procedures:
  turn:
    gives: integer
    steps:
      - roll: {pair: 2d6}
        by: judge
        for: the weather
      - roll: {die: d6}
      - draw: card
        from: "[3, 4, 5]"
      - return: sum(pair)
  march:
    takes: {who: side}
    gives: integer
    steps:
      - choose: way
        by: who
        from: "[1, 1, 1]"
      - return: way
scenarios:
  alone: {entities: {red: {kind: side, fame: 0}}}
cases:
  one:
"""


def failing(tmp_path: Path, case: str) -> str:
    """Return why the one case of CHANCE fails, or ""."""
    (tmp_path / "ruleset.yaml").write_text(CHANCE + case, encoding="utf-8")
    assert check(tmp_path).problems == ()
    (result,) = CaseRunner(load(tmp_path)).results()
    assert not result.differences
    return result.error


@pytest.mark.parametrize(
    ("dice", "missing"),
    [
        ("{die: 1, card: 3}", "'pair': judge rolls 2d6 for the weather"),
        ("{pair: [1, 2], card: 3}", "'die': a d6 falls for turn (die)"),
        ("{pair: [1, 2], die: 4}", "'card': 1 drawn of 3, 4, 5"),
    ],
)
def test_what_falls_in_a_case_is_given(tmp_path: Path, dice: str, missing: str) -> None:
    """Nothing is thrown for it in silence: only a seed of its own does that."""
    case = f"    run: turn\n    dice: {dice}\n    expect: {{result: 3}}\n"
    why = failing(tmp_path, case)
    assert missing in why
    assert "under 'dice:', or a 'seed:' for the rest" in why
    assert not failing(tmp_path, "    run: turn\n    expect: {result: 3}\n" + GIVEN)
    seeded = "    run: turn\n    dice: {pair: [1, 2]}\n    seed: any\n"
    assert not failing(tmp_path, f"{seeded}    expect: {{result: 3}}\n")


GIVEN = "    dice: {pair: [1, 2], die: 4, card: 5}\n"


def test_a_policy_of_a_case_throws_no_dice_in_silence(tmp_path: Path) -> None:
    """What is drawn among answers is chance like any other."""
    case = "    run: march(red)\n    scenario: alone\n    policy: random\n"
    expect = "    expect: {result: 1}\n"
    assert "leaves 'way' to chance" in failing(tmp_path, case + expect)
    assert not failing(tmp_path, f"{case}    seed: any\n{expect}")


@pytest.mark.parametrize(
    ("policy", "column", "told"),
    [
        ("green=first", 14, "unknown seat 'green'"),
        ("red=bald, first", 18, "unknown policy 'bald'"),
        ("first, last", 14, "unknown policy 'first, last'"),
        (
            "red=first, last, random",
            31,
            "two policies for all seats that have none of their own",
        ),
        ("red='first', 'last'", 0, ""),
        ("red=first, red=last", 25, "two policies for the seat 'red'"),
        ("red=first, last, judge=random", 0, ""),
    ],
)
def test_policies_of_seats_are_known_before_a_case_runs(
    tmp_path: Path, policy: str, column: int, told: str
) -> None:
    """Each at its place in the text."""
    case = f'    run: march(red)\n    scenario: alone\n    policy: "{policy}"\n'
    text = f"{CHANCE}{case}    seed: any\n    expect: {{result: 1}}\n"
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    problems = check(tmp_path).problems
    assert [(each.span.first[1], each.message) for each in problems] == (
        [(column, told)] if told else []
    )


def test_odds_have_no_seed(tmp_path: Path) -> None:
    """They throw nothing that it could decide."""
    odds = "  one: {odds: sky, seed: any, expect: {rain: 7/12}}\n"
    told = "odds throw no dice, so 'seed' decides nothing"
    assert said(tmp_path, odds) == [(1, 20, "R101", told)]
    odds = "  one: {odds: sky, dice: {sky: [1, 2]}, expect: {rain: 7/12}}\n"
    told = "odds throw no dice, so 'dice' decides nothing"
    assert said(tmp_path, odds) == [(1, 20, "R101", told)]


DERIVED = """
name: derived
seats: side
seen_by: everyone
entities:
  side: {fields: {}}
  man:
    fields:
      side: {type: side, seen_by: everyone}
      cells: {type: integer, start: 5, seen_by: everyone}
    derived:
      hp: {is: 12 / cells}
procedures:
  lose(m:man, n:integer): {steps: [{set: {m.cells: m.cells - n}}]}
scenarios:
  s: {entities: {red: {kind: side}, ann: {kind: man, side: red}}}
cases:
"""


@pytest.mark.parametrize(
    ("case", "wrong", "fails"),
    [
        ("{run: 'lose(ann, 1)', expect: {ann.hp: 3}}", [], ""),
        ("{run: 'lose(ann, 1)', expect: {ann.hp: 4}}", [], "ann.hp"),
        ("{run: 'lose(ann, 1)', expect: {ann.hp: yes}}", ["R401"], "R401"),
        ("{run: 'lose(ann, 5)', expect: {ann.hp: 0}}", [], "R703"),
    ],
)
def test_a_derived_field_is_expected_as_any_other(
    case: str, wrong: list[str], fails: str, tmp_path: Path
) -> None:
    """At the end of the run; a fault of its expression fails the case."""
    text = f"{DERIVED}  a: {case.replace('{run', '{scenario: s, run')}\n"
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    assert [each.code for each in check(tmp_path).problems] == wrong
    (result,) = CaseRunner(load(tmp_path)).results()
    assert result.passed is not bool(fails)
    differing = [each.what for each in result.differences]
    assert fails in (result.error or " ".join(differing)), result
