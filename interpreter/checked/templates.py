"""Templates: prose with {expressions}."""

import re

from interpreter.checked.expressions import embedded
from interpreter.checked.names import Names
from interpreter.checked.place import Place
from interpreter.checked.scope import Scope
from interpreter.document.nodes import Scalar
from interpreter.language.typed import Template, Typed

_PART = re.compile(r"\{([^{}]*)\}")
_BRACE = re.compile(r"[{}]")


def template(names: Names, node: Scalar, scope: Scope) -> Template:
    """Read a template; problems with braces are R204, with expressions their own."""
    parts: list[str | Typed] = []
    done, stray = 0, False
    for found in _PART.finditer(node.text):
        stray = stray or _lone_brace(names, node, done, found.start())
        if found.start() > done:
            parts.append(node.text[done : found.start()])
        place = Place(node, names.problems, found.start(1))
        parts.append(embedded(names, place, found[1], scope))
        done = found.end()
    stray = stray or _lone_brace(names, node, done, len(node.text))
    if node.text[done:]:
        parts.append(node.text[done:])
    return Template(tuple(parts))


def _lone_brace(names: Names, node: Scalar, start: int, end: int) -> bool:
    """Tell whether a brace stands in prose; the first is reported."""
    found = _BRACE.search(node.text, start, end)
    if found is not None:
        message = f"a '{found[0]}' without its partner"
        place = Place(node, names.problems)
        place.say("R204", found.span(), message, "{expression}")
    return found is not None
