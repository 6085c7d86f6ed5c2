"""Conditions taken apart: which values a subject may have where a condition holds."""

from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType

from interpreter.expressions.typed import Apply, Constant, FieldRead, Local, Typed
from interpreter.values.conversions import ranks
from interpreter.values.types import Boolean, Maybe, enumeration_of, maybe, present

Facts = frozenset[tuple[Typed, frozenset[object]]]
"""Subjects (each once) with the values that they may have."""

NO_FACTS: Facts = frozenset()
MOST_SUBJECTS, MOST_CLASSES = 4, 8
"""Beyond so many unknown subjects, or kinds of values of one, nothing is sure."""

MOST_WAYS = 16
_POSITIVE = MappingProxyType({"is_not": "is", "not_in": "in"})
_COMPARED = frozenset({"is", "is_not", "in", "not_in"})


def split(condition: Typed, truth: bool) -> tuple[Facts, ...]:
    """Return the ways in which the condition can have that truth: one of them holds."""
    if isinstance(condition, Constant):
        return (NO_FACTS,) if condition.value is truth else ()
    if not isinstance(condition, Apply):
        return (frozenset({(condition, frozenset({truth}))}),)
    if condition.name == "not":
        return split(condition.arguments[0], not truth)
    if condition.name in ("and", "or"):
        ways = [split(each, truth) for each in condition.arguments]
        if (condition.name == "and") is truth:
            found = _product(ways)
        else:
            found = tuple(dict.fromkeys(way for each in ways for way in each))
        return found if len(found) <= MOST_WAYS else _whole(condition, truth)
    return _compared(condition, truth)


def _product(ways: Iterable[tuple[Facts, ...]]) -> tuple[Facts, ...]:
    found: tuple[Facts, ...] = (NO_FACTS,)
    for each in ways:
        pairs = (meeting(one, other) for one in found for other in each)
        found = tuple(dict.fromkeys(pair for pair in pairs if pair is not None))
        if len(found) > MOST_WAYS:
            break
    return found


def _whole(condition: Typed, truth: bool) -> tuple[Facts, ...]:
    return (frozenset({(condition, frozenset({truth}))}),)


def _compared(condition: Apply, truth: bool) -> tuple[Facts, ...]:
    """Return which values of a closed type a comparison with constants leaves."""
    if condition.name not in _COMPARED:
        return _whole(condition, truth)
    one, other = condition.arguments
    if isinstance(one, Constant) and condition.name in ("is", "is_not"):
        one, other = other, one
    subject = plain(one)
    domain = domain_of(subject)
    values = _values(other, condition.name)
    if domain is None or values is None:
        positive = _POSITIVE.get(condition.name)
        if positive is None:
            return _whole(condition, truth)
        return _whole(Apply(positive, condition.arguments, condition.type), not truth)
    if (condition.name in ("is", "in")) is not truth:
        values = domain - values
    values &= domain
    return (frozenset({(subject, values)}),) if values else ()


def _values(node: Typed, operator: str) -> frozenset[object] | None:
    if not isinstance(node, Constant):
        if isinstance(node, Apply) and node.name == "list" and operator.endswith("in"):
            given = [each for each in node.arguments if isinstance(each, Constant)]
            if len(given) == len(node.arguments):
                return frozenset(each.value for each in given)
        return None
    if operator.endswith("in"):
        return frozenset(node.value) if isinstance(node.value, tuple) else None
    return frozenset({node.value})


def domain_of(node: Typed) -> frozenset[object] | None:
    """Return every value that an expression of a closed type may have, else None."""
    kind = node.type
    inner = present(kind)
    if isinstance(inner, Boolean):
        found: frozenset[object] = frozenset({True, False})
    else:
        enumeration = enumeration_of(inner)
        if enumeration is None:
            return None
        found = frozenset(ranks(enumeration))
    return found | {None} if isinstance(kind, Maybe) else found


def plain(node: Typed) -> Typed:
    """Return an expression without what only the place where it stands knows of it."""
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
    """Return what holds where both hold, or None where both cannot."""
    if not one or not other:
        return one or other
    found = dict(one)
    for subject, allowed in other:
        found[subject] = found[subject] & allowed if subject in found else allowed
    return frozenset(found.items()) if all(found.values()) else None


def hull(ways: tuple[Facts, ...]) -> Facts:
    """Return what holds in each of the ways."""
    if not ways:
        return NO_FACTS
    first, *rest = (dict(each) for each in ways)
    shared = [subject for subject in first if all(subject in each for each in rest)]
    return frozenset((s, first[s].union(*(each[s] for each in rest))) for s in shared)


def covered(ways: list[Facts], known: dict[Typed, frozenset[object]]) -> bool:
    """Return whether one of the ways is sure to hold."""
    left = []
    for way in ways:
        rest = []
        for subject, allowed in way:
            real = known.get(subject)
            if real is None or not real <= allowed:
                rest.append((subject, allowed))
            if real is not None and not real & allowed:
                break
        else:
            if not rest:
                return True
            left.append(frozenset(rest))
    return bool(left) and _each_value(left, known)


def _each_value(left: list[Facts], known: dict[Typed, frozenset[object]]) -> bool:
    subjects = list(dict.fromkeys(subject for way in left for subject, _ in way))
    if len(subjects) > MOST_SUBJECTS:
        return False
    subject = subjects[0]
    tests = [allowed for way in left for each, allowed in way if each == subject]
    domain = known.get(subject) or domain_of(subject)
    if domain is None:
        domain = frozenset({True, False})
    classes: dict[tuple[bool, ...], set[object]] = {}
    for value in domain:
        key = tuple(value in allowed for allowed in tests)
        classes.setdefault(key, set()).add(value)
    return len(classes) <= MOST_CLASSES and all(
        covered(left, {**known, subject: frozenset(each)}) for each in classes.values()
    )
