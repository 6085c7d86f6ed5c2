"""R2 (syntax), R3 (names) and R4 (types)."""

from interpreter.diagnostics.catalogue.code import Code

LANGUAGE = (
    Code(
        "R201",
        "error",
        "An expression that cannot be read",
        why=(
            "Something is missing, written twice or not a word of the language; "
            "the position is where reading stopped."
        ),
        bad="is: a + * b",
        good="is: a + b",
    ),
    Code(
        "R202",
        "error",
        "A type that cannot be read",
        why="Bounds are whole numbers or fractions, the smaller one first.",
        bad="takes: {n: integer 6..1}",
        good="takes: {n: integer 1..6}",
    ),
    Code(
        "R203",
        "error",
        "A name that expressions cannot write",
        why=(
            "A name that is used in expressions is made of letters, digits and "
            "spaces, begins with a letter, and is not a word of the language. The name "
            "of a pack may hold hyphens too."
        ),
        bad=("formulas:\n  24-mile: {is: 24}"),
        good=("formulas:\n  day march: {is: 24}"),
    ),
    Code(
        "R204",
        "error",
        "A template that cannot be read",
        why="Each '{' of a text opens an expression, and '}' closes it.",
        bad='for: "the {unit"',
        good='for: "the {unit}"',
    ),
    Code(
        "R205",
        "error",
        "A band that cannot be read",
        why=("A row is a number or a range of numbers, with the smaller end first."),
        bad="rows: {6-1: rain}",
        good="rows: {1-6: rain}",
    ),
    Code(
        "R206",
        "error",
        "Dice that cannot be read",
        why=(
            "A roll throws 1 to 10,000 dice of one side or more; anything else is "
            "an expression and belongs into let."
        ),
        bad="- roll: {x: 0d6}",
        good="- roll: {x: 2d6}",
    ),
    Code(
        "R207",
        "error",
        "An expression in prose needs braces",
        why=(
            "Prose is printed as it is written; only what is in braces is evaluated."
            " This text is an expression over the names of its step, so its value was"
            " probably meant."
        ),
        bad="- roll: {die: d12}\n  needs: target - bonus",
        good='- roll: {die: d12}\n  needs: "{target - bonus} or more"',
    ),
    Code(
        "R301",
        "error",
        "Unknown name",
        why=(
            "No local, no value of the expected type and no declaration has that "
            "name here."
        ),
        bad="is: colour is rde",
        good="is: colour is red",
    ),
    Code(
        "R302",
        "error",
        "Unknown function",
        why=(
            "Only the engine's functions and the pack's formulas, tables and "
            "modifiers are called in an expression."
        ),
        bad="is: cuont(spies)",
        good="is: count(spies)",
    ),
    Code(
        "R303",
        "error",
        "A name with two meanings",
        why=(
            "A local and a value have the same name and both fit, so it is not "
            "clear which is meant."
        ),
        bad=("takes: {red: colour}\nis: red is red"),
        good=("takes: {c: colour}\nis: c is red"),
    ),
    Code(
        "R304",
        "error",
        "A local hides a value that it is compared with",
        why=(
            "Beside a value of an enumeration the name would mean its value, "
            "elsewhere the local."
        ),
        bad=("takes: {c: colour, red: integer}\nis: c is red"),
        good=("takes: {c: colour, reds: integer}\nis: c is red"),
    ),
    Code(
        "R305",
        "error",
        "A declaration takes a name of the engine",
        why=(
            "A call of that name would be ambiguous, and a seat called 'judge' would "
            "be shown what the judge is."
        ),
        bad=("formulas:\n  count: {is: 1}"),
        good=("formulas:\n  headcount: {is: 1}"),
    ),
    Code(
        "R306",
        "error",
        "A name is declared twice",
        why="One of two declarations or values with the same name would be lost.",
        bad=("types:\n  colour: [red, blue, red]"),
        good=("types:\n  colour: [red, blue]"),
    ),
    Code(
        "R307",
        "error",
        "Unknown type",
        why="A type is one of the language's own, a declared one, or a kind of entity.",
        bad="takes: {c: colur}",
        good="takes: {c: colour}",
    ),
    Code(
        "R308",
        "error",
        "Unknown field",
        why="The entity, record or row has no field or column of that name.",
        bad="is: spy.skil",
        good="is: spy.skill",
    ),
    Code(
        "R309",
        "error",
        "Wrong number of arguments",
        why="Arguments are matched by their order, so none may be missing.",
        bad="is: remainder(7)",
        good="is: remainder(7, 2)",
    ),
    Code(
        "R310",
        "error",
        "An event that is not remembered",
        why=(
            "An event is not logged unless it says since when it is kept "
            "('kept_since'). This keeps game states small."
        ),
        bad=("events:\n  shot: {takes: {}}\nis: count(events(shot, now))"),
        good=("events:\n  shot: {takes: {}, kept_since: game.start}"),
    ),
    Code(
        "R311",
        "error",
        "A field whose end depends on more than its own entity",
        why=(
            "The condition is checked when a field of the same entity changes; a "
            "change of anything else would not be noticed."
        ),
        bad=("ready: {type: yes or no, start: no, ends_when: it.leader.lost}"),
        good=("ready: {type: yes or no, start: no, ends_when: disordered}"),
    ),
    Code(
        "R312",
        "warning",
        "A rule that the rulebook does not list",
        why="'rule' names a row of rulebook.yaml, which gives the source of the rule.",
        bad="formulas:\n  march: {rule: MVOE-3, is: 6}",
        good="formulas:\n  march: {rule: MOVE-3, is: 6}",
    ),
    Code(
        "R313",
        "error",
        "A hex that is not on the map",
        why=(
            "A hex is named by its label, and the board has no such label, or no "
            "map of the pack has that hex."
        ),
        bad="at: 0199",
        good="at: 0109",
    ),
    Code(
        "R314",
        "error",
        "A point where no piece can be",
        why=(
            "Coordinates on a plane are multiples of a twelfth of an inch and lie "
            "within the table of the scenario."
        ),
        bad="at: 3.3, 4",
        good="at: 3 1/4, 4",
    ),
    Code(
        "R401",
        "error",
        "Wrong type",
        why="A value of this type has no meaning here.",
        bad="is: count(3)",
        good="is: count([3])",
    ),
    Code(
        "R402",
        "error",
        "A bare word whose type is not known",
        why="A value is looked up by the expected type, which is not known here.",
        bad="- let: {c: red}",
        good=("- let:\n    c: {type: colour, is: red}"),
    ),
    Code(
        "R403",
        "error",
        "Dice outside a roll",
        why=(
            "An expression is pure; only a step throws dice, so that each throw "
            "can be seen and answered."
        ),
        bad="is: 2d6 + 1",
        good=("- roll: {dice: 2d6}\n- return: sum(dice) + 1"),
    ),
    Code(
        "R404",
        "error",
        "Values that cannot be compared",
        why="Values of two types are never equal, and texts have no order.",
        bad="if: skill is 'three'",
        good="if: skill is 3",
    ),
    Code(
        "R405",
        "error",
        "A whole number is needed",
        why="Rules round in different ways, so the rounding is always written.",
        bad=("gives: integer\nis: n / 2"),
        good=("gives: integer\nis: down(n / 2)"),
    ),
    Code(
        "R406",
        "error",
        "A value outside its bounds",
        why="The value can never be within the bounds of its type.",
        bad="skill: {type: integer 0..9, start: 12}",
        good="skill: {type: integer 0..9, start: 9}",
    ),
    Code(
        "R407",
        "error",
        "A value that may be none",
        why="Where a value may be none, the rule must say what happens then.",
        bad="is: first(dice) + 1",
        good=("is: |\n  if first(dice) is not none\n  then first(dice) + 1 else 0"),
    ),
)
