"""Options: what they may be, and what goes together."""

from fractions import Fraction
from pathlib import Path

import pytest

from interpreter.diagnostics import UnknownName, Unusable
from tests.ruleset.packs import read, said, write

OPTIONS = """options:
  way: {values: [cards, dice and markers], default: cards}
  number: {values: 1..6, default: 1}
  part: {values: [1/2, 1.5, 2], default: 2}
  hold: {values: [yes, no], default: no, requires: number is 3}
  strict: {values: [yes, no], default: no, conflicts: [hold]}
  whole:
    values: [yes, no]
    default: no
    implies: {way: dice_and_markers, number: 3}
  all of it: {values: [yes, no], default: no, implies: [whole, hold]}
"""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A pack with options."""
    return write(tmp_path / "p", {"options.yaml": OPTIONS})


def test_defaults(pack: Path) -> None:
    ruleset, problems = read(pack)
    assert problems == []
    values = {key: each.value for key, each in ruleset.options.items()}
    assert values["way"] == "cards"
    assert values["part"] == 2
    assert values["hold"] is False
    assert ruleset.options["number"].values == (1, 2, 3, 4, 5, 6)
    assert ruleset.options["part"].values == (Fraction(1, 2), Fraction(3, 2), 2)


def test_asked_values_are_those_declared(pack: Path) -> None:
    ruleset, _ = read(pack, {"way": "dice_and_markers", "part": "0.5", "number": "6"})
    values = [ruleset.options[key].value for key in ("way", "part", "number")]
    assert values == ["dice and markers", Fraction(1, 2), 6]


def test_what_nobody_declared_is_refused(pack: Path) -> None:
    with pytest.raises(UnknownName) as unknown:
        read(pack, {"wey": "cards"})
    assert unknown.value.hint == "did you mean 'way'?"
    for name, text in (("way", "card"), ("number", "7"), ("hold", "1"), ("way", "")):
        with pytest.raises(Unusable):
            read(pack, {name: text})


def test_implied_values_are_set_in_turn(pack: Path) -> None:
    ruleset, problems = read(pack, {"all of it": "yes"})
    assert problems == []
    values = {key: each.value for key, each in ruleset.options.items()}
    assert values["way"] == "dice and markers"
    assert (values["number"], values["hold"]) == (3, True)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({"hold": "yes"}, ["R803 number is 3"]),
        ({"hold": "yes", "number": "3"}, []),
        ({"hold": "yes", "number": "3", "strict": "yes"}, ["R804 hold"]),
        ({"whole": "yes", "number": "2"}, ["R804 number"]),
        ({"whole": "yes", "number": "3"}, []),
    ],
)
def test_what_goes_together(
    pack: Path, asked: dict[str, str], expected: list[str]
) -> None:
    assert said(read(pack, asked)[1]) == expected


def test_declarations_without_sense(tmp_path: Path) -> None:
    text = """options:
  a: {values: 6..1, default: no}
  b: {values: [red, blue], default: bleu}
  c: {values: [yes, no], default: yes, requires: missing, implies: [b, gone]}
  d: {values: 1..100000000, default: 5}
"""
    _, problems = read(write(tmp_path / "p", {"o.yaml": text}))
    assert sorted(said(problems)) == [
        "R105 6..1",
        "R406 1..100000000",
        "R805 b",
        "R805 bleu",
        "R805 gone",
        "R805 missing",
    ]


def test_settings_of_scenarios_and_cases(pack: Path) -> None:
    write(
        pack,
        {
            "s.yaml": "scenarios: {a: {options: {way: card}}}\n"
            "cases: {b: {run: f, expect: 1, options: {wey: cards, number: 4}}}\n"
        },
    )
    _, problems = read(pack)
    assert said(problems) == ["R805 card", "R805 wey"]
    assert problems[0].hint == "did you mean 'cards'?"


def test_an_overlay_sets_options_and_the_caller_has_the_last_word(pack: Path) -> None:
    top = write(
        pack.parent / "top",
        {
            "ruleset.yaml": "extends: p\noptions:\n  number: 2\n  part: 1.5\n"
            "  own: {values: [yes, no], default: yes}\n"
        },
    )
    ruleset, problems = read(top, {"part": "1/2"})
    assert problems == []
    values = [ruleset.options[key].value for key in ("number", "part", "own")]
    assert values == [2, Fraction(1, 2), True]
    assert ruleset.name == "top"
