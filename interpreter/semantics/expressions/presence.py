"""Which expressions are certainly present (not none) where a condition holds.

Sources: the condition itself (`u.at is not none`), formulas and derived fields that it
calls (`on_map(u)`), the condition by which a list is gathered, and that a list has an
element. A change since then is found at run time (R704). The facts of a formula are
computed once and memoised in `Names.sure`. An expression that could not be read makes
everything present, so that its error causes no others.
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
from interpreter.semantics.declarations import Formula
from interpreter.semantics.dependencies import FACTS
from interpreter.semantics.expressions.scope import LOST
from interpreter.semantics.names import Names
from interpreter.values.types import Boolean, ListOf, Type, present

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
    """Return the expressions that are present where a condition has this truth."""
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
    """Return the expressions that are present of each element of a list, named
    `word`."""
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
    """Return the facts common to both branches, each with its condition; a branch that
    cannot occur, such as an empty list, is ignored."""
    ways: list[Facts] = []
    for each, truth in ((node.then, True), (node.other, False)):
        if not is_out(each):
            ways.append(found(each) | facts(names, node.condition, truth))
    return reduce(_both, ways) if ways else NOTHING


def _both(ours: Facts, theirs: Facts) -> Facts:
    """Return the facts common to both; with LOST, which makes everything present, if
    one of them could not be read."""
    return ours & theirs | {LOST} & (ours | theirs)


def _given(names: Names, node: Use, truth: bool, word: Local | None) -> Facts:
    """Return the facts that follow from a formula or a derived field, in the terms of
    the call."""
    formula = names.formulas.signature(node.name)
    if (node.section, node.name) in names.spoilt:
        return frozenset({LOST})
    if formula is None or node.section not in ("formulas", "derived"):
        return NOTHING
    each = None if word is None else word.type
    found = _of_formula(names, node.name, truth, each)
    if not found:
        return NOTHING
    takes = (each.name for each in formula.takes)
    words = dict(zip(takes, node.arguments, strict=False))
    if word is not None:
        words[_EACH] = word
    return frozenset(applied(each, words) for each in found)


def _of_formula(names: Names, name: str, truth: bool, each: Type | None) -> Facts:
    """Return the facts that follow from a formula, or of `each` element of this type
    of what it lists; found once, as facts about the formula."""
    key = (name, truth, each is None)
    names.dependencies.record(FACTS, name, whole=True)
    if key not in names.sure:
        with names.dependencies.reading(FACTS, name):
            body = names.formulas[name].body
            names.sure[key] = (
                facts(names, body, truth)
                if each is None
                else of_each(names, body, Local(_EACH, each))
            )
    return names.sure[key]


def every_fact(names: Names, formula: Formula) -> tuple[Facts, ...]:
    """Return all that may be asked about a formula: what follows where it is true,
    where it is not, and of each element of what it lists."""
    gives = present(formula.gives)
    if isinstance(gives, ListOf):
        return (_of_formula(names, formula.name, True, gives.item),)
    return tuple(_of_formula(names, formula.name, way, None) for way in (True, False))


def _is_empty(source: Typed) -> bool:
    """Return whether a list is empty; every fact holds of its elements."""
    return (isinstance(source, Constant) and source.value == ()) or (
        isinstance(source, Apply) and source.name == "list" and not source.arguments
    )


def _picks(source: Collect) -> bool:
    """Return whether the elements themselves are gathered."""
    return isinstance(source.body, Local) and source.body.name == source.variable
