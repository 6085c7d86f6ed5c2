"""Which settings of options are tried when a pack is checked."""

from pathlib import Path

from interpreter.ruleset.layers import read_layers
from interpreter.ruleset.option_combinations import (
    MOST_PAIRS,
    MOST_SAMPLED,
    MOST_VALUES,
    CombinationPlan,
    planned,
)

PACK = """
name: trials
seen_by: everyone
options:
  night: {values: [yes, no], default: no}
  moon: {values: [yes, no], default: no, requires: night}
  die: {values: 1..20, default: 6}
  fog:
    values: [yes, no]
    default: no
    change:
      formulas.half.is: {expect: down(n / 2), to: down(n / 3)}
formulas:
  half: {takes: {n: integer}, is: down(n / 2)}
procedures:
  go:
    gives: integer
    steps:
      - let: {a: 4}
        only: not night
      - if: option.moon
        return: half(4)
      - return: 3
  throw:
    gives: integer
    steps:
      - roll: {d: die(option.die)}
      - return: d
"""


def plan_of(tmp_path: Path, text: str) -> CombinationPlan:
    """Return the plan of a pack of one file."""
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    problems: list[object] = []
    layers = read_layers(tmp_path, lambda name: None, problems)  # type: ignore[arg-type]
    assert not problems
    assert layers is not None
    return planned(layers)


def test_each_value_is_tried_alone_and_first(tmp_path: Path) -> None:
    """An option comes with what it requires; a long range is tried at its ends."""
    plan = plan_of(tmp_path, PACK)
    first = [trial.texts for trial in plan.trials[: plan.alone[0]]]
    assert {"night": "yes"} in first
    assert {"moon": "yes", "night": "yes"} in first
    dice = [each["die"] for each in first if "die" in each]
    assert (dice[0], dice[-1], len(dice)) == ("1", "20", MOST_VALUES)
    assert plan.alone == (MOST_VALUES + 3, 19 + 3)


def test_only_what_meets_is_paired(tmp_path: Path) -> None:
    """`go` reads night and moon; fog changes a formula, the die is thrown elsewhere."""
    plan = plan_of(tmp_path, PACK)
    at = plan.alone[0]
    pairs = [trial.texts for trial in plan.trials[at : at + plan.pairs[0]]]
    assert pairs == [{"night": "yes", "moon": "yes"}]
    assert plan.pairs == (1, 1)
    assert plan.sampled[1] == 2 * 2 * 2 * 20 - 1 - 22 - 1
    assert 0 < plan.sampled[0] <= MOST_SAMPLED


def test_only_what_a_declaration_reads_is_paired(tmp_path: Path) -> None:
    """A longer name that begins like an option is another one; a text that is cut away,
    a template and what an option changes are read, too."""
    text = """name: trials
options:
  die: {values: 4..5, default: 4}
  dies: {values: [yes, no], default: no}
  fog: {values: [yes, no], default: no, change: {formulas.far.is: {to: 2}}}
  moon: {values: [yes, no], default: no}
formulas:
  one: {is: option.dies}
  two: {is: "option.die + 1"}
  far: {is: "if option.dies then 1 else 3"}
procedures:
  go:
    steps:
      - only: moon
        say: "at {option.die}"
"""
    plan = plan_of(tmp_path, text)
    pairs = {frozenset(each.values) for each in plan.trials[plan.alone[0] :]}
    assert pairs >= {frozenset({"fog", "dies"}), frozenset({"moon", "die"})}
    assert plan.pairs == (2, 2)


def test_the_plan_is_the_same_each_time(tmp_path: Path) -> None:
    assert plan_of(tmp_path, PACK) == plan_of(tmp_path, PACK)


def test_a_pack_of_many_options_has_a_limited_plan(tmp_path: Path) -> None:
    """Thirty options that all meet would make 435 pairs and a billion combinations."""
    names = [f"o{number}" for number in range(30)]
    options = "".join(f"  {n}: {{values: [yes, no], default: no}}\n" for n in names)
    body = " and ".join(f"option.{name}" for name in names)
    text = f"name: many\noptions:\n{options}formulas:\n  all of it: {{is: {body}}}\n"
    plan = plan_of(tmp_path, text)
    assert plan.pairs == (MOST_PAIRS, 30 * 29 // 2)
    assert len(plan.trials) == 30 + MOST_PAIRS + plan.sampled[0]


def test_without_options_nothing_is_tried(tmp_path: Path) -> None:
    assert plan_of(tmp_path, "name: none\n").trials == ()


def test_what_is_required_is_put_on_whatever_its_values_are(tmp_path: Path) -> None:
    """An option of several values is on with any but its default."""
    text = """name: trials
options:
  snow: {values: [none at all, half way], default: none at all}
  die: {values: 4..6, default: 6}
  fog: {values: [yes, no], default: no, requires: [snow, die]}
  odd: {values: [yes, no], default: no, requires: {snow: half_way}}
  bad: {values: [yes, no], default: no, requires: {snow: deep}}
"""
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    layers = read_layers(tmp_path, lambda name: None, [])
    assert layers is not None
    values = [each.values for each in planned(layers).trials]
    assert {"fog": True, "snow": "half way", "die": 4} in values
    assert {"odd": True, "snow": "half way"} in values
    assert {"bad": True} in values


def test_a_sample_is_nothing_that_was_tried(tmp_path: Path) -> None:
    """Two options that nowhere meet have one other combination, which is tried once."""
    text = """name: two
options:
  night: {values: [yes, no], default: no}
  steep: {values: [yes, no], default: no}
formulas:
  light: {is: option.night}
  high: {is: option.steep}
"""
    plan = plan_of(tmp_path, text)
    assert plan.sampled == (1, 1)
    assert plan.trials[-1].texts == {"night": "yes", "steep": "yes"}
