"""Values as people write them: names need no quotes, whatever letters they have."""

from interpreter.loading import Loaded, read_value
from interpreter.values.names import plain
from interpreter.values.types import (
    Enumeration,
    Maybe,
    Part,
    Type,
    Value,
    enumeration_of,
)


def value_of(
    loaded: Loaded, text: str, kind: Type, scenario: str, source: str
) -> Value:
    """Return a value of a type; raises Unusable for one that does not fit.

    A value of an enumeration is found by its name as written, such as `1/2 up`, which
    no expression could read without quotes; all else is an expression.
    """
    inner = kind.item if isinstance(kind, Maybe) else kind
    words = enumeration_of(inner)
    if words is not None:
        rank = _rank(words, text)
        if rank is not None and (not isinstance(inner, Part) or rank in inner.ranks):
            return rank
    return read_value(loaded, text, kind, scenario, source)


def _rank(words: Enumeration, text: str) -> int | None:
    wanted = plain(text)
    names = [plain(each) for each in words.values]
    return names.index(wanted) if wanted in names else None
