"""R5: sense."""

from interpreter.diagnostics.catalogue.code import Code

SENSE = (
    Code(
        "R501",
        "error",
        "A table has a gap",
        why="Sooner or later that value comes, and the table has no answer.",
        bad=("of: 2d6\nrows: {2-5: rain, 7-12: sun}"),
        good=("of: 2d6\nrows: {2-6: rain, 7-12: sun}"),
    ),
    Code(
        "R502",
        "error",
        "Two rows of a table overlap",
        why="For one value two rows answer.",
        bad="rows: {1-3: rain, 3-6: sun}",
        good="rows: {1-3: rain, 4-6: sun}",
    ),
    Code(
        "R503",
        "error",
        "A row that can never be chosen",
        why="What stands before it, or the type, leaves nothing for this row.",
        bad=("of: d6\nrows: {1-6: rain, 7+: sun}"),
        good=("of: d6\nrows: {1-5: rain, 6: sun}"),
    ),
    Code(
        "R504",
        "warning",
        "A name that nothing uses",
        why="It was forgotten, or its use is misspelt.",
        bad=("takes: {a: integer, b: integer}\nis: a + 1"),
        good=("takes: {a: integer}\nis: a + 1"),
    ),
    Code(
        "R505",
        "error",
        "A match without a row for every value",
        why=(
            "A value that was forgotten would pass in silence; '[]' says that "
            "nothing is done."
        ),
        bad=("- match: colour\n  rows:\n    red: [{call: stop()}]"),
        good=("- match: colour\n  rows:\n    red: [{call: stop()}]\n    blue: []"),
    ),
    Code(
        "R506",
        "error",
        "Formulas that call each other in a circle",
        why=(
            "Such a formula would never end; a procedure may repeat, a formula may not."
        ),
        bad=("here: {is: there() + 1}\nthere: {is: here() + 1}"),
        good=("here: {is: there() + 1}\nthere: {is: 1}"),
    ),
    Code(
        "R507",
        "warning",
        "Steps that can never be reached",
        why="The step before always leaves.",
        bad=("- return: 3\n- call: march()"),
        good=("- call: march()\n- return: 3"),
    ),
    Code(
        "R508",
        "error",
        "A cell is missing",
        why="Each row of a look-up table says something in each column.",
        bad=("columns: {reach: integer, rate: integer}\nrows:\n  long: {reach: 9}"),
        good=(
            "columns: {reach: integer, rate: integer}\n"
            "rows:\n"
            "  long: {reach: 9, rate: 1}"
        ),
    ),
    Code(
        "R509",
        "error",
        "A procedure can end without the value that it gives",
        why="On some way through the steps no 'return' is met.",
        bad=("gives: integer\nsteps:\n  - if: ready\n    return: 1"),
        good=("gives: integer\nsteps:\n  - if: ready\n    return: 1\n  - return: 0"),
    ),
    Code(
        "R510",
        "note",
        "Figures that are still missing",
        why=(
            "The rulebook does not print them, and the pack marks them so "
            "('status: needs_figure'). What stands here is a stopgap on which "
            "results depend. Nothing is broken; the list says what to look up, in a "
            "pack that extends this one too, until it gives figures of its own."
        ),
        bad="{is: 4, status: needs_figure}",
        good="{is: 4, rule: MOVE-3}",
    ),
    Code(
        "R511",
        "note",
        "Figures that do not stand in the rulebook",
        why=(
            "The rulebook has no figures here, or others, and the pack marks its own "
            "('status: house') or those that somebody else tells ('status: reported'). "
            "Nothing is broken; who compares with the book should know, and has "
            "the list of what to replace: it is told of a pack that extends this one "
            "too, until that gives figures of its own."
        ),
        bad="{is: 4, status: house}",
        good="{is: 4, rule: MOVE-3}",
    ),
    Code(
        "R512",
        "note",
        "Rules of the book that are not implemented",
        why="The index gives another status; whoever plays should know what is left.",
        bad='ACKS-1: {says: "Fog hides the road", status: later}',
        good='ACKS-1: {says: "Fog hides the road"}',
    ),
    Code(
        "R513",
        "warning",
        "An implemented rule that nothing carries",
        why=(
            "The index says that the rule is there, but no table, row, step, field "
            "or option names it; a case that tries it is not enough."
        ),
        bad='MOVE-3: {says: "A march takes a day"}\n# and no "rule: MOVE-3"',
        good="formulas:\n  march: {rule: MOVE-3, is: 6}",
    ),
    Code(
        "R514",
        "error",
        "A clause that cannot mean anything",
        why=(
            "'must' takes away the 'or' that stands beside it; 'if_none' looks at "
            "what one seat is offered, before 'such_that'; with 'how_many' nothing is "
            "an empty list, so 'or: none' has no place beside it. 'turn_cost' and "
            "'facing' speak of the turns that 'may_turn' of a walk allows. 'else' "
            "belongs to an 'if' or an 'only' of its step, 'at_most' to an 'again'."
        ),
        bad="- choose: target\n  by: side\n  from: near\n  must: steady",
        good="- choose: target\n  by: side\n  from: near\n  or: none\n  must: steady",
    ),
    Code(
        "R515",
        "error",
        "A board or map that cannot be",
        why="What is said of the board or of its map does not go together.",
        bad="small: {cells: hexes, grouped_into: large, side: 0}",
        good="small: {cells: hexes, grouped_into: large, side: 4}",
    ),
    Code(
        "R516",
        "error",
        "A case that expects nothing",
        why=(
            "It passes whatever comes out, so it proves nothing, and looks as if it "
            "did."
        ),
        bad="calm:\n  run: weather(2)",
        good="calm:\n  run: weather(2)\n  expect: {result: calm}",
    ),
    Code(
        "R517",
        "warning",
        "A die of 66 sides",
        why=(
            "Books write d66 for two dice of six sides, read as tens and ones. Here "
            "it is one die, on which 7, 17 or 40 may fall as well."
        ),
        bad="weather: {of: d66, rows: {11-36: rain, 41-66: sun}}",
        good=(
            "weather: {of: integer 11..66, rows: {11-40: rain, 41-66: sun}}\n"
            "# - roll: {tens: d6, ones: d6}\n"
            "# - return: weather(10 * tens + ones)"
        ),
    ),
    Code(
        "R518",
        "warning",
        "A row that goes beyond what can come",
        why=(
            "A part of its band can never come: a figure is mistyped, or the dice are. "
            "A band without an end, as 10+, says that all above is meant."
        ),
        bad="weather: {of: 2d6, rows: {1-6: rain, 7-12: sun}}",
        good="weather: {of: 2d6, rows: {2-6: rain, 7-12: sun}}",
    ),
    Code(
        "R519",
        "error",
        "A procedure that never ends",
        why=(
            "On every path it comes to call itself again, whatever is decided or "
            "rolled. A procedure may call itself where a condition can lead past it."
        ),
        bad="march:\n  steps:\n    - roll: {die: d6}\n    - call: march()",
        good=(
            "march:\n  steps:\n    - roll: {die: d6}\n"
            "    - if: die < 6\n      call: march()"
        ),
    ),
    Code(
        "R520",
        "error",
        "Triggers that no order fits",
        why="Each is to come before another of them, so none can be the first.",
        bad=(
            "triggers:\n  burn: {on: fired, after: smoke, do: [...]}\n"
            "  smoke: {on: fired, after: burn, do: [...]}"
        ),
        good=(
            "triggers:\n  burn: {on: fired, do: [...]}\n"
            "  smoke: {on: fired, after: burn, do: [...]}"
        ),
    ),
    Code(
        "R521",
        "error",
        "A thing that is not as it must be",
        why=(
            "The pack says what must hold of such things (`holds`), and of this one it "
            "does not: a figure is mistyped, or the condition says too much."
        ),
        bad=(
            "gun: {fields: {loaded: integer, takes: integer},\n"
            "      holds: {its rounds: loaded <= takes}}\n"
            "# and in a scenario\n"
            "colt: {kind: gun, loaded: 9, takes: 6}"
        ),
        good=(
            "gun: {fields: {loaded: integer, takes: integer},\n"
            "      holds: {its rounds: loaded <= takes}}\n"
            "# and in a scenario\n"
            "colt: {kind: gun, loaded: 6, takes: 6}"
        ),
    ),
    Code(
        "R522",
        "warning",
        "Something that play never reaches",
        why=(
            "No entry point, `main`, trigger or policy leads to it, whatever options "
            "were tried: perhaps it is right, but no game ever comes to it. A case "
            "that runs it directly does not count, and its rules are not implemented."
        ),
        bad=(
            "formulas:\n  slowed: {takes: {n: integer}, is: n / 2}\n"
            "cases:\n  half: {run: slowed(4), expect: {result: 2}}\n"
            "# and no step asks slowed(...)"
        ),
        good=(
            "procedures:\n  march:\n    takes: {n: integer}\n    gives: number\n"
            "    steps: [{return: slowed(n)}]"
        ),
    ),
    Code(
        "R523",
        "note",
        "A step that may hide what others saw, and leaves nothing of it",
        why=(
            "What is shown and hidden again within one run of steps is on no view, for "
            "none is made in between. `last_seen` of the kind names a claim that "
            "whoever loses sight of it is told."
        ),
        bad=(
            "lookout:\n  fields:\n"
            "    up: {type: yes or no, seen_by: everyone, start: no}"
            "\n    name: {type: text, seen_by: if up then everyone else owner}\n"
            "# and steps: - set: {s.up: yes}, - set: {s.up: no}"
        ),
        good="lookout:\n  last_seen: glimpse\n# claims: glimpse, about: lookout",
    ),
    Code(
        "R524",
        "note",
        "What a scenario shows of hidden things at its beginning",
        why=(
            "A seat that may not see all of a thing sees some of it from the start, "
            "or its name in a field, or what was counted of it. That may be meant; "
            "whoever hides something should know what the others read of it."
        ),
        bad=(
            "band: {fields: {leader: {type: man, seen_by: everyone}}}\n"
            "# and the leader himself is hidden"
        ),
        good="band: {fields: {leader: {type: man, seen_by: owner}}}",
    ),
    Code(
        "R525",
        "warning",
        "A walk whose piece finds itself",
        why=(
            "While a walk is searched, its piece stands at each hex in turn. What "
            "looks for anything there finds the piece itself, so that no step is "
            "ever offered, or each way ends at once."
        ),
        bad="may_stop: not any(o in every(unit) where o.at is p.at)",
        good="may_stop: not any(o in every(unit) where o.at is p.at and o is not p)",
    ),
)
