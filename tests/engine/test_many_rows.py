"""A `match` with more rows than Python nests questions."""

from pathlib import Path
from typing import Any

import pytest

from interpreter.engine.exact.program import odds
from interpreter.engine.once import Engine, initial, play_out
from interpreter.pipeline.loading import load, usable

ROWS = 130


def never(*_: Any) -> Any:
    """Nothing is rolled or asked."""
    raise AssertionError


@pytest.mark.parametrize("kind", ["an enumeration", "bands of a number"])
def test_each_of_many_rows_is_found(tmp_path: Path, kind: str) -> None:
    """Played and as odds, with two values in the last row too."""
    listed = kind == "an enumeration"
    values = [f"v{each}" for each in range(ROWS)]
    takes = f"[{', '.join(values)}]" if listed else f"integer 0..{ROWS - 1}"
    rows = values[:-2] if listed else [*map(str, range(ROWS - 2))]
    rows.append(", ".join(values[-2:]) if listed else f"{ROWS - 2}+")
    text = "name: many\nseen_by: everyone\nprocedures:\n  pick:\n"
    text += f"    takes: {{v: {takes}}}\n    gives: integer\n    steps:\n"
    text += "      - match: v\n        rows:\n"
    text += "".join(
        f"          {row}: [{{return: {n}}}]\n" for n, row in enumerate(rows)
    )
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    program = usable(load(tmp_path))
    state, engine = initial(program), Engine.of(program)
    for value in (0, 1, 15, 16, 63, 64, 65, 100, ROWS - 3, ROWS - 2, ROWS - 1):
        row = min(value, ROWS - 2)
        assert play_out(engine, "pick", (value,), state, never, never).result == row
        assert [*odds(program, "pick", (value,), state).outcomes] == [(row, ())]
