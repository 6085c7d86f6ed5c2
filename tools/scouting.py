#!/usr/bin/env python3
"""One situation in five books: somebody looks for an enemy who hides.

Each book has a step of its own that makes looking easier or harder: a point of the
modifier in ACKS II, a point between perception and stealth, an inch in Rencounter, a
hex in Limited Intelligence. The script asks each ruleset, through the public API, how
likely it is that the enemy is found, from six steps too hard to six steps easy, and
draws the chances beside each other.

    python -m tools.scouting            prints the table
    python -m tools.scouting --write    writes rulesets/scouting.svg and scouting.csv
"""

import csv
import sys
from collections.abc import Mapping
from fractions import Fraction
from io import StringIO
from pathlib import Path

from interpreter import draw_curves, open_ruleset

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "rulesets" / "scouting.svg"
TABLE = ROOT / "rulesets" / "scouting.csv"
STEPS = range(-6, 7)
STEALTH = 6
"""The stealth against which perception from 0 to 12 is tried."""

Chances = Mapping[int, Fraction]


def by_modifier() -> Chances:
    """Return the chances of ACKS II: a report of any kind, by the modifier of 2d6."""
    recon = open_ruleset("acks-reconnaissance")
    sweep = recon.sweep("reconnaissance roll", over={"modifier": STEPS})
    found = sweep.chances("marginal success+")
    return {step: found[Fraction(step)] for step in STEPS}


def by_perception() -> Chances:
    """Return the chances of the page on concealment: success or better, by how much
    perception is above stealth."""
    concealment = open_ruleset("concealment")
    levels = [STEALTH + step for step in STEPS]
    sweep = concealment.sweep("contest", over={"perception": levels}, stealth=STEALTH)
    found = sweep.chances("success+")
    return {step: found[Fraction(STEALTH + step)] for step in STEPS}


def by_inches() -> Chances:
    """Return the chances of Rencounter: a d12 under the number that each inch makes
    smaller; step 0 is six inches away."""
    rencounter = open_ruleset("rencounter")
    faces = range(1, 13)
    chances = {}
    for step in STEPS:
        given = {"inches": 6 - step, "times": 1, "bonus": 0}
        below = rencounter.run("spotted below", arguments=given).value
        assert isinstance(below, int | Fraction)
        chances[step] = Fraction(sum(face < below for face in faces), len(faces))
    return chances


def by_hexes() -> Chances:
    """Return the chances of Limited Intelligence: who is within the distance and in
    sight is seen, without a die; step 0 is at that distance."""
    limited = open_ruleset("limited-intelligence")
    far = limited.run("spotting distance").value
    assert isinstance(far, int)
    return {step: Fraction(far - step <= far) for step in STEPS}


def curves() -> dict[str, Chances]:
    """Return the chances of each book."""
    return {
        "ACKS II": by_modifier(),
        "concealment": by_perception(),
        "Rencounter": by_inches(),
        "Limited Int.": by_hexes(),
    }


NOTES = (
    "A step is a point of the modifier (ACKS II), a point of perception above stealth "
    "(concealment), an inch nearer than six (Rencounter), a hex nearer than the "
    "spotting distance (Limited Intelligence).",
    "Domains at War: Battles has no such roll: both armies stand on the map.",
)


def picture(found: Mapping[str, Chances]) -> str:
    """Return the chances as a picture."""
    title = "To find an enemy who hides, in five books"
    return draw_curves(title, "steps in favour of who looks", found, NOTES)


def table(found: Mapping[str, Chances]) -> str:
    """Return the chances as CSV, one line a step."""
    written = StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(["step", *found])
    for step in STEPS:
        writer.writerow(
            [step, *(f"{float(curve[step]):.4f}" for curve in found.values())]
        )
    return written.getvalue()


def main(arguments: list[str]) -> int:
    """Print the table, or write both files."""
    found = curves()
    if "--write" in arguments:
        PICTURE.write_text(picture(found), encoding="utf-8")
        TABLE.write_text(table(found), encoding="utf-8")
        print(f"{PICTURE.relative_to(ROOT)} and {TABLE.relative_to(ROOT)} written")
    else:
        print(table(found), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
