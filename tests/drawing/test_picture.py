"""Pictures: well-formed, alone, readable, and everything in them once."""

import re
from collections import Counter

import pytest

from interpreter.drawing.picture import PAGE, picture
from tests.drawing.looking import SVG, boxes, plans, read, titles

RECON = "rulesets/acks-reconnaissance"
BOARDS, CAMPAIGN = "tests/packs/boards", "tests/packs/campaign"
SCENES = (
    (RECON, "campaign-week", "judge"),
    (RECON, "campaign-week", "north_side"),
    (RECON, "elves-and-goblins", "elf_side"),
    (RECON, "sizes", "judge"),
    (RECON, "places", "judge"),
    (BOARDS, "valley", "judge"),
    (BOARDS, "open", "judge"),
    (CAMPAIGN, "border", "red_side"),
    (CAMPAIGN, "wide", "judge"),
)
scenes = pytest.mark.parametrize("scene", SCENES)


@scenes
def test_it_stands_alone(scene: tuple[str, str, str]) -> None:
    """It is XML that needs nothing else, and says what it is."""
    drawn = picture(plans(*scene))
    found = read(drawn)
    assert found.tag == f"{SVG}svg"
    assert found[0].tag == f"{SVG}title"
    assert scene[2] in (found[0].text or "")
    assert found[1].tag == f"{SVG}desc"
    assert not re.search(r"(href|src)=\"(?!#)|url\((?!#)|<script|@import|<!", drawn)
    assert drawn.count("http") == 1


@scenes
def test_every_thing_is_drawn_once(scene: tuple[str, str, str]) -> None:
    """Each counter says whose it is; one in two panels that overlap stands in both."""
    maps = plans(*scene)
    said = Counter(titles(read(picture(maps))))
    pieces = [each for plan in maps for each in plan.pieces]
    for each in pieces:
        role = f": {each.role}" if each.role else ""
        found = said[f"{each.name} ({each.kind}){role}"]
        parts = sum(title.startswith("part ") for title in said)
        assert found == 1 if not parts else 1 <= found <= parts, each


@scenes
def test_no_words_collide(scene: tuple[str, str, str]) -> None:
    """Neither labels nor marks nor the legend, and all lie on the page."""
    found = boxes(read(picture(plans(*scene))))
    meeting = [
        (one.said, other.said)
        for at, one in enumerate(found)
        for other in found[at + 1 :]
        if one.meets(other)
    ]
    assert not meeting
    assert all(each.left >= 0 and each.right <= PAGE for each in found)


def test_what_a_seat_may_not_know_is_not_there() -> None:
    """The south is on the judge's map, and nowhere in the north's."""
    judge, north = (
        picture(plans(RECON, "campaign-week", each)) for each in ("judge", "north_side")
    )
    for name in ("warlord_left", "raider_division", "ambush_division"):
        assert name in judge
        assert name not in north
    assert "duke_main" in north
