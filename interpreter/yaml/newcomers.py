"""What people write who do not know yet where colons and braces stand."""

import re
from collections.abc import Collection
from typing import Final

from interpreter.yaml import pitfalls
from interpreter.yaml.nodes import MappingNode, Node, ScalarNode
from interpreter.yaml.schemas import (
    Schema,
    clauses_of,
    example_of_step,
    properties_of,
    step_verbs,
)
from interpreter.yaml.writing import inline

ADD: Final = "add"
"""The key of what a row of modifiers adds."""


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
    wants_steps = "return" in str(schema.get("examples", ()))
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
