"""Conditions as facts: which values a subject may have where a condition holds.

`split` brings a condition into disjunctive form: a tuple of alternatives, each a
conjunction (`Facts`) that restricts subjects to values. Comparisons of closed types
(booleans, enumerations) with constants become sets of values; any other comparison is a
subject of its own with the values true and false. More than MAX_ALTERNATIVES
alternatives are not split.

`covered` decides whether alternatives hold in all cases, by case distinction over one
subject after another; values that no alternative distinguishes are one class. It
answers False beyond MAX_SUBJECTS subjects or MAX_CLASSES classes, which is safe, as
False only narrows audiences; so it takes at most MAX_CLASSES ** MAX_SUBJECTS steps.
"""

from collections.abc import Iterable
from types import MappingProxyType

from msgspec.structs import replace

from interpreter.expressions.typed import Apply, Constant, FieldRead, Local, Typed
from interpreter.values.conversions import ranks
from interpreter.values.types import Boolean, Maybe, enumeration_of, maybe, present

Facts = frozenset[tuple[Typed, frozenset[object]]]
"""A conjunction: subjects, each once, with the values that they may have."""

NO_FACTS: Facts = frozenset()
MAX_SUBJECTS, MAX_CLASSES = 4, 8
"""Limits of a case distinction; beyond them nothing is proved."""

MAX_ALTERNATIVES = 16
_POSITIVE = MappingProxyType({"is_not": "is", "not_in": "in"})
_COMPARED = frozenset({"is", "is_not", "in", "not_in"})


def split(condition: Typed, truth: bool) -> tuple[Facts, ...]:
    """Return alternatives of which one holds where the condition has this truth."""
    if isinstance(condition, Constant):
        return (NO_FACTS,) if condition.value is truth else ()
    if not isinstance(condition, Apply):
        return (frozenset({(condition, frozenset({truth}))}),)
    if condition.name == "not":
        return split(condition.arguments[0], not truth)
    if condition.name in ("and", "or"):
        alternatives = [split(part, truth) for part in condition.arguments]
        if (condition.name == "and") is truth:
            combined = _product(alternatives)
        else:
            combined = tuple(
                dict.fromkeys(
                    alternative for part in alternatives for alternative in part
                )
            )
        return (
            combined
            if len(combined) <= MAX_ALTERNATIVES
            else _undivided(condition, truth)
        )
    return _compared(condition, truth)


def _product(alternatives: Iterable[tuple[Facts, ...]]) -> tuple[Facts, ...]:
    product: tuple[Facts, ...] = (NO_FACTS,)
    for factor in alternatives:
        pairs = (meeting(one, other) for one in product for other in factor)
        product = tuple(dict.fromkeys(pair for pair in pairs if pair is not None))
        if len(product) > MAX_ALTERNATIVES:
            break
    return product


def _undivided(condition: Typed, truth: bool) -> tuple[Facts, ...]:
    return (frozenset({(condition, frozenset({truth}))}),)


def _compared(condition: Apply, truth: bool) -> tuple[Facts, ...]:
    """Return the values of a closed type that a comparison with constants leaves."""
    if condition.name not in _COMPARED:
        return _undivided(condition, truth)
    one, other = condition.arguments
    if isinstance(one, Constant) and condition.name in ("is", "is_not"):
        one, other = other, one
    subject = plain(one)
    domain = domain_of(subject)
    values = _values(other, condition.name)
    if domain is None or values is None:
        positive = _POSITIVE.get(condition.name)
        if positive is None:
            return _undivided(condition, truth)
        return _undivided(
            Apply(positive, condition.arguments, condition.type), not truth
        )
    if (condition.name in ("is", "in")) is not truth:
        values = domain - values
    values &= domain
    return (frozenset({(subject, values)}),) if values else ()


def _values(node: Typed, operator: str) -> frozenset[object] | None:
    if not isinstance(node, Constant):
        if isinstance(node, Apply) and node.name == "list" and operator.endswith("in"):
            constants = [
                constant
                for constant in node.arguments
                if isinstance(constant, Constant)
            ]
            if len(constants) == len(node.arguments):
                return frozenset(constant.value for constant in constants)
        return None
    if operator.endswith("in"):
        return frozenset(node.value) if isinstance(node.value, tuple) else None
    return frozenset({node.value})


def domain_of(node: Typed) -> frozenset[object] | None:
    """Return every value of an expression of a closed type; None for an open type."""
    kind = node.type
    inner = present(kind)
    if isinstance(inner, Boolean):
        values: frozenset[object] = frozenset({True, False})
    else:
        enumeration = enumeration_of(inner)
        if enumeration is None:
            return None
        values = frozenset(ranks(enumeration))
    return values | {None} if isinstance(kind, Maybe) else values


def plain(node: Typed) -> Typed:
    """Return an expression without what its context knows of it (presence, narrowed
    types), so that equal expressions compare equal."""
    if isinstance(node, Apply) and node.name == "present":
        return plain(node.arguments[0])
    if isinstance(node, FieldRead):
        return replace(node, of=plain(node.of))
    enumeration = enumeration_of(node.type)
    if isinstance(node, Local) and enumeration is not None:
        kind = maybe(enumeration) if isinstance(node.type, Maybe) else enumeration
        return Local(node.name, kind, node.span)
    return node


def meeting(one: Facts, other: Facts) -> Facts | None:
    """Return the conjunction of both; None if it is contradictory."""
    if not one or not other:
        return one or other
    joined = dict(one)
    for subject, allowed in other:
        joined[subject] = joined[subject] & allowed if subject in joined else allowed
    return frozenset(joined.items()) if all(joined.values()) else None


def hull(alternatives: tuple[Facts, ...]) -> Facts:
    """Return the facts that hold in each of the alternatives."""
    if not alternatives:
        return NO_FACTS
    first, *rest = (dict(each) for each in alternatives)
    shared = [subject for subject in first if all(subject in each for each in rest)]
    return frozenset((s, first[s].union(*(each[s] for each in rest))) for s in shared)


def covered(alternatives: list[Facts], known: dict[Typed, frozenset[object]]) -> bool:
    """Return whether one of the alternatives provably holds."""
    open_alternatives = []
    for alternative in alternatives:
        unproved = []
        for subject, allowed in alternative:
            possible = known.get(subject)
            if possible is None or not possible <= allowed:
                unproved.append((subject, allowed))
            if possible is not None and not possible & allowed:
                break
        else:
            if not unproved:
                return True
            open_alternatives.append(frozenset(unproved))
    return bool(open_alternatives) and _each_value(open_alternatives, known)


def _each_value(left: list[Facts], known: dict[Typed, frozenset[object]]) -> bool:
    subjects = list(
        dict.fromkeys(subject for alternative in left for subject, _ in alternative)
    )
    if len(subjects) > MAX_SUBJECTS:
        return False
    subject = subjects[0]
    tests = [
        allowed
        for alternative in left
        for each, allowed in alternative
        if each == subject
    ]
    domain = known.get(subject) or domain_of(subject)
    if domain is None:
        domain = frozenset({True, False})
    classes: dict[tuple[bool, ...], set[object]] = {}
    for value in domain:
        key = tuple(value in allowed for allowed in tests)
        classes.setdefault(key, set()).add(value)
    return len(classes) <= MAX_CLASSES and all(
        covered(left, {**known, subject: frozenset(each)}) for each in classes.values()
    )
