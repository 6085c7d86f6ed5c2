"""The public API: a ruleset opened, and what its methods return."""

import json
import subprocess
import sys
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import interpreter
from interpreter import (
    LeftOver,
    NoPack,
    OpenRuleset,
    OpenStop,
    UmpireError,
    UnknownName,
    UnknownOutcome,
    Unusable,
    UsageError,
    check_ruleset,
    open_ruleset,
)
from tests.cli.calling import HELLO, ROOT, call
from tests.ruleset.packs import write

ANSWERING = ROOT / "tests" / "packs" / "answering"
ODDS = {"rain": Fraction(10, 36), "clouds": Fraction(16, 36), "sun": Fraction(10, 36)}
PACK = {
    "ruleset.yaml": "name: figures\nseen_by: everyone\n",
    "formulas.yaml": """
formulas:
  twice:
    takes: {n: number, more: {type: yes or no, default: no}}
    gives: number
    is: if more then 2 * n + 1 else 2 * n
  longest:
    takes: {lengths: list of integer, at: point}
    gives: integer
    is: max(max(lengths), at.high)
  spot:
    takes: {n: integer}
    gives: point
    is: point(n, n + 1)
  perhaps:
    takes: {n: integer or none}
    gives: integer or none
    is: n
types:
  point: {record: {low: integer, high: integer}}
procedures:
  sum of two:
    gives: integer
    steps:
      - roll: {dice: 2d6}
      - return: sum(dice)
  even:
    gives: yes or no
    steps:
      - roll: {die: d6}
      - return: die in [2, 4, 6]
""",
}


@pytest.fixture(scope="module")
def hello() -> OpenRuleset:
    """The smallest pack."""
    return open_ruleset(ROOT / HELLO)


@pytest.fixture(scope="module")
def answering() -> OpenRuleset:
    """The pack in which everything is chosen."""
    return open_ruleset(ANSWERING)


@pytest.fixture(scope="module")
def figures(tmp_path_factory: pytest.TempPathFactory) -> OpenRuleset:
    """A pack of values of several types."""
    return open_ruleset(write(tmp_path_factory.mktemp("packs") / "figures", PACK))


def test_odds_are_exact(hello: OpenRuleset) -> None:
    """By hand: 10, 16 and 10 of 36, over the smallest denominator."""
    weather = hello.odds("weather")
    assert dict(weather) == ODDS
    assert isinstance(weather["rain"], Fraction)
    assert list(weather) == ["rain", "clouds", "sun"]
    assert (len(weather), weather.truncated, weather.mean) == (3, 0, None)
    assert weather.denominator == 18


def test_odds_say_what_the_command_prints(hello: OpenRuleset) -> None:
    """Text and JSON."""
    weather = hello.odds("weather")
    assert weather.to_json() == call("odds", HELLO, "weather", "--json").json
    printed = call("odds", HELLO, "weather").out
    assert weather.text().split() == printed.split()


def test_a_value_that_is_no_outcome(hello: OpenRuleset) -> None:
    """It is an error of the family and a KeyError, so that `get` and `in` work."""
    weather = hello.odds("weather")
    with pytest.raises(UnknownOutcome, match="unknown outcome 'snow'"):
        weather["snow"]
    assert weather.get("snow", 0) == 0
    assert "snow" not in weather
    assert issubclass(UnknownOutcome, UmpireError)


def test_numbers_are_outcomes_by_themselves(figures: OpenRuleset) -> None:
    """With their mean; yes and no are True and False."""
    two = figures.odds("sum of two")
    assert two[7] == Fraction(6, 36)
    assert two.mean == 7
    assert list(two) == list(range(2, 13))
    even = figures.odds("even")
    assert even[True] == Fraction(1, 2)
    assert even.mean is None


def test_observed_fields_stand_beside_the_result(answering: OpenRuleset) -> None:
    """An outcome is then a tuple."""
    grab = answering.odds(
        "grab", scenario="table", who="north_side", policy="careful",
        observe=["piece.taken"],
    )  # fmt: skip
    assert grab.observed == ("piece.taken",)
    assert sum(grab.values()) == 1
    assert {len(key) for key in grab if isinstance(key, tuple)} == {2}


@pytest.mark.parametrize(
    ("value", "expected"),
    [(3, 6), (Fraction(1, 2), 1), ("1/2", 1), ("1 + 1", 4)],
)
def test_arguments_are_python_values(
    figures: OpenRuleset, value: Any, expected: object
) -> None:
    """Numbers exact, texts as they would be typed."""
    assert figures.run("twice", n=value).value == expected
    assert figures.run("twice", arguments={"n": value}).value == expected


def test_arguments_that_hold_others(figures: OpenRuleset) -> None:
    """Lists, records by name or by position, none, yes and no."""
    given: Mapping[str, Any] = {"lengths": [1, 5, 3]}
    assert figures.run("longest", at={"low": 1, "high": 9}, **given).value == 9
    assert figures.run("longest", at=(1, 4), **given).value == 5
    assert figures.run("perhaps", n=None).value is None
    assert figures.run("twice", n=1, more=True).value == 3
    assert figures.run("spot", n=4).value == {"low": 4, "high": 5}


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"n": 0.5}, Unusable, "n: a float is no exact value"),
        ({"n": object()}, Unusable, "n: a object is no exact value"),
        ({"n": None}, Unusable, "n: none does not fit"),
        ({"n": [1]}, Unusable, "n: a list does not fit"),
        ({"n": {"a": 1}}, Unusable, "n: a map does not fit"),
        ({"n": True}, Unusable, "n: True does not fit"),
        ({"n": "x"}, Unusable, "n: 'x' does not fit"),
        ({}, UsageError, "the argument 'n' is missing"),
        ({"m": 1}, UnknownName, "unknown argument 'm' of 'twice'"),
        ({"n": 1, "arguments": {"n": 2}}, UsageError, "'n' is given twice"),
    ],
)
def test_what_does_not_fit_is_an_error(
    figures: OpenRuleset, given: dict[str, Any], error: type[UmpireError], message: str
) -> None:
    """Of the family, without a word of the command line."""
    with pytest.raises(error) as caught:
        figures.run("twice", **given)
    assert message in str(caught.value)
    assert "--" not in caught.value.message + caught.value.hint


def test_a_record_that_does_not_fit(figures: OpenRuleset) -> None:
    """Fields that are not there, or are missing."""
    for at, message in (
        ({"low": 1, "hi": 2}, "'hi' is no field of it"),
        ({"low": 1}, "'high' is missing"),
        ((1, 2, 3), "a list does not fit"),
    ):
        with pytest.raises(Unusable, match=message):
            figures.run("longest", lengths=[1], at=at)


def test_a_run_tells_its_dice(hello: OpenRuleset) -> None:
    """Given, or from a seed that is named."""
    run = hello.run("weather", dice=[5, 3])
    assert (run.value, run.seed) == ("clouds", "")
    assert [dice.faces for dice in run.dice] == [(5, 3)]
    named = {run.dice[0].name: [6, 6]}
    assert hello.run("weather", dice=named).value == "sun"
    seeded = hello.run("weather", seed="one")
    assert seeded.seed == "one"
    assert seeded.to_json() == call(
        "run", HELLO, "weather", "--seed", "one", "--explain", "--json"
    ).json  # fmt: skip
    assert "clouds" in run.explain()
    assert run.text() in call("run", HELLO, "weather", "--dice", "5,3").out


def test_dice_that_do_not_fit(hello: OpenRuleset) -> None:
    """Too many, impossible, of another roll."""
    with pytest.raises(LeftOver):
        hello.run("weather", dice=[1, 2, 3])
    with pytest.raises(Unusable, match="a d6 cannot show it"):
        hello.run("weather", dice=[7, 1])
    with pytest.raises(UnknownName):
        hello.run("weather", dice={"other": [1]})


def test_answers_are_given_once_or_in_turn(answering: OpenRuleset) -> None:
    """One holds for all askings; a list of mappings is for one after the other."""
    fixed: dict[str, Any] = {"scenario": "table", "who": "north_side", "most": 40}
    assert (
        answering.run("shares", answers={"lot": ["crown", "purse"]}, **fixed).value
        == 13
    )
    turns = [{"lot": ["button"]}]
    run = answering.run("shares", answers=turns, **fixed)
    assert run.value == 1
    assert run.unused_answers == ()
    with pytest.raises(UsageError, match="in turn"):
        answering.odds("shares", answers=turns, **fixed)
    with pytest.raises(UnknownName, match="unknown question 'lots'"):
        answering.run("shares", answers={"lots": 1}, **fixed)
    with pytest.raises(OpenStop):
        answering.odds("shares", **fixed)


def test_a_run_shows_what_a_seat_knows(answering: OpenRuleset) -> None:
    """By its view."""
    run = answering.run(
        "grab", scenario="table", who="south_side", policy="first", seed="a"
    )
    view = run.view("north_side")
    assert view.seat == "north_side"
    assert "crown" in view.text()
    assert view.to_json()["seat"] == "north_side"
    with pytest.raises(UnknownName):
        run.view("west_side")


def test_an_estimate_is_that_of_the_command(hello: OpenRuleset) -> None:
    """Counts by the same seed, intervals, text and picture."""
    weather = hello.simulate("weather", trials=400, seed="one")
    given = ("simulate", HELLO, "weather", "--trials", "400", "--seed", "one")
    assert weather.to_json() == call(*given, "--json").json
    assert weather.text() in call(*given).out
    assert sum(each.count for each in weather.values()) == weather.trials == 400
    rain = weather["rain"]
    assert rain.low < rain.frequency < rain.high
    assert "<svg" in weather.svg()
    assert (weather.seed, weather.policy, weather.interrupted) == ("one", "", False)
    assert weather.mean is None


def test_the_mean_of_an_estimate(figures: OpenRuleset) -> None:
    """Exact, of what came."""
    two = figures.simulate("sum of two", trials=300, seed="one")
    total = sum(key * each.count for key, each in two.items() if isinstance(key, int))
    assert two.mean == Fraction(total, 300)


def test_a_scenario_is_simulated_by_its_first_policy(answering: OpenRuleset) -> None:
    """Which the result names."""
    day = answering.simulate(scenario="table", trials=20, seed="one")
    assert day.policy == "plain"
    assert day.title == "answering: day, table"
    with pytest.raises(UsageError):
        answering.simulate(scenario="table", trials=0)


def test_seats_have_policies_of_their_own(answering: OpenRuleset) -> None:
    """What is counted is what is exact; others answer as the one that stands in."""
    own = "north_side=random, south_side=bidding(1, 1)"
    exact = answering.odds("bids", scenario="table", policy=own)
    assert set(exact) == {sides * die for sides in range(2, 8) for die in (1, 2, 3)}
    counted = answering.simulate("bids", scenario="table", policy=own, seed="one")
    assert set(counted) == set(exact)
    assert counted.policy == f"{own}, plain"
    one = answering.odds("bids", scenario="table", policy="south_side=last, first")
    assert dict(one) == {bid: Fraction(1, 3) for bid in (2, 4, 6)}
    for policy, colour in (("judge=careful, first", "green"), ("first", "red")):
        paint = answering.odds(
            "paint", scenario="table", who="south_side", policy=policy
        )
        assert paint[colour] == 1


@pytest.mark.parametrize(
    ("policy", "error"),
    [
        ("west=first", UnknownName),
        ("north_side=bald, first", UnknownName),
        ("north_side=first, north side=last", UsageError),
        ("first, last", UnknownName),
        ("first, north_side=last, random", UsageError),
        (", south_side=first", UnknownName),
        ("north_side=", UnknownName),
        ("north_side=bidding(1, 2, 3)", UsageError),
    ],
)
def test_policies_of_seats_that_there_are_not(
    policy: str, error: type[UmpireError], answering: OpenRuleset
) -> None:
    """Each is named."""
    with pytest.raises(error):
        answering.odds("bids", scenario="table", policy=policy)
    with pytest.raises(error):
        answering.simulate("bids", scenario="table", policy=policy)


def test_a_check_counts_all_problems(tmp_path: Path) -> None:
    """Of more than 200 the first are listed, and it says how many are not."""
    tables = "".join(
        f"  t{number}: {{of: 1d2, gives: integer, rows: {{1: 1}}}}\n"
        for number in range(203)
    )
    text = f"name: many\ntables:\n{tables}"
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    checked = check_ruleset(tmp_path, quick=True)
    found = checked.to_json()
    assert len(checked.problems) == found["count"] > 200
    assert found["left_out"] == len(checked.problems) - 200
    assert found == call("check", str(tmp_path), "--quick", "--json").json


def test_check_test_and_coverage(answering: OpenRuleset, hello: OpenRuleset) -> None:
    """As the verbs say."""
    checked = answering.check(quick=True)
    given = ("check", str(ANSWERING), "--quick")
    assert checked.ok
    assert checked.to_json() == call(*given, "--json").json
    tested = answering.test()
    assert tested.ok
    assert len(tested.cases) == 6
    assert not tested.failed
    assert tested.cases[0].name == "a formula and a modifier choose"
    assert tested.to_json() == call("test", str(ANSWERING), "--json").json
    covered = hello.coverage()
    assert (covered.ok, covered.rules) == (False, ())
    assert covered.to_json() == call("coverage", HELLO, "--json").json


def test_a_case_that_fails_says_why(tmp_path: Path) -> None:
    """What was expected, what came out, and where the case stands."""
    pack = dict(PACK) | {
        "cases.yaml": "cases:\n  wrong:\n    from: by hand\n"
        "    run: twice(2)\n    expect: {result: 5}\n"
    }
    tested = open_ruleset(write(tmp_path / "failing", pack)).test()
    (failed,) = tested.failed
    assert (failed.name, failed.line, tested.ok) == ("wrong", 2, False)
    assert failed.file.endswith("cases.yaml")
    assert "5" in failed.differences[0]
    assert "4" in failed.differences[0]


def test_a_ruleset_with_errors(tmp_path: Path) -> None:
    """It cannot be opened, and the error carries its problems; it can be checked."""
    folder = write(tmp_path / "broken", {"ruleset.yaml": "name: broken\nfoo: 1\n"})
    with pytest.raises(Unusable) as caught:
        open_ruleset(folder)
    checked = check_ruleset(folder)
    assert not checked.ok
    assert [each.code for each in caught.value.problems] == [
        each.code for each in checked.problems
    ]
    assert str(checked.problems[0].span) in checked.text()


def test_names_that_are_not_there() -> None:
    """Packs, options, procedures, scenarios, policies."""
    with pytest.raises(NoPack):
        open_ruleset("/no/such/folder")
    with pytest.raises(UnknownName):
        open_ruleset("acks-reconnaissance", options={"no such option": "yes"})
    opened = open_ruleset(ANSWERING)
    for call_it in (
        lambda: opened.odds("nothing"),
        lambda: opened.odds("bids", scenario="chair"),
        lambda: opened.odds("bids", scenario="table", policy="bald"),
    ):
        with pytest.raises(UnknownName):
            call_it()


def test_what_is_in_a_ruleset(answering: OpenRuleset) -> None:
    """Names to choose from."""
    assert answering.name == "answering"
    assert answering.scenarios == ("table",)
    assert answering.policies == ("plain", "careful", "bidding")
    assert answering.folder == ANSWERING
    recon = open_ruleset("acks-reconnaissance", options={"close terrain": 0})
    assert "close terrain" in recon.option_values
    assert recon.options == {"close_terrain": "0"}


def test_notebooks_show_tables(hello: OpenRuleset, tmp_path: Path) -> None:
    """Escaped, a row for each outcome."""
    shown = hello.odds("weather")._repr_html_()
    assert shown.count("<tr>") == 4
    assert "<td>5/18</td>" in shown
    simulated = hello.simulate("weather", trials=10, seed="a")._repr_html_()
    assert simulated.count("<tr>") == 4
    odd = {
        "ruleset.yaml": "name: odd\ntables:\n  t:\n    of: d2\n"
        "    gives: ['<b>', plain]\n    rows: {1: '<b>', 2: plain}\n"
    }
    page = open_ruleset(write(tmp_path / "odd", odd)).odds("t")._repr_html_()
    assert "<b>" not in page
    assert "&lt;b&gt;" in page


SCRIPT = """
import sys
import interpreter
assert interpreter.__version__
print(*sys.modules, sep="\\n")
print("--")
interpreter.open_ruleset(sys.argv[1]).odds("weather")
print(*sys.modules, sep="\\n")
"""


def test_a_warm_start_imports_no_parser() -> None:
    """Nor does the import of the package import the API."""
    given = [sys.executable, "-c", SCRIPT, str(ROOT / HELLO)]
    for _ in range(2):  # the first may be cold
        done = subprocess.run(
            given, capture_output=True, text=True, check=True, cwd=ROOT
        )
    at_once, later = done.stdout.split("--\n")
    assert "interpreter.app" not in at_once.split()
    roots = {name.partition(".")[0] for name in later.split()}
    assert not roots & {"lark", "ruamel", "jsonschema", "numpy", "argparse"}


def test_every_public_name_is_there() -> None:
    """Each can be imported, and a name that is not public cannot."""
    for name in interpreter.__all__:
        assert getattr(interpreter, name).__doc__, name
    assert set(interpreter.__all__) <= set(dir(interpreter))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        interpreter.nothing  # noqa: B018


def test_json_can_be_written(answering: OpenRuleset) -> None:
    """All that `to_json` returns."""
    grab = {"scenario": "table", "who": "south_side", "policy": "first"}
    for result in (
        answering.odds("grab", **grab),
        answering.run("grab", seed="a", **grab),
        answering.simulate("grab", trials=5, seed="a", **grab),
    ):
        assert json.loads(json.dumps(result.to_json()))["format"] == 1


def test_shares_of_thousands_of_digits_are_shown(tmp_path: Path) -> None:
    """Python writes no number of more than 4,300 digits unless it is allowed to."""
    text = """\
procedures:
  sixes:
    seen_by: everyone
    gives: integer
    steps:
      - roll: {d: "dice(5600, 6)"}
      - return: count(x in d where x is 6)
"""
    pack = write(tmp_path / "long", {"procedures.yaml": text})
    found = open_ruleset(pack).odds("sixes")
    assert "1000" in found._repr_html_()
    assert "Distribution(" in repr(found)
    assert found.text()
