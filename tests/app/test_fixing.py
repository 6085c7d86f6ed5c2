"""Fixes leave a pack better or as it was, and touch nothing else."""

import os
import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest

from interpreter.app.authoring.fixing import fixed, write_fixes
from interpreter.diagnostics import (
    Diagnostic,
    Unusable,
    UsageError,
    did_you_mean,
    problem,
)
from interpreter.pipeline.checking import check
from interpreter.ruleset.finding import pack_to_write
from interpreter.source import Source, Span

ROOT = Path(__file__).parents[2]
BAD = sorted(path.parent for path in (ROOT / "tests/bad").glob("*/ruleset.yaml"))
HIDDEN = {  # an error of form hid another one, which shows when it is gone
    *("R005-tag", "R009-call-in-braces", "R015-blank-as-indentation"),
    *("R015-blank-unseen", "R104-word-that-is-no-verb", "R201-double-quotes"),
}

START = """name: p
seats: side
seen_by: everyone
types: {troop: [pikes, bows]}
entities:
  side: {fields: {units: {type: list of troop, seen_by: everyone}}}
"""
SCENARIO = """scenarios:
  one:  # two sides
    entities:
      red: {kind: side, units: pikes}   # all of them
      blue: {kind: side, units: [pikes, bowz]}
"""


def errors(problems: Iterable[Diagnostic]) -> int:
    return sum(problem.severity == "error" for problem in problems)


def pack(folder: Path, text: str = START + SCENARIO) -> Path:
    """Write a pack of one file."""
    folder.mkdir(exist_ok=True)
    (folder / "ruleset.yaml").write_bytes(text.encode())
    return folder


@pytest.mark.parametrize("folder", BAD, ids=lambda folder: folder.name)
def test_no_pack_is_worse_for_its_fixes(folder: Path) -> None:
    """Errors never grow in number; a safe fix leaves no problem that was not there."""
    before = check(folder, quick=True).problems
    for unsafe in (False, True):
        after = fixed(folder, unsafe=unsafe)
        assert errors(after.problems) <= errors(before)
        assert all(unsafe or one.fix is None or one.fix.safe for one in after.applied)
        if unsafe or folder.name in HIDDEN:
            continue
        known = {(one.code, one.message) for one in before}
        assert {(one.code, one.message) for one in after.problems} <= known


def test_what_is_written_is_what_was_checked(tmp_path: Path) -> None:
    """The rest of the file stays, with its comments; twice is once."""
    folder = pack(tmp_path / "p")
    found = fixed(folder)
    assert [one.code for one in found.applied] == ["R402"]
    assert (folder / "ruleset.yaml").read_text() == START + SCENARIO
    write_fixes(found)
    text = (folder / "ruleset.yaml").read_text()
    assert text == START + SCENARIO.replace("units: pikes", "units: [pikes]")
    assert check(folder, quick=True).problems == found.problems
    assert not fixed(folder).edits
    assert found.unsafe == 1
    write_fixes(fixed(folder, unsafe=True))
    assert "[pikes, bows]" in (folder / "ruleset.yaml").read_text()
    assert not errors(check(folder).problems)


def test_only_a_code_that_is_wanted(tmp_path: Path) -> None:
    """Other problems keep their place and their fix."""
    folder = pack(tmp_path / "p")
    assert not fixed(folder, codes=["R301"]).applied
    (one,) = fixed(folder, unsafe=True, codes=["R301"]).applied
    assert one.code == "R301"


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_marks_stay(end: str, mark: str, tmp_path: Path) -> None:
    """A fix replaces its own text and nothing else in the bytes of the file."""
    text = mark + (START + SCENARIO).replace("\n", end)
    folder = pack(tmp_path / "p", text)
    write_fixes(fixed(folder))
    written = (folder / "ruleset.yaml").read_bytes().decode()
    assert written == text.replace("units: pikes", "units: [pikes]")


def test_a_base_pack_is_not_changed(tmp_path: Path) -> None:
    """Also not one that lies in the folder of the pack."""
    base = pack(tmp_path / "house" / "base") if pack(tmp_path / "house") else tmp_path
    head = "name: house\nextends: ./base\n"
    (tmp_path / "house/ruleset.yaml").write_text(head)
    found = fixed(tmp_path / "house", unsafe=True)
    assert not found.applied
    assert found.has_errors
    assert (base / "ruleset.yaml").read_text() == START + SCENARIO


def test_an_expectation_takes_the_value_of_the_base(tmp_path: Path) -> None:
    """It is not safe: the author must see whether the change is still meant."""
    folder = tmp_path / "pack"
    shutil.copytree(ROOT / "tests/bad/R802-other-value", folder)
    assert not fixed(folder).applied
    found = fixed(folder, unsafe=True)
    assert [one.code for one in found.applied] == ["R802"]
    assert not found.has_errors


def test_a_fix_that_removes_no_error_is_taken_back(tmp_path: Path) -> None:
    """`9-7` would be `7-9`, which another row has already."""
    found = fixed(ROOT / "tests/bad/R205-turned", unsafe=True)
    assert not found.applied
    assert not found.edits


def test_a_file_that_was_changed_meanwhile_stays(tmp_path: Path) -> None:
    """What an author saves while the pack is checked is not lost."""
    folder = pack(tmp_path / "p")
    found = fixed(folder)
    pack(folder, START)
    with pytest.raises(Unusable):
        write_fixes(found)
    assert (folder / "ruleset.yaml").read_text() == START


def test_an_installed_pack_is_named_by_its_path(tmp_path: Path) -> None:
    """Its name alone would write where nobody looks."""
    with pytest.raises(UsageError):
        pack_to_write("concealment")
    assert pack_to_write(os.fspath(ROOT / "rulesets/concealment"))
    assert pack_to_write(os.fspath(pack(tmp_path / "p")))


def test_one_near_name_is_a_fix() -> None:
    """It is written as a word of its own, once; of two near names none is."""
    source = Source("text", "wether in the wethers, way wether_like")
    span = Span(source, 0, 21)
    found = problem("R301", span, "x", hint=did_you_mean("wether", ["weather"]))
    assert found.fix is not None
    assert (found.fix.span.text, found.fix.replacement) == ("wether", "weather")
    assert not found.fix.safe
    assert type(found.hint) is str
    hint = did_you_mean("wether", ["weather", "whether"])
    assert problem("R301", span, "x", hint=hint).fix is None
    hint = did_you_mean("the", ["she:"])
    assert problem("R301", span, "x", hint=hint).fix is None
    twice = Span(source, 0, len(source.text))
    hint = did_you_mean("way", ["say"])
    assert problem("R301", twice, "x", hint=hint).fix is not None
    assert problem("R301", Span(source, 0, 6), "x", hint=hint).fix is None
