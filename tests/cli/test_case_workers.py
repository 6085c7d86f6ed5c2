"""Cases dealt to processes end as they do in one, and an engine holds what they run."""

from pathlib import Path

import pytest

from interpreter.app.testing import pack_runs
from interpreter.app.testing.case_runs import CaseRunner
from interpreter.app.testing.pack_runs import case_results
from interpreter.codegen.expressions import ExpressionWriter
from interpreter.codegen.on_demand import TracedUnits
from interpreter.codegen.source import CodeUnit
from interpreter.pipeline.loading import Loaded, load, usable
from tests.cli.calling import call

PACK = """name: dealt
seen_by: everyone
title: Cases under several options
options:
  night: {values: [yes, no], default: no}
procedures:
  look:
    gives: integer
    steps:
      - roll: {dice: 2d6}
      - {call: weigh(sum(dice)), as: weight}
      - return: weight
  weigh:
    takes: {n: integer}
    gives: integer
    steps:
      - only: night
        return: n - 1
      - return: n
  alone:
    gives: integer
    steps:
      - return: 7
cases:
  by day: {run: look(), dice: {dice: [5, 3]}, expect: {result: 8}}
  by night:
    {run: look(), options: {night: yes}, dice: {dice: [5, 3]}, expect: {result: 7}}
  fails at night:
    {run: look(), options: {night: yes}, dice: {dice: [5, 3]}, expect: {result: 8}}
  has no dice: {run: look(), expect: {result: 8}}
  only this by night: {run: alone(), options: {night: yes}, expect: {result: 7}}
  odds: {odds: alone(), expect: {7: 1}}
"""
PROCEDURES = ("look", "weigh", "alone")


@pytest.fixture(name="loaded")
def _loaded(tmp_path: Path) -> Loaded:
    (tmp_path / "ruleset.yaml").write_text(PACK, encoding="utf-8")
    loaded = load(tmp_path)
    usable(loaded)
    return loaded


def test_many_processes_give_the_results_of_one(
    loaded: Loaded, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the order of the file: what passes, what fails and how, and what breaks."""
    alone = list(CaseRunner(loaded).results())
    assert [result.passed for result in alone] == [True, True, False, False, True, True]
    monkeypatch.setattr(pack_runs, "FEW_CASES", 1)
    monkeypatch.setattr(pack_runs, "BATCH", 1)
    assert list(case_results(CaseRunner(loaded), workers=2)) == alone


def test_few_cases_start_no_process(
    loaded: Loaded, monkeypatch: pytest.MonkeyPatch
) -> None:
    def working(*_: object) -> None:
        raise AssertionError("a process was started for six cases")

    monkeypatch.setattr(pack_runs, "working", working)
    results = case_results(CaseRunner(loaded), workers=8)
    assert sum(result.passed for result in results) == 4


def test_only_what_runs_is_generated_once_for_each_setting_of_its_options(
    loaded: Loaded, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[tuple[TracedUnits, str]] = []
    write = TracedUnits._code

    def noted(units: TracedUnits, unit: str, to: ExpressionWriter) -> CodeUnit:
        written.append((units, unit))
        return write(units, unit, to)

    monkeypatch.setattr(TracedUnits, "_code", noted)
    list(CaseRunner(loaded).results())
    by_day = written[0][0]
    day = sorted(unit for units, unit in written if units is by_day)
    night = sorted(unit for units, unit in written if units is not by_day)
    assert [unit for unit in day if unit in PROCEDURES] == ["look", "weigh"]
    assert [unit for unit in night if unit in PROCEDURES] == ["alone", "look", "weigh"]
    assert len(day) == len({*day})
    assert len(night) == len({*night})


def test_coverage_and_workers_exclude_each_other(loaded: Loaded) -> None:
    """What cases touch is noted in one process; the number would be ignored."""
    called = call("test", "--coverage", "--workers", "2", str(loaded.folder))
    assert called.code == 2
    assert "--workers" in called.talk
