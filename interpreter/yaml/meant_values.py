"""What a value of the wrong kind was meant to be, as it is written here."""

import re
from collections.abc import Callable, Collection
from typing import Final

from interpreter.source import Source, Span
from interpreter.yaml import pitfalls
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from interpreter.yaml.schemas import (
    Schema,
    alternatives,
    clauses_of,
    example_of_step,
    examples_of,
    kinds_wanted,
    of_other_keys,
    properties_of,
    step_verbs,
)
from interpreter.yaml.writing import inline

Fits = Callable[[Node, Schema], bool]
"""Tells, in silence, whether a node has a shape."""
ADD: Final = "add"
"""The key of what a row of modifiers adds."""


def instead(node: Node, schema: Schema, fits: Fits) -> str:
    """Return a hint for a node of the wrong kind: what it says, written as it is
    wanted, or ""."""
    if isinstance(node, MappingNode):
        in_braces = node.span.text.startswith("{")
        listed = schema.get("type") == "array" and not in_braces
        return "begin each with '- '" if listed else ""
    if isinstance(node, ScalarNode) and (
        line := lines_without_colons(node, keys_of(schema))
    ):
        return line
    if isinstance(node, ScalarNode) and (steps := steps_meant(node, schema)):
        return steps
    made, text = _names(node, schema) or _entry(node, schema) or (node, "")
    if text and fits(made, schema):
        return f"write {text}"
    open_ = of_other_keys(schema) is not None
    return pitfalls.asked(node.text) if open_ and isinstance(node, ScalarNode) else ""


def _names(node: Node, schema: Schema) -> tuple[Node, str] | None:
    """Return the map whose keys are the names of a list, whose values may
    be empty."""
    texts = node.items if isinstance(node, SequenceNode) else (node,)
    names = [each for each in texts if isinstance(each, ScalarNode) and each.text]
    other = of_other_keys(schema)
    empty = other is not None and "{}" in examples_of(other)
    if not empty or not names or len(names) < len(texts):
        return None
    nothing = MappingNode((), node.span)
    made = MappingNode(tuple((each, nothing) for each in names), node.span)
    return made, inline(made)


def _entry(node: Node, schema: Schema) -> tuple[Node, str] | None:
    """Return the map of one entry that a text was meant to be."""
    known = keys_of(schema)
    found = pitfalls.meant(node.text, known) if isinstance(node, ScalarNode) else None
    if found is None:
        return None
    key, value = found
    return MappingNode(((_text(key), _text(value)),), node.span), f"'{key}: {value}'"


def keys_of(schema: Schema) -> list[str]:
    """Return the keys that a schema names, also those of which it wants one."""
    return [*properties_of(schema), *alternatives(schema)]


def _text(text: str) -> ScalarNode:
    return ScalarNode(text, Span(Source("", text), 0, len(text)), "")


def lines_without_colons(node: ScalarNode, keys: Collection[str]) -> str:
    """Return the hint for lines of which none has a colon, "" for another text."""
    if node.style or "\n" not in node.span.text:
        return ""
    found = pitfalls.meant(node.span.text.partition("\n")[0], keys)
    if found is None:
        return ""
    first = f"'{found[0]}: {found[1]}'"
    return f"write a ': ' after each key, as {first}, and each on a line of its own"


def is_only_added(node: ScalarNode, schema: Schema) -> bool:
    """Return whether a number stands where a row of modifiers has it after `add`."""
    is_row = ADD in schema.get("required", ()) and "if" in properties_of(schema)
    return is_row and re.fullmatch(r"[+-]?\d+(?:\.\d+)?", node.text) is not None


def verb_without_colon(key: ScalarNode, keys: Collection[str]) -> str:
    """Return what to write for a key that is a verb and a brace after it, "" for
    others."""
    verb, _, rest = key.text.partition(" ")
    if verb not in keys or not rest.startswith(("{", "[")):
        return ""
    source = key.span.source.text
    end = source.find("\n", key.span.start)
    line = source[key.span.start : len(source) if end < 0 else end]
    return f"write '{verb}: {line[len(verb) :].strip()}'"


def steps_meant(node: ScalarNode, schema: Schema) -> str:
    """Return how steps are written where the verb of one stands alone or with words, ""
    where no steps are wanted."""
    wants_steps = kinds_wanted(schema) == {"array"} and "return" in str(
        schema.get("examples", ())
    )
    example = example_of_step(node.text.partition(" ")[0]) if wants_steps else ""
    return f"write a list of steps, as [{example}]" if example else ""


def same_step(before: Node, item: Node) -> str:
    """Return the step that two items of a list are together, where the second has only
    clauses of the first; "" where that is not so."""
    if not isinstance(before, MappingNode) or not isinstance(item, MappingNode):
        return ""
    verb = next((key.text for key, _ in before.entries if key.text in step_verbs()), "")
    if not item.entries or any(k.text not in clauses_of(verb) for k, _ in item.entries):
        return ""
    both = MappingNode((*before.entries, *item.entries), before.span)
    return f"write {inline(both)}, which is one step"
