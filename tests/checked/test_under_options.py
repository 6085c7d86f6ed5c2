"""`check` finds what is wrong only under an option, and says under which."""

from pathlib import Path

import pytest

from interpreter.checking import check
from interpreter.loading import load, readers_under, whole_under
from interpreter.ruleset.trials import planned

HEAD = """
name: switched
seen_by: everyone
options:
  night: {values: [yes, no], default: no}
  moon: {values: [yes, no], default: no, requires: night}
  sun: {values: [yes, no], default: no, conflicts: night}
  die: {values: 0..6, default: 6}
  side: {values: [left, right], default: left}
  fog:
    values: [yes, no]
    default: no
    change:
      formulas.half.is: {expect: down(n / 2), to: "FOG"}
formulas:
  half: {takes: {n: integer}, is: down(n / 2)}
  day: {only: not night, is: 3}
procedures:
  go:
    gives: integer
    steps:
"""
GOOD = """
      - only: night
        let: {a: 4}
      - only: moon
        return: a
      - return: half(3)
"""


def said(tmp_path: Path, steps: str, fog: str = "down(n / 3)") -> list[str]:
    """Return code and message of what is found; the default alone must be clean."""
    text = HEAD.replace("FOG", fog) + steps
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    assert not load(tmp_path).problems
    return [f"{each.code} {each.message}" for each in check(tmp_path).problems]


def test_a_good_pack_is_good_under_all_options(tmp_path: Path) -> None:
    assert said(tmp_path, GOOD) == []


@pytest.mark.parametrize(
    ("steps", "fog", "wanted"),
    [
        (
            "      - return: day()\n",
            "down(n / 3)",
            "R302 unknown function 'day' (when 'night' is yes)",
        ),
        (
            "      - return: down(6 / option.die)\n",
            "down(n / 3)",
            "R703 division by zero (when 'die' is 0)",
        ),
        (
            GOOD,
            "down(m / 3)",
            "R301 unknown name 'm' (when 'fog' is yes)",
        ),
        (
            GOOD.replace("only: night", "only: night and not moon"),
            "down(n / 3)",
            "R301 unknown name 'a' (when 'moon' is yes and 'night' is yes)",
        ),
        (
            "      - only: fog and night\n        return: x\n      - return: 1\n",
            "down(n / 3)",
            "R301 unknown name 'x' (when 'night' is yes and 'fog' is yes)",
        ),
    ],
)
def test_what_is_wrong_under_an_option(
    tmp_path: Path, steps: str, fog: str, wanted: str
) -> None:
    """Once, under the fewest options, at its place, with the options beside it."""
    assert said(tmp_path, steps, fog) == [wanted]
    (found,) = check(tmp_path).problems
    assert [why for _, why in found.related] == ["the option"] * wanted.count(" is ")


def test_a_table_is_proved_under_each_value_that_it_reads(tmp_path: Path) -> None:
    """The same table has a row that can never be chosen when the die is 0."""
    table = """
tables:
  height:
    takes: {n: integer 0..9}
    gives: [low, high]
    hit: first
    rows: {low: n < option.die, high: else}
"""
    assert said(tmp_path, GOOD + table) == [
        "R503 the row 'low' can never be chosen (when 'die' is 0)"
    ]


def test_a_policy_answers_choices_that_an_option_brings(tmp_path: Path) -> None:
    """Its rule is read with the steps that ask."""
    rest = """
policies:
  bold:
    answers: {gait: WORD}
"""
    steps = """
      - only: night
        choose: gait
        by: judge
        options: {run: {}, creep: {}}
      - return: 1
"""
    assert said(tmp_path, steps + rest.replace("WORD", "run")) == []
    assert said(tmp_path, steps + rest.replace("WORD", "fly")) == [
        "R301 'fly' is no [run, creep] (when 'night' is yes)"
    ]


PACKS = [
    *sorted(Path("tests/packs").glob("*/ruleset.yaml")),
    *sorted(Path("tests/pieces").glob("*/ruleset.yaml")),
    *sorted(Path("rulesets").glob("*/ruleset.yaml")),
]


@pytest.mark.parametrize("file", PACKS, ids=lambda file: file.parent.name)
def test_to_read_a_part_again_is_to_read_all_again(file: Path) -> None:
    """Where options are only read or cut steps, what is read again is what it would
    be if the whole pack were."""
    loaded = load(file.parent)
    assert loaded.ruleset is not None
    layers = list(loaded.layers)
    trials = planned(layers, loaded.ruleset.sections["cases"]).trials
    for trial in [each for each in trials if not each.whole][:12]:
        part = readers_under(loaded, layers, trial)
        whole = whole_under(loaded, layers, trial)
        assert part.program is not None, str(trial.texts)
        assert whole.program is not None
        for key in part.program.procedures:
            assert part.program.procedures[key] == whole.program.procedures[key]
        assert part.program.policies == whole.program.policies
        for section in ("formulas", "tables", "modifiers"):
            assert getattr(part.names, section) == getattr(whole.names, section)


def test_what_is_wrong_by_itself_comes_first(tmp_path: Path) -> None:
    """Then no option is tried, so that one mistake is said once."""
    text = HEAD.replace("FOG", "down(n)") + "      - return: nothing\n"
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    found = check(tmp_path)
    assert found.plan is None
    assert [each.code for each in found.problems] == ["R301"]


def test_each_setting_is_told(tmp_path: Path) -> None:
    """For the person who waits."""
    said(tmp_path, GOOD)
    heard: list[tuple[int, int]] = []
    found = check(tmp_path, lambda done, of: heard.append((done, of)))
    assert found.plan is not None
    count = len(found.plan.trials)
    assert heard == [(at, count) for at in range(1, count + 1)]


def test_an_overlay_may_change_what_no_option_touches(tmp_path: Path) -> None:
    """Under an option that is no part of it a scenario is not read again, and what an
    overlay says of it is nothing that is missing."""
    base, house = tmp_path / "base", tmp_path / "house"
    for folder in (base, house):
        folder.mkdir()
    world = (
        "entities:\n  bell: {fields: {rung: {type: integer, seen_by: everyone}}}\n"
        "scenarios:\n  tower: {entities: {one: {kind: bell, rung: 1}}}\n"
    )
    text = HEAD.replace("FOG", "down(n / 3)") + GOOD + world
    (base / "ruleset.yaml").write_text(text, encoding="utf-8")
    (house / "ruleset.yaml").write_text(
        "name: house\nextends: ../base\nchange:\n"
        "  scenarios.tower.entities.one.rung: {expect: 1, to: 2}\n",
        encoding="utf-8",
    )
    found = check(house)
    assert found.plan is not None
    assert any(trial.whole for trial in found.plan.trials)
    assert not found.problems
