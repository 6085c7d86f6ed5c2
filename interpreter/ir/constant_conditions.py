"""Comparisons that always come out the same: R528.

A comparison of numbers is decided by the bounds of its sides (`ranges`): a parameter
that is `integer 0..` is never below 0. A number counts as fixed only where it is
written; what an option sets is fixed under this setting alone. For the same reason a
declaration that an option touches is left out, and so is one that names a type or a
kind of entity that an option touches.
"""

from collections.abc import Iterator

from interpreter.diagnostics import Diagnostic, problem
from interpreter.expressions.typed import Apply, Constant, Typed
from interpreter.ir.effects import expressions_of
from interpreter.ir.instructions import Program
from interpreter.ir.ranges import NumberBounds, bounds_of
from interpreter.ir.walking import expressions, instructions, nodes
from interpreter.ruleset.mentions import is_mentioned, words
from interpreter.ruleset.option_combinations import touched_by_options
from interpreter.ruleset.ruleset import Ruleset
from interpreter.values.types import Number

NamedExpressions = Iterator[tuple[str, tuple[Typed, ...]]]
"""The name of a declaration, and its expressions."""
_RULES = ("formulas", "tables", "modifiers")
_ORDERED = frozenset({"<", "<=", ">", ">="})
_TYPES = ("types", "entities")


def constant_conditions(ruleset: Ruleset, program: Program) -> Iterator[Diagnostic]:
    """Yield a warning for each comparison of a pack whose outcome its types decide."""
    optional = set().union(*touched_by_options(ruleset).values())
    kinds = [name for section, name in optional if section in _TYPES]
    for section, found in (
        *((section, _of_rules(program, section)) for section in _RULES),
        ("procedures", _of_procedures(program)),
    ):
        for name, given in found:
            declaration = ruleset.sections[section].get(name)
            if declaration is None or (section, name) in optional:
                continue
            text = words(declaration.node) if kinds else ""
            if not any(is_mentioned(kind, text) for kind in kinds):
                yield from _constant(given)


def _of_rules(program: Program, section: str) -> NamedExpressions:
    for name, rule in getattr(program.declared, section).items():
        yield name, expressions_of(rule)


def _of_procedures(program: Program) -> NamedExpressions:
    for name, procedure in program.procedures.items():
        every = (
            expression
            for instruction in instructions(procedure.body)
            for expression in expressions(instruction)
        )
        yield name, tuple(every)


def _constant(given: tuple[Typed, ...]) -> Iterator[Diagnostic]:
    for node in nodes(*given):
        if not isinstance(node, Apply) or node.name not in _ORDERED:
            continue
        outcome = None if node.span is None else _outcome(node)
        if outcome is not None and node.span is not None:
            word = "always true" if outcome else "never true"
            sides = [
                f"'{side.span.text}' is {_between(bounds_of(side))}"
                for side in node.arguments
                if side.span is not None and not isinstance(side, Constant)
            ]
            message = f"'{node.span.text}' is {word}: {' and '.join(sides)}"
            hint = "leave it out, or write the figure that is meant"
            yield problem("R528", node.span, message, hint=hint)


def _outcome(node: Apply) -> bool | None:
    """Return how a comparison comes out for all values of its sides; None if that
    differs, is not known, or is of two figures."""
    one, other = node.arguments
    if not all(isinstance(side.type, Number) for side in node.arguments):
        return None
    if any(
        isinstance(side, Constant) and not _is_written(side) for side in (one, other)
    ):
        return None
    if isinstance(one, Constant) and isinstance(other, Constant):
        return None
    left, right = bounds_of(one), bounds_of(other)
    if node.name in (">", ">="):
        left, right = right, left
    is_strict = node.name in ("<", ">")
    if _is_below(left, right, is_strict=is_strict):
        return True
    return False if _is_below(right, left, is_strict=not is_strict) else None


def _is_written(constant: Constant) -> bool:
    """Tell whether a number stands in the text, not the name of an option."""
    span = constant.span
    return span is not None and span.text.lstrip("+-")[:1].isdigit()


def _is_below(one: NumberBounds, other: NumberBounds, *, is_strict: bool) -> bool:
    if one.high is None or other.low is None:
        return False
    return one.high < other.low if is_strict else one.high <= other.low


def _between(bounds: NumberBounds) -> str:
    if bounds.low is not None and bounds.high is not None:
        return f"{bounds.low} to {bounds.high}"
    return f"{bounds.low} or more" if bounds.high is None else f"{bounds.high} or less"
