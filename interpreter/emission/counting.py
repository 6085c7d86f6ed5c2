"""Where declarations count a step, so that no pack works without end."""

from interpreter.emission.lines import Lines
from interpreter.language.typed import Typed, Use
from interpreter.program.walking import nodes


def count_uses(lines: Lines, *inside: Typed) -> None:
    """Write that a step is counted, in a declaration that uses several others: each
    level of such could double the work."""
    if sum(isinstance(node, Use) for node in nodes(*inside)) > 1:
        lines.add("_step()")
