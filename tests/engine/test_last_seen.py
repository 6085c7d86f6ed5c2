"""What is shown and hidden again within one run of steps is told, and no more."""

import json
from pathlib import Path

import pytest

from interpreter.app.testing.case_runs import CaseRunner
from interpreter.pipeline.checking import check
from interpreter.pipeline.loading import load
from tests.cli.calling import call

PACK = """
name: counters
seats: side
seen_by: everyone
types:
  state: [hidden, shown, gone]
  face: [round, square]
events:
  dusk: {takes: {}}
entities:
  side: {fields: {marks: {type: integer, seen_by: everyone, start: 0}}}
  group:
    owner: side
    fields:
      side: {type: side, seen_by: everyone}
      out: {type: yes or no, seen_by: everyone, start: no}
  counter:
    owner: side
    MASKS
    last_seen: glimpse
    fields:
      side: {type: side, seen_by: everyone}
      group: {type: group, seen_by: everyone}
      face: {type: face, seen_by: everyone, start: round}
      state: {type: state, seen_by: everyone, start: hidden, ends_on: dusk}
      leader: {type: text, seen_by: if state is shown then everyone else owner}
      strength: {type: integer, seen_by: if group.out then everyone else owner}
      secret: {type: integer, seen_by: owner, start: 0}
claims:
  glimpse:
    title: What was seen of a counter before it was hidden
    about: counter
    facts:
      leader: {type: text, may_be: []}
      strength: {type: integer, may_be: []}
      secret: {type: integer, may_be: []}
procedures:
  flip:
    takes: {c: counter}
    steps:
      - set: {c.state: shown}
      - set: {c.state: hidden, c.leader: nobody}
  flip by rule:
    takes: {c: counter, to: state}
    steps:
      - set: {c.state: shown}
      - call: cover(c, to)
  cover:
    takes: {c: counter, to: state}
    steps:
      - set: {c.state: to}
  nightfall:
    takes: {c: counter}
    steps:
      - set: {c.state: shown}
      - happens: dusk
  come and go:
    takes: {g: group}
    steps:
      - set: {g.out: yes}
      - set: {g.out: no}
  show all:
    takes: {c: counter}
    steps:
      - set: {c.state: shown}
  odds of it:
    takes: {c: counter}
    gives: integer
    steps:
      - roll: {die: d6}
        by: judge
        for: luck
      - if: die > 4
        call: flip(c)
      - return: count(claims_to(every(side)[2], glimpse))
scenarios:
  pair:
    entities:
      red: {kind: side}
      blue: {kind: side}
      van: {kind: group, side: red}
      one: {kind: counter, side: red, group: van, leader: Zieten, strength: 7}
      two: {kind: counter, side: red, group: van, leader: nobody, strength: 9}
  other leader:
    like: pair
    entities: {one: {leader: Daun}}
  other secrets:
    like: pair
    entities: {one: {secret: 5, strength: 8}, two: {leader: Lacy, secret: 6}}
"""


def told(
    tmp_path: Path, run: str, scenario: str = "pair", masks: str = ""
) -> dict[str, list[object]]:
    """Return what each seat is told in a run: about what, and the facts."""
    text = PACK.replace("MASKS", masks)
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    assert [e.message for e in check(tmp_path).problems if e.severity == "error"] == []
    name, _, given = run.partition("(")
    values = [f"--with={each}" for each in given.rstrip(")").split(",") if each]
    said = call(
        "run",
        str(tmp_path),
        name,
        "--scenario",
        scenario,
        *values,
        "--seed",
        "1",
        "--json",
    )
    assert said.code == 0, said.talk
    return {
        seat: [(each["about"], each["facts"]) for each in claims]
        for seat, claims in json.loads(said.out)["told"].items()
    }


def about(name: str) -> dict[str, str]:
    """Return a counter as JSON has it."""
    return {"kind": "counter", "id": name}


def test_what_no_view_could_show_is_told_as_it_was(tmp_path: Path) -> None:
    """The step that hides it sets the leader too; told is what he was."""
    found = told(tmp_path, "flip(c=one)")
    assert found == {"red": [], "blue": [(about("one"), {"leader": "Zieten"})]}


def test_a_mask_is_known_by_its_label(tmp_path: Path) -> None:
    """The other side is told of a counter by the label that it has, never by its id."""
    ((who, facts),) = told(tmp_path, "flip(c=one)", masks="masks: face")["blue"]
    assert facts == {"leader": "Zieten"}
    assert isinstance(who, dict)
    assert who["id"].startswith("round ")


@pytest.mark.parametrize(("to", "facts"), [("hidden", 1), ("gone", 1), ("shown", 0)])
def test_it_hangs_on_the_new_value(tmp_path: Path, to: str, facts: int) -> None:
    """A step that may hide tells only where it does."""
    assert len(told(tmp_path, f"flip by rule(c=one,to={to})")["blue"]) == facts


def test_what_an_event_ends_is_told(tmp_path: Path) -> None:
    """`ends_on` hides as `set` does; of the counter alone that was shown."""
    found = told(tmp_path, "nightfall(c=one)")
    assert found["blue"] == [(about("one"), {"leader": "Zieten"})]


def test_an_audience_that_hangs_on_another_thing(tmp_path: Path) -> None:
    """What hides a group hides all its counters."""
    found = told(tmp_path, "come and go(g=van)")
    assert found["blue"] == [
        (about("one"), {"strength": 7}),
        (about("two"), {"strength": 9}),
    ]
    assert found["red"] == []


def test_what_stays_in_sight_is_not_told(tmp_path: Path) -> None:
    """Nothing is hidden from anybody."""
    assert told(tmp_path, "show all(c=one)") == {"red": [], "blue": []}


def test_pairs_that_differ_in_what_was_never_shown(tmp_path: Path) -> None:
    """Other secrets change nothing of what the other side is told; another leader
    changes it."""
    for masks in ("", "masks: face"):
        here = told(tmp_path, "flip(c=one)", masks=masks)
        assert told(tmp_path, "flip(c=one)", "other secrets", masks) == here
        assert told(tmp_path, "flip(c=one)", "other leader", masks) != here


def test_odds_and_simulation_count_it(tmp_path: Path) -> None:
    """Every driver tells it alike."""
    told(tmp_path, "flip(c=one)")
    where = (str(tmp_path), "odds of it", "--scenario", "pair", "--with", "c=one")
    found = json.loads(call("odds", *where, "--json").out)
    shares = {each["value"]: each["probability"] for each in found["outcomes"]}
    assert shares == {0: "2/3", 1: "1/3"}
    simulated = call("simulate", *where, "--trials", "200", "--seed", "1", "--json")
    counts = {e["value"]: e["count"] for e in json.loads(simulated.out)["outcomes"]}
    assert sum(counts.values()) == 200
    assert 40 < counts[1] < 95


def test_a_case_sees_it(tmp_path: Path) -> None:
    """As any other claim, and as a difference between two cases."""
    cases = """
cases:
  flipped:
    scenario: pair
    run: flip(one)
    views: {blue: {has: {glimpse: {leader: Zieten}}}, red: {none: glimpse}}
  secrets: {scenario: other secrets, run: flip(one), views: {blue: {same_as: flipped}}}
"""
    text = PACK.replace("MASKS", "masks: face") + cases
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    found = list(CaseRunner(load(tmp_path)).results())
    assert [(each.differences, each.error) for each in found] == [((), "")] * 2


def test_an_audience_that_is_too_much_is_refused(tmp_path: Path) -> None:
    """Each formula asks the one before it twice."""
    formulas = "formulas:\n  f0: {takes: {c: counter}, is: c.state is shown}\n"
    formulas += "".join(
        f"  f{n}: {{takes: {{c: counter}}, is: f{n - 1}(c) and f{n - 1}(c)}}\n"
        for n in range(1, 15)
    )
    text = PACK.replace("MASKS", "").replace("events:\n", f"{formulas}events:\n")
    text = text.replace("if state is shown then", "if f14(it) then")
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    found = call("check", str(tmp_path), "--quick")
    assert found.code == 4
    assert "formulas written out, at most 10,000" in found.talk


def test_an_audience_may_use_a_formula(tmp_path: Path) -> None:
    """What the formula reads is read as it will be."""
    formula = (
        "formulas:\n  is out: {takes: {c: counter}, is: c.state is shown}\nevents:\n"
    )
    text = PACK.replace("MASKS", "").replace("events:\n", formula)
    text = text.replace("if state is shown then", "if is_out(it) then")
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    where = ("--scenario", "pair", "--with", "c=one", "--seed", "1", "--json")
    said = call("run", str(tmp_path), "flip", *where)
    assert said.code == 0, said.talk
    (claim,) = json.loads(said.out)["told"]["blue"]
    assert claim["facts"] == {"leader": "Zieten"}
