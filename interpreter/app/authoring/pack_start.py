"""The files of a pack of one's own: a table, modifiers, a procedure and what runs it,
one rule and a case that tests it, each with a comment that says what it is for."""

from shlex import quote

from interpreter.yaml.writing import scalar

RULESET = """\
# yaml-language-server: $schema=.umpire/ruleset.schema.json
# A ruleset of your own: replace what is here, part by part, with your rules.
# What follows a '#' is a comment. The blanks at the beginning of a line say what
# belongs to what; tabs are not allowed. A name may have blanks; in an expression an
# underscore stands for each: river crossing, river_crossing.
name: {name}
title: A ruleset of my own
seen_by: everyone                # nothing in these rules is secret

# What people run, such as:
#   umpire odds {folder} cross --with loaded=yes --with wind=6
entry_points:
  cross(loaded:yes or no, wind:integer 0..12) gives result of a crossing:
    call: cross_the_river(loaded, wind)

# Words of your rules, the worst first: with an order, 'at least late' means something.
types:
  result of a crossing: [turned back, late, across]

# A row has a band of the sum of dice and modifiers; every sum must be in one band.
tables:
  river crossing:
    title: Crossing a river in a boat
    rule: RIVER-1                # the rule in rulebook.yaml that this table carries
    of: integer
    gives: result of a crossing
    rows: {{4-: turned back, 5-7: late, 8+: across}}

# A list of what is added to the dice. All rows whose condition is true count.
modifiers:
  crossing modifiers(loaded:yes or no, wind:integer 0..12):
    rule: RIVER-1
    groups:
      boat:
        rows:
          loaded: {{if: loaded, add: -1}}
      weather:
        on: wind                 # rows by a number instead of a condition
        rows: {{0-5: 0, 6+: -2}}

# What happens, step by step.
procedures:
  cross the river(loaded:yes or no, wind:integer 0..12) gives result of a crossing:
    rule: RIVER-1
    steps:
      - roll: {{dice: 2d6}}
        for: a crossing
      - let: {{added: "total(crossing_modifiers(loaded, wind))"}}
      - return: river_crossing(sum(dice) + added)
"""
RULEBOOK = """\
# yaml-language-server: $schema=.umpire/rulebook.schema.json
# The rules of your source: an id that you choose, where it stands, what kind of rule
# it is, and one line in your own words. Which of them nothing carries or tests:
#   umpire coverage {folder}
RIVER-1:
  at: page 1
  kinds: [table, modifier]
  says: Who crosses a river rolls two dice; a load and wind make it harder
"""
CASES = """\
# yaml-language-server: $schema=.umpire/part.schema.json
# Tests of your rules, each a call, its dice and what must come out. They are run by:
#   umpire test {folder}
cases:
  # Seven on the dice, less 1 for the load and 2 for the wind, are four.
  a loaded boat in a gale:
    rule: RIVER-1
    run: cross(yes, 6)           # the arguments, in the order in which they are taken
    dice: {{dice: [3, 4]}}
    expect: {{result: turned back}}
  # Cases that are alike are a table: a column for each word that differs.
  an empty boat in a calm:
    rule: RIVER-1
    columns: [fell, outcome]
    run: cross(no, 0)
    dice: {{dice: fell}}
    expect: {{result: outcome}}
    rows:
      a five is late: [[2, 3], late]
      an eight is across: [[4, 4], across]
"""
FILES = (("ruleset.yaml", RULESET), ("rulebook.yaml", RULEBOOK), ("cases.yaml", CASES))


def pack_texts(name: str, folder: str) -> dict[str, str]:
    """Return the text of each file by its name; `folder` is how the pack is named on a
    command line."""
    fields = {"name": scalar(name), "folder": quote(folder)}
    return {file: text.format(**fields) for file, text in FILES}
