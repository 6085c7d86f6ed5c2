"""What every element of a list is sure to have: in `list(x in L where x.side is s)`
`x.side` is `s`, also where a formula or a derived field gives the list."""

from collections.abc import Mapping

from interpreter.expressions.typed import (
    Apply,
    Collect,
    Constant,
    IfElse,
    Local,
    Typed,
    Use,
)
from interpreter.ir.walking import exchanged, free, translation
from interpreter.semantics.declarations import Declarations
from interpreter.semantics.expressions.conditions import plain
from interpreter.values.types import Entity, ListOf, Seat, Unknown

Same = Mapping[Typed, Typed]
"""An expression of an element, and what it is sure to be."""

_PICKING = frozenset({"list", "first", "sorted", "distinct"})
_KEEPING = frozenset(
    {"distinct", "first", "first_of", "highest", "last_of", "lowest", "without"}
)


class ElementFacts:
    """Asked for the elements of a list."""

    def __init__(self, declared: Declarations) -> None:
        """Keep what gives lists."""
        self._declared = declared

    def of(self, source: Typed, word: Local) -> Same:
        """Return what is sure of each element, which is called `word` there."""
        match source:
            case Collect() if source.reducer in _PICKING and _picks(source):
                here = element(source.source, source.variable)
                own = {**self.of(source.source, here), **stated(source.where, here)}
                return {exchanged(plain(each), {here: word}): own[each] for each in own}
            case Apply() if source.name in _KEEPING:
                return self.of(source.arguments[0], word)
            case IfElse() if _is_empty(source.other):
                return self.of(source.then, word)
            case IfElse():
                other = self.of(source.other, word)
                if _is_empty(source.then):
                    return other
                then = self.of(source.then, word).items()
                return {each: said for each, said in then if other.get(each) == said}
            case Use():
                return self._given(source, word)
        return {}

    def _given(self, source: Use, word: Local) -> Same:
        """Say of what a formula or a derived field gives, in the words of its call."""
        if source.section == "derived":
            owner, _, field = source.name.partition(".")
            found = self._declared.kinds[owner].derived[field]
            takes = [Local("it", Entity(owner))]
        elif source.section == "formulas":
            found = self._declared.formulas[source.name]
            takes = [Local(each.name, each.type) for each in found.takes]
        else:
            return {}
        given = map(plain, source.arguments)
        said = translation(dict(zip(takes, given, strict=False)))
        inside = self.of(found.body, word).items()
        now = ((each, said(plain(other))) for each, other in inside)
        return {each: other for each, other in now if other is not None}


def element(source: Typed, name: str) -> Local:
    """Return the word for an element of a list."""
    kind = source.type.item if isinstance(source.type, ListOf) else Unknown()
    return Local(name, kind)


def stated(where: Typed | None, word: Local) -> dict[Typed, Typed]:
    """Return what a condition says that something of a word is: `x.side is s`."""
    if not isinstance(where, Apply):
        return {}
    if where.name == "and":
        found: dict[Typed, Typed] = {}
        for each in where.arguments:
            found |= stated(each, word)
        return found
    if where.name != "is" or not isinstance(where.arguments[0].type, (Entity, Seat)):
        return {}
    one, other = where.arguments
    if word.name in free(other):
        one, other = other, one
    return {one: other} if word.name in free(one) - free(other) else {}


def _is_empty(source: Typed) -> bool:
    """Tell whether a list has no elements, of which everything is sure."""
    return (isinstance(source, Constant) and source.value == ()) or (
        isinstance(source, Apply) and source.name == "list" and not source.arguments
    )


def _picks(source: Collect) -> bool:
    """Tell whether the elements themselves are gathered."""
    return isinstance(source.body, Local) and source.body.name == source.variable
