"""Options as declared: their values and their default."""

import re
from collections.abc import Mapping as Map
from fractions import Fraction

from msgspec import Struct

from interpreter.diagnostics import Diagnostic, did_you_mean, problem
from interpreter.source import Name, Span, normalised
from interpreter.values.exact_numbers import exact
from interpreter.yaml import MappingNode, Node, ScalarNode, SequenceNode

Worth = int | bool | str | Fraction
"""A value of an option: yes or no, a number, or a word as it was declared."""

MOST = 1000
"""The values that one option may have."""

_NUMBER = re.compile(r"[+-]?[0-9]{1,18}(?:\.[0-9]{1,18}|/[0-9]{1,18})?\Z")
_RANGE = re.compile(r"([+-]?[0-9]{1,9})\s*\.\.\s*([+-]?[0-9]{1,9})\Z")


class OptionValue(Struct, frozen=True):
    """An option, its `name` as written and as a `key`, with the value that it has now;
    `span` is where it was declared."""

    name: str
    key: Name
    value: Worth
    values: tuple[Worth, ...]
    default: Worth
    span: Span

    @property
    def on(self) -> bool:
        """Return whether it is `yes` or a value other than `no` and its default."""
        if isinstance(self.value, bool):
            return self.value
        return self.value != self.default

    def among(self, meant: Worth) -> Worth | None:
        """Return the value as it was declared, or None when it may not have it."""
        return next((each for each in self.values if alike(meant, each)), None)

    @property
    def listed(self) -> str:
        """The values that it may have, as text."""
        if len(self.values) > 8 and all(type(each) is int for each in self.values):
            return f"{self.values[0]}..{self.values[-1]}"
        return ", ".join(shown(each) for each in self.values)

    def hint(self, text: str) -> str:
        """Return which value may have been meant, or ""."""
        words = [each for each in self.values if isinstance(each, (str, bool))]
        return did_you_mean(text, [shown(each) for each in words])


def worth(text: str) -> Worth:
    """Return what a text means: yes, no, a number or a word."""
    text = text.strip()
    if text in ("yes", "no"):
        return text == "yes"
    if not _NUMBER.match(text):
        return text
    try:
        return exact(Fraction(text))
    except ZeroDivisionError:
        return text


def alike(one: Worth, other: Worth) -> bool:
    """Return whether two values are one; a space and an underscore are the same."""
    return _identity(one) == _identity(other)


def _identity(value: Worth) -> object:
    """Return what two values that are alike have in common, and no others."""
    return normalised(value) if isinstance(value, str) else (type(value) is bool, value)


def shown(value: object) -> str:
    """Return a value as it is written."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def declared(
    nodes: Map[Name, tuple[str, Node, Span]], problems: list[Diagnostic]
) -> dict[str, OptionValue]:
    """Return the options (key -> name, node and place) at their defaults."""
    return {
        key: _declared(name, key, node, span, problems)
        for key, (name, node, span) in nodes.items()
    }


def _declared(
    name: str, key: Name, node: Node, span: Span, problems: list[Diagnostic]
) -> OptionValue:
    held = node if isinstance(node, MappingNode) else MappingNode((), span)
    values = _values(held.get("values"), problems) or (False, True)
    first: Worth = False if any(each is False for each in values) else values[0]
    option = OptionValue(name, key, first, values, first, span)
    default = held.get("default")
    if not isinstance(default, ScalarNode):
        return option
    found = option.among(worth(default.text))
    if found is None:
        problems.append(not_a_value(option, default))
        return option
    return OptionValue(name, key, found, values, found, span)


def _values(node: Node | None, problems: list[Diagnostic]) -> tuple[Worth, ...]:
    """Return the values listed; none when that makes no sense, and has been said."""
    if isinstance(node, SequenceNode):
        found: dict[object, Worth] = {}
        for item in node.items[: MOST + 1]:
            if not isinstance(item, ScalarNode):
                continue
            value = worth(item.text)
            if _identity(value) in found:
                message = f"the value '{shown(value)}' occurs twice"
                problems.append(problem("R306", item.span, message))
            found.setdefault(_identity(value), value)
        if len(node.items) > MOST:
            problems.append(_too_many(len(node.items), node.span))
        return tuple(found.values())[:MOST]
    if not isinstance(node, ScalarNode):
        return ()
    ends = _RANGE.match(node.text.strip())
    if ends is None or int(ends[1]) > int(ends[2]):
        message = f"'{node.text}' lists no values"
        expected = "a list, or a range from low to high as 1..6"
        problems.append(problem("R105", node.span, message, expected=expected))
        return ()
    low, high = int(ends[1]), int(ends[2])
    if high - low >= MOST:
        problems.append(_too_many(high - low + 1, node.span))
        high = low + MOST - 1
    return tuple(range(low, high + 1))


def _too_many(count: int, span: Span) -> Diagnostic:
    message = f"an option of {count:,} values"
    return problem("R406", span, message, expected=f"at most {MOST:,} values")


def not_a_value(option: OptionValue, text: ScalarNode) -> Diagnostic:
    """Make the problem that a text is none of an option's values."""
    return problem(
        "R805",
        text.span,
        f"'{text.text}' is no value of the option '{option.name}'",
        expected=option.listed,
        hint=option.hint(text.text),
        related=((option.span, "declared here"),),
    )
