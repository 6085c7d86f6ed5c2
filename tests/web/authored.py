"""A small pack and an overlay of it, as an author has them beside each other."""

from __future__ import annotations

from pathlib import Path

BASE = """\
name: weather
title: What the sky does
seen_by: everyone
types:
  sky: [rain, cloud, sun]
options:
  late: {title: Whether it is late in the year, values: [yes, no], default: no}
tables:
  sky of a day:
    of: 1d6
    gives: sky
    rows: {1-2: rain, 3-4: cloud, 5-6: sun}
  hours:
    key: sky
    columns: {light: integer, 'of sun': integer}
    rows:
      rain: {light: 6, 'of sun': 0}
      cloud: {light: 8, 'of sun': 2}
      sun: {light: 9, 'of sun': 8}
modifiers:
  warmth:
    takes: {at: sky}
    groups:
      day:
        hit: collect
        rows: {clear: {if: at is sun, add: 2}, wet: {if: at is rain, add: -1}}
procedures:
  light:
    takes: {more: integer 0..9}
    gives: integer
    steps:
      - roll: {die: d6}
      - let: {day: sky of a day(die)}
      - return: hours[day].light + more + total(warmth(day))
entry_points:
  light: {call: light(more), takes: {more: integer 0..9}, gives: integer}
"""
OVERLAY = """\
# mine
name: dull
extends: ../weather

change:
  # what I changed first
  tables.hours.rows.sun.light: {expect: 9, to: 10}  # long days

# the end
"""
EXAMPLE = "run=light&with.more=1"


def overlay(folder: Path, text: str = OVERLAY) -> Path:
    """Write both packs; return the folder of the overlay."""
    for name, written in (("weather", BASE), ("dull", text)):
        (folder / name).mkdir()
        (folder / name / "ruleset.yaml").write_text(written, encoding="utf-8")
    return folder / "dull"
