"""Code that is generated when it is called is what is generated at once."""

from pathlib import Path

import pytest

from interpreter.codegen.generating import emit
from interpreter.codegen.on_demand import CodeOnDemand
from interpreter.codegen.source import DECLARATIONS, GeneratedCode
from interpreter.engine.once import Engine, initial
from interpreter.ir.instructions import Program
from interpreter.pipeline.loading import load, usable
from interpreter.pipeline.option_readings import unproved_under
from tests.trial import ROOT

PACKS = ("bench-table20", "functions", "events", "hidden-rolls", "hiding", "waits")


def _program(pack: str) -> Program:
    return usable(load(ROOT / "tests" / "packs" / pack))


def _functions(code: GeneratedCode, units: list[str]) -> dict[str, str]:
    """Return the source of each function and constant of some units by its first line:
    what is not indented begins one."""
    found: dict[str, str] = {}
    for unit in units:
        head = ""
        for line in code.units[unit][0].splitlines():
            head = head if line[:1] == " " else line
            found[head] = found.get(head, "") + line
    return found


def _all_units(code: GeneratedCode) -> list[str]:
    """Return the names of all units; those of sums are known when others are read."""
    known: list[str] = []
    while len(known) < len(code.units):
        known = [*code.units]
        for unit in known:
            assert code.units[unit] is code.units[unit]
    return known


@pytest.mark.parametrize("marked", [False, True])
@pytest.mark.parametrize("pack", PACKS)
def test_same_source(pack: str, marked: bool) -> None:
    """Of each procedure the same unit; of declarations the same functions."""
    program = _program(pack)
    whole = emit(program, "trace", marked=marked)
    code = CodeOnDemand().code(program, marked=marked)
    units = _all_units(code)
    for name in program.procedures:
        assert code.units[name] == whole.units[name]
    assert _functions(code, units) == _functions(whole, [*whole.units])
    assert code.functions == whole.functions
    assert (code.entries, code.sites) == (whole.entries, whole.sites)
    declared = {name for name in whole.declared if name in code.declared}
    sums = {name for unit in units for name in code.units.needs(unit).functions}  # type: ignore[attr-defined]
    assert declared | sums == {*whole.declared}
    fractions = {
        pair
        for unit in units
        for pair in code.units.needs(unit).fractions  # type: ignore[attr-defined]
    }
    assert fractions == {*whole.fractions}


def test_nothing_is_written_before_it_is_called() -> None:
    """An engine is made of the analysis of a program alone."""
    program = _program("hidden-rolls")
    code = CodeOnDemand().code(program)
    engine = Engine(code)
    assert [*code.compiled] == [DECLARATIONS]
    name, procedure = next(
        (name, entry.procedure)
        for name, entry in program.entries.items()
        if entry.procedure and not entry.takes
    )
    engine.begun(name, (), initial(program, ""))
    assert {*code.compiled} & {*program.procedures} == {procedure}


def test_programs_share_byte_code(tmp_path: Path) -> None:
    """A unit that is the same under other options is compiled once."""
    (tmp_path / "ruleset.yaml").write_text(
        """name: sharing
title: Two procedures
seen_by: everyone
options:
  night: {values: [yes, no], default: no}
procedures:
  dark:
    gives: integer
    steps:
      - only: night
        return: 1
      - return: 2
  same:
    gives: integer
    steps:
      - return: 3
""",
        encoding="utf-8",
    )
    loaded, maker = load(tmp_path), CodeOnDemand()
    results = []
    for program in (loaded.program, unproved_under(loaded, {"night": "yes"}).program):
        assert program is not None
        engine = Engine(maker.code(program))
        state = initial(program, "")
        results += [engine.begun(name, (), state)[0] for name in ("dark", "same")]
    assert results == [2, 3, 1, 3]
    units = [unit for unit, _ in maker.compiled if unit in ("dark", "same")]
    assert sorted(units) == ["dark", "dark", "same"]
