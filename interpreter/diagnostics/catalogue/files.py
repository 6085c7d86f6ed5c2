"""R0 (files and YAML) and R1 (shape)."""

from interpreter.diagnostics.catalogue.code import Code

FILES = (
    Code(
        "R001",
        "error",
        "A file cannot be read",
        why=(
            "The file is not there, or may not be read; nothing in it can be checked."
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
        "A key stands twice",
        why=(
            "Of two equal keys one would be lost in silence; a space and an "
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
            "What stands at one place is said at that place; a text that begins "
            "with '&' or '*' needs quotes."
        ),
        bad=("first: &same {add: 1}\nsecond: *same"),
        good=("first: {add: 1}\nsecond: {add: 1}"),
    ),
    Code(
        "R005",
        "error",
        "Tags are not used here",
        why=(
            "The schema says what a text means, not a tag; negation is written 'not'."
        ),
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
        "A key with nothing behind it",
        why=(
            "Nothing may mean none, nothing to do, or something forgotten; only "
            "the author knows which."
        ),
        bad="else:",
        good="else: []",
    ),
    Code(
        "R008",
        "warning",
        "A '#' cut a text short",
        why=(
            "After a blank, '#' begins a comment, so the text ends there; two "
            "blanks before '#' say that it is meant."
        ),
        bad="say: piece #2 moves",
        good='say: "piece #2 moves"',
    ),
    Code(
        "R009",
        "error",
        "Braces or brackets split an expression at its comma",
        why=(
            "Inside { } and [ ] a comma ends the value and a bracket begins a "
            "list, so an expression is cut in pieces."
        ),
        bad="let: {m: larger(a, b)}",
        good=("let:\n  m: larger(a, b)"),
    ),
    Code(
        "R010",
        "error",
        "A text needs quotes",
        why=(
            "YAML takes the first letter of the text, or a ': ' in it, for "
            "something of its own."
        ),
        bad="say: He rolls: five or more",
        good='say: "He rolls: five or more"',
    ),
    Code(
        "R011",
        "error",
        "A tab indents",
        why="YAML counts blanks; how wide a tab is nobody knows.",
        bad=("let:\n\tm: 1"),
        good=("let:\n  m: 1"),
    ),
    Code(
        "R012",
        "error",
        "true, false, null and ~ are not words of the language",
        why=(
            "There is one word for each of yes, no and none, in files and in "
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
            "Control characters and marks of direction hide what a text says, and a "
            "no-break space that came along with a copied text is no blank: behind a "
            "colon it is a letter of the key."
        ),
        bad='title: "bell \\u0007"   # the character itself',
        good="title: bell",
    ),
    Code(
        "R016",
        "error",
        "A quote stands at one end of a text",
        why=(
            "Quotes around a text come in pairs. With one of them forgotten, YAML "
            "takes the other as a letter of the text, and readers see it."
        ),
        bad='say: The shield breaks"',
        good='say: "The shield breaks"',
    ),
    Code(
        "R101",
        "error",
        "Unknown key",
        why="A misspelt key would be passed over in silence.",
        bad=("- roll: {die: d6}\n  fro: luck"),
        good=("- roll: {die: d6}\n  for: luck"),
    ),
    Code(
        "R102",
        "error",
        "A key is missing",
        why="Without this key the declaration says nothing.",
        bad=("tables:\n  weather:\n    of: d6"),
        good=("tables:\n  weather:\n    of: d6\n    rows: {1-3: dry, 4-6: wet}"),
    ),
    Code(
        "R103",
        "error",
        "Another kind of value stands here",
        why="A list begins with '- ' or '[', a map has keys; a text is neither.",
        bad="steps: call the other",
        good=("steps:\n  - call: the_other()"),
    ),
    Code(
        "R104",
        "error",
        "A step has exactly one verb",
        why="The verb says what the step does; two things are two steps.",
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
            "A file of a pack holds sections; a misspelt one would be passed over "
            "in silence."
        ),
        bad=("tabels:\n  weather: {of: d6, rows: {1-6: dry}}"),
        good=("tables:\n  weather: {of: d6, rows: {1-6: dry}}"),
    ),
    Code(
        "R107",
        "error",
        "A name is declared in two files",
        why=(
            "Of two declarations one would be lost; the order of files means nothing."
        ),
        bad=(
            "# a.yaml\nformulas:\n  near: {is: 1}\n# b.yaml\nformulas:\n  near: {is: 2}"
        ),
        good=(
            "# a.yaml\nformulas:\n  near: {is: 1}\n# b.yaml\nformulas:\n  far: {is: 2}"
        ),
    ),
)
