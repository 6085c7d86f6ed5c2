"""Every recipe of the cookbook is right, can be run, and is what the page shows."""

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from interpreter.lowering.verbs import VERBS
from tests.cli.calling import call
from tools.cookbook import (
    FOLDER,
    PAGE,
    ROOT,
    Recipe,
    by_use,
    groups,
    page,
    recipes,
    verbs_of,
)

RECIPES = [entry for entries in recipes().values() for entry in entries]
WITHOUT = frozenset(
    """away beside climbed directions_toward moved_along nearest_even parted past
    repeated squared""".split()
)
"""Functions that no recipe uses: geometry of one book, and what others do too."""
MOST_LINES = 75
"""Lines of all files of a recipe, without the head."""
RULES = re.compile(r"^(?!name|title|seats|seen_by|extends|also|scenarios|cases)\w")
CHANGES: tuple[tuple[re.Pattern[str], Callable[[str], str]], ...] = (
    (re.compile(r"(?<![\w.'-])\d+(?![\w.'d])"), lambda text: str(int(text) + 1)),
    (re.compile(r">="), lambda text: "<"),
    (re.compile(r" is not (?=\w)"), lambda text: " is "),
    (re.compile(r"(?<=[\w)]) is (?=\w)"), lambda text: " is not "),
    (re.compile(r" \+ "), lambda text: " - "),
    (re.compile(r"\blowest\("), lambda text: "highest("),
    (re.compile(r"\b1..n\b"), lambda text: "2..n"),
    (re.compile(r" by -"), lambda text: " by "),
    (re.compile(r"\byes\b"), lambda text: "no"),
)
NAMED = pytest.mark.parametrize("entry", RECIPES, ids=lambda entry: entry.name)


def place(entry: Recipe) -> str:
    """Return the folder of a recipe as a command names it."""
    return f"rulesets/cookbook/{entry.name}"


def faults(text: str) -> Iterator[str]:
    """Yield a file with one small change of a rule each time."""
    at, is_rule = 0, False
    for line in text.splitlines(keepends=True):
        if line[0] not in " #\n":
            is_rule = RULES.match(line) is not None
        for pattern, change in CHANGES if is_rule and "say:" not in line else ():
            for found in pattern.finditer(line):
                start, end = at + found.start(), at + found.end()
                yield text[:start] + change(found[0]) + text[end:]
        at += len(line)


def test_there_are_forty_and_each_is_in_a_group() -> None:
    listed = [name for names in groups().values() for name in names]
    assert len(listed) >= 40
    assert sorted(listed) == sorted(
        entry.name for entry in FOLDER.iterdir() if entry.is_dir()
    )


@NAMED
def test_a_recipe_has_no_problem(entry: Recipe) -> None:
    """Notes are allowed, and it is laid out as `fmt` does."""
    checked = call("check", place(entry), "--strict")
    assert checked.code == 0, checked.out
    assert call("fmt", "--check", place(entry)).code == 0
    assert sum(text.count("\n") for text in entry.files.values()) <= MOST_LINES


@NAMED
def test_its_cases_pass(entry: Recipe) -> None:
    tested = call("test", place(entry), "--own", "--json")
    assert tested.code == 0, tested.out
    assert tested.json["passed"] >= 1


@NAMED
def test_its_cases_notice_a_fault(entry: Recipe, tmp_path: Path) -> None:
    """A case fails after one number, comparison or truth of the rules changed."""
    folder = tmp_path / "cookbook"
    shutil.copytree(FOLDER, folder)
    file = folder / entry.name / "ruleset.yaml"
    for text in faults(file.read_text(encoding="utf-8")):
        file.write_text(text, encoding="utf-8")
        if call("test", str(file.parent), "--own", "--json").code == 1:
            return
    pytest.fail("no case notices any fault")


def test_the_page_is_what_the_recipes_say() -> None:
    """`python -m tools.cookbook --write` writes it; every command is run."""
    assert page() == PAGE.read_text(encoding="utf-8")


def test_links_of_the_page_lead_to_its_headings_and_to_files() -> None:
    text = PAGE.read_text(encoding="utf-8")
    titles = [entry.title for entry in RECIPES]
    assert len({entry.anchor for entry in RECIPES}) == len(titles)
    headings = re.findall(r"^#{2,3} (.+)$", text, re.MULTILINE)
    known = {re.sub(r"[^\w -]", "", h.lower()).replace(" ", "-") for h in headings}
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= known
    for link in re.findall(r"\]\(([^)#]+)\)", text):
        assert (PAGE.parent / link).exists(), link


def test_every_step_and_most_functions_are_used() -> None:
    used = set().union(*map(verbs_of, RECIPES))
    assert used == set(VERBS)
    (missing,) = [line for line in by_use(RECIPES) if line.startswith("No recipe")]
    assert set(re.findall(r"`(\w+)`", missing)) == WITHOUT


def test_no_recipe_is_a_published_ruleset() -> None:
    listed = call("packs", "--json").json["packs"]
    published = {file.parent.name for file in ROOT.glob("rulesets/*/ruleset.yaml")}
    assert {each["name"] for each in listed} >= published
    assert {each["name"] for each in listed}.isdisjoint(e.name for e in RECIPES)
