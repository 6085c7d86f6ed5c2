"""Options: what they may be, and what they are for this run."""

import re
from collections.abc import Mapping as MappingOf
from fractions import Fraction

from interpreter.document.nodes import Mapping, Node, Scalar, Sequence
from interpreter.problems import Problem, UnknownName, Unusable, did_you_mean, problem
from interpreter.ruleset.ruleset import Declaration, OptionValue
from interpreter.values.names import plain
from interpreter.values.types import Value

_RANGE = re.compile(r"(-?\d{1,6})\s*\.\.\s*(-?\d{1,6})\Z")
_NUMBER = re.compile(r"[+-]?\d{1,9}(/[1-9]\d{0,5})?\Z")
MOST = 1000


def value_of(text: str) -> Value:
    """Read an option's value: a number, yes or no, or a name."""
    text = text.strip()
    if _NUMBER.match(text):
        number = Fraction(text)
        return number.numerator if number.denominator == 1 else number
    return {"yes": True, "no": False}.get(text, text)


def settle(
    declared: MappingOf[str, Declaration],
    given: MappingOf[str, str],
    problems: list[Problem],
) -> dict[str, OptionValue]:
    """Return every option with its value; unknown names and values given from outside raise."""
    found: dict[str, OptionValue] = {}
    for key, each in declared.items():
        option = _declared(each, problems)
        if option is not None:
            found[key] = option
    for name, text in given.items():
        key = plain(name)
        if key not in found:
            raise UnknownName("option", name, [each.name for each in found.values()])
        found[key] = _with(found[key], _chosen(found[key], text))
    _imply(declared, found, {plain(name) for name in given}, problems)
    _agree(declared, found, problems)
    return found


def _with(option: OptionValue, value: Value) -> OptionValue:
    return OptionValue(option.name, value, option.values, option.default, option.span)


def _same(one: Value, other: Value) -> bool:
    if isinstance(one, str) and isinstance(other, str):
        return plain(one) == plain(other)
    return type(one) is type(other) and one == other


def _chosen(option: OptionValue, text: str) -> Value:
    value = value_of(text)
    for each in option.values:
        if _same(each, value):
            return each
    listed = ", ".join(shown(each) for each in option.values)
    raise Unusable(
        f"option '{option.name}' cannot be '{text}'", hint=f"it may be {listed}"
    )


def shown(value: Value) -> str:
    """Return an option's value as it is written."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _declared(each: Declaration, problems: list[Problem]) -> OptionValue | None:
    node = each.node
    if not isinstance(node, Mapping):
        return None
    values_node, default_node = node.get("values"), node.get("default")
    values = _values(values_node, problems)
    if not values:
        problems.append(
            problem("R102", each.span, "the option has no values", expected="values")
        )
        return None
    if not isinstance(default_node, Scalar):
        problems.append(
            problem("R102", each.span, "the option has no default", expected="default")
        )
        return None
    wanted = value_of(default_node.text)
    for value in values:
        if _same(value, wanted):
            return OptionValue(each.name, value, values, value, each.span)
    names = [shown(value) for value in values]
    hint = did_you_mean(default_node.text, names)
    message = f"the default '{default_node.text}' is not one of its values"
    problems.append(
        problem(
            "R805", default_node.span, message, expected=", ".join(names), hint=hint
        )
    )
    return None


def _values(node: Node | None, problems: list[Problem]) -> tuple[Value, ...]:
    if isinstance(node, Sequence):
        return tuple(
            value_of(each.text) for each in node.items if isinstance(each, Scalar)
        )
    found = _RANGE.match(node.text.strip()) if isinstance(node, Scalar) else None
    if found is None:
        return ()
    low, high = int(found[1]), int(found[2])
    if high - low >= MOST and node is not None:
        problems.append(
            problem(
                "R406",
                node.span,
                f"more than {MOST} values",
                expected="a shorter range",
            )
        )
        return (low,)
    return tuple(range(low, high + 1))


def _conditions(each: Declaration, clause: str) -> list[tuple[Scalar, str, str]]:
    """Read `requires`, `conflicts` or `implies`: a map, or names that mean yes."""
    node = each.node.get(clause) if isinstance(each.node, Mapping) else None
    if isinstance(node, Mapping):
        return [
            (k, plain(k.text), v.text) for k, v in node.entries if isinstance(v, Scalar)
        ]
    items = node.items if isinstance(node, Sequence) else (node,) if node else ()
    return [
        (item, plain(item.text), "yes") for item in items if isinstance(item, Scalar)
    ]


def _on(option: OptionValue) -> bool:
    """An option asks something of others only when it is not off."""
    return option.value is not False


def _imply(
    declared: MappingOf[str, Declaration],
    found: dict[str, OptionValue],
    given: set[str],
    problems: list[Problem],
) -> None:
    for key, each in declared.items():
        if key not in found or not _on(found[key]):
            continue
        for at, name, text in _conditions(each, "implies"):
            if _known(at, name, found, problems) and name not in given:
                found[name] = _with(found[name], _chosen(found[name], text))


def _known(
    at: Scalar, name: str, found: dict[str, OptionValue], problems: list[Problem]
) -> bool:
    if name in found:
        return True
    hint = did_you_mean(name, found)
    problems.append(problem("R805", at.span, f"unknown option '{name}'", hint=hint))
    return False


def _agree(
    declared: MappingOf[str, Declaration],
    found: dict[str, OptionValue],
    problems: list[Problem],
) -> None:
    for key, each in declared.items():
        for clause, code, wanted in (
            ("requires", "R803", True),
            ("conflicts", "R804", False),
        ):
            for at, name, text in _conditions(each, clause):
                if not _known(at, name, found, problems) or key not in found:
                    continue
                if (
                    _on(found[key])
                    and _same(found[name].value, value_of(text)) is not wanted
                ):
                    verb = "requires" if wanted else "excludes"
                    message = f"'{each.name}' {verb} '{name}: {text}'"
                    problems.append(problem(code, at.span, message))
