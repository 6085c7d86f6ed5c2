"""Templates: prose with {expressions}."""

import re

from interpreter.checked.expressions import embedded
from interpreter.checked.names import Names
from interpreter.checked.place import Place
from interpreter.checked.scope import Scope
from interpreter.document.nodes import Scalar
from interpreter.language.typed import Template, Typed

_PART = re.compile(r"\{([^{}]*)\}")


def template(names: Names, node: Scalar, scope: Scope) -> Template:
    """Read a template; problems with braces are R204, with expressions their own."""
    parts: list[str | Typed] = []
    done = 0
    for found in _PART.finditer(node.text):
        if found.start() > done:
            parts.append(node.text[done : found.start()])
        place = Place(node, names.problems, found.start(1))
        parts.append(embedded(names, place, found[1], scope))
        done = found.end()
    rest = node.text[done:]
    for at, letter in enumerate(rest):
        if letter in "{}":
            Place(node, names.problems, done).say(
                "R204",
                (at, at + 1),
                f"a '{letter}' without its partner",
                "{expression}",
            )
            break
    if rest:
        parts.append(rest)
    return Template(tuple(parts))
