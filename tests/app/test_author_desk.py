"""What is known of a pack that is edited, at any moment."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter import Unusable
from interpreter.app.authoring import author_desk
from interpreter.app.authoring.author_desk import AuthorDesk, AuthorView
from interpreter.app.authoring.author_readings import (
    AuthorExample,
    WorkMemory,
    effect_of,
    map_of_scenario,
    odds_of,
    reading_of,
)
from interpreter.app.authoring.author_worker import AuthorWorker
from interpreter.app.authoring.form_edits import FigureChange
from interpreter.diagnostics import did_you_mean
from tests.web.authored import OVERLAY, overlay

HEAD = "ruleset.yaml"
LIGHT = AuthorExample("light", arguments=(("more", "1"),))
PATIENCE = 120.0
WITH_BOARD = Path(__file__).resolve().parents[1] / "packs" / "answering"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return overlay(tmp_path)


@pytest.fixture
def desk(pack: Path) -> Iterator[AuthorDesk]:
    """A desk, whose process ends with the test."""
    made = AuthorDesk(pack)
    yield made
    made.close()


def known(desk: AuthorDesk, example: AuthorExample | None = LIGHT) -> AuthorView:
    """Return what is known when all is worked out."""
    view = desk.view(example, patience=PATIENCE)
    assert not view.is_working
    return view


def figures(view: AuthorView) -> dict[str, tuple[str, str, str]]:
    assert view.odds is not None
    return {row.name: (row.before, row.after, row.difference) for row in view.odds.rows}


# What is worked out, in this process.


def test_a_pack_is_read_for_its_author(pack: Path) -> None:
    reading = reading_of(WorkMemory(), pack)
    assert reading.base == "weather"
    assert reading.problems == ()
    assert [option.name for option in reading.options] == ["late"]
    assert [form.name for form in reading.tables] == ["sky of a day", "hours", "warmth"]
    light = next(start for start in reading.starts if start.section == "entry_points")
    assert light.name == "light"
    (more,) = light.takes
    assert more.choices == tuple(map(str, range(10)))


def test_odds_stand_beside_those_of_the_pack_below(pack: Path) -> None:
    """The pack below first, the change in points."""
    memory = WorkMemory()
    odds = odds_of(memory, reading_of(memory, pack), LIGHT)
    assert odds.sides == ("weather", "dull")
    rows = {row.name: (row.before, row.after, row.difference) for row in odds.rows}
    assert rows["12"] == ("33.33%", "0.00%", "-33.33")
    assert rows["13"] == ("0.00%", "33.33%", "+33.33")
    assert rows["mean"][2] == "+0.3333"
    assert odds.picture.startswith("<?xml")
    assert "exact" in odds.notes


def test_a_pack_that_extends_none_has_its_odds_alone(pack: Path) -> None:
    memory = WorkMemory()
    odds = odds_of(memory, reading_of(memory, pack.parent / "weather"), LIGHT)
    assert odds.sides == ("",)
    assert {row.difference for row in odds.rows} == {""}


def test_what_does_not_fit_is_said(pack: Path) -> None:
    memory = WorkMemory()
    reading = reading_of(memory, pack)
    odds = odds_of(memory, reading, AuthorExample("light", arguments=(("more", "x"),)))
    assert odds.rows == ()
    assert "integer" in odds.message + odds.hint


def test_what_a_save_changed_is_told_by_its_meaning(pack: Path) -> None:
    """Words and comments are none of it."""
    memory = WorkMemory()
    reading = reading_of(memory, pack)
    before = {HEAD: OVERLAY.replace("to: 10}", "to: 9}").replace("# mine", "# yours")}
    effect = effect_of(memory, reading, before, LIGHT)
    assert effect.changes == (("tables.hours.rows.sun.light", "9", "10"),)
    moved = {row.name: (row.before, row.after) for row in effect.rows}
    assert moved["13"] == ("0.00%", "33.33%")
    same = effect_of(memory, reading, {HEAD: OVERLAY + "# more\n"}, LIGHT)
    assert same.changes == same.rows == ()
    broken = effect_of(memory, reading, {HEAD: "name: [\n"}, LIGHT)
    assert "errors before" in broken.message


def test_a_map_is_what_the_judge_sees() -> None:
    """A picture, also of a scenario that has none."""
    reading = reading_of(WorkMemory(), WITH_BOARD)
    assert reading.scenarios
    drawn = map_of_scenario(WorkMemory(), WITH_BOARD, reading.scenarios[0])
    assert "<svg" in drawn


# The desk, with its process.


def test_a_save_shows_what_moved(desk: AuthorDesk) -> None:
    """Old odds as old until the new ones are there; then what the save changed."""
    first = known(desk)
    assert figures(first)["13"] == ("0.00%", "33.33%", "+33.33")
    assert first.effect is None
    change = FigureChange("tables.hours.rows.sun.light", "10", "9")
    desk.set_figures([change])
    between = desk.view(LIGHT)
    assert between.token != first.token
    if between.is_working:
        assert "reading" in between.old
    after = known(desk)
    assert not after.old
    assert figures(after)["12"] == ("33.33%", "33.33%", "=")
    assert after.effect is not None
    assert after.effect.changes == ((change.path, "10", "9"),)
    assert {row.name for row in after.effect.rows} >= {"12", "13"}


def test_what_is_known_of_a_version_is_not_worked_out_again(desk: AuthorDesk) -> None:
    """Undone, it is there at once."""
    first = known(desk)
    desk.set_option("late", "no", "yes")
    known(desk)
    desk.files.undo()
    desk.look()
    again = desk.view(LIGHT)
    assert again.odds == first.odds
    assert not again.old & {"reading", "odds"}


def test_a_pack_with_errors_keeps_its_odds_as_old(desk: AuthorDesk) -> None:
    """An editor may save it so, too; the change is that from the last good text."""
    known(desk)
    path = desk.files.folder / HEAD
    path.write_text(OVERLAY.replace("to: 10}", "to: ten}"), encoding="utf-8")
    desk.look()
    wrong = known(desk)
    assert wrong.reading is not None
    assert wrong.reading.has_error
    assert wrong.reading.starts, "an example can still be chosen"
    assert "odds" in wrong.old
    (problem,) = wrong.reading.problems
    assert (problem.line, problem.code) == (7, "R301")
    path.write_text(OVERLAY.replace("to: 10}", "to: 11}"), encoding="utf-8")
    desk.look()
    mended = known(desk)
    assert mended.effect is not None
    assert mended.effect.changes == (("tables.hours.rows.sun.light", "10", "11"),)


def test_a_pack_below_is_looked_at_too(desk: AuthorDesk) -> None:
    known(desk)
    base = desk.files.folder.parent / "weather" / HEAD
    text = base.read_text(encoding="utf-8")
    base.write_text(text.replace("light: 8", "light: 7"), encoding="utf-8")
    until = time.monotonic() + PATIENCE
    while "8" not in figures(known(desk)) and time.monotonic() < until:
        time.sleep(0.1)
    assert figures(known(desk))["8"][0] == "33.33%"


def test_a_form_that_is_refused_changes_nothing(desk: AuthorDesk) -> None:
    with pytest.raises(Unusable):
        desk.set_option("late", "yes", "no")
    assert desk.files.read(HEAD).text == OVERLAY


def test_what_takes_too_long_is_ended(
    desk: AuthorDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And said; other things are worked out afterwards."""
    known(desk, None)
    monkeypatch.setattr(author_desk, "SECONDS", {**author_desk.SECONDS, "odds": 0.5})
    slow = AuthorExample("light", arguments=(("more", "2"),))
    monkeypatch.setattr(author_desk, "odds_of", sleeping)
    view = known(desk, slow)
    assert "longer" in view.odds_note
    monkeypatch.undo()
    assert figures(known(desk))


def sleeping(*_: object) -> None:
    """Take longer than any test."""
    time.sleep(600)


def failing(*_: object) -> None:
    raise ZeroDivisionError


def misspelt(*_: object) -> None:
    raise Unusable("there is no 'wether'", hint=did_you_mean("wether", ["weather"]))


def test_a_hint_to_a_near_name_comes_from_the_process() -> None:
    worker = AuthorWorker()
    try:
        worker.begin(misspelt)
        done = worker.done(PATIENCE)
        assert done is not None
        assert "weather" in done.hint
    finally:
        worker.end()


def test_a_worker_goes_on_after_a_failure() -> None:
    """Of the program, or of its process."""
    worker = AuthorWorker()
    try:
        worker.begin(failing)
        done = worker.done(PATIENCE)
        assert done is not None
        assert "ZeroDivisionError" in done.message
        worker.begin(sleeping)
        assert worker.done(0.1) is None
        worker.end()
        worker.begin(failing)
        assert worker.done(PATIENCE) == done
    finally:
        worker.end()
