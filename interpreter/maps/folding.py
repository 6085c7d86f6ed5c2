"""Lines of a map of text."""

import textwrap

CELLS = 80  # of a line


def folded(line: str) -> list[str]:
    """Return a line as lines of at most 80 letters, the later ones indented."""
    indent = " " * (len(line) - len(line.lstrip()))
    more = f"{indent}  "
    return textwrap.wrap(
        line, CELLS, initial_indent="", subsequent_indent=more, break_long_words=False
    ) or [""]
