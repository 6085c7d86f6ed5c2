"""Policies: the same rules answer run, odds and simulate; wrong ones are told."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from interpreter.cli.main import main
from tests.cli.calling import ROOT

PACK = "tests/packs/answering"
DAY = (PACK, "day", "--scenario", "table")


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Packs are named from the root."""
    monkeypatch.chdir(ROOT)


def told(capsys: pytest.CaptureFixture[str], *given: str) -> dict[str, object]:
    """Return what a verb prints as JSON."""
    assert main([*given, "--json"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def refused(capsys: pytest.CaptureFixture[str], *given: str) -> tuple[int, str]:
    """Return the code of a verb that fails, and what it says."""
    code = main([*given])
    return code, capsys.readouterr().err


@pytest.mark.parametrize("policy", ["careful", "bidding(2)", "random", "plain"])
def test_all_three_ways_ask_alike(
    capsys: pytest.CaptureFixture[str], policy: str
) -> None:
    """What a run comes to has odds, and no result is simulated that has none."""
    law = told(capsys, "odds", *DAY, "--policy", policy)
    odds = {
        each["value"]: Fraction(each["probability"])
        for each in law["outcomes"]  # type: ignore[attr-defined]
    }
    assert sum(odds.values()) == 1
    given = ("simulate", *DAY, "--policy", policy, "--trials", "2000", "--seed", "s")
    counted = told(capsys, *given)["outcomes"]
    for each in counted:  # type: ignore[attr-defined]
        # Four and a half standard errors: one in 150,000 would lie outside by chance.
        share = float(odds.get(each["value"], 0))
        reach = 4.5 * (share * (1 - share) / 2000) ** 0.5
        assert abs(each["share"] - share) <= reach, each
    for seed in "abcd":
        run = told(capsys, "run", *DAY, "--policy", policy, "--seed", seed)
        assert odds[run["result"]] > 0  # type: ignore[index]


def test_a_policy_answers_by_seat(capsys: pytest.CaptureFixture[str]) -> None:
    """North's pride is 5, south's 2: bids of 2 and 1, times a d3."""
    law = told(
        capsys, "odds", PACK, "bids", "--scenario", "table", "--policy", "careful"
    )
    assert [each["value"] for each in law["outcomes"]] == [3, 6, 9]  # type: ignore[attr-defined]


def test_an_answer_given_wins_over_a_policy(capsys: pytest.CaptureFixture[str]) -> None:
    """As COMMANDS.md says: fixed answers, a rule, the step's default, the policy's."""
    north = ("--scenario", "table", "--with", "who=north_side")
    given = ("odds", PACK, "paint", *north, "--policy", "careful", "--answer")
    law = told(capsys, *given, "shade=blue")
    shares = {e["value"]: e["probability"] for e in law["outcomes"]}  # type: ignore[attr-defined]
    assert shares == {"red": "0", "green": "1/3", "blue": "2/3"}


def test_observing_does_not_change_what_a_policy_sees(tmp_path: Path) -> None:
    """A field that only a policy reads is still written when odds are worked out."""
    (tmp_path / "ruleset.yaml").write_text(
        """
name: watching
seats: side
seen_by: everyone
entities:
  side: {fields: {mood: {type: integer 0..6, seen_by: everyone, start: 0}}}
procedures:
  one:
    takes: {who: side}
    gives: integer
    steps:
      - roll: {die: d6}
      - set: {who.mood: die}
      - choose: bid
        by: who
        from: 1..6
      - return: bid
policies:
  moody: {takes: {seat: side}, answers: {bid: seat.mood}}
scenarios:
  room: {entities: {me: {kind: side}}}
cases:
  as many as the die:
    from: by hand
    odds: one(me)
    scenario: room
    policy: moody
    expect: {1: 1/6, 6: 1/6}
""",
        encoding="utf-8",
    )
    assert main(["test", str(tmp_path)]) == 0


@pytest.mark.parametrize(
    ("policy", "code", "said"),
    [
        ("carefull", 2, "did you mean 'careful'?"),
        ("bidding", 2, "needs 'limit'"),
        ("bidding(2, 0, 1)", 2, "takes fewer arguments"),
        ("bidding(12)", 3, "does not fit: 12 is out of bounds"),
        ("bidding(2, 1)", 3, "gives what is not offered at bids.choose"),
    ],
)
def test_a_policy_that_does_not_fit(
    capsys: pytest.CaptureFixture[str], policy: str, code: int, said: str
) -> None:
    """It is told in one sentence, with the code of what it is, by every verb."""
    for verb in ("run", "odds", "simulate"):
        found, text = refused(capsys, verb, *DAY, "--policy", policy)
        assert (found, said in text) == (code, True), (verb, text)


def test_a_policy_that_fails_is_told_at_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A fault of a rule has the rule's place, whoever drives."""
    pack = (ROOT / PACK / "ruleset.yaml").read_text(encoding="utf-8")
    wrong = pack.replace(
        "bid: min(seat.pride, limit) + shift", "bid: down(1 / (limit - 2))"
    )
    (tmp_path / "ruleset.yaml").write_text(wrong, encoding="utf-8")
    line = next(
        n for n, each in enumerate(wrong.split("\n"), 1) if "down(1 / (lim" in each
    )
    given = (str(tmp_path), "bids", "--scenario", "table", "--policy", "bidding(2)")
    for verb in ("run", "odds", "simulate"):
        code, text = refused(capsys, verb, *given)
        assert code == 3
        assert f"ruleset.yaml:{line}:12: R703" in text, text


def test_the_judge_is_no_seat(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A rule that reads who decides cannot answer for the judge."""
    pack = (ROOT / PACK / "ruleset.yaml").read_text(encoding="utf-8")
    wrong = pack.replace(
        "shade: first(c in values(colour) by -likes(c))",
        "shade: if seat.pride > 3 then red else blue",
    )
    (tmp_path / "ruleset.yaml").write_text(wrong, encoding="utf-8")
    given = (str(tmp_path), "paint", "--scenario", "table", "--with", "who=north_side")
    for verb in ("run", "odds", "simulate"):
        code, text = refused(capsys, verb, *given, "--policy", "careful")
        assert code == 3
        assert "reads the seat that decides at paint.ask.shade" in text


def test_a_rule_for_what_an_option_cuts_away_is_no_mistake(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Its choice is there again when the option is set."""
    piece = "tests/pieces/05-activation"
    given = ("run", piece, "turn", "--scenario", "field", "--policy", "bold", "--seed")
    assert main(["check", piece]) == 0
    capsys.readouterr()
    told(capsys, *given, "s")
    options = ("--option", "hold variant=yes", "--option", "reshuffle card=no")
    assert "act now" in json.dumps(told(capsys, *given, "s", *options)["answers"])
