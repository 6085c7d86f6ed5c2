"""What a Judge may get wrong in a scenario on a map: said clearly, where it stands."""

from pathlib import Path
from shutil import copytree

import pytest

from tests.cli.calling import ROOT, call

CAMPAIGN = "tests/packs/campaign"
LOOK = ("--with", "o=reds", "--with", "t=blues")


def broken(folder: Path, old: str, new: str) -> Path:
    """Return the pack with one place of its scenarios changed."""
    pack = folder / "campaign"
    copytree(ROOT / CAMPAIGN, pack)
    file = pack / "scenarios.yaml"
    text = file.read_text(encoding="utf-8")
    head, found, rest = text.partition(old)
    assert found
    file.write_text(head + new + rest, encoding="utf-8")
    return pack


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("watchers: {", "reds: {", "24:7: R003 'reds' occurs twice in this map"),
        ("watchers: {", "tower: {", "26:7: R003 'tower' occurs twice in this map"),
        ("watchers: {", "north road: {", "24:7: R003 'north road' occurs twice"),
        ("side, captain: ann, divisions: [guard]", "side, divisions: [guard]",
         "24:7: R102 'watchers' has no captain"),
        ("captain: bob", "captain: bib", "25:53: R301 unknown name 'bib'"),
        ("at: 1911", "at: 3111", "21:59: R313 hex '3111' is not on the map"),
        ("at: 1911", "at: 19111", "21:59: R313 '19111' is not the label of a hex"),
        ("men: 2000", "men: -1", "21:49: R406 -1 is out of bounds"),
        ("trail: [0808,", "trail: [0800,", "23:136: R313 hex '0800' is not"),
        ("road: [0708,", "road: [0725,", "10:22: R313 hex '0725' is not on the map"),
    ],
)  # fmt: skip
def test_a_scenario_is_refused_where_it_is_wrong(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    pack = broken(tmp_path, old, new)
    found = call("run", str(pack), "week", "--scenario", "border")
    assert found.code == 3
    assert f"scenarios.yaml:{said}" in found.talk
    assert found.out == ""


def test_a_host_of_nobody_is_found_where_a_rule_needs_one(tmp_path: Path) -> None:
    """Nothing is told: the run stops at the formula."""
    pack = broken(tmp_path, "divisions: [guard]", "divisions: []")
    found = call("run", str(pack), "week", "--scenario", "border")
    assert found.code == 3
    assert "formulas.yaml:8:3: R704" in found.talk
    assert found.out == ""


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("zone", "--with", "h=nobody"), "--with h: 'nobody' does not fit"),
        (("large_apart", "--with", "a=1508", "--with", "b=3111"),
         "--with b: '3111' does not fit: hex '3111' is not on the map"),
        (("march", "--with", "h=reds", "--with", "path=[0909, 0999]"),
         "--with path: '[0909, 0999]' does not fit: hex '0999' is not on the map"),
        (("post", "--with", "w=tower", "--answer", "spot=3111"), "'3111' does not fit"),
        (("post", "--with", "w=tower", "--answer", "spot=0101"), "not offered"),
    ],
)  # fmt: skip
def test_a_hex_that_is_not_there_is_refused(given: tuple[str, ...], said: str) -> None:
    """On the command line, alone and in a list, and as an answer."""
    found = call("run", CAMPAIGN, *given, "--scenario", "border")
    assert found.code == 3
    assert said in found.talk
    assert found.out == ""
