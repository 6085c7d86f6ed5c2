"""Numbers that a rule always gives, reckoned once: half of the width of a base."""

from collections.abc import Mapping

from interpreter.checked.declared import Formula
from interpreter.language.functions.operators import OPERATORS
from interpreter.language.typed import Apply, Constant, Typed, Use
from interpreter.values.exact import Exact

_MOST_BITS = 256  # a longer one is left to the run, which has limits


def figure(formulas: Mapping[str, Formula], node: Typed) -> int | Exact | None:
    """Return the number that an expression is, as far as that is seen at once; None of
    others. `formulas` are those that may be looked into, by name."""
    match node:
        case Constant():
            value = node.value
            return value if type(value) is int or type(value) is Exact else None
        case Use(section="formulas", arguments=()) if node.name in formulas:
            body = formulas[node.name].body
            return figure(formulas, body) if isinstance(body, Constant) else None
        case Apply(name="+" | "-" | "*" | "/" | "neg"):
            given = [figure(formulas, each) for each in node.arguments]
            if None not in given and not (node.name == "/" and given[1] == 0):
                found: int | Exact = OPERATORS[node.name](*given)
                bits = found.numerator.bit_length() + found.denominator.bit_length()
                return found if bits <= _MOST_BITS else None
    return None
