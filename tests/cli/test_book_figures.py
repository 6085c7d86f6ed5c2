"""Figures of a book as its owner gives them: what was lost, in a pack that lacks it."""

import re

from tests.cli.calling import call, valid

PACK = "domains-at-war"
BOOK = "tests/house/my-book"
LOST = "rulesets/domains-at-war/lost_figures.yaml"
GIVEN = {"roster", "missile ranges", "deployment sizes", "unit saves"}


def tables(pack: str) -> set[str]:
    """Return the tables of lost figures that `check` lists of a pack."""
    found = valid(call("check", pack, "--quick", "--json"), "check")["problems"]
    assert not [each for each in found if each["severity"] != "note"]
    marks = [e for e in found if e["code"] in ("R510", "R511") and e["file"] == LOST]
    return {n for e in marks for n in re.findall("^table '(.*?)'", e["message"])}


def test_check_lists_them_until_they_are_given() -> None:
    """Those that the book has are listed no more, and no others."""
    lost = tables(PACK)
    assert lost > GIVEN
    assert tables(BOOK) == lost - GIVEN


def test_play_reads_them() -> None:
    """A range by the formation of its target, a roster with other columns, a saving
    throw of a troop, or none, and areas of other sizes."""
    told = valid(call("test", BOOK, "--own", "--json"), "test")
    assert told["failed"] == 0
    assert told["passed"] > 0
