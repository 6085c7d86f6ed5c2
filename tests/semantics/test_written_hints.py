"""Hints that say what to write, where the message alone would leave one guessing."""

from pathlib import Path

from interpreter.cli.main import main
from interpreter.pipeline.checking import check
from interpreter.pipeline.loading import load

BAD = Path(__file__).parents[1] / "bad"


def said(folder: str) -> tuple[str, str]:
    """Return what is expected, and the hint, of the one problem of a bad pack."""
    (found,) = load(BAD / folder).problems
    return found.expected, found.hint


def test_a_list_is_written_in_brackets() -> None:
    """`list` gathers; it is no function that lacks its own name."""
    assert "[a, b]" in said("R302-list")[1]


def test_dice_say_both_bounds() -> None:
    """Those of a step and those of a table."""
    wanted = "1 to 10,000 dice of 1 to 1,000,000 sides"
    assert said("R206-sides")[0] == wanted
    assert said("R206-sides-of-a-table")[0] == wanted


def test_a_step_names_the_seats_in_sight() -> None:
    """Outside an entity nobody is its owner, but the field that is meant is near."""
    expected, hint = said("R602-step-outside-entities")
    assert expected.endswith("s.side")
    assert hint == "name the seat: seen_by: s.side"


def test_brackets_behind_an_own_field_read_it(tmp_path: Path) -> None:
    """A list and a map of the entity itself, as its other fields are read."""
    (tmp_path / "ruleset.yaml").write_text(
        "name: own\nseats: side\nentities:\n  side: {fields: {}}\n  post:\n"
        "    fields:\n"
        "      wards: {type: list of side, seen_by: everyone, start: []}\n"
        "      open: {type: truth for side, seen_by: everyone}\n"
        '      first: {type: integer, seen_by: "wards[1]"}\n'
        '      free: {type: integer, seen_by: "if open[wards[1]] then everyone '
        'else judge"}\n',
        encoding="utf-8",
    )
    assert load(tmp_path).problems == ()


def test_an_own_field_may_be_in_a_group(tmp_path: Path) -> None:
    """Its type says what the group's name means, as behind `it`."""
    (tmp_path / "ruleset.yaml").write_text(
        "name: own\ntypes:\n"
        "  state: {values: [able, routed, dead], groups: {lost: [routed, dead]}}\n"
        "entities:\n  man:\n"
        "    fields: {state: {type: state, seen_by: everyone, start: able}}\n"
        "    derived: {out: {is: state in lost}}\n",
        encoding="utf-8",
    )
    assert load(tmp_path).problems == ()


def test_a_list_that_is_returned_and_a_text_that_is_set(tmp_path: Path) -> None:
    """The empty block is an empty list, and the name of a local what it holds."""
    (tmp_path / "ruleset.yaml").write_text(
        "name: own\nseen_by: everyone\nentities:\n  box:\n    single: yes\n"
        "    fields: {said: {type: text, seen_by: everyone, start: nothing yet}}\n"
        "procedures:\n"
        "  empty: {gives: list of integer, steps: [{return: []}]}\n"
        "  said:\n    takes: {words: text}\n    gives: text\n    steps:\n"
        "      - set: {box.said: words}\n      - return: box.said\n"
        "cases:\n"
        "  empty: {from: brute force, run: empty(), expect: {result: []}}\n"
        "  said:\n    from: brute force\n    run: said(hello)\n"
        "    expect: {result: hello}\n",
        encoding="utf-8",
    )
    assert load(tmp_path).problems == ()
    assert main(["test", str(tmp_path)]) == 0


def test_a_view_says_where_the_kind_of_a_claim_stands() -> None:
    """Not among its parts, but before them."""
    found = check(BAD / "R401-case-views").problems
    wanted = "the kind comes first: {rumour: {label: ...}}"
    assert [each.hint for each in found] == [wanted] * 2


def test_a_place_between_twelfths_has_two_beside_it() -> None:
    """However it is written."""
    found = load(BAD / "R314-between-twelfths").problems
    assert [each.expected for each in found] == [
        "3 1/3, 4 or 3 1/4, 4",
        "3 1/3, 4 or 3 1/4, 4",
        "3 1/6, 4 or 3 1/12, 4",
    ]
