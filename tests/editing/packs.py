"""A pack of two boats, one with an emoji and a block, and an overlay of it."""

from pathlib import Path

from interpreter.app.editing.workshop import EditedPack, Workshop

HEAD = """\
name: crossing
title: Two boats on a river 🚣
seats: side
seen_by: everyone
entities:
  side: {fields: {}}
  boat:
    owner: side
    fields:
      side: {type: side, seen_by: everyone}
      cargo: {type: integer 0..9, seen_by: everyone}
types:
  water: [calm, swift]
tables:
  current: {of: d6, gives: water, rows: {1-4: calm, 5+: swift}}
options:
  ice: {title: Ice on the river, values: [yes, no], default: no, rule: R-2}
modifiers:
  rowing(b:boat):
    title: What helps a boat
    rule: R-1
    groups:
      load:
        rows:
          heavy: {if: b.cargo > 5, add: -1}
          light: {if: b.cargo < 2, add: +1}
formulas:
  slow(b:boat) gives yes or no:
    title: Whether a boat is slow
    rule: [R-1, R-2]
    is: |
      # 🚣🚣 both lines count
      b.cargo > 4 and
      not option.ice
procedures:
  row(b:boat) gives integer:
    steps:
      - roll: {die: d6}
      - call: current()
        as: flow
      - if: flow is calm
        return: die + total(rowing(b))
      - {say: "🚣 {b} is slow", if: slow(b)}
      - return: 0
scenarios:
  morning:
    entities:
      red: {kind: side}
      gull: {kind: boat, side: red, cargo: 6}
"""
RULES = """\
R-1: {at: page 3, says: "A *heavy* boat is slow."}
R-2: {at: page 4, says: "On ice nobody is slow."}
"""
CASES = """\
cases:
  a heavy boat is slow:
    scenario: morning
    run: slow(gull)
    expect: {result: yes}
"""
OVERLAY = """\
name: windy
extends: ../crossing
options: {ice: yes}
change:
  modifiers.rowing.groups.load.rows.heavy.add: {expect: -1, to: -2}
"""


def write_crossing(folder: Path) -> Path:
    """Write the pack and its overlay; return the folder of the pack."""
    texts = {
        "crossing/ruleset.yaml": HEAD,
        "crossing/rulebook.yaml": RULES,
        "crossing/cases.yaml": CASES,
        "windy/ruleset.yaml": OVERLAY,
    }
    for path, text in texts.items():
        file = folder / path
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder / "crossing"


def opened(folder: Path, path: str = "ruleset.yaml") -> tuple[Workshop, EditedPack]:
    """Return a workshop in which a file of a pack is open, and the pack, checked."""
    workshop = Workshop()
    file = folder / path
    workshop.write(file, file.read_text(encoding="utf-8"))
    pack = workshop.pack_of(file)
    assert pack is not None
    pack.whole()
    return workshop, pack
