"""What is accepted as a case passes, and the rest of the file stays."""

import re
import shutil
from pathlib import Path

import pytest

from interpreter.app.testing.case_runs import CaseRunner
from interpreter.pipeline.loading import load
from tests.cli.calling import ROOT, call

PACKS = ROOT / "tests/packs"
RULESETS = ROOT / "rulesets"

CASES = """cases:
  low:   # the first
    from: by hand
    run: weather()
    dice: {dice: [1, 2]}
    expect: {result: sun}  # wrong

  # of two rows
  rows:
    run: weather()
    dice: {dice: fell}
    expect: {result: sky}
    columns: [fell, sky]
    rows:
      one: [[5, 5], sun]   # right
      two: [[1, 1], sun]
# the end
"""


def copied(name: str, folder: Path) -> Path:
    """Return a copy of a pack, which may be written to."""
    source = PACKS / name if (PACKS / name).is_dir() else RULESETS / name
    shutil.copytree(source, folder / name)
    return folder / name


def results(pack: Path) -> dict[str, bool]:
    """Return whether each case of a pack passes."""
    return {one.name: one.passed for one in CaseRunner(load(pack)).results()}


RUNS = (
    ("hello", ("weather", "--seed", "s")),
    ("hello", ("weather", "--dice", "5,3")),
    (
        "acks-reconnaissance",
        (
            *("reconnoiter", "--scenario", "elves-and-goblins", "--seed", "x"),
            *("--with", "observer=elves", "--with", "target=goblins"),
            *("--option", "close terrain=0"),
        ),
    ),
    (
        "acks-reconnaissance",
        ("reconnaissance_roll", "--with", "modifier=-2", "--dice", "dice=4,4"),
    ),
)


@pytest.mark.parametrize(("name", "arguments"), RUNS)
def test_a_run_becomes_a_case_that_passes(
    name: str, arguments: tuple[str, ...], tmp_path: Path
) -> None:
    """In a new file, and then below the cases that it has."""
    pack = copied(name, tmp_path)
    for case in ("mine", "mine too"):
        found = call("run", str(pack), *arguments, "--accept", f"own.yaml:{case}")
        assert found.code == 0, found
        assert f"'{case}'" in found.talk
    written = (pack / "own.yaml").read_text("utf-8")
    assert written.count("from: accepted run") == 2
    tested = call("test", str(pack), "mine", "mine too")
    assert tested.code == 0
    assert "2 passed" in tested.out
    again = call("run", str(pack), *arguments, "--accept", "own.yaml:mine")
    assert again.code == 2
    assert "already" in again.talk
    assert not again.out
    assert (pack / "own.yaml").read_text("utf-8") == written


def test_answers_fields_and_options_are_in_the_case(tmp_path: Path) -> None:
    """Successive questions are a list; what did not change is not expected."""
    pack = tmp_path / "crossing"
    pack.mkdir()
    page = (ROOT / "interpreter/COMMANDS.md").read_text("utf-8")
    text = page.partition("```yaml\n")[2].partition("```")[0]
    (pack / "ruleset.yaml").write_text(text, "utf-8")
    arguments = ("cross", "--scenario", "morning", "--policy", "random", "--seed", "x")
    found = call("run", str(pack), *arguments, "--accept", "cases.yaml")
    assert found.code == 0, found
    written = (pack / "cases.yaml").read_text("utf-8")
    assert "scenario: morning" in written
    assert "answers: [{goal: " in written
    assert "gull.at: " in written
    assert "cargo" not in written
    assert all(results(pack).values())


ACTIVATIONS = """name: activations
seats: side
seen_by: everyone
entities:
  side: {fields: {}}
  man:
    fields:
      side: {type: side, seen_by: everyone}
      done: {type: yes or no, seen_by: everyone, start: no}
procedures:
  go:
    steps:
      - set: {m.done: no}
        for_each: m in every(man)
      - until: all(m.done for m in every(man))
        do:
          - choose: next
            by: every(side)[1]
            from: list(m in every(man) where not m.done)
          - set: {next.done: yes}
  twice: {steps: [{call: go()}, {call: go()}]}
policies:
  late: {answers: {next: last(offered)}}
scenarios:
  s:
    entities:
      red: {kind: side}
      ann: {kind: man, side: red}
      bob: {kind: man, side: red}
"""


@pytest.mark.parametrize("procedure", ["go", "twice"])
def test_a_question_with_one_option_keeps_its_turn(
    procedure: str, tmp_path: Path
) -> None:
    """The answers after it are for later questions; after the last, none is needed."""
    pack = tmp_path / "activations"
    pack.mkdir()
    (pack / "ruleset.yaml").write_text(ACTIVATIONS, "utf-8")
    arguments = (procedure, "--scenario", "s", "--policy", "late")
    found = call("run", str(pack), *arguments, "--accept", "cases.yaml:a")
    assert found.code == 0, found
    written = (pack / "cases.yaml").read_text("utf-8")
    answers = ["bob"] if procedure == "go" else ["bob", "ann", "bob"]
    assert re.findall(r"\{next: (\w+)\}", written) == answers
    assert results(pack) == {"a": True}


def test_an_existing_file_keeps_its_text(tmp_path: Path) -> None:
    """The new case is below the last one, with the indentation of the others."""
    pack = copied("hello", tmp_path)
    (pack / "own.yaml").write_text(CASES, "utf-8")
    found = call("run", str(pack), "weather", "--dice", "6,6", "--accept", "own.yaml:c")
    assert found.code == 0, found
    written = (pack / "own.yaml").read_text("utf-8")
    lines = CASES.splitlines()
    assert written.splitlines()[: len(lines) - 1] == lines[:-1]
    assert written.endswith("# the end\n")
    assert "\n  c:\n    from: accepted run\n" in written


@pytest.mark.parametrize("place", ["../own.yaml", "no/such/folder/own.yaml"])
def test_a_file_elsewhere_is_refused(place: str, tmp_path: Path) -> None:
    """Nothing would read the case there."""
    pack = copied("hello", tmp_path)
    found = call("run", str(pack), "weather", "--seed", "1", "--accept", place)
    assert found.code == 3
    assert not (tmp_path / "own.yaml").exists()


def test_the_expectation_of_a_case_is_replaced_in_its_place(tmp_path: Path) -> None:
    """Also in a row of a table of cases; all comments stay."""
    pack = copied("hello", tmp_path)
    (pack / "own.yaml").write_text(CASES, "utf-8")
    before = call("test", str(pack), "--accept")
    assert before.code == 2
    assert "--all" in before.talk
    assert (pack / "own.yaml").read_text("utf-8") == CASES
    found = call("test", str(pack), "--accept", "low")
    assert found.code == 0, found
    assert "-    expect: {result: sun}  # wrong" in found.out
    written = (pack / "own.yaml").read_text("utf-8")
    assert written == CASES.replace("{result: sun}", "{result: rain}")
    assert call("test", str(pack), "--accept", "--all").code == 0
    written = (pack / "own.yaml").read_text("utf-8")
    assert "two: [[1, 1], rain]\n" in written
    assert "one: [[5, 5], sun]   # right\n" in written
    assert all(results(pack).values())


def test_a_value_that_another_case_shares_is_refused(tmp_path: Path) -> None:
    """What both expect can be only one of two results."""
    pack = copied("hello", tmp_path)
    shared = """cases:
  rows:
    run: weather()
    dice: {dice: fell}
    expect: {result: clouds}
    columns: [fell]
    rows:
      one: [[4, 4]]
      two: [[1, 1]]
"""
    (pack / "own.yaml").write_text(shared, "utf-8")
    found = call("test", str(pack), "--accept", "--all")
    assert found.code == 3
    assert "rows, one" in found.talk
    assert (pack / "own.yaml").read_text("utf-8") == shared
    assert sorted(results(pack).values()) == [False, True]


def test_what_is_no_value_cannot_be_accepted(tmp_path: Path) -> None:
    """An error is not an expectation; the file stays."""
    pack = copied("hello", tmp_path)
    bad = "cases:\n  bad:\n    run: weather()\n    expect: {result: sun}\n"
    (pack / "own.yaml").write_text(bad, "utf-8")
    found = call("test", str(pack), "bad", "--accept")
    assert found.code == 1
    assert "cannot be accepted" in found.out
    assert (pack / "own.yaml").read_text("utf-8") == bad


def test_odds_are_accepted_as_fractions(tmp_path: Path) -> None:
    """They are written exactly."""
    pack = copied("hello", tmp_path)
    odds = "cases:\n  odd:\n    odds: weather()\n    expect: {rain: 1/2}\n"
    (pack / "own.yaml").write_text(odds, "utf-8")
    assert call("test", str(pack), "odd", "--accept").code == 0
    assert "rain: 5/18" in (pack / "own.yaml").read_text("utf-8")
    assert all(results(pack).values())


def test_set_excludes_accept(tmp_path: Path) -> None:
    """A case begins as its scenario does."""
    pack = copied("hello", tmp_path)
    arguments = ("--set", "a.b=1", "--accept", "own.yaml")
    assert call("run", str(pack), "weather", *arguments).code == 2


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_line_ends_and_marks_stay(mark: str, end: str, tmp_path: Path) -> None:
    """A case is written as the lines around it are."""
    pack = copied("hello", tmp_path)
    text = mark + CASES.replace("\n", end)
    (pack / "own.yaml").write_bytes(text.encode())
    assert call("test", str(pack), "low", "--accept").code == 0
    found = call("run", str(pack), "weather", "--dice", "6,6", "--accept", "own.yaml:c")
    assert found.code == 0, found
    written = (pack / "own.yaml").read_bytes().decode()
    assert written.startswith(mark)
    assert written.count("\n") == written.count(end)
    assert "result: rain" in written
    assert results(pack)["c"]


def test_an_installed_pack_is_named_by_its_path() -> None:
    """A case of it would be written where nobody looks."""
    arguments = ("concealment", "is_found", "--seed", "1", "--accept", "own.yaml")
    found = call("run", *arguments)
    assert found.code == 2
    assert "name its folder" in found.talk
    assert call("test", "concealment", "--accept").code == 2
