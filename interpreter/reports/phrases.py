"""What a pack says of fields, as phrases: `in column`, `led by the old count`.

A phrase is made from what its reader sees of an entity alone. It is left out where the
pack has no sentence for the value, where the value is none and no sentence speaks of
that, and where a field named in it is not seen or is none.
"""

from collections.abc import Mapping, Sequence

from interpreter.reports.colour import clean
from interpreter.reports.values import NOTHING, ValueNames, in_words
from interpreter.semantics.declarations import IN_BRACES, Field, Kind
from interpreter.source import normalised
from interpreter.values.types import Value
from interpreter.views.views import ViewedEntity


def sentence_for(
    says: Sequence[tuple[str, str]], value: Value, text: str
) -> str | None:
    """Return what is said of a value with this text; None where nothing is. A text that
    reads like none is a text all the same."""
    key = "" if text == NOTHING and isinstance(value, str) else normalised(text)
    by_value = dict(says)
    return by_value.get(key, by_value.get(""))


def filled_in(sentence: str, values: Mapping[str, str]) -> str:
    """Return a sentence with values in place of the names in braces."""
    return IN_BRACES.sub(lambda found: values[found[1]], clean(sentence))


def is_spoken_of(kind: Kind) -> bool:
    """Tell whether a pack says entities of a kind in sentences."""
    return any(field.says for field in kind.fields)


def spoken_fields(field: Field) -> frozenset[str]:
    """Return the names of fields that stand in what is said of a field."""
    return frozenset(
        named[1] for _, text in field.says for named in IN_BRACES.finditer(text)
    )


def phrases(thing: ViewedEntity, names: ValueNames) -> dict[str, str | None]:
    """Return what is said of each visible field that has sentences, by field name; ""
    where the pack says nothing of its value on purpose, None where it has no sentence
    that could be said."""
    texts = {
        field.name: in_words(value, field.type, names) for field, value in thing.fields
    }
    return {
        field.name: _phrase(field.name, field.says, value, texts)
        for field, value in thing.fields
        if field.says
    }


def _phrase(
    name: str,
    says: Sequence[tuple[str, str]],
    value: Value,
    texts: Mapping[str, str],
) -> str | None:
    text = texts[name]
    sentence = sentence_for(says, value, text)
    if sentence is None:
        return None
    named = {found[1] for found in IN_BRACES.finditer(sentence)}
    if any(texts.get(each, NOTHING) == NOTHING for each in named):
        return None
    return filled_in(sentence, texts)
