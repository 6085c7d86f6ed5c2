"""Cases that ask for what cannot be, or for numbers of any length."""

from pathlib import Path

import pytest

from tests.cli.calling import call

PACK = """
name: odd
seen_by: everyone
types:
  suit: [hearts, spades]
procedures:
  two:
    gives: list of suit
    steps:
      - draw: s
        from: values(suit)
        how_many: 2
      - return: s
  sixes:
    gives: integer
    steps:
      - roll: {d: "dice(6000, 6)"}
      - return: count(x in d where x is 6)
cases:
  CASE
"""


def pack(folder: Path, case: str) -> str:
    """Write the pack with a case; return its folder."""
    (folder / "ruleset.yaml").write_text(PACK.replace("CASE", case))
    (folder / "rulebook.yaml").write_text("A-1: {at: here, says: a, status: later}\n")
    return str(folder)


def test_what_is_drawn_twice_is_there_once(tmp_path: Path) -> None:
    """The second time it cannot be drawn, and the case says so."""
    dice = 'c: {run: two(), dice: {s: [hearts, hearts]}, expect: {result: "[]"}}'
    found = call("test", pack(tmp_path, dice))
    assert found.code == 1
    assert "'s' cannot be drawn so" in found.out


def test_what_is_left_of_what_is_drawn_fails_the_case(tmp_path: Path) -> None:
    """As it is with dice; it says where, and what was drawn."""
    given = "[[hearts, spades], [hearts]]"
    wanted = "{result: '[hearts, spades]'}"
    dice = f"c: {{run: two(), dice: {{s: {given}}}, expect: {wanted}}}"
    found = call("test", pack(tmp_path, dice))
    assert found.code == 1
    assert "1 of what 's' draws left over" in found.out
    assert "ruleset.yaml:20:" in found.out
    assert "the draws were 2 (s)" in found.out
    assert call("test", pack(tmp_path, dice.replace(given, given[1:17]))).code == 0


@pytest.mark.parametrize("verb", ["test", "coverage"])
def test_shares_of_thousands_of_digits(tmp_path: Path, verb: str) -> None:
    """They are told, though Python writes no such number unasked."""
    found = call(verb, pack(tmp_path, "c: {odds: sixes(), expect: {6000: 1/2}}"))
    assert found.code == 1
    assert len(found.out) > 4300 or verb == "coverage"


@pytest.mark.parametrize("share", ["1e99999999", "1e1000", f"1/{'9' * 5000}"])
def test_a_share_that_nobody_could_read(tmp_path: Path, share: str) -> None:
    """It is none, and is said so at once."""
    case = f"c: {{odds: sixes(), expect: {{6000: {share}}}}}"
    found = call("check", pack(tmp_path, case))
    assert found.code == 3
    assert "R401" in found.out
    assert "is no share" in found.out
