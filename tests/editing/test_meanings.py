"""What a name means, where it is declared, and where else it is written."""

from pathlib import Path

import pytest

from interpreter.app.editing.hovers import hover
from interpreter.app.editing.meanings import MeaningIndex
from interpreter.app.editing.mentions_in_yaml import Symbol
from interpreter.app.editing.renames import after, rename, renamed_in, target
from interpreter.diagnostics import UsageError
from interpreter.pipeline.checking import check
from tests.editing.packs import CASES, HEAD, OVERLAY, opened, write_crossing

PLACES = [
    ("b.^cargo > 4 and", Symbol("fields", "boat", "cargo")),
    ("not option.^ice", Symbol("options", "", "ice")),
    ("total(^rowing(b))", Symbol("modifiers", "", "rowing")),
    ("call: ^current()", Symbol("tables", "", "current")),
    ("flow is ^calm", Symbol("values", "water", "calm")),
    ("if: ^flow is", Symbol("locals", "procedures.row", "flow")),
    ("as: ^flow", Symbol("locals", "procedures.row", "flow")),
    ("if: ^slow(b)}", Symbol("formulas", "", "slow")),
    ("🚣 {^b} is", Symbol("locals", "procedures.row", "b")),
    ("gives: ^water,", Symbol("types", "", "water")),
    ("rule: [R-1, ^R-2]", Symbol("rulebook", "", "R-2")),
    ("kind: ^boat, side", Symbol("entities", "", "boat")),
]


def place(text: str, marked: str) -> int:
    """Return the offset of the mark in a stretch of a text."""
    return text.index(marked.replace("^", "")) + marked.index("^")


@pytest.fixture
def crossing(tmp_path: Path) -> Path:
    return write_crossing(tmp_path)


def meanings_of(folder: Path) -> MeaningIndex:
    _, pack = opened(folder)
    assert pack.problems == ()
    assert pack.meanings is not None
    return pack.meanings


@pytest.mark.parametrize(("marked", "symbol"), PLACES)
def test_a_name_means_what_the_check_bound_it_to(
    crossing: Path, marked: str, symbol: Symbol
) -> None:
    meanings = meanings_of(crossing)
    file = str(crossing / "ruleset.yaml")
    mention = meanings.at(file, place(HEAD, marked))
    assert mention is not None
    assert mention.symbol == symbol
    assert meanings.definitions(symbol)


def test_references_lead_across_files_and_overlays(crossing: Path) -> None:
    meanings = meanings_of(crossing.parent / "windy")
    files = [
        Path(each.span.source.name).parent.name
        for each in meanings.of(Symbol("modifiers", "", "rowing"))
    ]
    assert sorted(files) == ["crossing", "crossing", "windy"]
    slow = meanings.of(Symbol("formulas", "", "slow"))
    assert {Path(each.span.source.name).name for each in slow} == {
        "cases.yaml",
        "ruleset.yaml",
    }


def test_a_hover_says_type_title_and_the_rule_in_words(crossing: Path) -> None:
    meanings = meanings_of(crossing)
    mention = meanings.at(str(crossing / "ruleset.yaml"), place(HEAD, "^slow(b)}"))
    assert mention is not None
    text = hover(meanings, mention)
    for part in ("yes or no", "Whether a boat is slow", "page 3", "On ice nobody"):
        assert part in text
    assert "\\*heavy\\*" in text  # no mark of Markdown comes from a pack


def test_a_renaming_changes_every_place(crossing: Path) -> None:
    packs = [meanings_of(crossing), meanings_of(crossing.parent / "windy")]
    symbol = Symbol("modifiers", "", "rowing")
    edits = renamed_in(packs, symbol, "hands at the oars", {})
    texts = after(edits)
    head = texts[str(crossing / "ruleset.yaml")]
    assert "hands at the oars(b:boat):" in head
    assert "total(hands_at_the_oars(b))" in head
    windy = next(text for file, text in texts.items() if "windy" in file)
    assert windy == OVERLAY.replace("rowing", "hands_at_the_oars")
    for file, text in texts.items():
        Path(file).write_text(text, encoding="utf-8")
    assert check(crossing.parent / "windy", quick=True).problems == ()


def test_a_renaming_of_a_formula_changes_its_cases(crossing: Path) -> None:
    edits = rename(meanings_of(crossing), Symbol("formulas", "", "slow"), "late", {})
    assert after(edits)[str(crossing / "cases.yaml")] == CASES.replace(
        "slow(gull)", "late(gull)"
    )


@pytest.mark.parametrize(
    ("marked", "new", "reason"),
    [
        ("total(^rowing(b))", "current", "there is a table"),
        ("total(^rowing(b))", "2 oars", "is no name"),
        ("total(^rowing(b))", "total", "a word of the language"),
        ("b.^cargo > 4", "side", "there is a field"),
        ("call: ^current()", "current", "its name already"),
    ],
)
def test_an_unsafe_renaming_is_refused_with_the_reason(
    crossing: Path, marked: str, new: str, reason: str
) -> None:
    meanings = meanings_of(crossing)
    symbol, _ = target(meanings, str(crossing / "ruleset.yaml"), place(HEAD, marked))
    with pytest.raises(UsageError, match=reason):
        rename(meanings, symbol, new, {})


def test_a_renaming_that_breaks_a_place_it_does_not_know_is_refused(
    crossing: Path,
) -> None:
    """The cases of this pack write a value where no name is looked for."""
    cases = crossing / "cases.yaml"
    more = "  calm water:\n    run: current()\n    dice: {dice: 2}\n"
    cases.write_text(f"{CASES}{more}    expect: {{result: calm}}\n", encoding="utf-8")
    meanings = meanings_of(crossing)
    with pytest.raises(UsageError, match="after that"):
        rename(meanings, Symbol("values", "water", "calm"), "smooth", {})


def test_a_word_of_the_language_has_no_other_name(crossing: Path) -> None:
    meanings = meanings_of(crossing)
    with pytest.raises(UsageError, match="of the language"):
        target(meanings, str(crossing / "ruleset.yaml"), place(HEAD, "^total(rowing"))
