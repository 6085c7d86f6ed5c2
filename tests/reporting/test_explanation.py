"""A run as text and JSON."""

import json
from pathlib import Path

import jsonschema

from interpreter.checked.declared import ModifierGroup, ModifierRow
from interpreter.emission.failures import BEATEN, conjuncts
from interpreter.loading import load, usable
from interpreter.reporting.explanation import explained, run_json, run_text
from interpreter.reporting.run import Answer, Run, Step, SumNote, TableNote, Throw
from interpreter.reporting.values import edge
from interpreter.values.types import INTEGER

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = usable(load(ROOT / "rulesets" / "acks-reconnaissance"))
DECLARED = PROGRAM.declared
NAMES = edge(DECLARED, PROGRAM.worlds[""])
MODIFIERS = DECLARED.modifiers["reconnaissance_modifiers"]
TABLE = DECLARED.tables["reconnaissance_rolls"]


def refused_by(group: ModifierGroup, row: ModifierRow) -> int:
    """Return a reason that a row can have: its condition, or an earlier row."""
    has_reason = group.on is not None or conjuncts(row.condition)
    return 0 if has_reason else BEATEN


# The first row counts, all others are refused.
ROWS = (
    (-2, None),
    *((None, refused_by(group, row)) for group, row in MODIFIERS.rows[1:]),
)
SUM = tuple(value for value, _ in ROWS)
RUN = Run(
    "pack",
    "reconnoiter",
    TABLE.gives,
    1,
    (
        Answer("army_looks.trick", "trick", 0, INTEGER, "default"),
        Throw("army_looks.dice", "dice", 6, (3, 2), INTEGER, True, "judge", "a look"),
        Step(
            "army_looks.let",
            MODIFIERS.span,
            "RULE-1",
            name="sums",
            value=SUM,
            type=MODIFIERS.type,
            inside=(SumNote(MODIFIERS.name, ROWS), TableNote(TABLE.name, 1)),
        ),
    ),
    "abc",
)


def test_the_short_text() -> None:
    """Dice, answers, the result, and how to have it again."""
    assert run_text(RUN, NAMES).split("\n") == [
        "  trick: 0 [default]",
        "  dice: judge 2d6 for a look: 3, 2 (sum 5) [typed in]",
        "reconnoiter: failure",
        "  seed abc (the same dice again: --seed abc)",
    ]


def test_explained_tells_every_row() -> None:
    """Each row of the sum stands there, applied or refused with its condition."""
    text = explained(RUN, DECLARED, NAMES)
    lines = text.split("\n")
    assert sum(line.split()[:1] == ["applied"] for line in lines) == 1
    refused = [line for line in lines if line.split()[:1] == ["refused"]]
    assert len(refused) == len(MODIFIERS.rows) - 1
    assert all(" not " in line or "earlier row" in line for line in refused)
    assert any(
        "modifiers.yaml:" in line and "[ACKS-RECON-15]" in line for line in lines
    )
    assert "table reconnaissance rolls, row 3-5: failure" in text
    assert "sums = -2" in text


def test_json_follows_its_schema() -> None:
    """A labelled sum has all its rows, with the reason of each refusal."""
    data = json.loads(json.dumps(run_json(RUN, DECLARED, NAMES)))
    file = ROOT / "schemas" / "output" / "run.schema.json"
    jsonschema.validate(data, json.loads(file.read_text(encoding="utf-8")))
    assert data["result"] == "failure"
    made = data["trace"][0]["value"]
    assert made["total"] == -2
    assert [row["applied"] for row in made["rows"]].count(True) == 1
    assert all(row["why"] for row in made["rows"] if not row["applied"])
    assert made["rows"][0]["why"] == ""
