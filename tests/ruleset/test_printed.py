"""Rows of tables as they are printed: lists in the order of the columns."""

from pathlib import Path

import pytest

from interpreter.pipeline.loading import load, usable

PACK = """
name: printed
types:
  range: [near, far]
  arm: {{values: [bow, sling]}}
tables:
  arms:
    key: arm
    columns: {{reach: integer, when: range}}
    rows: {ROWS}
  hits:
    rows: arm
    columns: {COLUMNS}
    gives: integer
    cells: {CELLS}
"""
AS_MAPS = PACK.format(
    ROWS="{bow: {reach: 5, when: far}, sling: {reach: 3, when: near}}",
    COLUMNS="range",
    CELLS="{bow: {near: 1, far: 2}, sling: {near: 3, far: 4}}",
)


def tables(folder: Path, text: str) -> object:
    """Return the tables of a pack, without places."""
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    found = load(folder)
    assert [str(e) for e in found.problems if e.severity == "error"] == []
    declared = usable(found).declared.tables
    return declared["arms"].rows, declared["hits"].cells  # type: ignore[union-attr]


@pytest.mark.parametrize("columns", ["range", "[near, far]"])
def test_lists_say_what_maps_say(columns: str, tmp_path: Path) -> None:
    """All rows, or some; columns of a declared type, or in place."""
    listed = PACK.format(
        ROWS="{bow: [5, far], sling: {reach: 3, when: near}}",
        COLUMNS=columns,
        CELLS="{bow: [1, 2], sling: [3, 4]}",
    )
    assert tables(tmp_path / "a", listed) == tables(tmp_path / "b", AS_MAPS)


@pytest.mark.parametrize(
    ("row", "code"), [("[5, far, 6]", "R101"), ("[5]", "R508"), ("[5, 6]", "R401")]
)
def test_what_is_wrong_with_a_row_is_said_there(
    row: str, code: str, tmp_path: Path
) -> None:
    """One value too many, one missing, one that does not fit its column."""
    text = AS_MAPS.replace("{reach: 5, when: far}", row)
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    found = [e for e in load(tmp_path).problems if e.severity == "error"]
    assert [each.code for each in found] == [code]
    assert found[0].span.first[0] == text[: text.index(row)].count("\n") + 1


def test_a_house_rule_finds_a_cell_by_its_column(tmp_path: Path) -> None:
    """As in a table of maps."""
    pack, house = tmp_path / "printed", tmp_path / "house"
    listed = AS_MAPS.replace("{reach: 5, when: far}", "[5, far]")
    tables(pack, listed)
    text = "name: house\nextends: ../printed\nchange:\n"
    text += "  tables.arms.rows.bow.reach: {to: 6}\n"
    assert tables(house, text) == tables(
        tmp_path / "c", AS_MAPS.replace("reach: 5", "reach: 6")
    )


def test_columns_of_a_type_in_a_circle_are_told(tmp_path: Path) -> None:
    """A name of a name is no list of columns, and nothing hangs."""
    text = "name: round\ntypes: {a: b, b: a}\ntables:\n"
    text += "  t: {rows: a, columns: a, gives: integer, cells: {x: [1]}}\n"
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    assert [e for e in load(tmp_path).problems if e.severity == "error"]


@pytest.mark.parametrize(
    "change",
    [
        "tables.arms.rows: {to: {bow: [6, far], sling: [3, near]}}",
        "tables.arms.rows.bow: {expect: [5, far], to: [6, far]}",
        "tables.arms.rows.bow: {to: [6, far]}",
        "tables.arms: {to: {key: arm, columns: {reach: integer, when: range}, "
        "rows: {bow: [6, far], sling: [3, near]}}}",
    ],
)
def test_a_house_rule_gives_rows_as_they_are_printed(
    change: str, tmp_path: Path
) -> None:
    """And expects them so, where they stand so in the pack below."""
    pack, house = tmp_path / "printed", tmp_path / "house"
    tables(pack, AS_MAPS.replace("{reach: 5, when: far}", "[5, far]"))
    text = f"name: house\nextends: ../printed\nchange:\n  {change}\n"
    assert tables(house, text) == tables(
        tmp_path / "c", AS_MAPS.replace("reach: 5", "reach: 6")
    )


def test_an_option_changes_a_row_that_a_house_rule_gave(tmp_path: Path) -> None:
    """By the name of its column, in a pack above that too."""
    pack, house, third = (tmp_path / name for name in ("printed", "house", "third"))
    tables(pack, AS_MAPS)
    change = "  tables.arms.rows.bow: {to: [4, far]}\n"
    tables(house, f"name: house\nextends: ../printed\nchange:\n{change}")
    text = "name: third\nextends: ../house\noptions:\n  long:\n    values: [yes, no]\n"
    text += "    default: yes\n    change:\n"
    text += "      tables.arms.rows.bow.reach: {expect: 4, to: 6}\n"
    assert tables(third, text) == tables(
        tmp_path / "c", AS_MAPS.replace("reach: 5", "reach: 6")
    )


def test_a_row_that_is_expected_otherwise_is_told(tmp_path: Path) -> None:
    """Also where only the order of its values is another."""
    pack, house = tmp_path / "printed", tmp_path / "house"
    tables(pack, AS_MAPS.replace("{reach: 5, when: far}", "[5, far]"))
    for row in ("[far, 5]", "[5]", "[5, near]"):
        house.mkdir(exist_ok=True)
        change = f"  tables.arms.rows.bow: {{expect: {row}, to: [6, far]}}\n"
        text = f"name: house\nextends: ../printed\nchange:\n{change}"
        (house / "ruleset.yaml").write_text(text, encoding="utf-8")
        found = [each.code for each in load(house).problems if each.severity == "error"]
        assert found == ["R802"]
