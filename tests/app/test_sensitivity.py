"""What one step of a row does to odds: against counting, and against house rules."""

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from interpreter import LimitExceeded, UnknownName, open_ruleset
from interpreter.app.opening.session import opened
from interpreter.app.running import sensitivity as module
from interpreter.app.running.once import answering
from interpreter.app.running.sensitivity import sensitivity
from interpreter.pipeline.opening import open_pack
from interpreter.reports.sensitivity import SensitivityReport, sensitivity_text
from interpreter.ruleset.finding import find_pack
from tests.cli.calling import call, valid

RULES = """name: aims
seen_by: everyone
types: {range: [near, far]}
modifiers:
  aim:
    takes: {r: range, still: yes or no}
    groups:
      range: {rows: {close: {if: r is near, add: +2}, long: {if: r is far, add: -1}}}
      care: {rows: {still: {if: still, add: +1}}}
tables:
  outcome:
    of: 2d6 + integer
    gives: [miss, graze, full]
    rows: {6-: miss, 7-9: graze, 10+: full}
  power:
    key: range
    columns: {worth: integer}
    rows: {near: {worth: 4}, far: {worth: 2}}
procedures:
  attempt:
    takes: {r: range, still: yes or no}
    gives: [miss, graze, full]
    steps:
      - call: outcome(total(aim(r, still)))
        as: found
      - return: found
  worth:
    takes: {r: range}
    gives: integer
    steps:
      - roll: {die: d6}
      - return: die + power[r].worth
entry_points:
  attempt:
    takes: {r: range, still: yes or no}
    gives: [miss, graze, full]
    call: attempt(r, still)
  worth: {takes: {r: range}, gives: integer, call: worth(r)}
"""
SUMS = [one + two for one, two in product(range(1, 7), repeat=2)]


def written(folder: Path, text: str = RULES) -> Path:
    """Write a pack of one file."""
    folder.mkdir(exist_ok=True)
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    return folder


def ranked(folder: Path, entry: str, *chosen: str, **given: str) -> SensitivityReport:
    """Return what one step of each row does."""
    session = opened(open_pack(folder), "", entry, given)
    return sensitivity(session, answering({}, None, session), "it", chosen)


def test_edges_of_a_roll_table() -> None:
    """Of 2d6 plus 0, against counting the 36 ways."""
    rows = ranked(
        find_pack("acks-reconnaissance"),
        "reconnaissance roll",
        "success+",
        modifier="0",
    ).rows
    by_path = {row.path: row for row in rows}
    edge = by_path["tables.reconnaissance rolls.rows.6-8"]
    now = sum(value >= 9 for value in SUMS)
    for effect, least in ((edge.less, 8), (edge.more, 10)):
        moved = sum(value >= least for value in SUMS)
        assert effect.changes == (Fraction(moved - now, 36),)
    assert not by_path["tables.reconnaissance rolls.rows.2-"].is_change


STEPS = (
    ("modifiers.aim.groups.range.rows.close", "{add: %d}", ".add"),
    ("modifiers.aim.groups.care.rows.still", "{add: %d}", ".add"),
    ("tables.power.rows.near.worth", "{add: %d}", ""),
)


@pytest.mark.parametrize(("path", "change", "part"), STEPS)
@pytest.mark.parametrize("steps", [-1, 1])
def test_a_step_is_a_house_rule(
    tmp_path: Path, path: str, change: str, part: str, steps: int
) -> None:
    """The odds of an overlay that says the same at the same path."""
    base = written(tmp_path / "base")
    own = f"name: own\nextends: ../base\nchange:\n  {path}{part}: {change % steps}\n"
    house = open_ruleset(written(tmp_path / "own", own))
    entry = "worth" if "power" in path else "attempt"
    given = {"r": "near"} if entry == "worth" else {"r": "near", "still": "yes"}
    report = ranked(base, entry, **given)
    (row,) = [row for row in report.rows if row.path == path]
    before, after = (pack.odds(entry, **given) for pack in (open_ruleset(base), house))
    effect = row.less if steps < 0 else row.more
    for statistic, change_of in zip(report.statistics, effect.changes, strict=True):
        if statistic.unit == "chance":
            name: object = int(statistic.title) if entry == "worth" else statistic.title
            old, new = before.get(name, 0), after.get(name, 0)  # type: ignore[call-overload]
            assert change_of == new - old


def test_rows_that_do_not_count_change_nothing(tmp_path: Path) -> None:
    """A row of another range, of a table that is not read, and of no rule at all."""
    base = written(tmp_path / "base")
    report = ranked(base, "attempt", r="near", still="no")
    still = {row.path for row in report.rows if not row.is_change}
    assert still == {
        "modifiers.aim.groups.range.rows.long",
        "modifiers.aim.groups.care.rows.still",
    }
    assert all("power" not in row.path for row in report.rows)


def test_rows_are_ranked(tmp_path: Path) -> None:
    """By how much of all probability moves; of one figure by its change."""
    base = written(tmp_path / "base")
    report = ranked(base, "attempt", r="near", still="yes")
    sizes = [max(report.size(r.less), report.size(r.more)) for r in report.ranked()]
    assert sizes == sorted(sizes, reverse=True)
    edge = next(row for row in report.rows if row.path == "tables.outcome.rows.6-")
    # with +3 a miss is a sum of 3 or less; one step more adds the sums of 4
    assert report.size(edge.more) == Fraction(SUMS.count(4), 36)
    text = sensitivity_text(report)
    assert "goes to other outcomes" in text
    assert "full is" in sensitivity_text(
        ranked(base, "attempt", "full", r="near", still="no")
    )


def test_what_cannot_be_ranked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An outcome that is none, and too many rows."""
    base = written(tmp_path / "base")
    with pytest.raises(UnknownName):
        ranked(base, "attempt", "fool", r="near", still="no")
    monkeypatch.setattr(module, "MOST_ROWS", 2)
    with pytest.raises(LimitExceeded):
        ranked(base, "attempt", r="near", still="no")


def test_from_the_command_line(tmp_path: Path) -> None:
    """As text and as JSON; a range has no single setting."""
    base = str(written(tmp_path / "base"))
    words = ("odds", base, "attempt", "--with", "r=near", "--sensitivity")
    assert "tables.outcome.rows.6-" in call(*words, "--with", "still=no").out
    found = call(*words, "--with", "still=no", "--outcome", "full", "--json")
    rows = valid(found, "odds")["rows"]
    assert rows[0]["more"] != [0.0]
    assert call(*words, "--with", "still=all").code == 2
