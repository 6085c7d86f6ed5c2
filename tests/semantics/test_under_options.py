"""`check` finds what is wrong only under an option, and says under which."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter.pipeline.checking import check
from interpreter.pipeline.combinations import TrialOptions
from interpreter.pipeline.loading import load
from interpreter.pipeline.option_readings import (
    Attempt,
    loaded_under,
    rules_under,
    whole_under,
)
from interpreter.pipeline.rechecking import Rechecking
from interpreter.ruleset.option_combinations import planned
from interpreter.ruleset.reading import resolved
from tests.sampled import sampled

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


MOST_TRIALS = 24
"""How many combinations of a pack are compared; of more a sample is."""

LARGE = (
    "domains-at-war",
    "acks-reconnaissance",
    "concealment",
    "limited-intelligence",
    "rencounter",
)
"""What the gate leaves to the long run; every reading of a case under options has it
too, and the cases of these packs are run in the gate."""


def some_packs() -> list[Any]:
    """Return the packs, the large ones marked."""

    def name(file: Path) -> str:
        return file.parent.name

    return sampled(PACKS, lambda file: name(file) not in LARGE, name)


@pytest.mark.parametrize("file", some_packs())
def test_to_read_the_rules_again_is_to_read_all_again(file: Path) -> None:
    """Where an option changes rules, those that are read again are what they would be
    if the whole pack were read, and nothing else is another."""
    loaded = load(file.parent)
    assert loaded.ruleset is not None
    layers = list(loaded.layers)
    trials = planned(layers, loaded.ruleset.sections["cases"]).trials
    chosen = trials
    if len(trials) > MOST_TRIALS:
        chosen = tuple(Random(len(trials)).sample(trials, MOST_TRIALS))
    for trial in chosen:
        part = rules_under(loaded, layers, trial)
        whole = whole_under(loaded, layers, trial)
        if part is None:
            continue
        assert told(part) == told(whole)
        if part.program is None or whole.program is None:
            assert part.program is whole.program is None
            continue
        assert part.program.procedures == whole.program.procedures
        assert part.program.policies == whole.program.policies
        assert part.program.entries == whole.program.entries
        for section in ("formulas", "tables", "modifiers"):
            now, all_read = getattr(part.names, section), getattr(whole.names, section)
            assert dict(now) == dict(all_read)
        for name, initial_state in whole.program.initial_states.items():
            assert part.program.initial_states[name] == initial_state


def told(attempt: Attempt) -> list[str]:
    """Return the errors of an attempt, in order."""
    every = [each for each in attempt.problems if each.severity == "error"]
    return sorted(f"{each.span} {each.code} {each.message}" for each in every)


def test_a_choice_is_made_from_own_claims_under_each_option(tmp_path: Path) -> None:
    """Also where the formula that it asks is the same, and one below that differs."""
    text = """
name: told
seats: side
seen_by: everyone
options:
  spies:
    values: [yes, no]
    default: no
    change: {"formulas.known.is": {to: "list(c.about for c in claims_to(a, sighting))"}}
entities: {side: {fields: {foe: {type: side, seen_by: everyone}}}}
claims: {sighting: {about: side, say: "{about} was seen"}}
formulas:
  known:
    takes: {a: side, b: side}
    is: list(c.about for c in claims_to(b, sighting))
  heard: {takes: {a: side, b: side}, is: "count(known(a, b))"}
procedures:
  aim:
    takes: {s: side}
    steps: [{choose: goals, by: s, from: every(side), how_many: "0..heard(s.foe, s)"}]
  other:
    takes: {s: side}
    steps: [{choose: goals, by: s, from: every(side), how_many: "0..heard(s.foe, s)"}]
"""
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    assert not load(tmp_path).problems
    found = [f"{each.code} {each.span}" for each in check(tmp_path).problems]
    lines = [f"R606 {tmp_path / 'ruleset.yaml'}:{line}" for line in (20, 23)]
    assert [place.rpartition(":")[0] for place in found] == lines


RULES = """
name: ruled
seen_by: everyone
seats: side
options:
  harder:
    values: [yes, no]
    default: no
    change: {CHANGE}
entities:
  side:
    fields: {n: {type: integer, seen_by: everyone, start: 4}}
    derived: {worth: {is: half(n)}}
tables:
  bows:
    key: bow
    columns: {reach: integer}
    rows: {short: {reach: 1}, long: {reach: 3}}
  luck: {of: d6, gives: integer, rows: {3-: 0, 4+: 1}}
modifiers:
  shot: {takes: {}, groups: {near: {rows: {far: {add: 1}, by: {add: 2}}}}}
formulas:
  half: {takes: {n: integer}, is: down(n / 2)}
  quarter: {takes: {n: integer}, is: half(half(n))}
  plain worth: {takes: {n: integer}, is: n}
procedures:
  go:
    gives: integer
    steps:
      - let: {sums: shot()}
      - call: inner(3)
        as: more
      - return: quarter(9) + more + part(sums, near)
  inner: {takes: {n: integer}, gives: integer, steps: [{return: plain worth(n)}]}
scenarios: {one: {entities: {red: {kind: side}}}}
"""


@pytest.mark.parametrize(
    ("change", "again", "wrong"),
    [
        ("tables.luck.rows.4+: {to: 2}", {"luck"}, ""),
        ("formulas.plain worth.is: {to: n + 1}", {"plain_worth"}, ""),
        ("formulas.quarter.is: {to: n / 4}", {"quarter", "go"}, "R405"),
        ("formulas.plain worth.takes: {to: {m: integer, n: integer}}",
         {"plain_worth", "inner"}, "R309"),
        ("modifiers.shot.groups.near.rows.by: {remove: yes}", {"shot", "go"}, ""),
        ("procedures.inner.takes.n: {to: text}", {"inner", "go"}, "R401"),
        ("procedures.inner.steps: {to: [{return: 5}]}", {"inner"}, ""),
        ("formulas.half.is: {to: n > 2}", None, "R401"),
        ("entities.side.fields.n.start: {to: 2}", None, ""),
        ("tables.bows.rows.short: {remove: yes}", None, ""),
        ("tables.bows.rows.short.reach: {to: 2}", {"bows"}, ""),
    ],
)  # fmt: skip
def test_who_reads_what_changed_is_read_again(
    tmp_path: Path, change: str, again: set[str] | None, wrong: str
) -> None:
    """Those alone where the face of a rule is another one; None where that reaches a
    field, so that all is read."""
    text = RULES.replace("CHANGE", change)
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    loaded = load(tmp_path)
    assert loaded.ruleset is not None
    layers = list(loaded.layers)
    (trial,) = planned(layers, {}).trials
    part, whole = (f(loaded, layers, trial) for f in (rules_under, whole_under))
    assert whole is not None
    assert {each.split()[1] for each in told(whole)} == ({wrong} if wrong else set())
    assert (part is None) == (again is None)
    there, full = loaded_under(loaded, trial.texts), loaded.under(trial.texts)
    assert there.program == full.program
    assert (full.program is None) == bool(wrong)
    if full.program is None:
        assert there.problems == full.problems
    if part is not None and again is not None:
        assert told(part) == told(whole)
        ruleset = resolved(layers, tmp_path, trial.texts, [], ["cases"])
        found = Rechecking(loaded, ruleset).again
        assert {name for section, name in found if section != "options"} == again


LOOKED_INTO = """
name: deeper
seen_by: everyone
seats: side
options:
  harder:
    values: [yes, no]
    default: no
    change: {CHANGE}
entities:
  side:
    fields: {n: {type: integer, seen_by: everyone, start: 4}}
  piece:
    fields:
      at: {type: integer or none, seen_by: everyone}
      n: {type: integer, seen_by: everyone}
tables:
  luck: {of: d6, gives: integer, rows: {3-: 0, 4+: 1}}
  fate: {of: d6, gives: integer, rows: {3-: 0, 4+: {roll: luck}}}
modifiers:
  shot: {takes: {}, groups: {near: {rows: {far: {add: 1}, by: {add: 2}}}}}
formulas:
  placed: {takes: {p: piece}, is: p.at is not none}
  on map: {takes: {p: piece}, is: placed(p)}
  sums: {takes: {n: integer}, is: "if n > 2 then shot() else none"}
  several: {is: results(luck)}
procedures:
  go:
    takes: {p: piece}
    gives: integer
    steps:
      - if: on map(p)
        do: [{return: p.at + 1}]
      - let: {s: sums(p.n)}
      - if: s is not none
        do: [{return: "part(s, near)"}]
      - return: count(several())
scenarios:
  one: {entities: {red: {kind: side}, man: {kind: piece, n: 2}}}
"""


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ("formulas.placed.is: {to: p.n > 2}", {"R407"}),
        ("formulas.placed: {remove: yes}", {"R302"}),
        ("tables.luck.rows.4+: {to: 2}", set()),
        ("tables.luck.rows.4+: {to: {roll: fate}}", {"R506"}),
        ("modifiers.shot.groups.near.rows.by: {remove: yes}", set()),
        ("modifiers.shot.groups: {to: {far: {rows: {by: {add: 1}}}}}", {"R301"}),
    ],
)
def test_who_looked_into_what_changed_is_read_again(
    tmp_path: Path, change: str, wrong: set[str]
) -> None:
    """Into the body of a formula through another one, into the results of a table, into
    the groups of a sum that may be none; and tables are looked at together."""
    text = LOOKED_INTO.replace("CHANGE", change)
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    loaded = load(tmp_path)
    layers = list(loaded.layers)
    (trial,) = planned(layers, {}).trials
    part, whole = (f(loaded, layers, trial) for f in (rules_under, whole_under))
    assert part is not None
    assert whole is not None
    assert {each.split()[1] for each in told(whole)} == wrong
    assert told(part) == told(whole)
    assert (part.program is None) == (whole.program is None)
    if part.program is not None and whole.program is not None:
        assert part.program.procedures == whole.program.procedures


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
    trying = TrialOptions(lambda done, of: heard.append((done, of)))
    found = check(tmp_path, trying)
    assert found.plan is not None
    count = len(found.plan.trials)
    assert heard == [(at, count) for at in range(1, count + 1)]


def test_an_overlay_may_change_what_no_option_touches(tmp_path: Path) -> None:
    """Under an option that is no part of it a scenario is not read again, and what an
    overlay says of it is nothing that is missing."""
    base, house = tmp_path / "base", tmp_path / "house"
    for folder in (base, house):
        folder.mkdir()
    state = (
        "entities:\n  bell: {fields: {rung: {type: integer, seen_by: everyone}}}\n"
        "scenarios:\n  tower: {entities: {one: {kind: bell, rung: 1}}}\n"
    )
    text = HEAD.replace("FOG", "down(n / 3)") + GOOD + state
    (base / "ruleset.yaml").write_text(text, encoding="utf-8")
    (house / "ruleset.yaml").write_text(
        "name: house\nextends: ../base\nchange:\n"
        "  scenarios.tower.entities.one.rung: {expect: 1, to: 2}\n",
        encoding="utf-8",
    )
    found = check(house)
    assert found.plan is not None
    assert found.plan.trials
    assert not found.problems


def test_an_option_that_an_overlay_removed_is_not_tried(tmp_path: Path) -> None:
    """The others are, and nobody asks for it."""
    base, house = tmp_path / "base", tmp_path / "house"
    for folder in (base, house):
        folder.mkdir()
    options = "options:\n  {}: {{values: [yes, no], default: no}}\n  other: {}\n"
    other = "{values: [a, b, c], default: a}"
    text = f"name: base\n{options.format('gone', other)}"
    (base / "ruleset.yaml").write_text(text, encoding="utf-8")
    (house / "ruleset.yaml").write_text(
        "name: house\nextends: ../base\nchange: {options.gone: {remove: yes}}\n",
        encoding="utf-8",
    )
    before, found = check(base), check(house)
    assert before.plan is not None
    assert found.plan is not None
    assert {key for each in before.plan.trials for key in each.values} > {"other"}
    assert {key for each in found.plan.trials for key in each.values} == {"other"}
    assert not [each for each in found.problems if each.severity == "error"]


NAMED_LIKE_AN_EVENT = """
name: named like an event
seats: side
seen_by: everyone
events:
  shot: {takes: {}}
  hit: {takes: {}}
entities:
  side: {fields: {marks: {type: integer, seen_by: everyone, start: 0}}}
options:
  heard: {values: [yes, no], default: yes}
triggers:
  shot: {on: hit(), do: [{happens: shot()}]}
  echo:
    only: heard
    on: shot()
    do:
      - for_each: s in every(side)
        do:
          - set: {s.marks: s.marks + 1}
procedures:
  main:
    gives: integer
    steps:
      - happens: hit()
      - return: sum(s.marks for s in every(side))
scenarios:
  field: {main: main, entities: {a: {kind: side}}}
"""


def test_a_trigger_may_have_the_name_of_an_event(tmp_path: Path) -> None:
    """It reads the handlers of that event, which an option takes away."""
    file = tmp_path / "ruleset.yaml"
    file.write_text(NAMED_LIKE_AN_EVENT, encoding="utf-8")
    assert not check(tmp_path).problems
