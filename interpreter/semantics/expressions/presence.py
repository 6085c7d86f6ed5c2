"""What is sure to be there: expressions that are not none where a condition holds, or
of every element of a list.

A condition may say so itself (`u.at is not none`), or through a formula or a derived
field (`on_map(u)`); so may what a list is gathered by, and that something is in it.
What has changed since is found out while running (R704).
Of what could not be read nobody can tell what it would have made sure, so there all is:
an error says already what is wrong, and none follows from it elsewhere.
"""

from collections.abc import Callable
from functools import reduce

from interpreter.expressions.typed import (
    Apply,
    Collect,
    Constant,
    IfElse,
    Invalid,
    Local,
    Typed,
    Use,
    applied,
)
from interpreter.semantics.expressions.scope import LOST
from interpreter.semantics.names import Names
from interpreter.values.types import Boolean

_PICKING = frozenset({"list", "first", "sorted", "distinct"})
_KEEPING = frozenset(
    {"distinct", "first", "first_of", "highest", "last_of", "lowest", "sorted"}
    | {"without"}
)

_EACH = "\0each"
"""An element of what a formula lists; no name of a pack can be that."""

Facts = frozenset[Typed]
NOTHING: Facts = frozenset()


def facts(names: Names, condition: Typed, truth: bool) -> Facts:
    """Return what is not none when a condition has that truth."""
    match condition:
        case Invalid():
            return frozenset({LOST})
        case Apply(name="not", arguments=(one,)):
            return facts(names, one, not truth)
        case Apply(name="and" | "or" as name, arguments=(one, other)):
            ours, theirs = facts(names, one, truth), facts(names, other, truth)
            return ours | theirs if (name == "and") is truth else _both(ours, theirs)
        case Apply(name="is" | "is_not" as name, arguments=(one, other)):
            is_none = isinstance(other, Constant) and other.value is None
            return (
                frozenset({one}) if is_none and (name == "is_not") is truth else NOTHING
            )
        case Apply(name="in" | "not_in" as name, arguments=(Local() as one, other)):
            return of_each(names, other, one) if (name == "in") is truth else NOTHING
        case IfElse():
            never = Constant(not truth, Boolean())
            return _either(
                names,
                condition,
                lambda each: facts(names, each, truth),
                lambda each: each == never,
            )
        case Use():
            return _given(names, condition, truth, None)
    return NOTHING


def of_each(names: Names, source: Typed, word: Local) -> Facts:
    """Return what of each element of a list, called `word`, is not none."""
    match source:
        case Invalid():
            return frozenset({LOST})
        case Collect() if source.reducer in _PICKING and _picks(source):
            own = of_each(names, source.source, word)
            if source.where is None:
                return own
            where = applied(source.where, {source.variable: word})
            return own | facts(names, where, True)
        case Apply() if source.name in _KEEPING and source.arguments:
            return of_each(names, source.arguments[0], word)
        case IfElse():
            return _either(
                names, source, lambda each: of_each(names, each, word), _is_empty
            )
        case Use():
            return _given(names, source, True, word)
    return NOTHING


def _either(
    names: Names,
    node: IfElse,
    found: Callable[[Typed], Facts],
    is_out: Callable[[Typed], bool],
) -> Facts:
    """Return what is sure whichever way it goes, each with its condition, but for what
    is out of the question: an empty list has no element."""
    ways: list[Facts] = []
    for each, truth in ((node.then, True), (node.other, False)):
        if not is_out(each):
            ways.append(found(each) | facts(names, node.condition, truth))
    return reduce(_both, ways) if ways else NOTHING


def _both(ours: Facts, theirs: Facts) -> Facts:
    """Return what is sure either way; all where one of them could not be read."""
    return ours & theirs | {LOST} & (ours | theirs)


def _given(names: Names, node: Use, truth: bool, word: Local | None) -> Facts:
    """Return what is sure where a formula or a derived field has a truth, or of each
    element that it lists; in its own words that is worked out once."""
    formula = names.formulas.get(node.name)
    if (node.section, node.name) in names.spoilt:
        return frozenset({LOST})
    if formula is None or node.section not in ("formulas", "derived"):
        return NOTHING
    key = (node.name, truth, word is None)
    if key not in names.sure:
        names.sure[key] = (
            facts(names, formula.body, truth)
            if word is None
            else of_each(names, formula.body, Local(_EACH, word.type))
        )
    found = names.sure[key]
    if not found:
        return NOTHING
    takes = (each.name for each in formula.takes)
    words = dict(zip(takes, node.arguments, strict=False))
    if word is not None:
        words[_EACH] = word
    return frozenset(applied(each, words) for each in found)


def _is_empty(source: Typed) -> bool:
    """Return whether a list has no elements, of which everything is sure."""
    return (isinstance(source, Constant) and source.value == ()) or (
        isinstance(source, Apply) and source.name == "list" and not source.arguments
    )


def _picks(source: Collect) -> bool:
    """Return whether the elements themselves are gathered."""
    return isinstance(source.body, Local) and source.body.name == source.variable
