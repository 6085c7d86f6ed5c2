"""The reference names all that stands, and says it as the engine does."""

from pathlib import Path

import pytest

import interpreter.language
from interpreter.language.functions import FUNCTIONS, HEX_FUNCTIONS, REDUCERS
from interpreter.loading import load
from interpreter.ruleset.ruleset import SECTIONS
from interpreter.steps.step import CLAUSES
from interpreter.steps.verbs import VERBS

PAGE = Path(interpreter.language.__file__).with_name("REFERENCE.md")
LINES = PAGE.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", [*FUNCTIONS, *HEX_FUNCTIONS])
def test_every_function_has_its_row(name: str) -> None:
    rows = [line for line in LINES if line.startswith(f"| `{name}(")]
    assert len(rows) == 1
    assert {**FUNCTIONS, **HEX_FUNCTIONS}[name].says in rows[0]


@pytest.mark.parametrize("name", VERBS)
def test_every_verb_has_its_row_with_its_clauses(name: str) -> None:
    rows = [line for line in LINES if line.startswith(f"| `{name}` |")]
    assert len(rows) == 1
    clauses = rows[0].rsplit("|", 2)[1].strip().strip("`").split()
    assert set(clauses) == set(VERBS[name].clauses)


@pytest.mark.parametrize("name", CLAUSES)
def test_every_clause_of_all_steps_is_named(name: str) -> None:
    (line,) = [each for each in LINES if each.startswith("Clauses of every step")]
    assert f"`{name}`" in line or f"`{name}:" in line


def test_every_way_to_gather_is_named() -> None:
    (line,) = [each for each in LINES if each.startswith("It works with")]
    assert set(line.split("`")[1].split()) == REDUCERS


def test_the_page_promises_no_function_that_is_not_there() -> None:
    at = LINES.index("## Functions")
    rows = [line for line in LINES[at + 1 : LINES.index("## Tables")] if "(" in line]
    named = {line[3:].split("(")[0] for line in rows if line.startswith("| `")}
    assert named == set(FUNCTIONS)
    at = LINES.index("## Boards")
    rows = LINES[at + 1 : LINES.index("## Procedures and steps")]
    named = {line[3:].split("(")[0] for line in rows if line.startswith("| `")}
    assert named == set(HEX_FUNCTIONS)


def test_the_examples_make_a_pack_without_problems(tmp_path: Path) -> None:
    """Each example that begins with a section is a file of one pack."""
    text = "\n".join(LINES)
    blocks = [each.split("```")[0] for each in text.split("```yaml\n")[1:]]
    parts = [each for each in blocks if each.split(":")[0] in SECTIONS]
    assert len(parts) >= 8
    head = "name: reference\nseats: side\n"
    for number, part in enumerate(parts):
        if part.startswith("entry_points"):
            head += part
        else:
            (tmp_path / f"{number}.yaml").write_text(part, encoding="utf-8")
    (tmp_path / "ruleset.yaml").write_text(head, encoding="utf-8")
    for winter in ("no", "yes"):
        every = load(tmp_path, {"hard winter": winter}).problems
        found = [each for each in every if each.code != "R504"]  # examples may be idle
        assert [f"{each.span}: {each.code} {each.message}" for each in found] == []
