"""Texts with expressions in braces: values that are built at run time.

Braces may hold only values that have one name for every reader: texts, numbers, yes and
no, words of enumerations. Entities are refused, since another seat may know them by a
label.
"""

import re

from interpreter.expressions.parsing import Unreadable, parse
from interpreter.expressions.typed import Apply, Constant, IfElse, Invalid, Typed
from interpreter.semantics.expressions.scope import Binder, Scope, spoken
from interpreter.source import Span
from interpreter.values.types import (
    INTEGER,
    Boolean,
    ListOf,
    Maybe,
    Nothing,
    Number,
    Text,
    Type,
    Unknown,
    enumeration_of,
)

_PART = re.compile(r"\{([^{}]*)\}")
EXPECTED = "a text, a number, yes or no, or a word of an enumeration"


def is_joined(text: str) -> bool:
    """Return whether a text has an expression in braces."""
    return "{" in text and _PART.search(text) is not None


def quoted_text(reading: Binder, start: int, text: str, scope: Scope) -> Typed:
    """Read a quoted text with braces; `start` is the index after its quote in the
    expression."""
    parts: list[Typed] = []
    done = 0
    for found in _PART.finditer(text):
        parts.append(Constant(text[done : found.start()], Text()))
        done = found.end()
        begins, ends = start + found.start(1), start + found.end(1)
        try:
            # so that each place, and each name made of one, is its own
            node = parse(" " * begins + found[1])
        except Unreadable as fault:
            at = (max(fault.at[0], begins), max(fault.at[1], begins))
            return reading.lost("R201", at, fault.message, fault.expected, fault.hint)
        value = reading.read(node, scope)
        said = as_text(value)
        if said is None:
            message = f"this is {spoken(value.type)}"
            return reading.lost("R401", (begins, ends), message, EXPECTED)
        parts.append(said)
    parts.append(Constant(text[done:], Text()))
    return joined(parts, reading.place.span((start, start + len(text))))


def joined(parts: list[Typed], span: Span) -> Typed:
    """Return the concatenation of texts and numbers."""
    if any(isinstance(each, Invalid) for each in parts):
        return Invalid(span)
    kept = tuple(e for e in parts if not (isinstance(e, Constant) and e.value == ""))
    return Apply("text", kept, Text(), span)


def as_text(node: Typed) -> Typed | None:
    """Return a value as a text expression; None if readers may have different names for
    it."""
    kind: Type = node.type
    enumeration = enumeration_of(kind)
    match kind:
        case Unknown():
            return Invalid(node.span)
        case Text() | Number():
            return node
        case Boolean():
            yes, no = (Constant(word, Text()) for word in ("yes", "no"))
            return IfElse(node, yes, no, Text(), node.span)
        case Nothing():
            return Constant("none", Text())
        case Maybe():
            there = as_text(Apply("present", (node,), kind.item, node.span))
            is_none = Apply("is", (node, Constant(None, Nothing())), Boolean())
            none = Constant("none", Text())
            return there and IfElse(is_none, none, there, Text(), node.span)
        case _ if enumeration is not None:
            words = Constant(enumeration.values, ListOf(Text()))
            place = Apply("+", (node, Constant(1, INTEGER)), INTEGER)
            return Apply("index", (words, place), Text(), node.span)
        case _:
            return None
