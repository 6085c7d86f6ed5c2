"""What `show` finds under a name, without a command line."""

from pathlib import Path
from typing import Any

import pytest

from interpreter.app.showing import NamePage, OptionsPage, PackPage, page_of
from interpreter.diagnostics import UnknownName
from interpreter.pipeline.opening import Pack, open_pack
from interpreter.reports.colour import PLAIN
from interpreter.reports.text_layout import WIDTH
from tests.ruleset.packs import write

PACK = """
name: yard
seen_by: everyone
options:
  fog: {values: [yes, no], default: no}
types:
  weather: [rain, sun]
tables:
  weather: {of: 2d6, gives: weather, rows: {5-: rain, 6+: sun}}
procedures:
  look: {steps: [{roll: {dice: 2d6}}]}
"""


def yard(folder: Path, text: str = PACK) -> Pack:
    """Return a pack of which one name is in two sections."""
    return open_pack(write(folder, {"ruleset.yaml": text}), {})


def page(pack: Pack, name: str | None) -> Any:
    """Return what has a name."""
    return page_of("yard", name, pack, PLAIN, WIDTH)


def test_a_name_is_shown_from_every_section_that_has_it(tmp_path: Path) -> None:
    """With an empty line between, and its text is that of the records."""
    found = page(yard(tmp_path), "weather")
    assert isinstance(found, NamePage)
    assert sorted(shown.section for shown in found.output().shown) == [
        "tables",
        "types",
    ]
    assert found.text(PLAIN, WIDTH) == "\n\n".join(each.text for each in found.found)


def test_underscores_are_spaces(tmp_path: Path) -> None:
    """A name is shown however it is written."""
    pack = yard(tmp_path, PACK.replace("look:", "look out:"))
    for name in ("look out", "look_out"):
        found = page(pack, name)
        assert isinstance(found, NamePage)
        assert [shown.section for shown in found.output().shown] == ["procedures"]


def test_without_a_name_all_names_are_listed_by_section(tmp_path: Path) -> None:
    """What can be run is listed too."""
    found = page(yard(tmp_path), None)
    assert isinstance(found, PackPage)
    output = found.output()
    assert output.sections["tables"] == output.sections["types"] == ("weather",)
    assert output.sections["options"] == ("fog",)
    assert {"look", "weather"} <= {each.name for each in output.runs}
    assert "weather" in found.text(PLAIN, WIDTH)


def test_options_are_a_page_where_nothing_has_that_name(tmp_path: Path) -> None:
    """A pack without options has no such page, and its own name goes first."""
    found = page(yard(tmp_path / "some"), "options")
    assert isinstance(found, OptionsPage)
    assert [option.name for option in found.output().options] == ["fog"]
    bare = PACK.replace("options:\n  fog: {values: [yes, no], default: no}\n", "")
    with pytest.raises(UnknownName):
        page(yard(tmp_path / "none", bare), "options")
    named = page(yard(tmp_path / "named", PACK.replace("look:", "options:")), "options")
    assert isinstance(named, NamePage)
    assert [shown.section for shown in named.output().shown] == ["procedures"]


def test_the_name_of_a_section_lists_it(tmp_path: Path) -> None:
    """Where nothing has that name; also a section without any."""
    pack = yard(tmp_path)
    for section, names in (("tables", ("weather",)), ("scenarios", ())):
        found = page(pack, section)
        assert found.output().sections == {section: names}
        assert all(name in found.text(PLAIN, WIDTH) for name in names)


def test_a_type_that_is_the_keys_of_a_table_is_shown_as_the_table(
    tmp_path: Path,
) -> None:
    """Comments of `umpire new` name it where it has many values."""
    arms = (
        "  arms: {key: arm, columns: {length: integer}, rows: {bow: [1], axe: [2]}}\n"
    )
    pack = yard(tmp_path, PACK.replace("procedures:", f"{arms}procedures:"))
    found = page(pack, "arm")
    assert [shown.name for shown in found.output().shown] == ["arms"]


BOARD = """
boards:
  table: {cells: plane, ground: weather}
scenarios:
  walls:
    boards:
      table:
        size: 24 x 18
        ground: sun
        areas:
          wall: {line: [[10, 2], [10, 9]], wide: 0.25}
"""


def test_areas_of_a_scenario_are_shown_as_they_are_written(tmp_path: Path) -> None:
    """With their geometry, to be copied."""
    text = page(yard(tmp_path, PACK + BOARD), "walls").text(PLAIN, WIDTH)
    copied = text.partition("\nboards:\n")[2]
    assert copied == (
        "  table:\n    size: 24 x 18\n    ground: sun\n    areas:\n"
        "      wall: {line: [[10, 2], [10, 9]], wide: 0.25}"
    )


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("weathr", "weather"),
        ("zzzzzz", "umpire show yard"),
    ],
)
def test_an_unknown_name_has_a_hint(tmp_path: Path, name: str, hint: str) -> None:
    """A near name, else where the names are."""
    with pytest.raises(UnknownName) as raised:
        page(yard(tmp_path), name)
    assert hint in raised.value.hint
