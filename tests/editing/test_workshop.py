"""A quick look after an edit finds what a whole check finds, as far as it looks."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from interpreter.app.editing.row_odds import chances, hints
from interpreter.diagnostics import Diagnostic
from tests.editing.packs import HEAD, OVERLAY, opened, write_crossing

EDITS = [
    ("b.cargo > 4", "b.carg > 4"),
    ("b.cargo > 4", "b.cargo > calm"),
    ("b.cargo > 4 and", "b.cargo > 4"),
    ("flow is calm", "flow is clam"),
    ("5+: swift", "4+: swift"),
    ("5+: swift", "6: swift"),
    ("add: -1", "add: -b"),
    ("gives integer:", "gives water:"),
    ("call: current()", "call: currents()"),
    ("return: 0", "retrun: 0"),
    ("tables:\n", "tables:\n  more: {of: d6}\n"),
    ("title: What helps", "titel: What helps"),
    ("is: |", "is: >"),
    ("{if: b.cargo < 2", "{if: rowing(b) < 2"),
    ("water: [calm, swift]", "water: [calm, calm]"),
]


@pytest.fixture
def crossing(tmp_path: Path) -> Path:
    return write_crossing(tmp_path)


def errors(problems: tuple[Diagnostic, ...]) -> set[tuple[str, str, str]]:
    found = (each for each in problems if each.severity == "error")
    return {(each.code, str(each.span), each.message) for each in found}


@pytest.mark.parametrize(("old", "new"), EDITS)
def test_errors_of_an_edit_are_those_of_the_whole_check(
    crossing: Path, old: str, new: str
) -> None:
    workshop, pack = opened(crossing)
    workshop.write(crossing / "ruleset.yaml", HEAD.replace(old, new, 1))
    quick = pack.quick()
    found = None if quick is None else errors(quick)
    whole = errors(pack.whole())
    assert whole
    assert found is None or found == whole


def test_a_correction_is_seen_at_once(crossing: Path) -> None:
    workshop, pack = opened(crossing)
    file = crossing / "ruleset.yaml"
    workshop.write(file, HEAD.replace("b.cargo > 4", "b.carg > 4"))
    assert pack.quick()
    workshop.write(file, f"# a line more\n{HEAD}")
    assert pack.quick() == ()


def test_an_overlay_is_checked_when_its_base_is_edited(crossing: Path) -> None:
    workshop, pack = opened(crossing.parent / "windy")
    base = crossing / "ruleset.yaml"
    workshop.write(base, HEAD.replace("add: -1", "add: -3"))
    assert pack in workshop.packs_with(base)
    quick = pack.quick()
    assert quick is not None
    assert [each.code for each in quick] == ["R802"]
    assert "windy" in quick[0].span.source.name


def test_an_overlay_without_its_base_has_one_problem(crossing: Path) -> None:
    windy = crossing.parent / "windy"
    text = OVERLAY.replace("../crossing", "../nowhere")
    (windy / "ruleset.yaml").write_text(text, encoding="utf-8")
    workshop, pack = opened(windy)
    assert [each.code for each in pack.problems] == ["R801"]
    workshop.write(windy / "ruleset.yaml", OVERLAY)
    assert pack.whole() == ()


def test_the_chances_of_rows_are_those_of_the_dice(crossing: Path) -> None:
    _, pack = opened(crossing)
    assert pack.good is not None
    file = str(crossing / "ruleset.yaml")
    now = {worth.row: worth for worth in chances(pack.good, file)}
    assert sum(worth.figure for worth in now.values()) == 1
    (hint,) = hints(now, {})
    assert hint.label == "66.7 33.3%"
    assert "4 of 6 on 1d6" in hint.tooltip


def test_what_is_found_in_a_former_text_is_not_taken(
    crossing: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whole check runs beside the quick one of a later edit, and may end after it."""
    workshop, pack = opened(crossing)
    file = crossing / "ruleset.yaml"
    wholly = pack._wholly

    def slowly(texts: Mapping[str, str]) -> tuple[Diagnostic, ...]:
        found = wholly(texts)
        workshop.write(file, f"{HEAD}# a line more\n")
        assert pack.quick() == ()
        return found

    monkeypatch.setattr(pack, "_wholly", slowly)
    workshop.write(file, HEAD.replace("b.cargo > 4", "b.carg > 4"))
    assert errors(pack.whole())
    assert pack.problems == ()
