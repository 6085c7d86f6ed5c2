"""Dice of a case that say for which element of a loop each face falls."""

from pathlib import Path

import pytest

from interpreter.pipeline.checking import check
from tests.games.playing import call

PACK = """name: elements
seen_by: everyone
entities:
  side: {fields: {score: {type: integer, start: 0, seen_by: everyone}}}
  man: {fields: {side: {type: side, seen_by: everyone}}}
procedures:
  all roll:
    steps:
      - roll: {die: d6}
        for_each: s in every(side)
        by: judge
      - for_each: s in every(side)
        set: {s.score: "10 * s.score + die[s]"}
  pairs roll:
    steps:
      - roll: {dice: 2d6}
        for_each: s in every(side)
        by: judge
      - for_each: s in every(side)
        set: {s.score: "sum(dice[s])"}
  rolls:
    takes: {s: side}
    steps:
      - roll: {die: d6}
        by: judge
      - set: {s.score: die}
  one then all:
    takes: {s: side}
    steps:
      - call: rolls(s)
      - call: all roll()
      - call: all roll()
  men roll:                          # the innermost element is the man
    steps:
      - for_each: s in every(side)
        do:
          - roll: {die: d6}
            for_each: m in list(x in every(man) where x.side is s)
            by: judge
          - set: {s.score: "sum(die[m] for m in every(man) where m.side is s)"}
  lone: {gives: integer, steps: [{roll: {die: d6}, by: judge}, {return: die}]}
scenarios:
  field:
    entities:
      red: {kind: side}
      blue: {kind: side}
      ann: {kind: man, side: red}
      bob: {kind: man, side: blue}
"""


def outcome(folder: Path, run: str, dice: str, **scores: int) -> tuple[int, str]:
    """Return whether a case with these dice passes, and what is said."""
    expect = ", ".join(f"{side}.score: {score}" for side, score in scores.items())
    text = f"cases:\n  one:\n    scenario: field\n    run: {run}\n    dice: {dice}\n"
    text += f"    expect: {{{expect or 'red.score: 0'}}}\n"
    (folder / "ruleset.yaml").write_text(PACK + text, encoding="utf-8")
    code, out, _ = call("test", folder)
    return code, out


@pytest.mark.parametrize(
    ("run", "dice", "scores"),
    [
        ("all_roll()", "{die: {red: 2, blue: 5}}", {"red": 2, "blue": 5}),
        ("all_roll()", "{die: {blue: 5, red: 2}}", {"red": 2, "blue": 5}),
        ("pairs_roll()", "{dice: {blue: [1, 2], red: [6, 5]}}", {"red": 11, "blue": 3}),
        ("rolls(blue)", "{die: {blue: 3}}", {"red": 0, "blue": 3}),
        ("men_roll()", "{die: {bob: 1, ann: 6}}", {"red": 6, "blue": 1}),
        (
            "one_then_all(blue)",
            "[{die: 4}, {die: {blue: 1, red: 2}}, {die: {blue: 3, red: 6}}]",
            {"red": 26, "blue": 413},
        ),
        (
            "one_then_all(blue)",
            "{die: [4, {blue: 1, red: 2}, 6, 3]}",
            {"red": 26, "blue": 413},
        ),
    ],
)
def test_each_face_goes_to_the_element_that_is_named(
    tmp_path: Path, run: str, dice: str, scores: dict[str, int]
) -> None:
    """Whatever the order of the names; what stands first falls first."""
    code, out = outcome(tmp_path, run, dice, **scores)
    assert code == 0, out


@pytest.mark.parametrize(
    ("run", "dice", "said"),
    [
        # a check that passed what is wrong: the faces were taken in order
        ("all_roll()", "{die: {blue: 2, red: 5}}", "expected: 2"),
        ("all_roll()", "{die: {red: 2}}", "and for blue no face is left"),
        ("all_roll()", "{die: {red: [2, 3], blue: 5}}", "3 of 'die' for red are left"),
        ("rolls(blue)", "{die: {red: 3}}", "and for blue no face is left"),
        ("rolls(blue)", "{die: {blue: 3, red: 1}}", "1 of 'die' for red are left over"),
        ("pairs_roll()", "{dice: {red: [1, 2], blue: 3}}", "R309 3 faces for 'dice'"),
    ],
)
def test_what_is_missing_or_left_over_fails(
    tmp_path: Path, run: str, dice: str, said: str
) -> None:
    code, out = outcome(tmp_path, run, dice, red=2, blue=5)
    assert code == 1
    assert said in out
    if "left" in said:  # with the place of the dice
        assert "ruleset.yaml:" in out.partition(said)[0].splitlines()[-1]


def test_what_is_missing_is_shown_as_it_is_written(tmp_path: Path) -> None:
    """The hint can be pasted."""
    _, out = outcome(tmp_path, "all_roll()", "{die: {red: 2}}", red=2, blue=5)
    assert "give {die: {blue: [1]}} under 'dice:'" in out
    code, out = outcome(
        tmp_path, "all_roll()", "[{die: {red: 2}}, {die: {blue: [1]}}]", red=2, blue=1
    )
    assert code == 0, out


@pytest.mark.parametrize(
    ("run", "dice", "code", "word"),
    [
        ("all_roll()", "{die: {red: 2, bleu: 5}}", "R301", "bleu"),
        ("all_roll()", "{die: {red: 2, ann: 5}}", "R401", "ann"),
        ("lone()", "{die: {red: 2}}", "R401", "red"),
        ("all_roll()", "{die: {red: 2, blue: {ann: 5}}}", "R401", "{ann: 5}"),
        ("all_roll()", "{die: {red: 2, blue: 7}}", "R406", "7"),
    ],
)
def test_check_finds_what_names_no_element(
    tmp_path: Path, run: str, dice: str, code: str, word: str
) -> None:
    """At its place, before anything is run."""
    outcome(tmp_path, run, dice, red=2, blue=5)
    found = [e for e in check(tmp_path).problems if e.severity == "error"]
    assert [(each.code, each.span.text) for each in found] == [(code, word)]
