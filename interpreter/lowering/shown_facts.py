"""Which facts of a claim are shown, and the map of what is said of them."""

from collections.abc import Mapping
from dataclasses import dataclass

from interpreter.expressions.typed import Apply, Constant, IfElse, Typed
from interpreter.semantics.declarations import ClaimKind
from interpreter.values.types import Boolean, ListOf, MapOf, Nothing, Unknown

NONE = Constant(None, Nothing())
"""A part that a claim has not."""


@dataclass(frozen=True, slots=True)
class ShownFacts:
    """The list of the facts shown; `always` when it is the same each time."""

    listed: Typed
    always: tuple[int, ...] | None


def inside(claim: ClaimKind, place: int, listed: Typed) -> Typed:
    """Return whether a fact is in a list of them."""
    return Apply("in", (Constant(place, claim.fact), listed), Boolean())


def facts_shown(
    claim: ClaimKind, shown: ShownFacts, given: Mapping[int, Typed]
) -> Typed:
    """Return the map of what is shown: what is not is not even evaluated."""
    kind = MapOf(claim.fact, Unknown())
    parts: list[Typed] = []
    for place, value in given.items():
        pair = Apply("record", (Constant(place, claim.fact), value), Unknown())
        if shown.always is None:
            one = Apply("list", (pair,), kind)
            parts.append(IfElse(inside(claim, place, shown.listed), one, _EMPTY, kind))
        else:
            parts.append(pair)
    found = Apply("list", tuple(parts), kind)
    return found if shown.always is not None else Apply("joined", (found,), kind)


_EMPTY = Constant((), ListOf(Unknown()))
