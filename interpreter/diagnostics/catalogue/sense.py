"""R5: sense."""

from interpreter.diagnostics.catalogue.code import Code

SENSE = (
    Code(
        "R501",
        "error",
        "A table has a gap",
        why="The value can occur, and a table has no row or a fact no sentence for it.",
        bad=("of: 2d6\nrows: {2-5: rain, 7-12: sun}"),
        good=("of: 2d6\nrows: {2-6: rain, 7-12: sun}"),
    ),
    Code(
        "R502",
        "error",
        "Two rows of a table overlap",
        why="Two rows fit the same value.",
        bad="rows: {1-3: rain, 3-6: sun}",
        good="rows: {1-3: rain, 4-6: sun}",
    ),
    Code(
        "R503",
        "error",
        "A row that can never be chosen",
        why="The rows before it, or the type, leave no value for this row.",
        bad=("of: d6\nrows: {1-6: rain, 7+: sun}"),
        good=("of: d6\nrows: {1-5: rain, 6: sun}"),
    ),
    Code(
        "R504",
        "warning",
        "An unused name",
        why="It was forgotten, or its use is misspelt.",
        bad=("takes: {a: integer, b: integer}\nis: a + 1"),
        good=("takes: {a: integer}\nis: a + 1"),
    ),
    Code(
        "R505",
        "error",
        "A match without a row for every value",
        why=(
            "A forgotten value would be ignored silently; write '[]' where nothing "
            "is to be done."
        ),
        bad=("- match: colour\n  rows:\n    red: [{call: stop()}]"),
        good=("- match: colour\n  rows:\n    red: [{call: stop()}]\n    blue: []"),
    ),
    Code(
        "R506",
        "error",
        "Formulas that call each other in a cycle",
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
        why="The step before always ends the list of steps.",
        bad=("- return: 3\n- call: march()"),
        good=("- call: march()\n- return: 3"),
    ),
    Code(
        "R508",
        "error",
        "A cell is missing",
        why="Each row of a look-up table has a value in each column.",
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
        "A procedure can end without returning a value",
        why="There is a path through the steps without a 'return'.",
        bad=("gives: integer\nsteps:\n  - if: ready\n    return: 1"),
        good=("gives: integer\nsteps:\n  - if: ready\n    return: 1\n  - return: 0"),
    ),
    Code(
        "R510",
        "note",
        "Figures that are still missing",
        why=(
            "The rulebook does not print them, and the pack marks them so "
            "('status: needs_figure'). The value here is a stopgap on which "
            "results depend. This is not an error; the list says what to look up. It "
            "also appears for packs that extend this one, until they give their own "
            "figures."
        ),
        bad="{is: 4, status: needs_figure}",
        good="{is: 4, rule: MOVE-3}",
    ),
    Code(
        "R511",
        "note",
        "Figures that are not in the rulebook",
        why=(
            "The rulebook has no figures here, or others, and the pack marks its own "
            "('status: house') or those reported by others ('status: reported'). This "
            "is not an error; the list shows what differs from the book. It also "
            "appears for packs that extend this one, until they give their own "
            "figures."
        ),
        bad="{is: 4, status: house}",
        good="{is: 4, rule: MOVE-3}",
    ),
    Code(
        "R512",
        "note",
        "Rules of the book that are not implemented",
        why="The index gives them another status; players should know what is missing.",
        bad='ACKS-1: {says: "Fog hides the road", status: later}',
        good='ACKS-1: {says: "Fog hides the road"}',
    ),
    Code(
        "R513",
        "warning",
        "An implemented rule that no element names",
        why=(
            "The index says that the rule is implemented, but no table, row, step, "
            "field or option names it; a case that tests it is not enough."
        ),
        bad='MOVE-3: {says: "A march takes a day"}\n# and no "rule: MOVE-3"',
        good="formulas:\n  march: {rule: MOVE-3, is: 6}",
    ),
    Code(
        "R514",
        "error",
        "A clause that cannot mean anything",
        why=(
            "'must' contradicts an 'or' in the same step; 'if_none' tests what one "
            "seat is offered, before 'such_that'; with 'how_many' an empty list means "
            "none, so 'or: none' is not needed. 'turn_cost' and 'facing' apply to "
            "turns, which 'may_turn' of a walk allows. 'else' belongs to an 'if' or "
            "an 'only' of its step, 'at_most' to an 'again'."
        ),
        bad="- choose: target\n  by: side\n  from: near\n  must: steady",
        good="- choose: target\n  by: side\n  from: near\n  or: none\n  must: steady",
    ),
    Code(
        "R515",
        "error",
        "An impossible board or map",
        why="The parts of the board, or of its map, contradict each other.",
        bad="small: {cells: hexes, grouped_into: large, side: 0}",
        good="small: {cells: hexes, grouped_into: large, side: 4}",
    ),
    Code(
        "R516",
        "error",
        "A case that expects nothing",
        why=(
            "It passes whatever the result is, so it proves nothing, but looks like a "
            "test."
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
            "it is one die, which can show 7, 17 or 40 as well."
        ),
        bad="weather: {of: d66, rows: {11-36: rain, 41-66: sun}}",
        good=(
            "weather: {of: integer 11..66, rows: {11-40: rain, 41-66: sun}}\n"
            "# - roll: {tens: d6, ones: d6}\n"
            "# - return: weather(10 * tens + ones)"
        ),
        confidence="likely",
    ),
    Code(
        "R518",
        "warning",
        "A row that reaches beyond the possible values",
        why=(
            "Part of its band can never occur: a figure or the dice are mistyped. A "
            "band without an end, such as 10+, includes everything above."
        ),
        bad="weather: {of: 2d6, rows: {1-6: rain, 7-12: sun}}",
        good="weather: {of: 2d6, rows: {2-6: rain, 7-12: sun}}",
    ),
    Code(
        "R519",
        "error",
        "A procedure that never ends",
        why=(
            "Every path leads to a call of itself, whatever is decided or rolled. A "
            "procedure may call itself where a condition can avoid the call."
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
        "Triggers without a possible order",
        why="Each must come before another of them, so none can be first.",
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
        "An entity that breaks a condition of its kind",
        why=(
            "The kind declares a condition for its entities (`holds`), and this one "
            "does not meet it: a figure is mistyped, or the condition is too strict."
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
        "An element that play never reaches",
        why=(
            "No entry point, `main`, trigger or policy leads to it under any of the "
            "tried options: it may be correct, but no game ever uses it. A case that "
            "runs it directly does not count, and its rules are not implemented."
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
        "A step that may hide what others saw, and leaves no trace of it",
        why=(
            "What is shown and hidden again within one run of steps is on no view, "
            "because none is made in between. `last_seen` of the kind names a claim "
            "that is sent to a seat when it loses sight of the entity."
        ),
        bad=(
            "lookout:\n  fields:\n"
            "    up: {type: yes or no, seen_by: everyone, start: no}"
            "\n    name: {type: text, seen_by: if up then everyone else owner}\n"
            "# and steps: - set: {s.up: yes}, - set: {s.up: no}"
        ),
        good="lookout:\n  last_seen: glimpse\n# claims: glimpse, about: lookout",
        confidence="likely",
    ),
    Code(
        "R524",
        "note",
        "What a scenario shows of hidden things at its beginning",
        why=(
            "A seat that may not see all of an entity sees part of it from the start, "
            "or its name in a field, or a count of it. That may be intended; the "
            "author should know what other seats can read."
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
            "While a walk is searched, its piece is placed at each hex in turn. An "
            "expression that looks for pieces there finds the piece itself, so that "
            "no step is ever offered, or each path ends at once."
        ),
        bad="may_stop: not any(o in every(unit) where o.at is p.at)",
        good="may_stop: not any(o in every(unit) where o.at is p.at and o is not p)",
    ),
    Code(
        "R526",
        "note",
        "What a seat is told or shown without a sentence",
        why=(
            "A claim whose kind has a 'say', and each of its facts too, is read as a "
            "sentence in letters and logs; any other as a list of fields. Of a kind of "
            "entity that has a field with a 'say' players read what these say, of any "
            "other every field."
        ),
        bad="sighting:\n  about: band\n  facts:\n    size: {type: integer}",
        good=(
            'sighting:\n  about: band\n  say: "{about} was seen"\n  facts:\n'
            '    size: {say: "of {size} men", type: integer}'
        ),
    ),
    Code(
        "R527",
        "note",
        "A figure of a rule that is written twice",
        why=(
            "The same number stands in two declarations for one rule: compared with "
            "the same thing in both, or compared in one and drawn by maps in the "
            "other. Who changes the rule changes one of them and leaves the other. "
            "With a name, that of a formula or an option, the figure is written once."
        ),
        bad=(
            "formulas:\n"
            "  sees(a:man, b:man): {rule: SEE-1, is: distance(a.at, b.at) <= 7}\n"
            "# and in entities, man: drawn: {ranges: {sight: 7}}"
        ),
        good=(
            "formulas:\n  sight: {rule: SEE-1, is: 7}\n"
            "  sees(a:man, b:man): {rule: SEE-1, is: distance(a.at, b.at) <= sight()}\n"
            "# and in entities, man: drawn: {ranges: {sight: sight()}}"
        ),
        confidence="likely",
    ),
    Code(
        "R528",
        "warning",
        "A comparison that always comes out the same",
        why=(
            "The bounds of its two sides decide it: a parameter that is 'integer 0..' "
            "is never below 0. A figure is mistyped, the sign is the wrong way round, "
            "or the parameter has other bounds than its author thinks. What an option "
            "sets is not taken as fixed."
        ),
        bad="tired(n:integer 0..9): {is: n < 10}",
        good="tired(n:integer 0..9): {is: n < 5}",
    ),
    Code(
        "R529",
        "warning",
        "An option that changes nothing",
        why=(
            "No 'only' asks for it, no expression reads it as 'option.name', and it "
            "has no 'change': with it and without it the same game is played."
        ),
        bad="options:\n  night: {values: [yes, no], default: no}",
        good=(
            "options:\n  night: {values: [yes, no], default: no}\n"
            "# and of a row: dark: {only: night, add: -2}"
        ),
    ),
    Code(
        "R530",
        "warning",
        "A comment that allows nothing",
        why=(
            "A comment '# allow R504: reason' allows a warning or a note on its line, "
            "or on the line below. This one gives no reason, names an error, or meets "
            "no such problem: what it allowed is gone, or its line has moved."
        ),
        bad="sight: 7  # allow R504",
        good="sight: 7  # allow R504: the campaign book of our club uses it",
    ),
)
