"""Expressions and templates as their author wrote them, on one line."""

import re
from collections.abc import Mapping, Sequence

from interpreter.expressions.typed import (
    Apply,
    Constant,
    DiceExpression,
    FieldRead,
    IfElse,
    Local,
    RecordRead,
    Template,
    Typed,
    Use,
)
from interpreter.reports.colour import clean
from interpreter.reports.values import ValueNames, sum_text, to_text
from interpreter.values.types import SumOf, Type, Value

_COMMENT = re.compile(r"#[^\n]*")
_SIGNS: Mapping[str, str] = {"neg": "-", "is_not": "is not", "not_in": "not in"}
_BETWEEN = (
    *("+", "-", "*", "/", "and", "or", "in", "not_in"),
    *("is", "is_not", "<", "<=", ">", ">="),
)
COMPARISONS = frozenset(
    ("is", "is_not", "<", "<=", ">", ">=", "in", "not_in"),
)


def written(node: Typed, names: ValueNames) -> str:
    """Return the text behind an expression, else one that says the same."""
    if isinstance(node, Constant):
        return to_text(node.value, node.type, names)
    if node.span is not None and node.span.text.strip():
        text = node.span.text
        if "\n" in text:  # only blocks may hold comments
            text = _COMMENT.sub("", text)
        said = clean(" ".join(text.split()))
        whose = _whose(node)
        return f"{written(whose, names)}.{said}" if whose is not None else said
    return _built(node, names)


def _whose(node: Typed) -> Typed | None:
    """Return what stands before the dot, where a field has the place of its name alone;
    what nobody wrote has no place."""
    match node:
        case (
            FieldRead(of=found)
            | RecordRead(of=found)
            | Use(section="derived", arguments=(found,))
            | Apply(name=".ground", arguments=(_, found))
            # a fact of a claim, if it is shown
            | IfElse(then=Apply(name="at", arguments=(FieldRead(of=found), _)))
        ):
            pass
        case _:
            return None
    if node.span is None or found.span is None:
        return None
    return found if found.span.start < node.span.start else None


def _built(node: Typed, names: ValueNames) -> str:
    match node:
        case Local():
            return clean(node.name)
        case FieldRead() | RecordRead():
            return f"{written(node.of, names)}.{clean(node.name)}"
        case Apply() if node.name in _BETWEEN and len(node.arguments) == 2:
            one, other = (written(each, names) for each in node.arguments)
            return f"{one} {_SIGNS.get(node.name, node.name)} {other}"
        case Apply() if node.name in ("present", "within", "in_steps", "rank_in"):
            return written(node.arguments[0], names)  # checks that nobody wrote
        case Apply() if node.name == "list":
            items = ", ".join(written(each, names) for each in node.arguments)
            return f"[{items}]"
        case Apply() if node.name[0] == ".":  # of a board, which goes without saying
            given = ", ".join(written(each, names) for each in node.arguments[1:])
            return f"{node.name[1:]}({given})"
        case Apply() | Use():
            given = ", ".join(written(each, names) for each in node.arguments)
            return f"{clean(node.name)}({given})"
        case _:
            return "..."


def compared(condition: Typed) -> tuple[Typed, ...]:
    """Return what a condition compares, each once, without what everybody sees."""
    found: dict[Typed, None] = {}
    open_ends = [condition]
    while open_ends:
        each = open_ends.pop(0)
        if not isinstance(each, Apply):
            continue
        if each.name in COMPARISONS:
            sides = (side for side in each.arguments if not isinstance(side, Constant))
            found.update(dict.fromkeys(sides))
        elif each.name in ("and", "or", "not"):
            open_ends += each.arguments
    return tuple(found)


def terms(node: Typed) -> tuple[Typed, ...]:
    """Return the terms that an expression adds up; itself when it adds none."""
    if isinstance(node, Apply) and node.name == "+":
        return tuple(each for one in node.arguments for each in terms(one))
    return (node,)


def prose(template: Template | None, names: ValueNames) -> str:
    """Return a template with its expressions in braces."""
    if template is None:
        return ""
    return "".join(
        clean(each) if isinstance(each, str) else f"{{{written(each, names)}}}"
        for each in template.parts
    )


def filled(
    template: Template | None, values: Sequence[Value], names: ValueNames
) -> str:
    """Return a template with the values of its expressions, in their order; a labelled
    sum with what it is made of."""
    if template is None:
        return ""
    waiting = iter(values)
    return "".join(
        clean(each)
        if isinstance(each, str)
        else _told(next(waiting, None), each.type, names)
        for each in template.parts
    )


def _told(value: Value, kind: Type, names: ValueNames) -> str:
    if isinstance(kind, SumOf) and value is not None:
        return sum_text(value, kind, names)
    return to_text(value, kind, names)


def dice(thrown: DiceExpression, names: ValueNames) -> str:
    """Return dice as `2d6`, or as `dice(n, sides)` when a number is no constant."""
    number, sides = written(thrown.number, names), written(thrown.sides, names)
    if isinstance(thrown.number, Constant) and isinstance(thrown.sides, Constant):
        return f"d{sides}" if number == "1" else f"{number}d{sides}"
    return f"dice({number}, {sides})"
