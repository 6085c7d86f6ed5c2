"""Fields that the row of a look-up table gives the things of a kind."""

import json
from pathlib import Path

from interpreter.pipeline.loading import load
from tests.games.playing import call

PACK = """
name: filled
seats: side
seen_by: everyone
entities:
  side: {fields: {name: {type: text, seen_by: everyone, start: a side}}}
  unit:
    figures: roster[troop]
    owner: side
    fields:
      side: {type: side, seen_by: everyone}
      troop: {type: troop or none, seen_by: everyone, start: none}
      march: {type: integer 0.., seen_by: everyone}
      points: {type: integer 0.., seen_by: everyone, start: 4}
options:
  slow:
    values: [yes, no]
    default: no
    change: {tables.roster.rows.ogres.march: {expect: 3, to: 1}}
tables:
  roster:
    key: troop
    columns: {march: integer 0.., points: integer 0.. or none, number: integer 0..}
    rows:
      light foot: [2, 6, 120]
      ogres: {march: 3, points: none, number: 60}
procedures:
  list up:
    gives: list of integer
    steps:
      - return: list(10 * u.march + u.points for u in every(unit))
scenarios:
  field:
    main: list up
    entities:
      red: {kind: side}
      of the row: {kind: unit, side: red, troop: light foot}
      without a figure: {kind: unit, side: red, troop: ogres}
      its own: {kind: unit, side: red, troop: light foot, points: 9}
      of no row: {kind: unit, side: red, march: 7}
"""


def listed(folder: Path, **options: str) -> object:
    """Return march and points of each unit of the pack under these options."""
    (folder / "ruleset.yaml").write_text(PACK, encoding="utf-8")
    code, out, _ = call(
        "run",
        folder,
        "--json",
        *(f"--option={k}={v}" for k, v in options.items()),
        "--scenario",
        "field",
    )
    assert code == 0, out
    return json.loads(out)["result"]


def test_a_row_gives_what_the_scenario_leaves_open(tmp_path: Path) -> None:
    """A cell that is none leaves the start, and what is written goes before the row."""
    assert listed(tmp_path) == [26, 34, 29, 74]


def test_a_row_that_an_option_changes_gives_what_it_then_has(tmp_path: Path) -> None:
    """The scenario is read again with it."""
    assert listed(tmp_path, slow="yes") == [26, 14, 29, 74]


def test_the_cases_of_a_pack_read_the_row_as_their_options_have_it(
    tmp_path: Path,
) -> None:
    """The scenario is read again for them, though no word of it is another."""
    case = """
cases:
  slow ogres:
    from: the option
    scenario: field
    options: {slow: yes}
    run: list up
    expect: {result: [26, 14, 29, 74]}
"""
    (tmp_path / "ruleset.yaml").write_text(PACK + case, encoding="utf-8")
    code, out, _ = call("test", tmp_path)
    assert code == 0, out


def test_a_figure_that_nobody_has_is_missed_by_name(tmp_path: Path) -> None:
    """Where the field has no start, the thing is named, and where it can be written."""
    text = PACK.replace("start: 4", "").replace(
        "seen_by: everyone, }", "seen_by: everyone}"
    )
    text = text.replace("march: 7", "march: 7, points: 1")
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    (found,) = load(tmp_path).problems
    assert found.code == "R102"
    line = text.splitlines()[found.span.first[0] - 1]
    assert line.strip().startswith("without a figure:")
    assert "points" in found.message
    assert "row" in found.hint


SEVERAL = """
name: several
seats: side
seen_by: everyone
entities:
  side: {fields: {name: {type: text, seen_by: everyone, start: a side}}}
  unit:
    figures: {FIGURES}
    owner: side
    fields:
      side: {type: side, seen_by: everyone}
      troop: {type: troop or none, seen_by: everyone, start: none}
      weapon: {type: weapon or none, seen_by: everyone, start: none}
      march: {type: integer 0.., seen_by: everyone, start: 0}
      reload: {type: integer 0.., seen_by: everyone, start: 0}
tables:
  roster:
    key: troop
    columns: {march: integer 0.. or none, weapon: weapon or none}
    rows: {foot: [2, none], crew: [none, ballista]}
  engines:
    key: weapon
    columns: {march: integer 0.., reload: integer 0..}
    rows: {ballista: [1, 5], catapult: [3, 2]}
procedures:
  list up:
    gives: list of integer
    steps:
      - return: list(10 * u.march + u.reload for u in every(unit))
scenarios:
  field:
    main: list up
    entities:
      red: {kind: side}
      by the first: {kind: unit, side: red, troop: foot}
      by the second: {kind: unit, side: red, weapon: catapult}
      by both: {kind: unit, side: red, troop: foot, weapon: catapult}
      by the key that the first gives: {kind: unit, side: red, troop: crew}
      its own: {kind: unit, side: red, troop: crew, weapon: catapult, march: 9}
"""


def several(folder: Path, figures: str) -> tuple[int, str, str]:
    """Run the pack with the tables named so."""
    text = SEVERAL.replace("{FIGURES}", figures)
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    return call("run", folder, "--json", "--scenario", "field")


def test_of_several_tables_the_first_that_has_a_figure_gives_it(tmp_path: Path) -> None:
    """And a key that one of them gives leads to a row of the next."""
    code, out, _ = several(tmp_path, "['roster[troop]', 'engines[weapon]']")
    assert code == 0, out
    assert json.loads(out)["result"] == [20, 32, 22, 15, 92]
    code, out, _ = several(tmp_path, "['engines[weapon]', 'roster[troop]']")
    assert json.loads(out)["result"] == [20, 32, 32, 0, 92]


def test_what_is_wrong_with_one_of_several_is_said_there(tmp_path: Path) -> None:
    """A table that is not there, and a field."""
    for one, code in (("engine[weapon]", "R301"), ("engines[arm]", "R308")):
        several(tmp_path, f"['roster[troop]', '{one}']")
        found = [each for each in load(tmp_path).problems if each.severity == "error"]
        assert [each.code for each in found] == [code]
        assert found[0].span.text in one
