"""Single faults in rows, as edits of the file that has them."""

from pathlib import Path

import pytest

from interpreter.pipeline.loading import load_files
from interpreter.ruleset.row_faults import RowFault, row_faults

HEAD = "name: small\noptions:\n  dim: {title: Dim, values: [yes, no], default: no}\n"


def _faults(tmp_path: Path, text: str) -> list[RowFault]:
    (tmp_path / "ruleset.yaml").write_text(HEAD + text)
    loaded = load_files(tmp_path)
    assert loaded.ruleset is not None
    files = frozenset(s.name for layer in loaded.layers for s in layer.files)
    return list(row_faults(loaded.ruleset, files))


def _kinds(faults: list[RowFault]) -> dict[str, list[str]]:
    """Return the lines that each kind of fault leaves of the rows, in their order."""
    found: dict[str, list[str]] = {}
    for fault in faults:
        before = fault.span.source.text.splitlines()
        after = fault.applied().splitlines()
        changed = [line.strip() for line in after if line not in before]
        found.setdefault(fault.kind, []).append(" | ".join(changed))
    return found


BANDS = """tables:
  weather:
    rule: W-1
    of: 2d6
    gives: text
    rows:
      5-: rain
      6-8: clouds
      9+: sun
"""


def test_bands_are_widened_narrowed_shifted_deleted_and_swapped(tmp_path: Path) -> None:
    """Each fault is the text that a person would have written."""
    assert _kinds(_faults(tmp_path, BANDS)) == {
        "deleted": ["", "", ""],
        "widened": ["6-: rain", "6-9: clouds", "8+: sun"],
        "narrowed": ["4-: rain", "6-7: clouds", "10+: sun"],
        "shifted": [
            "6-: rain | 7-8: clouds",
            "4-: rain | 5-8: clouds",
            "6-9: clouds | 10+: sun",
            "6-7: clouds | 8+: sun",
        ],
        "swapped": ["5-: clouds | 6-8: rain", "6-8: sun | 9+: clouds"],
    }


@pytest.mark.parametrize(
    ("text", "kind", "line"),
    [
        ("{1: a, 2-6: b}", "shifted", "{1-2: a, 3-6: b}"),
        ("{-3..-1: a, 0: b}", "narrowed", "{-3..-2: a, 0: b}"),
        ("{1: a, 2-6: b}", "deleted", "{2-6: b}"),
        ("{1: a, 2-6: b}", "swapped", "{1: b, 2-6: a}"),
    ],
)
def test_rows_on_one_line(tmp_path: Path, text: str, kind: str, line: str) -> None:
    """Braces stay closed, and no comma is left."""
    table = f"tables:\n  t:\n    of: integer -3..6\n    gives: text\n    rows: {text}\n"
    faults = _faults(tmp_path, table)
    assert any(
        f"rows: {line}" in fault.applied() for fault in faults if fault.kind == kind
    )


MODIFIERS = """modifiers:
  chance(n:integer):
    rule: M-1
    groups:
      size:
        only: dim
        rows:
          large: {rule: M-2, if: n > 5, add: +2}
          small: {add: -1}
      range:
        on: n
        rows: {0-3: 0, 4+: -1}
"""


def test_modifiers_have_figures_and_conditions(tmp_path: Path) -> None:
    """What a row adds is one more or less, its condition one wider or narrower; the
    rule is that of the row, and what an option cuts away counts too."""
    faults = _faults(tmp_path, MODIFIERS)
    large = [fault for fault in faults if fault.path[-1] == "large"]
    made = {(fault.kind, *(edit.text for edit in fault.edits)) for fault in large}
    assert made >= {
        ("shifted", "+3"),
        ("shifted", "+1"),
        ("widened", "4"),
        ("narrowed", "6"),
        ("swapped", "-1", "+2"),
    }
    assert {fault.rules for fault in large} == {("M-2",)}
    assert {only.text for fault in large for only in fault.conditions} == {"dim"}
    banded = {fault.kind for fault in faults if fault.path[1] == "range"}
    assert banded == {"shifted", "widened", "narrowed", "deleted", "swapped"}


def test_rows_that_give_the_same_are_not_swapped(tmp_path: Path) -> None:
    """A swap that changes nothing is no fault."""
    table = (
        "tables:\n  t:\n    of: integer 1..3\n    gives: integer\n"
        "    rows: {1: +2, 2: 2, 3: 4}\n"
    )
    swapped = [f for f in _faults(tmp_path, table) if f.kind == "swapped"]
    assert [fault.path[-1] for fault in swapped] == ["2"]


def test_rows_that_always_count_are_not_swapped_within_a_sum(tmp_path: Path) -> None:
    """Their sum is the same; of rows of which one may not count it is another."""
    text = (
        "modifiers:\n  m(n:integer):\n    groups:\n      all:\n        rows:\n"
        "          one: {title: One, add: n}\n          two: {add: -2}\n"
        "          three: {if: n > 2, add: 4}\n          four: {times: n, add: 5}\n"
        "      first:\n        hit: first\n"
        "        rows: {five: {if: n > 3, add: 6}, six: {add: 7}}\n"
        "      last: {rows: {seven: {add: 8}}}\n"
    )
    swapped = [f for f in _faults(tmp_path, text) if f.kind == "swapped"]
    assert [f.path[-1] for f in swapped] == ["two", "three", "five", "four", "six"]


def test_cells_and_weights_are_figures(tmp_path: Path) -> None:
    """A look-up by name, a list of cells, and weights."""
    text = (
        "tables:\n"
        "  shoes:\n    key: shoe\n    columns: {speed: integer, title: text}\n"
        "    rows:\n      clog: [3, heavy]\n      boot: {speed: 4, title: fair}\n"
        "  deck: {weights: {red: 3, black: 1}}\n"
    )
    faults = _faults(tmp_path, text)
    shifted = [f.edits[0].text for f in faults if f.kind == "shifted"]
    assert shifted == ["4", "2", "5", "3", "4", "2", "2", "0"]
    assert sum(fault.kind == "deleted" for fault in faults) == 4


def test_bands_in_quotes_are_bands(tmp_path: Path) -> None:
    """One of them hides none of the faults in the others."""
    quoted = _kinds(_faults(tmp_path, BANDS.replace("6-8:", '"6-8":')))
    assert quoted["widened"] == ["6-: rain", "6-9: clouds", "8+: sun"]
    assert len(quoted["shifted"]) == 4
