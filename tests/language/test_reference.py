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


def blocks() -> list[str]:
    """Return every example of the page."""
    text = "\n".join(LINES)
    return [each.split("```")[0] for each in text.split("```yaml\n")[1:]]


def write_pack(folder: Path) -> None:
    """Write one pack: each example that begins with a section is a file of it."""
    parts = [each for each in blocks() if each.split(":")[0] in SECTIONS]
    assert len(parts) >= 8
    folder.mkdir()
    head = "name: reference\nseats: side\n"
    for number, part in enumerate(parts):
        if part.startswith("entry_points"):
            head += part
        else:
            (folder / f"{number}.yaml").write_text(part, encoding="utf-8")
    (folder / "ruleset.yaml").write_text(head, encoding="utf-8")


def test_the_examples_make_a_pack_without_problems(tmp_path: Path) -> None:
    pack = tmp_path / "reference"
    write_pack(pack)
    for winter in ("no", "yes"):
        every = load(pack, {"hard winter": winter}).problems
        found = [each for each in every if each.code != "R504"]  # examples may be idle
        assert [f"{each.span}: {each.code} {each.message}" for each in found] == []


OVERLAYS = [each for each in blocks() if each.startswith("extends:")]


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_each_overlay_changes_the_pack_of_the_page(
    tmp_path: Path, overlay: str
) -> None:
    """Each change finds its place, replaces what it expects and leaves it right."""
    assert len(OVERLAYS) == 4
    write_pack(tmp_path / "reference")
    house = tmp_path / "house"
    house.mkdir()
    (house / "ruleset.yaml").write_text(f"name: house\n{overlay}", encoding="utf-8")
    loaded = load(house)
    found = [each for each in loaded.problems if each.code != "R504"]
    assert [f"{each.span}: {each.code} {each.message}" for each in found] == []
    assert loaded.ruleset is not None
    changes = [line for line in overlay.splitlines() if line.startswith("  ")]
    paths = [line for line in changes if not line.startswith("    ")]
    assert len(loaded.ruleset.origins) == len(paths)
    assert all(each.after is not None for each in loaded.ruleset.origins)
