"""Dice as other books write them."""

from pathlib import Path

import pytest

from interpreter.expressions.parsing import is_dice
from interpreter.foreign.dice_notations import by_digits, dice_written
from tests.cli.calling import call


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("2x6", "2d6"),
        ("2 x 6", "2d6"),
        ("2\u00d76", "2d6"),
        ("3W8", "3d8"),
        ("D20", "d20"),
        ("d%", "d100"),
        ("3D", "3d6"),
        ("x6", ""),
        ("n2x6", ""),
        ("a * 6", ""),
        ("wide", ""),
    ],
)
def test_what_was_meant(text: str, meant: str) -> None:
    """Only what can be no name and no sum is taken for dice."""
    assert (dice_written(text) or "") == meant
    assert not is_dice(text)
    assert not meant or is_dice(meant)


def test_dice_that_are_read_digit_by_digit(tmp_path: Path) -> None:
    """What the hint says makes a table on which each pair of faces falls once."""
    assert by_digits(2, 66) == by_digits(1, 60) == ""
    hint = by_digits(1, 66)
    for part in ("integer 11..66", "{tens: d6, ones: d6}", "10 * tens + ones"):
        assert part in hint
    text = """name: book
seen_by: everyone
tables:
  sky:
    of: integer 11..66
    gives: [fog, rain, sun]
    rows: {11-20: fog, 21-63: rain, 64+: sun}
procedures:
  look:
    gives: [fog, rain, sun]
    steps:
      - roll: {tens: d6, ones: d6}
        by: judge
        for: the sky
      - return: sky(10 * tens + ones)
"""
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    odds = call("odds", str(tmp_path), "look", "--json").json
    ways = {each["value"]: each["probability"] for each in odds["outcomes"]}
    assert ways == {"fog": "1/6", "rain": "3/4", "sun": "1/12"}  # 6, 27 and 3 of 36
