"""Maps of scenarios, and what stands in their pictures."""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from interpreter.app.maps import drawn_for
from interpreter.engine.once import initial
from interpreter.maps.plan import HexPlan
from interpreter.maps.plane.plan import TablePlan
from interpreter.pipeline.opening import open_pack

ROOT = Path(__file__).parents[2]
SVG = "{http://www.w3.org/2000/svg}"
RECON = "rulesets/acks-reconnaissance"
BOARDS, CAMPAIGN = "tests/packs/boards", "tests/packs/campaign"
OUTPOSTS = "tests/packs/outposts"
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
    (OUTPOSTS, "ridge", "judge"),
    (OUTPOSTS, "ridge", "red"),
    (OUTPOSTS, "far", "judge"),
    ("rulesets/limited-intelligence", "torgau", "judge"),
)
WIDE = 0.6  # of a letter of its size, as it is in most fonts


@cache
def plans(pack: str, scenario: str, seat: str = "judge") -> tuple[HexPlan, ...]:
    """Return the maps of a scenario as a seat sees it when it begins."""
    found = open_pack(ROOT / pack, {}).under(scenario)
    state = initial(found.program, scenario)
    every = drawn_for(seat, found, scenario, state)
    return tuple(each for each in every if isinstance(each, HexPlan))


@cache
def tables(pack: str, scenario: str, seat: str = "judge") -> tuple[TablePlan, ...]:
    """Return the maps of planes of a scenario as a seat sees it when it begins."""
    found = open_pack(ROOT / pack, {}).under(scenario)
    state = initial(found.program, scenario)
    every = drawn_for(seat, found, scenario, state)
    return tuple(each for each in every if isinstance(each, TablePlan))


def read(picture: str) -> ElementTree.Element:
    """Return a picture as the standard library reads it."""
    return ElementTree.fromstring(picture)


@dataclass(frozen=True)
class Box:
    """Where words stand on the page."""

    said: str
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Box") -> bool:
        """Tell whether two boxes overlap by more than a hair."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > 0.3 and down > 0.3


def boxes(picture: ElementTree.Element) -> list[Box]:
    """Return all words of a picture with the room that they take."""
    return list(_boxes(picture, 0.0, 0.0))


def _boxes(each: ElementTree.Element, x: float, y: float) -> Iterator[Box]:
    found = re.match(r"translate\((\S+) (\S+)\)", each.get("transform", ""))
    if found:
        x, y = x + float(found[1]), y + float(found[2])
    if each.tag == f"{SVG}text":
        size, said = float(each.get("font-size", "0")), each.text or ""
        wide = WIDE * size * len(said)
        left = x + float(each.get("x", "0"))
        left -= wide / 2 if each.get("text-anchor") == "middle" else 0
        base = y + float(each.get("y", "0"))
        yield Box(said, left, base - 0.73 * size, left + wide, base)
    for inner in each:
        yield from _boxes(inner, x, y)


def titles(picture: ElementTree.Element) -> list[str]:
    """Return what each thing drawn says that it is, once for each."""
    return [each.text or "" for each in picture.iter(f"{SVG}title")][1:]
