"""Values as people write them: names need no quotes, whatever letters they have."""

import re

from interpreter.opening import Pack
from interpreter.values.names import RESERVED, plain
from interpreter.values.types import (
    Entity,
    Enumeration,
    Maybe,
    Number,
    Part,
    Seat,
    Text,
    Truth,
    Type,
    Value,
    enumeration_of,
)

_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,14})\Z")
_NAME = re.compile(r"(?!d[0-9])[A-Za-z][A-Za-z0-9_]*\Z")


def value_of(pack: Pack, text: str, kind: Type, scenario: str, source: str) -> Value:
    """Return a value of a type; raises Unusable for one that does not fit.

    A value of an enumeration is found by its name as written, such as `1/2 up`, which
    no expression could read without quotes. Whole numbers, yes and no, and ids are read
    here, for the parser takes longer to import than a run lasts; all else is an
    expression.
    """
    inner = kind.item if isinstance(kind, Maybe) else kind
    words = enumeration_of(inner)
    if words is not None:
        rank = _rank(words, text)
        if rank is not None and (not isinstance(inner, Part) or rank in inner.ranks):
            return rank
    found = _plain(pack, text, inner, scenario)
    if found is not None:
        return found
    from interpreter.loading import read_value

    return read_value(pack.loaded(), text, kind, scenario, source)


def _rank(words: Enumeration, text: str) -> int | None:
    wanted = plain(text)
    names = [plain(each) for each in words.values]
    return names.index(wanted) if wanted in names else None


def _plain(pack: Pack, text: str, kind: Type, scenario: str) -> Value | None:
    """Return what a text means that is one word; None where an expression is read."""
    match kind:
        case Truth() if text in ("yes", "no"):
            return text == "yes"
        case Number() if _WHOLE.match(text):
            return _within(int(text), kind)
        case Text():
            return text
        case Entity() | Seat():
            return _entity(pack, text, kind.kind, scenario)
        case _:
            return None


def _within(number: int, kind: Number) -> int | None:
    if kind.low is not None and number < kind.low:
        return None
    return None if kind.high is not None and number > kind.high else number


def _entity(pack: Pack, text: str, kind: str, scenario: str) -> int | None:
    """Return the number of the entity that a bare name means, as an expression would:
    the only one of a kind, or the first with this id."""
    name = plain(text)
    if not _NAME.match(text) or name in RESERVED or name == "judge":
        return None
    kinds = pack.program.declared.kinds
    if name in kinds and kinds[name].single:
        return 0 if name == kind else None
    for each, ids in pack.program.worlds[scenario].ids.items():
        for number, own in enumerate(ids):
            if plain(own) == name:
                return number if each == kind else None
    return None
