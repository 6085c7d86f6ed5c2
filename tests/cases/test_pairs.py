"""A case can expect that a seat knows the same at the end as in another case."""

from pathlib import Path

import pytest

from interpreter.app.testing.case_runs import CaseRunner
from interpreter.coverage.covered import Coverage
from interpreter.pipeline.checking import check
from interpreter.pipeline.loading import load
from interpreter.reports.cases import CaseResult

PACK = """
name: counters
seats: side
seen_by: everyone
types: {face: [round, square]}
entities:
  side: {fields: {}}
  counter:
    owner: side
    MASKS
    fields:
      side: {type: side, seen_by: everyone}
      face: {type: face, seen_by: everyone}
      real: {type: yes or no, seen_by: owner}
      seen: {type: yes or no, seen_by: everyone, start: no}
claims:
  sighting: {about: counter, facts: {real: {type: yes or no}}}
procedures:
  look:
    takes: {who: side, c: counter, well: yes or no}
    steps:
      - if: well
        tell: sighting
        to: who
        about: c
        facts: {real: c.real}
        discloses: rule 3
        seen_by: judge
      - set: {c.seen: yes}
scenarios:
  real:
    entities:
      red: {kind: side}
      blue: {kind: side}
      one: {kind: counter, side: red, face: round, real: yes}
      other: {kind: counter, side: red, face: round, real: no}
  dummy:
    like: real
    entities: {one: {real: no}}
cases:
  a real one: {scenario: real, run: "look(blue, one, no)", expect: {one.seen: yes}}
  seen well: {scenario: real, run: "look(blue, one, yes)", expect: {one.seen: yes}}
  paired: {scenario: dummy, run: "CALL", views: {SEAT: {same_as: OTHER}}}
"""


def paired(tmp_path: Path, call: str, seat: str, other: str, masks: str) -> CaseResult:
    """Return the result of the last case."""
    text = PACK.replace("CALL", call).replace("SEAT", seat).replace("OTHER", other)
    (tmp_path / "ruleset.yaml").write_text(text.replace("MASKS", masks))
    assert [e.message for e in check(tmp_path).problems if e.severity == "error"] == []
    return list(CaseRunner(load(tmp_path)).results())[-1]


@pytest.mark.parametrize("masks", ["", "masks: face"])
def test_what_is_hidden_makes_no_difference(tmp_path: Path, masks: str) -> None:
    """The other side cannot tell the dummy, the owner can, and so can who was told."""
    found = paired(tmp_path, "look(blue, one, no)", "blue", "a real one", masks)
    assert (found.differences, found.error) == ((), "")
    owner = paired(tmp_path, "look(blue, one, no)", "red", "a real one", masks)
    ((what, expected, here),) = [
        (each.what, each.expected, each.found) for each in owner.differences
    ]
    assert what == "views.red.same_as: counter one.real"
    assert (expected, here) == ("yes", "no")
    told = paired(tmp_path, "look(blue, one, yes)", "blue", "seen well", masks)
    ((what, expected, here),) = [
        (each.what, each.expected, each.found) for each in told.differences
    ]
    assert what == "views.blue.same_as: claim 1"
    assert expected.endswith("real: yes")
    assert here.endswith("real: no")


def test_what_only_one_is_told_differs(tmp_path: Path) -> None:
    """A claim that is missing is said to be missing."""
    found = paired(tmp_path, "look(blue, one, no)", "blue", "seen well", "")
    assert [(each.what, each.found) for each in found.differences] == [
        ("views.blue.same_as: claim 1", "not seen")
    ]


def test_the_other_case_is_not_covered_by_it(tmp_path: Path) -> None:
    """What only the other case runs through counts for that one alone."""
    paired(tmp_path, "look(blue, one, no)", "red", "seen well", "")
    file = tmp_path / "ruleset.yaml"
    file.write_text(file.read_text().replace("scenario: dummy", "scenario: real"))
    loaded = load(tmp_path)
    marks = []

    class Kept(Coverage):
        def add(self, loaded: object, found: set[object], case: str) -> None:
            marks.append((case, frozenset(found)))

    list(CaseRunner(loaded, Kept(loaded)).results())
    by_name = dict(marks)
    assert by_name["paired"] == by_name["a real one"] != by_name["seen well"]
