"""One part of a record without the others: only what is asked for is evaluated."""

from collections.abc import Callable

from interpreter.checked.declared import Formula
from interpreter.checked.names import Names
from interpreter.language.typed import (
    Apply,
    Constant,
    IfElse,
    Local,
    RecordRead,
    Typed,
    Use,
    applied,
)
from interpreter.program.instructions import HIDDEN, Instruction, Let, Site
from interpreter.steps.lowering import Lowering
from interpreter.values.types import Record


def projected(
    lowering: Lowering, site: Site, value: Typed
) -> tuple[list[Instruction], Callable[[int], Typed]]:
    """Return what is bound first, and the field of a record by its place.

    A formula is looked into, so that a field that is not wanted is not worked out; its
    arguments are worked out once.
    """
    made: list[Instruction] = []
    if isinstance(value, Use):
        given = []
        for each in value.arguments:
            if not isinstance(each, (Constant, Local)):
                name = lowering.unique(f"{HIDDEN}given")
                made.append(Let(site, name, each))
                each = Local(name, each.type)
            given.append(each)
        value = Use(value.section, value.name, tuple(given), value.type, value.span)
    return made, lambda index: _field(lowering.names, value, index)


def _body(formula: Formula, call: Use) -> Typed:
    """Return what a formula says of its arguments."""
    pairs = zip(formula.takes, call.arguments, strict=True)
    return applied(formula.body, {takes.name: given for takes, given in pairs})


def _field(names: Names, node: Typed, index: int) -> Typed:
    kind = node.type
    assert isinstance(kind, Record)
    name, own = kind.fields[index]
    match node:
        case Apply(name="record"):
            return node.arguments[index]
        case IfElse():
            then, other = (_field(names, e, index) for e in (node.then, node.other))
            return IfElse(node.condition, then, other, own, node.span)
        case Use(section="formulas") | Use(section="derived"):
            formula = names.formulas.get(node.name)
            if formula is not None and isinstance(formula.body.type, Record):
                return _field(names, _body(formula, node), index)
    return RecordRead(node, index, name, own, node.span)
