"""A run as text and JSON."""

import json
import re
from pathlib import Path

import jsonschema
import pytest
from msgspec.structs import replace

from interpreter.cli.main import main
from interpreter.ir.explained import BEATEN, conjuncts
from interpreter.pipeline.loading import load, usable
from interpreter.reports.explanation import explained, run_output, run_text
from interpreter.reports.outputs.encoding import encoded
from interpreter.reports.runs import (
    Answer,
    RowNote,
    Run,
    StepChange,
    StepNote,
    SumNote,
    TableNote,
    Throw,
    TypedValue,
)
from interpreter.reports.values import edge
from interpreter.semantics.declarations import ModifierGroup, ModifierRow
from interpreter.values.types import INTEGER

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = usable(load(ROOT / "rulesets" / "acks-reconnaissance"))
DECLARED = PROGRAM.declared
NAMES = edge(DECLARED, PROGRAM.initial_states[""])
MODIFIERS = DECLARED.modifiers["reconnaissance_modifiers"]
TABLE = DECLARED.tables["reconnaissance_rolls"]


def refused_by(group: ModifierGroup, row: ModifierRow) -> int:
    """Return a reason that a row can have: its condition, or an earlier row."""
    has_reason = group.on is not None or conjuncts(row.condition)
    return 0 if has_reason else BEATEN


# The first row counts, all others do not.
ROWS = (
    RowNote(-2),
    *(RowNote(1, refused_by(group, row)) for group, row in MODIFIERS.rows[1:]),
)
SUM = tuple(one.worth if one.failed is None else None for one in ROWS)
RUN = Run(
    "pack",
    "reconnoiter",
    TABLE.gives,
    1,
    (
        Answer("army_looks.trick", "trick", 0, INTEGER, "default"),
        Throw("army_looks.dice", "dice", 6, (3, 2), INTEGER, True, "judge", "a look"),
        StepNote(
            "army_looks.let",
            MODIFIERS.span,
            "RULE-1",
            name="sums",
            value=SUM,
            type=MODIFIERS.type,
            inside=(SumNote(MODIFIERS.name, ROWS), TableNote(TABLE.name, 1)),
            kind="let",
        ),
    ),
    "abc",
)


def test_the_short_text() -> None:
    """Dice, answers, the result, and how to have it again."""
    assert run_text(RUN, DECLARED, NAMES).split("\n") == [
        "  dice: judge rolls 2d6 for a look: 3, 2 (sum 5) [typed in]",
        "  left at the default: trick (or --answer NAME=VALUE)",
        "reconnoiter: failure",
        "  seed abc (the same dice again: --seed abc)",
    ]


def test_explained_tells_every_row() -> None:
    """Each row of the sum stands there once, and each that failed has its reason."""
    lines = explained(RUN, PROGRAM, NAMES).split("\n")
    applied, failed = lines.index("    applied:"), lines.index("    did not apply:")
    assert "(-2)" not in "".join(lines[:failed])
    assert sum(":" in line and "/" not in line for line in lines[applied:failed]) == 2
    rows = [line for line in lines[failed:] if re.match(r" +\(\+1\)  ", line)]
    assert len(rows) == len(MODIFIERS.rows) - 1
    assert any("[ACKS-RECON-15]  modifiers.yaml:" in line for line in rows)
    text = "\n".join(lines)
    assert "not so: near_of(sight) is 'same 6-mile hex'" in text
    assert "reconnaissance rolls, row 3-5: failure" in text
    assert "reconnaissance modifiers: -2" in text


def test_in_short_what_was_added_and_what_changed() -> None:
    """A row that a modifier moved stands beside its sum; a plain row does not."""
    moved, plain = (
        TableNote(
            TABLE.name,
            row,
            given=(TypedValue(at, INTEGER),),
            terms=tuple(TypedValue(each, INTEGER) for each in (5, at - 5)),
        )
        for row, at in ((1, 3), (2, 5))
    )
    change = StepChange(
        "elves", "scouts", TypedValue(2, INTEGER), TypedValue(3, INTEGER)
    )
    made = StepChange("wing 2", "scouts", TypedValue(1, INTEGER))
    span = MODIFIERS.span
    seen = StepNote("a.let", span, inside=(moved, plain), changes=(change, made))
    lines = run_text(replace(RUN, notes=(*RUN.notes, seen)), DECLARED, NAMES)
    assert lines.split("\n")[1:-3] == [
        "  reconnaissance rolls at 5 - 2 = 3, row 3-5: failure",
        "  elves.scouts: 3 -> 2",
    ]


def test_the_sum_in_short_is_the_one_explained(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """With the same dice, both say the number and the row that gave the result."""
    row = "reconnaissance rolls at {}9, row 9-11: success"
    assert main([*LOOK, "--dice", "5,3"]) == 0
    assert f"  {row.format('8 + 1 + 0 = ')}" in capsys.readouterr().out.splitlines()
    lines = explanation(capsys, *LOOK, "--dice", "5,3")
    assert any(row.format("") in line for line in lines)


ELVES = ("--scenario", "elves-and-goblins", "--with", "observer=elves")
LOOK = ("run", "acks-reconnaissance", "reconnoiter", *ELVES, "--with", "target=goblins")


def explanation(capsys: pytest.CaptureFixture[str], *given: str) -> list[str]:
    """Return the lines of `run --explain`."""
    assert main([*given, "--explain", "--all"]) == 0
    return capsys.readouterr().out.splitlines()


def test_it_is_read_like_the_rule(capsys: pytest.CaptureFixture[str]) -> None:
    """Who rolls what for what, the sums, the row, the result; the rest below."""
    lines = explanation(capsys, *LOOK, "--dice", "5,3")
    numbered = [line for line in lines if re.match(r" ?\d+\. ", line)]
    assert [line[4:].partition("  ")[0] for line in numbered][:4] == [
        "judge rolls 2d6 for elves looks for goblins: 5, 3 (sum 8) [typed in]",
        "sums = reconnaissance modifiers: +1",
        "tricks = stratagem modifiers: 0",
        "outcome = reconnaissance rolls at 9, row 9-11: success",
    ]
    assert "      sum(dice) + total(sums) + total(tricks) = 8 + 1 + 0 = 9" in lines
    (result,) = [line for line in lines if line.startswith("reconnoiter:")]
    assert result.startswith("reconnoiter: success  [ACKS-RECON-13]  procedures.yaml:")
    told, report, *_ = lines[lines.index(result) + 1 :]
    assert told == "elf side is told:"
    # others know an army by a number alone
    assert re.fullmatch(r"  1\. army \d+ was seen \(success\): by elves; .*", report)
    way = lines.index("    worked out on the way:")
    assert way > lines.index(numbered[3])
    assert "      not so: hexes > reach (here 0 and 4)" in [
        line.partition("  [")[0] for line in lines[way:]
    ]


def test_a_row_that_failed_says_what_was_compared(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The condition in the words of the pack, and the values that it had."""
    said = " ".join(" ".join(explanation(capsys, *LOOK, "--dice", "5,3")).split())
    assert (
        "not so: riders_of(sight.eyes) > "
        "riders_of(sight.sought) (here 3 and 16)" in said
    )
    # a row behind one that counts: its own condition failed too, and that is said
    assert "ability_of(sight.sought) (here 2 and -1)" in said
    assert "effective_troops(sight.sought) is 4320" in said


def test_a_row_that_counts_says_what_held(capsys: pytest.CaptureFixture[str]) -> None:
    """The same way; but no figure is told twice, and no `else`."""
    said = " ".join(" ".join(explanation(capsys, *LOOK, "--dice", "5,3")).split())
    applied = said.partition("applied:")[2].partition("did not apply:")[0]
    assert (
        "it is so: riders_of(sight.eyes) < "
        "riders_of(sight.sought) (here 3 and 16)" in applied
    )
    assert "near_of(sight) is 'same 24-mile hex' +1" in applied
    assert applied.count("it is so:") == 6
    assert "not so" not in applied


def test_a_number_says_how_it_was_added_up(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Each term with what it was worth, a minus as a minus."""
    (tmp_path / "ruleset.yaml").write_text(SAIL, encoding="utf-8")
    given = ("sail", "--with", "wind=-2", "--dice", "2,3")
    lines = explanation(capsys, "run", str(tmp_path), *given)
    said = " 2. sum(dice) + wind = 5 - 2 = 3  ruleset.yaml:7"
    assert [line for line in lines if "=" in line] == [said]


SAIL = """
name: sail
seen_by: everyone
procedures:
  sail:
    takes: {wind: integer}
    gives: integer
    steps: [{roll: {dice: 2d6}}, {return: sum(dice) + wind}]
""".lstrip()


def test_lines_fit_a_page(capsys: pytest.CaptureFixture[str]) -> None:
    """Piped, no line is longer than 80 cells."""
    assert max(map(len, explanation(capsys, *LOOK, "--dice", "5,3"))) <= 80


def test_changes_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    """What a step set, what it was before, and who threw for what."""
    piece = str(ROOT / "tests" / "pieces" / "14-initiative")
    given = ("--scenario", "two_commanders", "--dice", "die=2", "--dice", "die=4")
    run = ("run", piece, "initiative", *given, "--policy", "first", "--seed", "a")
    lines = [line.partition("  [")[0] for line in explanation(capsys, *run)]
    assert " 3. ann.score = 4 (was 0)" in lines
    assert " 1. red side rolls d6 for the initiative of ann: 2 [typed in]" in lines
    assert "initiative: done" in lines


def test_json_follows_its_schema() -> None:
    """A labelled sum has all its rows, with the reason of each refusal."""
    data = json.loads(json.dumps(encoded(run_output(RUN, DECLARED, NAMES))))
    file = ROOT / "schemas" / "output" / "run.schema.json"
    jsonschema.validate(data, json.loads(file.read_text(encoding="utf-8")))
    assert data["result"] == "failure"
    made = data["trace"][0]["value"]
    assert made["total"] == -2
    assert [row["applied"] for row in made["rows"]].count(True) == 1
    assert all(row["why"] for row in made["rows"] if not row["applied"])
    assert made["rows"][0]["why"] == ""


def test_a_labelled_sum_is_pinned(capsys: pytest.CaptureFixture[str]) -> None:
    """Every row of the sum tells its worth, a refused one too, as a whole number."""
    assert main([*LOOK, "--dice", "5,3", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    file = ROOT / "schemas" / "output" / "run.schema.json"
    schema = json.loads(file.read_text(encoding="utf-8"))
    jsonschema.validate(data, schema)
    (sums,) = [step["value"] for step in data["trace"] if step["name"] == "sums"]
    assert sums["total"] == 1
    assert {row["row"]: row["value"] for row in sums["rows"][:3]} == {
        "600-": -2,
        "601-3000": -1,
        "3001-12000": 0,
    }
    assert sum(row["value"] for row in sums["rows"] if row["applied"]) == 1
    for spoilt in ({**sums, "total": 1.5}, {**sums, "rows": [{"applied": True}]}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({**data, "result": spoilt}, schema)


def test_in_brief_what_did_not_count_is_only_named() -> None:
    """Dice, the rows that applied, the row that was read and the result are the same;
    no condition stands there, and the rows that failed are named."""
    whole, brief = (
        explained(RUN, PROGRAM, NAMES),
        explained(RUN, PROGRAM, NAMES, every=False),
    )
    kept = [line for line in brief.split("\n") if "(-2)" not in line]
    for line in ("(sum 5) [typed in]", "row 3-5: failure", "reconnaissance modifiers:"):
        assert line in whole
        assert any(line in each for each in kept)
    assert "not so:" in whole
    assert "not so:" not in brief
    assert "worked out on the way" not in brief
    failed = brief.partition("did not apply:")[2]
    assert "proximity: same small hex" in " ".join(failed.split())
    assert len(brief) < len(whole) / 2
    assert "--all" in brief
    assert "--all" not in whole
