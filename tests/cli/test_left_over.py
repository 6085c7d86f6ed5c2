"""`odds --left-over` goes round loops until little is left, wherever they stand."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from tests.games.playing import call

PACK = """\
name: loops
seen_by: everyone
procedures:
  one loop:
    gives: integer
    steps:
      - do:
          - roll: {die: d6}
        until: die is 6
      - roll: {last: d2}
      - return: last
  two loops:
    gives: integer
    steps:
      - do:
          - roll: {die: d6}
        until: die is 6
      - do:
          - roll: {other: d4}
        until: other is 4
      - roll: {last: d2}
      - return: last
  for ever:
    gives: integer
    steps:
      - do:
          - roll: {die: d6}
        until: die is 7
      - return: 1
"""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    (tmp_path / "ruleset.yaml").write_text(PACK, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("procedure", ["one loop", "two loops"])
@pytest.mark.parametrize("least", ["0.5", "0.01", "1e-9"])
def test_what_has_left_a_loop_comes_to_its_end(
    pack: Path, procedure: str, least: str
) -> None:
    """Both faces of the last die are as likely, and together all but what is left."""
    code, out, _ = call("odds", pack, procedure, "--left-over", least, "--json")
    assert code == 0
    told = json.loads(out)
    rest = Fraction(told["left_over"])
    assert 0 < rest <= Fraction(least)
    shares = [Fraction(each["probability"]) for each in told["outcomes"]]
    assert shares == [(1 - rest) / 2] * 2
    assert told["exact"] is False


def test_truncated_odds_are_not_called_exact(pack: Path) -> None:
    """The probabilities shown are lower bounds."""
    _, out, _ = call("odds", pack, "one loop", "--left-over", "0.01")
    assert "truncated" in out
    assert "exact" not in out
    _, out, _ = call("odds", pack, "one loop")
    assert "exact" in out


def test_a_loop_that_never_ends_is_a_limit(pack: Path) -> None:
    """Nothing ever leaves it, so there is never little enough left."""
    code, _, said = call("odds", pack, "for ever", "--left-over", "0.1")
    assert code == 4
    assert "ruleset.yaml:26:9" in said  # the loop of it
