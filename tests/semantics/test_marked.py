"""Figures that are not the book's are listed, until somebody gives others."""

from pathlib import Path

from interpreter.pipeline.checking import check

BASE = """name: base
seen_by: everyone
types: {arm: [foot, horse]}
tables:
  ranges:
    status: house
    key: weapon
    columns: {near: integer, far: integer}
    rows: {bow: [2, 5], sling: {near: 1, far: 3}, dart: [1, 1]}
  matrix:
    status: reported
    rows: arm
    columns: arm
    gives: integer
    cells: {foot: [1, 2], horse: [3, 4]}
  sky:
    of: d6
    gives: [rain, sun]
    rows: {1-3: rain, 4+: sun}
  pace:
    key: gait
    columns: {feet: integer}
    rows:
      walk: [60]
      trot: {status: house, feet: 120}
      run: {status: house, feet: 180}
formulas:
  half: {status: house, takes: {n: integer}, is: down(n / 2)}
  third: {status: house, takes: {n: integer}, is: down(n / 3)}
entities:
  man:
    fields:
      save: {type: integer, start: 0, seen_by: everyone, status: needs_figure}
scenarios:
  camp: {status: house, entities: {ann: {kind: man}}}
  again: {like: camp}
  field: {status: house, entities: {bob: {kind: man}}}
"""
RANGES = "R511 table 'ranges': 3 rows of house figures"
MATRIX = "R511 table 'matrix': 2 rows of reported figures"
PACE = "R511 table 'pace': 2 house figures: trot, run"
REST = "R511 2 house figures: 'half', 'third'"
SAVE = "R510 1 missing figure: 'save' of 'man'"
SCENES = "R511 house figures in 2 scenarios: 'camp', 'field'"


def listed(tmp_path: Path, change: str = "") -> list[str]:
    """Return what `check` lists of the pack, or of one that extends it."""
    for name, text in (
        ("base", BASE),
        ("book", f"extends: ../base\nname: book\n{change}"),
    ):
        (tmp_path / name).mkdir(exist_ok=True)
        (tmp_path / name / "ruleset.yaml").write_text(text, encoding="utf-8")
    found = check(tmp_path / ("book" if change else "base")).problems
    assert not [each for each in found if each.severity == "error"]
    marks = [each for each in found if each.code in ("R510", "R511")]
    return [f"{each.code} {each.message}" for each in marks]


def changed(tmp_path: Path, *lines: str) -> list[str]:
    return listed(tmp_path, "change:\n" + "".join(f"  {line}\n" for line in lines))


def test_each_table_has_a_line_and_the_rest_of_a_file_one(tmp_path: Path) -> None:
    """A scenario that inherits is not listed for what it inherits."""
    found = listed(tmp_path)
    assert sorted(found) == sorted([RANGES, MATRIX, PACE, REST, SAVE, SCENES])


def test_they_are_listed_of_a_pack_above_too(tmp_path: Path) -> None:
    assert listed(tmp_path, "options: {}\n") == listed(tmp_path)


def test_what_is_replaced_is_listed_no_more(tmp_path: Path) -> None:
    """Whole, or all rows of it, each way to write them."""
    whole = "{key: weapon, columns: {near: integer, far: integer}, rows: {bow: [3, 6]}}"
    rows = "{bow: [3, 6], sling: [2, 4], dart: [1, 2]}"
    for change in (
        f"tables.ranges: {{to: {whole}}}",
        f"tables.ranges.rows: {{to: {rows}}}",
    ):
        assert RANGES not in changed(tmp_path, change)
    cells = "tables.matrix.cells: {to: {foot: [5, 6], horse: [7, 8]}}"
    assert MATRIX not in changed(tmp_path, cells)
    start = "entities.man.fields.save.start: {to: 12}"
    assert SAVE not in changed(tmp_path, start)


def test_what_is_left_is_counted(tmp_path: Path) -> None:
    """A row of which some cell is still the author's is his."""
    found = changed(
        tmp_path,
        "tables.ranges.rows.bow: {to: [3, 6]}",
        "tables.ranges.rows.sling.near: {expect: 1, to: 2}",
        "tables.pace.rows.trot: {to: [150]}",
        "formulas.half.is: {to: up(n / 2)}",
        "scenarios.camp: {remove: yes}",
        "scenarios.again: {remove: yes}",
    )
    assert "R511 table 'ranges': 2 rows of house figures" in found
    assert "R511 table 'pace': 1 house figure: run" in found
    assert "R511 1 house figure: 'third'" in found
    assert "R511 house figures in 1 scenario: 'field'" in found


def test_a_mark_of_the_pack_above_is_its_own(tmp_path: Path) -> None:
    """Somebody else's guess is a guess too."""
    rows = "{status: house, key: weapon, columns: {near: integer}, rows: {bow: [3]}}"
    found = changed(tmp_path, f"tables.ranges: {{to: {rows}}}")
    assert "R511 table 'ranges': 1 row of house figures" in found


def test_many_are_named_in_part(tmp_path: Path) -> None:
    more = "".join(f"  f{n}: {{status: house, is: {n}}}\n" for n in range(7))
    found = listed(tmp_path, f"formulas:\n{more}")
    assert "R511 7 house figures: 'f0', 'f1', 'f2', 'f3', 'f4' and 2 more" in found
