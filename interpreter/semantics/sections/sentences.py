"""Sentences of packs about values: those of facts of claims, and of fields."""

import re
from collections.abc import Iterator, Sequence
from collections.abc import Mapping as Mappings

from interpreter.diagnostics import did_you_mean, problem, there_are
from interpreter.semantics.declarations import IN_BRACES
from interpreter.semantics.expressions.yaml_values import text_of
from interpreter.semantics.names import Names
from interpreter.source import Name, normalised
from interpreter.values.conversions import ranks
from interpreter.values.types import (
    Boolean,
    ListOf,
    Maybe,
    Number,
    Text,
    Type,
    enumeration_of,
    present,
)
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode

OTHER = "other"
_NONE, _YES, _NO = "none", "yes", "no"


def says_of(
    names: Names,
    of: ScalarNode,
    kind: Type,
    node: Node,
    others: Sequence[str] = (),
    *,
    about_all: bool = True,
) -> Iterator[tuple[str, str]]:
    """Yield the sentences of a fact or field by its value as text, "" for any other.

    In its sentences the name of what they are `of` may stand in braces, and `others`.
    With `about_all` there must be one for each value.
    """
    known_names = tuple(dict.fromkeys((of.name, *others)))
    if not isinstance(node, MappingNode):
        text = sentence(names, node, known_names)
        if not IN_BRACES.search(text):
            message = f"this says the same whatever '{of.text}' is"
            hint = f"write {{{of.text}}} where its value stands, or a map by value"
            names.problems.append(problem("R203", node.span, message, hint=hint))
        yield "", text
        return
    known, is_right = _values_told(kind), True
    for key, said in node.entries:
        text = sentence(names, said, known_names)
        if key.name == OTHER:
            yield "", text
        elif key.name in known or _is_one_of(key.text, present(kind)):
            yield key.name, text
        else:
            hint = did_you_mean(key.text, known.values()) or _there_is(kind, known)
            message = f"'{key.text}' is no value of '{of.text}'"
            names.problems.append(problem("R301", key.span, message, hint=hint))
            is_right = False
    if not about_all:
        return
    left = [text for name, text in known.items() if name not in node and name != OTHER]
    if is_right and OTHER not in node and (left or not _is_listed(present(kind))):
        which = left[0] if left else "another"
        message = f"nothing says '{of.text}' if it is {which}"
        names.problems.append(
            problem("R501", node.span, message, expected=OTHER, hint="or each value")
        )


def _values_told(kind: Type) -> Mappings[Name, str]:
    """Return the texts of the values of a type, if they can be listed; those of others
    are none, where it may be none, and any other."""
    texts: list[str] = []
    if isinstance(kind, Maybe | ListOf):
        texts.append(_NONE)
    one = present(kind)
    words = enumeration_of(one)
    if words is not None:
        texts += [words.values[rank] for rank in ranks(one)]
    elif isinstance(one, Boolean):
        texts += (_YES, _NO)
    return {normalised(each): each for each in (*texts, OTHER)}


def _is_listed(kind: Type) -> bool:
    """Tell whether all values of a type can be listed."""
    return isinstance(kind, Boolean) or enumeration_of(kind) is not None


def _is_one_of(text: str, kind: Type) -> bool:
    """Tell whether a text is that of a value of a type whose values are not listed."""
    if isinstance(kind, Text):
        return True
    if not isinstance(kind, Number) or not re.fullmatch(r"-?[0-9]{1,18}", text):
        return False
    low, high, number = kind.low, kind.high, int(text)
    return (low is None or low <= number) and (high is None or number <= high)


def _there_is(kind: Type, known: Mappings[Name, str]) -> str:
    if isinstance(present(kind), Number):
        return f"a single whole number, or {there_are(known.values())}"
    return there_are(known.values())


def sentence(names: Names, node: Node, known: Sequence[str]) -> str:
    """Return a sentence in which only names that are known stand in braces, each as it
    is known."""
    text = text_of(node)
    for found in IN_BRACES.finditer(text):
        if _named(found) not in known:
            _say_unknown(names, node, found, known)
    if "{" in (left := IN_BRACES.sub("", text)) or "}" in left:
        message = "a brace stands by itself here"
        hint = "a name stands between { and }"
        names.problems.append(problem("R203", node.span, message, hint=hint))
    return IN_BRACES.sub(lambda found: f"{{{_named(found)}}}", text)


def _say_unknown(
    names: Names, node: Node, found: re.Match[str], known: Sequence[str]
) -> None:
    span = node.part(*found.span()) if isinstance(node, ScalarNode) else node.span
    written = [each.replace("_", " ") for each in known]
    listed = ", ".join(f"{{{each}}}" for each in written)
    hint = f"here may stand {listed}" if known else "write it without braces"
    hint = did_you_mean(found[1].strip(), written) or hint
    if any(_named(found) == name for _, name in names.derived):
        hint = f"{found[1]} is derived, and here only stored fields are read; {hint}"
    message = f"'{found[1]}' stands for nothing here"
    names.problems.append(problem("R301", span, message, hint=hint))


def _named(found: re.Match[str]) -> Name:
    return normalised(found[1].strip())
