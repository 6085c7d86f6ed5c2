"""Tables that are read by key are entry points by their own name."""

from pathlib import Path

import pytest

from interpreter import Unusable, open_ruleset

PACK = """name: cells
tables:
  shoes:
    key: shoe
    columns: {speed: integer, title: text}
    rows: {clog: {speed: 3, title: heavy}, boot: {speed: 4, title: fair}}
  prices:
    rows: [wet, dry]
    columns: integer 1..2
    gives: integer
    cells: {wet: {1: 5, 2: 6}, dry: {1: 7}}
    missing: 0
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A pack of two tables, nothing else."""
    (tmp_path / "ruleset.yaml").write_text(PACK)
    return tmp_path


def test_a_row_is_a_record_of_its_columns(folder: Path) -> None:
    """By the key of the row."""
    pack = open_ruleset(folder)
    assert pack.run("shoes", row="boot").value == {"speed": 4, "title": "fair"}


@pytest.mark.parametrize(
    ("row", "column", "value"), [("wet", 2, 6), ("dry", 1, 7), ("dry", 2, 0)]
)
def test_a_cell_is_read_by_row_and_column(
    folder: Path, row: str, column: int, value: int
) -> None:
    """A cell that is not there gives what `missing` says."""
    found = open_ruleset(folder).run("prices", row=row, column=column)
    assert found.value == value


def test_a_row_that_is_not_there_is_refused(folder: Path) -> None:
    """With the rows that there are."""
    with pytest.raises(Unusable, match="sandal"):
        open_ruleset(folder).run("shoes", row="sandal")
