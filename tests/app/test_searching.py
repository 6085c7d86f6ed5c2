"""Where words and figures are found in a pack."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.app.searching import search
from interpreter.diagnostics import UsageError
from interpreter.pipeline.opening import open_pack
from interpreter.reports.colour import PLAIN
from interpreter.reports.search_results import FEW, SearchPage
from interpreter.ruleset.search import NUMBER_WORDS, wanted_words
from tests.ruleset.packs import write

PACK = """\
name: yard
seats: side
seen_by: everyone
boards:
  field: {cells: hexes, labels: {columns: 2 digits, rows: 2 digits}}
entities:
  side: {fields: {}}
  cart:
    owner: side
    drawn: {at: at, ranges: {sight: 7}}
    fields:
      at: {type: hex of field, seen_by: everyone, rule: YARD-1}
      side: {type: side, seen_by: everyone}
formulas:
  gap(a:hex of field, b:hex of field):
    title: Whether one sees the other
    rule: YARD-1
    is: distance(a, b) <= 7
  fraction(n:integer): {rule: YARD-1, is: n > 27 or n > 7.5 or n > 7/2}
  load_of_hay(n:integer):
    title: How much hay
    is: |
      if n > 3
      then n - 1 else n
procedures:
  look:
    steps:
      - roll: {die: d6}
        for: whoever is seen by a cart
"""
RULES = """\
YARD-1: {at: page 1, kinds: [geometry], says: Carts see each other at seven hexes}
YARD-2: {at: page 2, kinds: [procedure], says: A die says whether the mules pull}
"""


@pytest.fixture
def yard(tmp_path: Path) -> Path:
    """A pack with a rulebook."""
    files = {"yard/ruleset.yaml": PACK, "yard/rulebook.yaml": RULES}
    return write(tmp_path, files) / "yard"


def found(folder: Path, *words: str) -> list[tuple[str, str]]:
    """Return what was found: the declaration, and what stands there."""
    page = search(open_pack(folder), words)
    return [(place.name, place.kind) for place in page.places]


@pytest.mark.parametrize(
    "typed", [("seven", "hexes"), ("7 hexes",), ("HEX", "Seven"), ("hexes_7",)]
)
def test_a_figure_is_found_wherever_it_stands(
    yard: Path, typed: tuple[str, ...]
) -> None:
    """In the rule, in the formula that carries it and in what maps draw."""
    assert found(yard, *typed) == [
        ("YARD-1", "rule"),
        ("cart", "drawing"),
        ("gap", "formula"),
    ]


def test_a_number_is_no_part_of_another(yard: Path) -> None:
    """Neither of a longer one nor of a fraction; that is found as it is written."""
    assert ("fraction", "formula") not in found(yard, "7")
    assert found(yard, "7.5") == [("fraction", "formula")]
    assert found(yard, "7/2") == [("fraction", "formula")]


def test_names_come_first(yard: Path) -> None:
    """Then titles, rules, and other texts; an underscore is a blank."""
    assert found(yard, "load of hay")[0] == ("load_of_hay", "formula")
    assert found(yard, "see")[0][1] == "title"
    assert found(yard, "cart")[0] == ("cart", "kind of entity")
    assert ("look", "sentence") in found(yard, "cart")


def test_all_words_must_be_together(yard: Path) -> None:
    """In any order; what is inside a name that has them all is not listed."""
    assert found(yard, "pull", "mule", "die") == [("YARD-2", "rule")]
    assert found(yard, "pull", "hay") == []
    assert found(yard, "hay") == [("load_of_hay", "formula"), ("load_of_hay", "title")]


def test_the_place_is_that_of_the_word(yard: Path) -> None:
    """Also in an expression over several lines."""
    page = search(open_pack(yard), ["else", "n"])
    (place,) = page.places
    assert place.line == "then n - 1 else n"
    lines = PACK.splitlines()
    number = lines.index("      then n - 1 else n")
    column = lines[number].index("else")
    assert place.at.endswith(f"ruleset.yaml:{number + 1}:{column + 1}")


def test_an_overlay_says_what_is_of_its_base(yard: Path) -> None:
    """What it changes is its own."""
    change = "change:\n  formulas.gap.is: {to: 'distance(a, b) <= 7 + 0'}\n"
    overlay = f"name: house\nextends: ../yard\n{change}"
    house = write(yard.parent, {"house/ruleset.yaml": overlay}) / "house"
    page = search(open_pack(house), ["7", "hexes"])
    bases = {place.name: place.base for place in page.places}
    assert bases == {"YARD-1": str(yard), "cart": str(yard), "gap": ""}
    assert f"from {yard}" in page.text(PLAIN, 80, everything=False)


def test_nothing_found_names_a_word_that_is_near(yard: Path) -> None:
    page = search(open_pack(yard), ["cartt", "zzz"])
    assert page.places == ()
    assert page.unknown == {"cartt": "cart", "zzz": ""}
    assert "'cart'" in page.nothing()
    together = search(open_pack(yard), ["pull", "hay"])
    assert together.unknown == {}
    assert "not together" in together.nothing()


def test_words_are_wanted() -> None:
    assert wanted_words(["...", "_"]) == ()


def test_no_word_is_a_usage_error(yard: Path) -> None:
    with pytest.raises(UsageError):
        search(open_pack(yard), ["-"])


def test_few_are_printed_and_the_others_counted(tmp_path: Path) -> None:
    """All of them on demand."""
    rows = "\n".join(f"  hay {n}: {{is: {n}}}" for n in range(FEW + 5))
    text = f"name: many\nformulas:\n{rows}\n"
    many = write(tmp_path, {"many/ruleset.yaml": text}) / "many"
    page = search(open_pack(many), ["hay"])
    assert isinstance(page, SearchPage)
    assert len(page.places) == FEW + 5
    assert page.text(PLAIN, 80, everything=False).endswith(
        "5 more; --all lists them too"
    )
    assert page.text(PLAIN, 80, everything=True).count("formula hay") == FEW + 5


@given(st.text(), st.integers(0, 20))
def test_any_text_can_be_looked_for(text: str, number: int) -> None:
    """Each word of it is found in itself, and a number by both of its names."""
    for wanted in wanted_words([text]):
        assert wanted.pattern.search(wanted.word)
    (digits,) = wanted_words([str(number)])
    (word,) = wanted_words([NUMBER_WORDS[number]])
    assert digits == word
    assert digits.pattern.search(NUMBER_WORDS[number])
    assert digits.pattern.search(str(number))
