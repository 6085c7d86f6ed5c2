"""Values as people write them: names need no quotes, whatever letters they have."""

from interpreter.checked.place import spoken
from interpreter.loading import Loaded, read_value, usable
from interpreter.problems import Unusable, did_you_mean
from interpreter.values.names import plain
from interpreter.values.types import (
    Entity,
    Enumeration,
    Maybe,
    Number,
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
    try:
        return read_value(loaded, text, kind, scenario, source)
    except Unusable as error:
        raise _misfit(error, text, inner, loaded, scenario, source) from None


def _misfit(
    error: Unusable, text: str, kind: Type, loaded: Loaded, scenario: str, source: str
) -> Unusable:
    """Return the error in one sentence, with a hint for what is wanted."""
    found = error.problems[0] if error.problems else None
    said = found.message if found else error.message
    hint = _wanted(text, kind, loaded, scenario)
    if not hint and found is not None:
        hint = found.hint or found.expected
    return Unusable(f"{source}: '{text}' does not fit: {said}", hint=hint)


def _wanted(text: str, kind: Type, loaded: Loaded, scenario: str) -> str:
    """Return what a value of an entity, an enumeration or a number looks like."""
    if isinstance(kind, Entity):
        ids = usable(loaded).worlds[scenario].ids.get(kind.kind, ())
        if not ids and not scenario:
            return f"which {kind.kind} there is stands in a scenario: --scenario NAME"
        listed = f"of the kind {kind.kind} there are: {', '.join(ids[:12]) or 'none'}"
        return did_you_mean(text, ids) or listed
    words = enumeration_of(kind)
    if words is not None:
        ranks = kind.ranks if isinstance(kind, Part) else range(len(words.values))
        values = [words.values[rank] for rank in ranks]
        return did_you_mean(text, values) or f"it may be {', '.join(values)}"
    return f"wanted is {spoken(kind)}" if isinstance(kind, Number) else ""


def _rank(words: Enumeration, text: str) -> int | None:
    wanted = plain(text)
    names = [plain(each) for each in words.values]
    return names.index(wanted) if wanted in names else None
