"""A mistake in any expression of any pack is an error at its line, and the first.

Here a seeded sample is tried, one at a time; `--long` has every expression of every
pack, in groups (`tests/planting_groups.py`).
"""

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from interpreter.diagnostics import Diagnostic, Diagnostics, problem
from interpreter.pipeline.checking import check
from interpreter.pipeline.loading import load
from interpreter.source import Source, Span
from tests.planting import MISTAKES, Spot, plant, spots
from tests.sampled import sampled
from tests.trial import ROOT, packs

SMALL = sorted(file.parent for file in (ROOT / "tests/packs").glob("*/ruleset.yaml"))
OF_A_SMALL_PACK = 8
OF_A_PACK = 5
IN_GATE = 1  # of these; the long run tries all
SMALLEST = "concealment"  # the published pack of which the gate tries one

CHAIN = """\
name: chain
types:
  kind of attack: [ordinary, reaction]
  attack line: {record: {melee: yes or no, throws: integer 0..}}
formulas:
  lines for:
    takes: {a: unit, kind: kind of attack}
    is: list(l in a.lines where left(l) > 0 and count(targets_of(a, l, kind)) > 0)
  targets of:
    takes: {a: unit, l: attack line, kind: kind of attack}
    is: nowhere_declared(a)
  left: {takes: {l: attack line}, is: 1}
boards:
  field: {cells: hexes, labels: {columns: 2 digits, rows: 2 digits, pushed: odd}}
entities:
  unit:
    fields: {lines: {type: list of attack line, seen_by: everyone}}
"""


def chosen(pack: Path, number: int) -> dict[Spot, tuple[str, ...]]:
    """Return some expressions of a pack, each with one mistake."""
    random = Random(f"planted {pack.name}")
    known = spots(pack)
    tried = random.sample(known, min(number, len(known)))
    return {spot: (random.choice(list(MISTAKES)),) for spot in tried}


@pytest.mark.parametrize("pack", SMALL, ids=lambda pack: pack.name)
def test_a_mistake_in_a_small_pack_is_the_first_error(pack: Path) -> None:
    """Whatever stands there, and whatever follows from it."""
    tried = list(plant(pack, chosen(pack, OF_A_SMALL_PACK)))
    assert not [str(planted) for planted in tried if planted.fault]


@pytest.mark.parametrize(
    "number", [IN_GATE, pytest.param(OF_A_PACK, marks=pytest.mark.long)]
)
@pytest.mark.parametrize(
    "pack",
    sampled(packs(), lambda pack: pack.name == SMALLEST, lambda pack: pack.name),
)
def test_a_mistake_in_a_published_pack_is_the_first_error(
    pack: Path, number: int
) -> None:
    """Some of its thousands of expressions."""
    tried = list(plant(pack, chosen(pack, number)))
    assert not [str(planted) for planted in tried if planted.fault]


@pytest.mark.parametrize(
    ("file", "formula"),
    [
        ("playing.yaml", "unmasked_by"),
        pytest.param("setting_up.yaml", "marker_reach_of", marks=pytest.mark.long),
    ],
)
def test_formulas_that_were_typed_in_passing(file: str, formula: str) -> None:
    """Two formulas whose problems were lost when another asked for their types."""
    pack = ROOT / "rulesets/limited-intelligence"
    text = (pack / file).read_text(encoding="utf-8")
    start = text.index("is:", text.index(f"\n  {formula}("))
    line = text.count("\n", 0, start) + 1
    inside = [
        spot
        for spot in spots(pack)
        if spot.file == file and text.count("\n", 0, spot.start) + 1 >= line
    ]
    mistakes = {inside[0]: tuple(MISTAKES)}
    assert not [str(planted) for planted in plant(pack, mistakes) if planted.fault]


@pytest.mark.parametrize(
    ("pack", "file", "row"),
    [
        pytest.param(
            *("limited-intelligence", "modifiers.yaml", "rating_of"),
            marks=pytest.mark.long,
        ),
        ("concealment", "modifiers.yaml", "perception"),
    ],
)
def test_a_row_stands_before_what_follows_from_its_sum(
    pack: str, file: str, row: str
) -> None:
    """A sum with a row that cannot be read has no type, so that nobody who uses it, in
    a file whose name comes first, is told that it may be a fraction."""
    folder = ROOT / "rulesets" / pack
    text = (folder / file).read_text(encoding="utf-8")
    there = [
        spot
        for spot in spots(folder)
        if spot.file == file and row in text[spot.start : spot.end]
    ]
    mistakes = {there[0]: ("an undeclared name", "an undeclared function")}
    assert not [str(planted) for planted in plant(folder, mistakes) if planted.fault]


def test_a_formula_needed_in_passing_keeps_its_problem(tmp_path: Path) -> None:
    """A function that the plane and hexes share looked at its argument and forgot what
    was wrong with it: then nothing was, and the formula was none."""
    (tmp_path / "ruleset.yaml").write_text(CHAIN, encoding="utf-8")
    found = [each for each in check(tmp_path).problems if each.severity == "error"]
    assert [(each.code, each.span.first[0]) for each in found] == [("R302", 11)]


def test_nested_calls_are_read_in_reasonable_time(tmp_path: Path) -> None:
    """The first argument tells which board is meant; to read it twice at each level
    took time that doubled with every one."""
    nested = "[]"
    for _ in range(20):
        nested = f"neighbours(first({nested} + neighbours('0101')))"
    text = CHAIN.replace("nowhere_declared(a)", nested)
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    load(tmp_path)


def noted(line: int) -> Span:
    """Return a place of its own for a problem."""
    return Span(Source("<text>", "x\n" * 9), 2 * line, 2 * line + 1)


def test_problems_found_in_earnest_are_never_lost() -> None:
    """What is collected apart is the caller's; what a declaration reports is kept."""
    kept = Diagnostics()
    with kept.apart() as passing:
        kept.append(problem("R301", noted(1), "passing"))
        with kept.in_earnest():
            kept.append(problem("R301", noted(2), "kept"))
    assert [each.message for each in kept] == ["kept"]
    assert [each.message for each in passing] == ["passing"]


def test_problems_of_a_part_are_added_at_its_end() -> None:
    """In the caller's words; an error in what is read meanwhile is not its own."""
    kept = Diagnostics()

    def reword(found: Diagnostic) -> Diagnostic:
        return replace(found, message=f"{found.message} [a rule]")

    with kept.part(reword) as part:
        kept.append(problem("R301", noted(1), "of the part"))
        with kept.in_earnest():
            kept.append(problem("R301", noted(2), "of another"))
        assert (len(part), kept.errors) == (1, 1)
    assert [each.message for each in kept] == ["of another", "of the part [a rule]"]
