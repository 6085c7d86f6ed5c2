"""A condition is told as the pack wrote it, whatever part of it is told."""

from pathlib import Path

import pytest

from interpreter.cli.main import main
from interpreter.pipeline.loading import load, usable
from interpreter.reports.source_text import written
from interpreter.reports.values import edge

PACK = """
name: written
seen_by: everyone
types:
  pair: {record: {left: yes or no, right: yes or no}}
  make: [long, short]
tables:
  bow:
    key: make
    columns: {heavy: yes or no}
    rows: {long: {heavy: yes}, short: {heavy: no}}
entities:
  camp:
    fields:
      open: {type: yes or no, seen_by: everyone, start: no}
  squad:
    fields:
      camp: {type: camp, seen_by: everyone}
      covered: {type: yes or no, seen_by: everyone, start: no}
      hands: {type: pair, seen_by: everyone, start: "pair(no, no)"}
    derived:
      safe: covered
formulas:
  one: {takes: {s: squad}, is: s.covered}
  two: {takes: {s: squad}, is: s.camp.open}
  three: {takes: {s: squad}, is: s.safe}
  four: {takes: {s: squad}, is: s.hands.left}
  five: {takes: {m: make}, is: "bow[m].heavy"}
  six: {takes: {s: squad or none}, is: s is none or s.covered}
modifiers:
  aim:
    takes: {target: squad}
    groups:
      all: {rows: {hidden: {if: target.covered, add: -2}}}
procedures:
  look:
    takes: {target: squad}
    gives: integer
    steps:
      - let: {sums: aim(target)}
      - if: target.camp.open
        return: 1
      - return: total(sums)
scenarios:
  field:
    entities:
      here: {kind: camp}
      guards: {kind: squad, camp: here}
"""


@pytest.fixture
def pack(tmp_path: Path) -> str:
    """Return the folder of the pack above."""
    (tmp_path / "ruleset.yaml").write_text(PACK, encoding="utf-8")
    return str(tmp_path)


def test_a_field_says_whose_it_is(pack: str) -> None:
    """What is not written, as the entity of a derived field, is not told either."""
    program = usable(load(Path(pack)))
    formulas = program.declared.formulas
    names = edge(program.declared, program.initial_states[""])
    found = {name: written(each.body, names) for name, each in formulas.items()}
    assert found == {
        "one": "s.covered",
        "two": "s.camp.open",
        "three": "s.safe",
        "four": "s.hands.left",
        "five": "bow[m].heavy",
        "six": "s is none or s.covered",
        "squad.safe": "covered",
    }


def test_the_part_that_failed_is_told_whole(
    pack: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the explanation of a run, and on the page of the modifiers."""
    where = ("--scenario", "field", "--with", "target=guards")
    given = ("look", *where, "--explain", "--all")
    assert main(["run", pack, *given]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert "not so: target.covered" in lines
    assert any(line.startswith("not so: target.camp.open") for line in lines)
    assert main(["show", pack, "aim"]) == 0
    assert "if target.covered" in capsys.readouterr().out
