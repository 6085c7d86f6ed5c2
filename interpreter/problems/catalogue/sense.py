"""R5 (sense), R6 (secrets), R7 (while running), R8 (overlays and options) and R9 (our bug)."""

from interpreter.problems.catalogue.code import Code

SENSE = (
    Code("R501", "error", "A table has a gap", why="", bad="", good=""),
    Code("R502", "error", "Two rows of a table overlap", why="", bad="", good=""),
    Code("R503", "error", "A row that can never be chosen", why="", bad="", good=""),
    Code("R504", "warning", "A name that nothing uses", why="", bad="", good=""),
    Code("R505", "error", "A match without a row for every value", why="", bad="", good=""),
    Code("R506", "error", "Formulas that call each other in a circle", why="", bad="", good=""),
    Code("R507", "warning", "Steps that can never be reached", why="", bad="", good=""),
    Code("R508", "error", "A cell is missing", why="", bad="", good=""),
    Code("R509", "error", "A procedure can end without the value that it gives", why="", bad="", good=""),
    Code("R510", "note", "A figure that nobody has", why="", bad="", good=""),
    Code("R511", "note", "A figure of the house", why="", bad="", good=""),
    Code("R601", "error", "A question that betrays a secret", why="", bad="", good=""),
    Code("R602", "error", "A field without an audience", why="", bad="", good=""),
    Code("R603", "error", "A value reaches more eyes than what it was made from", why="", bad="", good=""),
    Code("R604", "error", "An audience that reads a secret", why="", bad="", good=""),
    Code("R701", "error", "A value outside its bounds while running", why="", bad="", good=""),
    Code("R702", "error", "No row fits", why="", bad="", good=""),
    Code("R703", "error", "Division by zero", why="", bad="", good=""),
    Code("R704", "error", "None where a value is needed", why="", bad="", good=""),
    Code("R705", "error", "Nothing at that place of a list or map", why="", bad="", good=""),
    Code("R706", "error", "Two rows where one may be true", why="", bad="", good=""),
    Code("R801", "error", "A change that finds nothing", why="", bad="", good=""),
    Code("R802", "error", "A change that expected another value", why="", bad="", good=""),
    Code("R803", "error", "An option without one that it requires", why="", bad="", good=""),
    Code("R804", "error", "Options that exclude each other", why="", bad="", good=""),
    Code("R805", "error", "Unknown option or value", why="", bad="", good=""),
    Code("R806", "error", "Two changes of one place", why="", bad="", good=""),
    Code("R901", "error", "A fault of the program", why="", bad="", good=""),
)
