"""What the reference says of orders of hexes, lines along a side, rounds and quotes."""

from pathlib import Path

from interpreter.app.testing.case_runs import CaseRunner
from interpreter.pipeline.loading import load

PACK = """name: orders
seen_by: everyone
types: {soil: [open, wood], size: [small, large]}
boards:
  field:
    {cells: hexes, across: 10 yards, ground: soil, labels: {columns: 2 digits}}
formulas:
  points(s:size) gives integer: {is: if s is large then 2 else 1}
procedures:
  by label() gives list of hex of field:
    steps: [{return: list(h in every(field) by h)}]
  block() gives list of hex of field: {steps: [{return: region(corner)}]}
  between(a:hex of field, b:hex of field) gives list of hex of field:
    steps:
      - return: line(a, b)
  clear(a:hex of field, b:hex of field) gives yes or no:
    steps:
      - return: clear_line(a, b, every(field))
  rounds(n:integer) gives integer:
    steps:
      - let: {k: {is: n, changes: yes}}
      - until: k >= 3
        do: [{set: {k: k + 1}}]
      - return: k
scenarios:
  s:
    boards:
      field:
        columns: 01..03
        rows: 01..02
        ground: open
        regions: {corner: [0101..0202]}
cases:
  by label:
    {scenario: s, run: by label(), expect: {result: [HEXES]}}
  block:
    {scenario: s, run: block(), expect: {result: [0101, 0201, 0102, 0202]}}
  through a hex:
    {scenario: s, run: "between(0101, 0301)", expect: {result: [0201]}}
  along a side:
    {scenario: s, run: "between(0101, 0302)", expect: {result: []}}
  along a side nothing blocks:
    {scenario: s, run: "clear(0101, 0302)", expect: {result: yes}}
  one round is always done:
    columns: [n, out]
    run: rounds(n)
    expect: {result: out}
    rows: [[0, 3], [3, 4], [9, 10]]
  in quotes: {columns: [large, out], run: "points('large')", expect: {result: out},
    rows: [[small, 2]]}
"""
HEXES = "0101, 0102, 0201, 0202, 0301, 0302"


def test_orders_are_those_of_the_reference(tmp_path: Path) -> None:
    """Each case is a sentence there."""
    text = PACK.replace("HEXES", HEXES)
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    results = list(CaseRunner(load(tmp_path)).results())
    assert len(results) == 9
    for result in results:
        assert result.passed, (result.name, result.error, result.differences)
