"""R0 (files and YAML) and R1 (shape)."""

from interpreter.diagnostics.catalogue.code import Code

FILES = (
    Code(
        "R001",
        "error",
        "A file cannot be read",
        why=(
            "The file does not exist or may not be read, so its content is not checked."
        ),
        bad="extends: a-pack-that-is-not-there",
        good="extends: hello",
    ),
    Code(
        "R002",
        "error",
        "Broken YAML",
        why=(
            "YAML cannot tell what belongs to what: mostly an indentation that "
            "fits no neighbour, or a quote or bracket that is never closed."
        ),
        bad=("types:\n  colour: [red, blue"),
        good=("types:\n  colour: [red, blue]"),
    ),
    Code(
        "R003",
        "error",
        "A key is written twice",
        why=(
            "One of two equal keys would be lost silently. A space and an "
            "underscore are the same letter, so 'far away' and 'far_away' are "
            "equal."
        ),
        bad=("rows:\n  far away: 1\n  far_away: 2"),
        good=("rows:\n  far away: 1\n  near: 2"),
    ),
    Code(
        "R004",
        "error",
        "Anchors, aliases and merge keys are not used here",
        why=(
            "Every value is written where it is used. A text that begins with '&' "
            "or '*' needs quotes."
        ),
        bad=("first: &same {add: 1}\nsecond: *same"),
        good=("first: {add: 1}\nsecond: {add: 1}"),
    ),
    Code(
        "R005",
        "error",
        "Tags are not used here",
        why=("The schema, not a tag, decides what a text means; negation is 'not'."),
        bad="if: !ready",
        good="if: not ready",
    ),
    Code(
        "R006",
        "error",
        "A key must be plain text",
        why=(
            "A key is a name, a band or a word on one line; a list, a map or a '?' "
            "makes another kind of key."
        ),
        bad=("rows:\n  [near, far]: 1"),
        good=("rows:\n  near, far: 1"),
    ),
    Code(
        "R007",
        "error",
        "A key without a value",
        why=(
            "An empty value may mean none, nothing to do, or something forgotten; "
            "only the author knows which."
        ),
        bad="else:",
        good="else: []",
    ),
    Code(
        "R008",
        "warning",
        "A '#' cut a text short",
        why=(
            "After a space, '#' begins a comment, so the text ends there. Write two "
            "spaces before '#' where you want a comment."
        ),
        bad="say: piece #2 moves",
        good='say: "piece #2 moves"',
    ),
    Code(
        "R009",
        "error",
        "Braces and brackets are split at commas, and nowhere else",
        why=(
            "Inside { } and [ ] a comma ends the value and a bracket begins a "
            "list, so an expression is cut in pieces; a ';' separates nothing."
        ),
        bad="let: {m: larger(a, b)}",
        good=("let:\n  m: larger(a, b)"),
    ),
    Code(
        "R010",
        "error",
        "A text needs quotes",
        why=(
            "The first character of the text, or a ': ' in it, has a meaning of its "
            "own in YAML."
        ),
        bad="say: He rolls: five or more",
        good='say: "He rolls: five or more"',
    ),
    Code(
        "R011",
        "error",
        "A tab indents",
        why="YAML counts spaces, and the width of a tab is not defined.",
        bad=("let:\n\tm: 1"),
        good=("let:\n  m: 1"),
    ),
    Code(
        "R012",
        "error",
        "true, false, null and ~ are not words of the language",
        why=(
            "Yes, no and none are each written in one way only, in files and in "
            "expressions."
        ),
        bad="start: false",
        good="start: no",
    ),
    Code(
        "R013",
        "error",
        "Not UTF-8",
        why="Other encodings turn letters into other letters on another machine.",
        bad="title: Grüße   # saved as Latin-1",
        good="title: Grüße   # saved as UTF-8",
    ),
    Code(
        "R014",
        "error",
        "Folded text loses the places of an expression",
        why=(
            "'>' joins lines and makes comments part of the text; '|' keeps the lines."
        ),
        bad=("if: >-\n  a is b\n  and c is d"),
        good=("if: |\n  a is b\n  and c is d"),
    ),
    Code(
        "R015",
        "error",
        "A character that cannot be seen",
        why=(
            "Control characters and direction marks hide what a text says. A no-break "
            "space, which often comes with copied text, is not a space in YAML: after "
            "a colon it becomes part of the key."
        ),
        bad='title: "bell \\u0007"   # the character itself',
        good="title: bell",
    ),
    Code(
        "R016",
        "error",
        "Quotes that are not a pair of straight ones",
        why=(
            "Quotes around a text come in pairs. If one is missing, YAML takes "
            "the other as part of the text, and readers see it; and the curly ones "
            "of a word processor are letters like others, so that a name has them."
        ),
        bad='say: The shield breaks"',
        good='say: "The shield breaks"',
    ),
    Code(
        "R101",
        "error",
        "Unknown key",
        why="A misspelt key would be ignored silently.",
        bad=("- roll: {die: d6}\n  fro: luck"),
        good=("- roll: {die: d6}\n  for: luck"),
    ),
    Code(
        "R102",
        "error",
        "A key is missing",
        why="The declaration has no meaning without this key.",
        bad=("tables:\n  weather:\n    of: d6"),
        good=("tables:\n  weather:\n    of: d6\n    rows: {1-3: dry, 4-6: wet}"),
    ),
    Code(
        "R103",
        "error",
        "A value of the wrong kind",
        why="A list begins with '- ' or '[', a map has keys, a text has neither.",
        bad="steps: call the other",
        good=("steps:\n  - call: the_other()"),
    ),
    Code(
        "R104",
        "error",
        "A step has exactly one verb",
        why="The verb says what the step does; two actions are two steps.",
        bad=("- call: first()\n  set: {a.b: 1}"),
        good=("- call: first()\n- set: {a.b: 1}"),
    ),
    Code(
        "R105",
        "error",
        "Not one of the words that fit",
        why="Only the listed words have a meaning at this place.",
        bad="between: near",
        good="between: down",
    ),
    Code(
        "R106",
        "error",
        "Unknown section",
        why=(
            "A file of a pack holds sections; a misspelt one would be ignored silently."
        ),
        bad=("tabels:\n  weather: {of: d6, rows: {1-6: dry}}"),
        good=("tables:\n  weather: {of: d6, rows: {1-6: dry}}"),
    ),
    Code(
        "R107",
        "error",
        "A name is declared in two files",
        why=("One of the two would be lost; the order of files has no meaning."),
        bad=(
            "# a.yaml\nformulas:\n  near: {is: 1}\n# b.yaml\nformulas:\n  near: {is: 2}"
        ),
        good=(
            "# a.yaml\nformulas:\n  near: {is: 1}\n# b.yaml\nformulas:\n  far: {is: 2}"
        ),
    ),
)
