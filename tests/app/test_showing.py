"""What `show` finds under a name, without a command line."""

from pathlib import Path

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


def page(pack: Pack, name: str | None) -> NamePage | OptionsPage | PackPage:
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


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("weathr", "weather"),
        ("zzzzzz", "umpire show yard"),
        ("tables", "umpire show yard"),
    ],
)
def test_an_unknown_name_has_a_hint(tmp_path: Path, name: str, hint: str) -> None:
    """A near name, else where the names are; the name of a section is none of them."""
    with pytest.raises(UnknownName) as raised:
        page(yard(tmp_path), name)
    assert hint in raised.value.hint
