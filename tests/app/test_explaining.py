"""Explanations show values as they were when a step read them."""

from pathlib import Path
from typing import Any

import pytest

from interpreter.app.opening.session import Session, entry_of, scenario_of
from interpreter.app.running.once import CompletedRun, RunRequest, engine_of, played
from interpreter.codegen.generating import emit
from interpreter.engine.policies import Answers
from interpreter.pipeline.opening import Pack, open_pack
from tests.cli.calling import call
from tests.ruleset.packs import write

PACK = """
name: worn
seats: side
seen_by: everyone
events:
  shot: {takes: {s: squad}, kept_since: s.began}
entities:
  side: {fields: {}}
  squad:
    owner: side
    fields:
      side: {type: side, seen_by: everyone}
      men: {type: integer 0..20, seen_by: owner}
      began: {type: moment, seen_by: everyone}
claims:
  count: {about: squad, facts: {men: {type: integer 0..20}}}
tables:
  losses: {of: integer, gives: integer, rows: {5-: 1, 6-8: 3, 9+: 4}}
modifiers:
  cover:
    takes: {s: squad}
    groups:
      size:
        hit: first
        rows:
          few: {if: s.men < 4, add: 1}
          many: {if: s.men > 3 and s.men < 9, add: -1}
formulas:
  bonus: {takes: {s: squad}, is: losses(s.men)}
procedures:
  fire:
    takes: {s: squad}
    gives: integer
    steps:
      - set: {s.began: now}
      - happens: shot(s)
      - happens: shot(s)
      - if: count(events(shot, s.began)) > 1
        set: {s.men: losses(first(every(squad)).men + 1)}
      - let: {sums: cover(s)}
      - tell: count
        to: s.side
        about: s
        facts: {men: s.men}
      - set: {s.men: 9}
      - return: total(sums) + 1
  pick:
    takes: {s: squad}
    gives: integer
    steps:
      - choose: best
        from: "[bonus(s), bonus(s) + 1]"
        by: judge
      - let: {read: bonus(s)}
      - return: best + read
  add:
    takes: {s: squad}
    gives: integer
    steps:
      - let: {n: {is: 2, changes: yes}}
      - set: {n: n + 3}
      - return: n
  hold:
    takes: {s: squad}
    gives: integer
    steps:
      - set: {s.began: now}
      - happens: shot(s)
      - choose: volley
        from: "[1, 2]"
        by: judge
        such_that: count(events(shot, s.began)) + volley < 3
      - return: volley
scenarios:
  field:
    entities:
      red: {kind: side}
      guards: {kind: squad, side: red, men: 7}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the pack."""
    return write(tmp_path_factory.mktemp("packs") / "worn", {"ruleset.yaml": PACK})


def explained(folder: Path, procedure: str, *more: str) -> str:
    """Return the explanation of a run as text, on one line."""
    where = ("--scenario", "field", "--with", "s=guards", "--seed", "1")
    found = call("run", str(folder), procedure, *where, *more, "--explain", "--all")
    assert found.code == 0, found.talk
    return " ".join(found.out.split())


def test_a_field_that_the_step_itself_changes(folder: Path) -> None:
    """The terms with which the table was read: 7 men, of whom 3 are left behind it."""
    said = explained(folder, "fire")
    assert "losses at 8, row 6-8: 3" in said
    assert "first(every(squad)).men + 1 = 7 + 1 = 8" in said
    assert "guards.men = 3 (was 7)" in said


def test_a_variable_that_the_step_itself_changes(folder: Path) -> None:
    assert "n = n + 3 = 2 + 3 = 5" in explained(folder, "add")


def test_what_is_remembered_is_counted_where_it_was_asked(folder: Path) -> None:
    assert "count(events(shot, s.began)) > 1 (here 2)" in explained(folder, "fire")


def test_rows_of_modifiers_are_those_of_their_time(folder: Path) -> None:
    """Three men were there when the rows were read, nine are at the end."""
    said = explained(folder, "fire")
    assert "it is so: s.men < 4 (here 3)" in said
    assert "not so: s.men > 3 (here 3)" in said
    assert "guards.men = 9 (was 3)" in said


def test_a_seat_is_told_a_hidden_value_as_it_was_then(folder: Path) -> None:
    said = explained(folder, "fire")
    assert "red is told: count about guards; men: 3" in said
    assert "men: 9" not in said


def test_a_refused_answer_knows_what_is_remembered(folder: Path) -> None:
    """One shot was fired before the two that are asked for."""
    where = ("--scenario", "field", "--with", "s=guards", "--answer", "volley=2")
    refused = call("run", str(folder), "hold", *where)
    assert refused.code == 3
    condition = "count(events(shot, s.began)) + volley < 3"
    assert f"not so: {condition} (here 3)" in " ".join(refused.talk.split())


def completed(folder: Path, procedure: str, explains: bool) -> CompletedRun:
    """Return a run of a procedure."""
    pack = open_pack(folder)
    session = session_of(pack, procedure)
    wanted = RunRequest("1", {}, Answers({"best": 3}), None)
    return played(session, wanted, engine_of(pack, explains=explains))


def session_of(pack: Pack, procedure: str) -> Session:
    """Return what runs a procedure with the only squad."""
    scenario = scenario_of("field", pack.program)
    return Session(pack, scenario, entry_of(procedure, scenario, pack), (0,))


def looks(run: CompletedRun) -> list[tuple[Any, ...]]:
    """Return the look-ups in the trace of a run."""
    return [report for report in run.outcome.trace if report[0] == "look"]


def test_look_ups_of_a_choice_are_not_kept(folder: Path) -> None:
    """What is offered reads the table twice, the step after it once."""
    found = looks(completed(folder, "pick", explains=True))
    assert found == [("look", "tables", "losses", (7,), 3, 1)]


def test_a_run_that_is_not_explained_comes_to_the_same(folder: Path) -> None:
    """Its trace has the same steps and look-ups, without the values that are shown."""
    run, bare = (completed(folder, "fire", explains=each) for each in (True, False))
    assert bare.outcome.result == run.outcome.result
    assert bare.outcome.game_state == run.outcome.game_state
    assert [report[:-1] for report in bare.outcome.trace] == [
        report[:-1] for report in run.outcome.trace
    ]
    assert any(report[-1] for report in run.outcome.trace)
    assert not any(report[-1] for report in bare.outcome.trace)


def test_steps_of_an_explanation_are_not_counted(folder: Path) -> None:
    """Else a run that is explained would meet its limit before one that is not."""
    run, bare = (completed(folder, "fire", explains=each) for each in (True, False))
    assert run.engine.compiled.steps.left == bare.engine.compiled.steps.left


@pytest.mark.parametrize("form", ["once", "exact", "direct"])
def test_other_forms_work_out_nothing_for_a_trace(folder: Path, form: str) -> None:
    emitted = emit(open_pack(folder).program, form)
    every = "".join(text for text, _ in emitted.units.values())
    assert "_trace(" not in every
    assert "_look(" not in every
    assert "_shown(" not in every
    assert "_row_values(" not in every
