"""Templates: prose with expressions in braces."""

import re

from interpreter.diagnostics import problem
from interpreter.expressions.parsing import Unreadable, parse
from interpreter.expressions.typed import Local, Template, Typed, children
from interpreter.semantics.expressions.binding import ExpressionBinder, embedded
from interpreter.semantics.expressions.scope import Scope, TextLocation
from interpreter.semantics.names import Names
from interpreter.yaml.nodes import ScalarNode

_PART = re.compile(r"\{([^{}]*)\}")
_BRACE = re.compile(r"[{}]")


def template(names: Names, node: ScalarNode, scope: Scope) -> Template:
    """Read a template; R204 for wrong braces, otherwise the problems of its
    expressions."""
    parts: list[str | Typed] = []
    done, stray = 0, False
    for found in _PART.finditer(node.text):
        stray = stray or _lone_brace(names, node, done, found.start())
        if found.start() > done:
            parts.append(node.text[done : found.start()])
        place = TextLocation(node, names.problems, found.start(1))
        parts.append(embedded(names, place, found[1], scope))
        done = found.end()
    stray = stray or _lone_brace(names, node, done, len(node.text))
    if not parts:
        _without_braces(names, node, scope)
    if node.text[done:]:
        parts.append(node.text[done:])
    return Template(tuple(parts))


def _without_braces(names: Names, node: ScalarNode, scope: Scope) -> None:
    """Report prose that is a valid expression over locals, since it would be printed
    literally."""
    try:
        parsed = parse(node.text)
    except Unreadable:
        return
    with names.problems.apart() as problems:
        read = ExpressionBinder(names, TextLocation(node, names.problems)).read(
            parsed, scope
        )
    known = {local.name for _, local in scope.locals}
    if problems or not _reads(read, known):
        return
    message = f"'{node.text}' is printed as written here"
    hint = f'write "{{{node.text}}}" for its value'
    found = problem("R207", node.span, message, expected="prose", hint=hint)
    names.problems.append(found)


def _reads(node: Typed, known: set[str]) -> bool:
    """Return whether an expression reads one of these locals."""
    if isinstance(node, Local):
        return node.name in known
    return any(_reads(each, known) for each in children(node))


def _lone_brace(names: Names, node: ScalarNode, start: int, end: int) -> bool:
    """Return whether prose contains a brace; the first is reported."""
    found = _BRACE.search(node.text, start, end)
    if found is not None:
        message = f"a '{found[0]}' without its partner"
        place = TextLocation(node, names.problems)
        place.say("R204", found.span(), message, "{expression}")
    return found is not None
