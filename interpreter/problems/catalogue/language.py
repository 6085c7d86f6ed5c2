"""R2 (syntax), R3 (names) and R4 (types)."""

from interpreter.problems.catalogue.code import Code

LANGUAGE = (
    Code("R201", "error", "An expression that cannot be read", why="", bad="", good=""),
    Code("R202", "error", "A type that cannot be read", why="", bad="", good=""),
    Code(
        "R203", "error", "A name that expressions cannot write", why="", bad="", good=""
    ),
    Code("R204", "error", "A template that cannot be read", why="", bad="", good=""),
    Code("R205", "error", "A band that cannot be read", why="", bad="", good=""),
    Code("R206", "error", "Dice that cannot be read", why="", bad="", good=""),
    Code("R301", "error", "Unknown name", why="", bad="", good=""),
    Code("R302", "error", "Unknown function", why="", bad="", good=""),
    Code("R303", "error", "A name with two meanings", why="", bad="", good=""),
    Code(
        "R304",
        "error",
        "A local hides a value that it is compared with",
        why="",
        bad="",
        good="",
    ),
    Code(
        "R305",
        "error",
        "A declaration takes the name of an engine function",
        why="",
        bad="",
        good="",
    ),
    Code("R306", "error", "A name is declared twice", why="", bad="", good=""),
    Code("R307", "error", "Unknown type", why="", bad="", good=""),
    Code("R308", "error", "Unknown field", why="", bad="", good=""),
    Code("R309", "error", "Another number of arguments", why="", bad="", good=""),
    Code(
        "R310",
        "error",
        "A rule that the rulebook does not list",
        why="",
        bad="",
        good="",
    ),
    Code(
        "R311",
        "error",
        "A word without a procedure, event, step or table of that name",
        why="",
        bad="",
        good="",
    ),
    Code("R401", "error", "Another type is needed", why="", bad="", good=""),
    Code(
        "R402", "error", "A bare word whose type is not known", why="", bad="", good=""
    ),
    Code("R403", "error", "Dice outside a roll", why="", bad="", good=""),
    Code("R404", "error", "Values that cannot be compared", why="", bad="", good=""),
    Code("R405", "error", "A whole number is needed", why="", bad="", good=""),
    Code("R406", "error", "A value outside its bounds", why="", bad="", good=""),
    Code("R407", "error", "A value that may be none", why="", bad="", good=""),
)
