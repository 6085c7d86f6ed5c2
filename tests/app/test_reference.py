"""The reference: a page for each record, and what `explain` prints of it."""

import re

import pytest

from interpreter.app.reference import PAGES, example_of, page_names
from interpreter.diagnostics.catalogue import CODES
from interpreter.expressions.functions import (
    FUNCTIONS,
    HEX_FUNCTIONS,
    TABLE_FUNCTIONS,
)
from interpreter.lowering.blocks import COMMON
from interpreter.lowering.verbs import VERBS
from tests.cli.calling import call, valid


def stems(folder: str) -> set[str]:
    """Return the names of the pages in a folder."""
    return {file.stem for file in (PAGES / folder).glob("*.md")}


def test_each_record_has_a_page_and_no_other() -> None:
    """A new code, verb or function gets one; what is gone has none."""
    assert stems("problems") == {*CODES}
    assert stems("steps") == {*VERBS}
    assert stems("clauses") == {*COMMON}
    assert stems("functions") == {*FUNCTIONS, *HEX_FUNCTIONS, *TABLE_FUNCTIONS}


def test_the_index_leads_to_each_page() -> None:
    """No link is dead and no page is left out."""
    index = (PAGES / "README.md").read_text(encoding="utf-8")
    linked = set(re.findall(r"\]\((\w+/\w+\.md)\)", index))
    there = {file.relative_to(PAGES).as_posix() for file in PAGES.glob("*/*.md")}
    assert linked == there


def test_steps_and_functions_have_examples_that_ran() -> None:
    """Each step, and each function that needs no plane."""
    for name in VERBS:
        page = (PAGES / "steps" / f"{name}.md").read_text(encoding="utf-8")
        assert re.search(r"^This gives .+\.$", page, re.MULTILINE), name
    plain = {name for name in FUNCTIONS if f"| `{name}(" in _page(name)}
    assert {"max", "remainder", "rotated", "values"} <= plain
    shown = {name for name in FUNCTIONS if "| expression | value |" in _page(name)}
    assert len(shown) >= 35


def test_each_clause_has_an_example_that_ran() -> None:
    for name in COMMON:
        page = (PAGES / "clauses" / f"{name}.md").read_text(encoding="utf-8")
        assert f"{name}:" in page
        assert re.search(r"^This gives .+\.$", page, re.MULTILINE), name


def test_what_there_is_can_be_listed() -> None:
    for kind, one in (("steps", "roll"), ("clauses", "until"), ("functions", "count")):
        called = call("explain", kind)
        assert one in called.out.replace(",", " ").split()


def _page(name: str) -> str:
    return (PAGES / "functions" / f"{name}.md").read_text(encoding="utf-8")


def test_what_the_checker_says_is_of_that_code() -> None:
    """An example is of the problem on whose page it stands."""
    with_one = [code for code in CODES if example_of(code)]
    assert len(with_one) > 75
    for code in with_one:
        assert re.search(rf"example/ruleset\.yaml:\d+:\d+: {code} ", example_of(code))


@pytest.mark.parametrize("name", ["roll", "max", "clear line", "R502"])
def test_explain_prints_the_page(name: str) -> None:
    """The command line has the same text as the page."""
    called = call("explain", name)
    assert called.code == 0
    if name in CODES:
        assert example_of(name) in called.out
        return
    file = next(PAGES.glob(f"*/{name.replace(' ', '_')}.md"))
    assert called.out.strip() == file.read_text(encoding="utf-8").strip()
    pages = valid(call("explain", name, "--json"), "explain")["pages"]
    assert [page["name"] for page in pages] == [name]


def test_a_wrong_name_is_answered_with_a_near_one() -> None:
    """Of a code, a step or a function."""
    for wrong, right in (("rolll", "roll"), ("nearst", "nearest"), ("R51", "R5")):
        called = call("explain", wrong)
        assert called.code == 2
        assert right in called.talk
    assert len(page_names()) == len(set(page_names()))
