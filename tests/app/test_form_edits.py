"""What forms write: edits at places in the text; comments and order stay."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from interpreter import UnknownName, Unusable, open_ruleset
from interpreter.app.authoring.form_edits import (
    FigureChange,
    table_forms,
    with_figures,
    with_option,
)
from interpreter.pipeline.loading import Loaded, load_files
from interpreter.reports.text_edits import FileEdit
from tests.web.authored import OVERLAY, overlay

OWN = "tables.hours.rows.sun.light"
BELOW = "tables.sky of a day.rows.3-4"
ADDED = "modifiers.warmth.groups.day.rows.clear.add"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return overlay(tmp_path)


def read(pack: Path) -> Loaded:
    return load_files(pack)


def written(edits: Sequence[FileEdit]) -> str:
    """Write the edits of one file; return its text."""
    (edit,) = edits
    Path(edit.file).write_text(edit.after, encoding="utf-8")
    return edit.after


def test_tables_and_modifiers_are_forms(pack: Path) -> None:
    """With each figure by its path; who says it is told."""
    forms = {form.name: form for form in table_forms(read(pack))}
    assert list(forms) == ["sky of a day", "hours", "warmth"]
    assert forms["hours"].columns == ("light", "of sun")
    own = [cell.path for form in forms.values() for cell in form.cells if cell.is_own]
    assert own == [OWN]
    assert [cell.text for cell in forms["warmth"].cells] == ["2", "-1"]


def test_a_figure_of_ones_own_is_written_where_it_stands(pack: Path) -> None:
    edits = with_figures(read(pack), [FigureChange(OWN, "10", "12")])
    assert written(edits) == OVERLAY.replace("to: 10}  # long", "to: 12}  # long")


def test_a_figure_of_the_pack_below_becomes_a_change(pack: Path) -> None:
    """Which expects what was there; comments stay, and it counts."""
    changes = [FigureChange(BELOW, "cloud", "rain"), FigureChange(ADDED, "2", "+3")]
    text = written(with_figures(read(pack), changes))
    new = [line for line in text.splitlines() if line not in OVERLAY.splitlines()]
    assert new == [
        f"  {BELOW}: {{expect: cloud, to: rain}}",
        f"  {ADDED}: {{expect: 2, to: +3}}",
    ]
    assert "".join(line for line in text.splitlines(True) if line[:-1] not in new) == (
        OVERLAY
    )
    odds = open_ruleset(pack).odds("light", more=0)
    assert {int(str(key)): str(each) for key, each in odds.items()} == {
        5: "2/3",
        13: "1/3",
    }
    again = with_figures(read(pack), [FigureChange(BELOW, "rain", "cloud")])
    assert f"{BELOW}: {{expect: cloud, to: cloud}}" in written(again)


@pytest.mark.parametrize(
    "text",
    [
        "name: dull\nextends: ../weather\n",
        "name: dull\nextends: ../weather",
        "name: dull\r\nextends: ../weather\r\n",
        "name: dull\nextends: ../weather\nchange:\n\n# the end\n",
        "name: dull\nextends: ../weather\nchange: {}\noptions: {}\n",
        f"name: dull\nextends: ../weather\nchange: {{{OWN}: {{expect: 9, to: 10}}}}\n",
    ],
)
def test_a_map_that_is_not_there_is_begun(tmp_path: Path, text: str) -> None:
    """At the end of the file, or where it is empty."""
    pack = overlay(tmp_path, "")
    (pack / "ruleset.yaml").write_bytes(text.encode())
    edits = with_figures(read(pack), [FigureChange(BELOW, "cloud", "rain")])
    (pack / "ruleset.yaml").write_bytes(edits[0].after.encode())
    after = {c.path: c for form in table_forms(read(pack)) for c in form.cells}
    assert after[BELOW].text == "rain"
    edits = with_option(read(pack), "late", "no", "yes")
    (pack / "ruleset.yaml").write_bytes(edits[0].after.encode())
    assert read(pack).problems == ()
    assert ("\r\n" in text) == ("\r\n" in edits[0].after)
    assert "\n" not in edits[0].after.replace("\r\n", "") or "\r" not in text


def test_what_another_has_changed_is_not_written_over(pack: Path) -> None:
    for change in (FigureChange(OWN, "9", "12"), FigureChange(BELOW, "sun", "rain")):
        with pytest.raises(Unusable) as raised:
            with_figures(read(pack), [change])
        assert "by now" in raised.value.message
    assert not with_figures(read(pack), [FigureChange(OWN, "9", "9")])


@pytest.mark.parametrize("text", ["a: b", "[1, 2]", "# x", "'", '"', "{", "a\nb", "é"])
def test_whatever_is_typed_stays_one_text(pack: Path, text: str) -> None:
    """The check says what is wrong with it, not the reader of the file."""
    text_now = written(with_figures(read(pack), [FigureChange(BELOW, "cloud", text)]))
    cells = {c.path: c for form in table_forms(read(pack)) for c in form.cells}
    assert cells[BELOW].text == " ".join(text.split())
    assert "# the end" in text_now


def test_a_figure_needs_a_text_and_a_place(pack: Path) -> None:
    with pytest.raises(Unusable):
        with_figures(read(pack), [FigureChange(OWN, "10", " ")])
    with pytest.raises(UnknownName):
        with_figures(read(pack), [FigureChange("tables.hours.gives", "a", "b")])


def test_an_option_is_set_in_the_head(pack: Path) -> None:
    """And set anew there; one that is no value is refused."""
    text = written(with_option(read(pack), "late", "no", "yes"))
    assert text == f"{OVERLAY}\noptions:\n  late: yes\n"
    assert open_ruleset(pack).option_values["late"] == ("yes", "no")
    assert written(with_option(read(pack), "late", "yes", "no")).endswith("late: no\n")
    with pytest.raises(Unusable):
        with_option(read(pack), "late", "no", "perhaps")
    with pytest.raises(Unusable):
        with_option(read(pack), "late", "yes", "no")
    with pytest.raises(UnknownName):
        with_option(read(pack), "early", "no", "yes")


def test_an_option_of_ones_own_has_another_default(tmp_path: Path) -> None:
    """Of a pack that extends none."""
    overlay(tmp_path)
    pack = tmp_path / "weather"
    text = written(with_option(read(pack), "late", "no", "yes"))
    assert "values: [yes, no], default: yes}" in text
    path = pack / "ruleset.yaml"
    path.write_text(text.replace(", default: yes", ""), encoding="utf-8")
    assert "values: [yes, no], default: yes}" in written(
        with_option(read(pack), "late", "no", "yes")
    )


def test_a_pack_that_cannot_be_read_has_no_forms(pack: Path) -> None:
    (pack / "ruleset.yaml").write_text("name: [\n", encoding="utf-8")
    assert table_forms(read(pack)) == ()
    with pytest.raises(Unusable):
        with_figures(read(pack), [FigureChange(OWN, "10", "12")])
    with pytest.raises(UnknownName):
        with_option(read(pack), "late", "no", "yes")
