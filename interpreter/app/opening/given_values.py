"""Values that a caller gives: text as a person types it, or what Python has for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from interpreter.app.opening.values import value_of
from interpreter.diagnostics import Unusable
from interpreter.pipeline.opening import Pack
from interpreter.values.names import plain
from interpreter.values.types import (
    Boolean,
    ListOf,
    MapOf,
    Maybe,
    Record,
    Type,
    Value,
    present,
    spoken,
)

if TYPE_CHECKING:
    from interpreter.yaml import Node

GivenValue: TypeAlias = (
    "str | int | Fraction | Sequence[GivenValue] | Mapping[str, GivenValue] | None"
)
"""A text is read as it would be typed (a name, a number, an expression without dice);
a number is exact, so no float; a list is a sequence, a record or a map a mapping."""


def value_of_given(
    pack: Pack, given: GivenValue, kind: Type, scenario: str, source: str
) -> Value:
    """Return a value of a type; raises Unusable for one that does not fit.

    `source` names the value in messages. Nothing is imported for it that a warm start
    must not import, but for a text that nests.
    """
    _require_exact(given, source)
    inner = present(kind)
    if isinstance(given, str):
        return value_of(pack, given, kind, scenario, source)
    if given is None:
        if isinstance(kind, Maybe):
            return None
        raise Unusable(f"{source}: none does not fit", hint=_expected(kind))
    if isinstance(given, bool) and not isinstance(inner, Boolean):
        raise Unusable(f"{source}: {given} does not fit", hint=_expected(kind))
    if isinstance(given, int | Fraction):
        text = ("no", "yes")[given] if isinstance(given, bool) else str(given)
        return value_of(pack, text, kind, scenario, source)
    if isinstance(given, Mapping):
        return _of_mapping(pack, given, kind, scenario, source)
    return _of_sequence(pack, given, kind, scenario, source)


def _require_exact(given: object, source: str) -> None:
    """Raise Unusable for what only a caller without a type checker gives."""
    if not isinstance(given, str | int | Fraction | Sequence | Mapping | None):
        hint = "give a Fraction, or a text such as '1/2'"
        name = type(given).__name__
        raise Unusable(f"{source}: a {name} is no exact value", hint=hint)


def _of_sequence(
    pack: Pack, given: Sequence[GivenValue], kind: Type, scenario: str, source: str
) -> Value:
    inner = present(kind)
    if isinstance(inner, ListOf):
        return tuple(
            value_of_given(pack, item, inner.item, scenario, source) for item in given
        )
    if isinstance(inner, Record) and len(given) == len(inner.fields):
        pairs = zip(given, inner.fields, strict=True)
        return tuple(
            value_of_given(pack, item, of, scenario, source) for item, (_, of) in pairs
        )
    raise Unusable(f"{source}: a list does not fit", hint=_expected(kind))


def _of_mapping(
    pack: Pack,
    given: Mapping[str, GivenValue],
    kind: Type,
    scenario: str,
    source: str,
) -> Value:
    inner = present(kind)
    if isinstance(inner, MapOf):
        return tuple(
            (
                value_of_given(pack, key, inner.key, scenario, source),
                value_of_given(pack, value, inner.value, scenario, source),
            )
            for key, value in given.items()
        )
    if not isinstance(inner, Record):
        raise Unusable(f"{source}: a map does not fit", hint=_expected(kind))
    by_name = {plain(name): value for name, value in given.items()}
    names = [plain(name) for name, _ in inner.fields]
    hint = f"it has the fields {', '.join(names)}"
    for name in by_name:
        if name not in names:
            raise Unusable(f"{source}: '{name}' is no field of it", hint=hint)
    for name, of in inner.fields:
        if plain(name) not in by_name and not isinstance(of, Maybe):
            raise Unusable(f"{source}: '{plain(name)}' is missing", hint=hint)
    return tuple(
        value_of_given(pack, by_name.get(plain(name)), of, scenario, source)
        for name, of in inner.fields
    )


def value_of_answer(
    pack: Pack, given: GivenValue | Node, kind: Type, scenario: str, source: str
) -> Value:
    """Return an answer to a question, from a value or a node of YAML; a text may be a
    map or a record written on one line."""
    # they read YAML, for which no run without answers has to wait
    from interpreter.app.opening.yaml_values import value_at, value_in_line
    from interpreter.yaml import MappingNode, ScalarNode, SequenceNode

    if isinstance(given, str):
        return value_in_line(pack, given, kind, scenario, source)
    if isinstance(given, MappingNode | ScalarNode | SequenceNode):
        return value_at(given, kind, pack, scenario)
    return value_of_given(pack, given, kind, scenario, source)


def _expected(kind: Type) -> str:
    return f"expected {spoken(kind)}"
