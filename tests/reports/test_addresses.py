"""What `show` says of a table is what a house rule writes."""

from pathlib import Path

import pytest

from interpreter.pipeline.loading import load
from interpreter.reports.declarations import address
from interpreter.ruleset.paths import find, parts_of
from interpreter.yaml import ScalarNode
from tests.games.playing import done

ROOT = Path(__file__).parents[2]
FUNCTIONS = ROOT / "tests" / "packs" / "functions"
PACKS = (FUNCTIONS, ROOT / "rulesets" / "acks-reconnaissance")

HOUSE = """
name: house
extends: {pack}
change:
  {path}: {{to: {to}}}
"""


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
def test_each_table_has_the_address_of_a_row(pack: Path) -> None:
    """It leads to one value, below the rows."""
    sections = load(pack).ruleset.sections  # type: ignore[union-attr]
    found = 0
    for section in ("tables", "modifiers"):
        for each in sections.get(section, {}).values():
            path = address(each, section)
            parts = parts_of(ScalarNode(path, each.span, ""))
            assert [part.text for part in parts[:2]] == [section, each.key]
            places = find(each.node, parts[2:])
            assert isinstance(places, list), path
            assert len(places) == 1, path
            found += 1
    assert found > 3


@pytest.mark.parametrize(
    ("table", "path", "to"),
    [
        ("weather", "tables.weather.rows.2-5", "large"),
        ("urn", "tables.urn.weights.3", "4"),
        ("verdict", "tables.verdict.rows.low", "n < 2"),
    ],
)
def test_a_house_rule_takes_the_address(
    tmp_path: Path, table: str, path: str, to: str
) -> None:
    """As it is shown."""
    assert f"to change its first row: {path}\n" in done("show", FUNCTIONS, table)
    text = HOUSE.format(pack=FUNCTIONS, path=path, to=to)
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    done("check", tmp_path)
    assert path in done("show", tmp_path, table)


def test_rows_have_their_ids_and_their_rules() -> None:
    """Where a row has no other name than what it gives, that stands there once."""
    shown = done("show", "limited-intelligence", "standing_formations")
    assert "not activated   deployed     not activated      LI-27.2.3-d\n" in shown
    assert "tables.standing_formations.rows.not_activated.give" in shown
    assert "  gives  when\n" in done("show", FUNCTIONS, "verdict")
