"""R0 (files and YAML) and R1 (shape)."""

from interpreter.problems.catalogue.code import Code

FILES = (
    Code("R001", "error", "A file cannot be read", why="", bad="", good=""),
    Code("R002", "error", "Broken YAML", why="", bad="", good=""),
    Code("R003", "error", "A key stands twice", why="", bad="", good=""),
    Code("R004", "error", "Anchors, aliases and merge keys are not used here", why="", bad="", good=""),
    Code("R005", "error", "Tags are not used here", why="", bad="", good=""),
    Code("R006", "error", "A key must be plain text", why="", bad="", good=""),
    Code("R007", "error", "A key with nothing behind it", why="", bad="", good=""),
    Code("R008", "warning", "A '#' cut a text short", why="", bad="", good=""),
    Code("R009", "error", "Braces or brackets split an expression at its comma", why="", bad="", good=""),
    Code("R010", "error", "A text needs quotes", why="", bad="", good=""),
    Code("R011", "error", "A tab indents", why="", bad="", good=""),
    Code("R012", "error", "true, false, null and ~ are not words of the language", why="", bad="", good=""),
    Code("R013", "error", "Not UTF-8", why="", bad="", good=""),
    Code("R014", "error", "Folded text loses the places of an expression", why="", bad="", good=""),
    Code("R015", "error", "A character that cannot be seen", why="", bad="", good=""),
    Code("R101", "error", "Unknown key", why="", bad="", good=""),
    Code("R102", "error", "A key is missing", why="", bad="", good=""),
    Code("R103", "error", "Another kind of value stands here", why="", bad="", good=""),
    Code("R104", "error", "A step has exactly one verb", why="", bad="", good=""),
    Code("R105", "error", "Not one of the words that fit", why="", bad="", good=""),
    Code("R106", "error", "Unknown section", why="", bad="", good=""),
    Code("R107", "error", "A name is declared in two files", why="", bad="", good=""),
)
