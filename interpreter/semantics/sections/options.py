"""Options as expressions read them: constants, since they are settled when loading."""

from fractions import Fraction

from interpreter.ruleset.ruleset import OptionValue
from interpreter.values.types import Boolean, Enumeration, Number, Type, Value


def read_option(option: OptionValue) -> tuple[Value, Type]:
    """Return an option's value inside and its type; a name is one of an enumeration."""
    value, values = option.value, option.values
    if isinstance(value, bool):
        return value, Boolean()
    if isinstance(value, (int, Fraction)):
        numbers = [each for each in values if isinstance(each, (int, Fraction))]
        whole = all(isinstance(each, int) for each in numbers)
        return value, Number(min(numbers), max(numbers), whole)
    kind = Enumeration("", tuple(str(each) for each in values))
    return kind.values.index(str(value)), kind
