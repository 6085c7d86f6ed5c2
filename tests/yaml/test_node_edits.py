"""Edits of a written node: the result reads as wanted, and nothing else changes."""

import time

from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.source import Source
from interpreter.yaml import MappingNode
from interpreter.yaml.composing import read
from interpreter.yaml.node_edits import (
    TextEdit,
    edited_text,
    is_equal,
    removal,
    rewriting,
)
from interpreter.yaml.nodes import Node
from interpreter.yaml.writing import block, inline


def node_of(text: str) -> Node:
    """Return what a text says."""
    node = read(Source("text", text), [])
    assert node is not None
    return node


SCALARS = st.sampled_from(["1", "+2", "a word", "x: y", "a, b", "[", "'", "n > 1"])
NAMES = st.sampled_from(["a", "b", "c", "row d", "5-"])
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, min_size=1, max_size=3)
        | st.dictionaries(NAMES, inner, min_size=1, max_size=4)
    ),
    max_leaves=8,
)


def quoted(value: object) -> str:
    """Return a value as YAML in braces, each text in quotes."""
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    if isinstance(value, list):
        return f"[{', '.join(map(quoted, value))}]"
    assert isinstance(value, dict)
    return f"{{{', '.join(f'{quoted(k)}: {quoted(v)}' for k, v in value.items())}}}"


def laid_out(node: Node, is_block: bool) -> str:
    """Return a file that holds a node below a key, with a comment at each line."""
    lines = block(node, 20) if is_block else [inline(node)]
    body = ["key:", *(f"    {line}" for line in lines)]
    marked = [f"{line}  # c{number}" for number, line in enumerate(body)]
    return "\n".join(["first: 1  # one", *marked, "last: 2  # two", ""])


@settings(max_examples=300, deadline=None)
@given(VALUES, VALUES, st.booleans())
def test_the_result_reads_as_wanted(old: object, new: object, is_block: bool) -> None:
    """In block and in braces; the lines around stay."""
    text = laid_out(node_of(quoted(old)), is_block)
    root, wanted = node_of(text), node_of(quoted(new))
    assert isinstance(root, MappingNode)
    written = root.get("key")
    assert written is not None
    edits = rewriting(written, wanted)
    after = edited_text(text, edits)
    assert after is not None
    again = node_of(after)
    assert isinstance(again, MappingNode)
    assert is_equal(again.get("key"), wanted)
    assert after.startswith("first: 1  # one\nkey:")
    assert after.endswith("last: 2  # two\n")
    assert bool(edits) is not is_equal(written, wanted)


def test_comments_of_what_stays_stay() -> None:
    """An entry goes with the comment above it; all others keep theirs."""
    text = "k:\n  # all\n  a: 1  # c1\n  # b\n  b: 2  # c2\n  c: [3]  # c3\n"
    root = node_of(text)
    assert isinstance(root, MappingNode)
    held = root.get("k")
    assert isinstance(held, MappingNode)
    after = edited_text(text, removal(held, [1]))
    assert after == "k:\n  # all\n  a: 1  # c1\n  c: [3]  # c3\n"


def test_edits_that_overlap_are_refused() -> None:
    """Nobody knows what two edits of one letter mean."""
    edits = [TextEdit(0, 3, "x"), TextEdit(2, 4, "y")]
    assert edited_text("abcdef", edits) is None
    assert edited_text("abcdef", [TextEdit(0, 3, "x"), TextEdit(3, 3, "y")]) == "xydef"


def test_many_entries_take_little_time() -> None:
    """The work grows with the text, not with its square."""
    entries = ", ".join(f"row {n}: {n}" for n in range(9_000))
    other = ", ".join(f"row {n}: {n + n % 2}" for n in range(0, 9_000, 3))
    start = time.perf_counter()
    text = f"{{{entries}}}"
    edits = rewriting(node_of(text), node_of(f"{{{other}}}"))
    after = edited_text(text, edits)
    assert after is not None
    assert is_equal(node_of(after), node_of(f"{{{other}}}"))
    assert time.perf_counter() - start < 20
