"""Changes that would not notice when what they change becomes another.

Asked of overlays alone, and of what one can write on a line (2026-11-21): the pack
below has another author, and its next edition may say something else. An option changes
the pack in which it stands, so its author sees both; a new row, or a step put beside
another, replaces nothing; and nobody copies a whole table to replace it.
"""

from collections.abc import Iterable, Sequence

from interpreter.document import inline
from interpreter.problems import Problem, problem
from interpreter.ruleset.edits import LONGEST
from interpreter.ruleset.layers import Layer
from interpreter.ruleset.ruleset import Origin

_REPLACING = frozenset({"to", "add", "scale", "replace", "remove"})


def unexpecting(origins: Iterable[Origin], layers: Sequence[Layer]) -> list[Problem]:
    """Return a note for each change of an overlay that says not what it changes."""
    owners = {part.file: layer.origin for layer in layers for part in layer.parts}
    found = []
    for each in origins:
        before = each.before
        if before is None or each.expects or each.verb not in _REPLACING:
            continue
        overlay = owners.get(each.span.source.name) == each.by
        below = owners.get(before.span.source.name)
        text = inline(before)
        if not overlay or below == each.by or len(text) > LONGEST:
            continue
        message = "if what stands below becomes another, this change would not notice"
        hint = f"write 'expect: {text}' beside '{each.verb}'"
        found.append(
            problem(
                "R807", each.span, message, hint=hint,
                related=((before.span, "it stands here"),),
            )
        )  # fmt: skip
    return found
