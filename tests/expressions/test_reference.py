"""The reference names all that stands, and says it as the engine does."""

import re
from pathlib import Path

import pytest

import interpreter.expressions
from interpreter.app.testing.case_runs import CaseRunner
from interpreter.expressions.functions import FUNCTIONS, HEX_FUNCTIONS, NAMES, REDUCERS
from interpreter.expressions.functions.plane import AREAS, TABLE
from interpreter.lowering.blocks import COMMON
from interpreter.pipeline.loading import load
from interpreter.ruleset.ruleset import SECTIONS

PAGE = Path(interpreter.expressions.__file__).with_name("REFERENCE.md")
LINES = PAGE.read_text(encoding="utf-8").splitlines()


PLANE = {each.name: each for each in (*AREAS, *TABLE)}
PLAIN = {name: each for name, each in FUNCTIONS.items() if name not in PLANE}


def section(title: str, following: str) -> list[str]:
    """Return the lines of a section of the page."""
    return LINES[LINES.index(title) + 1 : LINES.index(following)]


@pytest.mark.parametrize(
    ("title", "following", "name", "says"),
    [
        (title, following, name, each.says)
        for title, following, functions in (
            ("## Functions", "## Tables", PLAIN),
            ("## Boards", "## Planes", HEX_FUNCTIONS),
            ("## Planes", "## Maps", PLANE),
        )
        for name, each in functions.items()
    ],
)
def test_every_function_has_its_row(
    title: str, following: str, name: str, says: str
) -> None:
    lines = section(title, following)
    rows = [line for line in lines if line.startswith(f"| `{name}(")]
    assert len(rows) == 1
    assert says in rows[0]


@pytest.mark.parametrize("name", sorted(NAMES))
def test_every_name_that_is_taken_is_named(name: str) -> None:
    """As a call: so whoever chooses a name finds that it is taken."""
    called = re.compile(rf"(?<![\w.]){name}\(|`{name}`")
    assert any(called.search(line) for line in LINES), name


@pytest.mark.parametrize("name", COMMON)
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
    assert named == set(PLAIN)
    for title, following, known in (
        ("## Boards", "## Planes", {*HEX_FUNCTIONS}),
        ("## Planes", "## Procedures and steps", {*PLANE, "region"}),
    ):
        rows = section(title, following)
        named = {line[3:].split("(")[0] for line in rows if line.startswith("| `")}
        assert named == known


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
        idle = ("R504", "R529")  # examples may be
        found = [each for each in every if each.code not in idle]
        assert [f"{each.span}: {each.code} {each.message}" for each in found] == []


@pytest.mark.parametrize("key", ["expect", "refused", "offered", "views"])
def test_what_a_case_expects_has_an_example(key: str) -> None:
    cases = [each.partition("cases:")[2] for each in blocks()]
    assert any(f"{key}:" in each for each in cases)


def test_the_cases_of_the_page_pass(tmp_path: Path) -> None:
    """They are read as `check` reads them, and run."""
    pack = tmp_path / "reference"
    write_pack(pack)
    results = list(CaseRunner(load(pack)).results())
    assert [each.name for each in results if not each.passed] == []
    assert len(results) > 1


OVERLAYS = [each for each in blocks() if each.startswith("extends:")]


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_each_overlay_changes_the_pack_of_the_page(
    tmp_path: Path, overlay: str
) -> None:
    """Each change finds its place, replaces what it expects and leaves it right."""
    assert len(OVERLAYS) == 5
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


DECLARATIONS = {
    "a table": "tables: {count: {of: d6, rows: {1-6: 3}}}",
    "a formula": "formulas: {count: {is: 1}}",
    "modifiers": "modifiers: {count: {groups: {one: {rows: {row: {add: 1}}}}}}",
    "a walk": "walks: {count: {piece: 1, budget: 4, may_step: '[]'}}",
    "a procedure": "procedures: {count: {seen_by: everyone, steps: []}}",
    "a type": "types: {count: [few, many]}",
    "an event": "events: {count: {takes: {n: integer}}}",
    "an entity": "entities: {count: {fields: {}}}",
    "an option": "options: {count: {values: [yes, no], default: no}}",
}


@pytest.mark.parametrize("what", DECLARATIONS)
def test_whose_name_may_be_no_function_is_said(what: str, tmp_path: Path) -> None:
    """Of every section of which a declaration is refused with R305, and of no other."""
    text = f"name: taken\n{DECLARATIONS[what]}\n"
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    refused = "R305" in {each.code for each in load(tmp_path).problems}
    (line,) = [each for each in LINES if "(R305)" in each]
    assert refused == (what in line)
