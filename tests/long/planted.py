"""Four mistakes in every expression of every pack: each is an error at its line, and
the first. They are read in groups (`tests.planting_groups`); a fault is always one of a
mistake that was read alone."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.planting import MISTAKES, spots
from tests.planting_groups import Readings, grouped, plant_groups
from tests.trial import ROOT, packs

Result = dict[str, Any]

PARTS = 12
"""Batches of a published pack, and one more for what is read under other options than
the default; the packs of the tests have one each."""
SMALL = ROOT / "tests/packs"


def _small() -> list[Path]:
    return sorted(file.parent for file in SMALL.glob("*/ruleset.yaml"))


def batches() -> int:
    """Return the number of batches for all packs."""
    return len(packs()) * (PARTS + 1) + len(_small())


def run(batch: int, seed: int) -> Result:
    """Plant the mistakes of one batch; which they are hangs on no seed."""
    published = len(packs()) * (PARTS + 1)
    if batch < published:
        pack, part = packs()[batch // (PARTS + 1)], batch % (PARTS + 1)
    else:
        pack, part = _small()[batch - published], PARTS
    of_small = batch >= published
    found = spots(pack, options=part == PARTS)
    if part == PARTS and not of_small:
        found = [spot for spot in found if spot.options]
    groups = grouped(pack, {spot: tuple(MISTAKES) for spot in found})
    if part < PARTS:
        groups = groups[part::PARTS]
    mistakes = [mistake for _, group in groups for mistake in group]
    readings = Readings()
    planted = list(plant_groups(pack, groups, readings))
    if len(planted) != len(mistakes):
        raise AssertionError(f"{len(planted)} verdicts of {len(mistakes)} mistakes")
    first = next(iter(MISTAKES))
    return {
        "pack": "the packs of the tests" if of_small else pack.name,
        "spots": sum(mistake.kind == first for mistake in mistakes),
        "count": len(planted),
        "readings": readings.groups + readings.single,
        "silent": sum(not each.places for each in planted),
        "faults": [str(each) for each in planted if each.fault],
    }


def summary(results: Sequence[Result]) -> list[str]:
    """Return a table with a row for each pack."""
    lines = [
        "| pack | expressions | mistakes | readings | nothing reported "
        "| not the first error |",
        "|---|---|---|---|---|---|",
    ]
    for pack in sorted({each["pack"] for each in results}):
        own = [each for each in results if each["pack"] == pack]
        spots_, count, readings, silent = (
            sum(each[key] for each in own)
            for key in ("spots", "count", "readings", "silent")
        )
        late = sum(len(each["faults"]) for each in own) - silent
        lines.append(
            f"| {pack} | {spots_} | {count} | {readings} | {silent} | {late} |"
        )
    return lines
