"""A formula may give a labelled sum, of which all is asked as of the sum itself."""

from pathlib import Path

import pytest

from interpreter.cli.main import main

PACK = """\
name: sums
seen_by: everyone
modifiers:
  luck:
    takes: {n: integer}
    groups:
      high: {rows: {high: {if: n > 4, add: +2}}}
      odd: {rows: {odd: {if: n is 1 or n is 3 or n is 5, add: +1}}}
formulas:
  luck of:
    takes: {n: integer}
    is: luck(n)
procedures:
  straight: {gives: integer, steps: [{roll: {die: d6}}, {return: "ASKED(luck(die))"}]}
  formula: {gives: integer, steps: [{roll: {die: d6}}, {return: "ASKED(luck_of(die))"}]}
"""
ASKED = {
    "total(luck(die))": "total(luck_of(die))",
    "part(luck(die), high)": "part(luck_of(die), high)",
    "total(without(luck(die), high))": "total(without(luck_of(die), high))",
    "if applied(luck(die), odd) then 1 else 0": (
        "if applied(luck_of(die), odd) then 1 else 0"
    ),
}


@pytest.mark.parametrize("straight", ASKED)
def test_the_odds_are_the_same(
    straight: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And each way of running knows it."""
    text = PACK.replace("ASKED(luck(die))", straight)
    text = text.replace("ASKED(luck_of(die))", ASKED[straight])
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    said = []
    for name in ("straight", "formula"):
        assert main(["odds", str(tmp_path), name]) == 0
        odds = capsys.readouterr().out
        ran = []
        for die in range(1, 7):
            assert main(["run", str(tmp_path), name, "--dice", str(die)]) == 0
            ran.append(capsys.readouterr().out.splitlines()[-1].partition(":")[2])
        said.append((odds, ran))
    assert said[0] == said[1]
