"""`odds` at the prompt of real dice: what the roll can lead to, counted by trying."""

import json
import re
from fractions import Fraction
from pathlib import Path

import icepool
import pytest

from tests.games.playing import call
from tests.ruleset.packs import write

PACK = """
name: dicey
seats: side
seen_by: everyone
entities:
  side:
    seen_by: everyone
    fields: {marks: {type: integer, start: 0, seen_by: everyone}}
entry_points: {go: {call: go()}}
procedures:
  go:
    seen_by: everyone
    steps:
      - roll: {dice: DICE}
        for: luck
      - {let: {fell: FELL}}
      - {say: "{fell} is enough", if: fell >= NEED}
      - {say: "{fell} is too little", if: fell < NEED}
      - {set: {s.marks: 1}, for_each: s in every(side), if: fell is NEED}
scenarios:
  one: {main: go, entities: {red: {kind: side}, blue: {kind: side}}}
"""
SUMS = re.compile(r"^ +(\d+)((?: +\S+)* +\S+%)$", re.M)
ROW = re.compile(r"^  (\S+(?:, \S+)*) +(\d+(?:/\d+)?) +(\S+%)  (.*)$", re.M)


def asked(tmp_path: Path, dice: str, need: int, typed: str = "odds\n") -> str:
    """Return what is printed to the judge who types this."""
    fell = "dice" if dice.startswith("d") else "sum(dice)"
    text = PACK.replace("DICE", dice).replace("NEED", str(need)).replace("FELL", fell)
    pack = write(tmp_path / "dicey", {"ruleset.yaml": text})
    game = tmp_path / "a.game"
    return call("play", pack, "one", "--game", game, "--real-dice", text=typed)[2]


@pytest.mark.parametrize(
    ("dice", "need", "enough"),
    [
        ("d6", 5, Fraction(1, 3)),
        ("2d6", 8, Fraction(15, 36)),
        ("3d6", 4, 1 - Fraction(1, 216)),
    ],
)
def test_each_outcome_has_its_odds(
    tmp_path: Path, dice: str, need: int, enough: Fraction
) -> None:
    """What is said differs in the number that fell, so each number has a row."""
    rows = ROW.findall(asked(tmp_path, dice, need))
    odds = {on: Fraction(part) for on, part, _, said in rows}
    assert sum(odds.values()) == 1
    good = sum(odds[on] for on, _, _, said in rows if "enough" in said)
    assert good == enough
    assert all(said.startswith(f"{on} is") for on, _, _, said in rows)


def test_falls_after_which_the_same_is_said_are_one_outcome(tmp_path: Path) -> None:
    game = tmp_path / "a.game"
    play = ("play", "rencounter", "gunfight", "--game", game, "--real-dice")
    both = ("--seat", "law=policy:cautious", "--seat", "outlaws=policy:cautious")
    rows = ROW.findall(call(*play, *both, text="odds\n")[2])
    assert len(rows) == 2
    assert sum(Fraction(part) for _, part, _, _ in rows) == 1


def test_nothing_is_changed_and_nothing_written(tmp_path: Path) -> None:
    plain = asked(tmp_path / "plain", "2d6", 8, "4 4\n")
    tried = asked(tmp_path / "tried", "2d6", 8, "odds\nodds\n4 4\n")
    assert tried.replace("tried", "plain").startswith(plain.partition("roll")[0])
    assert tried.count("(type 2 faces)") == 3
    files = [
        (tmp_path / name / "a.game").read_text("utf-8") for name in ("plain", "tried")
    ]
    events = [
        [line for line in text.splitlines() if '"roll"' in line] for text in files
    ]
    assert events[0]
    assert [json.loads(each)["faces"] for each in events[0]] == [[4, 4]]
    assert [json.loads(each)["faces"] for each in events[1]] == [[4, 4]]


def test_too_many_falls_are_not_tried(tmp_path: Path) -> None:
    """Nor counted: of very many dice their number cannot be printed."""
    for dice in ("5d6", "100d6"):
        assert "too many ways" in asked(tmp_path / dice, dice, 8)


KNOWN = """
name: known
seats: side
entities:
  side:
    owner: it
    seen_by: everyone
    fields: {at: {type: integer, start: 0, seen_by: everyone}}
entry_points: {go: {call: go()}}
procedures:
  go:
    seen_by: everyone
    steps:
      - {roll: {open: 2d6}, for: wind, needs: 9 or more}
      - {call: veiled()}
      - {choose: course, by: s, from: "[1, 2]", for_each: s in every(side)}
  veiled:
    seen_by: judge
    steps:
      - {roll: {shut: 3d4}, for: a storm, needs: 11 or more}
scenarios:
  one: {main: go, entities: {red: {kind: side}}}
"""


def told(tmp_path: Path, typed: str, text: str = KNOWN) -> str:
    """Return what is printed to the seat that types this at its choice."""
    pack = write(tmp_path / "known", {"ruleset.yaml": text})
    return call("play", pack, "one", "--game", tmp_path / "a.game", text=typed)[2]


def test_a_seat_reads_the_odds_of_the_last_roll_that_it_may_know(
    tmp_path: Path,
) -> None:
    """The roll after it is the judge's alone."""
    talk = told(tmp_path, "odds\n")
    assert "for wind, needing 9 or more" in talk
    assert "storm" not in talk
    assert "11 or more" not in talk
    sums, _, each = talk.partition("each of these dice")
    assert "16.67%" in each
    rows = {row.split()[0]: row.split() for row in sums.splitlines() if row.strip()}
    assert rows["9"][1:] == ["1/9", "11.11%", "5/6", "83.33%", "5/18", "27.78%"]
    assert rows["2"][-1] == rows["12"][-3] == "100.00%"


def test_a_seat_without_a_roll_is_told_so(tmp_path: Path) -> None:
    text = KNOWN.replace(
        "      - {roll: {open: 2d6}, for: wind, needs: 9 or more}\n", ""
    )
    talk = told(tmp_path, "odds\n", text)
    assert "no dice fell openly" in talk
    assert "%" not in talk


@pytest.mark.parametrize("dice", ["2d6", "d12", "3D4", "1d20"])
def test_the_odds_of_any_dice_are_those_of_an_oracle(tmp_path: Path, dice: str) -> None:
    number, _, sides = dice.lower().partition("d")
    pool = icepool.d(int(sides)).pool(int(number or 1)).sum()
    sums = told(tmp_path, f"odds {dice}\n").partition("each of these dice")[0]
    rows = SUMS.findall(sums)
    assert [int(of) for of, *_ in rows] == list(pool.outcomes())
    for of, percents in rows:
        wanted = [pool.probability(o, int(of)) for o in ("==", "<=", ">=")]
        found = [float(each.strip("%")) / 100 for each in percents.split()[-1:]]
        assert found == pytest.approx([float(wanted[2])], abs=1e-4)
        exact = [Fraction(each) for each in percents.split() if "/" in each]
        assert exact == [each for each in wanted if 0 < each < 1]


@pytest.mark.parametrize("dice", ["x", "0d6", "2d0", "d", "2d6+1", "2d6 d6"])
def test_what_is_no_dice_is_refused(tmp_path: Path, dice: str) -> None:
    assert "are no dice" in told(tmp_path, f"odds {dice}\n")


@pytest.mark.parametrize("dice", ["99d99", "5000d6", f"2d{'9' * 40}", "d61"])
def test_dice_with_too_many_sums_are_not_listed(tmp_path: Path, dice: str) -> None:
    assert "too many sums" in told(tmp_path, f"odds\t{dice}\n")
