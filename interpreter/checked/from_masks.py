"""Masks: by which fields alone others know an entity, beside a number."""

from collections.abc import Iterable

from interpreter.checked.audience import EVERYONE, UNREADABLE
from interpreter.checked.declared import Field
from interpreter.checked.names import Names
from interpreter.checked.place import spoken
from interpreter.document.nodes import Mapping, Node, Scalar, Sequence
from interpreter.problems import did_you_mean, problem
from interpreter.ruleset.ruleset import Declaration
from interpreter.values.names import plain
from interpreter.values.types import Number, Text, Type, Unknown, enumeration_of

EXPECTED = "an enumeration, a whole number or a text"


def masks_of(
    names: Names, each: Declaration, fields: Iterable[Field]
) -> tuple[str, ...]:
    """Return the fields that `masks` of a kind names, in its order."""
    node = each.node.get("masks") if isinstance(each.node, Mapping) else None
    if node is None:
        return ()
    if each.key == names.seat_kind:
        message = f"'{each.name}' are the seats, which everyone knows by name"
        names.problems.append(problem("R608", node.span, message))
        return ()
    known = {field.name: field for field in fields}
    found = []
    for name in _scalars(node):
        field = known.get(plain(name.text))
        if field is None:
            hint = did_you_mean(name.text, known)
            message = f"{each.name} has no field '{name.text}'"
            names.problems.append(problem("R308", name.span, message, hint=hint))
        elif not _is_word(field.type):
            message = f"this is {spoken(field.type)}"
            names.problems.append(
                problem("R401", name.span, message, expected=EXPECTED)
            )
        elif field.audience not in (EVERYONE, UNREADABLE):
            message = f"not everyone sees '{field.name}', and a label would tell it"
            hint = f"{field.name}: {{type: ..., seen_by: everyone}}"
            names.problems.append(problem("R608", name.span, message, hint=hint))
        else:
            found.append(field.name)
    return tuple(found)


def _scalars(node: Node) -> list[Scalar]:
    items = node.items if isinstance(node, Sequence) else (node,)
    return [each for each in items if isinstance(each, Scalar)]


def _is_word(kind: Type) -> bool:
    """Tell whether values of a type can be read and put in order."""
    if isinstance(kind, Number):
        return kind.whole
    return isinstance(kind, (Text, Unknown)) or enumeration_of(kind) is not None
