"""A bracket that is never closed is told where it was opened."""

import pytest

from interpreter.diagnostics import Diagnostic
from interpreter.source import Source
from interpreter.yaml.composing import read
from interpreter.yaml.syntax_errors import key_before

BLOCK = """types:
  colour: [red, blue]
tables:
  sky:
    of: 2d6
    rows: {7-: rain, 8+: sun}
procedures:
  go:
    steps:
      - roll: {a: 2d6}
        by: judge   # it's {his
      - return: 3
cases:
  one: {run: go, expect: {result: '{3'}}
"""


def told(text: str) -> list[tuple[str, int, str, str]]:
    """Return code, line, marked text and message of what is found."""
    found: list[Diagnostic] = []
    read(Source("f", text), found)
    return [(e.code, e.span.first[0], e.span.text, e.message) for e in found]


@pytest.mark.parametrize("number", range(BLOCK.count("\n")))
@pytest.mark.parametrize("opens", "{[")
def test_a_bracket_behind_any_key(number: int, opens: str) -> None:
    """Whatever follows, and wherever the file ends, the bracket is named."""
    lines = BLOCK.splitlines()
    if not lines[number].endswith(":"):
        return
    lines[number] += f" {opens}"
    key = lines[number].split(":")[0].strip()
    what = "map" if opens == "{" else "list"
    message = f"this {opens} begins the {what} of '{key}' and is never closed"
    for end in range(number + 1, len(lines) + 1):
        text = "\n".join(lines[:end])
        assert told(text) == [("R002", number + 1, opens, message)]


@pytest.mark.parametrize(
    "line", [row for row in BLOCK.splitlines() if row.endswith(("}", "]"))]
)
def test_a_bracket_that_lost_its_partner(line: str) -> None:
    """It is marked on its own line, not where the parser broke off."""
    ((code, number, marked, _),) = told(BLOCK.replace(line, line[:-1]))
    assert (code, marked) == ("R002", "{" if line[-1] == "}" else "[")
    assert BLOCK.splitlines()[number - 1] == line


def test_what_is_whole_is_not_blamed() -> None:
    """Brackets in comments and quotes are letters."""
    assert told(BLOCK) == []
    assert key_before("  - a b: {", 9) == "a b"
    assert key_before("{x: [", 4) == "x"
